# SPDX-License-Identifier: Apache-2.0
"""Does a number of the page come out again by the command beside it, and is a wrong one noticed?"""

from dataclasses import replace

import pytest

from evariste import tables
from evariste.family import walk
from evariste.family.cells import best
from evariste.record import versions

QUICK = "bch63_51.decode.e2"


def test_the_draw_depends_on_its_seed_alone_and_has_every_kind() -> None:
    records = tables.records()
    assert walk.drawn(records, 10, "a") == walk.drawn(records, 10, "a") != walk.drawn(records, 10, "b")
    drawn = walk.drawn(records, 10, "a")
    units = [{n.unit for n in kind} for kind in (drawn, walk.of_netlists(records), walk.of_energies(records))]
    assert len(set(drawn)) == 10 and units[0] >= {"cycles", "pJ"} and units[1:] == [{"GE", "ns"}, {"pJ"}]
    assert units[0] & {"GE", "ns"}
    shown = {walk.of_cell(c) for row in best(records).values() for c in row.values()}
    assert shown < {*walk.shown(records)}, "growth shows more configurations"
    assert shown < {*walk.drawn(records, 10**6, "a")}


def test_every_number_is_found_in_the_records_that_it_is_from() -> None:
    """So a command that makes the same record again makes the number."""
    records = tables.records()
    some = [*walk.of_netlists(records), *walk.of_energies(records)]
    assert len(some) > 50
    assert all(n.read(records) == n.value for n in some)
    assert all(n.read(tables.Records()) is None for n in some)


def test_a_number_comes_out_again_and_one_that_is_too_small_is_named() -> None:
    """By this compiler; it is the page's if the page's was measured with it."""
    cell = min(best(tables.records())[QUICK].values(), key=lambda c: c.cycles)
    number = walk.of_cell(cell)
    found = walk.again(number)
    assert isinstance(found, int), found
    measured = next(r for r in tables.records() if r["workload"] == QUICK and r["cycles"] == cell.cycles)
    assert found == cell.cycles or measured["versions"]["gcc"] != versions(measured["machine"])["gcc"]
    here, told = replace(number, value=found), replace(number, value=found - 1)
    (fault,) = walk.faults([here, told])
    assert fault == (f"{QUICK} on {cell.where}: the page says {found - 1:,} cycles, `./{cell.command}` "
                     f"gives {found:,} cycles")  # fmt: skip


def test_a_command_that_fails_is_named() -> None:
    number = walk.of_cell(next(c for c in best(tables.records())[QUICK].values()))
    (fault,) = walk.faults([replace(number, command=number.command.replace(QUICK, "nothing.like.that"))])
    assert "nothing.like.that" in fault


@pytest.mark.full
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_ten_numbers_come_out_again(seed: str) -> None:
    assert [*walk.faults(walk.drawn(tables.records(), 10, seed))] == []


@pytest.mark.full
def test_gates_and_path_of_a_small_core_come_out_again() -> None:
    gates = [n for n in walk.of_netlists(tables.records()) if n.unit == "GE"]
    smallest = min(gates, key=lambda n: n.value)
    path = next(n for n in walk.of_netlists(tables.records()) if n.unit == "ns" and n.what == smallest.what)
    assert [*walk.faults([smallest, path])] == []
