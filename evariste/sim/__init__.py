# SPDX-License-Identifier: Apache-2.0
"""Simulated machines: load a program, run it, look at it.

    from evariste.sim import Machine
    m = Machine(engine="iss")
    m.load("program.elf")
    m.host(root="data", args=["in.bin"])
    stop = m.run(max_cycles=10_000_000)
    print(stop.sentence, stop.cycles)
"""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from evariste import build
from evariste.errors import Refusal

ENGINES = ("iss", "rtl", "lockstep")
CLASSES = ("load", "store", "gf", "alu", "branch", "other")
SPECIAL = ("msp", "psp", "primask", "control", "field0", "field1")  # registers 17..22
UNBOUNDED = 2**64 - 1
_SLICE = 0.1  # seconds between two looks at signals, progress and output

Sink = Callable[[bytes], object]


@dataclass(frozen=True)
class Stop:
    """How a run ended. `status` is the program's own when the reason is "exit", otherwise nonzero.

    Reasons: exit, fault, lockup, breakpoint, loop (a branch to itself), limit (of cycles), semihosting (a call whose
    parameters are not in memory), difference (the engines of lockstep disagree).
    """

    reason: str
    status: int
    sentence: str
    cycles: int
    instructions: int


class Machine:
    """The machine `gfp` on one of the engines; `gf=False` is the core without its Galois-field unit.

    On rtl and lockstep, `wave` names an FST file to write, and `waits` are the chances, out of 256, of a wait state
    in a cycle of the instruction and of the data port, drawn from `seed` (lockstep then compares no cycle numbers).
    """

    def __init__(
        self,
        engine: str = "iss",
        gf: bool = True,
        wave: str | Path | None = None,
        waits: tuple[int, int] = (0, 0),
        seed: int = 1,
    ) -> None:
        if engine not in ENGINES:
            raise Refusal(f"There is no engine '{engine}'; there are {', '.join(ENGINES)}.")
        if engine == "iss" and (wave or waits != (0, 0)):
            raise Refusal("Waveforms and wait states are the RTL's: use --engine rtl or lockstep.")
        build.sim(*([] if engine == "iss" else ["rtl" + ("" if gf else "_nogf") + ("_wave" if wave else "")]))
        import _sim

        self.engine, self.gf = engine, gf
        if wave:
            _check_writable(Path(wave))
        self._session = _sim.Session(engine, gf, str(wave or ""), waits, seed)
        self._stdout: Sink | None = None
        self._stderr: Sink | None = None
        self._stdin: BinaryIO | None = None
        self._name = "program"
        self.host()

    def load(self, path: str | Path) -> None:
        """Load an ELF executable into cleared memory and reset the machine."""
        file = Path(path)
        try:
            content = file.read_bytes()
        except OSError as error:
            raise Refusal(f"{path} cannot be read: {error.strerror}.") from None
        if wrong := self._session.load(content):
            raise Refusal(f"{path}: {wrong}.")
        self._name = file.stem
        self._set_command_line()

    def host(
        self,
        root: str | Path | None = None,
        args: Sequence[str] = (),
        stdin: bytes | BinaryIO | None = None,
        stdout: Sink | None = None,
        stderr: Sink | None = None,
    ) -> None:
        """What the program finds outside: the directory its files are confined to, arguments, console.

        Without `root` it has no files. Without `stdin` its input is empty. `stderr` defaults to `stdout`, and that
        to nowhere.
        """
        if root is not None and (error := self._session.confine(str(root))):
            raise Refusal(f"The directory {root} cannot be used for the program's files: {os.strerror(error)}.")
        self._args = list(args)
        self._set_command_line()
        self._stdout, self._stderr = stdout, stderr or stdout
        self._stdin = None
        if isinstance(stdin, bytes):
            self._session.feed_input(stdin)
        elif stdin is not None:
            self._stdin = stdin
        if self._stdin is None:
            self._session.end_input()

    def _set_command_line(self) -> None:
        self._session.set_command_line(" ".join(map(_quoted, [self._name, *self._args])))

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
            self._pass_output()
            if state == "input":
                self._read_input()
            if progress:
                progress(session.cycles())
            if state == "stopped":
                break
        return Stop(*session.stop(), session.cycles(), session.instructions())

    def step(self, n: int = 1) -> Stop:
        """Run n instructions; the reason is "step" unless something else ended it sooner."""
        return self.run(max_instructions=self.instructions + n)

    def _pass_output(self) -> None:
        for take, sink in ((self._session.take_output, self._stdout), (self._session.take_errors, self._stderr)):
            if (text := take()) and sink:
                sink(text)

    def _read_input(self) -> None:
        assert self._stdin is not None
        if text := self._stdin.readline():
            self._session.feed_input(text)
        else:
            self._session.end_input()

    def reset(self) -> None:
        """Power-on reset: registers, cycle and instruction counts; memory stays as it is."""
        self._session.reset()

    def clear(self) -> None:
        """Fill ROM and RAM with zeros."""
        self._session.clear()

    @property
    def regs(self) -> list[int]:
        """r0 to r12, sp, lr, and the address of the next instruction."""
        return [self._session.read_register(i) for i in range(16)]

    def set_reg(self, index: int, value: int) -> None:
        """Set register `index`: 0..15, 16 xPSR, 17 MSP, 18 PSP, 19 PRIMASK, 20 CONTROL, 21 and 22 the field."""
        self._session.write_register(index, value & 0xFFFFFFFF)

    @property
    def xpsr(self) -> int:
        return self._session.read_register(16)

    @property
    def special(self) -> dict[str, int]:
        """The registers beside the sixteen: both stack pointers, PRIMASK, CONTROL, the field descriptor's words."""
        return {name: self._session.read_register(17 + i) for i, name in enumerate(SPECIAL)}

    def read(self, address: int, length: int) -> bytes:
        """Bytes of ROM or RAM."""
        content = self._session.read_memory(address, length)
        if content is None:
            raise Refusal(f"{length} bytes at {address:#010x} do not lie in ROM or RAM.")
        return content

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into ROM or RAM."""
        if not self._session.write_memory(address, bytes(content)):
            raise Refusal(f"{len(content)} bytes at {address:#010x} do not lie in ROM or RAM.")

    def record_path(self, begin: int, end: int) -> Callable[[], bytes]:
        """From now on record what happens between the instructions at `begin` and `end`, each time.

        Returns a function that takes the recording so far: for every instruction three little-endian words, its
        address, the data address it used (0 for none), and the cycle since the region's begin.
        """
        import _sim

        recorder = _sim.PathRecorder(begin, end)
        self._session.record_path(recorder)
        return recorder.take

    def where(self, address: int) -> str:
        """An address in words: "0x000001a4 (main+0x12)"."""
        return self._session.where(address)

    @property
    def cycles(self) -> int:
        return self._session.cycles()

    @property
    def instructions(self) -> int:
        return self._session.instructions()

    def counters(self) -> dict[str, int]:
        """Instructions retired since reset, in all and by class."""
        return _mix(self._session.mix())

    def watch(self, profile: bool = False, regions: bool = False, trace: str | Path | None = None) -> None:
        """Look closer at the loaded program from now on, for profile(), regions(), or a trace file.

        The engines run slower while watched.
        """
        if profile:
            self._session.watch_profile()
        if regions and not self._session.watch_regions():
            raise Refusal(f"{self._name} does not call bench_begin() and bench_end() (sw/rt/bench.h): no regions.")
        if trace and not self._session.watch_trace(str(trace)):
            raise Refusal(f"{trace} cannot be written.")

    def close_trace(self) -> None:
        """Write out the rest of the trace file."""
        if not self._session.flush_trace():
            raise Refusal("the trace file could not be written to its end; is the disk full?")

    def profile(self) -> list[tuple[str, int, int, int]]:
        """(function, calls, own cycles, inclusive cycles) of every function that ran, most own cycles first."""
        return self._session.profile()

    def regions(self) -> list[dict[str, int]]:
        """The instructions of each measured region so far, in all and by class; empty regions are left out."""
        return [_mix(mix) for mix in self._session.regions()]

    def sizes(self) -> tuple[int, int]:
        """Bytes of code and of data of the loaded program."""
        return self._session.sizes()


def _mix(counts: Sequence[int]) -> dict[str, int]:
    mix = dict(zip(CLASSES, counts, strict=True))
    return {"instructions": sum(mix.values()), **mix}


def _check_writable(path: Path) -> None:
    try:
        path.open("wb").close()
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}.") from None


def _quoted(word: str) -> str:
    """An argument as the firmware's start-up code splits it again."""
    if word and not set(word) & set(' "\\'):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    """`python -m evariste.sim PROGRAM.elf [ARGS]`: run on the interpreter, files in the current directory."""
    machine = Machine(engine=os.environ.get("ENGINE", "iss"))
    machine.load(sys.argv[1])
    machine.host(root=".", args=sys.argv[2:], stdin=sys.stdin.buffer, stdout=_console)
    stop = machine.run()
    print(f"[{stop.reason}] {stop.sentence} {stop.cycles} cycles, {stop.instructions} instructions", file=sys.stderr)
    sys.exit(stop.status & 0xFF)


def _console(text: bytes) -> Any:
    sys.stdout.buffer.write(text)
    sys.stdout.flush()
