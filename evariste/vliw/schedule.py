# SPDX-License-Identifier: Apache-2.0
"""Bundles from operations in order: list scheduling with the longest path first, and a place for the branch.

The operations of a region have the machine's registers. A region ends with a branch or a call, or where the next one
begins. The branch goes to the last bundle but one if it can, so that its delay bundle does work.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations

from evariste.isa.model import Machine
from evariste.vliw.code import Line, partner

MOST = 4
Place = tuple[int, int, int, int]  # of an access: its base as a register and which of its values, offset, bytes


@dataclass
class Item:
    """One operation for a bundle: `values` are its operands, `symbol` what a linker fills in."""

    name: str
    values: dict[str, int]
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    latency: int = 1
    memory: str = ""  # load, store
    base: tuple[int, int, int] = (0, 0, 0)  # of an access: register, offset, bytes
    volatile: bool = False
    symbol: str = ""
    addend: int = 0
    half: str = ""
    line: Line | None = None
    own: bool = False  # an access to a word whose address nothing has


@dataclass
class Scheduler:
    """Of one machine. `wide` is the number of operations that a bundle may have."""

    machine: Machine
    wide: int = MOST
    known: dict[tuple[str, ...], bool] = field(default_factory=dict)

    def fits(self, names: Sequence[str]) -> bool:
        """Whether these operations have a placement."""
        key = tuple(names)
        if key not in self.known:
            self.known[key] = len(names) <= self.wide and placement(self.machine, tuple(sorted(names))) is not None
        return self.known[key]

    def region(self, items: list[Item], branch: Item | None) -> list[list[Item]]:
        """The bundles of a region."""
        bundles, times, where = self._list(items, branch)
        if branch is None:
            return bundles
        return self._branched(bundles, times, where, items, branch)

    def cycles(self, items: list[Item], branch: Item | None) -> int:
        """The cycles of a region with its waits, but without those at the branch."""
        bundles, times, where = self._list(items, branch)
        waits = times[-1] + 1 - len(times) if times else 0
        return waits + len(bundles if branch is None else self._branched(bundles, times, where, items, branch))

    def _list(
        self, items: list[Item], branch: Item | None
    ) -> tuple[list[list[Item]], list[int], dict[int, int]]:
        after = _dependences(items)
        height = [1] * len(items)
        if branch is not None:
            for i, item in enumerate(items):
                if set(item.writes) & set(branch.reads):
                    height[i] = 3
        for i in reversed(range(len(items))):
            for j, latency in after[i].items():
                height[i] = max(height[i], height[j] + latency)
        earliest = [0] * len(items)
        waiting = waits(after)
        first = [(-height[i], i) for i in range(len(items))].__getitem__
        ready = sorted((i for i in range(len(items)) if not waiting[i]), key=first)
        bundles: list[list[Item]] = []
        times: list[int] = []
        where: dict[int, int] = {}
        cycle = 0
        while ready:
            names: list[str] = []
            chosen: list[int] = []
            while len(names) < self.wide:
                i = self._fitting(names, (i for i in ready if earliest[i] <= cycle), items)
                if i < 0:
                    break
                names.append(items[i].name)
                chosen.append(i)
                ready.remove(i)
                for j, latency in after[i].items():
                    if earliest[j] < cycle + latency:
                        earliest[j] = cycle + latency
                    waiting[j] -= 1
                    if not waiting[j]:
                        insort(ready, j, key=first)
            if chosen:
                chosen.sort()
                for i in chosen:
                    where[i] = len(bundles)
                bundles.append([items[i] for i in chosen])
                times.append(cycle)
                cycle += 1
            elif ready:
                cycle = min(earliest[i] for i in ready)
        return bundles, times, where

    def _fitting(self, names: list[str], may: Iterable[int], items: list[Item]) -> int:
        """The first of the operations that may come next for which the bundle has a place; -1 if none."""
        refused: set[str] = set()
        for i in may:
            name = items[i].name
            if name not in refused:
                if self.fits([*names, name]):
                    return i
                refused.add(name)
        return -1

    def _branched(
        self, bundles: list[list[Item]], times: list[int], where: dict[int, int], items: list[Item], branch: Item
    ) -> list[list[Item]]:
        # The first bundle that it may be in, the cycle when its operands are there, and the last bundle with an
        # operation that must not be in the delay bundle, since it reads what the branch writes.
        first, wait, before = 0, 0, -1
        for i, item in enumerate(items):
            if set(item.writes) & set(branch.reads):
                first = max(first, where[i] + 1)
                flag = any(w.startswith("p") for w in item.writes)
                wait = max(wait, times[where[i]] + (2 if flag else item.latency))
            if set(item.reads) & set(branch.writes):
                before = max(before, where[i])
        count = len(bundles)
        nop = nothing(self.machine)
        if count >= 2 and max(first, before) <= count - 2 and self.fits([*(o.name for o in bundles[-2]), branch.name]):
            late = max(0, wait - times[-2])
            if late + times[-1] + 1 <= max(times[-1], wait) + 2:
                return [*bundles[:-2], [*bundles[-2], branch], bundles[-1]]
        if count and first <= count - 1 and before < count - 1:
            return [*bundles[:-1], [branch], bundles[-1]]
        if count and first <= count - 1 and self.fits([*(o.name for o in bundles[-1]), branch.name]):
            return [*bundles[:-1], [*bundles[-1], branch], [nop]]
        return [*bundles, [branch], [nop]]


def nothing(machine: Machine) -> Item:
    """An operation without an effect."""
    return Item("add", {"guard": 0, "rd": 0, "rs1": 0, "rs2": 0}, (), ())


@lru_cache(maxsize=4096)
def _placement(machine_name: str, names: tuple[str, ...]) -> tuple[int, ...] | None:
    machine = _MACHINES[machine_name]
    for order in permutations(range(len(names))):
        insns = [machine.by_name[names[i]] for i in order]
        steps = [slot for slot, insn in enumerate(insns) if insn.spec.runs_on == "d"]
        # Code uses the first division unit only: a division keeps its state there.
        if not machine.illegal_bundle(insns) and all(slot % 2 == 0 for slot in steps):
            return order
    return None


_MACHINES: dict[str, Machine] = {}


def placement(machine: Machine, names: tuple[str, ...]) -> tuple[int, ...] | None:
    """An order in which these operations reach their units."""
    _MACHINES.setdefault(machine.name, machine)
    return _placement(machine.name, names)


def waits(after: Sequence[Mapping[int, int]]) -> list[int]:
    """The number of operations that each one has to come after."""
    counts = [0] * len(after)
    for others in after:
        for j in others:
            counts[j] += 1
    return counts


@dataclass
class _Accesses:
    """Accesses to memory, by their bases: the number of each one with its place."""

    stores: dict[tuple[int, int], list[tuple[int, Place]]] = field(default_factory=lambda: defaultdict(list))
    loads: dict[tuple[int, int], list[tuple[int, Place]]] = field(default_factory=lambda: defaultdict(list))
    volatile: list[tuple[int, int]] = field(default_factory=list)

    def add(self, j: int, item: Item, place: Place) -> list[tuple[int, int]]:
        """Adds one; the earlier ones that it has to come after, each with the least distance in cycles."""
        store = item.memory == "store"
        found = [(i, 1) for i in _meeting(self.stores, place)]
        if store:
            found += [(i, 0) for i in _meeting(self.loads, place)]
        if item.volatile:
            found += self.volatile
            self.volatile.append((j, int(store)))
        (self.stores if store else self.loads)[place[:2]].append((j, place))
        return found


def _meeting(accesses: Mapping[tuple[int, int], list[tuple[int, Place]]], place: Place) -> Iterator[int]:
    """The accesses that may be to the same bytes."""
    for base, others in accesses.items():
        for i, other in others:
            if base != place[:2] or not apart(other, place):
                yield i


def _dependences(items: list[Item]) -> list[dict[int, int]]:
    """For each operation those that have to come later, with the least distance in cycles."""
    after: list[dict[int, int]] = [{} for _ in items]
    writers: dict[str, list[int]] = defaultdict(list)  # since the last one without a guard
    readers: dict[str, list[int]] = defaultdict(list)
    accesses: dict[bool, _Accesses] = {True: _Accesses(), False: _Accesses()}  # to words of the frame, and others
    guards: list[tuple[int, int]] = []  # of each item: its flag, and the compare that wrote it and its partner
    last: dict[str, int] = {}
    versions: dict[str, int] = defaultdict(int)

    def edge(i: int, j: int, latency: int) -> None:
        if after[i].get(j, -1) < latency:
            after[i][j] = latency

    def never_both(i: int, j: int) -> bool:
        """Whether the guards of two operations are a flag and its partner from one compare."""
        (flag, compare), (other, same) = guards[i], guards[j]
        return flag > 0 and other == partner(flag) and compare == same >= 0

    for j, item in enumerate(items):
        flag = item.values.get("guard", 0)
        compare = last.get(f"p{flag}", -1)
        opposite = compare >= 0 and items[compare].name.startswith("cmpn") and not items[compare].values["guard"]
        guards.append((flag, compare if opposite and last.get(f"p{partner(flag)}") == compare else -1))
        for r in item.reads:
            for i in writers[r]:
                if not (flag and never_both(i, j)):
                    edge(i, j, items[i].latency)
        for r in item.writes:
            for i in readers[r]:
                if i != j and not (flag and never_both(i, j)):
                    edge(i, j, 0)
            for i in writers[r]:
                if not (flag and never_both(i, j)):
                    edge(i, j, 1)
        if item.memory:
            register, offset, size = item.base
            place = register, versions[f"r{register}"], offset, size
            for i, latency in accesses[item.own].add(j, item, place):
                if not (flag and never_both(i, j)):
                    edge(i, j, latency)
        for r in item.reads:
            readers[r].append(j)
        for r in item.writes:
            if flag:
                writers[r].append(j)
            else:
                writers[r], readers[r] = [j], []
            versions[r] += 1
            last[r] = j
    return after


def apart(one: Place, other: Place) -> bool:
    """Two accesses with the same base that do not overlap."""
    return one[:2] == other[:2] and (one[2] + one[3] <= other[2] or other[2] + other[3] <= one[2])
