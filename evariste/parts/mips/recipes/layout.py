# SPDX-License-Identifier: Apache-2.0
"""Where things are in a random program's memory. Addresses are those of isa/mips/soc.yaml."""

from dataclasses import dataclass

from evariste.isa import load

_soc = {m.name: m for m in load.soc("mips").memories}
ROM, RAM = _soc["rom"].base, _soc["ram"].base
ROM_END, RAM_END = ROM + _soc["rom"].size, RAM + _soc["ram"].size
_devices = {r.name: p.base + r.offset for p in load.soc("mips").peripherals for r in p.registers}
CONSOLE, CYCLE = _devices["console"], _devices["cycle_lo"]
INVALIDATE = _devices["icache_invalidate"]
COUNTS = tuple(_devices[f"icache_{name}"] for name in ("hits", "misses", "stalls"))


@dataclass(frozen=True)
class Range:
    """The addresses first <= a < end."""

    first: int
    end: int


VECTORS = (ROM + 0x380, RAM + 0x180)  # with Status.BEV, and without
VECTOR_SIZE = 0x80
CODE_ROM = Range(ROM + 0x400, ROM + 0xC000)
DATA_ROM = Range(ROM + 0xC000, ROM + 0xC400)  # constants that loads may read
CODE_ROM_EDGE = Range(ROM_END - 0x20, ROM_END)  # the last instructions of ROM
DATA_RAM_START = Range(RAM, RAM + 0x100)  # RAM's first word among them
DATA_RAM = Range(RAM + 0x400, RAM + 0x800)
VARIABLES = Range(RAM + 0x800, RAM + 0x900)  # of the handler
STACK = Range(RAM + 0x1000, RAM + 0x2000)
CODE_RAM = Range(RAM + 0x6000, RAM + 0xE000)
CODE_WRITTEN = Range(RAM + 0xE000, RAM + 0xE040)  # instructions that the program stores and then calls
DATA_RAM_EDGE = Range(RAM_END - 0x100, RAM_END)  # up to RAM's last word

# Variables of the handler.
FAULTS = VARIABLES.first  # how many exceptions were taken
RESUME = VARIABLES.first + 4  # where the handler continues, once; 0: behind the instruction, or its delay slot
SEEN = VARIABLES.first + 8  # a sum of what CP0 held at each exception
KEPT = VARIABLES.first + 12
SCRATCH = VARIABLES.first + 0x20

WRITABLE = (DATA_RAM, DATA_RAM, DATA_RAM_START, DATA_RAM_EDGE)
READABLE = (*WRITABLE, DATA_ROM)
SAVED = (Range(RAM, RAM + 0x100), Range(RAM + 0x400, RAM + 0x2000), DATA_RAM_EDGE)  # what a program may change
