# SPDX-License-Identifier: Apache-2.0
"""Constant time, checked: run a program with many secrets and compare what it did; then that for many compilers.

The program reads its secrets from the file secret.bin and marks the code under test with ct_begin() and ct_end()
(ct.h). Between the marks every run must execute the same instructions at the same addresses, touch the
same data addresses, and take the same cycles. That is a test, not a proof: it sees what the tried secrets make visible.

A cell of the matrix is a compiler, its flags and a backend. For each the library is built with these flags, and runs
of sw/apps/aes_ct.c, hash_ct.c and ecc_ct.c with several secrets are compared. The curves are a Koblitz curve, one with
an arbitrary b over one field, and one whose order is just below a power of two, so that deterministic signing draws no
nonce again. ECDH contains ev_ec2_mul, key generation ev_ec2_mul_base.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from evariste import machines
from evariste.build import cc, compilers
from evariste.build.compilers import LTO, Compiler
from evariste.errors import UserError
from evariste.machines import NATIVE, PORTABLE
from evariste.record import record

STEP = np.dtype([("pc", "<u4"), ("address", "<u4"), ("cycle", "<u4")])


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


def marks(elf: Path) -> tuple[int, int]:
    """The addresses of ct_begin and ct_end."""
    try:
        with elf.open("rb") as stream:
            table = ELFFile(stream).get_section_by_name(".symtab")
            found = {s.name: s["st_value"] & ~1 for s in table.iter_symbols()} if table else {}
    except OSError as error:
        raise UserError(f"{elf} cannot be read: {error.strerror}.") from None
    except ELFError:
        raise UserError(f"{elf} is not an ELF file.") from None
    if "ct_begin" not in found or "ct_end" not in found:
        raise UserError(f"{elf} does not call ct_begin() and ct_end() (ct.h), so there is nothing to compare.")
    return found["ct_begin"], found["ct_end"]


def check(
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
    machine: str = machines.DEFAULT,
) -> Verdict:
    """Compare the marked regions of `runs` runs with `length` bytes of secret.bin, or of the secrets `tried`."""
    tried = tried or secrets(length, runs, seed)
    if len(tried) < 2:
        raise UserError("At least two runs are needed to compare.")
    from evariste.sim import Machine

    begin, end = marks(elf)
    core = Machine(machine, configuration, engine)
    first: bytes | None = None
    with tempfile.TemporaryDirectory(prefix="evariste-ct-") as name:
        root = Path(name)
        for file, content in (files or {}).items():
            (root / file).write_bytes(content)
        for index, secret in enumerate(tried):
            (root / "secret.bin").write_bytes(secret)
            path = _path(core, elf, root, args, begin, end, max_cycles)
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


def _path(machine, elf: Path, root: Path, args: Sequence[str], begin: int, end: int, max_cycles: int) -> bytes:
    machine.load(elf)
    machine.host(root=root, args=args)
    take = machine.record_path(begin, end)
    stop = machine.run(max_cycles=max_cycles)
    if stop.reason != "exit" or stop.status != 0:
        raise UserError(f"{elf.name} did not end well: {stop.sentence}")
    return take()


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
    else:
        what = f"the instruction at {where(at)} came at cycle {a['cycle'][at]} and {b['cycle'][at]}"
    shown = secret.hex() if len(secret) <= 64 else secret[:64].hex() + "..."
    sentence = f"NOT constant time: between the first secret and secret {index} ({shown}), {what}."
    return Verdict(False, index + 1, len(a), _cycles(a), sentence)


LEVELS = ("-O1", "-O2", "-O3", "-Os")
FLAGS = [*((level,) for level in LEVELS), *((level, LTO) for level in LEVELS)]
BACKENDS = (NATIVE, PORTABLE)
AES, HASH, ECC = (f"sw/apps/{name}_ct.c" for name in ("aes", "hash", "ecc"))
PROGRAMS: dict[str, Sequence[str]] = {AES: (), HASH: (), ECC: ("-DCURVES=CURVE_(k163)CURVE_(b163)CURVE_(k283)",)}
# The parts of the library that these programs need. Other fields and the codes would only cost time.
NEEDED = ("aes", "ghash", "hash", "sha", "ec2.", "ec2_163", "ec2_283", "ec2_inverse", "ec2_recode", "ec2_scalar",
          "ec2_sign", "ec2_verify", "ecdh", "ecdsa", "curve.", "der.", "key_der", "pem", "hmac", "wipe", "status",
          "gf2m_163", "gf2m_283", "gf2m_kernels_163", "gf2m_kernels_283", "start", "syscalls", "ct.")  # fmt: skip


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
)  # fmt: skip


@dataclass(frozen=True)
class Cell:
    compiler: Compiler
    flags: tuple[str, ...]
    backend: str
    machine: str = machines.DEFAULT

    @property
    def name(self) -> str:
        return f"{self.compiler.name} {' '.join(self.flags)}, {self.backend}"


@dataclass(frozen=True)
class Found:
    """The result of a cell: a sentence for each part that is not constant time."""

    cell: Cell
    leaks: tuple[str, ...]
    parts: int
    seconds: float

    @property
    def sentence(self) -> str:
        if self.leaks:
            return f"{self.cell.name}: " + "\n".join(self.leaks)
        return f"{self.cell.name}: constant time in {self.parts} parts ({self.seconds:.0f} s)."


def cells(
    found: Iterable[Compiler], flags: Iterable[Sequence[str]], backends: Iterable[str], machine: str = machines.DEFAULT
) -> tuple[list[Cell], list[str]]:
    """Every combination that can be built, and a line for each that cannot."""
    cells, reasons = [], {}
    backends, flags = list(backends), [tuple(f) for f in flags]
    for compiler in found:
        for wanted in flags:
            if reason := compilers.why_not(compiler, wanted):
                reasons[f"Not with {compiler.name}: {reason}."] = None
                continue
            cells += [Cell(compiler, wanted, backend, machine) for backend in backends]
    return cells, list(reasons)


def check_cell(cell: Cell, parts: Sequence[Part] = PARTS) -> Found:
    """Build for one cell and compare every part."""
    begin = time.monotonic()
    needed = [p for p in cc.library_sources(cell.backend, cell.compiler.chain) if p.name.startswith(NEEDED)]
    programs = {part.program: PROGRAMS.get(part.program, ()) for part in parts}
    configuration, leaks = machines.named(cell.machine).runs(cell.backend), []
    with tempfile.TemporaryDirectory(prefix="evariste-ct-") as folder:
        built = compilers.build(cell.compiler, cell.flags, cell.backend, programs, Path(folder), needed)
        for part in parts:
            verdict = check(built[part.program], runs=part.secrets, length=part.length, args=part.arguments,
                            machine=cell.machine, configuration=configuration)  # fmt: skip
            if not verdict.passed:
                leaks.append(f"{part.name}: {verdict.sentence}")
    return Found(cell, tuple(leaks), len(parts), time.monotonic() - begin)


def run(cells: Sequence[Cell], jobs: int) -> Iterator[Found]:
    """Every cell, as it ends."""
    if not cells:
        raise UserError("There is nothing to check: no compiler can build with these flags.")
    with ProcessPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(check_cell, cell) for cell in cells]):
            yield done.result()


def _place(flags: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return (FLAGS.index(flags) if flags in FLAGS else len(FLAGS), flags)


def records(found: Iterable[Found]) -> list[dict[str, Any]]:
    """A record for each compiler and backend."""

    def key(f: Found) -> tuple[str, str, str]:
        return (f.cell.machine, f.cell.compiler.name, f.cell.backend)

    made = []
    for (machine, name, backend), group in groupby(sorted(found, key=key), key):
        cells = list(group)
        params = {
            "compiler": name,
            "flags": [" ".join(flags) for flags in sorted({f.cell.flags for f in cells}, key=_place)],
            "parts": [p.name for p in PARTS],
            "secrets": sum(p.secrets for p in PARTS),
        }
        passed = not any(f.leaks for f in cells)
        made.append(record(workload=f"ct.{name.replace(' ', '_')}", engine="iss",
                           machine=machine, configuration=machines.named(machine).runs(backend), cycles=None,
                           backend=backend, params=params, passed=passed,
                           checked="same instructions, data addresses and cycles for all secrets"))  # fmt: skip
    return made
