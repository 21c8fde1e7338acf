# SPDX-License-Identifier: Apache-2.0
"""The Galois-field unit's arithmetic, defined for every operand and every descriptor, irreducible or not.

The unit holds m (2..8) and the columns col_0 .. col_6 of the reduction matrix. From the 15-bit carry-less product c of
two bytes it computes

    mul = (c mod 2^m)  xor  sum of c_(m+j) * col_j for j = 0 .. m-2

so bits of c above 2m-2 are ignored, and a column is used with all its 8 bits. Source of the matrix method:
Chen et al., ISCA 2017, section 2.4; of the inverse's chain: Itoh and Tsujii, 1988.

Functions work on numpy arrays of unsigned integers of any width, with a lane in every byte. They also take Python
integers as 32-bit words.
"""

from typing import TypeVar

import numpy as np

from evariste.gf import polynomial

Words = TypeVar("Words", int, np.ndarray)

LONG_CHAIN = frozenset({2, 4, 7, 8})  # degrees whose inverse runs through a^63; the others run through a^15
SIXTH_TAP = frozenset({5, 7})  # degrees whose inverse is the sixth square; the others take the seventh


def descriptor(poly: int) -> bytes:
    """The 8 bytes for gfcfg: column j = x^(m+j) mod poly for j <= m-2, else 0; then m."""
    m = polynomial.degree(poly)
    if not 2 <= m <= 8:
        raise ValueError(f"a descriptor needs a polynomial of degree 2 to 8, not {m}")
    return bytes(polynomial.remainder(1 << m + j, poly) if j <= m - 2 else 0 for j in range(7)) + bytes([m])


class Lanes:
    """The unit configured with one descriptor."""

    def __init__(self, field: bytes) -> None:
        if len(field) != 8 or not 2 <= field[7] <= 8:
            raise ValueError("a descriptor is seven columns and a degree of 2 to 8")
        self.columns, self.m = field[:7], field[7]

    def multiply(self, a: Words, b: Words) -> Words:
        x, y = _bytes(a), _bytes(b)
        return _like(a, self._reduce(_product(x, y)))

    def square(self, a: Words) -> Words:
        return _like(a, self._square(_bytes(a)))

    def inverse(self, a: Words) -> Words:
        """The unit's cascade of seven squarers and four multipliers; for elements of the field, a^(2^m - 2)."""
        x = _bytes(a)

        def times(u: np.ndarray, v: np.ndarray) -> np.ndarray:
            return self._reduce(_product(u, v))

        s1 = self._square(x)
        m1 = times(s1, x)
        s2 = self._square(m1)
        m2 = times(s2, x)
        s3 = self._square(m2)
        s4 = self._square(s3)
        s5 = self._square(s4)
        m3 = times(s5, m2) if self.m in LONG_CHAIN else times(s3, x)
        s6 = self._square(m3)
        m4 = times(s6, x)
        s7 = self._square(m4)
        return _like(a, s6 if self.m in SIXTH_TAP else s7)

    def power(self, a: Words, e: Words) -> Words:
        """The sum of a^(2^i) over the set bits i of e; a^(2^0) is a itself, unreduced."""
        x, exponent = _bytes(a), _bytes(e)
        total = np.zeros_like(x)
        for i in range(8):
            total ^= np.where(exponent >> i & 1, x, 0).astype(np.uint8)
            x = self._square(x)
        return _like(a, total)

    def _square(self, x: np.ndarray) -> np.ndarray:
        spread = np.zeros(x.shape, np.uint16)
        for i in range(8):
            spread |= (x.astype(np.uint16) >> i & 1) << 2 * i
        return self._reduce(spread)

    def _reduce(self, c: np.ndarray) -> np.ndarray:
        result = c & (1 << self.m) - 1
        for j in range(self.m - 1):
            result ^= (c >> self.m + j & 1) * np.uint16(self.columns[j])
        return result.astype(np.uint8)


def multiply32(a: Words, b: Words) -> tuple[Words, Words]:
    """High and low word of the 64-bit carry-less product of 32-bit words."""
    x, y = np.asarray(a, np.uint64), np.asarray(b, np.uint64)
    product = np.zeros(np.broadcast(x, y).shape, np.uint64)
    for i in range(32):
        product ^= (y >> np.uint64(i) & np.uint64(1)) * (x << np.uint64(i))
    high, low = (product >> np.uint64(32)).astype(np.uint32), product.astype(np.uint32)
    return (int(high), int(low)) if isinstance(a, int) else (high, low)


def _product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The carry-less products of bytes."""
    wide = x.astype(np.uint16)
    total = np.zeros(np.broadcast(x, y).shape, np.uint16)
    for i in range(8):
        total ^= (wide << i) * (y >> i & 1)
    return total


def _bytes(a: int | np.ndarray) -> np.ndarray:
    words = np.array([a], np.uint32) if isinstance(a, int) else np.ascontiguousarray(a)
    return words.view(np.uint8)


def _like(a: Words, lanes: np.ndarray) -> Words:
    return int(lanes.view(np.uint32)[0]) if isinstance(a, int) else lanes.view(a.dtype)
