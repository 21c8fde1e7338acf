# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter, instruction by instruction and cycle by cycle."""

from pathlib import Path
from random import Random

import pytest

from evariste.machines.vword import MACHINE as VWORD
from evariste.machines.vword import recipes
from evariste.parts.mips.recipes import layout
from evariste.sim import ENGINES, Machine
from evariste.verification.randprog import lockstep, run
from verify.engines import check_that_a_program_runs_alike

KINDS = recipes.KINDS.items()
SOME, FLOOR = 20, 4_000  # programs of a kind, and instructions that they execute at least
MORE, MILLIONS = 600, 2_000_000  # the same in the full test, for all kinds together


def start(core: Machine, seed: int) -> Random:
    run.start(core, recipes.generate(seed, "timed"))
    return Random(seed)


def ended(core: Machine) -> tuple[object, ...]:
    """Everything that is left of a run."""
    return core.cycles, core.instructions, core.regs, core.special, core.counters(), core.read(layout.RAM, 0x3000)


@pytest.mark.parametrize(("kind", "first"), [(kind, 0) for kind, _ in KINDS])
def test_both_agree_on_random_programs(kind: str, first: int) -> None:
    """Every register, store and exception, in the same cycle: the programs of each kind."""
    count = lockstep.measure(VWORD, kind, first, SOME if "long" not in kind else 2)
    assert not count.differences, count.differences[0]
    assert count.instructions > FLOOR / 4


@pytest.mark.full
def test_both_agree_on_two_million_instructions() -> None:
    total = 0
    for kind, (recipe, _, _) in KINDS:
        count = lockstep.measure(VWORD, kind, SOME, MORE // (10 if recipe == "long" else 1))
        assert not count.differences, count.differences[0]
        total += count.instructions
    assert total > MILLIONS


@pytest.mark.parametrize("engine", ENGINES)
def test_a_program_run_in_steps_ends_as_when_run_at_once(engine: str) -> None:
    core = Machine("vword", engine=engine)
    for seed in range(6):
        start(core, seed)
        core.run(max_cycles=100_000)
        at_once = ended(core)
        rng = start(core, seed)
        while core.step(rng.choice((1, 1, 1, 2, 7))).reason == "step":
            pass
        assert ended(core) == at_once


def test_both_agree_when_registers_and_memory_change_between_instructions() -> None:
    """A change empties the pipeline: the stalls that were due are gone on both sides. Where it leads is not known."""
    both = Machine("vword", engine="lockstep")
    for seed in range(12):
        rng = start(both, seed)
        for _ in range(300):
            if (stop := both.step(rng.choice((1, 1, 2, 5)))).reason != "step":
                break
            number = rng.randrange(1, 26)
            both.set_reg(number, both.regs[number] ^ rng.choice((0, 1, 0x8000_0000)))
            both.write(layout.DATA_RAM.first, rng.randbytes(8))
        assert stop.reason != "difference", f"program {seed}: {stop.sentence}"


def test_a_c_program_runs_alike_on_every_engine(tmp_path: Path) -> None:
    check_that_a_program_runs_alike("vword", tmp_path, floating=True)
