# SPDX-License-Identifier: Apache-2.0
"""A reader's walk: numbers of the page drawn at random, each made again by the command beside it.

Cycles, gates and longest paths have to come out equal. So have energies, with and without glitches, which follow from
the same run on the same netlist. Times, ratios, shares, exponents and verdicts are not drawn: the page computes them
from such numbers, and `ev report --check` does it again. Nor are energies of long programs, which take hours.
"""

import json
import random
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.bench.pool import progress
from evariste.family import growth
from evariste.family.cells import Cell, Energy, Silicon, best, cells, energies, hosted, silicon
from evariste.paths import ROOT
from evariste.tables import Records

SHORT = 20_000  # cycles of a program whose energy is drawn: a longer one takes hours on a netlist
EACH = 6  # among so many numbers one of a netlist and one of energy


@dataclass(frozen=True)
class Number:
    """A number of the page: of what, in which unit, the command that makes it, and where its records have it."""

    what: str
    unit: str
    value: float
    command: str
    read: Callable[[Records], float | None] = field(compare=False)


def of_cell(cell: Cell) -> Number:
    def read(made: Records) -> float | None:
        same = (cell.task, cell.where, cell.backend)
        return next((c.cycles for c in (*cells(made), *hosted(made)) if (c.task, c.where, c.backend) == same), None)

    return Number(f"{cell.task} on {cell.where}", "cycles", cell.cycles, cell.command, read)


def of_netlists(records: Records) -> list[Number]:
    """Gates and longest path of each configuration."""
    named = {f"{m.name}.{name}" for m in machines.all() for name in m.configurations}
    return [
        Number(where, unit, value(s), s.command, partial(_of_netlist, where, value))
        for where, s in silicon(records).items() if where in named
        for unit, value in (("GE", attrgetter("ge")), ("ns", attrgetter("delay_ns")))
    ]  # fmt: skip


def _of_netlist(where: str, value: Callable[[Silicon], float], made: Records) -> float | None:
    found = silicon(made).get(where)
    return value(found) if found else None


def of_energies(records: Records) -> list[Number]:
    """Energy with and without glitches of each task whose program is short, and whose command runs no others."""
    return [
        Number(f"{e.task} on {e.where}{also}", "pJ", value(e), e.command, partial(_of_energy, place, value))
        for place, e in energies(records).items() if e.cycles <= SHORT and " --" in e.command.partition("silicon")[2]
        for also, value in (("", attrgetter("pj")), (" without glitches", attrgetter("still_pj")))
    ]  # fmt: skip


def _of_energy(place: tuple[str, str], value: Callable[[Energy], float], made: Records) -> float | None:
    found = energies(made).get(place)
    return value(found) if found else None


def shown(records: Records) -> list[Number]:
    """All cycles that the page shows, in its grids and in its table of growth."""
    known = cells(records)
    of_page = {c for row in best(records).values() for c in row.values()}
    for series in growth.SERIES:
        chosen = {kind for kind, _ in growth.measured(series, known)}
        of_page |= {c for c in known if c.task in series.tasks() and growth.kind(c) in chosen}
    of_page |= {*hosted(records)}
    return [of_cell(c) for c in sorted(of_page, key=lambda c: (c.task, c.where, c.backend or ""))]


def drawn(records: Records, count: int, seed: str) -> list[Number]:
    """As many of the page's numbers, or all if it has fewer: cycles, and some of netlists and energies among them."""
    rng, found = random.Random(seed), list[Number]()
    for kind in (of_netlists(records), of_energies(records)):
        found += rng.sample(kind, min(len(kind), count // EACH))
    cycles = shown(records)
    return found + rng.sample(cycles, min(count - len(found), len(cycles)))


def again(number: Number) -> float | str:
    """A number by its command, without what earlier runs left. Text: why there is none."""
    with tempfile.TemporaryDirectory(prefix="evariste-walk-") as folder:
        made = Path(folder) / "records.json"
        command = [sys.executable, "-m", "evariste", *shlex.split(number.command)[1:], "--json", str(made)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode or not made.exists():
            return (done.stderr or done.stdout).strip()[-300:] or f"status {done.returncode}"
        records: list[dict[str, Any]] = json.loads(made.read_text())
    found = number.read(Records(records))
    return "the command measures something else" if found is None else found


def faults(chosen: Sequence[Number]) -> Iterator[str]:
    """A sentence for each number that does not come out again."""
    with progress("numbers of the page", len(chosen)) as tick:
        for number in chosen:
            found = again(number)
            tick(number.what)
            if found != number.value:
                said = f"gives none: {found}" if isinstance(found, str) else f"gives {found:,} {number.unit}"
                yield f"{number.what}: the page says {number.value:,} {number.unit}, `./{number.command}` {said}"
