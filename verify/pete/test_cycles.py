# SPDX-License-Identifier: Apache-2.0
"""The accumulator's rules in the pipeline, each as a short program whose cycles are counted.

A stall is what a second instruction waits for the first, here measured as the difference to independent instructions.
"""

from random import Random

import pytest

from evariste.isa import machine
from evariste.machines.pete import MACHINE
from evariste.sim import Machine

ISA = machine("pete")
ROM, RAM = 0xBFC00000, 0x80000000
RESET = 3
NOP: tuple[str, dict[str, int]] = ("nop", {})
ENGINES = ("iss", "rtl")

# Producers of $2 or of the accumulator, and consumers.
TWO = {"rs": 3, "rt": 3}
PRODUCTS = [(name, TWO) for name in ("mult", "multu", "maddu", "m2addu", "mulgf2", "maddgf2")]
MUL = ("mul", {"rd": 2, "rs": 3, "rt": 3})
QUICK = [("addau", TWO), ("mthi", {"rs": 3}), ("mtlo", {"rs": 3}), ("mtlhx", {"rs": 3})]
READS = [("sha", {"rd": 2}), ("mflo", {"rd": 2}), ("mfhi", {"rd": 2})]
USE, DATA = ("addu", {"rd": 4, "rs": 3, "rt": 2}), ("sw", {"rt": 2, "rs": 8, "imm": 8})
BRANCH = ("beq", {"rs": 2, "rt": 3, "imm": 4})


CASES = [(c, e) for c in ("bise", "bise2", "fast") for e in ENGINES]
FULL = [("bise2", "rtl")]  # of which the full test builds a model


@pytest.fixture(
    scope="module", params=[pytest.param(c, marks=pytest.mark.full if c in FULL else ()) for c in CASES], ids=str
)
def core(request: pytest.FixtureRequest) -> Machine:
    configuration, engine = request.param
    return Machine("pete", configuration, engine=engine)


def passes(core: Machine) -> int:
    return MACHINE.configurations[core.configuration].parameters.get("MUL_PASSES", 4)


def cycles(core: Machine, *program: tuple[str, dict[str, int]]) -> int:
    """Cycles from reset to the end of the program's last instruction."""
    core.write(ROM, b"".join(ISA.encode(name, **operands) for name, operands in (*program, NOP, NOP, NOP, NOP)))
    core.reset()
    for number, value in {2: 9, 3: 7, 8: RAM + 0x100}.items():
        core.set_reg(number, value)
    return core.step(len(program)).cycles


def stalls(core: Machine, first: tuple[str, dict[str, int]], second: tuple[str, dict[str, int]], stall: int) -> None:
    """That many at distance 1, and one less for each instruction in between."""
    for distance in range(1, stall + 3):
        between = [NOP] * (distance - 1)
        waits = max(0, stall + 1 - distance)
        assert cycles(core, first, *between, second) == RESET + 1 + distance + waits, (first, second, distance)


def test_a_product_holds_the_multiplier_for_its_passes(core: Machine) -> None:
    for first in PRODUCTS:
        for second in (*PRODUCTS, *QUICK, *READS):
            stalls(core, first, second, passes(core) - 1)


def test_other_instructions_do_not_wait_for_a_product(core: Machine) -> None:
    for first in PRODUCTS:
        stalls(core, first, USE, 0)


def test_what_takes_one_cycle_is_followed_at_once(core: Machine) -> None:
    for first in (*QUICK, *READS):
        for second in (*PRODUCTS, *QUICK, *READS[1:]):
            stalls(core, first, second, 0)


def test_a_result_comes_as_late_as_a_loaded_one(core: Machine) -> None:
    for first in READS:
        stalls(core, first, USE, 1)
        stalls(core, first, DATA, 0)
        stalls(core, first, BRANCH, 2)


def test_mul_holds_up_what_is_behind_it_until_the_last_pass(core: Machine) -> None:
    """Its result is there one more cycle later, as after a load."""
    late = passes(core) - 1
    assert cycles(core, MUL, NOP) == RESET + 2 + late
    assert cycles(core, MUL, USE) == RESET + 3 + late
    assert cycles(core, MUL, NOP, USE) == RESET + 3 + late
    assert cycles(core, MUL, DATA) == RESET + 2 + late
    for second in (*PRODUCTS, *QUICK, *READS[1:]):
        assert cycles(core, MUL, second) == RESET + 2 + late


def test_one_pass_columns_have_no_bubbles() -> None:
    """As in a product of numbers of several words."""
    core, rng = Machine("pete", "fast"), Random(1)
    mixed = [*PRODUCTS[2:], *QUICK, ("sha", {"rd": 0})]
    assert cycles(core, *(rng.choice(mixed) for _ in range(60))) == RESET + 60
