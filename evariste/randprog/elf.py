# SPDX-License-Identifier: Apache-2.0
"""A small ELF writer for 32-bit little-endian executables: one load segment per piece of memory, and a symbol table."""

import struct

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
