# SPDX-License-Identifier: Apache-2.0
"""The gate-level simulator: the RTL's gates retire what the interpreter retires, in the same cycles."""

from pathlib import Path

import numpy as np
import pytest

from evariste.machines.gfp import MACHINE, soc
from evariste.machines.gfp.netlist import random_programs
from evariste.machines.gfp.recipes import generate
from evariste.machines.gfp.recipes.assembler import ISA
from evariste.sim import Machine
from evariste.verification import gf_unit as unit
from evariste.verification.randprog import run

PROGRAMS = [("timed", seed) for seed in range(6)] + [("common", 1), ("lockup", 3)]


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> soc.Soc:
    return soc.Soc(soc.elaborate(tmp_path_factory.mktemp("gates")))


def interpreted(recipe: str, seed: int, count: int, configuration: str = "full") -> np.ndarray:
    machine: Machine = run.machine("gfp", "iss", configuration)
    run.start(machine, generate(seed, recipe))
    return machine.record(count)


def retired(system: soc.Soc, recipe: str, seed: int) -> np.ndarray:
    system.clear()
    system.load(generate(seed, recipe).segments)
    system.record(True)
    system.run([0], 100_000)
    system.record(False)
    return system.take_record()


@pytest.mark.parametrize(("recipe", "seed"), PROGRAMS)
def test_gates_retire_what_the_interpreter_retires(system: soc.Soc, recipe: str, seed: int) -> None:
    found = retired(system, recipe, seed)
    assert len(found) > 50
    expected = interpreted(recipe, seed, len(found))
    assert np.array_equal(found, expected)


@pytest.mark.full
@pytest.mark.parametrize("name", ["field2", "test", "high", "ma", "mac1"])
def test_gates_with_one_extension_retire_what_the_interpreter_retires(name: str, tmp_path: Path) -> None:
    """Of these configurations there is no other model of the RTL. Their own instructions execute, others fault."""
    system = soc.Soc(soc.elaborate(tmp_path, configuration=name))
    own = set(MACHINE.has("full").lacks) - set(MACHINE.has(name).lacks)
    executed: set[str] = set()
    for seed in range(10):
        found = retired(system, "extended", seed)
        assert np.array_equal(found, interpreted("extended", seed, len(found), name)), seed
        words = found["insn"][found["trap"] == 0].tolist()
        executed |= {d.insn.name for word in words if (d := ISA.decode(word, 4)) and d.insn.extension}
    assert executed == own
    assert random_programs(system, 100, "extended", name) > 40_000


@pytest.mark.parametrize("late", [60, 200])
def test_late_answers_change_nothing_but_cycles(system: soc.Soc, late: int) -> None:
    for seed in (1, 4):
        system.clear()
        system.load(generate(seed, "common").segments)
        system.record(True)
        system.run([0], 100_000, waits=(60, 60), late=late)
        found = system.take_record()
        expected = interpreted("common", seed, len(found))
        assert len(found) > 500 and found["cycle"][-1] > 1.2 * expected["cycle"][-1]
        assert all(np.array_equal(found[name], expected[name]) for name in found.dtype.names if name != "cycle")


def test_lanes_with_programs_of_their_own_end_as_each_would_alone(system: soc.Soc) -> None:
    programs = [generate(seed, "common") for seed in range(20)]
    system.clear()
    for lane, program in enumerate(programs):
        system.load(program.segments, lane)
    outcome = system.run(range(20), 100_000, follow=True)
    assert not outcome.locked_up
    machine = run.machine("gfp", "iss")
    for lane, program in enumerate(programs):
        run.execute(machine, program)
        assert system.read(lane, 0x20000000, 0x6000) == machine.read(0x20000000, 0x6000), lane


def test_a_flipped_flip_flop_is_told_apart(system: soc.Soc) -> None:
    system.clear()
    system.load(generate(5, "timed").segments)
    flops = [node for name, node in system.netlist.names.items() if "u_regfile" in name][:200]
    assert len(flops) == 200
    outcome = system.run(range(201), 100_000, flips=[(40, node, lane + 1) for lane, node in enumerate(flops)])
    assert 20 < len(outcome.different) < 200  # registers that the program overwrites hide it
    assert all(system.when(lane) >= 40 for lane in outcome.different)


def test_the_gates_of_the_unit_are_the_unit(tmp_path: Path, gf_unit) -> None:
    gates = unit.Unit(unit.elaborate(tmp_path))
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 1 << 32, (2, 600), np.uint32)
    for op in unit.operations():
        field = rng.bytes(7) + bytes([2 + int(rng.integers(7))])
        for found, expected in zip(gates(op, field, a, b), gf_unit(op, field, a, b), strict=True):
            assert np.array_equal(found, expected) or op == "IDLE", op
