# SPDX-License-Identifier: Apache-2.0
"""Random programs: the generator, and programs that end in Unicorn as on the interpreter."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest

from evariste.errors import UserError
from evariste.machines import named
from evariste.machines.vword.oracle import Oracle, unlike
from evariste.machines.vword.recipes import KINDS, RECIPES, generate
from evariste.parts.mips.recipes.assembler import ISA, Code
from evariste.sim import Machine
from evariste.verification.randprog import run
from evariste.verification.randprog.lockstep import kinds
from evariste.verification.randprog.writer import Program

SOME, MORE = 60, 3000
FLOOR = 300  # instructions of a program on average
CAUSES = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
FETCH = 6  # which few programs have in a delay slot


@pytest.fixture(scope="module")
def machine() -> Machine:
    return run.machine("vword", "iss")


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    made = Oracle()
    yield made
    made.close()


def executed(machine: Machine, program: Program) -> int:
    """Runs it to the end that it should have."""
    stop = run.execute(machine, program)
    assert not run.wrong_end(program, stop)
    return stop.instructions


def agreed(machine: Machine, oracle: Oracle, first: int, count: int) -> int:
    """Runs programs on both; gives the number of instructions."""
    total = 0
    for seed in range(first, first + count):
        program = generate(seed, "common")
        total += executed(machine, program)
        found = unlike(machine, program, oracle)
        assert not found, f"{program.name}: {'; '.join(found[:8])}"
    return total


def test_random_programs_end_in_unicorn_as_here(machine: Machine, oracle: Oracle) -> None:
    assert agreed(machine, oracle, 0, SOME) > FLOOR * SOME


@pytest.mark.full
@pytest.mark.parametrize("first", range(SOME, MORE, 300))
def test_many_random_programs_end_in_unicorn_as_here(first: int, machine: Machine, oracle: Oracle) -> None:
    assert agreed(machine, oracle, first, 300) > FLOOR * 300


@pytest.mark.parametrize("seed", [1323, 2136, 2918])
def test_a_trap_on_an_immediate_before_a_branch_ends_in_unicorn_as_here(
    seed: int, machine: Machine, oracle: Oracle
) -> None:
    """Traps on an immediate share an opcode with the branches on a sign; they are no likely branches."""
    assert agreed(machine, oracle, seed, 1)


def test_an_end_that_is_another_is_noticed(machine: Machine, oracle: Oracle) -> None:
    """A test of the test: one bit of a register, of HI, of memory, of EPC."""
    program = generate(0, "common")
    executed(machine, program)
    for place in (8, *(machine.registers.index(name) for name in ("hi", "epc"))):
        register = machine.registers[place]
        right = machine.reg(register)
        machine.set_reg(place, right ^ 4)
        assert len(found := unlike(machine, program, oracle)) == 1 and found[0].startswith(register)
        machine.set_reg(place, right)
    (byte,) = machine.read(0x80000500, 1)
    machine.write(0x80000500, bytes([byte ^ 1]))
    (found,) = unlike(machine, program, oracle)
    assert found.startswith("memory at 0x80000500")


def test_a_crash_of_unicorn_is_a_sentence() -> None:
    oracle = Oracle()
    oracle._process.kill()
    with pytest.raises(UserError, match="Unicorn ended with status -9 while it ran common/1"):
        oracle.run(generate(1, "common"))
    assert oracle.run(generate(1, "common")).ended == "breakpoint"  # another process
    oracle.close()


@pytest.mark.parametrize("recipe", RECIPES)
def test_programs_end_as_they_should(recipe: str, machine: Machine) -> None:
    for seed in range(10 if recipe == "long" else 40):
        executed(machine, generate(seed, recipe))


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_seed_always_gives_the_same_program(recipe: str) -> None:
    program = generate(7, recipe)
    assert generate(7, recipe).segments == program.segments == program.without(()).segments
    assert generate(8, recipe).segments != program.segments


def test_each_kind_of_run_is_of_a_recipe_and_a_configuration() -> None:
    vword = named("vword")
    assert kinds(vword) == KINDS
    assert {recipe for recipe, _, _ in KINDS.values()} <= RECIPES.keys()
    assert {configuration for _, _, configuration in KINDS.values()} <= vword.configurations.keys()


def test_every_instruction_is_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    """An instruction added to isa/mips/isa.yaml without a statement in the recipes fails here."""
    missing = {insn.name for insn in ISA}

    def recorded(emit: Callable[..., int]) -> Callable[..., int]:
        def note(self: Code, name: str, /, *rest: object, **operands: int) -> int:
            missing.discard(name)
            return emit(self, name, *rest, **operands)

        return note

    monkeypatch.setattr(Code, "put", recorded(Code.put))
    monkeypatch.setattr(Code, "branch", recorded(Code.branch))
    for seed in range(60):
        generate(seed, "timed")
    assert not missing


def test_programs_raise_every_exception_in_and_outside_of_delay_slots(machine: Machine) -> None:
    seen = set()
    for seed in range(120):
        program = generate(seed, "timed")
        run.start(machine, program)
        record = machine.record(4000)
        opcode, low = record["insn"] >> 26, record["insn"] & 63
        plain = np.isin(opcode, (2, 3, 4, 5, 6, 7)) | ((opcode == 0) & np.isin(low, (8, 9)))
        slot = plain[:-1] & (record["pc"][1:] == record["pc"][:-1] + 4)
        raised = record["trap"][1:] != 0
        seen |= {(int(c), bool(s)) for c, s in zip(record["cause"][1:][raised], slot[raised], strict=True)}
    assert seen >= {(cause, in_slot) for cause in CAUSES for in_slot in (False, True)} - {(FETCH, True)}


def test_delay_slots_hold_every_kind_of_instruction() -> None:
    """And those that raise an exception there."""
    classes = set()
    for seed in range(80):
        program = generate(seed, "timed")
        for code in program.codes:
            words = [code.data[i : i + 4] for i in range(0, len(code.data), 4)]
            found = [ISA.decode(int.from_bytes(word, "little")) for word in words]
            for branch, slot in pairwise(found):
                if branch and branch.insn.spec.class_ == "branch" and branch.insn.name != "eret" and slot:
                    classes.add(slot.insn.spec.class_)
                    classes |= {slot.insn.name} & {"eret", "syscall", "mfc0", "mtc0", "div", "mult"}
    assert classes == {"alu", "load", "store", "branch", "multiply", "other", "eret", "syscall", "mfc0", "mtc0", "div",
                       "mult"}  # fmt: skip
