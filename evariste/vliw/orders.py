# SPDX-License-Identifier: Apache-2.0
"""Registers and frame of a function: several orders of its operations are tried, and the fastest one is taken."""

import pickle
from dataclasses import dataclass, field
from functools import cache

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.vliw import allocate, frame, guards, prepass
from evariste.vliw.code import Function
from evariste.vliw.generate import Generator
from evariste.vliw.objects import Object


class Orders:
    """Of one machine. Each step is done once for what goes into it: two ways may give one order, and builds of one
    source with several settings have most steps in common.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.generator = machine, Generator(machine, Object(""))
        self.ordered, self.lowered, self.cycles = cache(self._ordered), cache(self._lowered), cache(self._cycles)

    def allocated(self, function: Function, order: bool, guarded: bool) -> Function:
        """The function with registers and frame. `guarded` tells whether guards come next.

        Of several orders the one with the fewest cycles counts. None of them needs slots. An order with more values at
        a time may take longer: registers of the caller have to be saved for them.
        """
        found: tuple[int, _Kept] | None = None
        start = _kept(function)
        for limit, window in prepass.WAYS if order else ():
            ordered = self.ordered(start, limit, window)
            if ordered is None:
                break
            tried, saves = self.lowered(ordered)
            if tried is None:
                continue
            cycles = self.cycles(tried, guarded) if found or saves else 0
            if not found or cycles < found[0]:
                found = cycles, tried
            if not saves:
                break
        if found:
            return found[1].function.copied()
        _coloured(function)
        if not frame.lower(function):
            raise UserError(f"function {function.name}: its frame is too large.")
        return function

    def fastest(self, functions: list[Function], guarded: bool) -> Function:
        """Of functions with registers and frame the one that takes the fewest cycles; the first of equal ones."""
        if len(functions) == 1:
            return functions[0]
        return min(functions, key=lambda function: self.cycles(_kept(function), guarded))

    def _ordered(self, start: "_Kept", limit: int, window: int) -> "_Kept | None":
        """None: nothing changes place."""
        function = start.function.copied()
        return _kept(function) if prepass.order(function, self.machine, limit, window) else None

    def _lowered(self, ordered: "_Kept") -> "tuple[_Kept | None, bool]":
        """Whether it saves registers, too. None, if it needs slots or a large frame."""
        function = ordered.function.copied()
        if _coloured(function) or not frame.lower(function):
            return None, False
        return _kept(function), any(op.own for op in function.ops())

    def _cycles(self, lowered: "_Kept", guarded: bool) -> int:
        function = lowered.function.copied()
        if guarded:
            guards.convert(function, self.machine)
        return self.generator.cycles(function)


@dataclass(frozen=True)
class _Kept:
    """A function that nothing changes any more, and bytes that tell it from others."""

    data: bytes
    function: Function = field(compare=False)


def _kept(function: Function) -> _Kept:
    return _Kept(pickle.dumps(function), function.copied())


def _coloured(function: Function) -> int:
    """Allocates; the number of slots that this took."""
    objects = len(function.objects)
    large = sum(size for size, _ in function.objects.values()) + function.outgoing > frame.NEAR // 2
    allocate.apply(function, allocate.Allocator(function, reserved=large or _many(function)).run())
    return len(function.objects) - objects


def _many(function: Function) -> bool:
    """Functions with so many registers that their slots may make the frame large."""
    return len({op.dest for op in function.ops()}) > 400
