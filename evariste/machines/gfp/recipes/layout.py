# SPDX-License-Identifier: Apache-2.0
"""Where things are in a random program's memory, and the program as an ELF file.

Addresses are byte addresses inside the memories of isa/gfp/soc.yaml. The ELF writer is for 32-bit little-endian
executables: one load segment for each piece of memory, and a symbol table.
"""

import struct
from dataclasses import dataclass

from evariste.isa import load

_soc = {m.name: m for m in load.soc("gfp").memories}
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


EM_ARM, ET_EXEC, PT_LOAD, EF_ARM_EABI5 = 40, 2, 1, 0x05000000
SHT_SYMTAB, SHT_STRTAB, STT_FUNC = 2, 3, 2


def image(
    segments: list[tuple[int, bytes]], entry: int, symbols: dict[str, int], machine: int = EM_ARM, flags: int = 7
) -> bytes:
    """An executable with these (address, bytes) segments; the symbols are functions."""
    header, program = 52, 32
    offset = header + program * len(segments)
    table, body = b"", b""
    for address, data in segments:
        position = offset + len(body)
        table += struct.pack("<8I", PT_LOAD, position, address, address, len(data), len(data), flags, 4)
        body += data + bytes(-len(data) % 4)
    names = b"\0.symtab\0.strtab\0"
    symtab = bytes(16)
    for name, address in symbols.items():
        symtab += struct.pack("<IIIBBH", len(names), address | 1, 0, STT_FUNC, 0, 0xFFF1)
        names += name.encode() + b"\0"
    symtab_at = offset + len(body)
    names_at = symtab_at + len(symtab)
    sections = bytes(40)
    sections += struct.pack("<10I", 1, SHT_SYMTAB, 0, 0, symtab_at, len(symtab), 2, 1, 4, 16)
    sections += struct.pack("<10I", 9, SHT_STRTAB, 0, 0, names_at, len(names), 0, 0, 1, 0)
    names += bytes(-len(names) % 4)
    ident = b"\x7fELF" + bytes([1, 1, 1, 0]) + bytes(8)
    head = struct.pack(
        "<HHIIIIIHHHHHH", ET_EXEC, machine, 1, entry, header, names_at + len(names), EF_ARM_EABI5, header, program,
        len(segments), 40, 3, 2,
    )  # fmt: skip
    return ident + head + table + body + symtab + names + sections
