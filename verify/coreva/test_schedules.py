# SPDX-License-Identifier: Apache-2.0
"""Every schedule of real functions leaves what its operations leave; a sabotaged scheduler is found out."""

from collections.abc import Callable
from typing import Any

import pytest

from evariste.isa import load
from evariste.isa.model import Machine
from evariste.paths import ROOT
from evariste.vliw import build, compiler, prepass, schedule
from evariste.vliw.code import CALLS, Function, Op
from evariste.vliw.generate import Generator
from evariste.vliw.objects import Object
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


def sources() -> list[str]:
    """All of the library, by path."""
    return sorted(str(path.relative_to(ROOT)) for folder in ("lib", "low/portable")
                  for path in (ROOT / "sw" / folder).glob("*.c"))  # fmt: skip


@pytest.mark.parametrize("source", QUICK)
def test_a_schedule_leaves_what_its_operations_leave(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = regions(source, monkeypatch)
    assert len(found) > 5 and not objections(found)


@pytest.mark.full
@pytest.mark.parametrize("wide", [1, 4])
def test_every_schedule_of_the_library_leaves_what_its_operations_leave(
    wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for source in sources():
        assert not objections(regions(source, monkeypatch, wide)), source


def orders(source: str, monkeypatch: pytest.MonkeyPatch) -> list[Region]:
    """What lies between calls, before and after the first order, as bundles of one operation."""
    found: list[Region] = []
    own = prepass.order

    def items(ops: list[Op], places: dict[str, int]) -> list[list[Item]]:
        runs: list[list[Item]] = [[]]
        for op in ops:
            if op.name in CALLS:
                runs.append([])
            elif op.name != "undefined":
                made = Generator(ISA, Object("")).items(op)
                for item in made:
                    if op.frame:  # each object has addresses of its own
                        item.values["imm"] += 10_000 * places.setdefault(op.frame, len(places) + 1)
                runs[-1] += made
        return runs

    def kept(function: Function, machine: Machine, *limit: int) -> bool:
        places: dict[str, int] = {}
        before = {n: items(b.ops, places) for n, b in function.blocks.items()}
        changed = own(function, machine, *limit)
        for number, block in function.blocks.items():
            for old, new in zip(before[number], items(block.ops, places), strict=True):
                found.append((old, None, [[item] for item in new]))
        return changed

    monkeypatch.setattr(prepass, "order", kept)
    regions(source, monkeypatch)
    monkeypatch.setattr(prepass, "order", own)
    return found


@pytest.mark.parametrize("source", QUICK[:1])
def test_the_first_order_leaves_what_the_source_leaves(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = orders(source, monkeypatch)
    assert any([b[0].name for b in bundles] != [i.name for i in items] for items, _, bundles in found)
    assert not objections(found)


@pytest.mark.full
def test_every_first_order_of_the_library_leaves_what_the_source_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    for source in sources():
        assert not objections(orders(source, monkeypatch)), source


def test_a_first_order_without_a_dependence_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = prepass._dependences
    monkeypatch.setattr(prepass, "_dependences", lambda ops, latency: without_an_edge(right(ops, latency)))
    assert objections(orders(QUICK[0], monkeypatch))


Edges = list[dict[int, int]]


def without_an_edge(edges: Edges) -> Edges:
    """Drops one dependence of each operation with several."""
    for others in edges:
        if len(others) > 1:
            del others[min(others)]
    return edges


def without_distance(edges: Edges) -> Edges:
    """A result may be read in the bundle that makes it."""
    return [dict.fromkeys(others, 0) for others in edges]


@pytest.mark.parametrize("sabotage", [without_an_edge, without_distance])
def test_a_sabotaged_scheduler_is_found_out(
    sabotage: Callable[[Edges], Edges], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = schedule._dependences
    monkeypatch.setattr(schedule, "_dependences", lambda items: sabotage(right(items)))
    assert "the bundles leave another state" in objections(regions(QUICK[0], monkeypatch))


Bundles = list[list[Item]]


def without_a_delay_bundle(before: Bundles, right: Bundles, branch: Item) -> Bundles:
    return right[:-1]


def with_two_delay_bundles(before: Bundles, right: Bundles, branch: Item) -> Bundles:
    return [*right, right[-1]]


def with_all_that_comes_last(before: Bundles, right: Bundles, branch: Item) -> Bundles:
    """Also with the compare that decides the branch, and with what reads the link."""
    return [*before[:-1], [branch], before[-1]] if before else right


NOT_ONE = "the branch is not before exactly one delay bundle"


@pytest.mark.parametrize(
    ("sabotage", "complaints"),
    [(without_a_delay_bundle, {NOT_ONE}), (with_two_delay_bundles, {NOT_ONE}),
     (with_all_that_comes_last, {"the bundles leave another state", "the delay bundle reads the link"})],
)  # fmt: skip
def test_a_wrong_delay_bundle_is_found_out(
    sabotage: Callable[[Bundles, Bundles, Item], Bundles], complaints: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Scheduler._branched

    def wrong(self: Scheduler, bundles: Bundles, times: Any, where: Any, items: list[Item], branch: Item) -> Bundles:
        return sabotage(bundles, right(self, bundles, times, where, items, branch), branch)

    monkeypatch.setattr(Scheduler, "_branched", wrong)
    assert complaints <= {*objections(regions(QUICK[2], monkeypatch))}


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
