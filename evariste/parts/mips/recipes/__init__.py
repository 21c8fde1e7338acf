# SPDX-License-Identifier: Apache-2.0
"""Constrained-random programs of the core, driven by isa/mips/isa.yaml: recipes, the statements in them, a whole
program.

`generate(seed, recipe)` always gives the same program for the same arguments: a memory image that starts at reset,
calls a random tree of functions in ROM and RAM, and ends in `sdbbp 2`. Every program ends by construction: loops have
counters, calls form a tree, and the exception handler steps over the instruction.

    layout      where things are in a program's memory
    assembler   branches, jumps, addresses
    generator   the state while a program is written, and what a recipe may have
    arithmetic, memory, control, slots, hazards, system, faults    the statements, by kind
    runtime     reset, the exception handler, start and end of a program
    words       random words in a row, which have no structure
    commands    random programs for an accelerator beside the core
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from evariste.parts.mips.recipes import (
    arithmetic,
    control,
    faults,
    hazards,
    layout,
    memory,
    runtime,
    slots,
    system,
    words,
)
from evariste.parts.mips.recipes.assembler import Code
from evariste.parts.mips.recipes.generator import Generator, Program, Recipe, Sites, Slot
from evariste.verification.randprog.writer import Draft, Function, Label, Statement, chosen, written

# Statements and their usual weights. `simple` ones are short and contain no loop and no call.
SIMPLE: dict[Statement, float] = {
    arithmetic.alu: 10,
    arithmetic.fresh_value: 2,
    arithmetic.nothing: 0.5,
    arithmetic.add_without_overflow: 0.7,
    arithmetic.unit: 3,
    memory.load: 4,
    memory.store: 4,
    memory.store_load: 2,
    memory.unaligned: 1,
    memory.linked: 0.7,
    control.jump: 1.5,
    system.read: 0.7,
    system.write: 0.7,
}
NESTED: dict[Statement, float] = {
    hazards.hazard: 10,
    control.skip_some: 8,
    control.either: 2,
    control.loop: 5,
    control.call: 4,
    system.go_by_eret: 0.7,
}
FAULTS: dict[Statement, float] = {
    faults.illegal: 0.8,
    faults.access: 1,
    faults.exception: 1.2,
    faults.wild_jump: 0.5,
}
OPEN: dict[Statement, float] = {
    memory.console: 0.5,
    memory.counter: 2,
    memory.code_as_data: 0.5,
    memory.written_code: 0.4,
}
CACHED: dict[Statement, float] = {memory.cache: 3}
USUAL = "timed"  # the recipe that is meant when none is named
RECIPES = {
    recipe.name: recipe
    for recipe in (
        # Architectural behaviour only: any correct MIPS32 ends in the same state.
        Recipe("common", length=700),
        # Everything, results that depend on the cycle number included.
        Recipe("timed", length=700, open=True),
        Recipe("long", length=7000, open=True),
        Recipe("lockup", length=100, open=True, lockup=True, ends=("lockup", "fault")),
        words.RECIPE,  # random words in a row: where they lead is not known
    )
}
# Wait states at the instruction and the data port: chances in 1/256.
WAITS: dict[str, tuple[int, int]] = {
    "wait states on both ports": (100, 100),
    "wait states on the instruction port": (150, 0),
    "wait states on the data port": (0, 150),
}


def kinds(configuration: str) -> dict[str, tuple[str, tuple[int, int], str]]:
    """Kinds of runs in lock-step: recipe, wait states, configuration."""
    return {
        name: (recipe, waits, configuration)
        for name, recipe, waits in (
            ("programs", "timed", (0, 0)),
            ("long programs", "long", (0, 0)),
            *((f"programs, {about}", "timed", waits) for about, waits in WAITS.items()),
            ("programs that end in an exception inside a handler", "lockup", (0, 0)),
            ("random words", "words", (0, 0)),
            ("random words, wait states on both ports", "words", (50, 50)),
        )
    }


@dataclass(frozen=True)
class Extension:
    """What a machine's programs have beside those of the core: statements, delay slots, and the class that encodes."""

    code: type[Code] = Code
    simple: Mapping[Statement, float] = field(default_factory=dict)
    nested: Mapping[Statement, float] = field(default_factory=dict)
    slots: Mapping[Callable[[Generator], Slot], float] = field(default_factory=dict)


PLAIN = Extension()


def generate(seed: int, recipe: Recipe | str = USUAL, extension: Extension = PLAIN) -> Program:
    """The program of this seed."""
    kind = RECIPES[recipe] if isinstance(recipe, str) else recipe
    if kind is words.RECIPE:
        return words.program(seed, extension.code.ISA)
    return written(kind, lambda rng: _Draft(rng, kind, extension).program())(seed)  # type: ignore[return-value]


class _Draft(Draft):
    def __init__(self, rng: Random, recipe: Recipe, extension: Extension) -> None:
        rom, ram = layout.CODE_ROM, layout.CODE_RAM
        encoder = extension.code
        super().__init__(rng, recipe, encoder(rom.first, rom.end), encoder(ram.first, ram.end))
        self.sites = Sites()
        simple, nested = chosen(rng, SIMPLE | {**extension.simple}), chosen(rng, NESTED | {**extension.nested})
        simple[arithmetic.alu] += 1
        in_slots = chosen(rng, slots.SLOTS | {**extension.slots})
        in_slots[slots.alu] += 1
        if recipe.faults:
            nested |= chosen(rng, FAULTS)
            in_slots |= chosen(rng, slots.FAULTING)
        if recipe.open:
            simple |= chosen(rng, OPEN)
        if recipe.cached:
            simple |= CACHED
        self.slots = list(in_slots.items())
        self.choose(simple, nested)

    def generator(self, code: Code) -> Generator:
        g: Generator = self.ready(Generator(self.rng, self.recipe, code, self.sites))
        g.slots = self.slots
        return g

    def function(self, label: Label, code: Code, name: str, budget: float) -> Function:
        g = self.generator(code)
        code.mark(name)
        runtime.enter(g, label)
        g.budget = budget
        g.block(self.rng.randint(2, 8))
        runtime.leave(g)
        return Function(label, code, g.spent)

    def main(self, label: Label, code: Code) -> None:
        main = self.generator(code)
        code.mark("main")
        runtime.begin(main, label)
        main.budget = self.recipe.length
        while main.left() > 0:
            main.depth = 0
            main.statement()
        runtime.end(main)

    def program(self) -> Program:
        rng = self.rng
        reset, exception = Label(), Label()
        code = rng.choice((self.rom, self.rom, self.ram))
        code.mark("handler")
        runtime.handler(self.generator(code), exception)
        self.body(reset)
        entries = runtime.entries(reset, exception)
        codes = [*entries, self.rom, runtime.edge(self.generator(self.rom)), self.ram]
        data = [(r.first, rng.randbytes(r.end - r.first))
                for r in (layout.DATA_ROM, layout.DATA_RAM_START, layout.DATA_RAM, layout.DATA_RAM_EDGE)]  # fmt: skip
        return Program(0, self.recipe, [*data, *runtime.segments(codes)], codes, sites=self.sites)
