# SPDX-License-Identifier: Apache-2.0
"""Each command is executed once, with the contents of its slots, and in order. A changed line of a stage refutes the
proof."""

from pathlib import Path

import pytest

from evariste.machines.monte.proofs import flow
from evariste.paths import ROOT

CONTROLS = {
    "an operand that is being computed is taken from the old buffer": (
        "load", "from_dest = computing_i & has_dest(running_i.command)", "from_dest = 1'b0 & "
            "has_dest(running_i.command)"),
    "a buffer keeps the number of a slot that was written": (
        "buffers", "if (forget_i[i] & slot[b] == forget_slot_i[i])", "if (1'b0 & slot[b] == forget_slot_i[i])"),
    "a buffer that is being stored has no owner": (
        "accelerator", "if (storing[i]) owned[store_buffer[i]] = 1'b1;", "if (1'b0) owned[store_buffer[i]] = 1'b1;"),
    "a buffer of the load stage has no owner": (
        "accelerator", "if (load_owns[i]) owned[load_buffer[i]] = 1'b1;", "if (1'b0) owned[load_buffer[i]] = 1'b1;"),
    "the answer that comes behind an error counts": (
        "load", "assign answer = answer_i & state_q == L_MOVE;", "assign answer = answer_i;"),
    "a table is read before a slot in it is stored": (
        "load", "blocked |= storing_i[i] & overlaps(", "blocked |= 1'b0 & overlaps("),
    "an operand is fetched before it is stored": (
        "load", "blocked |= storing_i[i] & storing_slot_i[i] == slot_o;", "blocked |= 1'b0;"),
    "an exchange gives both results to one slot": (
        "arithmetic", "flag_i ? {result_q[0], result_q[1]} :", "flag_i ? {result_q[1], result_q[1]} :"),
    "a result goes while another one is stored": (
        "arithmetic", "state_q == A_DONE & store_free_i;", "state_q == A_DONE;"),
    "a store ends before its answer": ("store", "assign done_o = answer_i & asked_q;", "assign done_o = asked_q;"),
    # With one buffer it may begin: it takes the other one in this cycle, when the load stage takes none.
    "a command begins without a buffer for its results": (
        "arithmetic", "ready_i & have_q[1:0] == 2'b11;", "ready_i;"),
    "no buffer is taken for results": ("arithmetic", "may_take_i & have_q != '1 &", "may_take_i & have_q == '1 &"),
    "the load stage takes a command while it has one": (
        "load", "queue_valid_i & (state_q == L_EMPTY | take_i);", "queue_valid_i & (state_q == L_READY | take_i);"),
    "the second slot of an exchange is stored first": (
        "store", "{second_q, asked_q, place_q}  <= '0;", "{second_q, asked_q, place_q}  <= {both_i, 6'd0};"),
}  # fmt: skip


@pytest.mark.full
def test_every_command_is_executed_once_in_order() -> None:
    assert flow.wrong() is None


@pytest.mark.parametrize("what", [pytest.param(what, marks=pytest.mark.full if i else ())
                                  for i, what in enumerate(CONTROLS)])  # fmt: skip
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    module, old, new = CONTROLS[what]
    text = (ROOT / f"rtl/monte/monte_{module}.sv").read_text()
    assert text.count(old) == 1
    changed = tmp_path / f"monte_{module}.sv"
    changed.write_text(text.replace(old, new))
    assert flow.wrong((changed,))
