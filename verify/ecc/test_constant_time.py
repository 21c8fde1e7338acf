# SPDX-License-Identifier: Apache-2.0
"""What handles secret scalars takes the same path, the same addresses and the same cycles for all of them."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from evariste import machines
from evariste.build import cc
from evariste.ecc import vectors
from evariste.ecc.curves import curve
from evariste.paths import ROOT
from evariste.verification import ct

SECRET = ("mul", "base", "ecdh", "sign", "keygen")


def verdict(curve: str, what: str, backend: str, runs: int = 3, tried: Sequence[bytes] = ()) -> ct.Verdict:
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend=backend)
    return ct.check(
        machines.DEFAULT, Path(elf), runs=runs, length=80, configuration=machines.default().runs(backend),
        args=[curve, what], tried=tried,
    )  # fmt: skip


@pytest.mark.parametrize("backend", machines.NATIVES)
@pytest.mark.parametrize("curve", ["k163", "b233"])
@pytest.mark.parametrize("what", SECRET)
def test_secrets_leave_no_trace(curve: str, what: str, backend: str) -> None:
    found = verdict(curve, what, backend, 4)
    assert found.passed, found.sentence


@pytest.mark.parametrize(("curve", "what"), [("k283", "rfc6979"), ("b283", "rfc6979"), ("k283", "hedged")])
def test_signing_leaves_no_trace_where_no_nonce_is_drawn_again(curve: str, what: str) -> None:
    found = verdict(curve, what, machines.NATIVE, 3)  # the order is just below a power of two
    assert found.passed, found.sentence


@pytest.mark.parametrize("what", ["mul", "sign"])
def test_secrets_leave_no_trace_in_the_portable_code(what: str) -> None:
    found = verdict("k163", what, "portable", 3)
    assert found.passed, found.sentence


@pytest.mark.parametrize("what", ["octets", "file"])
@pytest.mark.parametrize("backend", [machines.NATIVE, "portable"])
def test_writing_and_reading_a_private_key_leaves_no_trace(what: str, backend: str) -> None:
    found = verdict("k163", what, backend, 4)
    assert found.passed, found.sentence


def test_scalars_for_which_the_comb_adds_a_point_to_itself_leave_no_trace() -> None:
    c = curve("k163")
    scalars = [1, 2, c.n - 1, *vectors.comb_exceptions(c)]
    found = verdict("k163", "given", machines.NATIVE, tried=[k.to_bytes(80, "little") for k in scalars])
    assert found.passed, found.sentence


@pytest.mark.parametrize(("curve", "what"), [
    ("p192", "mul"), ("p224", "ecdh"), ("p256", "base"), ("p256", "rfc6979"), ("p384", "base"), ("p521", "sign"),
    ("p256", "keygen"), ("p521", "inverse"), ("p256", "x25519"), ("p256", "x25519_public"),
])  # fmt: skip
def test_secrets_leave_no_trace_on_prime_curves(curve: str, what: str) -> None:
    found = verdict(curve, what, "portable", 2)
    assert found.passed, found.sentence


@pytest.mark.parametrize("name", ["p192", "p256"])
def test_scalars_for_which_a_prime_curve_adds_a_point_to_itself_leave_no_trace(name: str) -> None:
    c = curve(name)
    comb = list(vectors.comb_exceptions(c))
    scalars = [1, 2, 31, 32, 33, c.n - 1, c.n - 2, *comb[:6], *comb[-6:]]
    found = verdict(name, "given", "portable", tried=[k.to_bytes(80, "little") for k in scalars])
    assert found.passed, found.sentence
    # k P with the scalar whose last addition doubles: the key is made of 80 octets as (octets mod (n - 1)) + 1
    length = (c.n.bit_length() + 7) // 8 + 8
    draws = [(k - 1).to_bytes(length).ljust(80, b"\0") for k in (1, 2, c.n - 1, c.n - 2 * (c.n % 32))]
    found = verdict(name, "mul", "portable", tried=draws)
    assert found.passed, found.sentence


def test_the_check_sees_a_public_scalar_on_a_prime_curve_vary() -> None:
    assert not verdict("p192", "vartime", "portable", 2).passed


@pytest.mark.full
@pytest.mark.parametrize("curve", ["p192", "p224", "p256", "p384", "p521"])
@pytest.mark.parametrize("what", SECRET)
def test_fifty_secrets_leave_no_trace_on_prime_curves(curve: str, what: str) -> None:
    found = verdict(curve, what, "portable", 50)
    assert found.passed, found.sentence


def test_the_check_sees_the_public_scalar_routine_vary() -> None:
    found = verdict("k163", "vartime", machines.NATIVE, 3)
    assert not found.passed


def test_routines_that_vary_with_the_scalar_say_so_by_name_and_nothing_secret_calls_them() -> None:
    for source in sorted((ROOT / "sw/lib").glob("ec*.[ch]")):
        text = re.sub(r"//.*", "", source.read_text())
        for function in re.finditer(r"^(?:static )?\w[\w ]*?\*?(\w+)\([^;{]*\) \{\n(.*?)^\}", text, re.M | re.S):
            name, body = function.groups()
            if re.search(r"\w+_vartime\(", body):
                assert name.endswith("_vartime") or name == "ev_ecdsa_verify", (source.name, name)


@pytest.mark.full
@pytest.mark.parametrize("curve", ["k233", "b233", "k283", "b283"])
@pytest.mark.parametrize("what", SECRET)
def test_two_hundred_secrets_leave_no_trace(curve: str, what: str) -> None:
    found = verdict(curve, what, machines.NATIVE, 200)
    assert found.passed, found.sentence
