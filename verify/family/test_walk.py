# SPDX-License-Identifier: Apache-2.0
"""Does a number of the page come out again by the command beside it, and is a wrong one noticed?"""

from dataclasses import replace

import pytest

from evariste import tables
from evariste.family import walk
from evariste.family.cells import best
from evariste.record import versions

QUICK = "bch63_51.decode.e2"


def test_the_draw_depends_on_its_seed_alone() -> None:
    records = tables.records()
    assert walk.drawn(records, 10, "a") == walk.drawn(records, 10, "a") != walk.drawn(records, 10, "b")
    assert len(set(walk.drawn(records, 10, "a"))) == 10
    shown = {c for row in best(records).values() for c in row.values()}
    assert set(walk.drawn(records, 10**6, "a")) == shown


def test_a_number_comes_out_again_and_one_that_is_too_small_is_named() -> None:
    """By this compiler; it is the page's if the page's was measured with it."""
    cell = min(best(tables.records())[QUICK].values(), key=lambda c: c.cycles)
    found = walk.again(cell)
    assert isinstance(found, int), found
    measured = next(r for r in tables.records() if r["workload"] == QUICK and r["cycles"] == cell.cycles)
    assert found == cell.cycles or measured["versions"]["gcc"] != versions(measured["machine"])["gcc"]
    here, told = replace(cell, cycles=found), replace(cell, cycles=found - 1)
    (fault,) = walk.faults([here, told])
    assert fault == (f"{QUICK} on {cell.where}: the page says {told.cycles:,} cycles, `./{cell.command}` "
                     f"gives {found:,} cycles")  # fmt: skip


def test_a_command_that_fails_is_named() -> None:
    cell = replace(next(c for c in best(tables.records())[QUICK].values()), workload="nothing.like.that")
    (fault,) = walk.faults([cell])
    assert "nothing.like.that" in fault


@pytest.mark.full
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_ten_numbers_come_out_again(seed: str) -> None:
    assert [*walk.faults(walk.drawn(tables.records(), 10, seed))] == []
