# SPDX-License-Identifier: Apache-2.0
"""Are the papers' cycles for the same work read right, and is nonsense in the file refused?"""

from pathlib import Path

import pytest

from evariste import tables
from evariste.errors import UserError
from evariste.family.tasks import tasks
from evariste.papers import paper
from evariste.papers.common import designs, sizes
from evariste.papers.formula import Formula, number

ENTRY = "works: [{work: w, designs: [{paper: wang, design: d, printed: '%s', task: aes128.encrypt}]}]"


def test_every_design_has_cycles_in_print_and_here_and_a_task() -> None:
    found = designs(tables.records())
    assert all(d.printed.value > 0 and d.here and d.task in tasks() for d in found)
    works = {d.work: {o.machine for o in found if o.work == d.work} for d in found}
    assert len(works) > 3 and all(len(machines) > 1 for machines in works.values()), "work of one paper only"


def test_a_claim_alone_gives_the_paper_s_value_and_our_record() -> None:
    (d,) = (d for d in designs(tables.records()) if d.paper == "wang" and d.task == "b233.mul.ct")
    claim = paper("wang").claims["t1.own.cycles"]
    assert (d.printed.value, d.printed.how) == (claim.value, "")
    (reference,) = Formula(claim.answer.measured or "", d.machine).records
    assert d.here == number(tables.records(), reference)


def test_the_multiple_of_a_point_is_that_of_the_erratum() -> None:
    """An erratum says 1.44 million cycles for a scalar of full length, at the paper's own costs. The paper prints
    112 doublings, 56 additions and the rest."""
    (d,) = (d for d in designs(tables.records()) if d.paper == "chen2017" and d.task == "b233.mul.ct")
    assert round(d.printed.value / 1e6, 2) == 1.44 and d.differs
    assert "113 bits, in 617,120 + 157,442 cycles" in d.printed.how
    assert d.here == number(tables.records(), Formula("[chen2017.kp233.affine]", d.machine).records[0])


def test_what_no_paper_prints_is_marked() -> None:
    known = designs(tables.records())
    found = [(d, d.printed) for d in known] + [(d, d.energy[0]) for d in known if d.energy]
    values = {name: {c.number for c in paper(name).claims.values()} for name in {d.paper for d, _ in found}}
    assert [f.worked for _, f in found if f.how] == [
        "128 * 100 / 12.2", "232 * 2,859 + 116 * 5,302 + 157,442", "128 * 35.3 / 1000"]  # fmt: skip
    for d, figure in found:
        assert (figure.value in values[d.paper]) == (not figure.how), d.design


def test_a_design_that_did_other_work_has_no_ratio() -> None:
    shown = tables.filled("<!-- table family.papers -->\n<!-- end table -->", tables.records())
    (row,) = (line.split(" | ") for line in shown.splitlines() if "another curve" in line)
    assert [row[i] == "-" for i in range(3, 9)] == [False, True, False, True, False, False]
    assert row[3].endswith(", computed")


def test_energies_and_sizes_are_those_of_the_papers_tables() -> None:
    """The paper's own energy of a block, 431 uW for 1,049 cycles at 100 MHz; and 10,272 um2 in squares of 28 nm."""
    block = next(d for d in designs(tables.records()) if d.paper == "chen2017" and d.energy)
    assert block.energy and block.energy[0].value == pytest.approx(431 * block.printed.value / 100 / 1000, rel=0.002)
    core, *_, wang = sizes(tables.records())
    assert core.squares == pytest.approx(10_272e-12 / 28e-9**2)
    assert (wang.unit, wang.squares) == ("gates", None)


@pytest.mark.parametrize(("more", "sentence"), [
    ("printed: '128 / {t2.encrypt.cycles}'", "`computed` is to say how"),
    ("printed: '{t2.encrypt.cycles}', computed: how", "it is printed, not computed"),
    ("printed: '128 / {t2.encrypt.cycles}', computed: how", "`here` is for cycles that are computed"),
    ("printed: '{t2.encrypt.cycles}', here: '[aes128.encrypt]'", "`here` is for cycles that are computed"),
])  # fmt: skip
def test_what_is_computed_says_how_and_from_which_record(more: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "common.yaml"
    path.write_text((ENTRY % "").replace("printed: ''", more))
    with pytest.raises(UserError, match=sentence):
        designs(tables.records(), path)


@pytest.mark.parametrize(("printed", "sentence"), [
    ("{nothing}", "there is no claim nothing"), ("12", "claims only"), ("[aes128.encrypt]", "claims only"),
    ("{t2.encrypt.cycles} +", "is not a formula"),
])  # fmt: skip
def test_a_formula_of_something_else_is_refused(printed: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "common.yaml"
    path.write_text(ENTRY % printed)
    with pytest.raises(UserError, match=sentence):
        designs(tables.records(), path)


def test_a_paper_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "common.yaml"
    path.write_text((ENTRY % "{t2.encrypt.cycles}").replace("wang", "nobody"))
    with pytest.raises(UserError, match="no paper is called nobody"):
        designs(tables.records(), path)


def test_an_energy_that_is_no_claim_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "common.yaml"
    whole = (ENTRY % "{t2.encrypt.cycles}").replace("task:", "energy: {printed: '2.98', here: '1'}, task:")
    path.write_text(whole)
    with pytest.raises(UserError, match="claims only"):
        designs(tables.records(), path)
