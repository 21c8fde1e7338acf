# SPDX-License-Identifier: Apache-2.0
"""Guards in place of branches: both sides of a short decision become operations of the block that decides.

It works on functions whose registers are the machine's. A guarded operation that is off changes nothing, so no value
has to be kept for a side. A block moves into its only predecessor if it is short and calls nothing:

    if (c) x;           x under c; one side after the other gives if and else
    while (!c) x;       the rest x of a loop under not c: the loop becomes one block with one branch

What then goes to one place without a decision becomes one block with it.
"""

from collections import Counter

from evariste.isa.model import Machine
from evariste.vliw.code import BARRIER, CALLS, Block, Function, Op, partner

MOST = 12  # operations of a side
_PAIRS = 7


def convert(function: Function, machine: Machine, most: int = MOST) -> int:
    """The number of sides that got guards."""
    count, changed = 0, True
    while changed:
        changed = False
        entries = Counter(s for block in function.blocks.values() for s in block.end.successors)
        entries[next(iter(function.blocks))] += 1
        for number, block in list(function.blocks.items()):
            if number not in function.blocks:
                continue
            if _joined(function, block, entries):
                changed = True
            elif block.end.kind == "cond":
                for side in (block.end.target, block.end.holds):
                    if entries[side] == 1 and side != number and _short(function.blocks[side], machine, most):
                        _guarded(function, block, side, entries)
                        count, changed = count + 1, True
                        break
    return count


def _joined(function: Function, block: Block, entries: Counter[int]) -> bool:
    """A block that only this one goes to becomes a part of it."""
    other = block.end.target
    if block.end.kind != "br" or entries[other] != 1 or function.blocks[other] is block:
        return False
    following = function.blocks.pop(other)
    block.ops += following.ops
    block.end = following.end
    block.depth = max(block.depth, following.depth)
    return True


def _short(side: Block, machine: Machine, most: int) -> bool:
    """Whether a block may be a side."""
    return (side.end.kind == "br" and len(side.ops) <= most
            and not any(op.guard or op.flag or op.name in (*CALLS, BARRIER) or _alone(op, machine)
                        for op in side.ops))  # fmt: skip


def _alone(op: Op, machine: Machine) -> bool:
    """Operations that keep their own order: of the system, and division steps."""
    return op.name in machine.by_name and machine.by_name[op.name].spec.runs_on in ("system", "d")


def _guarded(function: Function, block: Block, side: int, entries: Counter[int]) -> None:
    end = block.end
    if not end.flag:
        end.flag = max((op.flag for op in block.ops), default=0) % _PAIRS + 1
        block.ops.append(Op(f"cmpn_{end.compare}", flag=end.flag, sources=end.sources, line=end.line))
        end.compare, end.sources = "", []
    moved = function.blocks.pop(side)
    holds = side == end.holds
    for op in moved.ops:
        op.guard = end.flag if holds else partner(end.flag)
    block.ops += moved.ops
    goes = moved.end.target
    entries[side] = 0
    if holds:
        end.holds = goes
    else:
        end.target = goes
    if end.holds == end.target:
        entries[goes] -= 1
        end.kind, end.holds, end.flag = "br", -1, 0
