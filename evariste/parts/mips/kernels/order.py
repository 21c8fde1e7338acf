# SPDX-License-Identifier: Apache-2.0
"""The order in which straight-line code is issued.

Operations on the accumulator follow one another as they are listed. All others are put between them: under a
multiplier of several passes they cost nothing, and with one pass the order only has to keep a load from the instruction
behind it. So one order, made for PASSES, is good for every multiplier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evariste.parts.mips.kernels.code import LATE, MULTIPLY, ORDERED, STACK, ZERO, Operation

PASSES = 4
NEVER = 1 << 30


def waits(operations: Sequence[Operation], passes: int) -> list[int]:
    """The cycles that each instruction waits before it is in EX."""
    ready: dict[str, int] = {}
    now, free = 0, 0
    found = []
    for op in operations:
        soonest = max([now, *(ready.get(s, 0) for s in _needed_early(op))])
        if op.name in ORDERED:
            soonest = max(soonest, free)
        if op.name == "sw":  # the word is needed in MEM
            soonest = max(soonest, ready.get(op.sources[0], 0) - 1)
        found.append(soonest - now)
        ready[op.dest] = soonest + (2 if op.name in LATE else 1)
        free = soonest + passes if op.name in MULTIPLY else free
        now = soonest + 1
    return found


def cycles(operations: Sequence[Operation], passes: int) -> int:
    """From the first instruction to the one after the last."""
    return len(operations) + sum(waits(operations, passes))


def _needed_early(op: Operation) -> tuple[str, ...]:
    return op.sources[1:] if op.name == "sw" else op.sources


def before(operations: Sequence[Operation]) -> list[set[int]]:
    """For each operation those that have to be issued before it."""
    maker = {op.dest: i for i, op in enumerate(operations) if op.dest}
    found: list[set[int]] = []
    last = -1
    loads: dict[tuple[bool, int], list[int]] = {}
    stores: dict[tuple[bool, int], int] = {}
    for i, op in enumerate(operations):
        needed = {maker[s] for s in op.sources if s in maker}
        if op.name in ORDERED:
            if last >= 0:
                needed.add(last)
            last = i
        if op.name in ("lw", "sw"):  # arrays are the same or apart, so only equal words meet
            place = (op.sources[-1] == STACK, op.immediate)
            if place in stores:
                needed.add(stores[place])
            if op.name == "lw":
                loads.setdefault(place, []).append(i)
            else:
                needed |= set(loads.get(place, ()))
                stores[place] = i
        found.append(needed)
    return found


def ordered(operations: Sequence[Operation], registers: int, ahead: int) -> list[Operation]:
    """An order that keeps at most `registers` values where that is possible, and loads `ahead` operations early."""
    earlier = before(operations)
    chain = [i for i, op in enumerate(operations) if op.name in ORDERED]
    needed = [NEVER] * len(operations)  # the place in the chain before which it is wanted
    place = 0
    for i, op in enumerate(operations):
        if op.name in ORDERED or op.name == "sw":
            needed[i] = place
        place += op.name in ORDERED
    for i in reversed(range(len(operations))):
        for j in earlier[i]:
            needed[j] = min(needed[j], needed[i])
    uses = Counter(s for op in operations for s in op.sources)
    live = {s for op in operations for s in op.sources} - {op.dest for op in operations} - {ZERO, STACK}
    done: dict[int, int] = {}  # when it was issued
    ready: dict[str, tuple[int, int]] = {}  # the cycle, and the place, from which a value can be used
    out: list[Operation] = []
    now, free, at = 0, 0, 0
    left = [i for i, op in enumerate(operations) if op.name not in ORDERED]
    awaited = [len(b) for b in earlier]
    behind: list[list[int]] = [[] for _ in operations]
    for i, b in enumerate(earlier):
        for j in b:
            behind[j].append(i)

    def is_ready(i: int, in_place: bool) -> bool:
        op = operations[i]
        if awaited[i]:
            return False
        if op.name in ORDERED and free > now:
            return False
        for s in _needed_early(op):
            cycle, place = ready.get(s, (0, 0))
            if cycle > now or (in_place and place > len(out)):
                return False
        return True

    def room(i: int) -> bool:
        op = operations[i]
        ends = sum(uses[s] == op.sources.count(s) for s in set(op.sources) if s in live)
        return not op.dest or len(live) - ends < registers

    def issue(i: int) -> None:
        nonlocal now, free
        op = operations[i]
        for s in op.sources:
            uses[s] -= 1
            if not uses[s]:
                live.discard(s)
        if op.dest and uses[op.dest]:
            live.add(op.dest)
        late = 2 if op.name in LATE else 1
        ready[op.dest] = (now + late, len(out) + late)
        if op.name in MULTIPLY:
            free = now + PASSES
        done[i] = now
        for j in behind[i]:
            awaited[j] -= 1
        if op.name not in ORDERED:
            left.remove(i)
        out.append(op)
        now += 1

    while len(done) < len(operations):
        following = chain[at] if at < len(chain) else None
        others = [i for i in left if is_ready(i, True) and room(i)]
        soon = [i for i in others if needed[i] < at + ahead or operations[i].name == "sw"]
        if following is not None and is_ready(following, True):
            issue(following)
            at += 1
        elif soon:
            issue(min(soon, key=lambda i: (needed[i], i)))
        elif following is not None and is_ready(following, False):
            issue(following)
            at += 1
        elif following is None and others:
            issue(min(others))
        else:
            now += 1
            late = [i for i in left if is_ready(i, False)]
            if now > free + 8 and late:  # nothing else moves: without room, too
                issue(min(late, key=lambda i: (needed[i], i)))
    return out
