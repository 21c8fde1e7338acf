# SPDX-License-Identifier: Apache-2.0
"""Signals of a Verilated model in every clock cycle (sim/recorded).

    with build.recording():
        machine = Machine(...)
        path = build.sim(part)[part]        # of the RTL
    recorder = Recorder(path)               # at once after the machine was made
    recorder.choose(["pete_sim.u_soc.u_core.data_addr_o"])
    recorder.record(True); machine.run(max_cycles=...); recorder.record(False)
    recorder.take()                         # a number for each bit; its bit t is the value in cycle t

A signal's name is that of the RTL, from the top of the simulation on, an array's element with its index behind it.
"""

import ctypes
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from evariste.errors import UserError


@dataclass(frozen=True)
class Signal:
    """A variable of the model. `low`: the index of the lowest bit; `first`: of the first element of an array."""

    number: int
    bits: int
    low: int
    elements: int
    first: int


class Recorder:
    """What is recorded of the model that was made last from a shared object."""

    def __init__(self, shared_object: str | Path) -> None:
        self._library = ctypes.CDLL(str(shared_object))
        self._library.evariste_signals.restype = ctypes.c_char_p
        self._library.evariste_rows.restype = ctypes.POINTER(ctypes.c_uint32)
        listed = self._library.evariste_signals().decode().splitlines()
        self.signals: dict[str, Signal] = {}
        for number, line in enumerate(listed):
            name, *rest = line.rsplit(" ", 4)
            self.signals[name.partition(".")[2]] = Signal(number, *map(int, rest))
        self._chosen: list[tuple[str, Signal]] = []

    def find(self, name: str) -> Signal | None:
        """A signal, or an element of an array by its name and index."""
        return self.signals.get(name) or self.signals.get(re.sub(r"\[\d+\]$", "", name))

    def choose(self, names: Iterable[str]) -> None:
        """Record these, and forget what was recorded."""
        self._chosen = []
        pairs: list[int] = []
        for name in dict.fromkeys(names):
            signal = self.find(name)
            if signal is None:
                raise UserError(f"the model has no signal {name}.")
            element = 0 if name in self.signals else int(name[name.rindex("[") + 1 : -1]) - signal.first
            if not 0 <= element < signal.elements or (name in self.signals and signal.elements > 1):
                raise UserError(f"the model has no signal {name}.")
            pairs += [signal.number, element]
            self._chosen.append((name, signal))
        self._words = self._library.evariste_choose((ctypes.c_uint32 * len(pairs))(*pairs), len(pairs) // 2)
        if not self._words:
            raise UserError("nothing is recorded.")

    def record(self, on: bool) -> None:
        """From now on, or no more."""
        self._library.evariste_record(int(on))

    @property
    def cycles(self) -> int:
        """How many were recorded."""
        words = ctypes.c_uint64()
        self._library.evariste_rows(ctypes.byref(words))
        return words.value // self._words

    def take(self) -> dict[str, list[int]]:
        """The bits of each signal, the lowest first: numbers over the cycles."""
        import numpy

        words = ctypes.c_uint64()
        data = self._library.evariste_rows(ctypes.byref(words))
        rows = numpy.ctypeslib.as_array(data, (words.value // self._words, self._words))
        found, at = {}, 0
        for name, signal in self._chosen:
            count = (signal.bits + 31) // 32
            part = numpy.ascontiguousarray(rows[:, at : at + count]).view(numpy.uint8)
            bits = numpy.unpackbits(part, axis=1, bitorder="little", count=signal.bits).T
            packed = numpy.packbits(bits, axis=1, bitorder="little")
            found[name] = [int.from_bytes(column.tobytes(), "little") for column in packed]
            at += count
        return found
