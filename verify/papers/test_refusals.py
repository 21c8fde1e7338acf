# SPDX-License-Identifier: Apache-2.0
"""A file in papers/ that is not right is refused with one sentence that says what and where."""

from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.machines import DEFAULT
from evariste.papers import load, rows

HEAD = f"\npaper: {{title: T, authors: [A], venue: V, year: null, year_note: none, machine: {DEFAULT}}}\n"
GOOD = """
groups:
  - place: Table 1
    unit: cycles
    claims:
      - {id: a, quantity: first, value: 10, answer: {measured: "2 * [some.workload]"}}
      - {id: b, quantity: second, value: 5, check: "{a} / 2", answer: {reason: other-work}}
  - place: Table 2
    table: t
    answer: {reason: figure}
    columns: {x: {quantity: "x of $title"}, y: {quantity: "y of $title"}}
    rows:
      r: {title: the row, cells: [1, null]}
"""


def read(folder: Path, text: str, head: str = HEAD) -> load.Paper:
    (folder / "p.yaml").write_text(head + text)
    return load.paper("p", folder, known={"some.workload"})


def test_a_well_formed_paper_is_read(tmp_path: Path) -> None:
    paper = read(tmp_path, GOOD)
    assert list(paper.claims) == ["a", "b", "t.r.x"]
    assert paper.claims["a"].unit == "cycles"
    assert paper.claims["t.r.x"].quantity == "x of the row"
    assert paper.claims["t.r.x"].place == "Table 2, row the row"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("quantity: first", "quantity: first, colour: red", "unknown field `colour`"),
        ("quantity: first, ", "", "missing required field `quantity`"),
        ("value: 10", "value: [10]", "got `array`"),
        ("value: 10", "value: 1O", "`measured` needs a value that is a number"),
        ("id: b", "id: a", "another claim of p has this id"),
        ("id: b", "id: B!", "'B!' is not an id"),
        ("[some.workload]", "[no.workload]", "no.workload, which is neither a workload nor a record"),
        ("2 * [some.workload]", "2 * some.workload", "may not hold some.workload"),
        ("2 * [some.workload]", "2 * [some.workload", "is not a formula"),
        ("2 * [some.workload]", "2 * 5", "names no record"),
        ("2 * [some.workload]", "[some.workload] / {t.r.z}", "the claim t.r.z, which p does not have"),
        ("{a} / 2", "[some.workload]", "check may name claims only"),
        ("{a} / 2", "{c} / 2", "the claim c, which p does not have"),
        ("reason: other-work", "reason: laziness", "invalid enum value 'laziness'"),
        ("{reason: other-work}", "{}", "this one has none"),
        ("{reason: other-work}", "{reason: other-work, awaits: x}", "reason and awaits"),
        ("{reason: other-work}", "{shown: no/such/file, says: it}", "no/such/file, which does not exist"),
        ("{reason: other-work}", "{shown: isa/gfp/isa.yaml}", "shown needs `says`"),
        ("{reason: other-work}", "{awaits: rtl/gfp}", "which is there already"),
        (", answer: {reason: other-work}", "", "no `answer` says what answers the claim"),
        ("value: 5,", "value: 5, erratum: {corrected: 5, because: x},", "to itself"),
        ("cells: [1, null]", "cells: [1]", "1 cells stand there for 2 columns"),
        ("    table: t\n", "", "a table needs all of"),
        ("    columns:", "    cells: {r.y: {unit: s}}\n    columns:", "r.y, which holds no value"),
        ("place: Table 2", "place: [", "is not YAML"),
        ("place: Table 2", "place: Table 2\n    place: Table 3", "is repeated"),
    ],
)  # fmt: skip
def test_a_slip_is_refused_with_a_sentence(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(UserError) as refused:
        read(tmp_path, GOOD.replace(old, new))
    assert said in refused.value.message
    assert refused.value.message.endswith(".")
    assert "\n" not in refused.value.message


def test_a_paper_may_name_any_workload_while_its_machine_is_not_here(tmp_path: Path) -> None:
    slip = GOOD.replace("some.workload", "other.workload")
    with pytest.raises(UserError, match="neither a workload nor a record"):
        read(tmp_path, slip)
    claim = read(tmp_path, slip, HEAD.replace(DEFAULT, "absent")).claims["a"]
    assert claim.answer.measured == "2 * [other.workload]"


def test_a_paper_without_its_head_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no file says which paper it is"):
        read(tmp_path, GOOD, head="")


def test_a_second_head_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    for name in ("1.yaml", "2.yaml"):
        (tmp_path / "p" / name).write_text(HEAD + "groups: []\n")
    with pytest.raises(UserError, match="a second `paper`"):
        load.paper("p", tmp_path, known=())


def test_a_paper_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(UserError, match="no paper is called turing1936; papers/ holds chen2017, iwasaki"):
        load.paper("turing1936")


PEERS = """
measurement: {platform: p, compiler: c, flags: f, checked: k, validation: v}
groups:
  - quantity: one block
    peers:
      - {name: A, version: unknown, language: C, cycles: 10, standing: measured}
      - {name: B, version: none, language: C, cycles: 20, standing: published, source: a paper}
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("name: B", "name: A", "A appears twice"),
        ("cycles: 10", "cycles: 0", "0 cycles cannot be"),
        ("cycles: 10", "cycles: 10.5", "expected `int`"),
        (", source: a paper", "", "names its source"),
        ("standing: measured", "standing: measured, source: me", "names its source"),
        ("name: A", "id: a, name: A", "an id must be the only one"),
        ("standing: measured", "standing: guessed", "invalid enum value 'guessed'"),
        ("version: unknown, ", "", "missing required field `version`"),
        ("quantity: one block", "quantity: one block\n    workload: no.workload", "no.workload is neither a workload"),
    ],
)
def test_a_slip_among_the_peers_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "peers.yaml"
    path.write_text(PEERS)
    assert len(rows.peers(path).groups[0].peers) == 2
    path.write_text(PEERS.replace(old, new))
    with pytest.raises(UserError) as refused:
        rows.peers(path)
    assert said in refused.value.message
