# SPDX-License-Identifier: Apache-2.0
"""Random programs whose interrupt lines change at random cycles, on the RTL and the interpreter in lock-step.

Handlers pend further exceptions, change enables and priorities, sleep and read the controller; SysTick runs. A failure
names the program, which `ev replay` runs again.
"""

import numpy as np
import pytest

from evariste import isa
from evariste.machines.gfp.recipes import generate
from evariste.sim import Machine
from evariste.verification.randprog import run
from evariste.verification.randprog.lockstep import smaller

CHUNK, COUNT, LONG = 50, 600, 6000
FLOOR = 50_000  # retirements in every chunk


def executed(
    first: int, waits: tuple[int, int] = (0, 0), recipe: str = "interrupts", configuration: str = "interrupts"
) -> int:
    machine = run.machine("gfp", "lockstep", waits=waits, configuration=configuration)
    total = 0
    for seed in range(first, first + CHUNK):
        program = generate(seed, recipe)
        stop = run.execute(machine, program)
        if wrong := run.wrong_end(program, stop):
            small = smaller(machine, program, stop) if stop.reason == "difference" else ""
            pytest.fail(f"{wrong}\n{small}", pytrace=False)
        total += stop.instructions
    return total


@pytest.mark.parametrize("first", range(0, COUNT, CHUNK))
def test_rtl_and_interpreter_agree_under_random_interrupts(first: int) -> None:
    assert executed(first) >= FLOOR


@pytest.mark.parametrize("waits", [(100, 100), (200, 30)], ids=lambda w: f"{w[0]}-{w[1]}")
def test_they_agree_with_wait_states_by_the_clock_of_the_rtl(waits: tuple[int, int]) -> None:
    assert executed(0, waits) >= FLOOR


@pytest.mark.parametrize("waits", [(0, 0), (100, 60)], ids=lambda w: f"{w[0]}-{w[1]}")
def test_they_agree_where_frames_cannot_be_stored_or_loaded(waits: tuple[int, int]) -> None:
    assert executed(0, waits, "nested frames") >= FLOOR // 2


@pytest.mark.parametrize("waits", [(0, 0), (100, 60)], ids=lambda w: f"{w[0]}-{w[1]}")
def test_they_agree_on_a_core_with_extensions(waits: tuple[int, int]) -> None:
    """Interrupts between instructions of extensions, in two fields, with an inverse in two cycles."""
    assert executed(0, waits, "extended, interrupts", "interrupts_fast") >= FLOOR // 2


@pytest.mark.full
@pytest.mark.parametrize("first", range(CHUNK, COUNT, CHUNK))
def test_they_agree_on_a_core_with_extensions_in_more_programs(first: int) -> None:
    assert executed(first, (0, 0), "extended, interrupts", "interrupts_fast") >= FLOOR // 2


@pytest.mark.full
@pytest.mark.parametrize("first", range(CHUNK, COUNT, CHUNK))
def test_they_agree_where_more_frames_cannot_be_stored_or_loaded(first: int) -> None:
    for waits in ((0, 0), (100, 60), (30, 200)):
        assert executed(first, waits, "nested frames") >= FLOOR // 2


@pytest.mark.full
@pytest.mark.parametrize("waits", [(64, 0), (0, 64), (100, 100), (200, 30), (30, 200)], ids=lambda w: f"{w[0]}-{w[1]}")
@pytest.mark.parametrize("first", range(CHUNK, COUNT, CHUNK))
def test_they_agree_with_more_wait_states(first: int, waits: tuple[int, int]) -> None:
    assert executed(first, waits) >= FLOOR


@pytest.mark.full
@pytest.mark.parametrize("first", range(COUNT, LONG, CHUNK))
def test_rtl_and_interpreter_agree_under_more_random_interrupts(first: int) -> None:
    assert executed(first) >= FLOOR


def events(machine: Machine, seed: int, later: int = 0) -> np.ndarray:
    """The retirements of one program, its lines `later` cycles late."""
    program = generate(seed, "interrupts")
    program.lines = [(cycle + later, lines) for cycle, lines in program.lines]
    run.start(machine, program)
    return machine.record(3000)


def waiting_machine() -> Machine:
    return Machine(configuration="interrupts", engine="rtl", waits=(100, 100), seed=1)


def interrupts(record: np.ndarray) -> np.ndarray:
    return record[(record["trap"] == 1) & (record["cause"] == 0) & (record["insn"] >> 8 != 0xDF)]


def test_wait_states_change_what_the_programs_do() -> None:
    """A test of the test: with other wait states, or lines a cycle later, interrupts come elsewhere."""
    plain, waiting = (run.machine("gfp", "rtl", "interrupts", waits) for waits in ((0, 0), (100, 100)))
    different, late = 0, 0
    for seed in range(8):
        here, there = events(plain, seed), events(waiting, seed)
        again = waiting_machine()
        fresh, later = events(again, seed), events(waiting_machine(), seed, 1)
        different += len(here) != len(there) or bool((here["pc"] != there["pc"]).any())
        late += len(fresh) != len(later) or bool((fresh != later).any())
    assert different >= 7 and late >= 7


def test_a_program_has_the_same_waits_whatever_ran_before_it() -> None:
    """So `ev replay` of a late one is what the campaign ran."""
    used = run.machine("gfp", "rtl", waits=(100, 100), configuration="interrupts")
    events(used, 1)
    late, alone = events(used, 2), events(waiting_machine(), 2)
    assert len(late) == len(alone) and (late == alone).all()


def test_the_programs_take_interrupts_of_every_kind() -> None:
    """In place of an instruction and of a return, in thread mode and in handlers, every exception number."""
    machine = run.machine("gfp", "iss", "interrupts")
    taken = np.concatenate([interrupts(events(machine, seed)) for seed in range(40)])
    chained = taken["insn"] != 0
    assert chained.sum() > 500 and (~chained).sum() > 500
    assert set(np.unique(taken["flags"] & 63)) >= {2, 14, 15, *range(16, 48)}


def test_frames_fail_in_every_way_there_is() -> None:
    """A test of the test: HardFault in place of an interrupt, of a supervisor call and of a return; lockup."""
    machine = run.machine("gfp", "iss", "interrupts")
    bus_error = next(cause.code for cause in isa.machine("gfp").spec.causes if cause.name == "data_bus_error")
    found, reasons = set(), set()
    for seed in range(30):
        program = generate(seed, "nested frames")
        run.start(machine, program)
        record = machine.record(3000)
        faults = record[(record["trap"] == 1) & (record["cause"] == bus_error)]
        found |= {"interrupt" if word == 0 else "svc" if word >> 8 == 0xDF else "pop" if word >> 9 == 0b1011110
                  else "bx" if word & 0xFF87 == 0x4700 else "" for word in faults["insn"].tolist()}  # fmt: skip
        reasons.add(run.execute(machine, program).reason)
    assert found >= {"interrupt", "svc", "pop", "bx"} and reasons == {"breakpoint", "lockup"}


def test_a_line_that_comes_one_cycle_later_is_noticed() -> None:
    """A test of the test: the same programs with lines late on one side do not agree."""
    iss, rtl = run.machine("gfp", "iss", "interrupts"), run.machine("gfp", "rtl", "interrupts")
    different = 0
    for seed in range(10):
        here, there = events(iss, seed), events(rtl, seed)
        assert len(here) == len(there) and (here == there).all()
        late = events(rtl, seed, later=1)
        different += len(late) != len(here) or bool((here != late).any())
    assert different >= 9
