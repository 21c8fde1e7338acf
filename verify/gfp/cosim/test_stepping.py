# SPDX-License-Identifier: Apache-2.0
"""Halting a program between any two of its instructions changes nothing, not even its cycle count."""

from random import Random

import pytest

from evariste.machines.gfp.recipes import generate, layout
from evariste.sim import Machine
from evariste.verification.randprog import run


def ended(machine: Machine) -> tuple[object, ...]:
    """Everything that is left of a run."""
    memory = machine.read(layout.SAVED.first, layout.SAVED.end - layout.SAVED.first)
    return machine.cycles, machine.instructions, machine.regs, machine.reg("xpsr"), machine.special, memory


@pytest.mark.parametrize("engine", ["iss", "rtl", "lockstep"])
@pytest.mark.parametrize("seed", range(4))
def test_a_program_run_in_steps_ends_as_when_run_at_once(seed: int, engine: str) -> None:
    program, machine, rng = generate(seed, "timed"), run.machine("gfp", engine), Random(seed)
    run.execute(machine, program)
    at_once = ended(machine)
    run.start(machine, program)
    while machine.step(rng.choice((1, 1, 1, 2, 7))).reason == "step":
        pass
    assert ended(machine) == at_once


@pytest.mark.parametrize("engine", ["iss", "rtl"])
def test_registers_written_back_as_read_change_nothing(engine: str) -> None:
    """A debugger that reads and writes every register between instructions is not noticed."""
    program, machine = generate(5, "timed"), run.machine("gfp", engine)
    run.execute(machine, program)
    at_once = ended(machine)
    run.start(machine, program)
    while machine.step(3).reason == "step":
        for index in range(23):
            machine.set_reg(index, register(machine, index))
    assert ended(machine) == at_once


def register(machine: Machine, index: int) -> int:
    """By the debug port's numbers."""
    return [*machine.regs, machine.reg("xpsr"), *machine.special.values()][index]
