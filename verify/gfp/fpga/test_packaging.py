# SPDX-License-Identifier: Apache-2.0
"""The core in somebody else's project: linted by the flat list, and run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from evariste import filelist, machines, verilator
from evariste.machines.gfp import RTL
from evariste.paths import ROOT

pytestmark = pytest.mark.package

TOP = """
// 4 KiB of memory at 0, which both ports read and the data port writes; an error elsewhere.
module their_top (
    input logic clk,
    input logic rst_n,
    output logic asleep,
    output logic dead
);
  logic instr_req, instr_valid_q, instr_error_q, data_req, data_we, data_valid_q, data_error_q, data_we_q;
  logic [31:0] instr_addr, instr_q, data_addr, data_q, data_new;
  logic [3:0] data_be, data_be_q;
  logic [9:0] data_at_q;
  logic [31:0] memory[1024];
  logic unused;
  assign unused = &{1'b0, data_addr[1:0]};  // data_be says which bytes

  gfp_top #(
      .MUL_CYCLES(32)
  ) u_gfp (
      .clk_i(clk),
      .rst_ni(rst_n),
      .instr_req_o(instr_req),
      .instr_addr_o(instr_addr),
      .instr_gnt_i(1'b1),
      .instr_rvalid_i(instr_valid_q),
      .instr_rdata_i(instr_q),
      .instr_err_i(instr_error_q),
      .data_req_o(data_req),
      .data_addr_o(data_addr),
      .data_we_o(data_we),
      .data_be_o(data_be),
      .data_gnt_i(1'b1),
      .data_rvalid_i(data_valid_q),
      .data_rdata_i(data_q),
      .data_err_i(data_error_q),
      .data_wdata_o(data_new),
      .irq_i('0),
      .nmi_i(1'b0),
      .sleeping_o(asleep),
      .lockup_o(dead)
  );

  always_ff @(posedge clk) begin
    instr_q <= memory[instr_addr[11:2]];
    instr_error_q <= instr_addr[31:12] != '0 || instr_addr[1:0] != '0;
    data_q <= memory[data_addr[11:2]];
    data_error_q <= data_addr[31:12] != '0;
    data_at_q <= data_addr[11:2];
    data_be_q <= data_be;
    for (int b = 0; b < 4; b++) begin
      if (data_valid_q && data_we_q && !data_error_q && data_be_q[b]) memory[data_at_q][8*b+:8] <= data_new[8*b+:8];
    end
  end
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) {instr_valid_q, data_valid_q, data_we_q} <= '0;
    else {instr_valid_q, data_valid_q, data_we_q} <= {instr_req, data_req, data_req & data_we};
  end
endmodule
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with their top, outside the repository."""
    (tmp_path / "their_top.sv").write_text(TOP)
    return tmp_path


def lint(folder: Path, listed: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [verilator.program(), "--lint-only", "-Wall", "--top-module", "their_top", "-F", listed,
         "their_top.sv"], cwd=folder, env=verilator.environment(), capture_output=True, text=True,
    )  # fmt: skip


def parameters(module: str) -> dict[str, str]:
    """Those of a module, and their defaults."""
    return dict(re.findall(r"^ +parameter [\w ]*?(\w+) = ([\w']+)", (ROOT / f"rtl/gfp/{module}.sv").read_text(), re.M))


def test_the_top_without_parameters_is_the_core_with_an_inverse_in_two_cycles() -> None:
    core, top = parameters("gfp_core"), parameters("gfp_top")
    named = machines.default().has("inverse2").parameters
    assert top == core | {name: str(value) for name, value in named.items()} and top != core


def test_the_lists_are_what_the_tree_says() -> None:
    assert filelist.stale() == []


def test_the_flat_list_is_all_that_another_top_needs(project: Path) -> None:
    done = lint(project, ROOT / RTL.listed)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr  # not one warning


def test_every_configuration_of_the_top_is_clean_in_their_design(project: Path) -> None:
    for parameters in (".GF(0)", ".GF_LANES(1)", ".GF_INVERSE(0), .GF_SQUARERS(0)", ".INTERRUPTS(32)"):
        (project / "their_top.sv").write_text(TOP.replace(".MUL_CYCLES(32)", parameters))
        done = lint(project, ROOT / RTL.listed)
        assert (done.returncode, done.stderr) == (0, ""), (parameters, done.stderr)


BENCH = """
// The program stores 42 at 0x100 and stays where it is.
module their_bench;
  logic clk = 1'b0, rst_n = 1'b0;
  logic asleep, dead;
  their_top dut (.clk, .rst_n, .asleep, .dead);
  always #5 clk = !clk;
  initial begin
    dut.memory[0] = 32'h00001000;  // initial stack pointer
    dut.memory[1] = 32'h00000009;  // reset vector: 8, Thumb
    dut.memory[2] = 32'h2101202a;  // movs r0, #42; movs r1, #1
    dut.memory[3] = 32'h60080209;  // lsls r1, r1, #8; str r0, [r1]
    dut.memory[4] = 32'he7fee7fe;  // b .
    #22 rst_n = 1'b1;
    #300 $display("%0d %0d %0d", dut.memory[64], dead, asleep);
    $finish;
  end
endmodule
"""


@pytest.mark.full
def test_the_core_in_their_design_begins_at_the_reset_vector_and_runs(project: Path) -> None:
    (project / "their_bench.sv").write_text(BENCH)
    made = subprocess.run(
        [verilator.program(), "--binary", "--timing", "-Wno-fatal", "-CFLAGS", "-std=c++20", "--top-module",
         "their_bench", "-MAKEFLAGS", f"PYTHON3={sys.executable}", "-MAKEFLAGS", "CFG_CXXFLAGS_PCH_I=-include", "-F",
         ROOT / RTL.listed, "their_top.sv", "their_bench.sv"],
        cwd=project, env=verilator.environment(), capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    said = subprocess.run([project / "obj_dir/Vtheir_bench"], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[0] == "42 0 0"


def test_a_file_missing_from_the_list_is_noticed(project: Path) -> None:
    listed = [f"{ROOT}/{path}" for path in filelist.files(RTL) if not path.endswith("gfp_alu.sv")]
    (project / "short.f").write_text("\n".join(listed))
    done = lint(project, project / "short.f")
    assert done.returncode != 0 and "gfp_alu" in done.stderr
