# SPDX-License-Identifier: Apache-2.0
"""Registers for the values of ordered code, and the function around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evariste.parts.mips.kernels.code import STACK, ZERO, Operation
from evariste.parts.mips.kernels.order import PASSES, waits

ARGUMENTS = {"r": 4, "a": 5, "b": 6, "c": 7}
SP, RA = 29, 31
FREE = (2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 7, 6, 5, 4, 1)  # a function may change these
KEPT = (16, 17, 18, 19, 20, 21, 22, 23, 30, 28, RA)  # it has to restore these
USABLE = len(FREE) + len(KEPT)


class Full(Exception):
    """There are more values than registers."""


@dataclass(frozen=True)
class Instruction:
    """An operation with registers instead of values."""

    name: str
    dest: int
    sources: tuple[int, ...]
    immediate: int


def allocate(order: Sequence[Operation], words: int) -> list[Instruction]:
    """The whole function, with `words` words of its own on the stack, from its first instruction to the return."""
    last = {s: i for i, op in enumerate(order) for s in op.sources}
    at = {ZERO: 0, STACK: SP}
    for name, register in ARGUMENTS.items():
        if name in last:
            at[name] = register
    busy = set(at.values())
    body: list[Instruction] = []
    for i, op in enumerate(order):
        sources = tuple(at[s] for s in op.sources)
        for s in set(op.sources):
            if last[s] == i and s not in (ZERO, STACK):
                busy.discard(at[s])
        dest = 0
        if op.dest:
            found = next((r for r in (*FREE, *KEPT) if r not in busy), None)
            if found is None:
                raise Full
            dest = at[op.dest] = found
            if op.dest in last:
                busy.add(found)
        body.append(Instruction(op.name, dest, sources, op.immediate))
    return _framed(body, words)


def _framed(body: list[Instruction], words: int) -> list[Instruction]:
    saved = [r for r in KEPT if any(i.dest == r for i in body)]
    frame = -(-(words + len(saved)) // 2) * 8
    back = Instruction("jr", 0, (RA,), 0)
    if not frame:
        return [*body[:-1], back, body[-1]]
    for n, register in enumerate(saved):
        body = _hidden(body, Instruction("sw", 0, (register, SP), 4 * (words + n)), register, True)
    for n, register in reversed(list(enumerate(saved))):
        body = _hidden(body, Instruction("lw", register, (SP,), 4 * (words + n)), register, False)
    down, up = Instruction("addiu", SP, (SP,), -frame), Instruction("addiu", SP, (SP,), frame)
    return [down, *body, back, up]


def _hidden(body: list[Instruction], move: Instruction, register: int, save: bool) -> list[Instruction]:
    """Puts a save or a restore of a register where an instruction waits, if there is such a place, else at the end."""
    changes = [n for n, i in enumerate(body) if i.dest == register]
    uses = [n for n, i in enumerate(body) if register in i.sources or i.dest == register]
    places = range(0, changes[0] + 1) if save else range(uses[-1] + 1, len(body) + 1)
    idle = waits([_named(i) for i in body], PASSES)
    free = [n for n in places if n < len(body) and idle[n]]
    at = free[0] if free else (0 if save else _end(body, register, places))
    return [*body[:at], move, *body[at:]]


def _end(body: list[Instruction], register: int, places: range) -> int:
    """Register 31 is needed at once by the return, so it comes some instructions before."""
    return max(places[0], len(body) - 3) if register == RA else len(body)


def _named(i: Instruction) -> Operation:
    """An instruction as an operation on registers, for the model of waits."""
    dest, sources = f"${i.dest}" if i.dest else "", tuple(f"${s}" if s else ZERO for s in i.sources)
    return Operation(i.name, dest, sources, i.immediate)


def cycles(function: Sequence[Instruction], passes: int) -> int:
    """Of the function itself: without the call, with the return and its delay slot."""
    return len(function) + sum(waits([_named(i) for i in function], passes))


def counts(function: Sequence[Instruction]) -> Counter[str]:
    return Counter(i.name for i in function)
