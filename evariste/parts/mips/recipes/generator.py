# SPDX-License-Identifier: Apache-2.0
"""The state while a program of the core is written: its registers, pointers and delay slots; recipes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from evariste.parts.mips.recipes.assembler import Code
from evariste.parts.mips.recipes.layout import Range
from evariste.verification.randprog import writer
from evariste.verification.randprog.writer import EDGES, Label

COUNTERS = (16, 17, 18)  # of loops, by depth; functions save them
K0, K1, STACK_POINTER, LINK = 26, 27, 29, 31  # K0 and K1 are the handler's
FREE = tuple(r for r in range(1, 32) if r not in (*COUNTERS, K0, K1, STACK_POINTER))
LINKING = ("jal", "bltzal", "bgezal", "bltzall", "bgezall")
REACH = 0x7F00  # bytes from a base register that an access may be away
Slot = Callable[[], object]  # puts one instruction


@dataclass
class Sites:
    """Addresses that an emulator of a later MIPS has to be told about."""

    reserved: dict[int, tuple[int, int]] = field(default_factory=dict)  # code of the exception, coprocessor


@dataclass
class Program(writer.Program):
    """A program of the core. Reset begins at the first word of ROM."""

    sites: Sites = field(default_factory=Sites)


class Generator(writer.Generator):
    """Writes statements into `code`. The statements themselves are in the modules of this package."""

    REGISTERS = FREE
    LITERAL = 2
    recipe: Recipe
    code: Code

    def __init__(self, rng: Random, recipe: Recipe, code: Code, sites: Sites) -> None:
        super().__init__(rng, recipe, code)
        self.sites = sites
        self.loops = 0
        self.slots: list[tuple[Callable[[Generator], Slot], float]] = []

    # ---- registers and values ----

    def set(self, rd: int, value: int) -> None:
        """Brings a number into a register, by one instruction where that can be."""
        value &= 0xFFFFFFFF
        if value < 0x8000 or value >= 0xFFFF8000:
            self.put("addiu", rt=rd, rs=0, imm=(value ^ 0x80000000) - 0x80000000)
        elif value < 0x10000:
            self.put("ori", rt=rd, rs=0, imm=value)
        elif value & 0xFFFF == 0:
            self.put("lui", rt=rd, imm=value >> 16)
        else:
            self.literal(rd, value)
        self.wrote(rd)
        self.known[rd] = value

    def value(self) -> int:
        """A number, often one at the end of a range."""
        rng = self.rng
        return rng.choice((rng.randrange(64), rng.choice(EDGES), 1 << rng.randrange(32), rng.getrandbits(32)))

    def read(self) -> int:
        """A register to read, zero at times."""
        return 0 if self.rng.random() < 0.06 else self.source()

    def write(self) -> int:
        """A register to write, zero at times."""
        return 0 if self.rng.random() < 0.04 else self.dest()

    def pointer(self, ranges: tuple[Range, ...], size: int) -> tuple[int, int]:
        """A base register and a displacement to an aligned address in one of the ranges."""
        where = self.rng.choice(ranges)
        address = self.rng.randrange(where.first, where.end - 3) & -size
        near = [r for r, v in self.known.items() if abs(v - address) < REACH and r != 0]
        if near and self.rng.random() < 0.7:
            base = self.rng.choice(near)
            return base, address - self.known[base]
        base, away = self.dest(), self.rng.choice((0, 0, self.rng.randrange(-0x400, 0x400)))
        self.literal(base, address - away)
        return base, away

    # ---- structure ----

    def word(self, bits: int, cause: int, unit: int = 0) -> None:
        """Appends a word that is no instruction."""
        self.spent += self.times * 20
        self.sites.reserved[self.code.raw(bits)] = (cause, unit)

    def slot(self, faults: bool = True) -> Slot:
        """Prepares the instruction of a delay slot. It may fault if `faults`: then the branch does not happen."""
        some = [(f, w) for f, w in self.slots if faults or not f.__name__.startswith("faulting")]
        (prepare,) = self.rng.choices([f for f, _ in some], [w for _, w in some])
        return prepare(self)

    def branch(self, name: str, label: Label, **operands: int) -> None:
        super().branch(name, label, **operands)
        if name in LINKING:
            self.wrote(LINK)

    def jump(self, name: str, label: Label, slot: Slot, **operands: int) -> None:
        """A branch and its delay slot."""
        self.branch(name, label, **operands)
        slot()

    def garbage(self) -> None:
        """Words that are never executed, though fetched: behind a delay slot."""
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            self.code.raw(self.rng.choice((0xFFFFFFFF, 0x0000000C, 0x1000FFFF, self.rng.getrandbits(32))))


@dataclass(frozen=True)
class Recipe(writer.Recipe):
    """What may appear in a program."""

    faults: bool = True
    open: bool = False  # what the architecture leaves open, devices, and the cycle counter
    cached: bool = False  # for a core with an instruction cache, which has to be emptied when code has changed
    interrupts: bool = False  # lines that change at random cycles, and the timer
    lockup: bool = False  # the program ends in an exception while EXL is 1
