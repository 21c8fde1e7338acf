# SPDX-License-Identifier: Apache-2.0
"""Products of numbers of several words by columns, of integers and of binary polynomials."""

from __future__ import annotations

from evariste.parts.mips.kernels.code import STACK, Code


class Operand:
    """A number in memory: each word is loaded when it is first used."""

    def __init__(self, code: Code, array: str) -> None:
        self.code, self.array = code, array
        self.words: dict[int, str] = {}

    def __getitem__(self, i: int) -> str:
        if i not in self.words:
            self.words[i] = self.code.load(self.array, i)
        return self.words[i]

    def load_all(self, n: int) -> None:
        for i in range(n):
            self[i]


def column(code: Code, x: Operand, y: Operand, k: int, n: int) -> None:
    """The products of column k of two numbers of n words, or of a square."""
    low, high = max(0, k - n + 1), min(k, n - 1)
    if x is not y:
        part(code, x, y, k, low, high)
        return
    pairs = [(x[i], x[k - i]) for i in range(low, high + 1) if i < k - i]
    code.square_column(pairs, x[k // 2] if k % 2 == 0 and k // 2 < n else None)


def part(code: Code, x: Operand, y: Operand, k: int, low: int, high: int) -> None:
    """Those with the words low..high of x."""
    for i in range(low, high + 1):
        code.multiply(x[i], y[k - i])


def half(n: int) -> int:
    """The words of an operand that `rows` takes first."""
    return (n + 1) // 2


class Rows:
    """A product of n words where both operands have more words than there are registers.

    Made here: all but the products of the lower half of `a` in the columns below n. The sums wait on the stack.
    """

    def __init__(self, code: Code, n: int) -> None:
        h = half(n)
        self.code, self.n = code, n
        self.words = 2 * n - h + code.words_above  # of the stack
        x, y = Operand(code, "a"), Operand(code, "b")
        for k in range(n, n + h - 1):
            part(code, x, y, k, k - n + 1, h - 1)
            code.store(code.word(), STACK, k - n)
        code.store(code.word(), STACK, h - 1)
        x, y = Operand(code, "a"), Operand(code, "b")
        for k in range(n, 2 * n - 1):
            part(code, x, y, k, max(h, k - n + 1), n - 1)
            code.store(code.word([self.upper(k - n)] if k < n + h else []), STACK, k - n)
        code.store(code.word(), STACK, n - 1)
        y = Operand(code, "b")
        for k in range(h, n):
            part(code, x, y, k, h, k)
            code.store(code.word(), STACK, n + k - h)
        for i in range(code.words_above):
            code.store(code.word(), STACK, 2 * n - h + i)
        self.x, self.y = Operand(code, "a"), y

    def upper(self, k: int) -> str:
        """Word n + k of the product."""
        return self.code.load(STACK, k)

    def finish(self, k: int) -> list[str]:
        """The products of column k < n that are missing, and what else belongs to it."""
        h = half(self.n)
        part(self.code, self.x, self.y, k, 0, min(h - 1, k))
        return [self.code.load(STACK, self.n + k - h)] if k >= h else []

    def above(self) -> list[str]:
        """What these columns leave above them, besides `upper`."""
        h = half(self.n)
        return [self.code.load(STACK, 2 * self.n - h + i) for i in range(self.code.words_above)]
