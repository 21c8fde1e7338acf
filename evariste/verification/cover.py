# SPDX-License-Identifier: Apache-2.0
"""Coverage of the RTL: the lines and branches that ran, and the signal bits that rose and fell.

Verilator counts (`--coverage-line --coverage-toggle`); the instances of a module count together. What cannot be reached
is waived, with the reason, in rtl/<folder>/cover.yaml, a list of

    - reason: a descriptor has 60 bits
      signals:                    # bits that need not rise and fall
        core_lsu: field_i[63:60]  # module: bits, separated by spaces
      lines:                      # source lines that need not run: their text, or a list of texts
        core_psr: if (SUBSET) psr_d.ipsr = '0;
      blocks:                     # the same for a line and those behind it that are indented further
        core_decode: if (GF & ~GF_ISOLATE) begin

An entry that fits nothing in the source is an error, and so is one for which the simulator counts no point.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.record import record as a_record

KINDS = ("line", "branch", "toggle")


@dataclass(frozen=True, order=True)
class Point:
    """`what`: the bit and its direction, or the branch."""

    kind: str
    file: str  # from the project's root
    line: int
    column: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.kind} {self.what}"


@cache
def _source(file: str, root: Path) -> str | None:
    """A source of the RTL, from the project's root; others are left out. Another work tree may have built the model."""
    name = f"rtl/{file.rpartition('/rtl/')[2]}"
    return name if (root / name).is_file() else None


def read(path: Path) -> Counter[Point]:
    """How often each point of rtl/ was hit, from a file that Verilator's run-time library wrote."""
    hits: Counter[Point] = Counter()
    for text in path.read_text().splitlines():
        if not text.startswith("C '"):
            continue
        body, _, count = text[3:].rpartition("' ")
        keys = dict(item.split("\x02", 1) for item in body.split("\x01") if "\x02" in item)
        kind = keys["page"].split("/")[0].removeprefix("v_")
        if kind in KINDS and (name := _source(keys["f"], ROOT)):
            hits[Point(kind, name, int(keys["l"]), int(keys["n"]), keys.get("o", ""))] += int(count)
    if not hits:
        raise UserError(f"{path} holds no coverage of the RTL.")
    return hits


_BITS = re.compile(r"([\w.]+(?:\[\d+\])*?)(?:\[(\d+)(?::(\d+))?\])?$")
_WAIVED = ("signals", "lines", "blocks")


@dataclass(frozen=True)
class Waiver:
    """`bits`: names of points, as the simulator has them; `lines`: numbers. One of the two is empty."""

    reason: str
    file: str  # from the project's root
    entry: str
    bits: frozenset[str] = frozenset()
    lines: frozenset[int] = frozenset()

    def covers(self, line: int, what: str) -> bool:
        return line in self.lines or what.split(":")[0] in self.bits


@cache
def waivers_of(folder: str, root: Path = ROOT) -> tuple[Waiver, ...]:
    """The waivers of rtl/<folder>, checked against its source."""
    path = root / "rtl" / folder / "cover.yaml"
    if not path.exists():
        return ()
    found: list[Waiver] = []
    for item in yaml.safe_load(path.read_text()):
        unknown = set(item) - {"reason", *_WAIVED}
        if unknown or not str(item.get("reason") or "").strip() or not set(item) & set(_WAIVED):
            raise UserError(f"{path}: an entry has a reason, and signals, lines or blocks, and nothing else: {item}.")
        for kind in _WAIVED:
            for module, entries in (item.get(kind) or {}).items():
                source = path.parent / f"{module}.sv"
                if not source.exists():
                    raise UserError(f"{path} names {module}, and there is no {source.name} beside it.")
                for entry in _entries(kind, entries):
                    found.append(_waiver(kind, entry, item["reason"], source, root))
    return tuple(found)


def _entries(kind: str, given: str | list[str]) -> list[str]:
    if kind == "signals":
        return str(given).split()
    return [given] if isinstance(given, str) else given


def _waiver(kind: str, entry: str, reason: str, source: Path, root: Path) -> Waiver:
    name, text = str(source.relative_to(root)), source.read_text().splitlines()
    if kind == "signals":
        if not (named := _BITS.match(entry)):
            raise UserError(f"{name}: `{entry}` is not a signal with its bits.")
        declared = re.split(r"\W", named[1])[0]
        if not any(re.search(rf"\b{declared}\b", line.split("//")[0]) for line in text):
            raise UserError(f"{name} has no signal {declared} whose coverage could be waived.")
        return Waiver(reason, name, entry, bits=frozenset(_bits(*named.groups())))
    places = [number for number, line in enumerate(text, 1) if line.split("//")[0].strip() == entry]
    if len(places) != 1:
        raise UserError(f"{name} has {len(places)} lines `{entry}`; a waiver of coverage needs exactly one.")
    lines = places if kind == "lines" else _block(text, places[0])
    return Waiver(reason, name, entry, lines=frozenset(lines))


def _bits(name: str, high: str | None, low: str | None) -> list[str]:
    if high is None:
        return [name]
    return [f"{name}[{bit}]" for bit in range(int(low or high), int(high) + 1)]


def _block(text: list[str], first: int) -> Iterator[int]:
    """A line, and those behind it that are indented further."""

    def indent(line: str) -> int:
        return len(line) - len(line.lstrip())

    yield first
    for number in range(first + 1, len(text) + 1):
        line = text[number - 1]
        if line.strip() and indent(line) <= indent(text[first - 1]):
            return
        yield number


@dataclass
class Report:
    """By kind: points that count and those of them that were hit; what was not; what is waived, by reason."""

    total: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)
    missing: list[Point] = field(default_factory=list)
    waived: Counter[str] = field(default_factory=Counter)


def report(files: Iterable[Path]) -> Report:
    """The coverage of several runs together."""
    hits: Counter[Point] = Counter()
    for path in files:
        hits.update(read(path))
    known = {file: _waivers(file) for file in {point.file for point in hits}}
    unused = {waiver for found in known.values() for waiver in found}
    result = Report()
    for point, count in sorted(hits.items()):
        waived = [w for w in known[point.file] if w.covers(point.line, point.what)]
        unused.difference_update(waived)
        if not count and waived:
            result.waived[waived[0].reason] += 1
            continue
        result.total[point.kind] += 1
        if count:
            result.hit[point.kind] += 1
        else:
            result.missing.append(point)
    if unused:
        entries = ", ".join(sorted(f"{waiver.file} {waiver.entry}" for waiver in unused))
        raise UserError(f"these waivers of coverage fit no point that the simulator counts: {entries}.")
    return result


def record(machine: str, configuration: str, found: Report, programs: int) -> dict[str, Any]:
    """The coverage of a machine's RTL as a record."""
    return a_record(
        workload="coverage.rtl", engine="rtl", machine=machine, configuration=configuration, cycles=None,
        params={"programs": programs},
        passed=not found.missing, checked=f"{len(found.missing)} points neither hit nor waived",
    ) | {
        "hit": dict(found.hit), "total": dict(found.total), "waived": dict(found.waived.most_common()),
        "missing": [str(point) for point in found.missing],
    }  # fmt: skip


def _waivers(file: str) -> list[Waiver]:
    """Those of a source file."""
    folder = str(Path(file).parent.relative_to("rtl"))
    return [waiver for waiver in waivers_of(folder, ROOT) if waiver.file == file]
