# SPDX-License-Identifier: Apache-2.0
"""Arithmetic in the fields GF(2^m) of isa/fields.yaml, by columns.

The upper columns of a product come first. Their words are folded into the lower columns as these are made: x^m is the
sum of the polynomial's lower terms, so an upper word is multiplied with these terms, shifted to where it falls. What is
then above bit m is short, and is folded by the same terms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evariste.machines.pete.kernels.accumulator import BinaryCode
from evariste.parts.mips.kernels.code import STACK
from evariste.parts.mips.kernels.columns import Operand, Rows, column

WIDE = 12  # words: from here, the upper half of a product does not find room beside the operands
STORED = {9: 6}  # how many upper words of a product wait on the stack
SPILLED = {233: 1, 239: 1, 409: 2}  # the first lower word of a product that waits on the stack, by degree


class Kernel:
    """The functions of a field, x^m + the sum of x^e over `terms`."""

    def __init__(self, m: int, terms: tuple[int, ...]) -> None:
        self.m, self.terms = m, terms
        self.n = (m + 31) // 32
        self.words = 0  # of the stack

    def product(self, add: bool = False) -> BinaryCode:
        """a b, or a b + c."""
        code, n = BinaryCode(), self.n
        if n >= WIDE:
            rows = Rows(code, n)
            self.words = rows.words
            upper = [rows.upper(k) for k in range(self._uppers())]
            self._fold(code, upper, rows.finish, rows.above(), add, SPILLED.get(self.m, n))
            return code
        x, y = Operand(code, "a"), Operand(code, "b")
        upper = []
        self.words = STORED.get(n, 0)
        for k in range(n, n + self._uppers()):
            if k < 2 * n - 1:
                column(code, x, y, k, n)
            upper.append(code.word())
            if k - n < self.words:
                code.store(upper[-1], STACK, k - n)
        upper[: self.words] = [code.load(STACK, k) for k in range(self.words)]

        def lower(k: int) -> list[str]:
            column(code, x, y, k, n)
            return []

        self._fold(code, upper, lower, [], add, SPILLED.get(self.m, n))
        return code

    def product_and_sum(self) -> BinaryCode:
        """a b + c."""
        return self.product(add=True)

    def reduction(self) -> BinaryCode:
        """A number of twice the words, of degree at most 2 m - 2."""
        code = BinaryCode()
        x = Operand(code, "a")
        upper = [x[k] for k in range(self.n, self.n + self._uppers())]
        self._fold(code, upper, lambda k: [x[k]], [], False, self.n)
        return code

    def square(self) -> BinaryCode:
        code, n = BinaryCode(), self.n
        x = Operand(code, "a")

        def lower(k: int) -> list[str]:
            if k % 2 == 0:
                code.multiply(x[k // 2], x[k // 2])
            return []

        upper: list[str | None] = [None] * (n % 2)  # column n - 1 makes it
        for k in range(n + n % 2, n + self._uppers()):
            lower(k)
            upper.append(code.word())
        x.load_all(n)
        self._fold(code, upper, lower, [], False, n)
        return code

    def _fold(self, code: BinaryCode, upper: Sequence[str | None], lower: Callable[[int], list[str]], above: list[str],
              add: bool, first_spilled: int) -> None:  # fmt: skip
        """The result. `lower` makes column k < n but for what the upper words add; `above` belongs to columns n.. ."""
        m, n, most = self.m, self.n, self.terms[0]
        degree = max(32 * n + 30, m - 2 + most)
        touched = max((d - m + most) // 32 for d in self._degrees(degree))  # the last word that is folded into again
        groups = self._groups(32 * n - m)
        constants: dict[int, str] = {}

        def products(words: Sequence[str | None], groups: dict[int, int], k: int) -> None:
            for w, terms in groups.items():
                word = words[k - w] if 0 <= k - w < len(words) else None
                if word is not None:
                    if terms not in constants:
                        constants[terms] = code.constant(terms)
                    code.multiply(word, constants[terms])

        def store(word: str, k: int) -> None:
            code.store(code.add("xor", word, code.load("c", k)) if add else word, "r", k)

        spilled = range(first_spilled, touched + 1)
        v: list[str] = []
        for k in range(degree // 32 + 1):
            more = lower(k) if k < n else above[k - n : k - n + 1]
            products(upper, groups, k)
            v.append(code.word(more))
            if touched < k < n - 1:
                store(v[k], k)
            elif k in spilled and k < n - 1:
                code.store(v[k], STACK, self.words + k - spilled[0])
                v[k] = code.load(STACK, self.words + k - spilled[0])
        self.words += len(spilled)
        for d in self._degrees(degree):
            u = [self._cut(code, v[n - 1 + j :]) for j in range((d - m) // 32 + 1)]
            del v[n:]
            v[n - 1] = self._masked(code, v[n - 1])
            for k in range((d - m + most) // 32 + 1):
                products(u, self._groups(0), k)
                v[k:] = [code.word(v[k : k + 1]), *v[k + 1 :]]
        for k in [*range(min(touched + 1, n - 1)), n - 1]:
            store(v[k], k)

    def _degrees(self, degree: int) -> list[int]:
        """Of what has to be folded, from this degree on."""
        found = []
        while degree >= self.m:
            found.append(degree)
            degree = max(degree - self.m + self.terms[0], self.m - 1)
        return found

    def _cut(self, code: BinaryCode, words: list[str]) -> str:
        """The word from bit m on, where the first of these words has bit m."""
        s = self.m % 32
        low = code.add("srl", words[0], immediate=s)
        return code.add("or", low, code.add("sll", words[1], immediate=32 - s)) if words[1:] else low

    def _masked(self, code: BinaryCode, word: str) -> str:
        s = self.m % 32
        if s <= 16:
            return code.add("andi", word, immediate=(1 << s) - 1)
        return code.add("srl", code.add("sll", word, immediate=32 - s), immediate=32 - s)

    def _uppers(self) -> int:
        """Words of a product above the first n."""
        return (2 * self.m - 2) // 32 + 1 - self.n

    def _groups(self, offset: int) -> dict[int, int]:
        """The terms from bit `offset` on, by words."""
        found: dict[int, int] = {}
        for e in self.terms:
            found[(offset + e) // 32] = found.get((offset + e) // 32, 0) | 1 << (offset + e) % 32
        return found
