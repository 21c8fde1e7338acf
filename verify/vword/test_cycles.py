# SPDX-License-Identifier: Apache-2.0
"""The pipeline's rules, each as a short program whose cycles are counted, on the interpreter and on the RTL.

A stall is what a second instruction waits for the first, here measured as the difference to independent instructions.
"""

import pytest

from evariste.isa import machine
from evariste.sim import Machine

ISA = machine("vword")
ROM, RAM = 0xBFC00000, 0x80000000
RESET = 3
NOP = ("nop", {})

# Producers of $2 (or of HI and LO), and consumers of it.
ALU = ("addu", {"rd": 2, "rs": 3, "rt": 3})
LOAD = ("lw", {"rt": 2, "rs": 8, "imm": 0})
LINKED = ("ll", {"rt": 2, "rs": 8, "imm": 0})
CP0 = ("mfc0", {"rt": 2, "cd": 12})
CONDITIONAL = ("sc", {"rt": 2, "rs": 8, "imm": 0})
LATE = (LOAD, LINKED, CP0, CONDITIONAL)
USE = ("addu", {"rd": 4, "rs": 3, "rt": 2})
SHIFT = ("sll", {"rd": 4, "rt": 2, "imm": 1})
ADDRESS = ("lw", {"rt": 4, "rs": 2, "imm": 0})
DATA = ("sw", {"rt": 2, "rs": 8, "imm": 8})
MERGE = ("lwl", {"rt": 2, "rs": 8, "imm": 0})
BRANCH = ("beq", {"rs": 2, "rt": 3, "imm": 4})
JUMP = ("jr", {"rs": 2})
TRAP = ("teqi", {"rs": 2, "imm": 99})
MULT, DIV = ("mult", {"rs": 3, "rt": 3}), ("div", {"rs": 3, "rt": 5})
MFLO, MFHI, MTHI = ("mflo", {"rd": 4}), ("mfhi", {"rd": 4}), ("mthi", {"rs": 3})

STALLS = [
    *((ALU, consumer, 0) for consumer in (USE, SHIFT, DATA, MERGE, TRAP)),
    (ALU, BRANCH, 1), (ALU, JUMP, 1),
    *((producer, consumer, 1) for producer in LATE for consumer in (USE, SHIFT, TRAP)),
    (LOAD, ADDRESS, 1), (LINKED, ADDRESS, 1),
    *((producer, consumer, 0) for producer in LATE for consumer in (DATA, MERGE)),
    *((producer, consumer, 2) for producer in LATE for consumer in (BRANCH, JUMP)),
    (MULT, MFLO, 3), (MULT, MFHI, 3), (MULT, MTHI, 3), (MULT, MULT, 3), (MULT, DIV, 3), (MULT, USE, 0),
    (DIV, MFLO, 33), (DIV, MFHI, 33), (DIV, MTHI, 33), (DIV, MULT, 33), (DIV, USE, 0),
    (MTHI, MFHI, 0), (MFLO, MULT, 0),
]  # fmt: skip


@pytest.fixture(scope="module", params=["iss", "rtl"])
def core(request: pytest.FixtureRequest) -> Machine:
    return Machine("vword", engine=request.param)


def cycles(core: Machine, *program: tuple[str, dict[str, int]], memory: int = RAM + 0x100) -> int:
    """Cycles from reset to the end of the program's last instruction."""
    core.write(ROM, b"".join(ISA.encode(name, **operands) for name, operands in (*program, NOP, NOP, NOP, NOP)))
    core.reset()
    for number, value in {2: memory, 3: 7, 5: 3, 8: memory}.items():
        core.set_reg(number, value)
    core.write(memory, memory.to_bytes(4, "little"))
    return core.step(len(program)).cycles


def name(value: object) -> str:
    return str(value[0]) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize(("producer", "consumer", "stall"), STALLS, ids=name)
def test_a_result_is_there_in_its_cycle(
    core: Machine, producer: tuple[str, dict[str, int]], consumer: tuple[str, dict[str, int]], stall: int
) -> None:
    assert cycles(core, producer, consumer) == RESET + 2 + stall
    for distance in range(2, stall + 3):
        between = [NOP] * (distance - 1)
        assert cycles(core, producer, *between, consumer) == RESET + 1 + distance + max(0, stall + 1 - distance)


def test_the_first_instruction_is_in_ex_in_cycle_3(core: Machine) -> None:
    assert cycles(core, NOP) == RESET + 1


def test_a_taken_branch_costs_its_delay_slot_and_no_more(core: Machine) -> None:
    assert cycles(core, ("beq", {"rs": 0, "rt": 0, "imm": 8}), NOP, NOP) == RESET + 3
    assert cycles(core, ("j", {"imm": (ROM + 16) & 0xFFFFFFF}), NOP, NOP) == RESET + 3
    assert cycles(core, ("beql", {"rs": 0, "rt": 0, "imm": 8}), NOP, NOP) == RESET + 3


def test_a_likely_branch_that_is_not_taken_leaves_a_bubble(core: Machine) -> None:
    assert cycles(core, ("bnel", {"rs": 0, "rt": 0, "imm": 8}), NOP) == RESET + 3


def test_an_exception_takes_four_cycles_to_its_handler(core: Machine) -> None:
    """`step` ends with the exception's cycles counted: the handler's first instruction would be next."""
    assert cycles(core, ("syscall", {"code": 0})) == RESET + 4
    assert cycles(core, ALU, ("break_code", {"code": 0, "second": 0})) == RESET + 1 + 4


def test_a_return_from_an_exception_leaves_a_bubble(core: Machine) -> None:
    assert cycles(core, ("mtc0", {"rt": 8, "cd": 14}), ("eret", {})) == RESET + 1 + 2


def test_a_delay_slot_stalls_for_the_branch_and_its_target_for_the_slot(core: Machine) -> None:
    taken = ("beq", {"rs": 0, "rt": 0, "imm": 4})
    assert cycles(core, taken, LOAD, USE) == RESET + 4
    assert cycles(core, taken, LOAD, BRANCH) == RESET + 5
    assert cycles(core, taken, ALU, BRANCH) == RESET + 4


def test_the_zero_register_is_never_waited_for(core: Machine) -> None:
    assert cycles(core, ("lw", {"rt": 0, "rs": 8, "imm": 0}), ("addu", {"rd": 4, "rs": 0, "rt": 0})) == RESET + 2


def test_the_cycle_counter_gives_the_cycle_of_its_load(core: Machine) -> None:
    program = [("lui", {"rt": 8, "imm": 0xBF00}), NOP, ("lw", {"rt": 2, "rs": 8, "imm": 16}), NOP]
    core.write(ROM, b"".join(ISA.encode(name, **operands) for name, operands in program))
    core.reset()
    core.step(4)
    assert core.regs[2] == RESET + 2
