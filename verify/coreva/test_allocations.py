# SPDX-License-Identifier: Apache-2.0
"""Every operation finds in its register what it read before allocation; a sabotaged allocator or frame is found out."""

from collections.abc import Callable
from typing import Any

import pytest

from evariste.errors import UserError
from evariste.isa import load
from evariste.paths import ROOT
from evariste.vliw import allocate, build, compiler, frame
from evariste.vliw.allocate import Allocator
from evariste.vliw.code import Function
from verify.coreva.allocations import Before, Checker

ISA = load.machine("coreva")
QUICK = ("sw/rt/coreva/print.c", "sw/lib/sha512.c", "sw/low/portable/rs_syndromes.c")  # the second one spills


def objections(source: str, monkeypatch: pytest.MonkeyPatch, opt: str = "-O2") -> tuple[list[str], int]:
    """What the checker says of the functions of a source, and how many it saw."""
    said: list[str] = []
    before: dict[int, Before] = {}
    init, lower = Allocator.__init__, frame.lower

    def first(self: Allocator, function: Function, *rest: Any, **named: Any) -> None:
        before[id(function)] = Before.of_function(function)
        init(self, function, *rest, **named)

    def last(function: Function) -> bool:
        done = lower(function)
        said.append(Checker(before[id(function)], function).objection())
        return done

    with monkeypatch.context() as patch:
        patch.setattr(Allocator, "__init__", first)
        patch.setattr(frame, "lower", last)
        setting = build.Setting("coreva", "portable", "ise", opt)
        compiler.compile_source(ROOT / source, ["-w", *setting.flags], ISA, frozenset())
    return [s for s in said if s], len(said)


@pytest.mark.parametrize("source", QUICK)
def test_every_operation_finds_what_it_read_before_allocation(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, seen = objections(source, monkeypatch)
    assert seen and not said


@pytest.mark.full
@pytest.mark.parametrize("opt", ["-O1", "-O2", "-O3", "-Os"])
def test_every_function_of_the_library_finds_what_it_read(opt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("sw/lib", "sw/low/portable", "sw/rt/coreva"):
        for source in sorted((ROOT / folder).glob("*.c")):
            assert not objections(str(source.relative_to(ROOT)), monkeypatch, opt)[0], source.name


def calls_lose_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(allocate, "CALLS", ())


def a_register_is_reused_early(patch: pytest.MonkeyPatch) -> None:
    right = Allocator._interference

    def wrong(self: Allocator) -> None:
        right(self)
        for r in self.nodes[::5]:
            self.adjacent[r] &= (1 << 64) - 1

    patch.setattr(Allocator, "_interference", wrong)


def all_slots_are_one(patch: pytest.MonkeyPatch) -> None:
    right = Allocator._rewrite
    patch.setattr(Allocator, "_rewrite", lambda self, block, place, again:
                  right(self, block, dict.fromkeys(place, min(place.values(), default="")), again))  # fmt: skip


def a_saved_register_is_not_restored(patch: pytest.MonkeyPatch) -> None:
    right = frame._moved

    def wrong(saves: dict[int, int], size: int, name: str) -> Any:
        return right({r: at for r, at in saves.items() if name == "sw" or r != 9}, size, name)

    patch.setattr(frame, "_moved", wrong)


def saved_registers_lie_on_slots(patch: pytest.MonkeyPatch) -> None:
    right = frame._moved
    patch.setattr(frame, "_moved", lambda saves, size, name: right({r: at - 8 for r, at in saves.items()}, size, name))


@pytest.mark.parametrize(
    ("sabotage", "source"),
    [(calls_lose_nothing, QUICK[0]), (a_register_is_reused_early, QUICK[2]), (all_slots_are_one, QUICK[1]),
     (a_saved_register_is_not_restored, QUICK[0]), (saved_registers_lie_on_slots, QUICK[0])],
)  # fmt: skip
def test_a_sabotaged_allocation_is_found_out(
    sabotage: Callable[[pytest.MonkeyPatch], None], source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        sabotage(patch)
        try:
            said, _ = objections(source, monkeypatch)
        except UserError:
            pytest.fail("the sabotage stopped the compiler")
    assert said
