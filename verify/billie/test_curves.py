# SPDX-License-Identifier: Apache-2.0
"""The binary curves on the accelerator, against the oracles of the library's own tests: Python integers, NIST's
vectors, openssl in both directions. Constant time, and what stays behind.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, binary_curves
from evariste.machines.billie.workloads import CONFIGURATIONS, USUAL
from evariste.verification import ct
from verify.ecc import multiples
from verify.ecc import test_protocols as protocols
from verify.ecc import test_stack as stack

DEGREES = {m for m, _ in CONFIGURATIONS}
CURVES = [c for c in binary_curves().values() if c.degree in DEGREES]
QUICK = ("k163", "b163")
SAMPLE = [pytest.param(c, id=c.name, marks=() if c.name in QUICK else pytest.mark.full) for c in CURVES]
each_curve = pytest.mark.parametrize("c", SAMPLE)
ONE = pytest.mark.parametrize("c", [binary_curves()["b163"]], ids=["b163"])


def on(m: int, digit: int = USUAL) -> v.Target:
    """The configuration for the field of degree m."""
    return v.Target("billie", CONFIGURATIONS[m, digit], "billie")


@pytest.mark.parametrize("m", [163, *(pytest.param(m, marks=pytest.mark.full) for m in sorted(DEGREES - {163}))])
def test_every_operation_of_the_accelerators_field_is_right(m: int) -> None:
    multiples.check_field(m, on(m))


@pytest.mark.full
def test_another_field_than_the_accelerators_is_computed_by_portable_code() -> None:
    multiples.check_field(233, on(163))


@each_curve
def test_multiples_of_points_are_right_for_random_and_for_extreme_scalars(c: BinaryCurve) -> None:
    multiples.check_multiples(c, on(c.degree))


@pytest.mark.full
@pytest.mark.parametrize("c", CURVES, ids=lambda c: c.name)
def test_the_last_column_of_the_comb_is_right_for_every_entry(c: BinaryCurve) -> None:
    multiples.check_last_column(c, on(c.degree))


@pytest.mark.parametrize("c", [pytest.param(c, id=c.name, marks=() if c.name == "b163" else pytest.mark.full)
                               for c in CURVES])  # fmt: skip
def test_two_multiples_are_added_in_any_relation(c: BinaryCurve) -> None:
    multiples.check_two_multiples(c, on(c.degree))


@ONE
def test_circuit_and_interpreter_agree_on_multiples_of_points(c: BinaryCurve) -> None:
    g = ref.generator(c)
    requests = [v.on(c, v.BASE_MUL, v.scalar(c, 5)), v.on(c, v.POINT_MUL, v.scalar(c, c.n - 5), v.point(c, g))]
    answers = v.ask(requests, on(c.degree), engine="lockstep")
    assert answers == [(0, v.point(c, ref.multiply(c, k, g))) for k in (5, c.n - 5)]


@pytest.mark.parametrize("c", [pytest.param(c, id=c.name, marks=() if c.name == "b163" else pytest.mark.full)
                               for c in CURVES if c.nist])  # fmt: skip
def test_nist_vectors(c: BinaryCurve) -> None:
    multiples.check_nist(c, on(c.degree))


@pytest.mark.full
def test_nist_vectors_on_the_circuit() -> None:
    multiples.check_nist(binary_curves()["b163"], replace(on(163), engine="lockstep"))


@pytest.mark.full
@each_curve
def test_ecdh_with_openssl_in_both_directions(c: BinaryCurve, tmp_path: Path) -> None:
    protocols.test_ecdh_with_openssl_in_both_directions(c, on(c.degree), tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("c", [c for c in CURVES if c.nist], ids=lambda c: c.name)
def test_deterministic_signatures_of_rfc_6979(c: BinaryCurve) -> None:
    multiples.check_rfc6979(c, on(c.degree))


@pytest.mark.full
@pytest.mark.parametrize("c", CURVES, ids=lambda c: c.name)
def test_signatures_are_those_of_openssl_in_both_directions(c: BinaryCurve, tmp_path: Path) -> None:
    multiples.check_openssl_signatures(c, on(c.degree), tmp_path)


@pytest.mark.full
@ONE
def test_signatures_verify_and_changed_ones_do_not(c: BinaryCurve) -> None:
    protocols.test_what_is_signed_verifies_and_what_is_changed_does_not(c, on(c.degree))


@pytest.mark.full
@pytest.mark.parametrize("c", [c for c in CURVES if c.nist], ids=lambda c: c.name)
def test_the_circuit_signs_verifies_and_agrees(c: BinaryCurve) -> None:
    multiples.check_circuit(c, on(c.degree))


def verdict(what: str, c: BinaryCurve, runs: int) -> ct.Verdict:
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend="billie", machine="billie")
    configuration = CONFIGURATIONS[c.degree, USUAL]
    return ct.check("billie", elf, runs=runs, length=80, configuration=configuration, args=[c.name, what])


@ONE
@pytest.mark.parametrize("what", ["mul", "base"])
def test_secrets_leave_no_trace(c: BinaryCurve, what: str) -> None:
    found = verdict(what, c, 3)
    assert found.passed, found.sentence


@pytest.mark.full
@pytest.mark.parametrize("c", CURVES, ids=lambda c: c.name)
@pytest.mark.parametrize("what", ["mul", "base", "ecdh", "sign"])
def test_secrets_of_every_operation_leave_no_trace(c: BinaryCurve, what: str) -> None:
    found = verdict(what, c, 6)
    assert found.passed, found.sentence


@pytest.mark.parametrize("curve", ["B-163", pytest.param("K-571", marks=pytest.mark.full)])
def test_the_stack_holds_no_secret_afterwards(curve: str) -> None:
    assert stack.secrets(stack.left(curve, "billie", "-O2", "billie")) == set()
