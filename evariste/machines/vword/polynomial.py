# SPDX-License-Identifier: Apache-2.0
"""Binary polynomials that the accelerator reduces by: few terms, constant term 1. Reads and writes them as text."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from evariste.errors import UserError

DEGREES = range(8, 1025)
TERMS = range(2, 7)  # how many a polynomial may have


@dataclass(frozen=True)
class Polynomial:
    """x^degree and the lower terms' exponents, falling, the last one 0."""

    degree: int
    lower: tuple[int, ...]

    @property
    def bits(self) -> int:
        """Bit i is the coefficient of x^i."""
        return 1 << self.degree | sum(1 << e for e in self.lower)

    def __str__(self) -> str:
        return "+".join(_term(e) for e in (self.degree, *self.lower))

    def reduce(self, value: int) -> int:
        """value mod f, bit by bit."""
        while value >> self.degree:
            value ^= self.bits << value.bit_length() - 1 - self.degree
        return value

    def factor_degree(self) -> int | None:
        """The degree of a factor, or None for an irreducible polynomial."""
        return _factor_degree(self.bits)


def parse(text: str) -> Polynomial:
    """A polynomial written as x^283+x^12+x^7+x^5+1."""
    words = text.replace(" ", "").replace("**", "^").split("+")
    exponents = [_exponent(word) for word in words]
    if any(e is None for e in exponents):
        wrong = next(word for word, e in zip(words, exponents, strict=True) if e is None)
        raise UserError(f"'{text}' is not a polynomial: '{wrong}' is not a term such as x^12, x or 1.")
    return of(sorted((e for e in exponents if e is not None), reverse=True))


def of(exponents: list[int]) -> Polynomial:
    """The polynomial with these exponents, falling."""
    twice = next((a for a, b in itertools.pairwise(exponents) if a == b), None)
    shown = "+".join(_term(e) for e in exponents)
    if twice is not None:
        raise UserError(f"{shown} has the term {_term(twice)} twice; each term may be there once.")
    if exponents[0] not in DEGREES:
        raise UserError(f"{shown} has degree {exponents[0]}; it must be {DEGREES[0]} to {DEGREES[-1]}.")
    if exponents[-1] != 0:
        raise UserError(f"{shown} has no constant term; it needs one, since otherwise x divides it.")
    if len(exponents) not in TERMS:
        raise UserError(f"{shown} has {len(exponents)} terms; it may have {TERMS[0]} to {TERMS[-1]}.")
    if len(exponents) % 2 == 0 and len(exponents) > 2:
        raise UserError(f"{shown} has an even number of terms, so x+1 divides it; it needs 3 or 5, or 2 for a ring.")
    return Polynomial(exponents[0], tuple(exponents[1:]))


def _term(exponent: int) -> str:
    return {0: "1", 1: "x"}.get(exponent, f"x^{exponent}")


def _exponent(word: str) -> int | None:
    if word in ("1", "x"):
        return int(word == "x")
    found = re.fullmatch(r"x\^(\d{1,6})", word)
    return int(found[1]) if found else None


@cache
def _factor_degree(f: int) -> int | None:
    """The lowest k for which gcd(x^(2^k) - x, f) is not 1: the product of all factors whose degree divides k."""
    m = f.bit_length() - 1
    power = 2
    for k in range(1, m // 2 + 1):
        power = _modulo(_square(power), f)
        if _gcd(f, power ^ 2) != 1:
            return k
    return None


def _square(a: int) -> int:
    return int("0".join(f"{a:b}"), 2)


def _modulo(a: int, f: int) -> int:
    """a mod f, for a sparse f: its terms are shifted in all at once."""
    m = f.bit_length() - 1
    lower = [*_exponents(f ^ 1 << m)]
    while (high := a >> m) != 0:
        a ^= high << m
        for e in lower:
            a ^= high << e
    return a


def _exponents(f: int) -> Iterator[int]:
    while f:
        yield f.bit_length() - 1
        f ^= 1 << f.bit_length() - 1


def _gcd(a: int, b: int) -> int:
    while b:
        while a.bit_length() >= b.bit_length() and a:
            a ^= b << a.bit_length() - b.bit_length()
        a, b = b, a
    return a
