# SPDX-License-Identifier: Apache-2.0
"""Loops of a function: in how many each block is. Natural loops (Aho, Lam, Sethi, Ullman, section 9.6): a branch back
goes to a block that dominates it. Where control enters a cycle of blocks at two places, there is none.
"""

from evariste.vliw.code import Function


def depths(function: Function) -> None:
    """Gives each block the number of loops around it."""
    before = _before(function)
    dominators = _dominators(before)
    loops: dict[int, set[int]] = {}
    for head, sources in before.items():
        for source in sources:
            if head in dominators[source]:
                loops.setdefault(head, {head}).update(_body(head, source, before))
    for number, block in function.blocks.items():
        block.depth = sum(number in loop for loop in loops.values())


def _before(function: Function) -> dict[int, list[int]]:
    """The blocks from which control goes to each block that it reaches at all. The first block is the entry."""
    entry = next(iter(function.blocks))
    before: dict[int, list[int]] = {entry: []}
    left = [entry]
    while left:
        number = left.pop()
        for successor in function.blocks[number].end.successors:
            if successor not in before:
                before[successor] = []
                left.append(successor)
            before[successor].append(number)
    return before


def _dominators(before: dict[int, list[int]]) -> dict[int, set[int]]:
    """The blocks that control has passed whenever it reaches a block, with that one."""
    entry = next(iter(before))
    found = {number: set(before) for number in before} | {entry: {entry}}
    changed = True
    while changed:
        changed = False
        for number, sources in before.items():
            if number == entry:
                continue
            now = set.intersection(*(found[source] for source in sources)) | {number}
            if now != found[number]:
                found[number], changed = now, True
    return found


def _body(head: int, source: int, before: dict[int, list[int]]) -> set[int]:
    """The blocks from which control reaches the branch back without passing the head."""
    body, left = {head}, [source]
    while left:
        number = left.pop()
        if number not in body:
            body.add(number)
            left += before[number]
    return body
