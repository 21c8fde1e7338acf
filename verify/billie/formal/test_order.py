# SPDX-License-Identifier: Apache-2.0
"""Any program leaves what in-order execution leaves, and a changed line of dispatcher, stations, result bus or
registers
refutes the proof.
"""

from pathlib import Path

import pytest

from evariste.machines.billie.proofs import order
from evariste.paths import ROOT

CONTROLS = {
    "a tag is lost when another command is dispatched": (
        "billie_file", "waits_q <= waits_q & ~comes;", "waits_q <= waits_q & ~comes & {16{~claim_i[0]}};"),
    "a register takes any result of its unit": (
        "billie_file", "tag_q[i] == result_tag_i;", "tag_q[i].unit == result_tag_i.unit;"),
    "a command that is dispatched misses the result of this cycle": (
        "billie_file", "comes[read_i[i]] ? result_value_i", "1'b0 ? result_value_i"),
    "two results in one cycle": ("billie_accelerator", ".taken_i(~multiplied & ~moved)", ".taken_i(~multiplied)"),
    "a station is freed before its command has left": (
        "billie_stations", "assign free_o  = ~&there_q;", "assign free_o  = ~&there_q | take_i;"),
    "an id is given while its command is at work": (
        "billie_stations", "!(at_work_i & at_work_id_i == id_t'(i))", "1'b1"),
    "a station misses a result when another one starts": (
        "billie_stations", "else if (comes) waits_q[i][j] <= 1'b0;", "else if (comes & ~take_i) waits_q[i][j] "
            "<= 1'b0;"),
    "a command of flag passes another one": ("billie_stations", "~(IN_ORDER | of_flag(", "~(IN_ORDER & of_flag("),
    "the mover goes out of order": ("billie_accelerator", ".IN_ORDER(i == 32'(UNIT_MOVER))", ".IN_ORDER(1'b0)"),
    "the younger command counts as the older one": ("billie_stations", "older_q <= ~place;", "older_q <= place;"),
    "an exchange gives its second result twice": (
        "billie_squarer", "both_q   <= swap & ~taken_i;", "both_q   <= swap;"),
    "a result that waits is lost": (
        "billie_squarer", "end else if (ready & taken_i) begin", "end else if (ready) begin"),
    "a wrong command is an error at once": ("billie_accelerator", "illegal & &empty & busy == '0", "illegal"),
    "a command waits for its own result": ("billie_accelerator", ".waits_i(waits & reads)", ".waits_i(waits | reads)"),
}  # fmt: skip
LOST = "billie_accelerator", "assign lost = ~&empty ", "assign lost = ~|empty "  # every unit's stations have a command


@pytest.mark.full
def test_results_are_those_of_in_order_execution() -> None:
    assert order.wrong() is None


@pytest.mark.full
@pytest.mark.parametrize("what", CONTROLS)
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    assert order.wrong((_changed(CONTROLS[what], tmp_path),))


def test_nothing_hangs_in_any_state(tmp_path: Path) -> None:
    assert order.still() is None
    assert order.still((_changed(LOST, tmp_path),))


@pytest.mark.full
def test_two_results_at_once_are_called_so(tmp_path: Path) -> None:
    assert order.wrong((_changed(CONTROLS["two results in one cycle"], tmp_path),)) == order.WRONG["bus"]


def _changed(change: tuple[str, str, str], folder: Path) -> Path:
    module, old, new = change
    text = (ROOT / f"rtl/billie/{module}.sv").read_text()
    assert text.count(old) == 1
    changed = folder / f"{module}.sv"
    changed.write_text(text.replace(old, new))
    return changed
