# SPDX-License-Identifier: Apache-2.0
"""Random programs end in Unicorn, with Python's integers as the accumulator, as on the interpreter."""

from collections.abc import Callable, Iterator

import pytest

from evariste.machines.pete import MACHINE
from evariste.machines.pete.oracle import Oracle, unlike
from evariste.machines.pete.recipes import KINDS, RECIPES, generate
from evariste.machines.pete.recipes.accumulator import Code
from evariste.sim import Machine
from evariste.verification.randprog import run

SOME, MORE = 12, 600
CONFIGURATIONS = ("fast", "bise", "ise", "baseline")


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    made = Oracle()
    yield made
    made.close()


def machine_lacks(configuration: str) -> bool:
    return bool(MACHINE.configurations[configuration].lacks)


def agreed(configuration: str, oracle: Oracle, first: int, count: int) -> None:
    machine = Machine("pete", configuration)
    for seed in range(first, first + count):
        program = generate(seed, "lacking" if machine_lacks(configuration) else "common")
        stop = run.execute(machine, program)
        assert not run.wrong_end(program, stop)
        found = unlike(machine, program, oracle)
        assert not found, f"{program.name}: {'; '.join(found[:8])}"


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_random_programs_end_in_unicorn_as_here(configuration: str, oracle: Oracle) -> None:
    agreed(configuration, oracle, 0, SOME)


@pytest.mark.full
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_many_random_programs_end_in_unicorn_as_here(configuration: str, oracle: Oracle) -> None:
    agreed(configuration, oracle, SOME, MORE)


def test_an_accumulator_that_is_another_is_noticed(oracle: Oracle) -> None:
    """A test of the test."""
    machine, program = Machine("pete", "fast"), generate(1, "common")
    run.execute(machine, program)
    place = machine.registers.index("u")
    machine.set_reg(place, machine.reg("u") ^ 4)
    assert len(found := unlike(machine, program, oracle)) == 1 and found[0].startswith("u: ")


def test_every_instruction_of_the_accumulator_is_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {insn.name for insn in Code.ISA if insn.extension}
    put: Callable[..., int] = Code.put

    def recorded(self: Code, name: str, **operands: int) -> int:
        missing.discard(name)
        return put(self, name, **operands)

    monkeypatch.setattr(Code, "put", recorded)
    for seed in range(8):
        generate(seed, "timed")
    assert not missing


def test_each_kind_of_run_is_of_a_recipe() -> None:
    assert {recipe for recipe, _, _ in KINDS.values()} <= RECIPES.keys()
