# SPDX-License-Identifier: Apache-2.0
"""Blocks built for degrees from 5 up compute what the complete ones do for those degrees. Proved by Yosys.

The complete block is elaborated in the form for the simulator, the other in that for synthesis; test_forms.py has the
proof's procedure.
"""

from pathlib import Path

import pytest

from verify.gfp.unit.test_forms import MULTIPLIER, ROOT, SQUARER, proved

CHOICE = """
`ifndef VERILATOR
      #(.MIN_DEGREE({least}))
`endif
"""
MULTIPLIERS = """
module both import gf_pkg::*; (input byte_t x_i, y_i, input columns_t columns_i, input mul_ctrl_t wide_i,
    output logic [14:0] prod_o, output byte_t out_o);
  mul_ctrl_t ctrl;
  always_comb begin
    ctrl = wide_i;
    ctrl.taps[4:2] = '0;  // no smaller degree is ever chosen
  end
  gf_mul {choice} u (.ctrl_i(ctrl), .*);
endmodule
"""
SQUARERS = """
module both import gf_pkg::*; (input byte_t a_i, input sq_ctrl_t wide_i, output byte_t out_o);
  sq_ctrl_t ctrl;
  always_comb begin
    ctrl = wide_i;
    ctrl.half[2:1] = '0;
  end
  gf_sq {choice} u (.ctrl_i(ctrl), .*);
endmodule
"""


def equal(top: str, sources: list[str], least: int, folder: Path) -> bool:
    file = folder / "both.sv"
    file.write_text(top.format(choice=CHOICE.format(least=least)))
    return proved("both", [*(ROOT / source for source in sources), file], folder, [])


BLOCKS = pytest.mark.parametrize(("top", "sources"), [(MULTIPLIERS, MULTIPLIER), (SQUARERS, SQUARER)])


@BLOCKS
def test_a_block_for_degrees_from_5_does_them_right(top: str, sources: list[str], tmp_path: Path) -> None:
    assert equal(top, sources, 5, tmp_path)


@BLOCKS
def test_a_block_for_fewer_degrees_is_noticed(top: str, sources: list[str], tmp_path: Path) -> None:
    assert not equal(top, sources, 7, tmp_path)
