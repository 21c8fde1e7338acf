# SPDX-License-Identifier: Apache-2.0
"""Arithmetic modulo the primes of isa/primes.yaml, by columns.

A product of n words has 2 n columns. The accumulator adds the products of a column, and gives one word of the result.
Then the upper words are folded into the lower ones, as the terms of the prime say, again by columns: a word to be
subtracted is added as its complement, and one constant makes up for all complements. Numbers are below the modulus of
M: the prime, or twice the prime for 2^255 - 19.

How a sum V of columns becomes a number below M = 2^w - c. Q estimates V / M, so that V - Q M is in [0, 2 M). What is
computed is V + (Q + 1) c, which is V - (Q + 1) M plus (Q + 1) 2^w: the part above 2^w is Q + 1 if V - (Q + 1) M is not
negative, else Q. In the second case M is added by a mask.

For the primes with terms at multiples of 32 bits, Q is what column n - 1 alone leaves above the top. That is too small
by at most one, since the columns below leave less than 2^5 there and Q c is less than 2^(w - 25). For 2^521 - 1 and
2^255 - 19, c is small, and Q is all that is above the top. There the upper columns come first, so that their words
are added as the lower columns are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from evariste.ecc.curves import Prime
from evariste.ecc.prime_headers import folds
from evariste.parts.mips.kernels.code import ZERO, Code
from evariste.parts.mips.kernels.columns import Operand, Rows, column

METHODS = {"mul": "product", "sqr": "square", "add": "addition", "sub": "subtraction"}  # functions, by their names
ONES = 0xFFFFFFFF
WIDE = 12  # words: from here, half a product does not find room beside the operands
STORED = {(12, False): 9, (12, True): 9}  # how many lower words of a product, or square, wait in memory for the fold


def modulus(f: Prime) -> int:
    """Operands and results are below it."""
    return 2 * f.p if f.p.bit_length() % 32 == 31 else f.p


class Kernel:
    """The functions of a field. `r`, `a` and `b` are the addresses of result and operands."""

    def __init__(self, f: Prime, make: Callable[[], Code]) -> None:
        self.f, self.n, self.make = f, f.words, make
        self.m = modulus(f)
        self.bits = self.m.bit_length()
        self.c = (1 << self.bits) - self.m
        self.words = 0  # of the stack

    # Products

    def product(self) -> Code:
        if folds(self.f):
            return self._low_first(square=False)
        return self._rows() if self.n > WIDE else self._high_first(square=False)

    def square(self) -> Code:
        return self._low_first(square=True) if folds(self.f) else self._high_first(square=True)

    def _low_first(self, square: bool) -> Code:
        """All columns from the lowest, then the fold."""
        code, n = self.make(), self.n
        x = Operand(code, "a")
        y = x if square else Operand(code, "b")
        words: list[str] = []
        stored = STORED.get((n, square), 0)
        for k in range(2 * n - 1):
            column(code, x, y, k, n)
            words.append(code.word())
            if k < stored:
                code.store(words[k], "r", k)
        words.append(code.word())
        self._fold(code, [code.load("r", k) for k in range(stored)] + words[stored:])
        return code

    def _high_first(self, square: bool) -> Code:
        """The upper columns, then the lower ones with the upper words times 2^(32 n) mod M."""
        code, n = self.make(), self.n
        x = Operand(code, "a")
        y = x if square else Operand(code, "b")
        upper: list[str] = []
        keep = n < WIDE
        for k in range(n, 2 * n - 1):
            column(code, x, y, k, n)
            upper.append(code.word())
        upper.append(code.word())
        if not keep:
            x.load_all(n)
            for k, word in enumerate(upper):
                code.store(word, "r", k)
        factor = code.constant((1 << 32 * n) % self.m)
        low: list[str] = []
        for k in range(n):
            column(code, x, y, k, n)
            code.multiply(upper[k] if keep else code.load("r", k), factor)
            low.append(code.word())
            if not keep:
                code.store(low[k], "r", k)
        self._finish_high_first(code, low, factor, [])
        return code

    def _finish_high_first(self, code: Code, low: list[str], factor: str, above: list[str]) -> None:
        """`above`: words at the top that the accumulator does not have."""
        n, spare = self.n, self.bits % 32
        t0, t1 = code.word(above[:1]), code.word(above[1:])
        memory = n >= WIDE
        one = code.constant(self.c)
        first: list[str] = []
        for k in range(n):
            word = code.load("r", k) if memory and k < n - 1 else low[k]
            if k == n - 1 and spare:
                word = code.add("andi", word, immediate=(1 << spare) - 1)
            if k < 2:
                code.multiply((t0, t1)[k], factor)
            terms = [word]
            if k == 0:
                terms += [one] + ([code.add("srl", low[n - 1], immediate=spare)] if spare else [])
            first.append(code.word(terms))
        top = code.add("srl", first[-1], immediate=spare) if spare else code.word()
        self._correct(code, first, code.add("addiu", top, immediate=-1))

    def _rows(self) -> Code:
        """As _high_first, for numbers that are longer than the registers."""
        code, n = self.make(), self.n
        rows = Rows(code, n)
        self.words = rows.words
        factor = code.constant((1 << 32 * n) % self.m)
        low: list[str] = []
        for k in range(n):
            partial = rows.finish(k)
            code.multiply(rows.upper(k), factor)
            low.append(code.word(partial))
            if k < n - 1:
                code.store(low[k], "r", k)
        self._finish_high_first(code, low, factor, rows.above())
        return code

    def _fold(self, code: Code, words: Sequence[str]) -> None:
        """The result of all words of a product."""
        rows, n = folds(self.f), self.n
        assert rows is not None
        delta = signed_words(self.f)
        negative: dict[str, str] = {}

        def minus(word: str) -> str:
            if word not in negative:
                negative[word] = code.add("nor", word, ZERO)
            return negative[word]

        subtracted = [sum(-x for x in row if x < 0) + (delta[j] < 0) for j, row in enumerate(rows)]
        constant = -sum(s * ONES << 32 * j for j, s in enumerate(subtracted)) % self.m
        constants: dict[int, str] = {}

        def terms(j: int) -> list[str]:
            found = [words[i] if x > 0 else minus(words[i]) for i, x in enumerate(rows[j]) for _ in range(abs(x))]
            if d := constant >> 32 * j & ONES:
                if d not in constants:
                    constants[d] = code.constant(d)
                found.append(constants[d])
            return found

        code.skip(terms(n - 1))
        q = code.add("addiu", code.word(), immediate=1)
        made: list[str] = []
        for j in range(n):
            found = terms(j)
            if delta[j]:
                found.append(q if delta[j] > 0 else minus(q))
            made.append(code.word(found))
        top = code.word()
        self._correct(code, made, code.add("subu", top, q))

    def _correct(self, code: Code, words: list[str], mask: str) -> None:
        """Stores the words plus the modulus where the mask is set; what is above the top goes."""
        made = {0: ZERO, ONES: mask}
        spare = self.bits % 32
        for k, word in enumerate(words):
            m = self.m >> 32 * k & ONES
            if m not in made:
                if m == 1:
                    made[m] = code.add("srl", mask, immediate=31)
                elif m == ONES - 1:
                    made[m] = code.add("sll", mask, immediate=1)
                elif m < 0x8000:
                    made[m] = code.add("andi", mask, immediate=m)
                else:
                    made[m] = code.add("and", mask, code.constant(m))
            result = code.word([word, made[m]])
            if k == self.n - 1 and spare:
                result = code.add("andi", result, immediate=(1 << spare) - 1)
            code.store(result, "r", k)

    # Sums

    def addition(self) -> Code:
        """a + b + c; a carry out of the top means that the sum is at least M."""
        code, n, spare = self.make(), self.n, self.bits % 32
        made: list[str] = []
        constants: dict[int, str] = {0: ZERO}
        for k in range(n):
            terms = [code.load("a", k), code.load("b", k)]
            if c := self.c >> 32 * k & ONES:
                if c not in constants:
                    constants[c] = code.constant(c)
                terms.append(constants[c])
            made.append(code.word(terms))
        top = code.add("srl", made[-1], immediate=spare) if spare else code.word()
        self._correct(code, made, code.add("addiu", top, immediate=-1))
        return code

    def subtraction(self) -> Code:
        """a + ~b + 1; no carry out of the top means that M has to be added."""
        code, n = self.make(), self.n
        made: list[str] = []
        for k in range(n):
            terms = [code.load("a", k), code.add("nor", code.load("b", k), ZERO)]
            made.append(code.word(terms if k else [*terms, code.constant(1)]))
        self._correct(code, made, code.add("addiu", code.word(), immediate=-1))
        return code


def signed_words(f: Prime) -> list[int]:
    """2^(32 n) mod p by words: 0, 1 or -1 each."""
    found = [0] * f.words
    for exponent, sign in f.terms[1:]:
        found[exponent // 32] -= sign
    return found
