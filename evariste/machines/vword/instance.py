# SPDX-License-Identifier: Apache-2.0
"""An instance of the accelerator: a polynomial, a word size, a level, a digit; and everything that follows from them.

Amounts, row, fingerprint and programs are derived here and nowhere else. RTL, simulator and headers take them as
parameters, in this order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from evariste.errors import UserError
from evariste.machines.vword.polynomial import Polynomial, of, parse
from evariste.machines.vword.program import PRODUCT, RESULT, RETURN, Instruction, Program, program
from evariste.machines.vword.reduction import Reduction, reduction

WORDS = range(8, 1025)  # bits of a word
LEVELS = ("none", "paper", "fused", "field")
PAPER, FUSED, FIELD = 1, 2, 3
LOWER = 3  # parameters TERM1 .. TERM3 for the terms between the first and the last
DIGIT = 32


@dataclass(frozen=True)
class Instance:
    """`digit` is 0 below level field."""

    polynomial: Polynomial
    word: int
    level: int
    digit: int = 0

    @property
    def row(self) -> int:
        """Bits of a row of memory, w_d."""
        return row_of(self.word)

    @property
    def parts(self) -> int:
        """32-bit parts of a word."""
        return -(-self.word // 32)

    @property
    def product_cycles(self) -> int:
        """Cycles of the multiplier."""
        return -(-self.polynomial.degree // self.digit)

    @cached_property
    def reduction(self) -> Reduction:
        return reduction(self.polynomial, self.word, self.level)

    @cached_property
    def amounts(self) -> list[int]:
        return self.reduction.amounts

    @cached_property
    def program(self) -> Program:
        """The reduction, memory to memory."""
        return program(self.reduction, self.amounts, self.row // 8)

    @cached_property
    def reducer(self) -> Program:
        """The same by one instruction of level field, for a product of at most two words."""
        made = Program()
        rows = [("vl", {"vd": 1, "rs": PRODUCT, "imm": self.row // 8}), ("vl", {"vd": 2, "rs": PRODUCT, "imm": 0})]
        if self.reduction.words_in == 1:
            rows = [("vl", {"vd": 2, "rs": PRODUCT, "imm": 0})]
        high = 1 if len(rows) == 2 else 0
        steps = [*rows, ("vred", {"vd": 1, "vs": high, "vt": 2}), ("jr", {"rs": RETURN}),
                 ("vs", {"vt": 1, "rs": RESULT, "imm": 0})]  # fmt: skip
        for place, (name, operands) in enumerate(steps):
            made.instructions.append(Instruction(name, operands, place + (place >= len(rows))))
        return made

    @property
    def about(self) -> str:
        digit = f", {self.digit} bits of a product a cycle" if self.digit else ""
        return f"{self.polynomial}, words of {self.word} bits, level {LEVELS[self.level]}{digit}"

    @property
    def fingerprint(self) -> int:
        """A checksum of everything that a program depends on."""
        amounts = " ".join(map(str, self.amounts))
        return crc32(f"{self.polynomial} {self.word} {LEVELS[self.level]} {self.digit} {amounts}".encode())

    @property
    def parameters(self) -> dict[str, int]:
        """As the simulator and the RTL take them."""
        f = self.polynomial
        terms = [*f.lower[:-1], *[0] * LOWER][:LOWER]
        own = {"M": f.degree, **{f"TERM{i + 1}": e for i, e in enumerate(terms) if e}}
        own |= {"W": self.word, "LEVEL": self.level, **({"D": self.digit} if self.digit else {})}
        return own | self.derived

    @property
    def derived(self) -> dict[str, int]:
        """The parameters that follow from the others."""
        shifts = {f"SHIFT{i}": amount for i, amount in enumerate(self.amounts)}
        return {"SHIFTS": len(shifts), **shifts, "FINGERPRINT": self.fingerprint}


def row_of(word: int) -> int:
    """w_d: the word rounded up to a power of two, at least 32."""
    return max(1 << (word - 1).bit_length(), 32)


def instance(f: Polynomial | str, word: int, level: int, digit: int | None = None, ring: bool = False) -> Instance:
    """The instance, or a sentence that says why there is none."""
    f = parse(f) if isinstance(f, str) else f
    check_word(word)
    if level == FIELD:
        _check_field(f, word, ring)
        digit = min(DIGIT, f.degree) if digit is None else digit
        if not 1 <= digit <= f.degree:
            raise UserError(f"The digit is {digit}; the multiplier takes 1 to {f.degree} bits a cycle for {f}.")
    elif digit is not None:
        raise UserError(f"Level {LEVELS[level]} has no multiplier, so it has no digit; level field has one.")
    return Instance(f, word, level, digit or 0)


def check_word(word: int) -> None:
    """Refuses a word size that cannot be built."""
    if word not in WORDS:
        raise UserError(f"A word has {WORDS[0]} to {WORDS[-1]} bits, not {word}.")


def _check_field(f: Polynomial, word: int, ring: bool) -> None:
    if word < f.degree:
        raise UserError(f"Level field holds an element in one word: words of {word} bits are too short for {f}; the "
                        f"shortest that work have {f.degree}.")  # fmt: skip
    if not ring and (factor := f.factor_degree()) is not None:
        raise UserError(f"{f} has a factor of degree {factor}, so there is no field, and an inverse would be wrong; "
                        "--ring accepts a ring.")  # fmt: skip


def derived(parameters: Mapping[str, int]) -> dict[str, int]:
    """What follows from a configuration's parameters (isa/vword/configurations.yaml)."""
    if not parameters.get("LEVEL"):
        return {}
    return from_parameters(parameters).derived


def recorded(parameters: Mapping[str, int]) -> bool:
    """Whether records are made of a configuration: it has an accelerator, and no interrupts."""
    return bool(parameters.get("LEVEL")) and not parameters.get("INTERRUPTS")


def from_parameters(parameters: Mapping[str, int]) -> Instance:
    """The instance of a configuration."""
    terms = [parameters[f"TERM{i + 1}"] for i in range(LOWER) if f"TERM{i + 1}" in parameters]
    f = of([parameters["M"], *terms, 0])
    return instance(f, parameters["W"], parameters["LEVEL"], parameters.get("D"))


def sizes(f: Polynomial, words: range, level: int) -> list[Instance]:
    """The instances of a range of word sizes, for a sweep."""
    return [Instance(f, word, level) for word in words]


def best(found: list[Instance]) -> Instance:
    """Fewest cycles, then the smallest row, then the smallest word."""
    return min(found, key=lambda i: (i.program.cycles, i.row, i.word))
