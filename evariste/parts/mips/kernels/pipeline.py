# SPDX-License-Identifier: Apache-2.0
"""The order of code that is issued nearly as it is listed.

A multiplication moves up behind the last word of the product before it. Where an instruction would wait, one of the
next AHEAD that need not wait goes first. So the order needs about as many registers as the list does.
"""

from __future__ import annotations

from collections.abc import Sequence

from evariste.parts.mips.kernels.code import LATE, ORDERED, Operation
from evariste.parts.mips.kernels.order import PASSES, before

AHEAD = 12


def _hoisted(operations: Sequence[Operation]) -> list[Operation]:
    out: list[Operation] = []
    for op in operations:
        if op.name != "multu" or not any(o.name == "mfhi" for o in out):
            out.append(op)
            continue
        last = max(i for i, o in enumerate(out) if o.name == "mfhi")
        needed, moved = set(op.sources), []
        for o in out[last + 1 :]:
            if o.name == "lw" and o.dest in needed:
                moved.append(o)
        made = {o.dest for o in out[last + 1 :]} - {o.dest for o in moved}
        stored = {o.immediate for o in out[last + 1 :] if o.name == "sw"}
        if made & needed or stored & {o.immediate for o in moved}:
            out.append(op)
            continue
        rest = [o for o in out[last + 1 :] if o not in moved]
        out[last + 1 :] = [*moved, op, *rest]
    return out


def pipelined(operations: Sequence[Operation]) -> list[Operation]:
    """The same operations in an order with few waits."""
    listed = _hoisted(operations)
    earlier = before(listed)
    ready: dict[str, int] = {}
    left = list(range(len(listed)))
    done: set[int] = set()
    out: list[Operation] = []
    now, free = 0, 0

    def soonest(i: int) -> int:
        op = listed[i]
        early = op.sources[1:] if op.name == "sw" else op.sources
        at = max([now, *(ready.get(s, 0) for s in early)])
        if op.name == "sw":
            at = max(at, ready.get(op.sources[0], 0) - 1)
        return max(at, free) if op.name in ORDERED else at

    while left:
        able = [i for i in left[:AHEAD] if earlier[i] <= done]
        chosen = min(able, key=lambda i: (soonest(i), i))
        now = soonest(chosen)
        op = listed[chosen]
        if op.dest:
            ready[op.dest] = now + (2 if op.name in LATE else 1)
        if op.name == "multu":
            free = now + PASSES
        now += 1
        left.remove(chosen)
        done.add(chosen)
        out.append(op)
    return out
