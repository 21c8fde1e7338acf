# SPDX-License-Identifier: Apache-2.0
"""Constant time, checked: run a program with many secrets and compare what it did.

The program reads its secrets from the file secret.bin and marks the code under test with ct_begin() and ct_end()
(sw/rt/ct.h). Between the marks every run must execute the same instructions at the same addresses, touch the same data
addresses, and take the same cycles. That is a test, not a proof: it sees what the tried secrets make visible.
"""

import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from evariste.configurations import DEFAULT
from evariste.errors import UserError

STEP = np.dtype([("pc", "<u4"), ("address", "<u4"), ("cycle", "<u4")])


@dataclass(frozen=True)
class Verdict:
    """What the comparison found; `sentence` says it in words."""

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
        raise UserError(f"{elf} does not call ct_begin() and ct_end() (sw/rt/ct.h), so there is nothing to compare.")
    return found["ct_begin"], found["ct_end"]


def check(
    elf: Path,
    runs: int = 1000,
    length: int = 64,
    seed: int = 1,
    configuration: str = DEFAULT,
    engine: str = "iss",
    args: Sequence[str] = (),
    files: Mapping[str, bytes] | None = None,
    max_cycles: int = 10**9,
    progress: Callable[[int], object] | None = None,
    tried: Sequence[bytes] = (),
) -> Verdict:
    """Compare the marked regions of `runs` runs, whose secret.bin has `length` bytes; or of the secrets `tried`."""
    tried = tried or secrets(length, runs, seed)
    if len(tried) < 2:
        raise UserError("At least two runs are needed to compare.")
    from evariste.sim import Machine

    begin, end = marks(elf)
    machine = Machine(configuration=configuration, engine=engine)
    first: bytes | None = None
    with tempfile.TemporaryDirectory(prefix="evariste-ct-") as name:
        root = Path(name)
        for file, content in (files or {}).items():
            (root / file).write_bytes(content)
        for index, secret in enumerate(tried):
            (root / "secret.bin").write_bytes(secret)
            path = _path(machine, elf, root, args, begin, end, max_cycles)
            if first is None:
                first = path
                if not path:
                    raise UserError(f"{elf.name} never passed through ct_begin(), so there is nothing to compare.")
            elif path != first:
                return _difference(machine, first, path, index, secret)
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
