# SPDX-License-Identifier: Apache-2.0
"""Reduction modulo a sparse polynomial f of degree m, on words of w bits: a straight-line program.

The method is Iwasaki et al., Fig. 1, for any f and w. The words above bit m are folded down, the highest first: the
word T at bit p is replaced, for each lower term x^e of f, by T at bit p - (m - e), which is one shift to the left in
one word and one to the right in the next. Last the bits of the word with bit m that are above it are folded in the same
way. A step with a value that is 0 for every input is left out. So the program is minimal for this method, and a word
that is a little longer than m needs few steps.

The input is a product: 2m - 1 bits. A word may spill into itself; then it is folded again (`passes`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from evariste.errors import UserError
from evariste.machines.vword.polynomial import Polynomial

MOST_PASSES = 64  # over one word
PAPER, FUSED = 1, 2  # levels with programs of their own


@dataclass(frozen=True)
class Step:
    """One instruction on words: `result` and `sources` are numbers of values. Values 0 .. n - 1 are the input's words.

    Kinds: vxor (the sum of two), vsh (shifted by `amount`), vshx (the second and the first shifted), vmask.
    """

    kind: str
    result: int
    sources: tuple[int, ...]
    amount: int = 0


@dataclass
class Reduction:
    """The steps, what each word of the result is at their end (None: 0), and the paper's count."""

    words_in: int
    words_out: int
    steps: list[Step] = field(default_factory=list)
    results: list[int | None] = field(default_factory=list)
    shifts: int = 0
    xors: int = 0
    masks: int = 0
    passes: int = 0

    @property
    def operations(self) -> int:
        """Shifts, XORs and masks as the paper counts them. Renaming a value costs nothing but counts."""
        return self.shifts + self.xors + self.masks

    @property
    def amounts(self) -> list[int]:
        """The amounts of its shifts, in the order in which they first occur."""
        return list(dict.fromkeys(step.amount for step in self.steps if step.amount))


def reduction(f: Polynomial, w: int, level: int = PAPER) -> Reduction:
    """The program for f and w."""
    return _Builder(f, w, level).build()


class _Builder:
    """Word i of the present sum is the value `now[i]`; `support[i]` has a bit for each that can be 1."""

    def __init__(self, f: Polynomial, w: int, level: int) -> None:
        self.f, self.w, self.fused, self.full = f, w, level >= FUSED, (1 << w) - 1
        n = -(-(2 * f.degree - 1) // w)
        self.made = Reduction(n, -(-f.degree // w))
        self.now: list[int | None] = [*range(n)]
        self.support = [(1 << 2 * f.degree - 1) - 1 >> i * w & self.full for i in range(n)]
        self.next = n

    def build(self) -> Reduction:
        q, s = divmod(self.f.degree, self.w)
        for i in range(self.made.words_in - 1, (q if s == 0 else q + 1) - 1, -1):
            self._fold_word(i)
        if s != 0:
            self._fold_top(q, s)
        self.made.results = self.now[: self.made.words_out]
        return self.made

    def _step(self, kind: str, *sources: int | None, amount: int = 0) -> int:
        self.made.steps.append(Step(kind, self.next, tuple(s for s in sources if s is not None), amount))
        self.next += 1
        return self.next - 1

    def _fold_word(self, i: int) -> None:
        for _ in range(MOST_PASSES):
            value, support = self.now[i], self.support[i]
            if not support or value is None:
                return
            self.made.passes += 1
            self.now[i], self.support[i] = None, 0
            for e in self.f.lower:
                self._add_at(i * self.w - (self.f.degree - e), value, support)
        self._endless()

    def _fold_top(self, q: int, s: int) -> None:
        """The bits from s on of word q, which are those from x^m on."""
        for _ in range(MOST_PASSES):
            word, support = self.now[q], self.support[q]
            if not support >> s or word is None:
                return
            self.made.passes += 1
            low, high = (1 << s) - 1, support >> s << s
            if self.fused:
                self.made.masks += 1
                self.now[q], self.support[q] = self._step("vmask", word), support & low
                self.made.xors += 1
                top = self._step("vxor", word, self.now[q])
                rest: Sequence[int] = self.f.lower
            else:  # lines 13 to 16 of the paper's program
                self.made.shifts += 2
                down = self._step("vsh", word, amount=-s)
                self._sum(0, down, support >> s)
                top = self._step("vsh", down, amount=s)
                self.made.xors += 1
                self.now[q] = self._step("vxor", self.now[q], top)
                self.support[q] &= low | (support >> s if q == 0 else 0)
                rest = [e for e in self.f.lower if e]
            for e in rest:
                self._add_at(q * self.w - (self.f.degree - e), top, high)
        self._endless()

    def _add_at(self, bit: int, value: int, support: int) -> None:
        """Adds a word whose bit 0 is at `bit` of the sum. Below bit 0 of the sum it is 0."""
        word, left = divmod(bit, self.w)
        if word >= 0:
            self._add(word, value, support, left)
        if left:
            self._add(word + 1, value, support, left - self.w)

    def _add(self, word: int, value: int, support: int, amount: int) -> None:
        moved = (support << amount if amount >= 0 else support >> -amount) & self.full
        if not moved:
            return
        if amount == 0:
            self._sum(word, value, moved)
            return
        self.made.shifts += 1
        present = self.now[word]
        if self.fused and present is not None:
            self.made.xors += 1
            self.now[word] = self._step("vshx", value, present, amount=amount)
            self.support[word] |= moved
        else:
            self._sum(word, self._step("vsh", value, amount=amount), moved)

    def _sum(self, word: int, value: int, support: int) -> None:
        self.made.xors += 1
        present = self.now[word]
        self.now[word] = value if present is None else self._step("vxor", present, value)
        self.support[word] |= support

    def _endless(self) -> None:
        m, w = self.f.degree, self.w
        highest = m - -(-w // (MOST_PASSES - 2))
        raise UserError(
            f"{self.f} needs more than {MOST_PASSES} passes over a word of {w} bits, since its second term is so high; "
            f"with words of {w} bits the second term may be x^{max(highest, 1)}."
        )
