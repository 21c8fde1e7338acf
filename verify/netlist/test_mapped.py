# SPDX-License-Identifier: Apache-2.0
"""The netlist of library cells: the same arithmetic for every operand, the same programs cycle by cycle, and proofs."""

from pathlib import Path

import numpy as np
import pytest

from evariste.gates import mapped, same, unit
from evariste.netlist import check

FULL = pytest.mark.full


@pytest.fixture(scope="module")
def of_the_unit(tmp_path_factory: pytest.TempPathFactory) -> unit.Unit:
    return unit.Unit(mapped.the_unit(tmp_path_factory.mktemp("unit")))


@pytest.mark.parametrize("m", [3, pytest.param(8, marks=FULL)])
def test_every_operand_of_a_field(of_the_unit: unit.Unit, m: int) -> None:
    assert check.exhaustive(of_the_unit, m) > 4**m


def test_a_wrong_product_would_be_noticed(of_the_unit: unit.Unit) -> None:
    def wrong(op: str, field: bytes, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        low, high = of_the_unit(op, field, a, b)
        return (low ^ (a == a[-1]) if op == "MUL" else low), high

    with pytest.raises(AssertionError, match="MUL"):
        check.exhaustive(wrong, 3)


def test_the_netlist_of_the_unit_is_its_rtl(tmp_path: Path) -> None:
    found = same.compare(unit.elaborate(tmp_path), mapped.the_unit(tmp_path))
    assert found.proved and not found.unmatched


def test_a_netlist_with_one_gate_changed_is_not(tmp_path: Path) -> None:
    right, wrong = unit.elaborate(tmp_path), unit.elaborate(tmp_path)
    wrong.gates[len(wrong.gates) // 2, 0] ^= 1  # AND and OR, XOR and XNOR, NOT and MUX
    assert same.compare(right, wrong).proved is False


@FULL
def test_firmware_and_random_programs_run_on_the_netlist_as_on_the_interpreter(tmp_path: Path) -> None:
    system = check.system(tmp_path)
    assert check.firmware(system) > 30_000
    assert check.programs(system, 512) > 200_000
    assert check.products(system) >= 10_000
