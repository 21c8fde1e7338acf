# SPDX-License-Identifier: Apache-2.0
"""Arithmetic modulo the primes of isa/primes.yaml on the core alone.

All columns of a product come first. Their words wait on the stack, and are loaded where the reduction adds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from evariste.ecc.curves import Prime
from evariste.ecc.prime_headers import folds
from evariste.parts.mips.kernels.code import STACK, ZERO, Code
from evariste.parts.mips.kernels.columns import Operand, column
from evariste.parts.mips.kernels.plain import PlainCode
from evariste.parts.mips.kernels.prime import Kernel

ROOM = 8  # words: longer operands are not both in registers


class Loaded(Operand):
    """A number each word of which is loaded whenever it is used."""

    def __getitem__(self, i: int) -> str:
        return self.code.load(self.array, i)


class Waiting(Sequence[str]):
    """The words of a product. Those from `kept` on stay in a register once they are loaded."""

    def __init__(self, code: Code, count: int, kept: int) -> None:
        self.code, self.count, self.kept = code, count, kept
        self.words: dict[int, str] = {}

    def __len__(self) -> int:
        return self.count

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[str]: ...
    def __getitem__(self, i: int | slice) -> str | Sequence[str]:
        assert isinstance(i, int)
        if i not in self.words:
            word = self.code.load(STACK, i)
            if i < self.kept:
                return word
            self.words[i] = word
        return self.words[i]


class PlainKernel(Kernel):
    """The functions of a field."""

    def __init__(self, f: Prime) -> None:
        super().__init__(f, PlainCode)

    def product(self) -> Code:
        return self._reduced(False)

    def square(self) -> Code:
        return self._reduced(True)

    def _reduced(self, square: bool) -> Code:
        code, n = self.make(), self.n
        count = -(-2 * self.f.p.bit_length() // 32)
        x = Operand(code, "a")
        y = x if square else (Operand if n <= ROOM else Loaded)(code, "b")
        for k in range(count):
            column(code, x, y, k, n)
            code.store(code.word(), STACK, k)
        self.words = count
        words = Waiting(code, count, n if n <= ROOM else count)
        if folds(self.f):
            self._fold(code, words)
        elif self.c == 1:
            self._shifted(code, words)
        else:
            factor = code.constant((1 << 32 * n) % self.m)
            low = []
            for k in range(n):
                code.multiply(words[n + k], factor)
                low.append(code.word([words[k]]))
            self._finish_high_first(code, low, factor, [])
        return code

    def _shifted(self, code: Code, words: Sequence[str]) -> None:
        """For 2^bits - 1: the upper bits plus the lower ones plus 1."""
        n, spare = self.n, self.bits % 32
        first = []
        for k in range(n):
            low = words[k]
            if k == n - 1:
                low = code.add("andi", low, immediate=(1 << spare) - 1)
            upper = code.add("srl", words[n - 1 + k], immediate=spare)
            if n + k < len(words):
                upper = code.add("or", upper, code.add("sll", words[n + k], immediate=32 - spare))
            first.append(code.word([low, upper, *([code.constant(1)] if k == 0 else [])]))
        top = code.add("srl", first[-1], immediate=spare)
        self._correct(code, first, code.add("addiu", top, immediate=-1))

    def subtraction(self) -> Code:
        """a - b; a borrow means that M has to be added."""
        code = self.make()
        made, borrow = [], ZERO
        for k in range(self.n):
            a, b = code.load("a", k), code.load("b", k)
            less = code.add("sltu", a, b)
            word = code.add("subu", a, b)
            if k:
                none_left = code.add("sltu", word, borrow)
                word = code.add("subu", word, borrow)
                less = code.add("or", less, none_left)
            made.append(word)
            borrow = less
        self._correct(code, made, code.add("subu", ZERO, borrow))
        return code
