# SPDX-License-Identifier: Apache-2.0
"""Constant time under many compilers: every algorithm that handles secrets, built and compared for each.

A cell is a compiler, its flags and a backend. For each the library is built with these flags, and `evariste.ct`
compares runs of sw/apps/aes_ct.c, hash_ct.c and ecc_ct.c with several secrets. Of curves, parts cover a Koblitz curve
and one with an arbitrary b over one field, and deterministic signing on a curve whose order is just below a power of
two, where no nonce is drawn again. ECDH contains ec2_mul, key generation ec2_mul_base.
"""

import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from evariste import cc, compilers, ct
from evariste.compilers import LTO, Compiler
from evariste.configurations import for_backend
from evariste.errors import UserError
from evariste.record import record

LEVELS = ("-O1", "-O2", "-O3", "-Os")
FLAGS = [*((level,) for level in LEVELS), *((level, LTO) for level in LEVELS)]
BACKENDS = ("gfp", "portable")
AES, HASH, ECC = (f"sw/apps/{name}_ct.c" for name in ("aes", "hash", "ecc"))
PROGRAMS: dict[str, Sequence[str]] = {AES: (), HASH: (), ECC: ("-DCURVES=CURVE_(k163)CURVE_(b163)CURVE_(k283)",)}
# Of the library, what these programs need: other fields and the codes only cost time.
NEEDED = ("aes", "ghash", "hash", "sha", "ec2.", "ec2_163", "ec2_283", "ec2_inverse", "ec2_recode", "ec2_scalar",
          "ecdh", "ecdsa", "gf2m_163", "gf2m_283", "gf2m_kernels_163", "gf2m_kernels_283", "start", "syscalls",
          "ct.")  # fmt: skip


@dataclass(frozen=True)
class Part:
    """What one comparison looks at: a program, its arguments, how many secrets of how many bytes."""

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

    @property
    def name(self) -> str:
        return f"{self.compiler.name} {' '.join(self.flags)}, {self.backend}"


@dataclass(frozen=True)
class Found:
    """What a cell showed: the sentence of each part that is not constant in time."""

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
    found: Iterable[Compiler], flags: Iterable[Sequence[str]], backends: Iterable[str]
) -> tuple[list[Cell], list[str]]:
    """Every combination that can be built, and a line for each that cannot."""
    cells, reasons = [], {}
    backends, flags = list(backends), [tuple(f) for f in flags]
    for compiler in found:
        for wanted in flags:
            if reason := compilers.why_not(compiler, wanted):
                reasons[f"Not with {compiler.name}: {reason}."] = None
                continue
            cells += [Cell(compiler, wanted, backend) for backend in backends]
    return cells, list(reasons)


def check(cell: Cell, parts: Sequence[Part] = PARTS) -> Found:
    """Build for one cell and compare every part."""
    begin = time.monotonic()
    needed = [p for p in cc.library_sources(cell.backend) if p.name.startswith(NEEDED)]
    programs = {part.program: PROGRAMS.get(part.program, ()) for part in parts}
    leaks = []
    with tempfile.TemporaryDirectory(prefix="evariste-ct-") as folder:
        built = compilers.build(cell.compiler, cell.flags, cell.backend, programs, Path(folder), needed)
        for part in parts:
            verdict = ct.check(built[part.program], runs=part.secrets, length=part.length, args=part.arguments,
                               configuration=for_backend(cell.backend))  # fmt: skip
            if not verdict.passed:
                leaks.append(f"{part.name}: {verdict.sentence}")
    return Found(cell, tuple(leaks), len(parts), time.monotonic() - begin)


def run(cells: Sequence[Cell], jobs: int) -> Iterator[Found]:
    """Every cell, as it ends."""
    if not cells:
        raise UserError("There is nothing to check: no compiler can build with these flags.")
    with ProcessPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(check, cell) for cell in cells]):
            yield done.result()


def _place(flags: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return (FLAGS.index(flags) if flags in FLAGS else len(FLAGS), flags)


def records(found: Iterable[Found]) -> list[dict[str, Any]]:
    """A record for each compiler and backend."""

    def key(f: Found) -> tuple[str, str]:
        return (f.cell.compiler.name, f.cell.backend)

    made = []
    for (name, backend), group in groupby(sorted(found, key=key), key):
        cells = list(group)
        params = {
            "compiler": name,
            "flags": [" ".join(flags) for flags in sorted({f.cell.flags for f in cells}, key=_place)],
            "parts": [p.name for p in PARTS],
            "secrets": sum(p.secrets for p in PARTS),
        }
        passed = not any(f.leaks for f in cells)
        made.append(record(workload=f"ct.{name.replace(' ', '_')}", engine="iss", gf=backend == "gfp", cycles=None,
                           backend=backend, params=params, passed=passed,
                           checked="same instructions, data addresses and cycles for all secrets"))  # fmt: skip
    return made
