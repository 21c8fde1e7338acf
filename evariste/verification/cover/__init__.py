# SPDX-License-Identifier: Apache-2.0
"""Coverage of the RTL: the lines and branches that ran, and the signal bits that rose and fell.

Verilator counts (`--coverage-line --coverage-toggle`); the instances of a module count together. What cannot be reached
is waived, with the reason, in a file beside the modules (evariste.verification.cover.waivers).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.verification.cover import waivers

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


def read(path: Path) -> Counter[Point]:
    """How often each point of rtl/ was hit, from a file that Verilator's run-time library wrote."""
    hits: Counter[Point] = Counter()
    for text in path.read_text().splitlines():
        if not text.startswith("C '"):
            continue
        body, _, count = text[3:].rpartition("' ")
        keys = dict(item.split("\x02", 1) for item in body.split("\x01") if "\x02" in item)
        kind = keys["page"].split("/")[0].removeprefix("v_")
        file = Path(keys["f"])
        if kind in KINDS and file.is_relative_to(ROOT / "rtl"):
            name = str(file.relative_to(ROOT))
            hits[Point(kind, name, int(keys["l"]), int(keys["n"]), keys.get("o", ""))] += int(count)
    if not hits:
        raise UserError(f"{path} holds no coverage of the RTL.")
    return hits


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


def _waivers(file: str) -> list[waivers.Waiver]:
    """Those of a source file."""
    folder = str(Path(file).parent.relative_to("rtl"))
    return [waiver for waiver in waivers.of_folder(folder, ROOT) if waiver.file == file]
