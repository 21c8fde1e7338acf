# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter: every bundle, in the same cycle."""

import re
from pathlib import Path
from random import Random

import pytest

from evariste.machines.coreva import MACHINE, recipes
from evariste.machines.coreva.recipes import ISA, RAM
from evariste.sim import ENGINES, Machine
from evariste.verification.randprog import lockstep, run
from evariste.vliw.assembler import Assembler
from verify.engines import check_that_a_program_runs_alike

TESTED = recipes.USUAL  # has every operation
SOME, FEW, MORE = 250, 60, 4_000  # programs
LONGEST = 500  # bundles
ACCELERATED = ("ff233", "x")
FLOOR = {False: 100, True: 25}  # operations that a program executes on average behind its settings; wild or not


def ended(core: Machine) -> tuple[object, ...]:
    """Everything that is left of a run."""
    flags = core.reg("c0"), core.reg("c1"), core.reg("dq0"), core.reg("dq1")
    return core.cycles, core.instructions, core.regs, flags, core.read(RAM, 0x400)


def agree(kind: str, first: int, programs: int) -> None:
    """Registers, flags, DQ, stores, faults, and the cycle of every bundle."""
    count = lockstep.measure(MACHINE, kind, first, programs)
    assert not count.differences, count.differences[0]
    behind = count.instructions - programs * recipes.SETTINGS
    assert behind > programs * FLOOR[recipes.RECIPES[kind].wild > 0]


@pytest.mark.parametrize("kind", [TESTED, f"{TESTED}, wild"])
def test_both_agree_on_random_bundles(kind: str) -> None:
    agree(kind, 0, SOME)


@pytest.mark.parametrize("kind", [f"{name}{wild}" for name in ACCELERATED for wild in ("", ", wild")])
def test_both_agree_on_random_bundles_that_use_an_accelerator(kind: str) -> None:
    agree(kind, 0, FEW)


# Causes, and what is special: a branch to a register is in the bundle, or a word of it is not there.
FAULTS = {("illegal_instruction", ""), ("illegal_bundle", ""), ("misaligned", ""), ("misaligned", "jr"),
          ("misaligned", "callr"), ("data_bus_error", ""), ("fetch_bus_error", ""),
          ("fetch_bus_error", "where code ends")}  # fmt: skip


def test_wild_programs_end_in_every_fault() -> None:
    core, found = Machine("coreva", TESTED), set()
    names = {c.code: c.name for c in ISA.spec.causes}
    for seed in range(SOME):
        run.start(core, recipes.generate(seed, f"{TESTED}, wild"))
        last = core.record(LONGEST)[-1]
        first = ISA.decode(int(last["insn"]))
        special = first.insn.name if first and first.insn.name in ("jr", "callr") else ""
        if names[int(last["cause"])] == "fetch_bus_error" and last["pc"] < recipes.MEMORY_END:
            special = "where code ends"
        found.add((names[int(last["cause"])], special))
    assert found >= FAULTS


@pytest.mark.full
@pytest.mark.parametrize("kind", recipes.KINDS)
def test_both_agree_on_many_random_bundles(kind: str) -> None:
    agree(kind, SOME, MORE)


MISDIRECTED = """
    movi r10, 0 ;;
    movhi r10, 0x2000 ;;
    movi r5, 0x2a ;;
    jr r5 | sw r5, 0(r10) ;;
    nop ;;
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_bundle_that_branches_to_nowhere_stores_nothing(engine: str) -> None:
    core = Machine("coreva", TESTED, engine=engine)
    core.write(0, bytes(Assembler(ISA).assemble(MISDIRECTED, "t").sections[".text"].data))
    core.reset()
    stop = core.run(max_cycles=100)
    said = r"misaligned address: address 0x\w+, by the bundle 'jr .* \|\| sw .*' at 0x\w+\."
    assert re.fullmatch(said, stop.sentence), stop.sentence
    assert core.read(RAM, 4) == bytes(4)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_program_run_in_steps_ends_as_when_run_at_once(engine: str) -> None:
    core = Machine("coreva", TESTED, engine=engine)
    compared = 0
    for seed in range(12):
        made = recipes.generate(seed)
        if run.execute(core, made).reason == "limit":
            continue
        at_once, rng = ended(core), Random(seed)
        run.start(core, made)
        while core.step(rng.choice((1, 1, 1, 2, 7))).reason == "step":
            pass
        assert ended(core) == at_once
        compared += 1
    assert compared > 6


@pytest.mark.parametrize(
    "configuration", [TESTED, *(pytest.param(name, marks=pytest.mark.full) for name in recipes.ACCELERATORS)]
)
def test_both_agree_when_registers_memory_and_code_change_between_bundles(configuration: str) -> None:
    """A change empties the pipeline: the waits that were due are gone on both sides, but not an accelerator's. Where it
    leads is not known.
    """
    both = Machine("coreva", configuration, engine="lockstep")
    for seed in range(12):
        run.start(both, recipes.generate(seed, configuration))
        rng = Random(seed)
        for _ in range(150):
            if (stop := both.step(rng.choice((1, 1, 2, 5)))).reason != "step":
                break
            number = rng.randrange(1, 12)
            match rng.randrange(4):
                case 0:
                    both.set_reg(number, both.regs[number] ^ rng.choice((0, 1, 0x8000_0000)))
                case 1:
                    row = both.registers.index(rng.choice(("c0", "c1", "dq0", "dq1")))
                    both.set_reg(row, rng.getrandbits(8) & 0xFE)
                case 2:
                    both.write(RAM, rng.randbytes(8))
                case _:
                    at = 4 * rng.randrange(60)
                    both.write(at, both.read(at, 4))
        assert stop.reason != "difference", f"program {seed}: {stop.sentence}"


GUARDED = """
    movi r10, 0 ;;
    movhi r10, 0x4000 ;;
    movi r4, 0 ;;
    movi r5, 0x30 ;;
    cmpi.ne p1, r0, 0 ;;
    sw r0, 0x3c(r10) ;;
    lw r7, 0x40(r10)
    cmpi.eq p1, r0, 0 ;;
    [p1] {jump} ;;
    movi r6, 1 ;;
    movi r4, 1 ;;
    trap 1 ;;
    movi r4, 2 ;;
    trap 1 ;;
"""


@pytest.mark.parametrize("jump", ["jr r5", "br 0x30"])
def test_a_branch_sees_a_flag_that_a_waiting_bundle_writes(jump: str) -> None:
    """The load waits for the product, so the compare beside it waits in EX while the branch moves up to it."""
    core = Machine("coreva", "ff233", engine="lockstep")
    core.write(0, bytes(Assembler(ISA).assemble(GUARDED.format(jump=jump), "t").sections[".text"].data))
    core.reset()
    stop = core.run(max_cycles=100)
    assert stop.reason == "breakpoint", stop.sentence
    assert core.regs[4] == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_a_branch_to_itself_ends_the_run(engine: str) -> None:
    core = Machine("coreva", TESTED, engine=engine)
    text = "movi r4, 3 ;;\nhere: br here ;;\nnop ;;\n"
    core.write(0, bytes(Assembler(ISA).assemble(text, "t").sections[".text"].data))
    core.reset()
    assert core.run(max_cycles=1000).reason == "loop"
    assert (core.cycles, core.reg("pc"), core.regs[4]) == (6, 4, 3)


READS = """
    rdcycle r8 ;;
    cmp.ne p1, r0, r0 ;;
    rdcycle r9 | movi r7, 1 ;;
    [p1] rdcycle r9 | movi r7, 2 ;;
    movi r7, 3 | rdcycle r9 ;;
    trap 1 ;;
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_reads_of_the_counter_are_noted(engine: str) -> None:
    """With their cycle, and wherever they are in a bundle; one whose guard is off is none."""
    core = Machine("coreva", TESTED, engine=engine)
    core.write(0, bytes(Assembler(ISA).assemble(READS, "t").sections[".text"].data))
    core.reset()
    assert core.run(max_cycles=100).reason == "breakpoint"
    reads = core._session.counter_reads()
    assert [(pc, cycle - reads[0][2]) for pc, _, cycle, _ in reads] == [(0, 0), (8, 2), (24, 4)]


def test_a_c_program_runs_alike_on_every_engine(tmp_path: Path) -> None:
    check_that_a_program_runs_alike("coreva", tmp_path, TESTED)
