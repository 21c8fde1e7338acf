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
    assert all(d.printed > 0 and d.here and d.task in tasks() for d in found)
    works = {d.work: {o.machine for o in found if o.work == d.work} for d in found}
    assert len(works) > 3 and all(len(machines) > 1 for machines in works.values()), "work of one paper only"


def test_a_claim_alone_gives_the_paper_s_value_and_our_record() -> None:
    (d,) = (d for d in designs(tables.records()) if d.paper == "wang" and d.task == "b233.mul.ct")
    claim = paper("wang").claims["t1.own.cycles"]
    assert d.printed == claim.value
    (reference,) = Formula(claim.answer.measured or "", d.machine).records
    assert d.here == number(tables.records(), reference)


def test_the_multiple_of_a_point_is_that_of_the_erratum() -> None:
    """An erratum says 1.44 million cycles for a scalar of full length, at the paper's own costs."""
    (d,) = (d for d in designs(tables.records()) if d.paper == "chen2017" and d.task == "k233.mul.ct")
    assert round(d.printed / 1e6, 2) == 1.44


def test_energies_and_sizes_are_those_of_the_papers_tables() -> None:
    """The paper's own energy of a block, 431 uW for 1,049 cycles at 100 MHz; and 10,272 um2 in squares of 28 nm."""
    block = next(d for d in designs(tables.records()) if d.paper == "chen2017" and d.energy)
    assert block.energy and block.energy[0] == pytest.approx(431 * block.printed / 100 / 1000, rel=0.002)
    core, *_, wang = sizes(tables.records())
    assert core.squares == pytest.approx(10_272e-12 / 28e-9**2)
    assert (wang.unit, wang.squares) == ("gates", None)


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
