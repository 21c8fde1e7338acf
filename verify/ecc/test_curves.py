# SPDX-License-Identifier: Apache-2.0
"""The curves: constants, group laws, encodings, validation; expected points from Python integers."""

import itertools
import random
from typing import Any

import pytest

from evariste.ecc import koblitz
from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, Curve, PrimeCurve, binary_curves, curves, prime_curves
from evariste.machines import NATIVE, NATIVES

CURVES = list(curves().values())
NAMES = [c.name for c in CURVES]
BACKENDS = (NATIVE, "host")


def each_curve() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("c", CURVES, ids=NAMES)


def some_point(c: Curve, rng: random.Random) -> tuple[int, int]:
    p = ref.multiply(c, rng.randrange(1, 1 << 24), ref.generator(c))
    assert p is not None
    return p


def times(c: Curve, k: int, p: ref.Point) -> ref.Point:
    """k p, the shorter way round."""
    return ref.multiply(c, k if 2 * k < c.n else k - c.n, p)


def probably_prime(n: int) -> bool:
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


@each_curve()
def test_the_constants_describe_a_curve_with_a_base_point_of_prime_order(c: Curve) -> None:
    g = ref.generator(c)
    assert ref.on_curve(c, g)
    assert ref.multiply(c, c.n, g) is None
    assert probably_prime(c.n)
    # Hasse: |h n - (q + 1)| <= 2 sqrt(q)
    assert (c.h * c.n - c.field_size - 1) ** 2 <= 4 * c.field_size
    if isinstance(c, PrimeCurve):
        assert probably_prime(c.p)
        assert (4 * c.a**3 + 27 * c.b**2) % c.p  # not singular


@each_curve()
def test_the_reference_obeys_the_group_laws(c: Curve) -> None:
    rng = random.Random(c.name)
    p, q, r = (some_point(c, rng) for _ in range(3))
    assert ref.add(c, p, q) == ref.add(c, q, p)
    assert ref.add(c, ref.add(c, p, q), r) == ref.add(c, p, ref.add(c, q, r))
    assert ref.add(c, p, ref.negate(c, p)) is None
    assert ref.add(c, p, None) == p
    assert ref.on_curve(c, ref.add(c, p, q))


@each_curve()
def test_the_reference_multiplies_as_repeated_addition_does(c: Curve) -> None:
    p = some_point(c, random.Random(c.name))
    total: ref.Point = None
    for k in range(20):
        assert ref.multiply(c, k, p) == total
        total = ref.add(c, total, p)
    assert ref.multiply(c, c.n - 20, p) == ref.negate(c, total)
    assert ref.multiply(c, c.n + 20, p) == total


@pytest.mark.parametrize("backend", (*NATIVES, "host"))
@each_curve()
def test_scalar_multiplication_for_secrets_and_for_public_scalars(c: Curve, backend: str) -> None:
    rng = random.Random(c.name + backend)
    p = some_point(c, rng)
    scalars = [1, 2, 3, 4, 5, c.n - 1, c.n - 2, c.n - 5, 1 << (c.n.bit_length() - 1), rng.randrange(1, c.n)]
    requests: list[v.Request] = []
    expected: list[ref.Point] = []
    for k in scalars:
        kp, kg, u = times(c, k, p), times(c, k, ref.generator(c)), rng.randrange(1, 1 << 16)
        ks, ps = v.scalar(c, k), v.point(c, p)
        requests += [
            v.on(c, v.POINT_MUL, ks, ps),
            v.on(c, v.BASE_MUL, ks),
            v.on(c, v.MUL_VARTIME, ks, ps),
            v.on(c, v.MUL2_VARTIME, v.scalar(c, u), ks, ps),
        ]
        expected += [kp, kg, kp, ref.add(c, kp, times(c, u, ref.generator(c)))]
    for request, point, (status, data) in zip(requests, expected, v.ask(requests, backend), strict=True):
        assert (status, v.two(c, data)) == (0, point), request


def hard_scalars(c: PrimeCurve) -> list[int]:
    """Around 0, the order and the digits of five bits; where the last addition meets its own summand; runs of bits."""
    n, bits = c.n, c.n.bit_length()
    small = [1, 2, 3, 15, 16, 17, 30, 31, 32, 33, 34, 1023, 1024, 1025]
    runs = [(1 << bits - 1) - 1, 1 << bits - 1, ((1 << bits) - 1) // 3, ((1 << bits) - 1) // 31]
    digits = [n - 2 * (n % 32), n - n % 32, n % 32, 2 * (n % 32), n - 2 * (n % 16), n - 2 * (n % 64), (n - 1) // 2]
    return [k for k in [*small, *(n - k for k in small), *digits, *runs] if 0 < k < n]


def hard() -> list[Any]:
    """Every prime curve on this computer, and on the processor; there the longest take long."""
    return [pytest.param(c, backend, id=f"{name}-{backend}", marks=[pytest.mark.full] if slow else [])
            for name, c in prime_curves().items() for backend in (*BACKENDS, "portable")
            for slow in (c.n.bit_length() > 256 and backend != "host",)]  # fmt: skip


@pytest.mark.parametrize(("c", "backend"), hard())
def test_scalars_near_the_exceptions_of_prime_curves(c: PrimeCurve, backend: str) -> None:
    p, g, scalars = some_point(c, random.Random(c.name)), ref.generator(c), hard_scalars(c)
    requests = [request for k in scalars for ks in [v.scalar(c, k)]
                for request in (v.on(c, v.POINT_MUL, ks, v.point(c, p)), v.on(c, v.BASE_MUL, ks),
                                v.on(c, v.MUL_VARTIME, ks, v.point(c, p)))]  # fmt: skip
    expected = [times(c, k, q) for k in scalars for q in (p, g, p)]
    for request, point, (status, data) in zip(requests, expected, v.ask(requests, backend), strict=True):
        assert (status, v.two(c, data)) == (0, point), request


@pytest.mark.parametrize("backend", NATIVES)
@each_curve()
def test_infinity_is_reported_and_exceptional_sums_are_right(c: Curve, backend: str) -> None:
    g, n = ref.generator(c), c.n
    requests, expected = [], []
    for u, k, p in [(1, n - 1, g), (5, n - 5, g), (0, 0, g), (1, 1, g), (3, 3, g), (0, 7, g), (7, 0, g), (n - 1, 2, g)]:
        requests.append(v.on(c, v.MUL2_VARTIME, v.scalar(c, u), v.scalar(c, k), v.point(c, p)))
        expected.append(times(c, (u + k) % n, g))
    for k in (0, n):
        requests.append(v.on(c, v.MUL_VARTIME, v.scalar(c, k), v.point(c, g)))
        expected.append(None)
    for (status, data), point in zip(v.ask(requests, backend), expected, strict=True):
        if point is None:
            assert v.statuses()[status] == "infinity"
        else:
            assert (v.statuses()[status], v.two(c, data)) == ("ok", point)


@each_curve()
def test_the_comb_is_right_for_the_scalars_its_additions_cannot_do(c: Curve) -> None:
    scalars = random.Random(c.name).sample(list(v.comb_exceptions(c)), 6)
    answers = v.ask([v.on(c, v.BASE_MUL, v.scalar(c, k)) for k in scalars])
    for k, (status, data) in zip(scalars, answers, strict=True):
        assert (status, v.two(c, data)) == (0, ref.multiply(c, k, ref.generator(c))), hex(k)


@pytest.mark.parametrize("backend", BACKENDS)
@each_curve()
def test_a_secret_scalar_that_is_none_is_refused_and_nothing_done(c: Curve, backend: str) -> None:
    g = ref.generator(c)
    top = 1 << 32 * ((c.n.bit_length() + 31) // 32)
    scalars = {k: "scalar too large" for k in (c.n, c.n + 1, 2 * c.n, top - 1) if k < top} | {0: "scalar zero"}
    for k, expected in scalars.items():
        for request in (v.on(c, v.POINT_MUL, v.scalar(c, k), v.point(c, g)), v.on(c, v.BASE_MUL, v.scalar(c, k))):
            status, data = v.ask([request], backend)[0]
            assert (v.statuses()[status], set(data)) == (expected, {0}), hex(k)


@pytest.mark.parametrize("backend", BACKENDS)
@each_curve()
def test_points_survive_encoding_compressed_and_not(c: Curve, backend: str) -> None:
    rng = random.Random(c.name)
    two = [(0, ref.sqrt(c.b, c.poly))] if isinstance(c, BinaryCurve) else [ref.negate(c, ref.generator(c)) or (0, 0)]
    for p in [ref.generator(c), *(some_point(c, rng) for _ in range(2)), *two]:
        long, short = v.ask([v.on(c, v.ENCODE, v.point(c, p), argument=a) for a in (0, 1)], backend)
        assert long[1] == b"\x04" + p[0].to_bytes(c.octets, "big") + p[1].to_bytes(c.octets, "big")
        assert short[1] == bytes([2 | ref.parity(c, p)]) + p[0].to_bytes(c.octets, "big")
        for encoded in (long[1], short[1]):
            status, data = v.ask([v.on(c, v.DECODE, encoded)], backend)[0]
            assert (status, v.two(c, data)) == (0, p)


def off_curve_abscissa(c: Curve) -> int:
    x = 2
    while True:
        try:
            ref.decompress(c, x, 0)
        except ValueError:
            return x
        x += 1


@pytest.mark.parametrize("backend", BACKENDS)
@each_curve()
def test_a_malformed_or_foreign_point_is_refused_with_its_own_status(c: Curve, backend: str) -> None:
    g, k = ref.generator(c), c.octets
    x, y = g[0].to_bytes(k, "big"), g[1].to_bytes(k, "big")
    high, over = (outside(c, z).to_bytes(k, "big") for z in g)
    cases = {
        b"\x00": "infinity",
        b"\x04" + x + y[:-1]: "bad length",
        b"\x04" + x + y + b"\x00": "bad length",
        b"\x04" + x: "bad length",
        b"\x02" + x + y: "bad length",
        b"\x04": "bad length",
        b"\x05" + x + y: "bad format",
        b"\x06" + x + y: "hybrid point",
        b"\x01" + x: "bad format",
        b"\x00" + x + y: "bad format",
        b"\x04" + high + y: "out of field",
        b"\x04" + b"\xff" * (2 * k): "out of field",
        b"\x04" + x + over: "out of field",
        b"\x02" + high: "out of field",
        b"\x04" + x + (g[1] ^ 1).to_bytes(k, "big"): "not on curve",
        b"\x04" + y + x: "not on curve",
        b"\x04" + bytes(2 * k): "not on curve",
        b"\x02" + off_curve_abscissa(c).to_bytes(k, "big"): "not on curve",
        b"\x03" + off_curve_abscissa(c).to_bytes(k, "big"): "not on curve",
        b"\x03" + bytes(k): "not on curve" if no_point_with_odd_y_at_0(c) else "ok",
    }
    answers = v.ask([v.on(c, v.DECODE, p) for p in cases], backend)
    assert [v.statuses()[s] for s, _ in answers] == list(cases.values())


def outside(c: Curve, coordinate: int) -> int:
    """A number that is no coordinate, close to one that is: for a prime field the prime, and what is above it."""
    if isinstance(c, PrimeCurve):
        return min(c.p + coordinate % 2**64, (1 << 8 * c.octets) - 1)
    return coordinate | 1 << c.degree


def no_point_with_odd_y_at_0(c: Curve) -> bool:
    try:
        return isinstance(c, BinaryCurve) or ref.decompress(c, 0, 1) is None
    except ValueError:
        return True


def small_points(c: BinaryCurve) -> list[tuple[int, int]]:
    two = (0, ref.sqrt(c.b, c.poly))
    if c.h == 2:
        return [two]
    assert c.a == 0
    assert c.b == 1
    return [two, (1, 0), (1, 1)]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("c", binary_curves().values(), ids=binary_curves())
def test_points_of_small_order_and_of_other_cosets_are_refused(c: BinaryCurve, backend: str) -> None:
    rng = random.Random(c.name)
    small = small_points(c)
    assert all(ref.on_curve(c, s) and ref.multiply(c, c.h, s) is None for s in small)
    requests = [v.on(c, v.CHECK_PUBLIC, v.point(c, s)) for s in small]
    expected = ["small order"] * len(small)
    for _ in range(4):
        p = some_point(c, rng)
        requests.append(v.on(c, v.CHECK_PUBLIC, v.point(c, p)))
        expected.append("ok")
        for s in small:
            q = ref.add(c, p, s)
            assert q is not None
            requests.append(v.on(c, v.CHECK_PUBLIC, v.point(c, q)))
            expected.append("wrong subgroup")
    assert [v.statuses()[s] for s, _ in v.ask(requests, backend)] == expected


@pytest.mark.parametrize("backend", BACKENDS)
@each_curve()
def test_private_scalars_outside_1_to_n_minus_1_are_refused(c: Curve, backend: str) -> None:
    top = (1 << 32 * ((c.n.bit_length() + 31) // 32)) - 1
    large = "scalar too large"
    cases = {0: "scalar zero", 1: "ok", c.n - 1: "ok", c.n: large, c.n + 1: large, top: large}
    answers = v.ask([v.on(c, v.CHECK_SCALAR, v.scalar(c, k)) for k in cases], backend)
    assert [v.statuses()[s] for s, _ in answers] == list(cases.values())


@pytest.mark.parametrize("backend", BACKENDS)
@each_curve()
def test_arithmetic_modulo_the_order(c: Curve, backend: str) -> None:
    rng = random.Random(c.name)
    values = [0, 1, 2, c.n - 1, c.n - 2, *(rng.randrange(c.n) for _ in range(8))]
    requests, expected = [], []
    for a in values:
        b = rng.choice(values)
        requests += [
            v.on(c, v.SCALAR_ADD, v.scalar(c, a), v.scalar(c, b)),
            v.on(c, v.SCALAR_MUL, v.scalar(c, a), v.scalar(c, b)),
            v.on(c, v.SCALAR_INVERSE, v.scalar(c, a)),
        ]
        expected += [(a + b) % c.n, a * b % c.n, pow(a, -1, c.n) if a else 0]
    for length in (20, 28, 32, 48, 64):
        digest = rng.randbytes(length)
        bits = 8 * length
        z = int.from_bytes(digest, "big") >> max(0, bits - c.n.bit_length())
        requests.append(v.on(c, v.FROM_DIGEST, digest))
        expected.append(z % c.n)
    for data in (bytes(40), b"\xff" * 40, rng.randbytes(80)):
        requests.append(v.on(c, v.FROM_RANDOM, data))
        expected.append(int.from_bytes(data, "big") % (c.n - 1) + 1)
    assert [v.number(data) for _, data in v.ask(requests, backend)] == expected


@pytest.mark.parametrize("name", [c.name for c in binary_curves().values() if c.koblitz])
@pytest.mark.parametrize("kind", ["all digits", "digits of chords"])
def test_tau_adic_digits_are_sparse_and_stand_for_the_scalar(name: str, kind: str) -> None:
    c = binary_curves()[name]
    mu = 1 if c.a else -1
    rng = random.Random(name)
    window = koblitz.window(mu, 6) if kind == "all digits" else koblitz.chord_window(mu, 5)
    gap = 6 if kind == "all digits" else 4
    longest = 32 * ((c.n.bit_length() + 31) // 32)
    for k in [1, c.n - 1, (1 << longest) - 1, *(rng.randrange(c.n) for _ in range(8))]:
        digits = koblitz.expand(c, k, window)
        nonzero = [i for i, d in enumerate(digits) if d]
        assert all(b - a >= gap for a, b in itertools.pairwise(nonzero))
        assert len(digits) <= c.degree + 8
        total = (0, 0)
        for d in reversed(digits):
            total = koblitz.zmul(mu, total, (0, 1))
            if d:
                u, w = window.element(d)
                total = (total[0] + u, total[1] + w)
        red = koblitz.reduction(c)
        # total - k is a multiple of delta: (total - k) conj(delta) is divisible by n
        t = (total[0] - k, total[1])
        product = koblitz.zmul(mu, t, (red.d0 + mu * red.d1, -red.d1))
        assert product[0] % c.n == 0
        assert product[1] % c.n == 0


@pytest.mark.parametrize("mu", [-1, 1])
def test_each_chord_makes_the_points_it_is_listed_for(mu: int) -> None:
    window = koblitz.chord_window(mu, 5)
    made = {1}
    for k, plus, minus in window.chords:
        u, v = koblitz.power(mu, k)
        for digit, element in ((plus, (u + 1, v)), (minus, (u - 1, v))):
            if digit:
                assert window.element(digit) == element
                made.add(abs(digit))
    assert {abs(d) for d in window.digits} == made
