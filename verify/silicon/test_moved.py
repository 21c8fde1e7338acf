# SPDX-License-Identifier: Apache-2.0
"""A table of constants that synthesis reads before its address's register: the flip-flop holds a signal of the RTL."""

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
