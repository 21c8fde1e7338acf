# SPDX-License-Identifier: Apache-2.0
"""Energy of memories of any size, from counted accesses. A cell library does not tell it.

M. Horowitz, "Computing's energy problem (and what we can do about it)", ISSCC 2014, figure 1.1.9: 10, 20 and 100 pJ for
64 bits from 8 KB, 32 KB and 1 MB in 45 nm. So energy grows with about the square root of the size. An access to 32 bits
is taken as half. Below 1 KB, half of it is taken as independent of the size. Everything is in pJ at 45 nm. Ratios of
such figures hold at any node.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from evariste.silicon.scaling import PUBLISHED

KNOWN, SMALL = 8192, 1024  # bytes: what the published access is of, and where small memories begin
EXPONENT = 0.5
VARIED = ({"exponent": 0.4}, {"exponent": 0.6}, {"rom_part": 0.5})  # other assumptions, of Memories
LINE = 4  # words of a cache line
TAG = 3  # bytes of a line's tag and valid bit


def access(size: int, exponent: float = EXPONENT) -> float:
    """Of 32 bits in a memory of so many bytes."""
    if size < SMALL:
        return access(SMALL, exponent) * (0.5 + size / (2 * SMALL))
    return PUBLISHED["access"] / 2 * (size / KNOWN) ** exponent


def part(size: int) -> float:
    """What an access to a memory of so many bytes takes, in accesses to the published one."""
    return access(size) / access(KNOWN)


def tags(cache: int) -> int:
    """Bytes of the tags of a cache of so many bytes."""
    return cache // (4 * LINE) * TAG


@dataclass(frozen=True)
class Memories:
    """Sizes in bytes, the cache's ways, and the energy of a ROM as a part of that of an SRAM of its size."""

    rom: int
    ram: int
    cache: int = 0
    ways: int = 1
    exponent: float = EXPONENT
    rom_part: float = 1.0

    def of(self, record: Mapping[str, Any]) -> float:
        """The energy of a record's accesses. Without a cache each instruction is fetched once, from ROM. With one, a
        fetch reads words and tags of each way. A miss moves a line.
        """
        mix, rom = record["mix"], self.rom_part * access(self.rom, self.exponent)
        data = (mix["load"] + mix["store"]) * access(self.ram, self.exponent)
        if not self.cache:
            return data + record["instructions"] * rom
        counts = record["params"]["counts"]
        hits, misses = counts["cache hits"], counts["cache misses"]
        word = access(self.cache // self.ways, self.exponent)
        tag = access(tags(self.cache) // self.ways, self.exponent)
        return data + (hits + misses) * self.ways * (word + tag) + misses * (LINE * (rom + word) + tag)


def ratio(one: Callable[..., float], other: Callable[..., float]) -> str:
    """Of two energies, with the least and the largest that other assumptions give. Both take fields of Memories."""
    found = [one(**v) / other(**v) for v in ({}, *VARIED)]
    return f"{found[0]:.2f} ({min(found):.2f} to {max(found):.2f})"
