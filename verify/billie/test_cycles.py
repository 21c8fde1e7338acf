# SPDX-License-Identifier: Apache-2.0
"""How many cycles commands take: what one more command of a kind adds to a program."""

from collections.abc import Callable

import pytest

from evariste.machines.billie import inversion
from evariste.machines.billie.recipes.accelerator import degree
from evariste.machines.billie.workloads import CONFIGURATIONS as WITH_WORKLOADS
from evariste.parts.mips.recipes.commands import ENTRIES
from verify import accelerated
from verify.billie.programs import Code, put

CONFIGURATIONS = [("f163_d1", 1), ("f163_d8", 8), ("f233_d16", 16), ("f571_d16", 16)]
FEW = 10


def cycles(configuration: str, commands: int, command: Callable[[Code], None]) -> int:
    m = degree(configuration)
    code = Code()
    for _ in range(commands):
        command(code)
    code.wait()
    core = accelerated.simulator("billie", configuration)
    put(core, m, [], [])
    accelerated.execute(core, code.finish())
    return core.cycles


def each(configuration: str, command: Callable[[Code], None]) -> float:
    return (cycles(configuration, 3 * FEW, command) - cycles(configuration, 2 * FEW, command)) / FEW


@pytest.mark.parametrize(("configuration", "digit"), CONFIGURATIONS)
def test_products_follow_one_another_without_a_gap(configuration: str, digit: int) -> None:
    digits = -(-degree(configuration) // digit)
    assert each(configuration, lambda code: code.put("gmul", dest=1, first=2, other=3)) == digits
    assert each(configuration, lambda code: code.put("gmul", dest=1, first=1, other=3)) == digits


@pytest.mark.parametrize(("configuration", "digit"), CONFIGURATIONS)
def test_a_square_waits_for_a_product_and_no_longer(configuration: str, digit: int) -> None:
    def both(code: Code) -> None:
        code.put("gmul", dest=1, first=1, other=2)
        code.put("gsqr", dest=1, first=1, times=9)

    assert each(configuration, both) == -(-degree(configuration) // digit) + 9


@pytest.mark.parametrize(("m", "digit"), WITH_WORKLOADS)
def test_an_inverse_takes_its_products_and_its_squarings(m: int, digit: int) -> None:
    def invert(code: Code) -> None:
        for times, one in inversion.chain(m):
            code.put("gsqr", dest=3, first=2, times=times)
            code.put("gmul", dest=2, first=3, other=1 if one else 2)
        code.put("gsqr", dest=2, first=2, times=1)

    assert each(WITH_WORKLOADS[m, digit], invert) == inversion.cycles(m, digit)


def test_the_chain_of_163_is_the_known_one() -> None:
    """9 products, 162 squarings."""
    assert inversion.cycles(163, 8) == 9 * 21 + 162
    assert inversion.chain(163) == [(1, False), (2, False), (1, True), (5, False), (10, False), (20, False),
                                    (40, False), (1, True), (81, False)]  # fmt: skip


def test_other_commands_take_what_the_page_says() -> None:
    configuration, k = "f163_d8", 6
    for taken, name, operands in (
        (3, "gsqr", {"dest": 1, "first": 2, "times": 3}),
        (1, "gadd", {"dest": 1, "first": 1, "other": 3}),
        (2, "gcswap", {"first": 1, "other": 2}),
        (1, "geq", {"first": 1, "other": 2}),
        (k + 2, "gld", {"dest": 1, "slot": 0}),
        (k + 2, "gst", {"first": 1, "slot": 0}),
        (k * ENTRIES + 2, "gtsel", {"dest": 1, "slot": 0}),
    ):
        assert each(configuration, lambda code, name=name, o=operands: code.put(name, **o)) == taken, name
