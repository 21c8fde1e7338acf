# SPDX-License-Identifier: Apache-2.0
"""Simulated machines: load a program, run it, look at it.

from evariste.sim import Machine
m = Machine(engine="iss")
m.load("program.elf")
m.host(root="data", args=["in.bin"])
stop = m.run(max_cycles=10_000_000)
print(stop.sentence, stop.cycles)
"""

import ctypes
import os
import select
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

from evariste import build, machines
from evariste.errors import UserError
from evariste.sim import lacking, source_lines

ENGINES = ("iss", "rtl", "lockstep")
# One retired instruction, as Machine.record gives it. `insn` is its first word, 0 where nothing was fetched. `flags`
# are the machine's own.
RECORD = [
    ("cycle", "<u8"), ("pc", "<u4"), ("insn", "<u4"), ("next_pc", "<u4"), ("address", "<u4"),
    ("flags", "<u4"), ("cause", "u1"), ("trap", "u1"),
]  # fmt: skip
UNBOUNDED = 2**64 - 1
DISK = 256 << 20  # bytes that a program may add to its files unless told otherwise
_LARGEST = 256 << 20  # bytes of a file that may be a program; the machine's memories are far smaller
_MOST_INPUT = 1 << 16  # bytes of console input taken at a time, more than a stream buffers
_WIDEST = 640  # bits of a register
_SLICE = 0.1  # seconds between two looks at signals, progress and output

Sink = Callable[[bytes], object]


@dataclass(frozen=True)
class Stop:
    """How a run ended. `status` is the program's own when the reason is "exit", otherwise nonzero.

    Reasons: exit, fault, lockup, breakpoint, loop (a branch to itself), limit (of cycles), step (the requested number
    of instructions), asleep (no interrupt will wake the core), semihosting (a call with parameters outside memory),
    disk (it would write more to its files than it may), stuck (the RTL completes nothing any more), difference (the
    engines of lockstep disagree), trace (the trace file is full), watcher (what watches the run has seen enough),
    debugger (it stopped the program).
    """

    reason: str
    status: int
    sentence: str
    cycles: int
    instructions: int


class Machine:
    """A machine in one of its configurations (evariste/machines), on one of the engines.

    On rtl and lockstep, `wave` names an FST file to write. `waits` are the probabilities, in 1/256, of a wait state in
    a cycle of the instruction port and of the data port, drawn from `seed`. `cover` names a file for Verilator's
    coverage of the RTL, written when the machine is destroyed. `parameters` are those of a configuration that has no
    name.
    """

    def __init__(
        self,
        machine: str = machines.DEFAULT,
        configuration: str | None = None,
        engine: str = "iss",
        wave: str | Path | None = None,
        waits: tuple[int, int] = (0, 0),
        seed: int = 1,
        cover: str | Path | None = None,
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        if engine not in ENGINES:
            raise UserError(f"There is no engine '{engine}'; there are {', '.join(ENGINES)}.")
        if parameters is not None and (engine != "iss" or configuration):
            raise UserError("A configuration without a name runs on the interpreter only.")
        if engine == "iss" and (wave or waits != (0, 0)):
            raise UserError("Waveforms and wait states are the RTL's: use --engine rtl or lockstep.")
        known = machines.named(machine)
        configuration = configuration or known.configuration
        if wave and known.device_of(configuration):
            raise UserError(f"Waveforms have no coprocessor, which '{configuration}' has on its bus.")
        needed = parts(known, configuration, engine, wave is not None, cover is not None)
        objects = build.sim(*needed)
        import _sim

        self.name, self.configuration, self.engine = machine, configuration, engine
        chosen = known.has(configuration).parameters if parameters is None else parameters
        self._unnamed = parameters is not None
        self._type = _sim.Machine(str(objects[machine]), list(chosen.items()))
        self.interrupts = self._type.lines() > 0
        self.registers, self.classes = tuple(self._type.registers()), tuple(self._type.classes())
        if wave:
            _check_writable(Path(wave))
        rtl = "" if engine == "iss" else str(objects[needed[1]])
        joined = device(known, configuration, engine)
        if joined[0] and waits != (0, 0):
            raise UserError("A machine with a coprocessor on its bus runs without other wait states.")
        self._session = _sim.Session(self._type, engine, rtl, str(wave or ""), str(cover or ""), waits, seed, joined)
        self._stdout: Sink | None = None
        self._stderr: Sink | None = None
        self._stdin: BinaryIO | None = None
        self._name, self._program = "program", b""
        self.host()

    def load(self, path: str | Path) -> None:
        """Load an ELF executable into cleared memory and reset the machine."""
        file = Path(path)
        try:
            with file.open("rb") as stream:
                content = stream.read(_LARGEST + 1)
        except OSError as error:
            raise UserError(f"{path} cannot be read: {error.strerror}.") from None
        if len(content) > _LARGEST:
            raise UserError(f"{path} is larger than {_LARGEST >> 20} MiB and cannot be a program.")
        if wrong := self._session.load(content):
            raise UserError(f"{path}: {wrong}.")
        self._name, self._program = file.stem, content
        self._set_command_line()

    def host(
        self,
        root: str | Path | None = None,
        args: Sequence[str] = (),
        stdin: bytes | BinaryIO | None = None,
        stdout: Sink | None = None,
        stderr: Sink | None = None,
        disk: int = DISK,
    ) -> None:
        """The program's environment: the directory of its files, arguments, console.

        Without `root` it has no files. With it, its files may grow by `disk` bytes in a run, and each file that it
        makes counts as 4 KiB. Without `stdin` its input is empty. `stderr` defaults to `stdout`, and that to nowhere.
        """
        if root is not None and (error := self._session.confine(str(root))):
            raise UserError(f"The directory {root} cannot be used for the program's files: {os.strerror(error)}.")
        self._session.set_quota(disk)
        self._args = list(args)
        self._set_command_line()
        self._stdout, self._stderr = stdout, stderr or stdout
        self._stdin = None
        self._session.restart_input()
        if isinstance(stdin, bytes):
            self._session.feed_input(stdin)
        elif stdin is not None:
            self._stdin = stdin
        if self._stdin is None:
            self._session.end_input()

    def _set_command_line(self) -> None:
        self._session.set_arguments([self._name, *self._args])

    def run(
        self,
        max_cycles: int | None = None,
        progress: Callable[[int], object] | None = None,
        max_instructions: int | None = None,
    ) -> Stop:
        """Run until the program ends, fails, or has used `max_cycles` since reset.

        `progress` is called with the cycle count some ten times a second. An interrupt (Ctrl-C) leaves the machine
        between two instructions, where run() may be called again.
        """
        session = self._session
        bounds = [UNBOUNDED if bound is None else bound for bound in (max_cycles, max_instructions)]
        while True:
            state = session.run(*bounds, _SLICE)
            self.pass_output()
            if state == "input":
                self.read_input()
            if progress:
                progress(session.cycles())
            if state == "stopped":
                break
        return self.stop()

    def stop(self) -> Stop:
        """How the last run() ended."""
        reason, status, sentence = self._session.stop()
        if reason in ("fault", "lockup") and not self._unnamed:
            sentence = lacking.explained(sentence, self.name, self.configuration, self._session.read_memory)
        return Stop(reason, status, sentence, self.cycles, self.instructions)

    def debugger(self) -> Any:
        """A GDB server on the loaded program (sim/core/gdb/server.hpp); evariste.sim.gdb connects it."""
        import _sim

        return _sim.GdbServer(self._session, self._program, self._name)

    def step(self, n: int = 1) -> Stop:
        """Run n instructions; the reason is "step" unless something else ended it sooner."""
        return self.run(max_instructions=self.instructions + n)

    def pass_output(self) -> None:
        """Pass the program's output to its sinks. run() does this by itself."""
        for take, sink in ((self._session.take_output, self._stdout), (self._session.take_errors, self._stderr)):
            if (text := take()) and sink:
                sink(text)

    def read_input(self, unless: Any = None) -> None:
        """Wait for the console's next bytes, or until something can be read from `unless`, which has a fileno()."""
        assert self._stdin is not None
        if unless is not None and self._stdin not in select.select([unless, self._stdin], [], [])[0]:
            return
        if text := self._stdin.readline() if unless is None else self._stdin.read1(_MOST_INPUT):
            self._session.feed_input(text)
        else:
            self._session.end_input()

    def reset(self) -> None:
        """Power-on reset: registers, cycle and instruction counts; memory stays as it is."""
        self._session.reset()

    def drive(self, changes: Iterable[tuple[int, int]]) -> None:
        """Set the levels of the interrupt lines from each cycle (since reset) on. All are low before.

        Bit n is line n, as the machine counts them. The schedule holds over
        resets, until the next drive().
        """
        schedule = [(int(cycle), int(lines)) for cycle, lines in changes]
        if not self.interrupts:
            raise UserError(f"The configuration '{self.configuration}' has no interrupt lines.")
        if any(a >= b for (a, _), (b, _) in pairwise(schedule)):
            raise UserError("The changes of the interrupt lines are not in the order of their cycles.")
        if any(cycle < 0 or not 0 <= lines < 1 << self._type.lines() for cycle, lines in schedule):
            raise UserError("A change of the interrupt lines is a cycle number from 0 up and a mask of its lines.")
        self._session.drive(schedule)

    def clear(self) -> None:
        """Fill ROM and RAM with zeros."""
        self._session.clear()

    @property
    def regs(self) -> list[int]:
        """The general registers, and the address of the next instruction."""
        return [self._session.read_register(i) for i in range(self._type.pc() + 1)]

    def set_reg(self, index: int, value: int) -> None:
        """Set a register by its place in `registers`."""
        self._session.write_register(index, value & (1 << _WIDEST) - 1)

    def reg(self, name: str) -> int:
        """A register by its name."""
        return self._session.read_register(self.registers.index(name))

    @property
    def special(self) -> dict[str, int]:
        """The registers behind the flags, by name."""
        return {name: self.reg(name) for name in self.registers[self._type.pc() + 2 :]}

    def read(self, address: int, length: int) -> bytes:
        """Bytes of ROM or RAM."""
        content = self._session.read_memory(address, length)
        if content is None:
            raise UserError(f"{length} bytes at {address:#010x} do not lie in ROM or RAM.")
        return content

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into ROM or RAM."""
        if not self._session.write_memory(address, bytes(content)):
            raise UserError(f"{len(content)} bytes at {address:#010x} do not lie in ROM or RAM.")

    def where(self, address: int) -> str:
        """The address with its place in the program: 0x000001a4 (main+0x12)."""
        return self._session.where(address)

    @property
    def cycles(self) -> int:
        return self._session.cycles()

    @property
    def instructions(self) -> int:
        return self._session.instructions()

    def counters(self, region: bool = False) -> dict[str, int]:
        """Instructions retired since reset, in all and by class; of the longest measured region if asked for."""
        if region:
            return max(self.measurements(), key=lambda m: m[0], default=(0, self.counters()))[1]
        return self._counters(self._session.mix())

    def flip(self, cycle: int, place: str, index: int, bit: int) -> None:
        """A bit of state that no program sees flips in a cycle to come. A reset forgets that. The interpreters of
        machines with an accelerator have such places."""
        if not self._session.flip(cycle, place, index, bit):
            raise UserError(f"The {self.engine} of {self.name} has no bit {bit} of {place} {index}.")

    def event_counts(self) -> dict[str, int]:
        """What a part of the machine counted since reset, for example the hits of a cache. Often nothing."""
        return dict(self._session.event_counts())

    def measurements(self) -> list[tuple[int, dict[str, int]]]:
        """The program's measurements with `bench_begin` and `bench_stop` (bench.h), in order.

        Each is the cycle number that `bench_report` prints, and the counters of the instructions in between. Both are
        without the cost of an empty pair, which is measured there too.
        """
        found = [(empty, end - begin, mix) for empty, begin, end, mix in self._measured()]
        _, cost, spent = next((f for f in found if f[0]), (True, 0, [0] * len(self.classes)))
        return [
            (cycles - cost, self._counters([a - b for a, b in zip(mix, spent, strict=True)]))
            for empty, cycles, mix in found
            if not empty
        ]

    def windows(self, empty: bool = False) -> list[tuple[int, int]]:
        """The cycles since reset in which each measurement began and ended, in order; or each empty pair."""
        return [(begin, end) for is_empty, begin, end, _ in self._measured() if is_empty == empty]

    def _measured(self) -> list[tuple[bool, int, int, list[int]]]:
        """Of each pair of `bench_begin` and `bench_stop`: whether it is empty, its two cycles, instructions."""
        found: list[tuple[bool, int, int, list[int]]] = []
        begun: tuple[int, tuple[int, ...]] | None = None
        for pc, lr, cycle, mix in self._session.counter_reads():
            function = self._session.function(pc)
            if function == "bench_begin":
                begun = cycle, mix
            elif function == "bench_stop" and begun:
                empty = self._session.function(lr & ~1) == "bench_empty"
                found.append((empty, begun[0], cycle, [b - a for a, b in zip(begun[1], mix, strict=True)]))
                begun = None
        return found

    def regions(self) -> list[dict[str, int]]:
        """The counters of each measurement, in order."""
        return [counters for _, counters in self.measurements()]

    def _counters(self, mix: Sequence[int]) -> dict[str, int]:
        return {"instructions": sum(mix), **dict(zip(self.classes, mix, strict=True))}

    def watch(
        self, profile: bool = False, trace: str | Path | None = None, regions: bool = False, source: bool = False
    ) -> None:
        """Before a run: count cycles per function; write every retired instruction to the file `trace`.

        With `source` both know the lines of the source, if the program has debug information. `regions` only requires
        that the loaded program measures itself: measurements() always works.
        """
        if regions and not self._session.has_symbol("bench_begin"):
            raise UserError(f"{self._name} does not call bench_begin() and bench_end() (bench.h).")
        if source:
            self._session.lines_are(*source_lines.table(self._program))
        if profile:
            self._session.profile_on()
        if trace is not None and (error := self._session.trace_to(str(trace))):
            raise UserError(f"{trace} cannot be written: {os.strerror(error)}.")
        self._session.watch()

    def close_trace(self) -> None:
        """Write out the rest of the trace file."""
        if not self._session.flush_trace():
            raise UserError("the trace file could not be written to its end; is the disk full?")

    def profile(self) -> list[tuple[str, int, int, int]]:
        """(function, calls, self cycles, inclusive cycles), by falling self cycles, whose sum is that of the run."""
        return self._session.profile_rows()

    def profile_of_main(self) -> tuple[int, list[tuple[str, int, int, int]]]:
        """The cycles from the entry of main() to its return and the rows of profile() between the two; (0, []) without.

        Frames open at main()'s entry, and exit() after main() returns, belong to start-up and not to the program.
        """
        return self._session.profile_of_main()

    def profile_of_lines(self) -> list[tuple[str, int]]:
        """(line of the source, cycles of its instructions), by falling cycles; without watch(source=True) none."""
        return self._session.profile_of_lines()

    def record(self, count: int) -> Any:
        """Run up to `count` instructions; their retirements as a numpy array of RECORD."""
        import numpy

        return numpy.frombuffer(self._session.record(count), dtype=numpy.dtype(RECORD))

    def sizes(self) -> tuple[int, int]:
        """Bytes of code and of data that the loaded program takes, its stack not counted."""
        return self._session.sizes()

    def record_path(self, begin: int, end: int, notes: Sequence[tuple[int, int, int, int]] = ()) -> Any:
        """From now on record what happens between the instructions at `begin` and `end`, each time.

        `notes` are those of evariste.verification.ct_notes. The result has two functions. take() takes the recording so
        far: for every instruction four little-endian words, its address, the data address it used (0 for none), the
        cycle since the region's begin, and what an accelerator did if the instruction asked it. left() lists the secret
        words found on the stack: where the program was, their addresses and values, and the instructions that stored
        them.
        """
        import _sim

        recorder = _sim.PathRecorder(self._session, begin, end, list(notes))
        self._session.record_path(recorder)
        return recorder

    def track_taint(
        self, begin: int, end: int, notes: Sequence[tuple[int, int, int, int]], limit: int, stack: bool = False
    ) -> Any:
        """From now on follow secrets (sim/core/taint_tracker.hpp). The run ends at the `limit`-th leak. `stack`: what
        depends on secrets must not be left on the stack either.
        """
        import _sim

        if not self._session.follows_secrets():
            raise UserError(f"The simulator of '{self.name}' cannot follow secrets.")
        tracker = _sim.TaintTracker(self._session, begin, end, list(notes), limit, stack)
        self._session.track_taint(tracker)
        return tracker

    def stop_tracking(self) -> None:
        """From now on follow no secrets."""
        self._session.track_taint(None)

    @property
    def refused_file(self) -> str:
        """The first file that the program could not open because of its confinement."""
        return self._session.refused()


def parts(
    machine: machines.MachineDef, configuration: str, engine: str, wave: bool = False, cover: bool = False
) -> list[str]:
    """What must be built for this engine beside the simulator itself: the machine, and its RTL if the engine has it."""
    machine.has(configuration)
    if not machine.simulated:
        raise UserError(f"The machine '{machine.name}' has no simulator.")
    if configuration not in machine.simulated:
        raise UserError(f"The configuration '{configuration}' is not simulated; {', '.join(machine.simulated)} are.")
    if engine == "iss":
        if machine.has(configuration).slower:
            raise UserError(f"The interpreter does not count the cycles of '{configuration}': use rtl or lockstep.")
        return [machine.name]
    if not machine.simulated[configuration]:
        raise UserError(f"The configuration '{configuration}' of {machine.name} has no RTL model: use --engine iss.")
    part = machine.simulated[configuration] + ("_wave" if wave else "") + ("_cover" if cover else "")
    if part not in build.PARTS:
        raise UserError(f"The configuration '{configuration}' has no model with waveforms or coverage.")
    return [machine.name, part]


def device(machine: machines.MachineDef, configuration: str, engine: str) -> tuple[str, str, list[tuple[str, int]]]:
    """The coprocessor of a configuration that has one: its objects for interpreter and RTL, and its parameters."""
    name = machine.device_of(configuration)
    if not name:
        return "", "", []
    known = machines.named(name)
    circuit = machine.devices()[name].circuit
    objects = build.sim(name, *([] if engine == "iss" else [circuit]))
    rtl = "" if engine == "iss" else str(objects[circuit])
    return str(objects[name]), rtl, list(known.has(known.configuration).parameters.items())


def disassemble(word: int, address: int, machine: str) -> str:
    """An instruction as text; `word` as `record` has it (the machine says what a word is)."""
    return _described(machine).disassemble(word, address)


@cache
def _described(machine: str) -> Any:
    """The machine as it is by default, without an engine."""
    library = build.sim(machine)[machine]
    import _sim

    return _sim.Machine(str(library), [])


def gf_unit(op: Any, descriptor: bytes, a: Any, b: Any, built: int = 1, last_step: Any = 0) -> tuple[Any, Any]:
    """The RTL's Galois-field unit by itself: arrays of 32-bit operands to arrays (high words, low words).

    `op` is a gf_pkg::gf_op_e, or an array of them, `descriptor` the eight bytes of a field descriptor. The unit is
    `built` with inverses of so many cycles; the results are those of the step `last_step`, or of an array of steps.
    """
    import numpy

    part = "gf_unit" if built == 1 else f"gf_unit{built}"
    unit = ctypes.CDLL(str(build.sim(part)[part])).evariste_gf_unit
    words = [numpy.ascontiguousarray(x, dtype=numpy.uint32) for x in (a, b)]
    words += [numpy.empty_like(words[0]) for _ in range(2)]
    if words[0].shape != words[1].shape:
        raise ValueError("a and b are equally many 32-bit words")
    how = [numpy.ascontiguousarray(numpy.broadcast_to(x, words[0].shape), dtype=numpy.uint8) for x in (op, last_step)]
    pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*how, *words)]
    value = ctypes.c_uint64(int.from_bytes(descriptor, "little"))
    unit(*pointers[:2], value, *pointers[2:], ctypes.c_size_t(words[0].size))
    return words[2], words[3]


def _check_writable(path: Path) -> None:
    try:
        path.open("wb").close()
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None
