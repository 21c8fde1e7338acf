# SPDX-License-Identifier: Apache-2.0
"""Reed-Solomon and binary BCH codes by their definitions, slowly: generators, encoding, syndromes.

Shares nothing with the firmware. Polynomials over GF(2^m) are lists, coefficient of x^i at index i; binary
polynomials are integers, bit i the coefficient of x^i. Words are in order of transmission, x^(n-1) first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property


@dataclass(frozen=True)
class Field:
    """GF(2^m) = GF(2)[x] / polynomial, alpha = x; the polynomial must be primitive."""

    polynomial: int
    m: int = field(init=False)
    order: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "m", self.polynomial.bit_length() - 1)
        object.__setattr__(self, "order", (1 << self.m) - 1)
        if len(set(self.exp)) != self.order:
            raise ValueError(f"{self.polynomial:#x} is not primitive")

    @cached_property
    def exp(self) -> list[int]:
        powers, power = [], 1
        for _ in range(self.order):
            powers.append(power)
            power <<= 1
            if power >> self.m:
                power ^= self.polynomial
        return powers

    @cached_property
    def log(self) -> dict[int, int]:
        return {power: i for i, power in enumerate(self.exp)}

    def mul(self, a: int, b: int) -> int:
        return self.exp[(self.log[a] + self.log[b]) % self.order] if a and b else 0

    def alpha(self, exponent: int) -> int:
        return self.exp[exponent % self.order]

    def value(self, polynomial: Sequence[int], at: int) -> int:
        """A polynomial's value, coefficients from the highest."""
        total = 0
        for coefficient in polynomial:
            total = self.mul(total, at) ^ coefficient
        return total

    def minimal_polynomial(self, exponent: int) -> int:
        """The binary polynomial of least degree with the root alpha^exponent."""
        conjugates = {exponent * (1 << i) % self.order for i in range(self.m)}
        product = [1]  # from the lowest coefficient
        for c in conjugates:
            root = self.alpha(c)
            product = [
                (product[i - 1] if i else 0) ^ (self.mul(product[i], root) if i < len(product) else 0)
                for i in range(len(product) + 1)
            ]
        return sum(bit << i for i, bit in enumerate(product))


def binary_remainder(a: int, b: int) -> int:
    """a mod b over GF(2)."""
    while a.bit_length() >= b.bit_length():
        a ^= b << (a.bit_length() - b.bit_length())
    return a


def binary_product(a: int, b: int) -> int:
    """a * b over GF(2)."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a, b = a << 1, b >> 1
    return product


@dataclass(frozen=True)
class ReedSolomon:
    """RS over a field: n symbols sent, k of them message. `punctured` more check symbols are not sent."""

    polynomial: int
    n: int
    k: int
    first_root: int = 0
    step: int = 1
    punctured: int = 0

    @cached_property
    def field(self) -> Field:
        return Field(self.polynomial)

    @property
    def checks(self) -> int:
        return self.n - self.k + self.punctured

    @cached_property
    def roots(self) -> list[int]:
        return [self.field.alpha(self.step * (self.first_root + i)) for i in range(self.checks)]

    @cached_property
    def generator(self) -> list[int]:
        """Coefficients from the highest, which is 1."""
        product = [1]
        for root in self.roots:
            shifted = [*product, 0]
            product = [a ^ self.field.mul(root, b) for a, b in zip(shifted, [0, *product], strict=True)]
        return product

    def encode(self, message: Sequence[int]) -> list[int]:
        rest = [*message, *[0] * self.checks]
        for i in range(self.k):
            lead = rest[i]
            if lead:
                for j, g in enumerate(self.generator):
                    rest[i + j] ^= self.field.mul(lead, g)
        return [*message, *rest[self.k : self.n]]

    def is_codeword(self, word: Sequence[int]) -> bool:
        """For codes that are not punctured."""
        return not any(self.field.value(word, root) for root in self.roots)


@dataclass(frozen=True)
class Bch:
    """Binary BCH: roots alpha^(first_root + i*1) and their conjugates, i < 2t; `extended` adds an even-parity bit."""

    polynomial: int
    n: int  # bits sent, the parity bit not counted
    t: int
    first_root: int = 1
    extended: bool = False

    @cached_property
    def field(self) -> Field:
        return Field(self.polynomial)

    @cached_property
    def generator(self) -> int:
        factors = {self.field.minimal_polynomial(self.first_root + i) for i in range(2 * self.t)}
        product = 1
        for factor in factors:
            product = binary_product(product, factor)
        return product

    @property
    def checks(self) -> int:
        return self.generator.bit_length() - 1

    @property
    def k(self) -> int:
        return self.n - self.checks

    @property
    def length(self) -> int:
        """Bits sent in all."""
        return self.n + self.extended

    def encode(self, message: int) -> int:
        """The word as an integer. The highest bit (length - 1) is sent first."""
        word = message << self.checks
        word ^= binary_remainder(word, self.generator)
        return word << 1 | word.bit_count() & 1 if self.extended else word

    def is_codeword(self, word: int) -> bool:
        if self.extended and word.bit_count() & 1:
            return False
        return binary_remainder(word >> self.extended, self.generator) == 0


POLYNOMIAL, BETA = 0x187, 117


@cache
def tables() -> tuple[bytes, bytes]:
    """Conventional to dual, dual to conventional: bit z_i of u is the trace of u * beta^i."""
    field = Field(POLYNOMIAL)

    def trace(a: int) -> int:
        total = 0
        for _ in range(field.m):
            total ^= a
            a = field.mul(a, a)
        return total

    dual = bytes(sum(trace(field.mul(u, field.alpha(BETA * i))) << (7 - i) for i in range(8)) for u in range(256))
    back = bytearray(256)
    for u, z in enumerate(dual):
        back[z] = u
    return dual, bytes(back)


def to_dual(symbols: bytes) -> bytes:
    return symbols.translate(tables()[0])


def to_conventional(symbols: bytes) -> bytes:
    return symbols.translate(tables()[1])
