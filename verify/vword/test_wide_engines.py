# SPDX-License-Identifier: Apache-2.0
"""The RTL of the accelerator against the interpreter, instruction by instruction and cycle by cycle."""

from dataclasses import replace
from random import Random

import pytest

from evariste.machines import named
from evariste.machines.vword.check import Runner, proving
from evariste.machines.vword.convert import conversions
from evariste.machines.vword.instance import FIELD, Instance, from_parameters, recorded
from evariste.sim import Machine, Stop
from verify.vword.test_reduction import remainders
from verify.vword.wide_programs import CAUSES, CODE, DATA, ROM, ROWS, handler, program, registers

SAMPLE = ("f283_w294", "f163_d32", "f241_w57")
WAITS = ((0, 0), (60, 60))
EXCEPTIONS = (4, 5, 7, 8, 10, 11)  # misaligned load and store, bus, syscall, reserved instruction, coprocessor
INSTANCES = [name for name, c in named("vword").configurations.items() if recorded(c.parameters)]


def random_program(both: Machine, made: Instance, seed: int, length: int = 150) -> Stop:
    """Runs one from reset to its end."""
    rng = Random(seed)
    both.clear()
    both.write(ROM + 0x380, handler())
    both.write(CODE, program(rng, made, length, faults=seed % 4 != 0))
    both.write(DATA, rng.randbytes(ROWS * made.row // 8))
    both.reset()
    for register, value in registers(rng, made).items():
        both.set_reg(both.registers.index(register), value)
    both.set_reg(both.registers.index("pc"), CODE)
    return both.run(max_cycles=1_000_000)


def agree(name: str, programs: int, waits: tuple[int, int], length: int = 150) -> int:
    """Runs random programs in lock-step; the instructions."""
    made = from_parameters(named("vword").configurations[name].parameters)
    both = Machine("vword", name, engine="lockstep", waits=waits)
    count, causes = 0, 0
    for seed in range(programs):
        stop = random_program(both, made, seed, length)
        assert stop.reason == "breakpoint", f"program {seed}: {stop.sentence}"
        count += stop.instructions
        causes |= both.regs[CAUSES]
    assert causes == sum(1 << cause for cause in EXCEPTIONS)
    return count


@pytest.mark.parametrize("waits", WAITS)
@pytest.mark.parametrize("name", SAMPLE)
def test_both_agree_on_random_programs(name: str, waits: tuple[int, int]) -> None:
    assert agree(name, 30, waits) > 3000


@pytest.mark.full
@pytest.mark.parametrize("name", INSTANCES)
def test_both_agree_on_many_random_programs(name: str) -> None:
    assert agree(name, 300, (0, 0), 400) + agree(name, 100, (50, 50), 400) > 120_000


def reduces(name: str) -> None:
    """The instance's program on the RTL, proved by unit vectors; its cycles are those of the interpreter."""
    made = from_parameters(named("vword").configurations[name].parameters)
    function = made.reducer if made.level == FIELD else made.program
    runner = Runner(made, function, Machine("vword", name, engine="rtl"))
    wanted = remainders(str(made.polynomial))
    assert runner.reduce([*wanted]) == [*wanted.values()]
    assert runner.cycles() == function.cycles
    for c in conversions(made):
        mover = Runner(made, c.program, Machine("vword", name, engine="rtl"), c.source, c.target)
        assert mover.reduce(inputs := proving(c.bits)) == inputs
        assert mover.cycles() == c.program.cycles


@pytest.mark.parametrize("name", SAMPLE)
def test_the_rtl_reduces_every_input(name: str) -> None:
    reduces(name)


@pytest.mark.full
@pytest.mark.parametrize("name", sorted({*INSTANCES} - {*SAMPLE}))
def test_the_rtl_of_every_instance_reduces_every_input(name: str) -> None:
    reduces(name)


@pytest.mark.parametrize(("parameter", "value"), [("SHIFT0", 8), ("TERM2", 5), ("D", 16), ("FINGERPRINT", 1)])
def test_a_difference_in_the_accelerator_stops_the_run(
    parameter: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the interpreter has another amount, polynomial, digit or checksum than the circuit."""
    known, name = named("vword").configurations, "f163_d32"
    made, right = from_parameters(known[name].parameters), known[name].parameters
    assert right[parameter] != value
    monkeypatch.setitem(known, name, replace(known[name], parameters=right | {parameter: value}))
    both = Machine("vword", name, engine="lockstep")
    stops = [random_program(both, made, seed).reason for seed in range(10)]
    assert "difference" in stops and {*stops} <= {"difference", "breakpoint"}
