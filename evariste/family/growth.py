# SPDX-License-Identifier: Apache-2.0
"""How cost grows with the work: cycles of one task at several sizes, and the exponent of the power law through them."""

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from evariste.family.cells import Cell


@dataclass(frozen=True)
class Series:
    """A task at several sizes; `name` has a gap for the size."""

    title: str
    size: str  # what the size is
    name: str
    sizes: tuple[int, ...]

    def tasks(self) -> dict[str, int]:
        return {self.name.format(size): size for size in self.sizes}


DEGREES, BITS = (163, 233, 283, 409, 571), (192, 224, 256, 384, 521)
SERIES = (
    Series("product in GF(2^m)", "degree", "gf2_{}.mul", DEGREES),
    Series("inverse in GF(2^m)", "degree", "gf2_{}.inv", DEGREES),
    Series("k P on B curves, secret k", "degree", "b{}.mul.ct", DEGREES),
    Series("k P on K curves, secret k", "degree", "k{}.mul.ct", DEGREES),
    Series("product modulo p", "bits", "fp{}.mul", BITS),
    Series("k P on P curves, secret k", "bits", "p{}.mul.ct", BITS),
    Series("ECDSA on P curves, sign", "bits", "p{}.ecdsa.sign", BITS),
    Series("RS(255,239), decode", "errors", "rs255_239.decode.e{}", (1, 4, 8)),
)
MESSAGES = (64, 256, 1024, 4096, 16384)  # bytes
CALL = 64  # bytes of a measured call
# A call, a block more, bytes of a block, bytes that padding adds at least.
HASHES = {"SHA-256": ("sha256.call", "sha256.block", 64, 9), "SHA-512": ("sha512.call", "sha512.block", 128, 17)}


def exponent(points: Iterable[tuple[int, float]]) -> float:
    """The slope of the straight line through the logarithms."""
    points = list(points)
    return statistics.linear_regression(*zip(*((math.log(x), math.log(y)) for x, y in points), strict=True)).slope


def kind(cell: Cell) -> tuple[str, str | None, str]:
    """Machine, backend and configuration; one for each field counts as the same."""
    return cell.machine, cell.backend, re.sub(r"^f\d+_", "f*_", cell.configuration)


def measured(series: Series, cells: Iterable[Cell]) -> list[tuple[tuple[str, str | None, str], dict[int, int]]]:
    """For each machine its configuration with the most sizes, and of those the one with the fewest cycles."""
    tasks = series.tasks()
    found: dict[tuple[str, str | None, str], dict[int, int]] = defaultdict(dict)
    for cell in cells:
        if cell.task in tasks:
            found[kind(cell)][tasks[cell.task]] = cell.cycles
    chosen: dict[str, tuple[tuple[str, str | None, str], dict[int, int]]] = {}
    for name, points in sorted(found.items(), key=lambda item: (-len(item[1]), sum(item[1].values()))):
        if len(points) > 1:
            chosen.setdefault(name[0], (name, dict(sorted(points.items()))))
    return list(chosen.values())


def message(call: int, block: int, size: int, padding: int) -> dict[int, int]:
    """Cycles of a hash by the bytes of the message: a call, and the blocks that a longer message has more."""

    def blocks(n: int) -> int:
        return math.ceil((n + padding) / size)

    return {n: call + (blocks(n) - blocks(CALL)) * block for n in MESSAGES}
