# SPDX-License-Identifier: Apache-2.0
"""Straight-line code on named values: what the kernels are before they have an order and registers.

Each value is made once, and the value `0` is register 0. An operation names the machine's instruction. Those of ORDERED
work on the accumulator and keep the order in which they are listed. All others can be issued wherever their operands
are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ZERO = "0"
MULTIPLY = ("multu", "maddu", "m2addu", "mulgf2", "maddgf2")  # hold the multiplier for its passes
ORDERED = (*MULTIPLY, "addau", "sha")
LATE = ("lw", "sha")  # deliver a cycle later than other instructions
STACK = "sp"  # the array of the function's own words


@dataclass(frozen=True)
class Operation:
    """A load and a store name an array and a word of it; the array's address is the value of that name."""

    name: str
    dest: str  # "": none
    sources: tuple[str, ...]
    immediate: int = 0  # bytes from the array's beginning for loads and stores


class Code:
    """A list of operations, and the means to add to it."""

    words_above = 2  # what a sum of columns leaves above them

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._made = 0
        self._fresh = True  # nothing of ours is in the accumulator

    def _value(self) -> str:
        self._made += 1
        return f"v{self._made}"

    def add(self, name: str, *sources: str, immediate: int = 0) -> str:
        """An operation that makes a value."""
        dest = self._value()
        self.operations.append(Operation(name, dest, sources, immediate))
        return dest

    def _do(self, name: str, *sources: str, immediate: int = 0) -> None:
        self.operations.append(Operation(name, "", sources, immediate))

    def load(self, array: str, word: int) -> str:
        return self.add("lw", array, immediate=4 * word)

    def store(self, value: str, array: str, word: int) -> None:
        self._do("sw", value, array, immediate=4 * word)

    def multiply(self, a: str, b: str) -> None:
        """Adds a b to the accumulator."""
        self._do("multu" if self._fresh else "maddu", a, b)
        self._fresh = False

    def multiply_twice(self, a: str, b: str) -> None:
        """Adds 2 a b."""
        self._empty()
        self._do("m2addu", a, b)

    def _empty(self) -> None:
        """Makes the accumulator 0 at the beginning."""
        if self._fresh:
            self._do("multu", ZERO, ZERO)
            self._fresh = False

    def _sum(self, values: list[str]) -> None:
        """Adds words, two with each instruction."""
        for i in range(0, len(values), 2):
            self._empty()
            self._do("addau", *values[i : i + 2], *([ZERO] if i + 1 == len(values) else []))

    def word(self, more: Sequence[str] = ()) -> str:
        """The lowest word of the accumulator, to which more words are added before. The word leaves the accumulator."""
        self._sum(list(more))
        return self.add("sha")

    def skip(self, more: Sequence[str]) -> None:
        """The same without a use for the word."""
        self._sum(list(more))
        self._do("sha")

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


class BinaryCode(Code):
    """The same for polynomials: sums without carries."""

    words_above = 1

    def multiply(self, a: str, b: str) -> None:
        self._do("mulgf2" if self._fresh else "maddgf2", a, b)
        self._fresh = False

    def word(self, more: Sequence[str] = ()) -> str:
        """The words that are added wait for no product."""
        found = self.add("sha")
        for value in more:
            found = self.add("xor", found, value)
        return found
