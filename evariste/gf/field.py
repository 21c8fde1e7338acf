# SPDX-License-Identifier: Apache-2.0
"""GF(2^m) of any size by the schoolbook: shift and add, Euclid, repeated squaring. Elements are integers.

Nothing here uses reduction matrices, tables or the Itoh-Tsujii chain, so it can disagree with them.
"""

from collections.abc import Iterable

from evariste.gf import polynomial


class Field:
    """The polynomials over GF(2) modulo an irreducible one."""

    def __init__(self, modulus: int) -> None:
        if not polynomial.is_irreducible(modulus):
            raise ValueError(f"{modulus:#x} = {polynomial.text(modulus)} is not irreducible")
        self.modulus = modulus
        self.m = polynomial.degree(modulus)

    @classmethod
    def of_terms(cls, terms: Iterable[int]) -> "Field":
        """The field whose modulus has these exponents."""
        return cls(sum(1 << t for t in terms))

    def multiply(self, a: int, b: int) -> int:
        """Shift and add: b's bits from the top, reducing after each shift."""
        result = 0
        for i in range(self.m - 1, -1, -1):
            result <<= 1
            if result >> self.m:
                result ^= self.modulus
            if b >> i & 1:
                result ^= a
        return result

    def square(self, a: int) -> int:
        return self.multiply(a, a)

    def power(self, a: int, exponent: int) -> int:
        """a^exponent; a negative exponent takes the inverse."""
        if exponent < 0:
            a, exponent = self.inverse(a), -exponent
        result = 1
        while exponent:
            if exponent & 1:
                result = self.multiply(result, a)
            a, exponent = self.multiply(a, a), exponent >> 1
        return result

    def inverse(self, a: int) -> int:
        """By the extended Euclidean algorithm: g*a = u mod modulus throughout."""
        if not a:
            raise ZeroDivisionError("0 has no inverse")
        u, v, g, h = a, self.modulus, 1, 0
        while u != 1:
            shift = polynomial.degree(u) - polynomial.degree(v)
            if shift < 0:
                u, v, g, h, shift = v, u, h, g, -shift
            u ^= v << shift
            g ^= h << shift
        return polynomial.remainder(g, self.modulus)

    def divide(self, a: int, b: int) -> int:
        return self.multiply(a, self.inverse(b))

    def square_root(self, a: int) -> int:
        """a^(2^(m-1))."""
        for _ in range(self.m - 1):
            a = self.square(a)
        return a

    def trace(self, a: int) -> int:
        """a + a^2 + a^4 + ... + a^(2^(m-1)), which is 0 or 1."""
        total = term = a
        for _ in range(self.m - 1):
            term = self.square(term)
            total ^= term
        return total

    def half_trace(self, a: int) -> int:
        """For odd m, a solution z of z^2 + z = a + trace(a): the sum of a^(4^i), i = 0..(m-1)/2."""
        if self.m % 2 == 0:
            raise ValueError("the half-trace needs an odd degree")
        total = term = a
        for _ in range(self.m // 2):
            term = self.square(self.square(term))
            total ^= term
        return total
