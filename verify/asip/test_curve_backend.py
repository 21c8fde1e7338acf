# SPDX-License-Identifier: Apache-2.0
"""The library's binary curves through the coprocessor: against Python integers, NIST's vectors, openssl both ways, on
every engine."""

import random
from pathlib import Path

import pytest

from evariste import machines
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, binary_curves
from evariste.machines.asip import MACHINE
from verify.asip.host import BACKEND, CONFIGURATION
from verify.ecc import multiples
from verify.ecc import test_command as files
from verify.ecc import test_constant_time as timing
from verify.ecc import test_protocols as protocols

CURVES = [c for c in binary_curves().values() if c.degree <= MACHINE.configurations["full"].parameters["WIDTH"]]
QUICK = ("k163", "b233")
each_curve = pytest.mark.parametrize(
    "c", [pytest.param(c, id=c.name, marks=() if c.name in QUICK else pytest.mark.full) for c in CURVES]
)
TARGET = v.Target(machines.DEFAULT, CONFIGURATION, BACKEND)


@each_curve
def test_multiples_of_points_are_right_for_random_and_for_extreme_scalars(c: BinaryCurve) -> None:
    rng, g = random.Random(c.name), ref.generator(c)
    p = ref.multiply(c, rng.randrange(1, c.n), g)
    assert p is not None
    scalars = [1, 2, 3, c.n - 1, c.n - 2, c.n // 2, c.n // 2 + 1, *(rng.randrange(1, c.n) for _ in range(3))]
    for what, base in ((v.POINT_MUL, p), (v.BASE_MUL, g)):
        given = () if what == v.BASE_MUL else (v.point(c, p),)
        answers = v.ask([v.on(c, what, v.scalar(c, k), *given) for k in scalars], TARGET)
        assert answers == [(0, v.point(c, ref.multiply(c, k, base))) for k in scalars]


@each_curve
def test_two_multiples_and_a_multiple_of_the_order(c: BinaryCurve) -> None:
    multiples.check_two_multiples(c, TARGET)


@pytest.mark.parametrize("c", [binary_curves()["k163"], binary_curves()["b283"]], ids=lambda c: c.name)
def test_a_multiple_in_lockstep_also_of_a_curve_that_is_too_wide(c: BinaryCurve) -> None:
    k = random.Random(c.name).randrange(1, c.n)
    (answer,) = v.ask([v.on(c, v.POINT_MUL, v.scalar(c, k), v.point(c, ref.generator(c)))], TARGET, engine="lockstep")
    assert answer == (0, v.point(c, ref.multiply(c, k, ref.generator(c))))


@pytest.mark.parametrize("c", [binary_curves()["k163"]], ids=lambda c: c.name)
def test_different_keys_leave_the_same_trace(c: BinaryCurve) -> None:
    for what in timing.SECRET:
        found = timing.verdict(c.name, what, BACKEND, 3)
        assert found.passed, found.sentence


@each_curve
def test_keys_signatures_and_secrets_pass_between_the_library_and_openssl(c: BinaryCurve, tmp_path: Path) -> None:
    files.check_with_openssl(c.standard, tmp_path, "--backend", BACKEND)


NIST = [c for c in CURVES if c.nist]


@pytest.mark.full
@pytest.mark.parametrize("edition", protocols.EDITIONS)
@pytest.mark.parametrize("c", NIST, ids=[c.name for c in NIST])
def test_every_vector_of_nist(c: BinaryCurve, edition: str) -> None:
    protocols.check_signatures(c, protocols.of_curve(edition, "SigGen.txt", c), TARGET)
    protocols.check_verdicts(c, protocols.of_curve(edition, "SigVer.rsp", c), TARGET)
    protocols.check_keys(c, edition, TARGET)
