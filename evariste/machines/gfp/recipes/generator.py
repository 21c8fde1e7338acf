# SPDX-License-Identifier: Apache-2.0
"""The state while a program of the machine is written: its registers, stack, and literals; recipes."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import CORE, Code
from evariste.verification.randprog import writer
from evariste.verification.randprog.writer import EDGES, Label

LOW = tuple(range(8))
WIDE = (*range(13), 14)  # the registers that hold data; GF instructions take these


@dataclass
class Sites:
    """Addresses of instructions that an emulator may need to be told about."""

    illegal: set[int] = field(default_factory=set)
    misaligned: set[int] = field(default_factory=set)
    accesses: set[int] = field(default_factory=set)  # bus errors
    hints: set[int] = field(default_factory=set)  # yield, wfe, wfi


@dataclass
class Program(writer.Program):
    """A program of the machine. The vector table is at the beginning of ROM."""

    sites: Sites = field(default_factory=Sites)

    def elf(self) -> bytes:
        """The program as an executable."""
        return layout.image(self.segments, int.from_bytes(dict(self.segments)[layout.ROM][4:8], "little"), self.symbols)


class Generator(writer.Generator):
    """Writes statements into `code`. The statements themselves are in the modules of this package."""

    REGISTERS = LOW
    recipe: Recipe
    code: Code

    def __init__(self, rng: Random, recipe: Recipe, code: Code, sites: Sites) -> None:
        super().__init__(rng, recipe, code)
        self.sites = sites
        self.slots: list[bool] = []  # words of the current function's stack, the top one last; True: may be overwritten
        self.handler = False
        self.naps = False  # SLEEPONEXIT may be set: every handler clears it
        self.on_process_stack = False
        self.switches_stack = False

    def set(self, rd: int, value: int) -> None:
        """Brings a number into a low register, in one of several ways."""
        value &= 0xFFFFFFFF
        shift = max((value & -value).bit_length() - 1, 0)
        if value < 256 and self.rng.random() < 0.8:
            self.put("movs_imm", rd=rd, imm=value)
        elif shift and value >> shift < 256 and self.rng.random() < 0.7:
            self.put("movs_imm", rd=rd, imm=value >> shift)
            self.put("lsls_imm", rd=rd, rm=rd, imm=shift)
        elif value ^ 0xFFFFFFFF < 256 and self.rng.random() < 0.7:
            self.put("movs_imm", rd=rd, imm=value ^ 0xFFFFFFFF)
            self.put("mvns", rd=rd, rm=rd)
        else:
            self.literal(rd, value)
        self.wrote(rd)
        self.known[rd] = value

    def land(self, label: Label) -> None:
        """Binds a label, often so that a 32-bit instruction that straddles two words follows."""
        if self.rng.random() < 0.35:
            with self.code.together():
                if self.code.here % 4 == 0:
                    self.put(self.rng.choice(("nop", "sev")))
                self.code.bind(label)
                self.wide()
        else:
            self.code.bind(label)

    def wide(self) -> None:
        """A harmless 32-bit instruction."""
        rng = self.rng
        kind = rng.randrange(5)
        if kind == 0:
            self.put(rng.choice(("dmb", "dsb", "isb")), imm=15)
        elif kind == 1:
            rd = self.dest(WIDE)
            self.put("mrs", rd=rd, imm=rng.choice((0, 5, 8, 9, 16, 20)))
            self.wrote(rd)
        else:
            rd = self.dest(WIDE)
            self.put("gfadd" if kind == 2 else "gfmul", rd=rd, rn=self.source(WIDE), rm=self.source(WIDE))
            self.wrote(rd)

    def value(self) -> int:
        rng = self.rng
        kind = rng.randrange(8)
        if kind == 0:
            return rng.randrange(42)
        if kind == 1:
            return rng.choice(EDGES)
        if kind == 2:
            return 1 << rng.randrange(32)
        if kind == 3:
            return rng.randrange(256) * 0x01010101
        return rng.getrandbits(32)

    def garbage(self) -> None:
        """Halfwords that are never executed: behind an unconditional branch, where only the prefetch sees them."""
        for _ in range(self.rng.choice((0, 0, 1, 2, 3))):
            self.code.raw(self.rng.choice((0xDE00, 0xE801, 0xEC01, 0xF7F0, 0x4700, self.rng.getrandbits(16))))


def instructions(*classes: str) -> list[str]:
    return [i.name for i in CORE if i.spec.class_ in classes]


@dataclass(frozen=True)
class Recipe(writer.Recipe):
    """What may appear in a program."""

    faults: bool = True  # illegal instructions, misaligned accesses, bus errors, lost Thumb state
    devices: bool = False  # the console and the cycle counter: results depend on timing
    corners: bool = False  # writes to bits that read as zero (nPRIV, SP 1:0, APSR 27), which Unicorn keeps
    gf_addresses: bool = True  # Galois-field instructions make addresses; without the unit these would be wrong
    interrupts: bool = False  # a core with interrupts: lines that change at random cycles, SysTick, sleep
    frames: bool = False  # frames that cannot be stored or loaded; the program may end in lockup
    extensions: bool = False  # the extensions are in use
    lockup: bool = False  # the program ends in a fault inside the HardFault handler, not in bkpt
