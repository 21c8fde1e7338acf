# SPDX-License-Identifier: Apache-2.0
"""Where things stand in a random program's memory: byte addresses inside the memories of isa/soc.yaml."""

from dataclasses import dataclass

from evariste.isa import load

_soc = {m.name: m for m in load.soc().memories}
ROM, RAM = _soc["rom"].base, _soc["ram"].base
ROM_END, RAM_END = ROM + _soc["rom"].size, RAM + _soc["ram"].size


@dataclass(frozen=True)
class Range:
    """The addresses first <= a < end."""

    first: int
    end: int

    def holds(self, address: int, size: int = 1) -> bool:
        return self.first <= address and address + size <= self.end


CODE_ROM = Range(ROM + 0x400, ROM + 0xC000)
DATA_ROM = Range(ROM + 0xC000, ROM + 0xC400)  # constants that loads may read
CODE_ROM_EDGE = Range(ROM_END - 0x40, ROM_END)  # the last instructions of ROM
DATA_RAM = Range(RAM, RAM + 0x400)  # loads and stores; its first word is RAM's first
VARIABLES = Range(RAM + 0x400, RAM + 0x500)
MAIN_STACK = Range(RAM + 0x800, RAM + 0x3000)
PROCESS_STACK = Range(RAM + 0x3000, RAM + 0x5800)
CODE_RAM = Range(RAM + 0x6000, RAM + 0xE000)
CODE_WRITTEN = Range(RAM + 0xE000, RAM + 0xE100)  # instructions that the program stores and then calls
DATA_RAM_EDGE = Range(RAM_END - 0x100, RAM_END)  # loads and stores up to RAM's last word

# Variables of the handlers.
RESUME = VARIABLES.first  # where the HardFault handler continues, once; 0: after the faulting instruction
FAULTS = VARIABLES.first + 4  # how many faults were taken
DOOM = VARIABLES.first + 0x20  # set: the HardFault handler faults itself
RECOVER = VARIABLES.first + 0x08  # six words: how the HardFault handler continues where the stack is lost (frames)
FUEL = VARIABLES.first + 0x30  # how often handlers may still make something pending
STATE = VARIABLES.first + 0x40  # registers and special registers as the program ends

SAVED = Range(RAM, RAM + 0x6000)  # everything a program may have changed, apart from DATA_RAM_EDGE
