# SPDX-License-Identifier: Apache-2.0
"""Each instruction of the accumulator is proved from any state, and a changed line of the unit refutes the proof."""

from pathlib import Path

import pytest

from evariste.machines.pete.proofs import unit
from evariste.paths import ROOT

CONTROLS = {
    "nothing waits while a product goes on": ("pete_accumulator", "left_q <= 6'd1 & ~(x_valid_q", "~(x_valid_q"),
    "an instruction that is dropped is done": ("pete_accumulator", "x_start = req_i.x_go & x_valid_q;",
                                               "x_start = (req_i.x_go | req_i.x_drop) & x_valid_q;"),
    "mthi changes U": ("pete_accumulator", "{upper_q, addend_q[31:0], lo_q}", "{32'd0, addend_q[31:0], lo_q}"),
    "the next operands come while a product goes on": ("pete_accumulator", "if (d_load & (d_op.product | d_op.divide))",
                                                       "if (req_i.d_go)"),
    "addau adds a product": ("pete_decode", "op_o.add = 1; op_o.addend = 1;", "op_o.add = 1;"),
    "sha has no register": ("pete_decode", "begin to_register = 1; op_o.shift = 1; end", "begin op_o.shift = 1; end"),
    "the order of passes": ("pete_accumulator", "2'(PASSES - 32'(left_q))", "2'(left_q)"),
}  # fmt: skip


@pytest.mark.parametrize("passes", [pytest.param(p, marks=() if p == 4 else pytest.mark.full) for p in unit.NUMBERS])
def test_each_instruction_does_what_the_manual_says(passes: int) -> None:
    assert unit.wrong(passes) is None


@pytest.mark.full
def test_so_it_does_without_polynomials() -> None:
    assert unit.wrong(4, 0) is None


@pytest.mark.full
@pytest.mark.parametrize("what", CONTROLS)
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    module, old, new = CONTROLS[what]
    text = (ROOT / f"rtl/pete/{module}.sv").read_text()
    assert text.count(old) == 1
    changed = tmp_path / f"{module}.sv"
    changed.write_text(text.replace(old, new))
    assert unit.wrong(4, changed=(changed,))
