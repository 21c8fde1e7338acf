# SPDX-License-Identifier: Apache-2.0
"""A random program as text. Literal pools and halfwords that are never executed appear as instructions too."""

from collections.abc import Iterator

from evariste.isa import text as assembler_text
from evariste.isa.model import is_wide
from evariste.randprog import layout
from evariste.randprog.assembler import ISA
from evariste.randprog.program import Program

CODE = (layout.CODE_ROM, layout.CODE_RAM, layout.CODE_ROM_EDGE)


def lines(program: Program) -> Iterator[str]:
    """Every halfword of code with its address and instruction, functions with their names, data in short."""
    names = {address: name for name, address in program.symbols.items()}
    for base, data in program.segments:
        if not any(r.first == base for r in CODE):
            yield f"{base:#010x}  {len(data)} bytes of data"
            continue
        at = 0
        while at + 2 <= len(data):
            if base + at in names:
                yield f"{names[base + at]}:"
            word, size = int.from_bytes(data[at : at + 2], "little"), 2
            if is_wide(word) and at + 4 <= len(data) and base + at + 2 not in names:
                word, size = word << 16 | int.from_bytes(data[at + 2 : at + 4], "little"), 4
            yield f"{base + at:#010x}  {word:0{2 * size}x}".ljust(22) + text(word, size, base + at)
            at += size


def text(word: int, size: int, address: int) -> str:
    """The instruction as the assembler writes it."""
    found = ISA.decode(word, size)
    return assembler_text.text(ISA, found, address) if found else "(illegal)"
