# SPDX-License-Identifier: Apache-2.0
"""The RTL as a synthesis tool reads it: elaborated by Yosys with the slang front end."""

import json
from collections import Counter
from pathlib import Path

import pytest

from evariste import yosys
from evariste.errors import UserError
from verify.gfp.unit.elaborated import run_on

DESIGNS = [("gf_unit", []), ("gfp_core", ["-GGF=1"]), ("gfp_core", ["-GGF=0"])]


@pytest.mark.parametrize(("top", "parameters"), DESIGNS)
def test_it_elaborates_without_latch_loop_or_undriven_signal(top: str, parameters: list[str]) -> None:
    clean = ("proc", "opt_clean", "check -assert", "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr")
    run_on(top, parameters, *clean)


def test_a_latch_would_be_noticed(tmp_path: Path) -> None:
    module = tmp_path / "latch.sv"
    module.write_text("module latch(input logic e, d, output logic q); always_latch if (e) q = d; endmodule\n")
    passes = (f"read_slang --top latch {module}", "proc", "opt_clean", "select -assert-none t:$dlatch")
    with pytest.raises(UserError, match="selection is not empty"):
        yosys.run(*passes)


def instances(top: str, parameters: list[str], report: Path) -> Counter[str]:
    """How often each module stands below the top. The front end calls an instance `module$path`."""
    run_on(top, parameters, f"tee -q -o {report} stat -json", options="--keep-hierarchy")
    text = report.read_text()
    names = json.loads(text[text.index("{") :])["modules"]
    return Counter(name.removeprefix("\\").split("$")[0] for name in names)


def test_the_unit_has_sixteen_multipliers_and_twenty_eight_squarers_and_no_more(tmp_path: Path) -> None:
    found = instances("gf_unit", [], tmp_path / "stat.json")
    assert (found["gf_mul"], found["gf_sq"]) == (16, 28)


def test_the_core_has_one_unit_and_without_it_nothing_of_it(tmp_path: Path) -> None:
    found = instances("gfp_core", ["-GGF=1"], tmp_path / "with.json")
    assert (found["gf_unit"], found["gf_mul"], found["gf_sq"], found["gfp_field"]) == (1, 16, 28, 1)
    without = instances("gfp_core", ["-GGF=0"], tmp_path / "without.json")
    assert without["gfp_fetch"] == 1
    assert not [name for name in without if name.startswith("gf_") or name == "gfp_field"]
