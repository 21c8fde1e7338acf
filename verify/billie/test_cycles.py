# SPDX-License-Identifier: Apache-2.0
"""How many cycles commands take: what one more command of a kind adds to a program."""

from collections.abc import Callable

import pytest

from verify import accelerated
from verify.billie.programs import ENTRIES, Code, degree, put

CONFIGURATIONS = [("f163_d1", 1), ("f163_d8", 8), ("f233_d16", 16), ("f571_d16", 16)]
FEW = 10


def cycles(configuration: str, commands: int, command: Callable[[Code], None]) -> int:
    m = degree(configuration)
    code = Code(m)
    for _ in range(commands):
        command(code)
    code.wait()
    core = accelerated.simulator("billie", configuration)
    put(core, m, {}, [])
    accelerated.run(core, code.end())
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


def test_an_inverse_takes_its_products_and_its_squarings() -> None:
    """The chain of GF(2^163): 9 products, 162 squarings."""
    chain = [(1, 2), (2, 2), (1, 1), (5, 2), (10, 2), (20, 2), (40, 2), (1, 1), (81, 2)]

    def invert(code: Code) -> None:
        for times, other in chain:
            code.put("gsqr", dest=3, first=2, times=times)
            code.put("gmul", dest=2, first=3, other=other)
        code.put("gsqr", dest=2, first=2, times=1)

    assert each("f163_d8", invert) == 9 * 21 + 162


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
