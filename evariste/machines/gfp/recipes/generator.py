# SPDX-License-Identifier: Apache-2.0
"""The state while a program is written, and the choice of the next statement.

Registers with a known value at this place of the program (`known`) serve as addresses. All others hold the results of
random computation. Sources prefer registers that the last instructions wrote, so hazards are common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from evariste.machines.gfp.recipes.assembler import ISA, Code, Label

LOW = tuple(range(8))
WIDE = (*range(13), 14)  # the registers that hold data; GF instructions take these
EDGES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF)

Statement = Callable[["Generator"], None]


@dataclass
class Function:
    """A random function that may be called: its cost in executed instructions and the Code that holds it."""

    label: Label
    code: Code
    cost: float
    switches_stack: bool = False


@dataclass
class Sites:
    """Addresses of instructions that an emulator may need to be told about."""

    illegal: set[int] = field(default_factory=set)
    misaligned: set[int] = field(default_factory=set)
    accesses: set[int] = field(default_factory=set)  # bus errors
    hints: set[int] = field(default_factory=set)  # yield, wfe, wfi


class Generator:
    """Writes statements into `code`. The statements themselves are in the modules of this package."""

    def __init__(self, rng: Random, recipe: Recipe, code: Code, sites: Sites) -> None:
        self.rng, self.recipe, self.code, self.sites = rng, recipe, code, sites
        self.known: dict[int, int] = {}
        self.recent: list[int] = []
        self.reserved: set[int] = set()
        self.slots: list[bool] = []  # words of the current function's stack, the top one last; True: may be overwritten
        self.depth = 0
        self.times = 1.0  # how often this place is executed
        self.spent = 0.0  # instructions executed so far, about
        self.budget = 0.0
        self.handler = False
        self.naps = False  # SLEEPONEXIT may be set: every handler clears it
        self.on_process_stack = False
        self.switches_stack = False
        self.functions: list[Function] = []
        self.simple: tuple[list[Statement], list[float]] = ([], [])
        self.nested: tuple[list[Statement], list[float]] = ([], [])

    # ---- emission ----

    def put(self, name: str, **operands: int) -> int:
        self.spent += self.times
        return self.code.put(name, **operands)

    def branch(self, name: str, label: Label, **operands: int) -> None:
        self.spent += self.times
        self.code.branch(name, label, **operands)

    def literal(self, rd: int, value: int | Label, addend: int = 0) -> None:
        self.spent += self.times
        self.code.literal(rd, value, addend)
        self.wrote(rd)
        if isinstance(value, int):
            self.known[rd] = value + addend & 0xFFFFFFFF

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

    # ---- registers and values ----

    def wrote(self, *registers: int) -> None:
        """These registers now hold unknown values."""
        for r in registers:
            self.known.pop(r, None)
        self.recent = [*registers, *self.recent][:3]

    def source(self, among: tuple[int, ...] = LOW) -> int:
        if self.recent and self.rng.random() < 0.45:
            r = self.rng.choice(self.recent)
            if r in among:
                return r
        return self.rng.choice(among)

    def dest(self, among: tuple[int, ...] = LOW) -> int:
        free = [r for r in among if r not in self.reserved]
        if self.recent and self.rng.random() < 0.15 and self.recent[0] in free:
            return self.recent[0]
        return self.rng.choice(free)

    def dests(self, count: int, among: tuple[int, ...] = LOW) -> list[int]:
        """Different registers."""
        return self.rng.sample([r for r in among if r not in self.reserved], count)

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

    # ---- structure ----

    @contextmanager
    def repeated(self, times: float) -> Iterator[None]:
        self.times *= times
        yield
        self.times /= times

    @contextmanager
    def reserve(self, *registers: int) -> Iterator[None]:
        """No statement inside changes these registers."""
        new = set(registers) - self.reserved
        self.reserved |= new
        yield
        self.reserved -= new

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """The code inside may be skipped. Afterwards only what holds in both cases is known."""
        before = dict(self.known)
        yield
        self.known = {r: v for r, v in self.known.items() if before.get(r) == v}

    def forget(self) -> None:
        self.known.clear()

    def left(self) -> float:
        """Executed instructions that this place may still add."""
        return (self.budget - self.spent) / self.times

    def block(self, count: int) -> None:
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1

    def simple_block(self, count: int) -> None:
        """Statements of at most 24 bytes each, without loops and calls."""
        statements, weights = self.simple
        for statement in self.rng.choices(statements, weights, k=count):
            statement(self)

    def statement(self) -> None:
        statements, weights = self.nested if self.depth < 3 and self.left() > 40 else self.simple
        self.rng.choices(statements, weights)[0](self)

    def garbage(self) -> None:
        """Halfwords that are never executed: behind an unconditional branch, where only the prefetch sees them."""
        for _ in range(self.rng.choice((0, 0, 1, 2, 3))):
            self.code.raw(self.rng.choice((0xDE00, 0xE801, 0xEC01, 0xF7F0, 0x4700, self.rng.getrandbits(16))))


def operand(rng: Random, width: int) -> int:
    """Raw bits of an operand. The ends of its range are more frequent."""
    return rng.choice((0, 1, (1 << width) - 1, 1 << width - 1)) if rng.random() < 0.25 else rng.getrandbits(width)


def instructions(*classes: str) -> list[str]:
    return [i.name for i in ISA if i.spec.class_ in classes]


@dataclass(frozen=True)
class Recipe:
    """What may appear in a program. `name` is part of the seed."""

    name: str
    length: int  # executed instructions, about
    faults: bool = True  # illegal instructions, misaligned accesses, bus errors, lost Thumb state
    devices: bool = False  # the console and the cycle counter: results depend on timing
    corners: bool = False  # writes to bits that read as zero (nPRIV, SP 1:0, APSR 27), which Unicorn keeps
    gf_addresses: bool = True  # Galois-field instructions make addresses; without the unit these would be wrong
    interrupts: bool = False  # a core with interrupts: lines that change at random cycles, SysTick, sleep
    frames: bool = False  # frames that cannot be stored or loaded; the program may end in lockup
    lockup: bool = False  # the program ends in a fault inside the HardFault handler, not in bkpt


RECIPES = {
    recipe.name: recipe
    for recipe in (
        # Architectural behaviour only: any correct ARMv6-M simulator ends in the same state.
        Recipe("common", length=700),
        # The same for machines with and without the Galois-field unit; without it, its instructions are faults.
        Recipe("base", length=700, gf_addresses=False),
        # Everything, results that depend on the cycle number included.
        Recipe("timed", length=700, devices=True, corners=True),
        Recipe("long", length=7000, devices=True, corners=True),
        Recipe("interrupts", length=500, devices=True, corners=True, interrupts=True),
        Recipe("frames", length=300, devices=True, corners=True, frames=True),
        Recipe("nested frames", length=300, devices=True, corners=True, frames=True, interrupts=True),
        Recipe("lockup", length=150, devices=True, corners=True, lockup=True),
    )
}
