# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter: every register, the accelerator's accesses to RAM and their cycles.

`trace` folds these accesses and the ends of commands, with the cycles between them, into one word. Both engines report
it whenever the core asks the accelerator something.
"""

import pytest

from evariste.machines.monte import MACHINE
from evariste.parts.mips.recipes.commands import POINTER, SLOTS, number
from verify.accelerated import (
    SOME,
    check_kinds,
    check_lockstep,
    check_memory,
    check_much_lockstep,
    check_noticed,
    check_programs,
    check_registers,
    check_sharing,
    random_kinds,
    touch,
)
from verify.monte.programs import GENERIC_FIELDS, Code

A, B, LAST = 1, 3, 6  # slots


def test_random_programs_know_the_registers() -> None:
    check_registers(MACHINE)


def test_random_programs_have_every_command_and_end_without_an_error() -> None:
    check_programs(MACHINE)


def test_each_circuit_has_random_commands() -> None:
    check_kinds(MACHINE)


@pytest.mark.parametrize("kind", random_kinds(MACHINE, usual=True))
def test_both_agree_on_random_commands(kind: str) -> None:
    check_lockstep(MACHINE, kind, 0, SOME)


@pytest.mark.full
@pytest.mark.parametrize("kind", random_kinds(MACHINE, usual=False))
def test_both_agree_on_many_random_commands(kind: str) -> None:
    check_much_lockstep(MACHINE, kind)


def test_memory_is_the_same_behind_a_program() -> None:
    check_memory(MACHINE)


@pytest.mark.parametrize("slot", [A, B])
def test_the_core_meets_the_accelerator_in_ram(slot: int) -> None:
    """A command copies A to B, and another one loads B from RAM again."""
    f = GENERIC_FIELDS[0]

    def program(delay: int) -> bytes:
        code = Code()
        code.literal(POINTER, SLOTS)
        code.literal(6, 0x1234)
        code.begin(f, 0)
        code.wait()
        code.put("pcpy", dest=B, first=A, fetch=0)
        touch(code, delay, slot)
        code.put("pcpy", dest=LAST, first=B, fetch=1)
        code.wait()
        return code.finish()

    check_sharing(MACHINE, program, {0: number(f.k, f.stored), A: number(f.k, 5), B: number(f.k, 99)})


def test_a_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter has slow squares, the circuit has not."""
    check_noticed(MACHINE, {"SQR": 0}, monkeypatch)
