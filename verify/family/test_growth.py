# SPDX-License-Identifier: Apache-2.0
"""Is the exponent that of the law behind the numbers?"""

import pytest

from evariste import machines
from evariste.family import growth
from evariste.family.cells import Cell


def cell(task: str, configuration: str, cycles: int, machine: str = "m") -> Cell:
    return Cell(task, machine, configuration, "b", "iss", cycles, task)


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0, 2.585])
def test_a_power_law_has_its_exponent(power: float) -> None:
    assert growth.exponent([(n, 3 * n**power) for n in growth.DEGREES]) == pytest.approx(power)


def test_configurations_for_each_field_are_one() -> None:
    series = growth.Series("k P", "degree", "b{}.mul.ct", (163, 233))
    cells = [cell("b163.mul.ct", "f163_d8", 10), cell("b233.mul.ct", "f233_d8", 20), cell("b163.mul.ct", "f163_d32", 5)]
    assert growth.measured(series, cells) == [(("m", "b", "f*_d8"), {163: 10, 233: 20})]


def test_the_fastest_of_equally_many_sizes_is_shown() -> None:
    series = growth.Series("k P", "degree", "b{}.mul.ct", (163, 233))
    cells = [cell(f"b{m}.mul.ct", c, n) for m in (163, 233) for c, n in (("slow", 9), ("fast", 4))]
    assert [name[2] for name, _ in growth.measured(series, cells)] == ["fast"]


def test_configurations_that_differ_by_sizes_alone_are_one() -> None:
    """By a machine's definition, which names only configurations that are there and equal in the rest."""
    found = [m for m in machines.all() if m.alike]
    assert found
    for machine in found:
        assert machine.alike.keys() <= machine.configurations.keys()
        series = growth.Series("k P", "degree", ("b163.mul.ct", "b571.mul.ct"), (163, 571))
        one, other = next((a, b) for a in machine.alike for b in machine.alike
                          if a != b and machine.alike[a] == machine.alike[b])  # fmt: skip
        cells = [cell("b163.mul.ct", one, 10, machine.name), cell("b571.mul.ct", other, 90, machine.name)]
        assert growth.measured(series, cells) == [((machine.name, "b", machine.alike[one]), {163: 10, 571: 90})]


def test_a_message_costs_its_blocks() -> None:
    """Padding takes 9 bytes at least, so that 64 bytes are two blocks of SHA-256 and 256 bytes are five."""
    points = growth.message(1000, 100, 64, 9)
    assert points[64] == 1000 and points[256] == 1300 and points[16384] == 1000 + 255 * 100
