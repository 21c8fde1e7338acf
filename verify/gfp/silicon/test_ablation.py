# SPDX-License-Identifier: Apache-2.0
"""Configurations held against one another: which are beaten, which cannot run a task, and which only take longer."""

from pathlib import Path

import pytest

from evariste import machines
from evariste.errors import UserError
from evariste.isa.load import machine
from evariste.machines.gfp.silicon import core_cases
from evariste.paths import ROOT
from evariste.silicon import designs, firmware, measure
from evariste.silicon.tables import pareto
from evariste.verification import netlists
from verify.needs import needs


def test_what_another_beats_in_everything_is_left_out() -> None:
    def point(ge: float, cycles: int, still: float) -> dict[str, float]:
        return {"ge": ge, "cycles": cycles, "ns": 10.0, "still_pj": still, "energy_pj": 0.0}

    rows = {"small": point(1, 9, 9), "fast": point(3, 1, 3), "frugal": point(3, 2, 2), "beaten": point(3, 3, 3)}
    rows["like fast"] = rows["fast"] | {}
    assert pareto(rows | {"unable": {"lacks": ["gfinv"], "ge": 0.5}}) == {"small", "fast", "frugal", "like fast"}


def test_the_instructions_of_a_task_are_those_that_are_executed() -> None:
    assert firmware.region("gf2_233.mul", "gfp", "gfp").unit == {"gfadd", "gfmul32"}
    assert "gfinv" in firmware.region("aes128.encrypt", "gfp", "gfp").unit
    assert not firmware.region("gf2_233.sqr", "portable", "gfp").unit


def test_configurations_lack_what_the_decoder_calls_illegal() -> None:
    decoder = "".join((ROOT / "rtl/gfp/gfp_decode.sv").read_text().split())
    assert "GF&GF_INVERSE&is_gfinv(w)" in decoder and "GF&GF_SQUARERS&is_gfpow(w)" in decoder
    core = [i.name for i in machine("gfp").instructions if not i.extension]
    unit = tuple(sorted(name for name in core if name.startswith("gf")))
    lacking = {name: tuple(i for i in known.lacks if i in core)
               for name, known in machines.default().configurations.items()}  # fmt: skip
    assert {name: lacks for name, lacks in lacking.items() if lacks} == {
        "baseline": unit, "no_inverse": ("gfinv",), "no_squarers": ("gfinv", "gfpow")
    }  # fmt: skip


def test_a_configuration_has_the_extensions_that_it_names() -> None:
    by_parameter = {name: {i.name for i in machine("gfp") if i.extension == name} for name in machine("gfp").extensions}
    for known in machines.default().configurations.values():
        for name, group in by_parameter.items():
            assert group.isdisjoint(known.lacks) == bool(known.parameters.get(name))
    assert all(set(machines.default().configurations["paper"].lacks) >= group for group in by_parameter.values())


def test_the_others_only_take_longer() -> None:
    slower = {name for name, known in machines.default().configurations.items() if known.slower}
    assert slower == {"small", "small5", "smallest", "lanes1", "lanes2", "lanes2_inverse4", "tiny"}


@needs("osu018")
@pytest.mark.full
def test_one_lane_takes_more_cycles_and_leaves_the_same_memory() -> None:
    circuit, region = (
        measure.built(designs.configuration("lanes1", "gfp")).circuit,
        firmware.region("gf2_233.mul", "gfp", "gfp"),
    )
    assert firmware.trace(circuit, region, slower=True).cycles > region.end - region.begin
    with pytest.raises(UserError, match="it is wrong"):
        firmware.trace(circuit, region)


@needs("osu018")
@pytest.mark.full
def test_the_path_of_an_instruction_in_the_core_is_the_units_and_more(tmp_path: Path) -> None:
    what = measure.built(designs.configuration("full", "gfp"))
    paths = {op: what.longest(cases=core_cases(what.circuit, op)).delay for op in measure.operations("gfp")}
    assert paths["gfinv"] > paths["gfpow"] > 1.5 * paths["gfmul"] and paths["gfinv"] <= what.longest().delay


@needs("osu018")
@pytest.mark.full
def test_the_core_of_few_cells_is_its_rtl_and_runs_firmware(tmp_path: Path) -> None:
    job = designs.few(designs.configuration("small5", "gfp"))
    assert netlists.equivalence(job, tmp_path) > 500
    circuit, region = measure.built(job).circuit, firmware.region("aes128.encrypt", "gfp", "gfp")
    assert firmware.trace(circuit, region).cycles == region.end - region.begin
