# SPDX-License-Identifier: Apache-2.0
"""Constants of tau-adic expansions on Koblitz curves, tau^2 = mu tau - 2, mu = (-1)^(1 - a).

Source: Solinas, "Efficient arithmetic on Koblitz curves" (2000); Guide to Elliptic Curve Cryptography, 3.4.
Elements of Z[tau] are pairs (u, v) for u + v tau.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from evariste.ecc.curves import BinaryCurve as Curve

Z = tuple[int, int]
GUARD = 8  # bits that a truncated factor keeps beyond what the quotient has
BLOCK = 16  # digits found before the residue is divided by tau^BLOCK


def zmul(mu: int, a: Z, b: Z) -> Z:
    vv = a[1] * b[1]
    return a[0] * b[0] - 2 * vv, a[0] * b[1] + a[1] * b[0] + mu * vv


def power(mu: int, n: int) -> Z:
    r = (1, 0)
    for _ in range(n):
        r = zmul(mu, r, (0, 1))
    return r


def norm(mu: int, a: Z) -> int:
    return a[0] * a[0] + mu * a[0] * a[1] + 2 * a[1] * a[1]


@dataclass(frozen=True)
class Reduction:
    """delta = (tau^m - 1) / (tau - 1) = d0 + d1 tau, and the constants to divide by it with multiplications.

    The quotient of k by delta is (k (d0 + mu d1) - k d1 tau) / n; each part is ((k >> drop) * reciprocal) >> shift,
    rounded. Before rounding it is off by less than 2^-GUARD for k < n, and by less than 1 for any k of whole words.
    """

    mu: int
    d0: int
    d1: int
    drop: int
    shift: int
    g0: int
    g1: int

    def residue(self, k: int) -> Z:
        """k modulo delta, by the same steps as the firmware."""
        half, k1 = 1 << (self.shift - 1), k >> self.drop
        q0, q1 = (k1 * self.g0 + half) >> self.shift, (k1 * self.g1 + half) >> self.shift
        p = zmul(self.mu, (q0, q1), (self.d0, self.d1))
        return k - p[0], -p[1]


@cache
def reduction(c: Curve) -> Reduction:
    mu = 1 if c.a else -1
    total, term = (0, 0), (1, 0)
    for _ in range(c.degree):
        total = (total[0] + term[0], total[1] + term[1])
        term = zmul(mu, term, (0, 1))
    d0, d1 = total
    assert norm(mu, total) == c.n
    factors = (d0 + mu * d1, -d1)
    size = max(abs(f) for f in factors).bit_length()
    length = (c.n.bit_length() + 31) // 32 * 32
    drop = (c.n.bit_length() - size - GUARD) // 32 * 32
    shift = max(length - drop, (c.n.bit_length() - drop + GUARD + 31) // 32 * 32)
    g0, g1 = (((f << (shift + drop)) + c.n // 2) // c.n for f in factors)
    return Reduction(mu, d0, d1, drop, shift, g0, g1)


@dataclass(frozen=True)
class Window:
    """Digits of width w.

    `t`: u0 + u1 tau is congruent to u0 + u1 t modulo tau^w. `alpha[i]` is an element congruent to 2 i + 1 modulo
    tau^w, the shortest in `window`. `digits[i]`: the digit for what is 2 i + 1 modulo tau^w. `chords`: see below.
    """

    w: int
    t: int
    alpha: tuple[Z, ...]
    digits: tuple[int, ...]
    chords: tuple[tuple[int, int, int], ...] = ()

    def element(self, digit: int) -> Z:
        """What a digit stands for."""
        u, v = self.alpha[abs(digit) // 2]
        return (u, v) if digit > 0 else (-u, -v)


@cache
def window(mu: int, w: int) -> Window:
    size = 1 << w
    t = _image_of_tau(mu, w)
    span = range(-size, size + 1)
    best: dict[int, Z] = {}
    for v in span:
        for u in span:
            key = (u + v * t) % size
            if key % 2 and key < size // 2:
                now = best.get(key)
                if now is None or (norm(mu, (u, v)), abs(v), -u) < (norm(mu, now), abs(now[1]), -now[0]):
                    best[key] = (u, v)
    alpha = tuple(best[u] for u in range(1, size // 2, 2))
    assert alpha[0] == (1, 0)
    return Window(w, t, alpha, tuple(_signed(u, size) for u in range(1, size, 2)))


@cache
def chord_window(mu: int, w: int) -> Window:
    """The window in which only 1 and the digits tau^k +- 1 are used, because their points cost least.

    `chords` are (k, digit of tau^k + 1, digit of tau^k - 1), 0 for one that is not needed. Any other digit is replaced
    by the digit that differs by tau^(w - 1). The next digit then comes w - 1 places further.
    """
    size, t = 1 << w, _image_of_tau(mu, w)
    known: dict[int, Z] = {1: (1, 0)}
    chords = []
    for k in range(2, w):
        u, v = power(mu, k)
        found = []
        for e in ((u + 1, v), (u - 1, v)):
            digit = _signed((e[0] + e[1] * t) % size, size)
            found.append(0 if abs(digit) in known else digit)
            known.setdefault(abs(digit), e if digit > 0 else (-e[0], -e[1]))
        chords.append((k, found[0], found[1]))
    odd = [_signed(u, size) for u in range(1, size, 2)]
    digits = [d if abs(d) in known else _signed((d + size // 2) % size, size) for d in odd]
    assert all(abs(d) in known for d in digits)
    return Window(w, t, tuple(known.get(u, (0, 0)) for u in range(1, size // 2, 2)), tuple(digits), tuple(chords))


def _image_of_tau(mu: int, w: int) -> int:
    lucas = [0, 1]
    while len(lucas) <= w:
        lucas.append(mu * lucas[-1] - 2 * lucas[-2])
    return 2 * lucas[w - 1] * pow(lucas[w], -1, 1 << w) % (1 << w)


def _signed(u: int, size: int) -> int:
    return u - size if u >= size // 2 else u


def expand(c: Curve, k: int, win: Window) -> list[int]:
    """The tau-adic digits of k modulo delta, least significant digit first."""
    red = reduction(c)
    r0, r1 = red.residue(k)
    digits = []
    while r0 or r1:
        digit = 0
        if r0 & 1:
            digit = win.digits[(r0 + r1 * win.t) % (1 << win.w) // 2]
            e = win.element(digit)
            r0, r1 = r0 - e[0], r1 - e[1]
        digits.append(digit)
        r0, r1 = r1 + red.mu * (r0 // 2), -(r0 // 2)
    return digits
