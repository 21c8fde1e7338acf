# SPDX-License-Identifier: Apache-2.0
"""The kernels of fields and the curves over them on the circuit, instruction by instruction beside the interpreter.

So the interpreter's cycles of the same code are the circuit's.
"""

import random

import pytest

from evariste.ecc import vectors as v
from evariste.ecc.curves import Curve, PrimeCurve, curves, primes
from verify.ecc import test_curves as curve
from verify.ecc import test_fields as binary
from verify.ecc import test_prime_fields as prime
from verify.pete.test_curves import BASELINE, FAST, FOUR_PASSES

CACHED = v.Target("pete", "bise_icache2", "pete")
each_target = pytest.mark.parametrize("target", [FAST, FOUR_PASSES, BASELINE], ids=["fast", "bise", "baseline"])
# The longest on the core alone take some minutes more than anything else here.
SHORT = ("p192", "p256", "k163", "b163")


def agree(requests: list[v.Request], right: list[bytes], target: v.Target) -> None:
    assert [data for _, data in v.ask(requests, target, engine="lockstep")] == right


@each_target
def test_kernels_of_prime_fields(target: v.Target) -> None:
    rng = random.Random(target.configuration)
    for f in primes().values():
        cases = prime.operations(f, *(rng.randrange(prime.modulus(f)) for _ in range(2)))
        answers = v.ask([request for request, _ in cases], target, engine="lockstep")
        assert [v.number(data) % f.p for _, data in answers] == [expected for _, expected in cases]


@each_target
def test_kernels_of_binary_fields(target: v.Target) -> None:
    rng = random.Random(target.configuration)
    cases = []
    for m in binary.fields():
        cases += binary.one_of_each(m, *(rng.getrandbits(m) for _ in range(4)), 2)
    agree([request for request, _ in cases], [expected for _, expected in cases], target)


def test_inverses_and_products_modulo_orders() -> None:
    rng, requests, right = random.Random(1), [], []
    for f in (primes()["p256"], primes()["p521"]):
        a = rng.randrange(1, f.p)
        requests.append(v.prime_field(v.INV, f, a))
        right.append(v.words(pow(a, -1, f.p), f.words))
    for c in curves().values():
        a, b = rng.randrange(c.n), rng.randrange(c.n)
        requests.append(v.on(c, v.SCALAR_MUL, v.scalar(c, a), v.scalar(c, b)))
        right.append(v.scalar(c, a * b % c.n))
    agree(requests, right, FAST)


def check_curve(c: Curve, target: v.Target) -> None:
    """k P, k G and u G + v P, on secret scalars and on public ones."""
    rng = random.Random(c.name)
    p, k, u = curve.some_point(c, rng), rng.randrange(1, c.n), rng.randrange(1, c.n)
    g = (c.gx, c.gy)
    requests = [v.on(c, v.POINT_MUL, v.scalar(c, k), v.point(c, p)), v.on(c, v.BASE_MUL, v.scalar(c, k)),
                v.on(c, v.MUL2_VARTIME, v.scalar(c, u), v.scalar(c, k), v.point(c, p))]  # fmt: skip
    both = curve.ref.add(c, curve.ref.multiply(c, u, g), curve.ref.multiply(c, k, p))
    right = [curve.times(c, k, p), curve.times(c, k, g), both]
    assert [v.two(c, data) for _, data in v.ask(requests, target, engine="lockstep")] == right


@pytest.mark.full
@each_target
@pytest.mark.parametrize("c", curves().values(), ids=curves())
def test_curves(c: Curve, target: v.Target) -> None:
    if target == BASELINE and c.name not in SHORT:
        pytest.skip("on the core alone four curves are enough")
    check_curve(c, target)


@pytest.mark.full
def test_a_curve_with_a_cache() -> None:
    c = curves()["p192"]
    assert isinstance(c, PrimeCurve)
    check_curve(c, CACHED)
