# SPDX-License-Identifier: Apache-2.0
"""Coverage of the RTL: the lines and branches that ran, and the signal bits that rose and fell.

Verilator counts (`--coverage-line --coverage-toggle`); the instances of a module count together. What cannot be reached
is waived in the RTL itself, with the reason:

    // cover: off: REASON                       nothing on the next line counts
    // cover: off pc_o[0] word[31:24]: REASON   these bits, declared on the next line, need not rise and fall
    // cover: off until on: REASON              nothing from here
    // cover: on                                to here
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from evariste.errors import UserError
from evariste.paths import ROOT

KINDS = ("line", "branch", "toggle")
_OFF = re.compile(r"^\s*// cover: off\b(.*)")
_ON = re.compile(r"^\s*// cover: on\b")
_BITS = re.compile(r"([\w.]+)(?:\[(\d+)(?::(\d+))?\])?$")


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


@dataclass(frozen=True)
class Waiver:
    """`bits`: what need not rise and fall; none means that nothing on the line counts."""

    reason: str
    bits: frozenset[str]

    def covers(self, point: Point) -> bool:
        return not self.bits or point.what.split(":")[0] in self.bits


@cache
def waivers(file: str) -> dict[int, list[Waiver]]:
    """The waivers of each waived line; several may stand above one."""
    found: dict[int, list[Waiver]] = {}
    following: list[Waiver] = []
    block: list[Waiver] = []
    for number, text in enumerate((ROOT / file).read_text().splitlines(), 1):
        if off := _OFF.match(text):
            targets, _, reason = off[1].partition(": ")
            if not reason.strip() or (targets and not targets.startswith(" ")):
                raise UserError(f"{file}:{number} should read `// cover: off [BITS]: REASON`.")
            if targets.strip() == "until on":
                block = [Waiver(reason.strip(), frozenset())]
            else:
                bits = frozenset(bit for target in targets.split() for bit in _bits(target, file, number))
                following.append(Waiver(reason.strip(), bits))
        elif _ON.match(text):
            block = []
        elif not text.lstrip().startswith("//"):
            if following or block:
                found[number] = following + block
            following = []
    return found


def _bits(target: str, file: str, number: int) -> list[str]:
    named = _BITS.match(target)
    if not named:
        raise UserError(f"{file}:{number}: `{target}` is not a signal with its bits.")
    name, high, low = named.groups()
    if high is None:
        return [name]
    return [f"{name}[{bit}]" for bit in range(int(low or high), int(high) + 1)]


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
    result = Report()
    for point, count in sorted(hits.items()):
        reasons = [w.reason for w in waivers(point.file).get(point.line, []) if w.covers(point)]
        if not count and reasons:
            result.waived[reasons[0]] += 1
            continue
        result.total[point.kind] += 1
        if count:
            result.hit[point.kind] += 1
        else:
            result.missing.append(point)
    return result
