# SPDX-License-Identifier: Apache-2.0
"""A reader's walk: numbers of the page drawn at random, each made again by the command beside it."""

import json
import random
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from evariste.bench.pool import progress
from evariste.family.cells import Cell, best, cells
from evariste.paths import ROOT
from evariste.tables import Records


def drawn(records: Records, count: int, seed: str) -> list[Cell]:
    """As many of the numbers that the page shows, or all if it has fewer."""
    shown = sorted({c for row in best(records).values() for c in row.values()}, key=lambda c: (c.task, c.where))
    return random.Random(seed).sample(shown, min(count, len(shown)))


def again(cell: Cell) -> int | str:
    """The cycles of a cell by its command, without what earlier runs left. Text: why there are none."""
    with tempfile.TemporaryDirectory(prefix="evariste-walk-") as folder:
        made = Path(folder) / "records.json"
        command = [sys.executable, "-m", "evariste", *shlex.split(cell.command)[1:], "--json", str(made)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode or not made.exists():
            return (done.stderr or done.stdout).strip()[-300:] or f"status {done.returncode}"
        found = [c.cycles for c in cells(json.loads(made.read_text()))
                 if (c.task, c.where, c.backend) == (cell.task, cell.where, cell.backend)]  # fmt: skip
    return found[0] if found else "the command measures something else"


def faults(chosen: Sequence[Cell]) -> Iterator[str]:
    """A sentence for each number that does not come out again."""
    with progress("numbers of the page", len(chosen)) as tick:
        for cell in chosen:
            found = again(cell)
            tick(f"{cell.task} {cell.where}")
            if found != cell.cycles:
                said = f"gives {found:,} cycles" if isinstance(found, int) else f"gives none: {found}"
                yield f"{cell.task} on {cell.where}: the page says {cell.cycles:,} cycles, `./{cell.command}` {said}"
