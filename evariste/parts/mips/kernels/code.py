# SPDX-License-Identifier: Apache-2.0
"""Straight-line code on named values: what the kernels are before they have an order and registers.

Each value is made once, and the value `0` is register 0. An operation names the machine's instruction. Those of ORDERED
work on HI and LO, or an accumulator, and keep the order in which they are listed. All others can be issued wherever
their operands are there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

ZERO = "0"
MULTIPLY = ("multu", "maddu", "m2addu", "mulgf2", "maddgf2")  # hold the multiplier for its passes
ORDERED = (*MULTIPLY, "addau", "sha", "mflo", "mfhi")
LATE = ("lw", "sha", "mflo", "mfhi")  # deliver a cycle later than other instructions
STACK = "sp"  # the array of the function's own words


@dataclass(frozen=True)
class Operation:
    """A load and a store name an array and a word of it; the array's address is the value of that name."""

    name: str
    dest: str  # "": none
    sources: tuple[str, ...]
    immediate: int = 0  # bytes from the array's beginning for loads and stores


class Code(ABC):
    """A list of operations, and the means to add to it. There is a sum, to which products and words are added."""

    words_above = 2  # what a sum of columns leaves above them

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._made = 0

    def _value(self) -> str:
        self._made += 1
        return f"v{self._made}"

    def add(self, name: str, *sources: str, immediate: int = 0) -> str:
        """An operation that makes a value."""
        dest = self._value()
        self.operations.append(Operation(name, dest, sources, immediate))
        return dest

    def operate(self, name: str, *sources: str, immediate: int = 0) -> None:
        """One that makes none."""
        self.operations.append(Operation(name, "", sources, immediate))

    def load(self, array: str, word: int) -> str:
        return self.add("lw", array, immediate=4 * word)

    def store(self, value: str, array: str, word: int) -> None:
        self.operate("sw", value, array, immediate=4 * word)

    @abstractmethod
    def multiply(self, a: str, b: str) -> None:
        """Adds a b to the sum."""

    @abstractmethod
    def square_column(self, pairs: Sequence[tuple[str, str]], middle: str | None) -> None:
        """Adds a column of a square: twice the product of each pair, and the square of the middle word."""

    @abstractmethod
    def word(self, more: Sequence[str] = ()) -> str:
        """The lowest word of the sum, to which more words are added before. The word leaves the sum."""

    def skip(self, more: Sequence[str]) -> None:
        """The same without a use for the word."""
        self.word(more)

    def constant(self, value: int) -> str:
        """A word that is known."""
        if value == 0:
            return ZERO
        signed = value - (1 << 32) if value >> 31 else value
        if -0x8000 <= signed < 0x8000:
            return self.add("addiu", ZERO, immediate=signed)
        if value < 0x10000:
            return self.add("ori", ZERO, immediate=value)
        upper = self.add("lui", immediate=value >> 16)
        return self.add("ori", upper, immediate=value & 0xFFFF) if value & 0xFFFF else upper
