# SPDX-License-Identifier: Apache-2.0
"""Cycles of level `field`, counted by the program itself: a step of the ladder, k P, operations from rows to rows.

`REACH` is what the machine was designed for, on an executed model of its pipeline.
"""

from dataclasses import replace

import pytest

from evariste.bench import Case, registry
from evariste.bench.runner import execute, run
from evariste.build import cc
from evariste.ecc.curves import curve
from evariste.machines.vword.workloads import CONFIGURATIONS, on_rows, point
from evariste.paths import ROOT
from evariste.sim import Machine

REACH = {
    "k163.point": {32: 6073, 16: 10244}, "k233.point": {32: 10922, 16: 19203}, "b233.point": {32: 13065, 16: 23012},
    "k283.point": {32: 14610, 16: 27480}, "b283.point": {32: 17481, 16: 32934}, "b571.point": {32: 66094, 16: 128140},
    "gf2_283.mul_row": {32: 16, 16: 25}, "gf2_283.sqr_row": {32: 5, 16: 5}, "gf2_283.inv_row": {32: 406, 16: 505},
}  # fmt: skip
ALL = [f"{name}.d{digit}" for name, reach in REACH.items() for digit in reach]
QUICK = ("k163.point.d32", "gf2_283.mul_row.d32", "gf2_283.inv_row.d32")


def cycles(case: Case, configuration: str) -> int:
    """Of the measured routine. Its output is checked."""
    case = replace(case, configuration=configuration)
    elf = cc.compile([ROOT / s for s in case.sources], backend="vword", defines=case.defines, machine="vword")
    output, _ = execute(elf, case, Machine("vword", configuration))
    passed, checked = case.check(output)
    assert passed, checked
    (counted,) = output.cycles["field"]
    return counted


def product_cycles(configuration: str) -> int:
    known = CONFIGURATIONS[configuration]
    return -(-known["M"] // known["D"])


@pytest.mark.parametrize(("name", "configuration"), [
    ("k163", "f163_d32"), ("b163", "f163_d16"), *(pytest.param(*case, marks=pytest.mark.full) for case in (
        ("k283", "f283_d16"), ("b283", "f283_d32"), ("k571", "f571_d32"), ("b571", "f571_d16"), ("b233", "f233_d32")))
])  # fmt: skip
def test_a_step_of_the_ladder_takes_as_long_as_its_products(name: str, configuration: str) -> None:
    """Across the end of a word of the scalar, too."""
    c = curve(name)
    step = (5 if c.b == 1 else 6) * (product_cycles(configuration) + 1)
    counted = [cycles(point(c, bits), configuration) for bits in (63, 64, 65)]
    assert [counted[1] - counted[0], counted[2] - counted[1]] == [step, step]


@pytest.mark.parametrize(("m", "configuration"), [(163, "f163_d32"), (283, "f283_d16")])
def test_rows_take_a_product_and_seven_cycles(m: int, configuration: str) -> None:
    assert cycles(on_rows(m, "mul_row"), configuration) == product_cycles(configuration) + 7
    assert cycles(on_rows(m, "sqr_row"), configuration) == 5


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.full) for n in ALL])
def test_a_routine_is_as_fast_as_designed(name: str) -> None:
    what, _, digit = name.rpartition(".d")
    record = run(registry()[name], "vword", "vword", "iss")
    assert record["verdict"]["passed"] and record["cycles"] <= REACH[what][int(digit)]


@pytest.mark.full
def test_the_rtl_takes_the_same_cycles() -> None:
    workload = registry()["k163.point.d32"]
    both = [run(workload, "vword", "vword", engine) for engine in ("iss", "lockstep")]
    assert all(record["verdict"]["passed"] for record in both) and both[0]["cycles"] == both[1]["cycles"]
