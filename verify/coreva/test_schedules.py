# SPDX-License-Identifier: Apache-2.0
"""Every schedule of real functions leaves what its operations leave; a sabotaged scheduler is found out."""

from collections.abc import Callable

import pytest

from evariste.isa import load
from evariste.paths import ROOT
from evariste.vliw import build, compiler, schedule
from evariste.vliw.schedule import Item, Scheduler
from verify.coreva.schedules import objection

ISA = load.machine("coreva")
QUICK = ("sw/low/portable/aes_encrypt.c", "sw/lib/crc.c", "sw/rt/coreva/print.c", "sw/low/portable/rs_forney.c")
Region = tuple[list[Item], Item | None, list[list[Item]]]


def regions(source: str, monkeypatch: pytest.MonkeyPatch, wide: int = 4) -> list[Region]:
    """All regions of a source, as the scheduler got and gave them."""
    found: list[Region] = []
    own = Scheduler.region

    def kept(self: Scheduler, items: list[Item], branch: Item | None) -> list[list[Item]]:
        bundles = own(self, items, branch)
        found.append((list(items), branch, bundles))
        return bundles

    monkeypatch.setattr(Scheduler, "region", kept)
    setting = build.Setting("coreva", "portable", "ise", "-O2")
    compiler.compile_source(ROOT / source, ["-w", *setting.flags], ISA, frozenset(), compiler.Passes(wide=wide))
    monkeypatch.setattr(Scheduler, "region", own)
    return found


def objections(found: list[Region]) -> list[str]:
    return [said for items, branch, bundles in found if (said := objection(ISA, items, branch, bundles))]


@pytest.mark.parametrize("source", QUICK)
def test_a_schedule_leaves_what_its_operations_leave(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = regions(source, monkeypatch)
    assert len(found) > 5 and not objections(found)


@pytest.mark.full
@pytest.mark.parametrize("wide", [1, 4])
def test_every_schedule_of_the_library_leaves_what_its_operations_leave(
    wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [*(ROOT / "sw/lib").glob("*.c"), *(ROOT / "sw/low/portable").glob("*.c")]
    for source in sorted(sources):
        assert not objections(regions(str(source.relative_to(ROOT)), monkeypatch, wide)), source.name


Edges = tuple[list[dict[int, int]], list[set[int]]]


def without_an_edge(edges: Edges) -> Edges:
    """Drops one dependence of each operation with several."""
    after, before = edges
    for i, others in enumerate(after):
        if len(others) > 1:
            j = min(others)
            del others[j]
            before[j].discard(i)
    return after, before


def without_distance(edges: Edges) -> Edges:
    """A result may be read in the bundle that makes it."""
    after, before = edges
    return [dict.fromkeys(others, 0) for others in after], before


@pytest.mark.parametrize("sabotage", [without_an_edge, without_distance])
def test_a_sabotaged_scheduler_is_found_out(
    sabotage: Callable[[Edges], Edges], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = schedule._dependences
    monkeypatch.setattr(schedule, "_dependences", lambda items: sabotage(right(items)))
    assert "the bundles leave another state" in objections(regions(QUICK[0], monkeypatch))


def test_a_late_write_in_the_delay_bundle_of_a_call_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = regions("sw/rt/coreva/print.c", monkeypatch)
    items, branch, bundles = next(r for r in found if r[1] is not None and r[1].name == "call" and len(r[2]) > 1)
    assert branch is not None
    save = Item("sw", {"guard": 0, "value": 1, "rs1": 2, "imm": 0}, ("r1", "r2"), (), memory="store", base=(2, 0, 4))
    assert objection(ISA, [*items, save], branch, [*bundles[:-1], [*bundles[-1][:1], save]])


def test_the_checker_sees_a_schedule_without_an_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    found = regions("sw/lib/crc.c", monkeypatch)
    items, branch, bundles = max(found, key=lambda region: len(region[2]))
    assert objection(ISA, items, branch, [*bundles[:1], *bundles[2:]])
