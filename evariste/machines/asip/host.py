# SPDX-License-Identifier: Apache-2.0
"""A host for the coprocessor alone, on the interpreter, on its RTL, or on both in lock-step.

    host = Host("full")                     # or Host("full", engine="rtl")
    host.task("aes_key128", key)            # bytes, or words
    host.task("aes_encrypt", block).bytes   # what it gave
    host.task("aes_encrypt", block).cycles

Its streams always have words and room, one word a cycle. `cycle` drives the pins of one clock cycle.
"""

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evariste import build, machines
from evariste.errors import UserError
from evariste.isa import load, machine
from evariste.machines.asip import SIMULATED
from evariste.machines.asip.assembler import NAME

ENGINES = ("iss", "rtl", "lockstep")
MOST = 10_000_000  # cycles of a task
STATUS = {"busy": 1, "done": 2, "error": 4, "key": 16, "curve": 32, "session": 64}
PLACES = ("wide", "memory", "counter", "flags", "product")  # of the state
CONTROL = {"abort": 1, "zeroise": 2, "flush": 4}


class Difference(UserError):
    """The interpreter and the RTL do not do the same."""


class _Parameters(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in (
        "digit", "width", "squares", "aes", "ecc", "long_keys", "program_ram", "wait_limit", "watchdog")]  # fmt: skip


class Inputs(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in (
        "access", "write", "offset", "data", "in_valid", "in_data", "out_ready")]  # fmt: skip


class Outputs(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in (
        "ready", "error", "data", "in_ready", "out_valid", "out_data", "irq")]  # fmt: skip


class _Traffic(ctypes.Structure):
    _fields_ = [("seed", ctypes.c_uint64),
                *((name, ctypes.c_uint32) for name in ("in_", "out", "access", "control"))]  # fmt: skip


class _Stream(ctypes.Structure):
    _fields_ = [("words", ctypes.POINTER(ctypes.c_uint32)), ("given", ctypes.c_uint64), ("taken", ctypes.c_uint64),
                ("out", ctypes.POINTER(ctypes.c_uint32)), ("room", ctypes.c_uint64),
                ("got", ctypes.c_uint64)]  # fmt: skip


@cache
def _library(part: str) -> ctypes.CDLL:
    library = ctypes.CDLL(str(build.sim(part)[part]))
    library.asip_create.restype = ctypes.c_void_p
    library.asip_difference.restype = ctypes.c_char_p
    for name in ("now", "snapshot", "steps", "executed", "digest", "passing"):
        getattr(library, f"asip_{name}").restype = ctypes.c_uint64
    return library


@dataclass(frozen=True)
class Result:
    """What a task gave, its cycles, and its error: 0, or a code of isa/asip/isa.yaml."""

    words: tuple[int, ...]
    cycles: int
    error: int
    left: int  # words of its input that it did not take

    @property
    def bytes(self) -> bytes:
        return b"".join(word.to_bytes(4, "little") for word in self.words)

    def numbers(self, words: int) -> list[int]:
        """The results as numbers of so many words."""
        return [sum(w << 32 * i for i, w in enumerate(self.words[at : at + words]))
                for at in range(0, len(self.words), words)]  # fmt: skip


def words_of(data: bytes | Sequence[int]) -> list[int]:
    """Bytes as words, the first byte lowest; zeros fill the last one."""
    if not isinstance(data, bytes):
        return [*data]
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def wide(value: int, words: int) -> list[int]:
    """A number as words, the lowest first."""
    if value >> 32 * words:
        raise UserError(f"{value:#x} has more than {32 * words} bits.")
    return [value >> 32 * i & 0xFFFFFFFF for i in range(words)]


class Host:
    """The coprocessor in one of its configurations, after reset. `parameters` replace those of the configuration, in
    the interpreter only: in lock-step the RTL then differs. With `apb`, the RTL is that of `loadable` behind its
    adapter, and an access has a setup cycle; if it is `covered`, too, it counts what of it runs."""

    def __init__(
        self, configuration: str = "full", parameters: Mapping[str, int] | None = None, engine: str = "iss",
        apb: bool = False, covered: bool = False,
    ) -> None:  # fmt: skip
        if engine not in ENGINES:
            raise UserError(f"There is no engine '{engine}'; there are {', '.join(ENGINES)}.")
        if engine != "iss" and configuration not in SIMULATED:
            raise UserError(f"The RTL is simulated in the configurations {', '.join(SIMULATED)}.")
        chosen = {**machines.named(NAME).has(configuration).parameters, **(parameters or {})}
        given = _Parameters(digit=16, width=256, squares=7, aes=1, ecc=1, long_keys=1, wait_limit=63, watchdog=65535)
        known = {name for name, _ in _Parameters._fields_}
        for name, value in chosen.items():
            if name.lower() not in known:
                raise UserError(f"The interpreter of {NAME} has no parameter {name}.")
            setattr(given, name.lower(), value)
        self.width, self.digit = given.width, given.digit
        self.words = given.width // 32
        self.tasks = {task.name: number for number, task in enumerate(load.tasks(NAME).tasks, 1)} | {"zeroise": 0}
        self.registers = {r.name: r.offset for r in load.soc(NAME).peripherals[0].registers}
        self.engine = engine
        if (apb or covered) and (engine == "iss" or configuration != "loadable"):
            raise UserError("The adapter for APB is simulated in the configuration loadable, as RTL.")
        model = "apb_cover" if covered else "apb" if apb else configuration
        self._library = _library(NAME if engine == "iss" else f"rtl_{NAME}_{model}")
        self._handle = ctypes.c_void_p(self._library.asip_create(ctypes.byref(given), ENGINES.index(engine)))
        self._until_idle()

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self._library.asip_destroy(self._handle)

    @property
    def now(self) -> int:
        """The number of the present cycle."""
        return int(self._library.asip_now(self._handle))

    @property
    def status(self) -> int:
        return int(self._library.asip_status(self._handle)) & 0xFFFFFFFF

    @property
    def code(self) -> int:
        """The code of the last error."""
        return self.status >> 8 & 31

    def cycle(self, **pins: int) -> Outputs:
        """One clock cycle with these inputs."""
        out = Outputs()
        self._library.asip_cycle(self._handle, ctypes.byref(Inputs(**pins)), ctypes.byref(out))
        self.compared()
        return out

    def reset(self) -> None:
        """Pulls the reset in this cycle. A loaded program stays."""
        self._library.asip_reset(self._handle)

    def cover(self, path: Path) -> None:
        """Writes the counts of a host that is `covered`, for evariste.verification.cover."""
        self._library.asip_cover(self._handle, str(path).encode())

    def flip(self, place: str, index: int, bit: int) -> bool:
        """Flips a bit of the state, in the interpreter. False if there is none: no product is under way."""
        return bool(self._library.asip_flip(self._handle, PLACES.index(place), index, bit))

    def compared(self) -> None:
        """Raises Difference if the engines of lock-step have disagreed."""
        if self.engine == "lockstep" and (said := self._library.asip_difference(self._handle)):
            raise Difference(said.decode())

    def access(self, offset: int, data: int | None = None, most: int = 100_000) -> Outputs:
        """An access of the bus, with its waits: a write of `data`, or a read."""
        for _ in range(most):
            out = self.cycle(access=1, write=data is not None, offset=offset, data=data or 0)
            if out.ready or out.error:
                return out
        raise UserError(f"{NAME} did not answer an access within {most} cycles.")

    def write(self, register: str, data: int) -> bool:
        """Whether a register took a word."""
        return bool(self.access(self.registers[register], data).ready)

    def read(self, register: str) -> int:
        """What a register gives."""
        out = self.access(self.registers[register])
        if out.error:
            raise UserError(f"The read of {register} was a bus error.")
        return int(out.data)

    def stream(self, words: Sequence[int], most: int = MOST, room: int = 1 << 20) -> tuple[list[int], int]:
        """Runs until the coprocessor is idle, with these words for IN: the words that OUT gave, and how many were
        taken."""
        source = (ctypes.c_uint32 * max(1, len(words)))(*words)
        room = min(room, 2 * len(words) + 64)
        target = (ctypes.c_uint32 * room)()
        stream = _Stream(source, len(words), 0, target, room, 0)
        self._library.asip_stream(self._handle, ctypes.byref(stream), ctypes.c_uint64(most))
        self.compared()
        return list(target[: stream.got]), stream.taken

    def task(self, name: str, data: bytes | Sequence[int] = (), count: int = 0, flags: int = 0) -> Result:
        """Runs a task."""
        if name not in self.tasks:
            raise UserError(f"There is no task '{name}'; there are {', '.join(sorted(self.tasks))}.")
        words, first = words_of(data), list[int]()
        while words and self.status >> 16 & 15 < 8:  # the operands before the task, as a driver writes them
            self.write("data_in", words.pop(0))
        self.write("task", self.tasks[name] | flags << 6 | count << 16)
        got, taken = self.stream(words)
        status = self.status
        if status & STATUS["busy"]:
            raise UserError(f"The task {name} did not end within {MOST} cycles.")
        error = status >> 8 & 31 if status & STATUS["error"] else 0
        left = len(words) - taken + (status >> 16 & 15)
        if error and left:
            self.write("control", CONTROL["flush"])
        return Result(tuple(first + got), self.read("task_cycles"), error, left)

    def traffic(self, seed: int, most: int, rates: tuple[int, int, int, int] = (128, 128, 0, 0),
                until_idle: bool = False) -> None:  # fmt: skip
        """A host that does anything, for so many cycles. The rates, in 1/256 of a cycle: words for IN, room for OUT,
        accesses; and of an access that starts or stops a task."""
        given = _Traffic(seed, *rates)
        self._library.asip_traffic(
            self._handle, ctypes.byref(given), ctypes.c_uint64(most), ctypes.c_int(until_idle)
        )
        self.compared()

    @property
    def executed(self) -> int:
        """The steps that have left stage R."""
        return int(self._library.asip_executed(self._handle))

    def load(self, words: Sequence[int], place: int = 0) -> None:
        """Puts words into the program, from a place on."""
        self.write("program_address", place)
        for word in words:
            self.write("program_data", word)

    def snapshot(self) -> list[int]:
        """The state, as lock-step compares it."""
        size = int(self._library.asip_snapshot(self._handle, None, ctypes.c_uint64(0)))
        words = (ctypes.c_uint32 * size)()
        self._library.asip_snapshot(self._handle, words, ctypes.c_uint64(size))
        self.compared()
        return list(words)

    def passing(self) -> list[int]:
        """The registers of the circuit that operands pass through, between the state and the host."""
        size = int(self._library.asip_passing(self._handle, None, ctypes.c_uint64(0)))
        words = (ctypes.c_uint32 * size)()
        self._library.asip_passing(self._handle, words, ctypes.c_uint64(size))
        return list(words)

    def digest(self) -> int:
        """A digest of all that a host sees in time since the last call: answers, whether streams have words and room,
        STATUS and the interrupt in each cycle."""
        return int(self._library.asip_digest(self._handle))

    def watch(self, on: bool = True) -> None:
        """Keeps the steps from now on, or forgets them."""
        self._library.asip_trace(self._handle, int(on))

    def steps(self) -> list[tuple[int, int]]:
        """The cycle and the program counter of each step that was kept."""
        found = list[tuple[int, int]]()
        cycle, place = ctypes.c_uint64(), ctypes.c_uint32()
        for i in range(int(self._library.asip_steps(self._handle))):
            self._library.asip_step(self._handle, ctypes.c_uint64(i), ctypes.byref(cycle), ctypes.byref(place))
            found.append((cycle.value, place.value))
        return found

    def trace(
        self, name: str, data: bytes | Sequence[int] = (), count: int = 0, flags: int = 0
    ) -> list[tuple[int, int]]:
        """Runs a task; the cycle, from its start, and the program counter of each step in stage X."""
        return self.traced(name, data, count, flags)[1]

    def traced(
        self, name: str, data: bytes | Sequence[int] = (), count: int = 0, flags: int = 0
    ) -> tuple[Result, list[tuple[int, int]]]:
        """The same, and the result."""
        self.watch()
        result = self.task(name, data, count, flags)
        steps = self.steps()
        self.watch(False)
        end = steps[-1][0] if steps else 0
        return result, [(at - end + result.cycles, place) for at, place in steps]

    def _until_idle(self) -> None:
        while self.status & STATUS["busy"]:
            self.cycle()


def error_names() -> dict[int, str]:
    """The errors by code."""
    return {cause.code: cause.name for cause in machine(NAME).spec.causes}
