# SPDX-License-Identifier: Apache-2.0
"""The curves on level `field`: fields, points, keys, ECDH and signatures, against the oracles of the library's own
tests: Python integers, NIST's vectors, RFC 6979, openssl in both directions.
"""

import random
from pathlib import Path

import pytest

from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, binary_curves
from evariste.machines.vword.workloads import CONFIGURATIONS
from verify.ecc import multiples
from verify.ecc import test_fields as fields
from verify.ecc import test_protocols as protocols

INSTANCES = {parameters["M"]: name for name, parameters in CONFIGURATIONS.items()}
CURVES = [c for c in binary_curves().values() if c.degree in INSTANCES]
QUICK = ("k163", "b163", "k283")
SAMPLE = [pytest.param(c, id=c.name, marks=() if c.name in QUICK else pytest.mark.full) for c in CURVES]
NIST = [pytest.param(c, id=c.name, marks=() if c.name == "b163" else pytest.mark.full) for c in CURVES if c.nist]
each_curve = pytest.mark.parametrize("c", SAMPLE)


def on(m: int) -> v.Target:
    """The instance for the field of degree m."""
    return v.Target("vword", INSTANCES[m], "vword")


def same_products(m: int, target: v.Target) -> None:
    rng = random.Random(m)
    cases = fields.products(m, [(a, b) for a in fields.corners(m) for b in fields.corners(m)])
    for k in (1, 2, 3, 8, m - 1):
        cases += fields.one_of_each(m, *(rng.getrandbits(m) for _ in range(4)), k)
    answers = v.ask([request for request, _ in cases], target)
    assert [got for _, got in answers] == [expected for _, expected in cases]


@pytest.mark.parametrize("m", [163, 283, *(pytest.param(m, marks=pytest.mark.full) for m in (233, 239, 409, 571))])
def test_every_operation_of_the_accelerators_field_is_right(m: int) -> None:
    same_products(m, on(m))
    f, n, rng = fields.fields()[m], (m + 31) // 32, random.Random(m)
    for a in (0, 1, 2, (1 << m) - 1, rng.getrandbits(m)):
        asked = [v.field(op, m, a) for op in (v.INV, v.INV_IN_PLACE, v.SQRT, v.HALF_TRACE)]
        inverse = v.words(ref.inverse(a, f), n)
        expected = [inverse, inverse, v.words(ref.sqrt(a, f), n), v.words(ref.half_trace(a, f), n)]
        assert [got for _, got in v.ask(asked, on(m))] == expected


@pytest.mark.parametrize(("m", "configuration"), [(233, "f163_d32"), (163, "f283_w294_fused"), (163, "none")])
def test_another_field_than_the_accelerators_is_computed_by_portable_code(m: int, configuration: str) -> None:
    same_products(m, v.Target("vword", configuration, "vword"))


@each_curve
def test_multiples_of_points_are_right_for_random_and_for_extreme_scalars(c: BinaryCurve) -> None:
    rng, g = random.Random(c.name), ref.generator(c)
    p = ref.multiply(c, rng.randrange(1, c.n), g)
    assert p is not None
    scalars = [1, 2, 3, c.n - 1, c.n - 2, c.n // 2, c.n // 2 + 1, 1 << c.n.bit_length() - 1, (1 << 32) - 1, 1 << 32,
               *(rng.randrange(1, c.n) for _ in range(4))]  # fmt: skip
    scalars = [k for k in scalars if k < c.n]
    for what, base in ((v.POINT_MUL, p), (v.MUL_VARTIME, p), (v.BASE_MUL, g)):
        given = () if what == v.BASE_MUL else (v.point(c, p),)
        answers = v.ask([v.on(c, what, v.scalar(c, k), *given) for k in scalars], on(c.degree))
        assert answers == [(0, v.point(c, ref.multiply(c, k, base))) for k in scalars]


@each_curve
def test_two_multiples_are_added_in_any_relation(c: BinaryCurve) -> None:
    multiples.check_two_multiples(c, on(c.degree))


@pytest.mark.parametrize("c", NIST)
@pytest.mark.parametrize("edition", protocols.EDITIONS)
def test_nist_vectors(c: BinaryCurve, edition: str) -> None:
    protocols.test_nist_signatures_with_given_nonces(c, edition, on(c.degree))
    protocols.test_nist_verdicts_on_signatures(c, edition, on(c.degree))
    protocols.test_nist_key_pairs_and_verdicts_on_public_keys(c, edition, on(c.degree))


@each_curve
def test_ecdh_with_openssl_in_both_directions(c: BinaryCurve, tmp_path: Path) -> None:
    protocols.test_ecdh_with_openssl_in_both_directions(c, on(c.degree), tmp_path)


@each_curve
def test_signatures_verify_and_changed_ones_do_not(c: BinaryCurve) -> None:
    protocols.test_what_is_signed_verifies_and_what_is_changed_does_not(c, on(c.degree))


@each_curve
def test_signatures_are_those_of_openssl_in_both_directions(c: BinaryCurve, tmp_path: Path) -> None:
    multiples.check_openssl_signatures(c, on(c.degree), tmp_path)
