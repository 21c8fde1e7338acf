# SPDX-License-Identifier: Apache-2.0
"""Tables in documents, filled from records: no measured number is typed by hand.

A document holds a block

    <!-- table codes.speed -->
    ...
    <!-- end table -->

and a module of SUBJECTS holds the function that writes the text between the two lines, as Markdown, from the records
in `doc/records/*.json` (what `ev bench --json` writes):

    @table("codes.speed")
    def _(records: Records) -> str: ...

A machine may bring a module of its own, too.

`ev report` refills every block; a test fails when a block is not what the records say.
"""

import importlib
import json
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.paths import ROOT

# The modules that hold tables, each beside its subject.
SUBJECTS = ("bench.footprint", "bench.tables", "family.groups", "family.peers", "family.tables", "fpga.tables",
            "papers.tables", "report.tables", "silicon.energies", "silicon.sizes", "silicon.tables",
            "verification.tables")  # fmt: skip
FOLDER = ROOT / "doc" / "records"
_BLOCK = re.compile(r"(<!-- table (?P<name>[\w.]+) -->\n)(?P<body>.*?)(<!-- end table -->)", re.DOTALL)


class Records(list[dict[str, Any]]):
    """All committed records, with the look-up that tables need. `machine` is the one that a table without another is
    about: the default one.
    """

    machine = machines.default()

    @property
    def native(self) -> str:
        """That machine's own backend."""
        return self.machine.native

    def one(
        self, workload: str, backend: str | None = None, engine: str | None = None, machine: str | None = None
    ) -> dict[str, Any]:
        """The record of a workload on a backend, if not the native one. If it is missing, the error names the command
        that makes it."""
        backend, machine = backend or self.native, machine or self.machine.name
        wanted = (machine, workload, backend)
        for r in self:
            if (r.get("machine", machine), r["workload"], r["backend"]) == wanted and engine in (None, r["engine"]):
                return r
        raise UserError(
            f"doc/records holds no record of {workload} on {backend}; `ev bench {workload} --json` makes it."
        )

    def like(self, pattern: str) -> "Records":
        """The records whose workload matches the regular expression from its beginning."""
        return Records(r for r in self if re.match(pattern, r["workload"]))


Table = Callable[[Records], str]
_tables: dict[str, Table] = {}


def table(name: str) -> Callable[[Table], Table]:
    """Register the function that writes the block called `name`. A name belongs to one function: with two, the order of
    imports would decide what `ev report` writes."""

    def register(write: Table) -> Table:
        if name in _tables:
            raise ValueError(f"two functions write the table {name}")
        _tables[name] = write
        return write

    return register


def markdown(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table. Numbers, links of numbers, estimates (~) and gaps (-) among them are right-aligned. Thousands
    are grouped."""

    def cell(value: object) -> str:
        return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}" if isinstance(value, float) else str(value)

    heading, rows = list(heading), [list(row) for row in rows]
    right = [_numbers([row[i] for row in rows]) for i in range(len(heading))]
    lines = [heading, ["---:" if r else "---" for r in right], *([cell(v) for v in row] for row in rows)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _numbers(column: list[object]) -> bool:
    """Whether it holds numbers or estimates, and nothing else but gaps."""
    known = [value for value in column if isinstance(value, int | float) or re.match(r"[~[]|.* ± ", str(value))]
    number = r"-|~?[\d,]+(\.\d+)?( ± [\d,]+(\.\d+)?)?|\[[-+]?[\d,]+(\.\d+)?( %)?\]\([^)]*\)(, \w+)?"  # also as a link
    return bool(known) and all(isinstance(value, int | float) or re.fullmatch(number, str(value))
                               for value in column)  # fmt: skip


def records() -> Records:
    """Every record in `doc/records`, but of machines that are not there."""
    found, there = Records(), machines.names()
    for path in sorted(FOLDER.glob("*.json")):
        try:
            found += (r for r in json.loads(path.read_text()) if r.get("machine") in there)
        except ValueError as error:
            raise UserError(f"doc/records/{path.name} is not JSON: {error}.") from None
    return found


def documents() -> list[Path]:
    """The documents that may hold blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "doc").rglob("*.md"))]


def filled(text: str, known: Records) -> str:
    """The text with every block written anew from the records."""
    for name in SUBJECTS:
        importlib.import_module(f"evariste.{name}")
    for machine in machines.all():
        with suppress(UserError):  # it has none
            machine.module("tables")

    def write(block: re.Match[str]) -> str:
        if block["name"] not in _tables:
            raise UserError(f"no table is called {block['name']}; SUBJECTS in evariste/tables.py names the modules.")
        return f"{block[1]}{_tables[block['name']](known)}{block[4]}"

    return _BLOCK.sub(write, text)


def changed(old: str, new: str) -> list[str]:
    """The names of the tables that differ between two versions of a document."""
    return [a["name"] for a, b in zip(_BLOCK.finditer(old), _BLOCK.finditer(new), strict=True) if a[0] != b[0]]
