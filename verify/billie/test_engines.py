# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter: every register of the core, the accelerator's accesses to RAM, the ends of commands,
and the cycles of all of them.

`trace` folds accesses and ends, with the cycles between them, into one word. Both engines report it whenever the core
asks the accelerator something.
"""

import pytest

from evariste.machines.billie import MACHINE
from evariste.machines.billie.recipes.accelerator import degree, words
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
from verify.billie.programs import Code

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
    """Commands copy A to B, and others load B again."""
    n = words(degree(MACHINE.configuration))

    def program(delay: int) -> bytes:
        code = Code()
        code.literal(POINTER, SLOTS)
        code.literal(6, 0x1234)
        code.wait()
        code.put("gld", dest=1, slot=A)
        code.put("gst", first=1, slot=B)
        touch(code, delay, slot)
        code.put("gld", dest=2, slot=B)
        code.put("gst", first=2, slot=LAST)
        code.wait()
        return code.finish()

    check_sharing(MACHINE, program, {A: number(n, 5), B: number(n, 99)})


def test_a_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter has another polynomial than the circuit."""
    check_noticed(MACHINE, {"TERM2": 5}, monkeypatch)
