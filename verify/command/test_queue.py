# SPDX-License-Identifier: Apache-2.0
"""The queue of commands is proved for some depths. A changed line of its text refutes the proof."""

from pathlib import Path

import pytest

from evariste.paths import ROOT
from evariste.verification import command_queue

FOLDER = str(Path(__file__).parent.relative_to(ROOT))
CONTROLS = {
    "a full queue takes a command": ("assign put = push_i & room_o;", "assign put = push_i;"),
    "an empty queue gives one": ("assign take = pop_i & valid_o;", "assign take = pop_i;"),
    "places begin again too late": ("place == 5'(DEPTH - 1)", "place == 5'(DEPTH)"),
    "a command that leaves does not count when another comes": ("+ 5'(put) - 5'(take)", "+ (put ? 5'd1 : -5'(take))"),
    "room for two in a queue that is nearly full": ("level_q < 5'(DEPTH - 1)", "level_q < 5'(DEPTH)"),
    "it is emptied, but its places stay": (
        "else if (clear_i) {level_q, read_q, write_q}", "else if (clear_i) {level_q, read_q}"),
}  # fmt: skip


@pytest.mark.parametrize("depth", [2, 3, pytest.param(16, marks=pytest.mark.full)])
def test_commands_leave_in_their_order_each_once(depth: int) -> None:
    assert command_queue.wrong(FOLDER, depth) is None


@pytest.mark.parametrize("what", CONTROLS)
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    old, new = CONTROLS[what]
    text = (ROOT / command_queue.MODULE).read_text()
    assert text.count(old) == 1
    changed = tmp_path / "command_queue.sv"
    changed.write_text(text.replace(old, new))
    assert command_queue.wrong(FOLDER, 3, changed)
