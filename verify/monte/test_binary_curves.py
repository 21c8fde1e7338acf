# SPDX-License-Identifier: Apache-2.0
"""The binary fields and curves on the accelerator, against the oracles of the library's own tests: Python's integers,
NIST's vectors, openssl in both directions. Constant time, and what stays behind.
"""

from pathlib import Path

import pytest

from evariste.build import cc
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, binary_curves, fields
from evariste.verification import ct
from verify.ecc import multiples
from verify.ecc import test_protocols as protocols
from verify.ecc import test_stack as stack

CURVES = list(binary_curves().values())
QUICK = ("k163", "b163")


def each(*quick: str) -> pytest.MarkDecorator:
    """Each curve; but for some of them with `--full` only."""
    return pytest.mark.parametrize(
        "c", [pytest.param(c, id=c.name, marks=() if c.name in quick else pytest.mark.full) for c in CURVES]
    )


ONE = pytest.mark.parametrize("c", [binary_curves()["b163"]], ids=["b163"])


def on(configuration: str = "full") -> v.Target:
    return v.Target("monte", configuration, "monte")


@pytest.mark.parametrize("m", [163, *(pytest.param(m, marks=pytest.mark.full) for m in fields() if m != 163)])
def test_every_operation_of_the_field_is_right(m: int) -> None:
    multiples.check_field(m, on())


@pytest.mark.full
@pytest.mark.parametrize("m", [233, 283])
def test_the_field_is_right_without_digits_and_without_binary_fields(m: int) -> None:
    multiples.check_field(m, on("dual"))
    multiples.check_field(m, on("paper"))


@each(*QUICK)
def test_multiples_of_points_are_right_for_random_and_for_extreme_scalars(c: BinaryCurve) -> None:
    multiples.check_multiples(c, on())


@pytest.mark.full
@ONE
@pytest.mark.parametrize("configuration", ["dual", "paper", "shallow"])
def test_multiples_of_points_are_right_in_other_configurations(c: BinaryCurve, configuration: str) -> None:
    multiples.check_multiples(c, on(configuration))


@each()
def test_the_last_column_of_the_comb_is_right_for_every_entry(c: BinaryCurve) -> None:
    multiples.check_last_column(c, on())


@each("b163")
def test_two_multiples_are_added_in_any_relation(c: BinaryCurve) -> None:
    multiples.check_two_multiples(c, on())


@pytest.mark.full
@ONE
def test_circuit_and_interpreter_agree_on_multiples_of_points(c: BinaryCurve) -> None:
    g = ref.generator(c)
    requests = [v.on(c, v.BASE_MUL, v.scalar(c, 5)), v.on(c, v.POINT_MUL, v.scalar(c, c.n - 5), v.point(c, g))]
    answers = v.ask(requests, on(), engine="lockstep")
    assert answers == [(0, v.point(c, ref.multiply(c, k, g))) for k in (5, c.n - 5)]


@pytest.mark.parametrize("c", [pytest.param(c, id=c.name, marks=() if c.name == "b163" else pytest.mark.full)
                               for c in CURVES if c.nist])  # fmt: skip
def test_nist_vectors(c: BinaryCurve) -> None:
    multiples.check_nist(c, on())


@pytest.mark.full
@each(*QUICK)
def test_ecdh_with_openssl_in_both_directions(c: BinaryCurve, tmp_path: Path) -> None:
    protocols.test_ecdh_with_openssl_in_both_directions(c, on(), tmp_path)


@pytest.mark.full
@each()
def test_vectors_of_rfc_6979_and_signatures_of_openssl(c: BinaryCurve, tmp_path: Path) -> None:
    if c.nist:
        multiples.check_rfc6979(c, on())
    multiples.check_openssl_signatures(c, on(), tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("c", [c for c in CURVES if c.nist], ids=lambda c: c.name)
def test_the_circuit_signs_verifies_and_agrees(c: BinaryCurve) -> None:
    multiples.check_circuit(c, on())


def verdict(what: str, c: BinaryCurve, runs: int) -> ct.Verdict:
    elf = cc.compile(["sw/apps/ecc_ct.c"], backend="monte", machine="monte")
    return ct.check("monte", elf, runs=runs, length=80, configuration="full", args=[c.name, what])


@ONE
@pytest.mark.parametrize("what", ["mul", "base"])
def test_secrets_leave_no_trace(c: BinaryCurve, what: str) -> None:
    found = verdict(what, c, 3)
    assert found.passed, found.sentence


@pytest.mark.full
@each()
@pytest.mark.parametrize("what", ["mul", "base", "ecdh", "sign"])
def test_secrets_of_every_operation_leave_no_trace(c: BinaryCurve, what: str) -> None:
    found = verdict(what, c, 6)
    assert found.passed, found.sentence


@pytest.mark.parametrize("curve", ["B-163", pytest.param("K-571", marks=pytest.mark.full)])
def test_the_stack_holds_no_secret_afterwards(curve: str) -> None:
    assert stack.secrets(stack.left(curve, "monte", "-O2", "monte")) == set()
