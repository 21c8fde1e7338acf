# SPDX-License-Identifier: Apache-2.0
"""Constants of tau-adic expansions on Koblitz curves, tau^2 = mu tau - 2, mu = (-1)^(1 - a).

Source: Solinas, "Efficient arithmetic on Koblitz curves" (2000); Guide to Elliptic Curve Cryptography, 3.4.
Elements of Z[tau] are pairs (u, v) for u + v tau.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from evariste.ecc.curves import Curve

Z = tuple[int, int]
GUARD = 32  # bits of the reciprocals beyond the length of a scalar


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
    """delta = (tau^m - 1) / (tau - 1) = d0 + d1 tau, and how to divide by it without a division.

    The quotient of k by delta is (k (d0 + mu d1) - k d1 tau) / n; each part is (k * reciprocal) >> shift, rounded.
    """

    mu: int
    d0: int
    d1: int
    shift: int
    g0: int
    g1: int

    def residue(self, k: int) -> Z:
        """k modulo delta, by the same steps as the firmware."""
        half = 1 << (self.shift - 1)
        q0, q1 = (k * self.g0 + half) >> self.shift, (k * self.g1 + half) >> self.shift
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
    bits = c.n.bit_length() + GUARD
    shift = (bits + 31) // 32 * 32
    scaled0, scaled1 = ((d0 + mu * d1) << shift), (-d1 << shift)
    return Reduction(mu, d0, d1, shift, (scaled0 + c.n // 2) // c.n, (scaled1 + c.n // 2) // c.n)


@dataclass(frozen=True)
class Window:
    """Digits of width w: alpha_u, u = 1, 3, ..., is the shortest element congruent to u modulo tau^w.

    `t`: u0 + u1 tau is congruent to u0 + u1 t modulo tau^w. `steps[i]` makes alpha of the (i+1)-th odd u from the point
    itself and one earlier entry: (source, power, sign, own): sign * tau^power * alpha[source] + own * P.
    """

    w: int
    t: int
    alpha: tuple[Z, ...]
    steps: tuple[tuple[int, int, int, int], ...]


@cache
def window(mu: int, w: int) -> Window:
    size = 1 << w
    lucas = [0, 1]
    while len(lucas) <= w:
        lucas.append(mu * lucas[-1] - 2 * lucas[-2])
    t = 2 * lucas[w - 1] * pow(lucas[w], -1, size) % size
    span = range(-size, size + 1)
    best: dict[int, Z] = {}
    for v in span:
        for u in span:
            key = (u + v * t) % size
            if key % 2 and key < size // 2:
                now = best.get(key)
                if now is None or (norm(mu, (u, v)), abs(v), -u) < (norm(mu, now), abs(now[1]), -now[0]):
                    best[key] = (u, v)
    odd = range(1, size // 2, 2)
    alpha = tuple(best[u] for u in odd)
    assert alpha[0] == (1, 0)
    return Window(w, t, alpha, _steps(mu, alpha))


def _steps(mu: int, alpha: tuple[Z, ...]) -> tuple[tuple[int, int, int, int], ...]:
    known = {0}
    made: dict[int, tuple[int, int, int, int]] = {}
    while len(made) + 1 < len(alpha):
        for i in range(1, len(alpha)):
            if i in known:
                continue
            step = _step(mu, alpha, sorted(known), i)
            if step:
                made[i] = step
        new = set(made) - known
        assert new, "a digit cannot be made from the earlier ones"
        known |= new
    return tuple(made[i] for i in range(1, len(alpha)))


def _step(mu: int, alpha: tuple[Z, ...], known: list[int], i: int) -> tuple[int, int, int, int] | None:
    for j in range(2, 12):
        shift = power(mu, j)
        for source in known:
            for sign in (1, -1):
                for own in (1, -1):
                    s = zmul(mu, shift, alpha[source])
                    if (sign * s[0] + own, sign * s[1]) == alpha[i]:
                        return source, j, sign, own
    return None


def expand(c: Curve, k: int, w: int) -> list[int]:
    """The width-w tau-adic non-adjacent form of k modulo delta, least significant digit first."""
    red, win = reduction(c), window(1 if c.a else -1, w)
    r0, r1 = red.residue(k)
    digits = []
    size = 1 << w
    while r0 or r1:
        u = 0
        if r0 & 1:
            u = (r0 + r1 * win.t) % size
            if u >= size // 2:
                u -= size
            s, (b, g) = (1 if u > 0 else -1), win.alpha[abs(u) // 2]
            r0, r1 = r0 - s * b, r1 - s * g
        digits.append(u)
        r0, r1 = r1 + red.mu * (r0 // 2), -(r0 // 2)
    return digits
