# SPDX-License-Identifier: Apache-2.0
"""Random programs end in Unicorn as on the interpreter: registers, memory, and the exception."""

from random import Random

import pytest

from evariste.sim import Machine
from verify.vword.programs import CODE, DATA, PAGE, End, Unicorn, program, registers

VECTOR = 0xBFC00380
PROGRAMS = 300


@pytest.fixture(scope="module")
def ours() -> Machine:
    return Machine("vword")


@pytest.fixture(scope="module")
def theirs() -> Unicorn:
    return Unicorn()


def run(machine: Machine, code: bytes, data: bytes, general: list[int]) -> End:
    """The state at the entry of the first exception."""
    machine.clear()
    machine.write(CODE, code)
    machine.write(DATA, data)
    # sdbbp 2 at the vector
    machine.write(VECTOR, (0x700000BF).to_bytes(4, "little"))
    machine.reset()
    for number, value in enumerate(general[1:], 1):
        machine.set_reg(number, value)
    machine.set_reg(machine.registers.index("pc"), CODE)
    stop = machine.run(max_cycles=100_000)
    assert stop.reason in ("breakpoint", "fault"), stop.sentence
    return End(tuple(machine.regs[:32]), machine.reg("lo"), machine.reg("hi"), machine.read(DATA, PAGE),
               machine.reg("cause") >> 2 & 31)  # fmt: skip


def test_random_programs_end_in_unicorn_as_here(ours: Machine, theirs: Unicorn) -> None:
    causes = set()
    for seed in range(PROGRAMS):
        rng = Random(seed)
        case = program(rng), rng.randbytes(PAGE), registers(rng)
        end = run(ours, *case)
        assert end == theirs.run(*case), f"program {seed}"
        causes.add(end.cause)
    assert causes == {4, 5, 8, 12, 13}


@pytest.mark.full
def test_many_random_programs_end_in_unicorn_as_here(ours: Machine, theirs: Unicorn) -> None:
    for seed in range(PROGRAMS, 100 * PROGRAMS):
        rng = Random(seed)
        case = program(rng), rng.randbytes(PAGE), registers(rng)
        assert run(ours, *case) == theirs.run(*case), f"program {seed}"
