# SPDX-License-Identifier: Apache-2.0
"""Secret scalars leave no trace on the accumulator: the same instructions, addresses and cycles for all of them. Nor do
they stay on the stack.
"""

import pytest

from evariste.build import cc
from evariste.verification import ct
from verify.ecc import test_stack as stack

BACKENDS = {"fast": "pete", "bise": "pete", "bise_icache": "pete", "baseline": "portable"}


def verdict(what: str, curve: str, configuration: str, runs: int) -> ct.Verdict:
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend=BACKENDS[configuration], machine="pete")
    return ct.check("pete", elf, runs=runs, length=80, configuration=configuration, args=[curve, what])


@pytest.mark.parametrize(
    ("what", "curve", "configuration"), [("mul", "p192", "fast"), ("sign", "b163", "bise_icache")]
)
def test_secrets_leave_no_trace(what: str, curve: str, configuration: str) -> None:
    found = verdict(what, curve, configuration, 3)
    assert found.passed, found.sentence


@pytest.mark.full
@pytest.mark.parametrize("configuration", BACKENDS)
@pytest.mark.parametrize("curve", ["p192", "p224", "p256", "p384", "p521", "b163", "k283"])
@pytest.mark.parametrize("what", ["mul", "base", "ecdh", "sign", "inverse"])
def test_secrets_of_every_operation_leave_no_trace(what: str, curve: str, configuration: str) -> None:
    found = verdict(what, curve, configuration, 6)
    assert found.passed, found.sentence


@pytest.mark.full
@pytest.mark.parametrize("configuration", BACKENDS)
def test_secrets_of_x25519_leave_no_trace(configuration: str) -> None:
    found = verdict("x25519", "p256", configuration, 20)
    assert found.passed, found.sentence


def test_public_scalars_do_leave_one() -> None:
    """The control."""
    found = verdict("vartime", "p192", "fast", 3)
    assert not found.passed, found.sentence


@pytest.mark.parametrize("curve", ["P-192", pytest.param("P-521", marks=pytest.mark.full), "B-163"])
def test_the_stack_holds_no_secret_afterwards(curve: str) -> None:
    assert stack.secrets(stack.left(curve, "pete", "-O2", "pete")) == set()


@pytest.mark.full
@pytest.mark.parametrize("curve", ["P-192", "P-256", "P-521", "B-571"])
def test_the_stack_holds_no_secret_after_portable_code(curve: str) -> None:
    assert stack.secrets(stack.left(curve, "portable", "-O2", "pete")) == set()
