# SPDX-License-Identifier: Apache-2.0
"""The core is proved to do what the manual says of operands, order, FIFOs, errors, time. Changed lines are noticed."""

from pathlib import Path

import pytest

from evariste.machines.asip.proofs import core
from evariste.paths import ROOT
from evariste.verification import abc
from evariste.verification.unroll import Design, Unrolled

# A file of rtl/asip, a line, what stands there instead, and what breaks: a property, a rule of the invariant, or that
# reset leads to it.
CONTROLS = {
    "an instruction does not wait for the product that it reads": (
        "asip_issue", "op == OP_FIELD || touches ||", "op == OP_FIELD ||", "wrong_operand_o 20"),
    "an instruction is written in the cycle of a product": (
        "asip_issue", "writes && left_q == Bits'(2)", "writes && left_q == Bits'(3)", "14"),
    "a round of AES does not wait for a product into its key": (
        "asip_issue", "(keys || cipher) && under_way_q[3]", "keys && under_way_q[3]", "12 20 21"),
    "a product starts before the one before is done": (
        "asip_issue", "multiplies && left_q != Bits'(1)", "multiplies && left_q > Bits'(2)", "10"),
    "the second half of a register is not forwarded": (
        "asip_operands", "if (x_i.write[p] && x_i.to == operands_i.b)",
        "if (x_i.write[p] && p == 0 && x_i.to == operands_i.b)", "21"),
    "a branch does not wait for its compare": ("asip_issue", "compare_q <= 2'd2;", "compare_q <= 2'd1;", "9"),
    "a counter counts once too often": (
        "asip_counters", "taken = now != 16'd1;", "taken = now != 16'd0;", "wrong_order_o"),
    "a fifth call is taken": ("asip_counters", "depth_q == 3'd4", "depth_q == 3'd5", "wrong_order_o 30"),
    "a word is written to the place of another one": (
        "asip_in", "if (push_i) write_q <= write_q + 1'b1;", "if (push_i || take_i) write_q <= write_q + 1'b1;", "25"),
    "a block goes to OUT while it has no room": (
        "asip_issue", "(out_level_i > 4'd4 || x_push_i", "(out_level_i > 4'd5 || x_push_i", "29"),
    "what is on its way to OUT stays when the host empties it": (
        "asip_issue", "gives && !flush_i", "gives", "2 29"),
    "a round key is read where none is": ("asip_issue", "if (cipher && rounds_q == '0)", "if (cipher && first && 1'b0)",
                                          "2 30"),
    "w7 is not cleared": ("asip_core", "(all || !cleaned[3])", "(all || cleaned[3:0] < 4'd7)", "18"),
    "the last word of the scalar is not cleared": (
        "asip_core", "SECRET_FIRST[i] + SECRET_WORDS[i];", "SECRET_FIRST[i] + SECRET_WORDS[i] - 1;", "24"),
    "the watchdog starts anew when a word comes": (
        "asip_issue", "if (start_i || issue_o) starving_q",
        "if (start_i || issue_o || in_level_i == 4'd1) starving_q", "31"),
    "q31 is a second operand": ("asip_decode", "w[15:11] == 5'd31", "w[15:11] == 5'd30", "wrong_order_o"),
    "a square in a network starts the multiplier, too": (
        "asip_core", ".start_i(x_q.op == OP_MULTIPLY ||", ".start_i(x_q.op == OP_MULTIPLY || x_q.op == OP_SQUARE ||",
        "wrong_unit_o"),
    "each step of a field's instruction loads the field": (
        "asip_core", ".load_i(x_q.op == OP_FIELD && field_first_q)", ".load_i(x_q.op == OP_FIELD)", "wrong_unit_o"),
    "a word of the stream is taken, and lost, in the cycle of the host's": (
        "asip_core", "in_ready_o  = !in_level[3] && !host_push", "in_ready_o  = !in_level[3]", "wrong_fifo_o"),
    "an error of a program does not end its task": (
        "asip_host", "if (raised_i) {fails, abort, code} = {2'b11,", "if (raised_i) {fails, abort, code} = {2'b10,",
        "wrong_error_o"),
    "the data memory is cleared with what is in stage X": (
        "asip_core", ".data_i(wipe ? '0 : a[31:0])", ".data_i(a[31:0])", "wrong_clean_o"),
    "cleaning is a word too long": (
        "asip_host", "cleaned_q == 10'(MEMORY_WORDS)", "cleaned_q == 10'(MEMORY_WORDS + 1)", "0"),
    "a step is in stage X behind a reset": (
        "asip_core", "if (!rst_ni) x_q <= '0;", "if (!rst_ni) x_q <= '1;", "reset"),
}  # fmt: skip
# What follows from the invariant alone: a wrong circuit breaks these rules of it.
BY_RULES = {"operand": {"20", "21"}, "time": {"0", "31"}}


@pytest.mark.full
@pytest.mark.parametrize("size", core.SIZES)
def test_the_core_does_what_the_manual_says(size: str) -> None:
    made = core.harness(*core.SIZES[size])
    assert core.from_reset(made) is None
    for name in core.STATES:
        assert core.judged(made, f"wrong_{name}_o") is None
    assert core.every_rule(*core.SIZES[size]) is None


@pytest.mark.full
@pytest.mark.parametrize("what", CONTROLS)
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    name, old, new, broken = CONTROLS[what]
    text = (ROOT / f"rtl/asip/{name}.sv").read_text()
    assert text.count(old) == 1
    changed = tmp_path / f"{name}.sv"
    changed.write_text(text.replace(old, new))
    made = core.harness(256, 16, (changed,))
    assert any(answer(made, one) for one in broken.split())


def answer(made: Design, what: str) -> str | None:
    """None, or how a rule, a property or reset breaks."""
    if what == "reset":
        return core.from_reset(made)
    return core.kept(made, int(what)) if what.isdigit() else core.judged(made, what)


def test_each_property_has_a_control() -> None:
    broken = {one for *_, breaks in CONTROLS.values() for one in breaks.split()}
    for name in core.STATES:
        assert broken & {f"wrong_{name}_o", *BY_RULES.get(name, ())}, name
    assert "reset" in broken


@pytest.mark.full
def test_no_case_is_empty() -> None:
    """There are states of the invariant in which the steps that the properties are about leave."""
    made = core.harness()
    for output in ("product_reads_o", "product_writes_o", "forwards_o", "starves_o", "ends_o"):
        one = Unrolled(made, 1, {})
        now = one.step([*core.STARTS, output], {"rst_ni": 1}, last=True)
        assert abc.satisfied(one.built.alone({"bad": one.every(now.values())}), "bad") is not None, output
