# SPDX-License-Identifier: Apache-2.0
"""How cost grows with the work: cycles of one task at several sizes, and the exponent of the power law through them."""

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from evariste import machines
from evariste.family.cells import Cell


@dataclass(frozen=True)
class Series:
    """A task at several sizes. `name` has a gap for the size; or there is a name for each size."""

    title: str
    size: str  # what the size is
    name: str | tuple[str, ...]
    sizes: tuple[int, ...]

    def tasks(self) -> dict[str, int]:
        names = [self.name.format(n) for n in self.sizes] if isinstance(self.name, str) else self.name
        return dict(zip(names, self.sizes, strict=True))


DEGREES, BITS = (163, 233, 283, 409, 571), (192, 224, 256, 384, 521)
LENGTHS = (64, 128, 204, 255)
SERIES = (
    Series("product in GF(2^m)", "degree", "gf2_{}.mul", DEGREES),
    Series("inverse in GF(2^m)", "degree", "gf2_{}.inv", DEGREES),
    Series("k P on B curves, secret k", "degree", "b{}.mul.ct", DEGREES),
    Series("k P on K curves, secret k", "degree", "k{}.mul.ct", DEGREES),
    Series("product modulo p", "bits", "fp{}.mul", BITS),
    Series("k P on P curves, secret k", "bits", "p{}.mul.ct", BITS),
    Series("ECDSA on P curves, sign", "bits", "p{}.ecdsa.sign", BITS),
    Series("RS(255,239), decode", "errors", "rs255_239.decode.e{}", (1, 4, 8)),
    Series("RS with 16 parity symbols, decode 8 errors", "length",
           tuple(f"rs{n}_{n - 16}.decode.e8" for n in LENGTHS), LENGTHS),
    Series("RS with 16 parity symbols, encode", "length", tuple(f"rs{n}_{n - 16}.encode" for n in LENGTHS), LENGTHS),
    Series("BCH with 16 parity bits, decode 2 errors", "length",
           tuple(f"bch{n}_{n - 16}.decode.e2" for n in (63, 127, 255)), (63, 127, 255)),
    Series("RS of length 255, decode the most errors", "parity symbols",
           ("rs255_239.decode.e8", "rs255_223.decode.e16"), (16, 32)),
    Series("RS of length 255, encode", "parity symbols", ("rs255_239.encode", "rs255_223.encode"), (16, 32)),
    Series("BCH, clean word", "length", ("bch31_11.decode.e0", "bch63_51.decode.e0"), (31, 63)),
    Series("AES, one block", "key bits", "aes{}.encrypt", (128, 192, 256)),
    Series("AES, key expansion", "key bits", "aes{}.expand", (128, 192, 256)),
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
    """Machine, backend and configuration; those that differ by the sizes for which they are built count as one."""
    alike = machines.named(cell.machine).alike if cell.machine in machines.names() else {}
    return cell.machine, cell.backend, alike.get(cell.configuration, re.sub(r"^f\d+_", "f*_", cell.configuration))


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
