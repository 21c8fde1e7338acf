# SPDX-License-Identifier: Apache-2.0
"""The accelerator is proved at small instances, and one with an error is refuted."""

from pathlib import Path

import pytest

from evariste.machines.vword.proofs import accelerator, catalogue
from evariste.paths import ROOT

PROOFS = [pytest.param(n, marks=pytest.mark.full if p.full else ()) for n, p in catalogue().items()
          if n.startswith("accelerator.")]  # fmt: skip
# What is wrong: file, what is there, what is put there, an instance that shows it.
ERRORS = {
    "no forwarding": ("operand", "in_m = number_i != '0 &", "in_m = 1'b0 &", "paper"),
    "a register 0 that is not 0": ("operand", "number_i != '0 & ~in_x & ~in_m", "~in_x & ~in_m", "paper"),
    "a row used too early": ("operand", "late_o = in_x ? x_load_i :", "late_o = in_x ? 1'b0 :", "paper"),
    "a store that forgets its row": ("accelerator", "x_late_q <= late[1] & dec.vt_late;", "x_late_q <= 0;", "paper"),
    "a row that comes before its store can move": ("accelerator", "(c2_i.x_go | c2_i.m_go) m", "(c2_i.x_go) m",
                                                   "paper"),
    "a row taken from the bus later": ("accelerator", "else if (c2_i.m_go) m_load_q <= 1'b0;", "", "paper"),
    "a dropped load that is written": ("accelerator", ".we_i(c2_i.m_go & m_vd != '0)", ".we_i(m_vd != '0)", "paper"),
    "a control register too many": ("decode", "is_cfc2(insn_i) & has_control;", "has_control;", "fused"),
    "an amount too many": ("decode", "32'(amount) < SHIFTS", "32'(amount) <= SHIFTS", "fused"),
    "a mask of a bit more": ("execute", "{W{1'b1}}) >> (W - Kept)", "{W{1'b1}}) >> (W - Kept - 1)", "fused"),
    "a wrong shift": ("execute", "a_i << AMOUNTS[k]", "a_i << (AMOUNTS[k] ^ 1)", "paper"),
    "bytes of a store": ("accelerator", "{(4 * Parts) {1'b1}}", "{(4 * Parts - 1) {1'b1}}", "paper"),
    "a product read too early": ("accelerator", "= x_valid_q & x_q.multiply | (", "= (", "field"),
    "a COND that is late": ("accelerator", "c2_i.x_go & x_q.cond", "c2_i.m_go & x_q.cond", "field"),
}  # fmt: skip
QUICK = ("a COND that is late",)


@pytest.mark.parametrize("name", PROOFS)
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.full) for n in ERRORS])
def test_a_wrong_accelerator_is_refuted(name: str, tmp_path: Path) -> None:
    module, old, new, instance = ERRORS[name]
    file = f"vword_{module}.sv"
    text = (ROOT / "rtl/vword" / file).read_text()
    assert text.count(old) == 1, f"{file} has changed; the error no longer fits"
    (tmp_path / file).write_text(text.replace(old, new))
    assert accelerator.right(instance, accelerator.harness(instance, (tmp_path / file,)))


def test_registers_that_forget_are_noticed(tmp_path: Path) -> None:
    text = (ROOT / "rtl/vword/vword_regfile.sv").read_text()
    wrong = tmp_path / "vword_regfile.sv"
    for old, new in (("if (we_i)", "if (we_i & wa_i != 5'd9)"), ("words[rb_i]", "words[rb_i & 5'd30]")):
        assert text.count(old) == 1
        wrong.write_text(text.replace(old, new))
        assert accelerator.contract(wrong)
