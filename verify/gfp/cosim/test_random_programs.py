# SPDX-License-Identifier: Apache-2.0
"""Random programs on the RTL and the interpreter in lock-step, and against an independent machine.

Lock-step compares every retirement: registers, flags, memory accesses, fault cause and cycle number. The independent
machine (Unicorn for ARMv6-M, evariste.gf for the Galois-field instructions) is compared at each program's end. A test's
name has its first seed; a failure names the program, which `ev replay` runs again.
"""

import pytest

from evariste import isa, machines
from evariste.errors import UserError
from evariste.machines.gfp import oracle as oracle_of
from evariste.machines.gfp.oracle import Emulator, Field
from evariste.machines.gfp.recipes import generate
from evariste.sim import Machine
from evariste.verification.randprog import run
from evariste.verification.randprog.lockstep import smaller

CHUNK = 50
COMMON, ALONE, TIMED, WITHOUT_GF, WAITING, LOCKUP, LONG = 2000, 200, 1000, 300, 300, 100, 2200
SMALL5, MORE_SMALL5 = 200, 2000
INVERSES, MORE_INVERSES = ("inverse2", "inverse3", "inverse4"), 1000
EXTENDED, MORE_EXTENDED = ("fast", "mac2"), 1000
ILLEGAL_FIELD = next(cause.code for cause in isa.machine("gfp").spec.causes if cause.name == "illegal_field")
FLOOR = 20_000  # instructions that every chunk executes at least: 10^6 in all


def chunks(count: int, usual: int = LONG) -> pytest.MarkDecorator:
    """So many programs, of which `usual` run each time, and the others with `--full`."""
    marks: dict[bool, list[pytest.MarkDecorator]] = {False: [], True: [pytest.mark.full]}
    return pytest.mark.parametrize("first", [pytest.param(n, marks=marks[n >= usual]) for n in range(0, count, CHUNK)])


def executed(
    recipe: str,
    first: int,
    configuration: str = machines.default().configuration,
    waits: tuple[int, int] = (0, 0),
    oracle: bool = False,
    engine: str = "lockstep",
) -> int:
    """Runs the chunk of programs that begins at `first`; gives the number of instructions executed."""
    machine = run.machine("gfp", engine, configuration, waits)
    emulator = Emulator() if oracle else None
    total = 0
    for seed in range(first, first + CHUNK):
        program = generate(seed, recipe)
        stop = run.execute(machine, program)
        if wrong := run.wrong_end(program, stop):
            small = smaller(machine, program, stop) if stop.reason == "difference" else ""
            pytest.fail(f"{wrong}\n{small}", pytrace=False)
        if emulator:
            unlike = oracle_of.unlike(machine, program, emulator)
            if unlike:
                pytest.fail(f"{program.name} ends otherwise than on Unicorn: {'; '.join(unlike[:8])}", pytrace=False)
        total += stop.instructions
    return total


@chunks(COMMON, 600)
def test_rtl_interpreter_and_unicorn_agree(first: int) -> None:
    assert executed("common", first, oracle=True) >= FLOOR


@chunks(ALONE)
def test_memory_of_the_rtl_ends_as_unicorns(first: int) -> None:
    """Lock-step shows the interpreter's memory; this is the RTL's own."""
    assert executed("common", first, oracle=True, engine="rtl") >= FLOOR


@chunks(TIMED, 300)
def test_rtl_and_interpreter_agree_when_results_depend_on_the_cycle(first: int) -> None:
    assert executed("timed", first) >= FLOOR


@chunks(WITHOUT_GF, 100)
def test_without_gf_unit_the_instructions_are_illegal_and_all_else_is_the_same(first: int) -> None:
    assert executed("base", first, configuration="baseline", oracle=True) >= FLOOR


@pytest.mark.parametrize("waits", [(64, 0), (0, 64), (100, 100), (200, 30)], ids=lambda w: f"{w[0]}-{w[1]}")
@chunks(WAITING, 100)
def test_wait_states_change_no_result(first: int, waits: tuple[int, int]) -> None:
    """Grants withheld at random, at the instruction and the data port, out of 256 cycles; the cycle counter among what
    is read."""
    assert executed("timed", first, waits=waits) >= FLOOR


@pytest.mark.parametrize("waits", [(0, 0), (100, 60)], ids=lambda w: f"{w[0]}-{w[1]}")
@chunks(SMALL5)
def test_small5_does_the_same_by_its_own_clock(first: int, waits: tuple[int, int]) -> None:
    """MULS in 32 cycles, and fields below m = 5 are illegal; the interpreter follows the RTL's clock."""
    assert executed("timed", first, "small5", waits) >= FLOOR


@pytest.mark.full
@pytest.mark.parametrize("waits", [(0, 0), (100, 60)], ids=lambda w: f"{w[0]}-{w[1]}")
@pytest.mark.parametrize("first", range(SMALL5, MORE_SMALL5, CHUNK))
def test_small5_does_the_same_in_more_programs(first: int, waits: tuple[int, int]) -> None:
    assert executed("timed", first, "small5", waits) >= FLOOR


def test_the_programs_tell_small5_from_the_default() -> None:
    """A test of the test: fields below m = 5 are asked for, and MULS is often executed."""
    full, small = run.machine("gfp", "rtl"), run.machine("gfp", "rtl", "small5")
    later = illegal = 0
    for seed in range(20):
        program = generate(seed, "timed")
        cycles, faults = [], []
        for machine in (full, small):
            run.start(machine, program)
            record = machine.record(3000)
            cycles.append(int(record["cycle"][-1]))
            faults.append(int((record["cause"] == ILLEGAL_FIELD).sum()))
        later += cycles[1] > cycles[0] + 31
        illegal += faults[1] > faults[0]
    assert later >= 15 and illegal >= 10


@pytest.mark.parametrize(("engine", "sentence"), [("iss", "does not count the cycles"), ("rtl", "no model with wave")])
def test_what_small5_is_not_simulated_with_is_said(engine: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Machine(configuration="small5", engine=engine, wave="a.fst" if engine == "rtl" else None)


@pytest.mark.parametrize("waits", [(0, 0), (100, 60)], ids=lambda w: f"{w[0]}-{w[1]}")
@pytest.mark.parametrize("configuration", INVERSES)
def test_inverses_of_several_cycles_are_counted_in_both(configuration: str, waits: tuple[int, int]) -> None:
    assert executed("timed", 0, configuration, waits) >= FLOOR


@pytest.mark.full
@pytest.mark.parametrize("configuration", INVERSES)
@pytest.mark.parametrize("first", range(CHUNK, MORE_INVERSES, CHUNK))
def test_inverses_of_several_cycles_are_counted_in_more_programs(first: int, configuration: str) -> None:
    assert executed("timed", first, configuration) >= FLOOR


@pytest.mark.parametrize("configuration", INVERSES)
def test_inverses_of_several_cycles_end_as_on_unicorn(configuration: str) -> None:
    assert executed("common", 0, configuration, oracle=True) >= FLOOR


def test_the_programs_have_inverses() -> None:
    """A test of the test: they take more cycles where these do."""
    full, slow = run.machine("gfp", "iss"), run.machine("gfp", "iss", "inverse4")
    more = 0
    for seed in range(20):
        program = generate(seed, "common")
        more += run.execute(slow, program).cycles > run.execute(full, program).cycles
    assert more >= 15


@pytest.mark.parametrize("waits", [(0, 0), (100, 60)], ids=lambda w: f"{w[0]}-{w[1]}")
@pytest.mark.parametrize("configuration", EXTENDED)
def test_instructions_of_extensions_agree_in_all_three(configuration: str, waits: tuple[int, int]) -> None:
    assert executed("extended", 0, configuration, waits, oracle=True) >= FLOOR


@pytest.mark.parametrize("waits", [(0, 0), (100, 60)], ids=lambda w: f"{w[0]}-{w[1]}")
def test_tiny_does_the_same_by_its_own_clock(waits: tuple[int, int]) -> None:
    """One lane, and MULS in 32 cycles."""
    assert executed("timed", 0, "tiny", waits) >= FLOOR


@pytest.mark.full
@pytest.mark.parametrize("configuration", EXTENDED)
@pytest.mark.parametrize("first", range(CHUNK, MORE_EXTENDED, CHUNK))
def test_instructions_of_extensions_agree_in_more_programs(first: int, configuration: str) -> None:
    assert executed("extended", first, configuration, oracle=True) >= FLOOR


def test_instructions_of_extensions_are_illegal_without_them() -> None:
    """The same programs on the default core: a fault at each, and the same end everywhere."""
    assert executed("extended", 0, oracle=True) >= FLOOR


@chunks(LOCKUP)
def test_fault_in_the_hardfault_handler_locks_up(first: int) -> None:
    executed("lockup", first)


@chunks(LOCKUP)
def test_frames_that_cannot_be_stored_or_loaded_are_hardfault(first: int) -> None:
    executed("frames", first)
    executed("frames", first, waits=(100, 60))


@pytest.mark.full
@pytest.mark.parametrize("first", range(COMMON, 4 * COMMON, CHUNK))
def test_more_programs_against_unicorn(first: int) -> None:
    assert executed("common", first, oracle=True) >= FLOOR


@pytest.mark.full
@chunks(LONG)
def test_long_programs(first: int) -> None:
    """Ten million instructions and more in all."""
    assert executed("long", first) >= 10_000_000 / LONG * CHUNK


def test_wrong_arithmetic_in_the_oracle_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: an oracle that keeps the mapping of m = 8 for smaller fields must be caught."""
    right = Field.__init__
    monkeypatch.setattr(Field, "__init__", lambda self, descriptor: right(self, descriptor[:7] + b"\x08"))
    monkeypatch.setattr("evariste.machines.gfp.oracle.field", Field)
    machine, emulator = run.machine("gfp", "iss"), Emulator()
    caught = 0
    for seed in range(20):
        program = generate(seed, "common")
        run.execute(machine, program)
        caught += bool(oracle_of.unlike(machine, program, emulator))
    assert caught >= 5
