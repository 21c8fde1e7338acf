# SPDX-License-Identifier: Apache-2.0
"""Reference arithmetic of prime curves and of X25519 on Python integers.

`multiply` works in Jacobian coordinates because a test needs thousands of points; a test compares it with `add`.
"""

from __future__ import annotations

from evariste.ecc.curves import PrimeCurve, x25519

Finite = tuple[int, int]
Point = Finite | None  # None is the point at infinity


def on_curve(c: PrimeCurve, point: Finite) -> bool:
    x, y = point
    return (y * y - (x * x + c.a) * x - c.b) % c.p == 0


def add(c: PrimeCurve, one: Finite, other: Finite) -> Point:
    (x1, y1), (x2, y2), p = one, other, c.p
    if x1 == x2:
        if (y1 + y2) % p == 0:
            return None
        slope = (3 * x1 * x1 + c.a) * pow(2 * y1, -1, p)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, p)
    x3 = (slope * slope - x1 - x2) % p
    return x3, (slope * (x1 - x3) - y1) % p


def multiply(c: PrimeCurve, k: int, point: Finite) -> Point:
    """k times a point for k > 0, by double and add with x = X / Z^2, y = Y / Z^3; infinity is Z = 0."""
    p = c.p
    x, y = point
    big_x, big_y, z = x, y, 1
    for bit in format(k, "b")[1:]:
        s, m = 4 * big_x * big_y * big_y % p, (3 * big_x * big_x + c.a * pow(z, 4, p)) % p
        big_x, z, t = (m * m - 2 * s) % p, 2 * big_y * z % p, 8 * pow(big_y, 4, p)
        big_y = (m * (s - big_x) - t) % p
        if bit == "0":
            continue
        if z == 0:
            big_x, big_y, z = x, y, 1
            continue
        h, r = (x * z * z - big_x) % p, (y * z * z * z - big_y) % p
        if h == 0:  # the same abscissa: leave it to the affine formulas
            total = add(c, _affine(p, big_x, big_y, z), point)
            big_x, big_y, z = (*total, 1) if total else (1, 1, 0)
            continue
        v = big_x * h * h
        big_x = (r * r - h * h * h - 2 * v) % p
        big_y, z = (r * (v - big_x) - big_y * h * h * h) % p, z * h % p
    return _affine(p, big_x, big_y, z) if z else None


def _affine(p: int, x: int, y: int, z: int) -> Finite:
    inverse = pow(z, -1, p)
    return x * inverse * inverse % p, y * inverse * inverse * inverse % p


def decompress(c: PrimeCurve, x: int, bit: int) -> Finite:
    """The point with this x and with lowest bit `bit` of y. ValueError if there is none."""
    p = c.p
    if x >= p:
        raise ValueError("the abscissa is not in the field")
    right = (x * x * x + c.a * x + c.b) % p
    y = sqrt(right, p)
    if y * y % p != right or (y == 0 and bit):
        raise ValueError("no point has this abscissa")
    return x, y if y & 1 == bit else p - y


def sqrt(a: int, p: int) -> int:
    """A square root modulo a prime by Tonelli and Shanks, if there is one."""
    q, s = p - 1, 0
    while q % 2 == 0:
        q, s = q // 2, s + 1
    z = next(z for z in range(2, p) if pow(z, (p - 1) // 2, p) == p - 1)
    root, t, c = pow(a, (q + 1) // 2, p), pow(a, q, p), pow(z, q, p)
    while t not in (0, 1):
        order, power = 0, t
        while power != 1 and order < s:
            power, order = power * power % p, order + 1
        if order == s:
            return 0  # no square
        factor = pow(c, 1 << (s - order - 1), p)
        s, c = order, factor * factor % p
        root, t = root * factor % p, t * c % p
    return root


def exchange(scalar: bytes, u: bytes) -> bytes:
    """X25519 (RFC 7748, 5): a ladder with fractions u = X / Z, by the group law and not by the RFC's steps."""
    c = x25519()
    p = c.prime.p
    k = int.from_bytes(scalar, "little") & ~7 & (1 << 255) - 1 | 1 << 254
    base = (int.from_bytes(u, "little") & (1 << 255) - 1) % p
    low, high = (1, 0), (base, 1)  # m P and (m + 1) P, m the bits of k so far

    def double(point: Finite) -> Finite:
        x, z = point
        return pow(x * x - z * z, 2, p), 4 * x * z * (x * x + c.a * x * z + z * z) % p

    def plus(one: Finite, other: Finite) -> Finite:  # whose difference is the base point
        (x, z), (v, w) = one, other
        return pow(x * v - z * w, 2, p), base * pow(x * w - z * v, 2, p) % p

    for bit in format(k, "b"):
        both = plus(low, high)
        low, high = (both, double(high)) if bit == "1" else (double(low), both)
    x, z = low
    return (x * pow(z, p - 2, p) % p).to_bytes(32, "little")
