# SPDX-License-Identifier: Apache-2.0
"""Curves on the accumulator: inverses, and scalars where formulas meet their exceptions."""

import itertools
import random

import pytest

from evariste.ecc import vectors as v
from evariste.ecc.curves import Curve, PrimeCurve, binary_curves, curves, prime_curves, primes
from verify.ecc import test_curves as curve
from verify.ecc import test_prime_fields as prime

FAST, FOUR_PASSES = (v.Target("pete", configuration, "pete") for configuration in ("fast", "bise"))
BASELINE = v.Target("pete", "baseline", "portable")
each_target = pytest.mark.parametrize("target", [FAST, FOUR_PASSES, BASELINE], ids=["fast", "bise", "baseline"])
each_curve = pytest.mark.parametrize("c", curves().values(), ids=curves())


def inverses(count: int) -> list[tuple[v.Request, bytes]]:
    """Of 0, 1, the largest numbers and random ones, modulo each prime and each order."""
    cases = []
    for f in primes().values():
        for a in some_below(f.p, count):
            cases.append((v.prime_field(v.INV, f, a), v.words(pow(a, -1, f.p) if a else 0, f.words)))
    for c in curves().values():
        for a in some_below(c.n, count):
            cases.append((v.on(c, v.SCALAR_INVERSE, v.scalar(c, a)), v.scalar(c, pow(a, -1, c.n) if a else 0)))
    return cases


def some_below(n: int, count: int) -> list[int]:
    rng = random.Random(n)
    half = (n + 1) // 2
    return [0, 1, 2, half, n - 1, n - 2, 1 << n.bit_length() - 1, *(rng.randrange(n) for _ in range(count))]


def check_inverses(count: int, target: v.Target) -> None:
    cases = inverses(count)
    assert [data for _, data in v.ask([request for request, _ in cases], target)] == [right for _, right in cases]


def check_scalars(c: Curve, scalars: list[int], target: v.Target) -> None:
    p = curve.some_point(c, random.Random(c.name))
    requests, expected = [], []
    for k in scalars:
        requests += [v.on(c, v.POINT_MUL, v.scalar(c, k), v.point(c, p)), v.on(c, v.BASE_MUL, v.scalar(c, k))]
        expected += [curve.times(c, k, p), curve.times(c, k, (c.gx, c.gy))]
    got = [(status, v.two(c, data)) for status, data in v.ask(requests, target)]
    assert got == [(0, point) for point in expected]


def test_inverses_modulo_primes_and_orders() -> None:
    check_inverses(1, FAST)


def test_products_modulo_orders() -> None:
    requests, right = [], []
    for c in curves().values():
        for a, b in itertools.product(some_below(c.n, 1), repeat=2):
            requests.append(v.on(c, v.SCALAR_MUL, v.scalar(c, a), v.scalar(c, b)))
            right.append(v.scalar(c, a * b % c.n))
    assert [data for _, data in v.ask(requests, FAST)] == right


def test_scalars_where_the_last_addition_doubles() -> None:
    for c in (prime_curves()["p192"], binary_curves()["b163"]):
        check_scalars(c, [1, 2, 32, c.n - 1, c.n - 2 * (c.n % 32)], FAST)


@pytest.mark.full
@each_target
def test_many_inverses_modulo_primes_and_orders(target: v.Target) -> None:
    check_inverses(100, target)


@pytest.mark.full
@each_target
@each_curve
def test_scalars_near_the_exceptions(c: Curve, target: v.Target) -> None:
    if isinstance(c, PrimeCurve):
        scalars = curve.hard_scalars(c)
    else:
        scalars = [1, 2, 31, 32, 33, c.n - 1, c.n - 2, *sorted(set(v.comb_exceptions(c)))[::4]]
    check_scalars(c, scalars, target)


@pytest.mark.full
@pytest.mark.parametrize("f", primes().values(), ids=primes())
def test_a_hundred_thousand_inverses(f: prime.Prime) -> None:
    rng = random.Random(f.name)
    for _ in range(20):
        some = [rng.randrange(f.p) for _ in range(5000)]
        prime.agree(f, [(v.prime_field(v.INV, f, a), pow(a, -1, f.p) if a else 0) for a in some], FAST)
