# SPDX-License-Identifier: Apache-2.0
"""Circuit and memories together, each memory of its size, from the record of a program's energy on a netlist. Memories
alone, from the record of its cycles.

A record of energy has the circuit's energy and the counted accesses. What it says of memories takes ROM and RAM as the
published one of 8 KB, so that machines compare. Here they have sizes.
"""

from collections.abc import Mapping
from typing import Any

from evariste import machines
from evariste.silicon import scaling
from evariste.silicon.memories import KNOWN, Memories, access, tags

ROM, RAM = 64 << 10, 16 << 10  # bytes


def arrays(size: int) -> dict[str, int]:
    """Bytes of the arrays of a cache of so many bytes and one way, by kind of access."""
    return {"cache_read": size, "cache_write": size, "tag_read": tags(size), "tag_write": tags(size)}


def _parameters(record: Mapping[str, Any]) -> Mapping[str, int]:
    """Of the configuration that ran."""
    return machines.named(record["machine"]).has(record["config"]).parameters


def sized(record: Mapping[str, Any], rom: int = ROM, **more: float) -> Memories:
    """The memories of the configuration that ran, with a ROM of so many bytes; `more` are other fields of Memories."""
    has = _parameters(record)
    return Memories(rom=rom, ram=RAM, cache=has.get("ICACHE_BYTES", 0), ways=has.get("ICACHE_WAYS", 1), **more)


def whole(record: Mapping[str, Any], rom: int = ROM) -> tuple[float, float]:
    """pJ of the circuit, and of its memories, with a ROM of so many bytes."""
    counts = record["accesses"]
    sizes = {"fetch": rom, **arrays(_parameters(record).get("ICACHE_BYTES", 0))}  # of all others: RAM
    law = scaling.access("180", record["params"]["volts"])[0] / access(KNOWN)
    return record["logic_pj"], law * sum(n * access(sizes.get(kind, RAM)) for kind, n in counts.items())
