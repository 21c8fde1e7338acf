# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter: every register of the core, the accelerator's accesses to RAM, the ends of commands,
and the cycles of all of them.

`trace` folds accesses and ends, with the cycles between them, into one word. Both engines report it whenever the core
asks the accelerator something.
"""

import pytest

from evariste.machines.billie import MACHINE
from verify.accelerated import (
    SOME,
    check_kinds,
    check_lockstep,
    check_memory,
    check_much_lockstep,
    check_noticed,
    check_programs,
    check_registers,
    random_kinds,
)


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


def test_a_difference_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter has another polynomial than the circuit."""
    check_noticed(MACHINE, {"TERM2": 5}, monkeypatch)
