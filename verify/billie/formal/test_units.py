# SPDX-License-Identifier: Apache-2.0
"""Multiplier and mover are proved, and a changed line refutes the proof."""

from pathlib import Path

import pytest

from evariste.machines.billie.proofs import units
from evariste.paths import ROOT

MULTIPLIER = {
    "a digit in the other order": ("a[Digits*D-D+j]", "a[Digits*D-1-j]"),
    "the sum of the product before": (
        "{a, b} = {(Digits * D)'(a_i), b_i};", "{a, b, sum} = {(Digits * D)'(a_i), b_i, sum_q};"),
    "a digit less": ("left_q <= Bits'(Digits - 1);", "left_q <= Bits'(Digits - 2);"),
}  # fmt: skip
MOVER = {
    "a word less of a table": ("words   = table_words;", "words   = table_words - 1'b1;"),
    "the entry behind": ("entry_q == index_i)", "entry_q > index_i)"),
    "a slot that is partly behind RAM": ("<= 33'(RAM_SIZE);", "<= 33'(RAM_SIZE) + 33'd4;"),
    "bits beyond the degree in any word": (
        "& end_element & mem_i.rdata[31-:Tail] != '0", "& mem_i.rdata[31-:Tail] != '0"),
    "the next word while none was granted": ("answer_q <= mem_o.req & mem_i.gnt;", "answer_q <= mem_o.req;"),
    "an element that nobody took is lost": ("held_q   <= offers_o & ~taken_i;", "held_q   <= 1'b0;"),
    "a store ends when it is asked for": ("assign last = answer_q & left_q == '0;", "assign last = left_q == '0;"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("f", "d"), [pytest.param(*case, marks=pytest.mark.full if full else ()) for case, full in units.FIELDS.items()]
)
def test_products_are_right(f: int, d: int) -> None:
    assert units.multiplier(f, d) is None


@pytest.mark.parametrize("what", MULTIPLIER)
def test_a_changed_multiplier_is_noticed(what: str, tmp_path: Path) -> None:
    assert units.multiplier(units.SMALL, 3, _changed(units.MULTIPLIER[0], *MULTIPLIER[what], tmp_path))


@pytest.mark.full
def test_loads_and_stores_are_right() -> None:
    assert units.mover() is None


@pytest.mark.full
@pytest.mark.parametrize("what", MOVER)
def test_a_changed_mover_is_noticed(what: str, tmp_path: Path) -> None:
    assert units.mover(_changed(units.MOVER[0], *MOVER[what], tmp_path))


def _changed(path: str, old: str, new: str, folder: Path) -> Path:
    text = (ROOT / path).read_text()
    assert text.count(old) == 1
    changed = folder / Path(path).name
    changed.write_text(text.replace(old, new))
    return changed
