# SPDX-License-Identifier: Apache-2.0
"""Circuit and memories together, each memory of its size, from the record of a program's energy on a netlist.

Such a record has the circuit's energy and the counted accesses. What it says of memories takes ROM and RAM as the
published one of 8 KB, so that machines compare. Here they have sizes.
"""

from collections.abc import Mapping
from typing import Any

from evariste import machines
from evariste.silicon import scaling
from evariste.silicon.memories import KNOWN, access, tags

ROM, RAM = 64 << 10, 16 << 10  # bytes


def arrays(size: int) -> dict[str, int]:
    """Bytes of the arrays of a cache of so many bytes and one way, by kind of access."""
    return {"cache_read": size, "cache_write": size, "tag_read": tags(size), "tag_write": tags(size)}


def whole(record: Mapping[str, Any], rom: int = ROM) -> tuple[float, float]:
    """pJ of the circuit, and of its memories, with a ROM of so many bytes."""
    counts, parameters = record["accesses"], machines.named(record["machine"]).has(record["config"]).parameters
    sizes = {"fetch": rom, **arrays(parameters.get("ICACHE_BYTES", 0))}  # of all others: RAM
    law = scaling.access("180", record["params"]["volts"])[0] / access(KNOWN)
    return record["logic_pj"], law * sum(n * access(sizes.get(kind, RAM)) for kind, n in counts.items())
