# SPDX-License-Identifier: Apache-2.0
"""An accelerator on its bus, without a core: a test is the master. Pins in each cycle, or whole accesses."""

import ctypes
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from evariste import build
from evariste.isa import machine
from evariste.parts.mips.recipes.commands import BASE, INDEX, STATUS, WAIT
from evariste.parts.mips.recipes.layout import RAM

MOST = 100_000  # cycles of an access


class Inputs(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("request", "write", "address", "lanes", "data")]


class Outputs(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("grant", "valid", "error", "data")]


@cache
def _library(part: str) -> ctypes.CDLL:
    library = ctypes.CDLL(str(build.sim(part)[part]))
    library.bus_create.restype = ctypes.c_void_p
    library.bus_difference.restype = ctypes.c_char_p
    library.bus_read_ram.restype = ctypes.c_uint32
    return library


def _names(name: str, file: str, wanted: str) -> list[int]:
    names = machine(name).spec.registers[file].names
    assert isinstance(names, dict)
    return [number for number, found in names.items() if found == wanted]


@dataclass(frozen=True)
class Access:
    """A write of `data`, or a read."""

    address: int
    data: int | None = None
    lanes: int = 15


class Bus:
    """`late`: data of a write come while it waits for its answer, behind command_apb. `now` counts cycles."""

    def __init__(self, name: str, engine: str = "lockstep", late: bool = False) -> None:
        self._library = _library(f"rtl_{name}_{'apb' if late else 'obi'}")
        self._handle = ctypes.c_void_p(self._library.bus_create(engine.encode(), int(late)))
        self.late, self.now = late, 0
        self.isa = machine(name)
        (self.command_word,) = _names(name, "bus", "command")
        (self.overflow,) = _names(name, "error", "overflow")
        self._held: Access | None = None  # granted, not answered

    def __del__(self) -> None:
        self._library.bus_destroy(self._handle)

    def clock(self, wanted: Access | None = None) -> Outputs:
        """One cycle, in which an access may be asked for. `late` allows that only when none is under way."""
        assert not (self.late and self._held and wanted)
        access = wanted or Access(0)
        data = self._held.data if self.late and self._held else access.data
        write = access.data is not None
        lanes = access.lanes if write or not self.late else 15  # on an APB a read has no strobes
        pins = Inputs(int(wanted is not None), int(write), access.address, lanes, data or 0)
        out = Outputs()
        self._library.bus_clock(self._handle, ctypes.byref(pins), ctypes.byref(out))
        difference = self._library.bus_difference(self._handle).decode()
        assert not difference, difference
        assert self._held or not out.valid, "an answer to nothing"
        self.now += 1
        if out.grant:
            self._held = wanted
        return out

    @property
    def waits(self) -> bool:
        """An access has no answer yet."""
        return self._held is not None

    def access(self, access: Access) -> Outputs:
        """Its answer, with its waits."""
        out = self.clock(access)
        assert out.grant, "an access before has no answer"
        for _ in range(MOST):
            out = self.clock()
            if out.valid:
                return out
        raise AssertionError("the access has no answer")

    def write(self, word: int, data: int) -> bool:
        """Whether a word took it."""
        return not self.access(Access(4 * word, data)).error

    def read(self, word: int) -> int:
        out = self.access(Access(4 * word))
        assert not out.error, f"word {word} cannot be read"
        return out.data

    def command(self, name: str, **operands: int) -> bool:
        """Whether the queue had room for a command."""
        return self.write(self.command_word, int.from_bytes(self.isa.encode(name, **operands), "little"))

    def patient(self, name: str, **operands: int) -> None:
        """A command, when the queue has room."""
        depth = self.depth
        while self.read(STATUS) >> 8 & 31 >= depth:
            pass
        assert self.command(name, **operands)

    @property
    def depth(self) -> int:
        """Of the queue, as these models are built."""
        return 3 if self.late else 8

    def put(self, address: int, words: int, value: int) -> None:
        """A number into RAM, which the test's own memory port would do."""
        for i in range(words):
            self._library.bus_write_ram(self._handle, (address - RAM) // 4 + i, value >> 32 * i & 0xFFFFFFFF)

    def get(self, address: int, words: int) -> int:
        at = (address - RAM) // 4
        return sum(self._library.bus_read_ram(self._handle, at + i) << 32 * i for i in range(words))


def check_errors(bus: Bus, begin: Callable[[], None], slow: Access, quick: Access, result: Callable[[], int]) -> None:
    """A full queue loses the next command, and says so. `begin` makes the accelerator ready; `slow` and `quick` are
    commands, of which only `quick` changes `result`."""
    begin()
    assert bus.read(WAIT) == 0
    before, taken = result(), 0
    while not (answer := bus.access(slow)).error:
        taken += 1
        assert taken < 100
    assert taken >= bus.depth, "the queue has its length"
    status = bus.read(STATUS)
    assert status & 15 == bus.overflow == answer.error * bus.overflow and status >> 4 & 1, "the others are at work"
    assert not bus.access(quick).error, "in error, commands are taken and ignored"
    assert bus.write(INDEX, 1)
    assert bus.write(BASE, 4) and bus.read(BASE) == RAM, "in error, a write changes nothing"
    assert bus.read(WAIT) == bus.overflow, "wait comes when all have ended"
    assert result() == before and bus.read(INDEX) == 0
    assert bus.write(STATUS, 0) and bus.read(STATUS) == 0
    assert not bus.access(quick).error and bus.read(WAIT) == 0
    assert result() != before


def check_wrong_accesses(bus: Bus, begin: Callable[[], None]) -> None:
    """Parts of words, words that are not there or not for that: bus errors that change nothing."""
    begin()
    names = bus.isa.spec.registers["c2"].names
    assert isinstance(names, dict)
    bus.read(WAIT)
    registers = [bus.read(number) for number in names]
    assert not bus.write(WAIT, 1) and not bus.write(max(names), 1), "wait and id cannot be written"
    for word in set(range(16)) - set(names):
        assert bus.access(Access(4 * word)).error
        assert word == bus.command_word or not bus.write(word, 0xFFFFFFFF)
    for number in names:
        for lanes in (0, 1, 3, 7, 14):
            assert bus.access(Access(4 * number, 0x1234, lanes)).error
        for offset in (1, 2, 3):
            assert bus.access(Access(4 * number + offset, 0x1234)).error
            assert bus.access(Access(4 * number + offset)).error
    assert bus.access(Access(4 * bus.command_word, 0, 3)).error
    assert [bus.read(number) for number in names] == registers


SEEN = ("command good", "command error", "read good", "wrong error", "clear good", "wait")  # what has to happen


def traffic(
    bus: Bus, seed: int, cycles: int, begin: Callable[[], None], then: Callable[[Random], Access]
) -> Counter[str]:
    """A master that does anything; how often what happened. Lock-step compares every cycle. `then`: a command, or a
    write of a register."""
    rng, seen = Random(seed), Counter[str]()
    hurry = rng.choice((0.9, 0.3, 0.05))
    wanted: Access | None = None
    kind, under_way = "", ""
    begin()
    for _ in range(cycles):
        if wanted is None and rng.random() < hurry:
            chance = rng.random()
            if chance < 0.70:
                kind, wanted = "command", then(rng)
            elif chance < 0.90:
                kind, wanted = "read", Access(4 * rng.randrange(12))
            elif chance < 0.95:
                data = rng.choice((None, rng.getrandbits(32)))
                kind, wanted = "wrong", Access(rng.randrange(64), data, rng.randrange(15))
            else:
                kind, wanted = "clear", Access(4 * STATUS, 0)
        asks = wanted if not (bus.late and bus.waits) else None
        out = bus.clock(asks)
        if out.valid:
            seen[f"{under_way} {'error' if out.error else 'good'}"] += 1
        elif under_way:
            seen["wait"] += 1
        if out.grant:
            under_way = kind if asks else ""
            wanted = None if asks else wanted
    while bus.waits:
        bus.clock()
    bus.write(STATUS, 0)
    seen["status"] = bus.read(WAIT)
    return seen
