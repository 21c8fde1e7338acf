# SPDX-License-Identifier: Apache-2.0
"""Constrained-random programs, driven by isa/gfp/isa.yaml: recipes, the statements in them, and a whole program.

`generate(seed, recipe)` always gives the same program for the same arguments: a memory image that starts at the reset
vector, calls a random tree of functions in ROM and RAM, and ends in `bkpt #0`. Every program terminates by
construction: loops have counters, calls form a tree, and the HardFault handler steps over the fault.

    layout      where things stand in a program's memory
    assembler   code with literal pools
    generator   the state while a program is written, and what a recipe may have
    arithmetic, memory, control, system, galois, hazards, faults, frames, interrupts, extensions
                the statements, by kind
    runtime     vectors, exception handlers, start and end of a program
    words       random words in a row, which have no structure
"""

from __future__ import annotations

from random import Random

from evariste.machines.gfp import DEFAULT, MACHINE
from evariste.machines.gfp.recipes import (
    arithmetic,
    control,
    extensions,
    faults,
    frames,
    galois,
    hazards,
    interrupts,
    layout,
    memory,
    runtime,
    system,
    words,
)
from evariste.machines.gfp.recipes.assembler import Code
from evariste.machines.gfp.recipes.generator import Generator, Program, Recipe, Sites
from evariste.verification.randprog.writer import Draft, Function, Label, Statement, chosen, written

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
EXTENSIONS: dict[Statement, float] = {
    extensions.extended: 8,
    extensions.extended_run: 6,
    extensions.extended_hazard: 8,
    extensions.two_fields: 4,
    extensions.access_high: 4,
}
INTERRUPTED = {"interrupts": True, "configuration": MACHINE.interrupts or DEFAULT}
LOST = ("breakpoint", "lockup")  # how programs end that may lose their stack
USUAL = "timed"  # the recipe that is meant when none is named
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
        Recipe("interrupts", length=500, devices=True, corners=True, **INTERRUPTED),
        Recipe("frames", length=300, devices=True, corners=True, frames=True, ends=LOST),
        Recipe("nested frames", length=300, devices=True, corners=True, frames=True, ends=LOST, **INTERRUPTED),
        Recipe("lockup", length=150, devices=True, corners=True, lockup=True, ends=("lockup",)),
        # Instructions of extensions, on cores that have them.
        Recipe("extended", length=700, extensions=True, configuration="fast"),
        Recipe("extended, interrupts", length=500, devices=True, corners=True, extensions=True, interrupts=True,
               configuration="interrupts_fast"),
        words.RECIPE,  # random words in a row: where they lead is not known
    )
}
# Kinds of runs in lock-step: recipe, wait states, configuration.
KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    "programs": ("timed", (0, 0), DEFAULT),
    "long programs": ("long", (0, 0), DEFAULT),
    "programs, wait states on both ports": ("timed", (100, 100), DEFAULT),
    "programs with interrupts": ("interrupts", (0, 0), "interrupts"),
    "programs with interrupts, wait states on both ports": ("interrupts", (100, 60), "interrupts"),
    "programs that lock up": ("lockup", (0, 0), DEFAULT),
    "programs that lose their stack": ("frames", (0, 0), DEFAULT),
    "programs with interrupts that lose their stack": ("nested frames", (0, 0), "interrupts"),
    "programs with interrupts that lose their stack, wait states on both ports": (
        "nested frames",
        (100, 60),
        "interrupts",
    ),
    "random words": ("words", (0, 0), DEFAULT),
    "random words, wait states on both ports": ("words", (50, 50), DEFAULT),
    "programs with extensions": ("extended", (0, 0), "fast"),
    "programs with extensions, wait states on both ports": ("extended", (100, 100), "fast"),
    "programs with extensions and interrupts": ("extended, interrupts", (100, 60), "interrupts_fast"),
    "programs, `small5`": ("timed", (0, 0), "small5"),
    "programs, `small5`, wait states on both ports": ("timed", (100, 100), "small5"),
    "random words, `small5`": ("words", (0, 0), "small5"),
    **{
        f"programs, `{name}`{about}": ("timed", waits, name)
        for name in ("inverse2", "inverse3", "inverse4", "tiny")
        for about, waits in (("", (0, 0)), (", wait states on both ports", (100, 100)))
    },
}


def generate(seed: int, recipe: Recipe | str = USUAL) -> Program:
    """The program of this seed."""
    kind = RECIPES[recipe] if isinstance(recipe, str) else recipe
    if kind is words.RECIPE:
        return words.program(seed)
    return written(kind, lambda rng: _Draft(rng, kind).program())(seed)


class _Draft(Draft):
    def __init__(self, rng: Random, recipe: Recipe) -> None:
        rom, ram = layout.CODE_ROM, layout.CODE_RAM
        super().__init__(rng, recipe, Code(rom.first, rom.end), Code(ram.first, ram.end))
        self.sites = Sites()
        simple, nested = chosen(rng, SIMPLE), chosen(rng, NESTED)
        simple[arithmetic.alu] += 1
        if recipe.faults:
            nested |= chosen(rng, FAULTS)
        if recipe.devices:
            simple |= chosen(rng, DEVICES)
        if recipe.interrupts:
            nested |= chosen(rng, INTERRUPTS)
        if recipe.extensions:
            nested |= EXTENSIONS
        if recipe.frames:
            nested[frames.lose_stack] = 6
        self.naps = recipe.interrupts and rng.random() < 0.4
        self.choose(simple, nested)

    def generator(self, code: Code) -> Generator:
        g: Generator = self.ready(Generator(self.rng, self.recipe, code, self.sites))
        g.naps = self.naps
        return g

    def place(self, code: Code, name: str) -> None:
        """Random alignment, and a symbol."""
        code.align(4)
        if self.rng.random() < 0.5:
            code.raw(0xBF00)
        code.mark(name)

    def function(self, label: Label, code: Code, name: str, budget: float) -> Function:
        g = self.generator(code)
        self.place(code, name)
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
        self.place(code, "main")
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
        self.rom.mark("handlers")
        labels = runtime.interrupt_handlers(g, self.rng.randint(2, 5))
        table = Code(layout.ROM, layout.ROM + 0x400)
        table.word(stack)
        interrupts.vectors(table, self.rng, labels, taken)
        return table, interrupts.lines(self.rng, 12 * self.recipe.length)

    def program(self) -> Program:
        rng = self.rng
        reset, hardfault, svcall = Label(), Label(), Label()
        for name, label, write in (("hardfault", hardfault, runtime.hardfault), ("svcall", svcall, runtime.svcall)):
            code = rng.choice((self.rom, self.rom, self.ram))
            g = self.generator(code)
            g.functions = []
            self.place(code, name)
            write(g, label)
        self.body(reset)
        stack = layout.MAIN_STACK.end - 4 * rng.randrange(8) + (rng.randrange(4) if self.recipe.corners else 0)
        table = Code(layout.ROM, layout.ROM + 0x400)
        runtime.vectors(table, reset, hardfault, svcall, stack, rng.getrandbits(32))
        lines: list[tuple[int, int]] = []
        if self.recipe.interrupts:
            table, lines = self.interrupts({1: reset, runtime.HARDFAULT: hardfault, runtime.SVCALL: svcall}, stack)
        g = self.generator(self.rom)
        data, edge = runtime.constants(g), runtime.edge(g)
        segments = [
            (table.base, bytes(table.data)),
            (self.rom.base, bytes(self.rom.data)),
            (layout.DATA_ROM.first, data),
            (edge.base, bytes(edge.data)),
            (layout.DATA_RAM.first, rng.randbytes(layout.DATA_RAM.end - layout.DATA_RAM.first)),
            (layout.DATA_RAM_EDGE.first, rng.randbytes(layout.DATA_RAM_EDGE.end - layout.DATA_RAM_EDGE.first)),
        ]
        if self.ram.data:
            segments.append((self.ram.base, bytes(self.ram.data)))
        return Program(0, self.recipe, segments, [table, self.rom, self.ram, edge], lines, self.sites)
