# SPDX-License-Identifier: Apache-2.0
"""Code for the core alone: MULTU multiplies, and the sum is in registers, with carries by SLTU.

The words of a product are added while the next one is made.
"""

from __future__ import annotations

from collections.abc import Sequence

from evariste.parts.mips.kernels.code import ZERO, Code

WORD = (1 << 32) - 1


class Sum:
    """Up to three words, least significant first, and the largest number that they can be."""

    def __init__(self, code: PlainCode) -> None:
        self.code = code
        self.words: list[str] = []
        self.most = 0

    def add(self, value: str, at: int = 0, most: int = WORD) -> None:
        """Adds a word at a place of the sum."""
        if value == ZERO:
            return
        self.most += most << 32 * at
        while at >= len(self.words):
            if at == len(self.words):
                self.words.append(value)
                return
            self.words.append(ZERO)
        old = self.words[at]
        if old == ZERO:
            self.words[at] = value
            return
        self.words[at] = self.code.add("addu", old, value)
        if self.most >> 32 * (at + 1):
            carry = self.code.add("sltu", self.words[at], value)
            self._carry(carry, at + 1)

    def _carry(self, carry: str, at: int) -> None:
        """Adds a carry, which `most` knows of."""
        if at == len(self.words):
            self.words.append(carry)
            return
        self.words[at] = self.code.add("addu", self.words[at], carry)
        if self.most >> 32 * (at + 1):
            self._carry(self.code.add("sltu", self.words[at], carry), at + 1)

    def product(self, low: str, high: str) -> None:
        """Adds low + 2^32 high, a product: high is at most 2^32 - 2, so it takes a carry."""
        if not self.words or self.words[0] == ZERO:
            self.add(low)
            self.add(high, 1, WORD - 1)
            return
        self.words[0] = self.code.add("addu", self.words[0], low)
        carry = self.code.add("sltu", self.words[0], low)
        self.most += WORD * WORD - ((WORD - 1) << 32)
        self.add(self.code.add("addu", high, carry), 1, WORD - 1)

    def shift(self) -> str:
        """Takes the lowest word."""
        self.most >>= 32
        return self.words.pop(0) if self.words else ZERO


class PlainCode(Code):
    def __init__(self) -> None:
        super().__init__()
        self.sum, self.cross = Sum(self), Sum(self)  # the second one: of products that count twice
        self._pending: tuple[Sum, str, str] | None = None
        self._before = self._upper = ZERO  # of squares: the last word of `cross`, the upper word of the last square

    def multiply(self, a: str, b: str) -> None:
        if ZERO not in (a, b):
            self._multiply(self.sum, a, b)

    def _multiply(self, to: Sum, a: str, b: str) -> None:
        self.operate("multu", a, b)
        self._flush()
        self._pending = (to, self.add("mflo"), self.add("mfhi"))

    def _flush(self) -> None:
        """Adds the product that is there."""
        if self._pending:
            to, low, high = self._pending
            self._pending = None
            to.product(low, high)

    def square_column(self, pairs: Sequence[tuple[str, str]], middle: str | None) -> None:
        """The products of pairs are added up alone, and each word of their sum is doubled. For the columns in order."""
        low, high = ZERO, ZERO
        for a, b in pairs:
            self._multiply(self.cross, a, b)
        if middle is not None:
            self.operate("multu", middle, middle)
            self._flush()
            low, high = self.add("mflo"), self.add("mfhi")
        self._flush()
        word = self.cross.shift()
        twice = self.add("sll", word, immediate=1) if word != ZERO else ZERO
        if self._before != ZERO:
            bit = self.add("srl", self._before, immediate=31)
            twice = self.add("or", twice, bit) if twice != ZERO else bit
        self._before = word
        for value in (twice, low, self._upper):
            self.sum.add(value)
        self._upper = high

    def word(self, more: Sequence[str] = ()) -> str:
        self._flush()
        for value in more:
            self.sum.add(value)
        return self.sum.shift()
