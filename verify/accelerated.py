# SPDX-License-Identifier: Apache-2.0
"""Programs of commands on a core with an accelerator: what tests of such machines share."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module

import pytest

from evariste.isa import machine as isa
from evariste.machines import MachineDef
from evariste.parts.mips.recipes import commands, layout
from evariste.parts.mips.recipes.commands import NAME, SLOTS, number, place
from evariste.sim import Machine
from evariste.verification.randprog import lockstep, run


@cache
def simulator(name: str, configuration: str, engine: str = "iss") -> Machine:
    return Machine(name, configuration, engine=engine)


def write(core: Machine, slot: int, words: int, value: int) -> None:
    core.write(place(slot), number(words, value))


def read(core: Machine, slot: int, words: int) -> int:
    return int.from_bytes(core.read(place(slot), 4 * words), "little")


def execute(core: Machine, code: bytes) -> None:
    """Runs a program, which is put into ROM, to its breakpoint. RAM is as it was."""
    core.write(layout.ROM, code)
    core.reset()
    stop = core.run(max_cycles=2_000_000)
    assert stop.reason == "breakpoint", stop.sentence


# ---- random programs ----

SOME, MANY, WAITING = 6, 1500, 300  # programs of a kind; in the full test, without and with wait states
PART = 0x4000  # bytes of RAM with all slots and tables


def random_kinds(machine: MachineDef, usual: bool) -> list[str]:
    """Kinds of random commands in lock-step, of the usual configuration or of all."""
    return [kind for kind, (recipe, _, configuration) in lockstep.kinds(machine).items()
            if recipe.startswith(NAME) and (not usual or configuration == machine.configuration)]  # fmt: skip


def check_registers(machine: MachineDef) -> None:
    """The recipes have the number of every register, as the instruction set says it."""
    known = vars(commands) | vars(import_module(machine.module("recipes").Draft.__module__))
    names = isa(machine.name).register_names("c2").items()
    assert names and all(known[name.upper()] == number for number, name in names)


def check_programs(machine: MachineDef) -> None:
    """A seed always gives the same program. At its end the accelerator is not in error, in any configuration."""
    recipes = machine.module("recipes")
    missing = {insn.name for insn in isa(machine.name) if insn.group == "field"}
    assert missing
    for name, recipe in recipes.COMMANDS.items():
        core = run.machine(machine.name, "iss", recipe.configuration)
        for seed in range(2):
            program = recipes.generate(seed, name)
            assert recipes.generate(seed, name).segments == program.segments == program.without(()).segments
            assert recipes.generate(seed + 1, name).segments != program.segments
            stop = run.execute(core, program)
            assert not run.wrong_end(program, stop), stop.sentence
            assert core.regs[2] & 15 == 0, program.name
            missing -= {step[1][0] for code in program.codes for step in code.steps if step[0] == "put"}
    assert not missing


def check_kinds(machine: MachineDef) -> None:
    kinds = lockstep.kinds(machine)
    circuits = {name for name, part in machine.simulated.items() if part}
    assert {kinds[kind][2] for kind in random_kinds(machine, usual=False)} == circuits
    assert {recipe for recipe, _, _ in kinds.values()} <= machine.module("recipes").RECIPES.keys()


def check_lockstep(machine: MachineDef, kind: str, first: int, programs: int) -> None:
    count = lockstep.measure(machine, kind, first, programs)
    assert not count.differences, count.differences[0]
    assert count.instructions > 100 * programs


def check_much_lockstep(machine: MachineDef, kind: str) -> None:
    """Other programs than those of the default test."""
    waits = any(lockstep.kinds(machine)[kind][1])
    check_lockstep(machine, kind, SOME, WAITING if waits else MANY)


def check_memory(machine: MachineDef) -> None:
    """Both engines leave the same in RAM, after as many cycles."""
    engines = [run.machine(machine.name, engine, machine.configuration) for engine in ("iss", "rtl")]
    for seed in range(100, 106):
        program, left = machine.module("recipes").generate(seed, NAME), []
        for core in engines:
            stop = run.execute(core, program)
            assert not run.wrong_end(program, stop), stop.sentence
            left.append((core.read(SLOTS, PART), core.cycles))
        assert left[0] == left[1]


DELAYS = range(48)  # cycles between a command and the core's accesses
TOUCHED = 4  # the word of a slot


def touch(code: commands.Code, delay: int, slot: int) -> None:
    """So much later the core loads a word of a slot, stores into it, and loads it again."""
    for _ in range(delay):
        code.put("nop")
    for name, register in (("lw", 5), ("sw", 6), ("lw", 7)):
        code.put(name, rt=register, rs=commands.POINTER, imm=place(slot) - SLOTS + 4 * TOUCHED)


def check_sharing(machine: MachineDef, program: Callable[[int], bytes], slots: Mapping[int, bytes]) -> None:
    """The core's accesses to RAM meet those of the accelerator in every cycle. Programs by their delay: both engines
    leave the same in registers and RAM, after as many cycles."""
    engines, seen = [simulator(machine.name, machine.configuration, engine) for engine in ("iss", "rtl")], set()
    for delay in DELAYS:
        code, left = program(delay), []
        for core in engines:
            core.clear()
            for slot, content in slots.items():
                core.write(place(slot), content)
            execute(core, code)
            left.append((core.regs[5], core.regs[7], core.read(SLOTS, PART), core.cycles))
        assert left[0] == left[1], delay
        seen.add(left[0][:3])
    assert len(seen) > 1


def check_noticed(machine: MachineDef, wrong: Mapping[str, int], patch: pytest.MonkeyPatch) -> None:
    """A test of the test: lock-step tells an interpreter with other parameters from the circuit, and what is left of
    such a program is short."""
    name, known = machine.configuration, machine.configurations
    right = known[name].parameters
    assert right.items() & wrong.items() == set()
    patch.setitem(known, name, replace(known[name], parameters={**right, **wrong}))
    patch.setattr(run, "machine", run.machine.__wrapped__)  # not one that is kept
    counts = ((seed, lockstep.measure(machine, NAME, seed, 1)) for seed in range(4))  # not every program tells
    seed, (difference,) = next((seed, count.differences) for seed, count in counts if count.differences)
    assert difference.startswith(f"{NAME}/{seed}: ")
    left = int(difference.partition("Made smaller: ")[2].split()[0])
    assert left < 30  # most of them make the accelerator ready
