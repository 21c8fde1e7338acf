# SPDX-License-Identifier: Apache-2.0
"""Synthesis: what a known circuit becomes, that it becomes it twice, and what is refused."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.silicon import activity, designs, liberty
from evariste.silicon.circuit import Circuit
from evariste.silicon.synth import Job, synthesise
from evariste.yosys import sources
from verify.needs import needs

KNOWN = "module known(input logic clk, a, b, output logic y); always_ff @(posedge clk) y <= ~(a & b); endmodule\n"
LATCH = "module bad(input logic a, b, output logic y); always_latch if (a) y = b; endmodule\n"
BUS = "module bad(input logic a, b, output wire y); assign y = a ? b : 1'bz; endmodule\n"
LOOP = """module bad(input logic a, output logic y);
logic p; assign p = ~(a & y); assign y = ~(p & a); endmodule
"""


def job(tmp_path: Path, text: str, top: str, **options) -> Job:
    (tmp_path / f"{top}.sv").write_text(text)
    return Job(top, sources=(str(tmp_path / f"{top}.sv"),), **options)


@needs("osu018")
def test_a_registered_nand_is_a_nand_and_a_flip_flop(tmp_path: Path) -> None:
    netlist = synthesise(job(tmp_path, KNOWN, "known"))
    assert netlist.counts == {"NAND2X1": 1, "DFFPOSX1": 1}
    assert netlist.area == 24 + 96  # the areas that the library file gives
    assert netlist.ge == 5


@needs("osu018")
def test_full_adders_are_used(tmp_path: Path) -> None:
    text = "module add(input logic [3:0] a, b, input logic c, output logic [4:0] y); assign y = a + b + c; endmodule\n"
    assert synthesise(job(tmp_path, text, "add")).counts["FAX1"] >= 3


@needs("osu018")
def test_a_second_run_gives_the_same_netlist() -> None:
    this = Job("gf_sq", sources=sources("gf"))
    first = synthesise(this).verilog.read_bytes()
    assert synthesise(this, again=1).verilog.read_bytes() == first


@needs("osu018")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [(LATCH, "does not hold the enable of a clock"), (BUS, "no cell for"), (LOOP, "combinational loop")],
)
def test_what_cannot_be_mapped_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        synthesise(job(tmp_path, text, "bad"))


@needs("osu018")
def test_a_fault_in_the_source_ends_in_the_front_ends_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Yosys could not finish"):
        synthesise(job(tmp_path, "module bad(output logic y); assign y = nothing; endmodule\n", "bad"))


def test_a_library_that_is_missing_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read the cell library"):
        liberty.read(tmp_path / "missing.lib")
    for text in ("", "library(x) {", "module x(); endmodule", "library(x) { }", "cell(x) { area : 1; }"):
        (tmp_path / "bad.lib").write_text(text)
        liberty.read.cache_clear()
        with pytest.raises(UserError, match="not a Liberty file"):
            liberty.read(tmp_path / "bad.lib")


@needs("osu018")
def test_few_cells_take_more_area_and_compute_the_same() -> None:
    area = designs.block("mul", 2)
    both = [synthesise(job) for job in (area, replace(area, fewest=True))]
    assert both[1].mapped[0] < 0.9 * both[0].mapped[0] and both[1].mapped[1] > both[0].mapped[1]
    assert both[1].counts["FAX1"] and set(both[1].counts) <= set(liberty.read().cells)
    found = []
    for netlist in both:
        circuit, rng = Circuit(netlist), random.Random(1)
        known = {net: rng.getrandbits(4096) for name in sorted(circuit.inputs) for net in circuit.inputs[name]}
        values = activity.evaluate(circuit, known, 4096)
        found.append([values[net] for name in sorted(circuit.outputs) for net in circuit.outputs[name]])
    assert found[0] == found[1]
