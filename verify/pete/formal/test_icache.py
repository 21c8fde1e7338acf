# SPDX-License-Identifier: Apache-2.0
"""The instruction cache is proved to answer with the memory's words. A changed line of its text refutes the proof."""

from pathlib import Path

import pytest

from evariste.machines.pete.proofs import icache
from evariste.paths import ROOT

TEXT = ROOT / "rtl/cache/icache.sv"
WAYS = [2, pytest.param(1, marks=pytest.mark.full)]
CONTROLS = {
    "the old line stays valid while its words are replaced": ("valid_q[w][set] <= 1'b0;", "valid_q[w][set] <= 1'b1;"),
    "a line is kept that was asked for before an invalidation": ("| instr_err_i | stale_q)", "| instr_err_i)"),
    "a line with a bus error is kept": ("~(wrong_q | instr_err_i | stale_q)", "~stale_q"),
    "a tag is compared without its lowest bit": (
        "tags[w] == addr_q[31-:TagBits]",
        "tags[w][TagBits-1:1] == addr_q[31-:TagBits-1]",
    ),
    "a line with a bus error in its last word is kept": ("~(wrong_q | instr_err_i | stale_q)", "~(wrong_q | stale_q)"),
    "a hit does not count as use": ("if (WAYS == 2 && hit_o) oldest_q[set]", "if (WAYS == 1 && hit_o) oldest_q[set]"),
    "a new line does not count as use": ("if (WAYS == 2 && last && !stale_q)", "if (WAYS == 1 && last && !stale_q)"),
    "another line is given up": ("(WAYS == 1 || oldest_q[set] == w[0])", "(WAYS == 1 || oldest_q[set] != w[0])"),
    "an answer does not come": ("done_q <= last;", "done_q <= last & ~word_error_q;"),
    "the last word of a line comes to the wrong place": ("{set, came_q} : addr_i", "{set, came_q[1], 1'b0} : addr_i"),
}

OF_TWO = ("a hit does not count as use", "a new line does not count as use", "another line is given up")  # ways
CASES = [(what, ways) for what in CONTROLS for ways in (1, 2) if ways == 2 or what not in OF_TWO]


@pytest.mark.parametrize("ways", WAYS)
def test_its_answers_are_memorys(ways: int) -> None:
    assert icache.from_reset(ways) is None
    assert icache.wrong(ways) is None


@pytest.mark.full
@pytest.mark.parametrize(("what", "ways"), CASES)
def test_a_changed_line_is_noticed(what: str, ways: int, tmp_path: Path) -> None:
    old, new = CONTROLS[what]
    text = TEXT.read_text()
    assert text.count(old) == 1
    changed = tmp_path / TEXT.name
    changed.write_text(text.replace(old, new))
    assert icache.wrong(ways, (changed,))
