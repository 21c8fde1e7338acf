# SPDX-License-Identifier: Apache-2.0
"""Code whose sum is in the accumulator: of integers, and of binary polynomials."""

from __future__ import annotations

from collections.abc import Sequence

from evariste.parts.mips.kernels.code import ZERO, Code


class IntegerCode(Code):
    """Sums of integers."""

    def __init__(self) -> None:
        super().__init__()
        self._fresh = True  # nothing of ours is in the accumulator

    def multiply(self, a: str, b: str) -> None:
        self.operate("multu" if self._fresh else "maddu", a, b)
        self._fresh = False

    def square_column(self, pairs: Sequence[tuple[str, str]], middle: str | None) -> None:
        for a, b in pairs:
            self._empty()
            self.operate("m2addu", a, b)
        if middle is not None:
            self.multiply(middle, middle)

    def _empty(self) -> None:
        """Makes the accumulator 0 at the beginning."""
        if self._fresh:
            self.operate("multu", ZERO, ZERO)
            self._fresh = False

    def _sum(self, values: list[str]) -> None:
        """Adds words, two with each instruction."""
        for i in range(0, len(values), 2):
            self._empty()
            self.operate("addau", *values[i : i + 2], *([ZERO] if i + 1 == len(values) else []))

    def word(self, more: Sequence[str] = ()) -> str:
        self._sum(list(more))
        return self.add("sha")

    def skip(self, more: Sequence[str]) -> None:
        self._sum(list(more))
        self.operate("sha")


class BinaryCode(IntegerCode):
    """The same for polynomials: sums without carries."""

    words_above = 1

    def multiply(self, a: str, b: str) -> None:
        self.operate("mulgf2" if self._fresh else "maddgf2", a, b)
        self._fresh = False

    def word(self, more: Sequence[str] = ()) -> str:
        """The words that are added wait for no product."""
        found = self.add("sha")
        for value in more:
            found = self.add("xor", found, value)
        return found
