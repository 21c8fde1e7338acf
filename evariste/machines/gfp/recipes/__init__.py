# SPDX-License-Identifier: Apache-2.0
"""`generate(seed, recipe)`: a whole random program, as bytes in memory, as an ELF file, and as text.

In the text, literal pools and halfwords that are never executed appear as instructions too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from evariste.isa import text as assembler_text
from evariste.machines.gfp.recipes import (
    arithmetic,
    control,
    faults,
    frames,
    galois,
    hazards,
    interrupts,
    layout,
    memory,
    runtime,
    system,
)
from evariste.machines.gfp.recipes.assembler import ISA, Code, Label, OutOfReach
from evariste.machines.gfp.recipes.generator import RECIPES, Function, Generator, Recipe, Sites, Statement

# Statements and their usual weights. `simple` ones are short and contain no loop and no call.
SIMPLE: dict[Statement, float] = {
    arithmetic.alu: 12,
    arithmetic.high: 3,
    arithmetic.compare_near: 1,
    arithmetic.address: 1,
    arithmetic.carry_chain: 2,
    arithmetic.fresh_value: 2,
    arithmetic.hint: 1,
    memory.single: 7,
    memory.literal: 1,
    memory.store_load: 2,
    memory.multiple: 3,
    memory.in_frame: 2,
    memory.pop_jump: 1,
    control.jump: 2,
    galois.gf: 6,
    galois.product_used: 2,
    galois.configure: 2,
    system.barrier: 1,
    system.read_special: 1,
    system.write_flags: 1,
    system.supervisor_call: 0.7,
}
NESTED: dict[Statement, float] = {
    hazards.hazard: 8,
    memory.computed_index: 3,
    memory.push_pop: 3,
    memory.frame: 2,
    memory.deep_frame: 0.3,
    memory.code_as_data: 1,
    control.skip_some: 6,
    control.either: 2,
    control.loop: 5,
    control.call: 5,
    galois.gf_run: 4,
    galois.configure_stored: 2,
    galois.store_field: 1.5,
    system.mask: 0.7,
    system.move_stack: 1,
    system.rewrite_stack_pointer: 0.5,
    system.process_stack: 1,
    system.written_code: 0.7,
}
FAULTS: dict[Statement, float] = {
    faults.illegal: 0.8,
    faults.misaligned: 0.6,
    faults.maybe_misaligned: 0.5,
    faults.bus_error: 0.6,
    faults.bus_error_in_burst: 0.6,
    faults.field_fault: 0.6,
    faults.wild_branch: 0.6,
    faults.run_off: 0.3,
}
DEVICES: dict[Statement, float] = {memory.console: 0.5, memory.counter: 2}
INTERRUPTS: dict[Statement, float] = {
    interrupts.set_pending: 2,
    interrupts.control: 2,
    interrupts.look: 1.5,
    interrupts.sleep: 1,
}


@dataclass
class Program:
    """One random program. `segments` are (address, bytes), the vector table first."""

    seed: int
    recipe: Recipe
    segments: list[tuple[int, bytes]]
    sites: Sites
    symbols: dict[str, int] = field(default_factory=dict)
    lines: list[tuple[int, int]] = field(default_factory=list)  # as Machine.drive takes them

    def elf(self) -> bytes:
        return layout.image(self.segments, int.from_bytes(self.segments[0][1][4:8], "little"), self.symbols)


def generate(seed: int, recipe: Recipe | str = "timed") -> Program:
    """The program of this seed. If a branch does not reach its target, the draft is written again."""
    kind = RECIPES[recipe] if isinstance(recipe, str) else recipe
    for attempt in range(20):
        try:
            return _Draft(Random(f"{kind.name}/{seed}/{attempt}"), kind).program(seed)
        except OutOfReach:
            continue
    raise AssertionError(f"seed {seed} of {kind.name} gives no program in 20 attempts")


class _Draft:
    """The parts of one program as they are written."""

    def __init__(self, rng: Random, recipe: Recipe) -> None:
        self.rng, self.recipe = rng, recipe
        self.sites = Sites()
        self.rom = Code(layout.CODE_ROM.first, layout.CODE_ROM.end)
        self.ram = Code(layout.CODE_RAM.first, layout.CODE_RAM.end)
        self.functions: list[Function] = []
        self.symbols: dict[str, int] = {}

        # Each program favours some statements and does without others, so that all combinations come up.
        def chosen(table: dict[Statement, float]) -> dict[Statement, float]:
            return {s: w * rng.choice((0, 0.3, 1, 1, 3)) for s, w in table.items()}

        simple, nested = chosen(SIMPLE), chosen(NESTED)
        simple[arithmetic.alu] += 1
        if recipe.faults:
            nested |= chosen(FAULTS)
        if recipe.devices:
            simple |= chosen(DEVICES)
        if recipe.interrupts:
            nested |= chosen(INTERRUPTS)
        if recipe.frames:
            nested[frames.lose_stack] = 6
        self.naps = recipe.interrupts and rng.random() < 0.4
        self.simple = (list(simple), list(simple.values()))
        nested = simple | nested
        self.nested = (list(nested), list(nested.values()))

    def generator(self, code: Code) -> Generator:
        g = Generator(self.rng, self.recipe, code, self.sites)
        g.simple, g.nested = self.simple, self.nested
        g.functions = [f for f in self.functions if f.cost]
        g.naps = self.naps
        return g

    def place(self, code: Code, name: str, label: Label) -> None:
        """Random alignment, and a symbol."""
        code.data += bytes(-code.here % 4)
        if self.rng.random() < 0.5:
            code.raw(0xBF00)
        self.symbols[name] = code.here

    def function(self, label: Label, code: Code, name: str, budget: float) -> Function:
        g = self.generator(code)
        self.place(code, name, label)
        saved = [*sorted(self.rng.sample(range(8), self.rng.choice((0, 1, 3)))), 14]
        code.bind(label)
        g.put("push", list=sum(1 << r for r in saved))
        g.slots = [False] * len(saved)
        g.budget = budget
        g.block(self.rng.randint(2, 8))
        runtime.ending(g, saved)
        code.pool()
        return Function(label, code, g.spent, g.switches_stack)

    def main(self, label: Label, code: Code) -> None:
        g = self.generator(code)
        self.place(code, "main", label)
        runtime.begin(g, label)
        if self.recipe.interrupts:
            interrupts.begin(g)
        g.budget = self.recipe.length
        while g.left() > 0:
            g.depth = 0
            g.statement()
        runtime.end(g)

    def interrupts(self, taken: dict[int, Label], stack: int) -> tuple[Code, list[tuple[int, int]]]:
        """A vector table with handlers of their own for everything, and how the lines change."""
        g = self.generator(self.rom)
        self.symbols["handlers"] = self.rom.here
        labels = runtime.interrupt_handlers(g, self.rng.randint(2, 5))
        table = Code(layout.ROM, layout.ROM + 0x400)
        table.word(stack)
        interrupts.vectors(table, self.rng, labels, taken)
        return table, interrupts.lines(self.rng, 12 * self.recipe.length)

    def program(self, seed: int) -> Program:
        rng = self.rng
        reset, hardfault, svcall = Label(), Label(), Label()
        for name, label, write in (("hardfault", hardfault, runtime.hardfault), ("svcall", svcall, runtime.svcall)):
            code = rng.choice((self.rom, self.rom, self.ram))
            g = self.generator(code)
            g.functions = []
            self.place(code, name, label)
            write(g, label)
        for i in range(rng.randint(1, 5)):
            code = rng.choice((self.rom, self.ram))
            self.functions.append(self.function(Label(), code, f"f{i}", rng.choice((10, 40, 150))))
        late = [Function(Label(), rng.choice((self.rom, self.ram)), 80.0) for _ in range(rng.randint(0, 2))]
        self.functions += late  # called before they are written: branches forward
        self.main(reset, rng.choice((self.rom, self.ram)))
        self.functions = []
        for i, f in enumerate(late):
            self.function(f.label, f.code, f"late{i}", 40)
        stack = layout.MAIN_STACK.end - 4 * rng.randrange(8) + (rng.randrange(4) if self.recipe.corners else 0)
        table = Code(layout.ROM, layout.ROM + 0x400)
        runtime.vectors(table, reset, hardfault, svcall, stack, rng.getrandbits(32))
        lines: list[tuple[int, int]] = []
        if self.recipe.interrupts:
            table, lines = self.interrupts({1: reset, runtime.HARDFAULT: hardfault, runtime.SVCALL: svcall}, stack)
        g = self.generator(self.rom)
        segments = [
            (table.base, bytes(table.data)),
            (self.rom.base, bytes(self.rom.data)),
            (layout.DATA_ROM.first, runtime.constants(g)),
            (layout.CODE_ROM_EDGE.first, runtime.edge(g)),
            (layout.DATA_RAM.first, rng.randbytes(layout.DATA_RAM.end - layout.DATA_RAM.first)),
            (layout.DATA_RAM_EDGE.first, rng.randbytes(layout.DATA_RAM_EDGE.end - layout.DATA_RAM_EDGE.first)),
        ]
        if self.ram.data:
            segments.append((self.ram.base, bytes(self.ram.data)))
        return Program(seed, self.recipe, segments, self.sites, self.symbols, lines)


CODE = (layout.CODE_ROM, layout.CODE_RAM, layout.CODE_ROM_EDGE)


def lines(program: Program) -> Iterator[str]:
    """Every halfword of code with its address and instruction, functions with their names, data in short."""
    names = {address: name for name, address in program.symbols.items()}
    for base, data in program.segments:
        if not any(r.first == base for r in CODE):
            yield f"{base:#010x}  {len(data)} bytes of data"
            continue
        at = 0
        while at + 2 <= len(data):
            if base + at in names:
                yield f"{names[base + at]}:"
            word, size = int.from_bytes(data[at : at + 2], "little"), 2
            if ISA.is_long(word) and at + 4 <= len(data) and base + at + 2 not in names:
                word, size = word << 16 | int.from_bytes(data[at + 2 : at + 4], "little"), 4
            yield f"{base + at:#010x}  {word:0{2 * size}x}".ljust(22) + text(word, size, base + at)
            at += size


def text(word: int, size: int, address: int) -> str:
    """The instruction as the assembler writes it."""
    found = ISA.decode(word, size)
    return assembler_text.text(ISA, found, address) if found else "(illegal)"
