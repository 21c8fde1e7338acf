# SPDX-License-Identifier: Apache-2.0
"""Conversion between arrays of 32-bit words and rows, in 32-bit code: a product into rows, a result out of them.

    void vword_pack(row *product, const uint32_t *words)        a product of 2m - 1 bits
    void vword_unpack(uint32_t *words, const row *result)       a result of m bits

Both are the same: each 32-bit part of the target is put together from parts of the source. The parts of a part are
loaded one part ahead, so that nothing waits for a load. If the word is as long as its row, an array that is aligned to
a row is a sequence of rows already.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from evariste.machines.vword.instance import Instance
from evariste.machines.vword.program import RETURN, Instruction, Program

TARGET, SOURCE = 4, 5  # registers of the core: arguments
PARTS = (8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 6, 7)  # hold parts of the source
SUM, SHIFTED = 2, 3
PART = 32  # bits


@dataclass(frozen=True)
class Layout:
    """How a number is in memory: `count` words of `word` bits, each at the beginning of a row of `row` bits."""

    word: int
    count: int
    row: int

    @property
    def size(self) -> int:
        """Bytes."""
        return self.count * self.row // 8

    def encode(self, value: int, above: int = 0) -> bytes:
        """A number, and in each row the bits of `above` over its word."""
        mask = (1 << self.word) - 1
        rows = ((value >> i * self.word & mask) | (above & ~mask) for i in range(self.count))
        return b"".join((row & (1 << self.row) - 1).to_bytes(self.row // 8, "little") for row in rows)

    def decode(self, content: bytes, strict: bool = True) -> int:
        """The number. If `strict`, what is above a word is added to the next one, so that it has to be 0."""
        step, mask = self.row // 8, -1 if strict else (1 << self.word) - 1
        return sum((int.from_bytes(content[i * step : (i + 1) * step], "little") & mask) << i * self.word
                   for i in range(self.count))  # fmt: skip


def words(bits: int) -> Layout:
    """An array of 32-bit words."""
    return Layout(PART, -(-bits // PART), PART)


def product(made: Instance) -> Layout:
    """The rows of a product."""
    return Layout(made.word, made.reduction.words_in, made.row)


def result(made: Instance) -> Layout:
    """The rows of a result."""
    return Layout(made.word, made.reduction.words_out, made.row)


def needed(made: Instance) -> bool:
    """Whether an array has to be converted."""
    return made.word != made.row


@dataclass(frozen=True)
class Conversion:
    """A function that moves a number of so many bits from one layout to another."""

    name: str
    source: Layout
    target: Layout
    bits: int

    @cached_property
    def program(self) -> Program:
        return _Mover(self.source, self.target, self.bits).run()


def conversions(made: Instance) -> tuple[Conversion, Conversion]:
    """From 32-bit words into the rows of a product, and from the rows of a result into 32-bit words."""
    m = made.polynomial.degree
    return (Conversion("vword_pack", words(2 * m - 1), product(made), 2 * m - 1),
            Conversion("vword_unpack", result(made), words(m), m))  # fmt: skip


def costs(made: Instance) -> str:
    """The conversions' cycles, in words."""
    if not needed(made):
        return "an array of 32-bit words that is aligned to a row is a sequence of rows: no conversion"
    pack, unpack = (c.program.cycles for c in conversions(made))
    return f"32-bit words into the rows of a product: {pack} cycles; a result into 32-bit words: {unpack} cycles"


@dataclass(frozen=True)
class Piece:
    """A part of the source that goes into a part of the target: its offset in bytes, how far it moves to the right, or
    to the left."""

    offset: int
    right: int
    left: int


@dataclass
class _Mover:
    source: Layout
    target: Layout
    bits: int
    out: Program = field(default_factory=Program)
    cycle: int = -1

    def run(self) -> Program:
        parts = [(at, self._pieces(bit, most)) for at, bit, most in self._targets()]
        self.left = Counter(piece.offset for _, pieces in parts for piece in pieces)
        self.free, self.where, self.ready = list(PARTS), dict[int, int](), dict[int, int]()
        self._load(parts[0][1])
        for (at, pieces), (_, ahead) in pairwise([*parts, (0, [])]):
            self._load(ahead)
            self._join(at, pieces)
        last = self.out.instructions.pop()
        self.cycle = last.cycle - 1
        self._emit("jr", rs=RETURN)
        self._emit(last.name, **last.operands)
        return self.out

    def _targets(self) -> list[tuple[int, int, int]]:
        """Each part of the target: its offset in bytes, its lowest bit of the number, how many bits it has room for."""
        t = self.target
        return [(i * t.row // 8 + p // 8, i * t.word + p, min(PART, t.word - p))
                for i in range(t.count) for p in range(0, t.word, PART)]  # fmt: skip

    def _pieces(self, bit: int, most: int) -> list[Piece]:
        s, found, done = self.source, list[Piece](), 0
        while done < most and bit + done < self.bits:
            word, at = divmod(bit + done, s.word)
            part, right = divmod(at, PART)
            found.append(Piece(word * s.row // 8 + part * PART // 8, right, done))
            done += min(PART, s.word - part * PART) - right
        return found

    def _load(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            if piece.offset not in self.where:
                register = self.free.pop(0)
                self._emit("lw", rt=register, rs=SOURCE, imm=piece.offset)
                self.where[piece.offset], self.ready[register] = register, self.cycle + 2

    def _join(self, at: int, pieces: list[Piece]) -> None:
        total = 0
        for number, piece in enumerate(pieces):
            register = self.where[piece.offset]
            if number == 0 and not piece.right:
                total = register
            elif number == 0:
                self._wait(register)
                self._emit("srl", rd=SUM, rt=register, imm=piece.right)
                total = SUM
            else:
                self._wait(register, total)
                self._emit("sll", rd=SHIFTED, rt=register, imm=piece.left)
                self._emit("or_reg", rd=SUM, rs=total, rt=SHIFTED)
                total = SUM
        self._emit("sw", rt=total, rs=TARGET, imm=at)
        for piece in pieces:
            self.left[piece.offset] -= 1
            if not self.left[piece.offset]:
                self.free.append(self.where.pop(piece.offset))

    def _wait(self, *registers: int) -> None:
        """Until these can be operands."""
        self.cycle = max(self.cycle, *(self.ready.get(r, 0) - 1 for r in registers))

    def _emit(self, name: str, **operands: int) -> None:
        self.cycle += 1
        self.out.instructions.append(Instruction(name, operands, self.cycle))
