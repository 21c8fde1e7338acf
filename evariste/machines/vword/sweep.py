# SPDX-License-Identifier: Apache-2.0
"""How much a reduction costs with each word size: operations, cycles, and the paper's figures of them."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evariste.bench.pool import each
from evariste.errors import UserError
from evariste.machines.vword.convert import conversions, needed
from evariste.machines.vword.instance import FUSED, PAPER, WORDS, Instance, best, check_word
from evariste.machines.vword.plot import Chart, svg
from evariste.machines.vword.polynomial import Polynomial

Record = dict[str, Any]
HEADINGS = ("word", "row", "words", "shifts", "xors", "operations", "executed", "amounts", "cycles", "cycles_fused",
            "pack", "unpack")  # fmt: skip


@dataclass(frozen=True)
class Point:
    """A word size at both levels that sweeps compare."""

    paper: Instance
    fused: Instance

    @property
    def word(self) -> int:
        return self.paper.word

    @property
    def row(self) -> list[int]:
        """As HEADINGS says."""
        made, program = self.paper.reduction, self.paper.program
        moves = [c.program.cycles if needed(self.paper) else 0 for c in conversions(self.paper)]
        return [self.word, self.paper.row, made.words_in, made.shifts, made.xors, made.operations, program.operations,
                len(self.paper.amounts), program.cycles, self.fused.program.cycles, *moves]  # fmt: skip


def words(text: str) -> range:
    """LOW:HIGH, or one size."""
    low, _, high = text.partition(":")
    if not low.isdecimal() or not (high or low).isdecimal():
        raise UserError(f"--words is LOW:HIGH in bits, as 32:320, and not '{text}'.")
    found = range(int(low), int(high or low) + 1)
    if not found:
        raise UserError(f"--words {text} is empty: the lower end comes first.")
    check_word(found[0])
    check_word(found[-1])
    return found


def sweep(
    f: Polynomial, sizes: range, progress: Callable[[int, int], object], processes: int | None = 1,
    dask: str | None = None,
) -> tuple[list[Point], dict[int, str]]:  # fmt: skip
    """The points, and the sizes that cannot be built with the reason."""
    found: dict[int, Point | UserError] = {}
    for (_, word), point in each(_point, [(f, word) for word in sizes], processes, dask):
        progress(len(found), len(sizes))
        found[word] = point
    points = [p for word in sizes if not isinstance(p := found[word], UserError)]
    refused = {word: p.message for word in sizes if isinstance(p := found[word], UserError)}
    if not points:
        raise UserError(next(iter(refused.values())))
    return points, refused


def _point(job: tuple[Polynomial, int]) -> Point:
    point = Point(Instance(*job, PAPER), Instance(*job, FUSED))
    _ = point.paper.program, point.fused.program
    return point


def table(points: Sequence[Point]) -> str:
    """The CSV file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADINGS)
    writer.writerows(point.row for point in points)
    return out.getvalue()


def chosen(points: Sequence[Point]) -> Instance:
    """The best word at level paper."""
    return best([point.paper for point in points])


def best_word(f: Polynomial, level: int) -> int:
    """The best word of a level, up to twice the degree."""
    found = []
    for word in range(max(32, WORDS[0]), min(2 * f.degree, WORDS[-1]) + 1):
        try:
            made = Instance(f, word, level)
            if made.program:
                found.append(made)
        except UserError:
            continue
    if not found:
        raise UserError(f"no word from 32 bits on reduces modulo {f}; its second term is too high.")
    return best(found).word


def reason(points: Sequence[Point]) -> str:
    """Why the best word is the best, in a sentence."""
    made = chosen(points)
    f, w = made.polynomial, made.word
    aligned = [e for e in f.lower if (f.degree - e) % w == 0]
    high = f.lower[0]
    why = f"It is the shortest word with {made.program.cycles} cycles"
    if w >= f.degree + high - 1 and high:
        why += f": from {f.degree} + {high} - 1 bits on the upper word does not spill into itself"
    elif aligned:
        terms = " and ".join(f"{f.degree} - {e}" if e else f"{f.degree}" for e in aligned)
        why += f": {terms} is a multiple of {w}, so a term needs no shift"
    return why + "."


def charts(points: Sequence[Point]) -> dict[str, Chart]:
    """By file name: operations and cycles, as the paper's figures 2 and 5, and the gain in cycles over the first
    size."""
    f, marked = points[0].paper.polynomial, chosen(points).word
    first = points[0]

    def line(value: Callable[[Point], float]) -> list[tuple[float, float]]:
        return [(point.word, value(point)) for point in points]

    across = "bits of a word"
    return {
        "operations": Chart(f"Operations of a reduction by {f}", across, "shifts and XORs",
                            {"level paper": line(lambda p: p.paper.reduction.operations)}, marked),
        "cycles": Chart(f"Cycles of a reduction by {f}, memory to memory", across, "cycles",
                        {"level paper": line(lambda p: p.paper.program.cycles),
                         "level fused": line(lambda p: p.fused.program.cycles)}, marked),
        "gain": Chart(f"Cycles with words of {first.word} bits, over cycles", across, "times",
                      {"level paper": line(lambda p: first.paper.program.cycles / p.paper.program.cycles),
                       "level fused": line(lambda p: first.paper.program.cycles / p.fused.program.cycles)}, marked),
    }  # fmt: skip


def times(points: Sequence[Point], measured: Sequence[Record]) -> dict[int, float]:
    """By word: ns of a reduction at level paper, at the clock that was reached."""
    cycles = {point.word: point.paper.program.cycles for point in points}
    return {r["params"]["word"]: 1000 * cycles[r["params"]["word"]] / r["params"]["fmax_mhz"] for r in measured}


def quickest(points: Sequence[Point], measured: Sequence[Record]) -> tuple[int, float]:
    """The word with the least time, and that time in ns."""
    return min(times(points, measured).items(), key=lambda found: found[1])


def clock_table(points: Sequence[Point], measured: Sequence[Record]) -> str:
    """The CSV file of what was measured."""
    out, took = io.StringIO(), times(points, measured)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("word", "row", "luts", "ffs", "brams", "mhz", "ns"))
    for p in (r["params"] for r in measured):
        writer.writerow([p["word"], p["row"], *(p["used"][kind] for kind in ("luts", "ffs", "brams")), p["fmax_mhz"],
                         round(took[p["word"]], 1)])  # fmt: skip
    return out.getvalue()


def clock_charts(points: Sequence[Point], measured: Sequence[Record]) -> dict[str, Chart]:
    """By file name: MHz and the time of a reduction over the word, as the paper's figures 4 and 6."""
    f, across = points[0].paper.polynomial, "bits of a word"
    clocks = {r["params"]["word"]: r["params"]["fmax_mhz"] for r in measured}
    took = times(points, measured)
    return {
        "clock": Chart(f"Clock with an accelerator for {f} on an ECP5", across, "MHz",
                       {"level paper": sorted(clocks.items())}),
        "time": Chart(f"Time of a reduction by {f} on an ECP5", across, "ns",
                      {"level paper": sorted(took.items())}, quickest(points, measured)[0]),
    }  # fmt: skip


def write(folder: Path, points: Sequence[Point], measured: Sequence[Record] = ()) -> list[Path]:
    """The tables and the drawings. A file is there as a whole or not at all."""
    texts = {"sweep.csv": table(points), **{f"{name}.svg": svg(chart) for name, chart in charts(points).items()}}
    if measured:
        texts["clock.csv"] = clock_table(points, measured)
        texts |= {f"{name}.svg": svg(chart) for name, chart in clock_charts(points, measured).items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            new = folder / f".{name}.new"
            try:
                new.write_text(text, encoding="utf-8")
                new.replace(folder / name)
            finally:
                new.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}.") from None
    return [folder / name for name in texts]
