# SPDX-License-Identifier: Apache-2.0
"""Reference arithmetic of the curves on Python integers: fields by the definition, points in affine coordinates.

The functions on points take curves of both kinds; `prime` has the formulas of prime curves.

`multiply` works in projective coordinates because a test needs thousands of points; a test compares it with `add`.
"""

from __future__ import annotations

from functools import cache, lru_cache

from evariste.ecc import prime
from evariste.ecc.curves import BinaryCurve, Curve, PrimeCurve

Point = tuple[int, int] | None  # None is the point at infinity


def clmul(a: int, b: int) -> int:
    """The product of polynomials over GF(2), four bits of b at a time."""
    table = [0, a, a << 1, a << 1 ^ a]
    table += [t ^ a << 2 for t in table]
    table += [t ^ a << 3 for t in table]
    r = 0
    for digit in format(b, "x"):
        r = r << 4 ^ table[int(digit, 16)]
    return r


@cache
def _lower_terms(f: int) -> list[int]:
    """The exponents of all terms but the leading one."""
    return [t for t in range(f.bit_length() - 1) if f >> t & 1]


def mod(a: int, f: int) -> int:
    """The remainder: replaces everything from the degree up by the lower terms."""
    m = f.bit_length() - 1
    mask = (1 << m) - 1
    while a >> m:
        high, a = a >> m, a & mask
        for t in _lower_terms(f):
            a ^= high << t
    return a


def mul(a: int, b: int, f: int) -> int:
    return mod(clmul(a, b), f)


def sqr(a: int, f: int) -> int:
    return mod(int(format(a, "b"), 4), f)  # a digit of base 4 for each bit: zeros between the bits


def sqrn(a: int, n: int, f: int) -> int:
    for _ in range(n):
        a = sqr(a, f)
    return a


def inverse(a: int, f: int) -> int:
    """By the extended Euclidean algorithm; 0 for 0."""
    if a == 0:
        return 0
    u, v, g1, g2 = a, f, 1, 0
    while u != 1:
        j = u.bit_length() - v.bit_length()
        if j < 0:
            u, v, g1, g2, j = v, u, g2, g1, -j
        u ^= v << j
        g1 ^= g2 << j
    return mod(g1, f)


def sqrt(a: int, f: int) -> int:
    return sqrn(a, f.bit_length() - 2, f)


def trace(a: int, f: int) -> int:
    t = s = a
    for _ in range(f.bit_length() - 2):
        s = sqr(s, f)
        t ^= s
    return t


def half_trace(a: int, f: int) -> int:
    h = a
    for _ in range((f.bit_length() - 2) // 2):
        h = sqr(sqr(h, f), f) ^ a
    return h


def _poly(c: Curve) -> int:
    assert isinstance(c, BinaryCurve)
    return c.poly


def on_curve(c: Curve, p: Point) -> bool:
    if p is None:
        return True
    if isinstance(c, PrimeCurve):
        return prime.on_curve(c, p)
    x, y = p
    f = _poly(c)
    x2 = sqr(x, f)
    return sqr(y, f) ^ mul(x, y, f) == mul(x, x2, f) ^ (x2 if c.a else 0) ^ c.b


def negate(c: Curve, p: Point) -> Point:
    if p is None:
        return None
    return (p[0], -p[1] % c.p) if isinstance(c, PrimeCurve) else (p[0], p[0] ^ p[1])


def add(c: Curve, p: Point, q: Point) -> Point:
    if p is None:
        return q
    if q is None:
        return p
    if isinstance(c, PrimeCurve):
        return prime.add(c, p, q)
    f = _poly(c)
    (x1, y1), (x2, y2) = p, q
    if x1 == x2:
        if y1 != y2 or x1 == 0:
            return None
        s = x1 ^ mul(y1, inverse(x1, f), f)
        x3 = sqr(s, f) ^ s ^ c.a
        return x3, sqr(x1, f) ^ mul(s ^ 1, x3, f)
    s = mul(y1 ^ y2, inverse(x1 ^ x2, f), f)
    x3 = sqr(s, f) ^ s ^ x1 ^ x2 ^ c.a
    return x3, mul(s, x1 ^ x3, f) ^ x3 ^ y1


@lru_cache(maxsize=1024)  # a workload asks for the same multiple on each machine
def multiply(c: Curve, k: int, p: Point) -> Point:
    """k p; on binary curves by double and add in López-Dahab coordinates, x = X / Z, y = Y / Z^2; infinity is Z = 0."""
    if p is None or k == 0:
        return None
    if k < 0:
        return multiply(c, -k, negate(c, p))
    if isinstance(c, PrimeCurve):
        return prime.multiply(c, k, p)
    f = _poly(c)
    x, y = p
    big_x, big_y, z = x, y, 1
    for bit in format(k, "b")[1:]:
        z2, x2 = sqr(z, f), sqr(big_x, f)
        bz4 = mul(c.b, sqr(z2, f), f)
        z = mul(z2, x2, f)
        big_x = sqr(x2, f) ^ bz4
        big_y = mul(bz4, z, f) ^ mul(big_x, (z if c.a else 0) ^ sqr(big_y, f) ^ bz4, f)
        if bit == "1":
            if z == 0:
                big_x, big_y, z = x, y, 1
                continue
            a = big_y ^ mul(y, sqr(z, f), f)
            b = big_x ^ mul(x, z, f)
            if b == 0:  # the same abscissa: leave it to the affine formulas
                inv = inverse(z, f)
                s = add(c, (mul(big_x, inv, f), mul(big_y, sqr(inv, f), f)), p)
                big_x, big_y, z = (*s, 1) if s else (1, 0, 0)
                continue
            t = mul(b, z, f)
            d = mul(sqr(b, f), t ^ (sqr(z, f) if c.a else 0), f)
            z = sqr(t, f)
            e = mul(a, t, f)
            big_x = sqr(a, f) ^ d ^ e
            big_y = mul(e ^ z, big_x ^ mul(x, z, f), f) ^ mul(x ^ y, sqr(z, f), f)
    if z == 0:
        return None
    inv = inverse(z, f)
    return mul(big_x, inv, f), mul(big_y, sqr(inv, f), f)


def generator(c: Curve) -> Point:
    return c.gx, c.gy


def parity(c: Curve, p: tuple[int, int]) -> int:
    """The bit that tells a point from its negative (SEC 1, 2.3.3)."""
    if isinstance(c, PrimeCurve):
        return p[1] & 1
    return mul(p[1], inverse(p[0], _poly(c)), _poly(c)) & 1


def decompress(c: Curve, x: int, bit: int) -> Point:
    """The point with this x and this parity. ValueError if there is none."""
    if isinstance(c, PrimeCurve):
        return prime.decompress(c, x, bit)
    f = _poly(c)
    if x == 0:
        return 0, sqrt(c.b, f)
    beta = x ^ c.a ^ mul(c.b, inverse(sqr(x, f), f), f)
    z = half_trace(beta, f)
    if sqr(z, f) ^ z != beta:
        raise ValueError("no point has this abscissa")
    return x, mul(x, z ^ (z & 1) ^ bit, f)
