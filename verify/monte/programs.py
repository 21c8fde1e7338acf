# SPDX-License-Identifier: Apache-2.0
"""Programs of commands for tests: fields, memory, and what Python's integers say the commands compute."""

from dataclasses import dataclass
from random import Random

import galois

from evariste.sim import Machine
from verify import accelerated
from verify.accelerated import CONFIG

N0, DIGITS0, DIGITS1 = 3, 5, 6
STRIDE = 18
GENERIC, BY_DIGITS, UPPER_DIGITS = range(3)
Digit = tuple[int, int, bool]  # word, shift, minus


@dataclass(frozen=True)
class Field:
    """A modulus, and how the accelerator reduces by it. Numbers of a binary field are its polynomials' bits."""

    name: str
    modulus: int
    binary: bool = False
    mode: int = GENERIC
    sign: bool = False
    digits: tuple[Digit, ...] = ()
    words: int = 0  # 0: as few as the modulus, or the elements of the binary field, fit into

    @property
    def k(self) -> int:
        return self.words or -(-(self.modulus.bit_length() - self.binary) // 32)

    @property
    def n0(self) -> int:
        """-1/p modulo 2^32, or 1/p modulo x^32."""
        if not self.binary:
            return -pow(self.modulus, -1, 2**32) % 2**32
        inverse = 0
        for i in range(32):
            if (clmul(inverse, self.modulus) ^ 1) >> i & 1:
                inverse |= 1 << i
        return inverse

    @property
    def config(self) -> int:
        return self.k | self.mode << 5 | self.binary << 7 | self.sign << 8 | STRIDE << 9

    @property
    def stored_modulus(self) -> int:
        return self.modulus & (1 << 32 * self.k) - 1

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

    def element(self, rng: Random) -> int:
        top = 1 << self.modulus.bit_length() - 1 if self.binary else self.modulus
        edges = (0, 1, top - 1, top // 2, *((1,) if self.binary else (top - 2, (1 << 32) % top)))
        return rng.choice((*edges, *(rng.randrange(top) for _ in range(8))))


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
GENERIC_FIELDS = [Field(f"generic {p.bit_length()}", p) for p in (P192, P224, P256, P384, P521)]
DIGIT_FIELDS = [
    Field("P-192", P192, mode=BY_DIGITS, digits=(digit(2, "-"), digit(6, "+"))),
    Field("P-224", P224, mode=BY_DIGITS, sign=True, digits=(digit(3, "+"), digit(7, "-"))),
    Field("P-256", P256, mode=BY_DIGITS, digits=(digit(3, "+"), digit(6, "+"), digit(7, "-"), digit(8, "+"))),
    Field("P-384", P384, mode=BY_DIGITS, digits=(digit(1, "+"), digit(3, "-"), digit(4, "-"), digit(12, "+"))),
    Field("P-521", P521, mode=BY_DIGITS, digits=(digit(16, "+", 9),)),
    Field("2^255 - 19", P25519, mode=UPPER_DIGITS, digits=(digit(1, "-"), digit(7, "+", 31))),
]
BINARY_FIELDS = [
    Field("m = 163", _binary(163, 7, 6, 3, 0), binary=True, mode=UPPER_DIGITS, digits=(digit(5, "+", 3),)),
    Field("m = 233", _binary(233, 74, 0), binary=True, mode=BY_DIGITS, digits=(digit(2, "+", 10), digit(7, "+", 9))),
    Field("m = 283", _binary(283, 12, 7, 5, 0), binary=True, mode=UPPER_DIGITS, digits=(digit(8, "+", 27),)),
    Field("m = 409", _binary(409, 87, 0), binary=True, mode=BY_DIGITS, digits=(digit(2, "+", 23), digit(12, "+", 25))),
    Field("m = 571", _binary(571, 10, 5, 2, 0), binary=True, mode=UPPER_DIGITS, digits=(digit(17, "+", 27),)),
]
BINARY_GENERIC = [Field(f"generic {f.name}", f.modulus, binary=True) for f in BINARY_FIELDS]
SMALL_FIELDS = [Field("3", 3), Field("2^32 - 5", 2**32 - 5), Field("2^576 - 1", 2**576 - 1),
                Field("65537", 65537, words=2)]  # fmt: skip


class Code(accelerated.Code):
    """A program for monte."""

    def __init__(self) -> None:
        super().__init__("monte")

    def begin(self, f: Field, modulus_slot: int | None) -> None:
        """Chooses the field."""
        self.start()
        self.set(N0, f.n0)
        halves = [w | s << 5 | m << 10 | 1 << 11 for w, s, m in f.digits] + [0] * (4 - len(f.digits))
        self.set(DIGITS0, halves[0] | halves[1] << 16)
        self.set(DIGITS1, halves[2] | halves[3] << 16)
        self.set(CONFIG, f.config)
        if modulus_slot is not None:
            self.put("psetp", first=modulus_slot)


def simulator(configuration: str, engine: str = "iss") -> Machine:
    return accelerated.simulator("monte", configuration, engine)


def place(slot: int) -> int:
    return accelerated.place(slot, STRIDE)


def write_slot(core: Machine, f: Field, slot: int, value: int) -> None:
    accelerated.write(core, slot, STRIDE, f.k, value)


def read_slot(core: Machine, f: Field, slot: int) -> int:
    return accelerated.read(core, slot, STRIDE, f.k)


def execute(core: Machine, code: bytes, f: Field, slots: dict[int, int]) -> None:
    """Runs a program to its breakpoint; the slots have these values before."""
    core.clear()
    for slot, value in slots.items():
        write_slot(core, f, slot, value)
    accelerated.run(core, code)
