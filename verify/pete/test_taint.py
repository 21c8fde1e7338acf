# SPDX-License-Identifier: Apache-2.0
"""Secrets that are followed through registers and the accumulator: to what shows them, and nowhere in the library."""

import random

import pytest

from evariste.build import cc
from evariste.verification import ct, ct_taint
from verify.pete.test_constant_time import BACKENDS

CONTROL = "sw/apps/ct_control.c"
ON_CURVES = ("mul", "base", "ecdh", "sign", "inverse", "keygen", "rfc6979")


def control(how: str, configuration: str = "fast", stack: bool = False) -> ct_taint.Verdict:
    elf = cc.compile([CONTROL], extra=["-g"], machine="pete", backend=BACKENDS[configuration])
    secret = random.Random(1).randbytes(64)
    return ct_taint.check("pete", elf, secret, configuration, args=[how], stack=stack)


def followed(what: str, curve: str, configuration: str) -> ct_taint.Verdict:
    backend = BACKENDS[configuration]
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend=backend, machine="pete", extra=list(ct_taint.FLAGS))
    return ct_taint.check("pete", elf, ct.secrets(80, 3, 1)[-1], configuration, args=[curve, what])


@pytest.mark.parametrize(
    ("how", "kind", "where"),
    [
        ("branch", "branch", "main (sw/apps/ct_control.c:"),
        ("address", "address", "main (sw/apps/ct_control.c:"),
        ("exit", "branch", "equal_until_the_first_difference (sw/apps/ct_control.c:"),
        ("rare", "branch", "main (sw/apps/ct_control.c:"),
        ("stack", "stack", "copy_on_the_stack (sw/apps/ct_control.c:"),
    ],
)
def test_each_control_that_leaks_is_found_with_its_function_and_line(how: str, kind: str, where: str) -> None:
    found = control(how, stack=kind == "stack")
    assert [leak.kind for leak in found.leaks] == [kind]
    assert where in found.leaks[0].where
    assert not found.passed


@pytest.mark.parametrize("how", ["hidden", "wiped", "public", "none"])
def test_a_control_that_does_not_leak_is_not_found(how: str) -> None:
    found = control(how)
    assert found.passed, found.sentence


@pytest.mark.full
def test_a_public_scalar_does_reach_branches() -> None:
    assert not followed("vartime", "p192", "fast").passed


@pytest.mark.full
@pytest.mark.parametrize("configuration", BACKENDS)
@pytest.mark.parametrize("curve", ["p192", "p256", "p384", "p521", "b163", "k283"])
@pytest.mark.parametrize("what", ON_CURVES)
def test_secrets_of_every_operation_reach_nothing(what: str, curve: str, configuration: str) -> None:
    found = followed(what, curve, configuration)
    assert found.passed, found.sentence


@pytest.mark.full
@pytest.mark.parametrize("configuration", BACKENDS)
@pytest.mark.parametrize("what", ["x25519", "x25519_public"])
def test_secrets_of_x25519_reach_nothing(what: str, configuration: str) -> None:
    found = followed(what, "p256", configuration)
    assert found.passed, found.sentence
