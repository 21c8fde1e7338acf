# SPDX-License-Identifier: Apache-2.0
"""Flip-flops of the netlist that hold a signal of the RTL: of a table of constants that synthesis reads before its
address's register, and a copy of an address's register for the read port of a memory.
"""

from pathlib import Path

from evariste.silicon.synth import Job
from evariste.verification import equivalence, netlists
from evariste.verification.matching import matched
from verify.needs import needs

pytestmark = needs("osu018")

TABLE = 0xB5C3


def job(folder: Path, table: int) -> Job:
    folder.mkdir()
    source = folder / "moved.sv"
    source.write_text(f"""\
// SPDX-License-Identifier: Apache-2.0
module moved (input logic clk_i, input logic [3:0] op_i, input logic en_i, output logic y_o, output logic [3:0] op_o);
  localparam logic [15:0] Table = 16'd{table};
  logic [3:0] op_q;
  logic entry;
  always_ff @(posedge clk_i) op_q <= op_i;
  assign entry = Table[op_q];
  assign y_o = entry & en_i;
  assign op_o = op_q;
endmodule
""")
    return Job("moved", (), (str(source),))


def test_a_flip_flop_that_holds_a_signal_is_proved_to_hold_it(tmp_path: Path) -> None:
    asked = job(tmp_path / "right", TABLE)
    one, other = netlists.rtl(asked, tmp_path), netlists.netlist(asked, tmp_path)
    assert len(matched(one, other).moved) == len(other.flops) - len(one.flops) == 1
    assert equivalence.compare(one, other).proved
    netlists.refute(one, other, 8)


def test_one_that_holds_another_tables_entry_is_refuted(tmp_path: Path) -> None:
    one = netlists.rtl(job(tmp_path / "right", TABLE), tmp_path)
    other = netlists.netlist(job(tmp_path / "wrong", TABLE ^ 1 << 9), tmp_path)
    assert equivalence.compare(one, other).proved is False


def memory(folder: Path, copy: str = "") -> Job:
    """Five words that are read at the address in a register, or in a copy of it, which takes `copy`."""
    folder.mkdir()
    source = folder / "memory.sv"
    source.write_text(f"""\
// SPDX-License-Identifier: Apache-2.0
module address (input logic clk_i, input logic en_i, input logic [2:0] next_i, output logic [2:0] at_o);
  always_ff @(posedge clk_i) if (en_i) at_o <= next_i;
endmodule
module memory (input logic clk_i, input logic we_i, input logic en_i, input logic [2:0] at_i, input logic [2:0] from_i,
               input logic [3:0] data_i, output logic [3:0] data_o, output logic [2:0] at_o);
  logic [3:0] mem[5];
  logic [2:0] read_q, at;
  always_ff @(posedge clk_i) begin
    if (en_i) read_q <= from_i;
    if (we_i & at_i <= 3'd4) mem[at_i] <= data_i;
  end
  {f"address u_address (.clk_i, .en_i, .next_i({copy}), .at_o(at));" if copy else "assign at = read_q;"}
  assign data_o = mem[at];
  assign at_o = read_q;
endmodule
""")
    return Job("memory", (), (str(source),), ("address",) if copy else ())


def test_a_copy_of_an_address_is_proved_to_be_one(tmp_path: Path) -> None:
    one = netlists.rtl(memory(tmp_path / "right"), tmp_path)
    other = netlists.netlist(memory(tmp_path / "copied", "from_i"), tmp_path)
    found = matched(one, other)
    assert len(found.moved) == len(other.flops) - len(one.flops) == 3
    assert {found.name[q] for q, _ in found.moved.values()} == {f"read_q[{i}]" for i in range(3)}
    assert equivalence.compare(one, other).proved
    netlists.refute(one, other, 8)


def test_one_of_another_address_is_refuted(tmp_path: Path) -> None:
    one = netlists.rtl(memory(tmp_path / "right"), tmp_path)
    other = netlists.netlist(memory(tmp_path / "wrong", "from_i ^ 3'd4 & {3{we_i}}"), tmp_path)
    assert equivalence.compare(one, other).proved is False


def test_what_is_read_behind_the_last_word_is_what_synthesis_makes_of_it(tmp_path: Path) -> None:
    """Three of the eight addresses have no word."""
    asked = memory(tmp_path / "right")
    assert equivalence.compare(netlists.rtl(asked, tmp_path), netlists.netlist(asked, tmp_path)).proved
