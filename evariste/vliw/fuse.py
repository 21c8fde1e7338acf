# SPDX-License-Identifier: Apache-2.0
"""Fused operations, from the pairs of the specification.

A pair is found if the first operation's result is used once, by the second one, in the same block, and nothing between
them writes what the first one reads. The fused operation takes the place of the second one.
"""

from collections import Counter

from evariste.isa.model import Machine
from evariste.vliw.code import FIRST, Block, Function, Op

COMMUTING = {"xor_reg", "add", "and_reg"}


def fuse(function: Function, machine: Machine, lacks: frozenset[str]) -> int:
    """Fuses what the configuration has; the number of pairs."""
    pairs = [i.spec for i in machine if i.spec.pair and i.name not in lacks]
    count = 0
    for spec in pairs:
        assert spec.pair is not None
        uses = Counter(r for block in function.blocks.values() for op in block.ops for r in op.reads)
        uses += Counter(r for block in function.blocks.values() for r in block.end.reads)
        writes = Counter(r for op in function.ops() for r in (op.dest, *op.defs))
        for block in function.blocks.values():
            if spec.pair.masks:
                count += _masked(block, spec.name, spec.pair.first, spec.pair.second, spec.pair.masks, uses, writes)
            else:
                count += _pairs(block, spec.name, spec.pair.first, spec.pair.second, uses, writes)
    return count


def _candidates(block: Block, first: str, uses: Counter[int], writes: Counter[int]) -> dict[int, int]:
    """The places of first operations, by the register that they write."""
    return {op.dest: at for at, op in enumerate(block.ops)
            if op.name == first and op.dest >= FIRST and uses[op.dest] == 1 and writes[op.dest] == 1}  # fmt: skip


def _unchanged(block: Block, first: int, second: int) -> bool:
    sources = set(block.ops[first].sources)
    return not any(r in sources for op in block.ops[first + 1 : second] for r in (op.dest, *op.defs))


def _pairs(block: Block, name: str, first: str, second: str, uses: Counter[int], writes: Counter[int]) -> int:
    made, gone = 0, set[int]()
    places = _candidates(block, first, uses, writes)
    for at, op in enumerate(block.ops):
        if op.name != second:
            continue
        for i in (1, 0) if second in COMMUTING else (1,):
            place = places.get(op.sources[i])
            if place is not None and place < at and place not in gone and _unchanged(block, place, at):
                inner = block.ops[place]
                op.name, op.imm = name, inner.imm
                op.sources = [op.sources[1 - i], inner.sources[0]]
                gone.add(place)
                made += 1
                break
    block.ops = [op for at, op in enumerate(block.ops) if at not in gone]
    return made


def _masked(
    block: Block, name: str, first: str, second: str, masks: dict[int, int], uses: Counter[int], writes: Counter[int]
) -> int:
    """The second operation has a constant; the first one reads one register twice.

    Where the shifted bits meet no other ones, the compiler writes `or` for `xor`: then the first operation is a shift
    and an `or_reg`.
    """
    made, gone = 0, set[int]()
    at_of = {op.dest: at for at, op in enumerate(block.ops) if op.dest >= FIRST and writes[op.dest] == 1}

    def single(register: int, before: int) -> Op | None:
        """The operation that gives a register to this use only."""
        at = at_of.get(register, before)
        same = at < before and uses[register] == 1 and at not in gone and _unchanged(block, at, before)
        return block.ops[at] if same else None

    def possible(register: int) -> int:
        """The bits that a register may have."""
        op = block.ops[at_of[register]] if register in at_of else None
        if op and op.name == name:
            return masks[op.imm]
        if op and op.name == second:
            return min((known[r] for r in op.sources if r in known), default=0xFFFFFFFF)
        return 0xFFFFFFFF

    known = {op.dest: op.imm for op in block.ops if op.name == "const" and writes[op.dest] == 1}
    for at, op in enumerate(block.ops):
        if op.name != second:
            continue
        for i in (0, 1):
            inner = single(op.sources[i], at)
            if inner is None:
                continue
            found, removed = 0, [at_of[op.sources[i]]]
            if inner.name == first and inner.sources[0] == inner.sources[1]:
                found, register = inner.imm, inner.sources[0]
            elif inner.name == "or_reg":
                for j in (0, 1):
                    shift, register = single(inner.sources[j], removed[0]), inner.sources[1 - j]
                    if shift and shift.name == "slli" and shift.sources == [register]:
                        bits = possible(register)
                        if not bits & bits << shift.imm & masks.get(shift.imm, -1):
                            found = shift.imm
                            removed.append(at_of[inner.sources[j]])
                        break
            if found and known.get(op.sources[1 - i]) == masks.get(found, -1):
                block.ops[at] = Op(name, op.dest, [register], found)
                gone.update(removed)
                made += 1
                break
    block.ops = [op for at, op in enumerate(block.ops) if at not in gone]
    return made
