# SPDX-License-Identifier: Apache-2.0
"""A step of the datapath is proved with words of 32 bits. Changed lines are noticed, and steps that break its rules."""

from pathlib import Path

import pytest

from evariste.machines.monte.proofs import product, step
from evariste.machines.monte.proofs.product import GENERIC, MUL, Reduction
from evariste.paths import ROOT

CONTROLS = {
    "the factor of the column before comes too late": (
        "m_we & m_place == x_step_q.m_place ? m_data :", "1'b0 ? m_data :"),
    "a negative sum is shifted as a positive one": ("$signed(acc_q) >>> W", "$unsigned(acc_q) >>> W"),
    "a negative digit is added": ("s_step_q.minus & ~binary", "1'b0"),
    "a digit is subtracted in a binary field": ("s_step_q.minus & ~binary", "s_step_q.minus"),
    "a product counts once where it should twice": (".double_i(s_step_q.twice)", ".double_i(1'b0)"),
    "the product with n0 is added": ("~s_step_q.product | s_step_q.by_n0)", "~s_step_q.product)"),
    "a factor is multiplied as the operand": ("x_step_q.by_m ? 32'(product[W-1:0]) :", "1'b0 ? 32'(product[W-1:0]) :"),
    "a sum that is too long is kept": ("sum[Acc-2:W] != '0;", "1'b0;"),
    "p is not added to a negative result": ("(sign & is_product(command_i))", "1'b0"),
    "a borrow is lost": ("? ~adds : again_q;", "? ~adds : ~adds;"),
}  # fmt: skip


@pytest.mark.full
def test_each_step_does_what_it_says() -> None:
    assert step.wrong() is None


@pytest.mark.parametrize("what", [pytest.param(what, marks=pytest.mark.full if i else ())
                                  for i, what in enumerate(CONTROLS)])  # fmt: skip
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    old, new = CONTROLS[what]
    text = (ROOT / "rtl/monte/monte_datapath.sv").read_text()
    assert text.count(old) == 1
    changed = tmp_path / "monte_datapath.sv"
    changed.write_text(text.replace(old, new))
    assert step.wrong((changed,))


def test_a_broken_rule_is_noticed() -> None:
    """The steps of a product of two words, with one given too early, or with another place."""
    right = product.steps(Reduction(2, GENERIC), MUL)
    assert product.broken_rule(right) is None
    at = next(i for i, s in enumerate(right) if s["by_n0"])
    without_pause = [s | {"cycle": s["cycle"] - (i >= at)} for i, s in enumerate(right) if i != at - 1]
    assert product.broken_rule(without_pause) == "a lowest word is multiplied too early"
    apart = [s | {"cycle": s["cycle"] + (i > at)} for i, s in enumerate(right)]
    assert product.broken_rule(apart) == "a factor does not come from the step before"
    early = [s | {"x_m": 1, "x_place": right[at]["place"]} if i == at + 1 else s for i, s in enumerate(right)]
    assert product.broken_rule(early) == "a factor is multiplied too early"
    beyond = [s | {"y_p": 1, "y_place": 18} if i == 0 else s for i, s in enumerate(right)]
    assert product.broken_rule(beyond) == "a word does not exist"
