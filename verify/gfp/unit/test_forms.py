# SPDX-License-Identifier: Apache-2.0
"""Blocks that say their function twice, for the simulator and for synthesis (gf_pkg::ForSimulation), say the same.

Yosys elaborates both forms and proves them equivalent; a form with an error must not pass.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from evariste.paths import ROOT

PRODUCT = ["rtl/gf/gf_pkg.sv", "rtl/gf/gf_clmul8.sv"]
MULTIPLIER = [*PRODUCT, "rtl/gf/gf_reduce.sv", "rtl/gf/gf_mul.sv"]
SQUARER = ["rtl/gf/gf_pkg.sv", "rtl/gf/gf_sq.sv"]
LANE = [*MULTIPLIER, "rtl/gf/gf_sq.sv", "rtl/gf/gf_cut.sv", "rtl/gf/gf_lane.sv"]
BLOCKS = {"gf_mul": MULTIPLIER, "gf_sq": SQUARER, "gf_lane": LANE}

# The register file's promise: its two ports do not write one entry at once.
REGISTER_FILE = """
module file(input logic clk_i, we0_i, we1_i, accumulate_i, input logic [3:0] ra_i, rb_i, rc_i, rd_i, wa0_i, wa1_i,
            input logic [31:0] wd0_i, wd1_i, output logic [31:0] ra_data_o, rb_data_o, rc_data_o, rd_data_o);
  gfp_regfile #(.READ_PORTS(4)) u(.we1_i(we1_i & ~(we0_i & wa0_i == wa1_i)), .*);
endmodule
"""

# An error in Yosys ends its process, so every proof gets one of its own.
PROVE = """
import sys
from pyosys import libyosys
top, sources, renames = sys.argv[1], sys.argv[2], sys.argv[3:]
design = libyosys.Design()
def run(line):
    libyosys.run_pass(line, design)
for name, macro in ("gold", "-D VERILATOR"), ("gate", ""):
    run(f"read_slang {macro} --top {top} {sources}")
    for line in "proc", "memory", "flatten", "opt_clean", f"rename -top {name}", "splitnets -format :":
        run(line)
    if name == "gate" and renames:
        for line in "cd gate", *(f"rename {pair}" for pair in renames), "cd ..":
            run(line)
    run(f"design -stash {name}")
for name in "gold", "gate":
    run(f"design -copy-from {name} -as {name} {name}")
with open("IGNORE", "w") as ignore:
    ignore.write("idle\\n")
for line in ("equiv_make -blacklist IGNORE gold gate both", "hierarchy -top both", "opt_clean", "equiv_simple",
             "equiv_status -assert"):
    run(line)
"""


def proved(top: str, sources: list[Path], folder: Path, renames: list[str]) -> bool:
    command = [sys.executable, "-c", PROVE, top, " ".join(map(str, sources)), *renames]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert "proven and" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]
    return done.returncode == 0


def with_error(source: Path, old: str, new: str, folder: Path) -> Path:
    """A copy of the source with one thing changed."""
    text = source.read_text()
    assert text.count(old) == 1
    copy = folder / source.name
    copy.write_text(text.replace(old, new))
    return copy


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_that_skips_idle_work_computes_what_its_gates_compute(block: str, tmp_path: Path) -> None:
    assert proved(block, [ROOT / source for source in BLOCKS[block]], tmp_path, [])


def test_a_block_that_skips_too_much_is_noticed(tmp_path: Path) -> None:
    package = ROOT / "rtl/gf/gf_pkg.sv"
    wrong = with_error(ROOT / "rtl/gf/gf_sq.sv", "a_i != '0", "a_i[7:1] != '0", tmp_path)
    assert not proved("gf_sq", [package, wrong], tmp_path, [])


REGISTERS = [
    f"u.gen_gates.gen_entry[{entry}].entry_q:{bit} u.gen_array.regs_q[{entry}]:{bit}"
    for entry in range(16)
    for bit in range(32)
]


def test_the_register_file_is_the_same_as_array_and_as_gates(tmp_path: Path) -> None:
    top = tmp_path / "file.sv"
    top.write_text(REGISTER_FILE)
    sources = [ROOT / "rtl/gf/gf_pkg.sv", ROOT / "rtl/gfp/gfp_regfile.sv", top]
    assert proved("file", sources, tmp_path, REGISTERS)


def test_a_register_file_that_reads_the_wrong_entry_is_noticed(tmp_path: Path) -> None:
    top = tmp_path / "file.sv"
    top.write_text(REGISTER_FILE)
    wrong = with_error(ROOT / "rtl/gfp/gfp_regfile.sv", "{32{rb_i == 4'(r)}}", "{32{rb_i == 4'(r ^ 1)}}", tmp_path)
    assert not proved("file", [ROOT / "rtl/gf/gf_pkg.sv", wrong, top], tmp_path, REGISTERS)
