# SPDX-License-Identifier: Apache-2.0
"""Programs of commands for tests: fields, memory, and what Python's integers say the commands compute."""

from dataclasses import dataclass, replace

import galois

from evariste.machines.monte.recipes import accelerator
from evariste.machines.monte.reduction import BY_DIGITS, UPPER_DIGITS, Digit, generic
from evariste.sim import Machine
from verify import accelerated


@dataclass(frozen=True)
class Field(accelerator.Field):
    """A field with the arithmetic of Python's integers, and of galois's polynomials."""

    name: str = ""

    def reduced(self, value: int) -> int:
        return poly_mod(value, self.modulus) if self.binary else value % self.modulus

    def product(self, a: int, b: int) -> int:
        """a b / R."""
        if not self.binary:
            return a * b * pow(2, -32 * self.k, self.modulus) % self.modulus
        value = clmul(a, b)
        for _ in range(32 * self.k):  # divided by x, bit by bit
            value = (value ^ self.modulus if value & 1 else value) >> 1
        return value

    def sum(self, a: int, b: int) -> int:
        return a ^ b if self.binary else (a + b) % self.modulus

    def difference(self, a: int, b: int) -> int:
        return a ^ b if self.binary else (a - b) % self.modulus


def clmul(a: int, b: int) -> int:
    """The product of polynomials over GF(2)."""
    if a == 0 or b == 0:
        return 0
    return int(galois.Poly.Int(a) * galois.Poly.Int(b))


def poly_mod(a: int, modulus: int) -> int:
    return int(galois.Poly.Int(a) % galois.Poly.Int(modulus)) if a else 0


def digit(word: int, sign: str, shift: int = 0) -> Digit:
    return word, shift, sign == "-"


def _binary(*exponents: int) -> int:
    return sum(1 << e for e in exponents)


P192 = 2**192 - 2**64 - 1
P224 = 2**224 - 2**96 + 1
P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
P384 = 2**384 - 2**128 - 2**96 + 2**32 - 1
P521 = 2**521 - 1
P25519 = 2**255 - 19


def by_any(name: str, modulus: int, binary: bool = False, words: int = 0) -> Field:
    """Without digits."""
    return Field(modulus, generic(modulus, binary, words), name)


def by(name: str, modulus: int, mode: int, *digits: Digit, sign: bool = False, binary: bool = False) -> Field:
    """With digits."""
    return Field(modulus, replace(generic(modulus, binary), mode=mode, sign=sign, digits=digits), name)


GENERIC_FIELDS = [by_any(f"generic {p.bit_length()}", p) for p in (P192, P224, P256, P384, P521)]
DIGIT_FIELDS = [
    by("P-192", P192, BY_DIGITS, digit(2, "-"), digit(6, "+")),
    by("P-224", P224, BY_DIGITS, digit(3, "+"), digit(7, "-"), sign=True),
    by("P-256", P256, BY_DIGITS, digit(3, "+"), digit(6, "+"), digit(7, "-"), digit(8, "+")),
    by("P-384", P384, BY_DIGITS, digit(1, "+"), digit(3, "-"), digit(4, "-"), digit(12, "+")),
    by("P-521", P521, BY_DIGITS, digit(16, "+", 9)),
    by("2^255 - 19", P25519, UPPER_DIGITS, digit(1, "-"), digit(7, "+", 31)),
]
BINARY_FIELDS = [
    by("m = 163", _binary(163, 7, 6, 3, 0), UPPER_DIGITS, digit(5, "+", 3), binary=True),
    by("m = 233", _binary(233, 74, 0), BY_DIGITS, digit(2, "+", 10), digit(7, "+", 9), binary=True),
    by("m = 283", _binary(283, 12, 7, 5, 0), UPPER_DIGITS, digit(8, "+", 27), binary=True),
    by("m = 409", _binary(409, 87, 0), BY_DIGITS, digit(2, "+", 23), digit(12, "+", 25), binary=True),
    by("m = 571", _binary(571, 10, 5, 2, 0), UPPER_DIGITS, digit(17, "+", 27), binary=True),
]
BINARY_GENERIC = [by_any(f"generic {f.name}", f.modulus, binary=True) for f in BINARY_FIELDS]
SMALL_FIELDS = [by_any(f"{modulus.bit_length()} bits", modulus, words=words) for modulus, words in accelerator.SMALL]


class Code(accelerator.Code):
    """A program with a field."""

    def begin(self, f: Field, modulus_slot: int | None) -> None:
        """Makes the accelerator usable, and chooses the field."""
        self.start()
        self.choose(f, modulus_slot)


def simulator(configuration: str, engine: str = "iss") -> Machine:
    return accelerated.simulator("monte", configuration, engine)


def write_slot(core: Machine, f: Field, slot: int, value: int) -> None:
    accelerated.write(core, slot, f.k, value)


def read_slot(core: Machine, f: Field, slot: int) -> int:
    return accelerated.read(core, slot, f.k)


def execute(core: Machine, code: bytes, f: Field, slots: dict[int, int]) -> None:
    """Runs a program to its breakpoint; the slots have these values before."""
    core.clear()
    for slot, value in slots.items():
        write_slot(core, f, slot, value)
    accelerated.execute(core, code)
