# SPDX-License-Identifier: Apache-2.0
"""Fused operations, from the pairs of the specification.

A pair is found if the first operation's result is used once, by the second one, in the same block, and nothing between
them writes what the first one reads. The fused operation takes the place of the second one.
"""

from collections import Counter
from collections.abc import Mapping

from evariste.isa.model import Machine
from evariste.isa.schema import PairSpec
from evariste.vliw.code import FIRST, Block, Function, Op

HALF = 16
COMMUTING = {"xor_reg", "add", "and_reg"}


ALL = 0xFFFFFFFF
_LOADS = {"lbu": 0xFF, "lhu": 0xFFFF}


def constants(function: Function, writes: Counter[int]) -> dict[int, int]:
    """The values of registers that are a constant everywhere: clang keeps masks outside of loops."""
    return {op.dest: op.imm & ALL for op in function.ops()
            if op.name == "const" and op.dest >= FIRST and writes[op.dest] == 1}  # fmt: skip


def known(block: Block, writes: Counter[int], given: Mapping[int, int]) -> dict[int, int]:
    """The bits that a register may have, of registers with one definition. `given` are constants."""
    found = {**given}
    for op in block.ops:
        a, b = [*(found.get(r, ALL) if r else 0 for r in op.sources), ALL, ALL][:2]
        match op.name:
            case "copy":
                possible = a
            case "andi":
                possible = a & op.imm & ALL
            case "and_reg":
                possible = a & b
            case "or_reg" | "xor_reg":
                possible = a | b
            case "slli":
                possible = a << op.imm & ALL
            case "srli":
                possible = a >> op.imm
            case "zexth":
                possible = a & 0xFFFF
            case name:
                possible = _LOADS.get(name, ALL)
        if op.dest >= FIRST and writes[op.dest] == 1 and op.name != "const":
            found[op.dest] = possible
    return found


def exclusive(function: Function) -> None:
    """Where operands of `or` have no bits in common, it is an exclusive-or, which fuses."""
    writes = Counter(r for op in function.ops() for r in (op.dest, *op.defs))
    given = constants(function, writes)
    for block in function.blocks.values():
        possible = known(block, writes, given)
        for op in block.ops:
            if op.name == "or_reg" and not possible.get(op.sources[0], ALL) & possible.get(op.sources[1], ALL):
                op.name = "xor_reg"


def fuse(function: Function, machine: Machine, lacks: frozenset[str]) -> int:
    """Fuses what the configuration has; the number of pairs."""
    pairs = [i.spec for i in machine if i.spec.pair and i.name not in lacks]
    count = 0
    for spec in pairs:
        assert spec.pair is not None
        uses = Counter(r for block in function.blocks.values() for op in block.ops for r in op.reads)
        uses += Counter(r for block in function.blocks.values() for r in block.end.reads)
        writes = Counter(r for op in function.ops() for r in (op.dest, *op.defs))
        given = constants(function, writes)
        for block in function.blocks.values():
            if spec.pair.masks:
                count += _masked(block, spec.name, spec.pair, uses, writes, given)
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
    block: Block, name: str, pair: PairSpec, uses: Counter[int], writes: Counter[int], given: Mapping[int, int]
) -> int:
    """The second operation has a constant; the first one reads one register twice.

    Where the shifted bits meet no other ones under the mask, LLVM writes `or` for `xor`: then the first operation is a
    shift and an `or_reg`. Of a half-word it cuts off one half for one use and shifts the whole register for the other.
    """
    made, gone, masks = 0, set[int](), pair.masks
    at_of = {op.dest: at for at, op in enumerate(block.ops) if op.dest >= FIRST and writes[op.dest] == 1}

    def single(register: int, before: int) -> Op | None:
        """The operation that gives a register to this use only."""
        at = at_of.get(register, before)
        same = at < before and uses[register] == 1 and at not in gone and _unchanged(block, at, before)
        return block.ops[at] if same else None

    def halved(register: int, whole: int, amount: int, before: int) -> bool:
        """Whether a register is a part of another one, so that a shift and a mask make a half-word of both."""
        op, mask = single(register, before), masks.get(amount, 0)
        low = mask & (1 << amount) - 1
        return op is not None and (op.name, op.imm, op.sources) == ("andi", low, [whole]) and mask >> HALF == low

    def low_half(register: int, shift: Op, before: int) -> bool:
        """Whether a register is the low half of what is shifted, and the mask leaves no other bits of that."""
        op = single(register, before)
        return op is not None and (op.name, op.sources) == ("zexth", shift.sources) and (
            masks.get(shift.imm, ALL) >> shift.imm < 1 << HALF)  # fmt: skip

    possible = known(block, writes, given)
    for at, op in enumerate(block.ops):
        if op.name != pair.second:
            continue
        for i in (0, 1):
            inner = single(op.sources[i], at)
            if inner is None:
                continue
            found, removed = 0, [at_of[op.sources[i]]]
            if inner.name == pair.first:
                register, whole = inner.sources
                if register == whole or halved(register, whole, inner.imm, removed[0]):
                    found = inner.imm
            elif inner.name == "or_reg":
                for j in (0, 1):
                    shift, register = single(inner.sources[j], removed[0]), inner.sources[1 - j]
                    if shift and shift.name == "slli" and (
                        shift.sources == [register] or low_half(register, shift, removed[0])
                    ):
                        whole, bits = register, possible.get(register, ALL)
                        if not bits & bits << shift.imm & masks.get(shift.imm, -1):
                            found = shift.imm
                            removed.append(at_of[inner.sources[j]])
                        break
            if found and given.get(op.sources[1 - i]) == masks.get(found, -1):
                if register != whole:
                    block.ops[at_of[register]] = Op("zexth", register, [whole], line=op.line)
                block.ops[at] = Op(name, op.dest, [register], found, line=op.line)
                gone.update(removed)
                made += 1
                break
    block.ops = [op for at, op in enumerate(block.ops) if at not in gone]
    return made
