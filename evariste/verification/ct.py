# SPDX-License-Identifier: Apache-2.0
"""Constant time, checked: run a program with many secrets and compare what it did; then that for many compilers.

The program reads its secrets from the file secret.bin and marks the code under test with ct_begin() and ct_end()
(ct.h). Between the marks every run must execute the same instructions at the same addresses, touch the
same data addresses, and take the same cycles. An accelerator with a memory port of its own must access the same
addresses and end its commands in the same cycles. That is a test, not a proof: it sees what the tried secrets make
visible.
What the program declares a key with ct_key() must not be left on the stack.

A cell of the matrix is a compiler, its flags and a backend; for a machine whose compiler is in this project it is
flags, a backend and a configuration. For each the library is built with these flags, and runs of sw/apps/aes_ct.c,
hash_ct.c and ecc_ct.c with several secrets are compared, or one run's secrets are followed (ct_taint.py). The curves
are a Koblitz curve, one with an arbitrary b over one field, and one whose order is just below a power of two, so that
deterministic signing draws no nonce again. ECDH contains ev_ec_mul, key generation ev_ec_mul_base.
"""

import random
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from evariste import machines
from evariste.build import cc, compilers
from evariste.build.compilers import LTO, Compiler
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.record import record
from evariste.verification import ct_notes, ct_taint
from evariste.verification.ct_notes import Marks
from evariste.verification.ct_taint import Declassified

STEP = np.dtype([("pc", "<u4"), ("address", "<u4"), ("cycle", "<u4"), ("beside", "<u4")])


@dataclass(frozen=True)
class Verdict:
    """The result of the comparison. `sentence` says it in words."""

    passed: bool
    runs: int
    instructions: int
    cycles: int
    sentence: str


def secrets(length: int, runs: int, seed: int) -> list[bytes]:
    """The tried secrets: all zeros, all ones, then random bytes."""
    source = random.Random(seed)
    return ([bytes(length), b"\xff" * length] + [source.randbytes(length) for _ in range(runs - 2)])[:runs]


def check(
    machine: str,
    elf: Path,
    runs: int = 1000,
    length: int = 64,
    seed: int = 1,
    configuration: str | None = None,
    engine: str = "iss",
    args: Sequence[str] = (),
    files: Mapping[str, bytes] | None = None,
    max_cycles: int = 10**9,
    progress: Callable[[int], object] | None = None,
    tried: Sequence[bytes] = (),
    keys: bool = True,
) -> Verdict:
    """Compare the marked regions of `runs` runs with `length` bytes of secret.bin, or of the secrets `tried`.

    `keys`: no word of a key may be left on the stack.
    """
    tried = tried or secrets(length, runs, seed)
    if len(tried) < 2:
        raise UserError("At least two runs are needed to compare.")
    from evariste.sim import Machine

    marks = ct_notes.read(elf)
    core = Machine(machine, configuration, engine)
    first: bytes | None = None
    with tempfile.TemporaryDirectory(prefix="evariste-ct-") as name:
        root = Path(name)
        for file, content in (files or {}).items():
            (root / file).write_bytes(content)
        for index, secret in enumerate(tried):
            (root / "secret.bin").write_bytes(secret)
            path, left = _path(core, elf, root, args, marks, max_cycles)
            # A constant's words stand on the stack for other reasons, too.
            if keys and left and len(set(secret)) > 1:
                return _left(core, elf, path, index, left)
            if first is None:
                first = path
                if not path:
                    raise UserError(f"{elf.name} never passed through ct_begin(), so there is nothing to compare.")
            elif path != first:
                return _difference(core, first, path, index, secret)
            if progress:
                progress(index + 1)
    steps = np.frombuffer(first or b"", STEP)
    cycles = _cycles(steps)
    sentence = (
        f"constant time: {len(tried)} secrets, the same {len(steps)} instructions, data addresses and {cycles} cycles "
        "each."
    )
    return Verdict(True, len(tried), len(steps), cycles, sentence)


def _path(machine, elf: Path, root: Path, args: Sequence[str], marks: Marks, max_cycles: int) -> tuple[bytes, list]:
    machine.load(elf)
    machine.host(root=root, args=args)
    recorder = machine.record_path(marks.begin, marks.end, marks.rows(machine.registers))
    stop = machine.run(max_cycles=max_cycles)
    if stop.reason != "exit" or stop.status != 0:
        raise UserError(f"{elf.name} did not end well: {stop.sentence}")
    return recorder.take(), recorder.left()


def _left(machine, elf: Path, path: bytes, index: int, left: list[tuple[int, int, int, int]]) -> Verdict:
    places = ct_notes.sources(elf, sorted({a for pc, _, _, writer in left for a in (pc, writer)}), machine.name)
    steps = np.frombuffer(path, STEP)
    pc, address, value, writer = left[0]
    seen, stored = (places[a] or machine.where(a) for a in (pc, writer))
    sentence = (
        f"NOT clean: with secret {index}, {len(left)} words of keys are left on the stack when {seen} is "
        f"reached, the first {value:#010x} at {address:#010x}, stored by {stored}."
    )
    return Verdict(False, index + 1, len(steps), _cycles(steps), sentence)


def _cycles(steps: np.ndarray) -> int:
    """Cycles of all regions: the cycle number falls where a new region begins."""
    last = np.append(steps["cycle"][1:] < steps["cycle"][:-1], True) if len(steps) else np.array([], bool)
    return int(steps["cycle"][last].sum())


def _difference(machine, first: bytes, other: bytes, index: int, secret: bytes) -> Verdict:
    a, b = np.frombuffer(first, STEP), np.frombuffer(other, STEP)
    common = min(len(a), len(b))
    unequal = np.nonzero(a[:common] != b[:common])[0]
    at = int(unequal[0]) if len(unequal) else common

    def where(step: int, steps: np.ndarray = a) -> str:
        return machine.where(int(steps["pc"][step]))

    if at == common:
        what = f"one ran {len(a)} instructions, the other {len(b)}"
    elif a["pc"][at] != b["pc"][at]:
        before = f" after {where(at - 1)}" if at else ""
        what = f"they went different ways{before}: to {where(at)} and {where(at, b)}"
    elif a["address"][at] != b["address"][at]:
        what = f"the instruction at {where(at)} used address {a['address'][at]:#010x} and {b['address'][at]:#010x}"
    elif a["cycle"][at] != b["cycle"][at]:
        what = f"the instruction at {where(at)} came at cycle {a['cycle'][at]} and {b['cycle'][at]}"
    else:
        what = (f"before the instruction at {where(at)} the accelerator accessed other addresses, or memory or the "
                "end of a command came in another cycle")  # fmt: skip
    shown = secret.hex() if len(secret) <= 64 else secret[:64].hex() + "..."
    sentence = f"NOT constant time: between the first secret and secret {index} ({shown}), {what}."
    return Verdict(False, index + 1, len(a), _cycles(a), sentence)


LEVELS = ("-O1", "-O2", "-O3", "-Os")
FLAGS = [*((level,) for level in LEVELS), *((level, LTO) for level in LEVELS)]
AES, HASH, ECC = (f"sw/apps/{name}_ct.c" for name in ("aes", "hash", "ecc"))
CURVES = "".join(f"CURVE_({name})" for name in ("k163", "b163", "k283", "p192", "p256"))
PROGRAMS: dict[str, Sequence[str]] = {AES: (), HASH: (), ECC: (f"-DCURVES={CURVES}",)}
# The parts of the library that these programs leave alone: they would only cost time.
UNUSED = re.compile(r"bch|rs|ccsds|crc|chen|gf16|gf_|curve_set|cxx|nvic|tasks|board|bench"
                    r"|.*_(233|239|409|571|224|384|521)\b")  # fmt: skip


@dataclass(frozen=True)
class Part:
    """One comparison: a program, its arguments, the number of secrets and their length in bytes."""

    program: str
    arguments: tuple[str, ...]
    secrets: int
    length: int

    @property
    def name(self) -> str:
        return " ".join([Path(self.program).stem.removesuffix("_ct"), *self.arguments])


PARTS = (
    *(Part(AES, (bits, "all"), 8, 128) for bits in ("128", "192", "256")),
    Part(HASH, (), 4, 128),
    *(Part(ECC, ("k163", what), 3, 80) for what in ("ecdh", "sign", "keygen")),
    *(Part(ECC, ("b163", what), 3, 80) for what in ("mul", "base", "sign")),
    Part(ECC, ("k283", "rfc6979"), 3, 80),
    *(Part(ECC, ("p192", what), 3, 80) for what in ("mul", "ecdh")),
    *(Part(ECC, ("p256", what), 3, 80) for what in ("rfc6979", "inverse", "x25519")),
)  # fmt: skip
# Followed, too.
TAINT_PARTS = (*PARTS, *(Part(ECC, ("k163", what), 3, 80) for what in ("hedged", "octets", "file")),
               *(Part(ECC, ("p256", what), 3, 80) for what in ("keygen", "x25519_public")))  # fmt: skip


# With a compiler of this project: also a field and curves for which a configuration may have units.
BUILT_CURVES = "".join(f"CURVE_({name})" for name in ("k233", "b233", "p256"))
BUILT_PARTS = (
    Part(AES, ("128", "all"), 4, 128),
    Part(HASH, (), 4, 128),
    *(Part(ECC, ("k233", what), 3, 80) for what in ("mul", "ecdh", "keygen")),
    *(Part(ECC, ("b233", what), 3, 80) for what in ("mul", "base", "sign")),
    Part(ECC, ("p256", "mul"), 3, 80),
)  # fmt: skip


@dataclass(frozen=True)
class Cell:
    machine: str
    compiler: Compiler
    flags: tuple[str, ...]
    backend: str
    configuration: str = ""  # if not the one on which the backend runs

    @property
    def name(self) -> str:
        return f"{self.compiler.name} {' '.join(self.flags)}, {self.configuration or self.backend}"

    @property
    def runs(self) -> str:
        """The configuration."""
        return self.configuration or machines.named(self.machine).runs(self.backend)


@dataclass(frozen=True)
class Found:
    """The result of a cell: a sentence for each part that is not constant time, and what the library declassifies."""

    cell: Cell
    leaks: tuple[str, ...]
    parts: int
    seconds: float
    taint: bool = False
    declassified: tuple[Declassified, ...] = ()

    @property
    def sentence(self) -> str:
        if self.leaks:
            return f"{self.cell.name}: " + "\n".join(self.leaks)
        what = "independent of secrets" if self.taint else "constant time"
        return f"{self.cell.name}: {what} in {self.parts} parts ({self.seconds:.0f} s)."


def cells(
    machine: str, found: Iterable[Compiler], flags: Iterable[Sequence[str]], backends: Iterable[str]
) -> tuple[list[Cell], list[str]]:
    """Every combination that can be built, and a line for each that cannot."""
    cells, reasons = [], {}
    backends, flags = list(backends), [tuple(f) for f in flags]
    for compiler in found:
        for wanted in flags:
            if reason := compilers.why_not(compiler, wanted):
                reasons[f"Not with {compiler.name}: {reason}."] = None
                continue
            cells += [Cell(machine, compiler, wanted, backend) for backend in backends]
    return cells, list(reasons)


def built_cells(machine: str, flags: Iterable[Sequence[str]], backends: Iterable[str]) -> list[Cell]:
    """For a machine whose compiler is in this project: its own backend on every configuration that is simulated, the
    others on the one on which they run."""
    known = machines.named(machine)
    own = compilers.own(known)
    return [Cell(machine, own, tuple(f), backend, configuration) for f in flags if LTO not in f for backend in backends
            for configuration in (known.simulated if backend == known.native else [known.runs(backend)])]  # fmt: skip


def _programs(cell: Cell, parts: Sequence[Part], flags: Sequence[str], folder: Path) -> dict[str, Path]:
    """The programs of the parts, built for a cell."""
    programs = {part.program: PROGRAMS.get(part.program, ()) for part in parts}
    if machines.named(cell.machine).builder:
        chosen = [f"-mcpu={cell.runs}", f"-DCURVES={BUILT_CURVES}"]
        return {program: cc.compile([ROOT / program], backend=cell.backend, opt=" ".join(flags), extra=chosen,
                                    machine=cell.machine) for program in programs}  # fmt: skip
    return compilers.build(cell.compiler, flags, cell.backend, programs, folder, needed(cell.backend, cell.compiler))


def needed(backend: str, compiler: Compiler) -> list[Path]:
    """The sources of the library that the programs here need."""
    return [p for p in cc.library_sources(backend, compiler.chain) if not UNUSED.match(p.name)]


def parts_of(machine: str, taint: bool = False) -> Sequence[Part]:
    """What is checked in each cell."""
    if machines.named(machine).builder:
        return BUILT_PARTS
    return TAINT_PARTS if taint else PARTS


def check_cell(cell: Cell, parts: Sequence[Part] | None = None, taint: bool = False) -> Found:
    """Build for one cell and check every part: compare runs, or follow the secrets of one."""
    parts = parts_of(cell.machine, taint) if parts is None else parts
    begin = time.monotonic()
    leaks: list[str] = []
    declassified: list[Declassified] = []
    flags = (*cell.flags, *(ct_taint.FLAGS if taint else ()))
    with tempfile.TemporaryDirectory(prefix="evariste-ct-") as folder:
        built = _programs(cell, parts, flags, Path(folder))
        for part in parts:
            elf = built[part.program]
            if taint:
                secret = secrets(part.length, 3, 1)[-1]
                followed = ct_taint.check(cell.machine, elf, secret, cell.runs, args=part.arguments)
                declassified += followed.declassified
                passed, sentence = followed.passed, followed.sentence
            else:
                compared = check(cell.machine, elf, part.secrets, part.length, configuration=cell.runs,
                                 args=part.arguments, keys=False)  # fmt: skip
                passed, sentence = compared.passed, compared.sentence
            if not passed:
                leaks.append(f"{part.name}: {sentence}")
    return Found(cell, tuple(leaks), len(parts), time.monotonic() - begin, taint, ct_taint.joined(declassified))


def run(cells: Sequence[Cell], jobs: int, taint: bool = False) -> Iterator[Found]:
    """Every cell, as it ends."""
    if not cells:
        raise UserError("There is nothing to check: no compiler can build with these flags.")
    with ProcessPoolExecutor(jobs) as pool:
        try:
            for done in as_completed([pool.submit(check_cell, cell, None, taint) for cell in cells]):
                yield done.result()
        finally:  # a build that cannot be made is told at once
            pool.shutdown(cancel_futures=True)


def _place(flags: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return (FLAGS.index(flags) if flags in FLAGS else len(FLAGS), flags)


def records(found: Iterable[Found]) -> list[dict[str, Any]]:
    """A record for each compiler and backend, and for each configuration that the cells name."""

    def key(f: Found) -> tuple[str, str, str, str]:
        return (f.cell.machine, f.cell.compiler.name, f.cell.backend, f.cell.configuration)

    made = []
    for (machine, name, backend, configuration), group in groupby(sorted(found, key=key), key):
        cells = list(group)
        parts = parts_of(machine)
        params = {
            "compiler": name,
            "flags": [" ".join(flags) for flags in sorted({f.cell.flags for f in cells}, key=_place)],
            "parts": [p.name for p in parts],
            "secrets": sum(p.secrets for p in parts),
        }
        passed, taint = not any(f.leaks for f in cells), cells[0].taint
        if taint:
            places = sorted({d.place for f in cells for d in f.declassified})
            params |= {"parts": [p.name for p in TAINT_PARTS], "secrets": len(TAINT_PARTS), "declassified": places}
        suffix = f".on.{configuration}" if configuration else ""
        made.append(record(workload=f"{'taint' if taint else 'ct'}.{name.replace(' ', '_')}{suffix}", engine="iss",
                           machine=machine, configuration=cells[0].cell.runs, cycles=None,
                           backend=backend, params=params, passed=passed,
                           checked="no branch, address or wait depends on a secret bit" if taint else
                           "same instructions, data addresses and cycles for all secrets"))  # fmt: skip
    return made
