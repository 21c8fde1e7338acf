# SPDX-License-Identifier: Apache-2.0
"""The lines of a program's source, from the line tables (DWARF) in its ELF file."""

from io import BytesIO
from pathlib import PurePosixPath
from typing import Any

from elftools.common.exceptions import DWARFError, ELFError
from elftools.elf.elffile import ELFFile

NONE = -1
Table = tuple[list[str], list[tuple[int, int]]]


def table(program: bytes) -> Table:
    """Lines as `file:line`, and rows with an address and the line from there on, by its place among the lines. NONE
    where no line is known. A program without whole debug information has none.
    """
    try:
        return _ordered(_rows(program))
    except (ELFError, DWARFError, ValueError, KeyError, IndexError, AttributeError, UnicodeDecodeError):
        return [], []


def _rows(program: bytes) -> list[tuple[int, str]]:
    elf = ELFFile(BytesIO(program))
    if not elf.has_dwarf_info():
        return []
    dwarf, found, sequence = elf.get_dwarf_info(), list[tuple[int, str]](), list[tuple[int, str]]()
    for unit in dwarf.iter_CUs():
        lines = dwarf.line_program_for_CU(unit)
        for entry in lines.get_entries() if lines else ():
            if (state := entry.state) is not None:
                known = not state.end_sequence and state.line
                sequence.append((state.address, f"{_file(lines, state.file)}:{state.line}" if known else ""))
                if state.end_sequence:
                    # Linkers give the address 0 to code that they have left out.
                    found += sequence if sequence[0][0] else []
                    sequence = []
    return found


def _file(lines: Any, number: int) -> str:
    """The name without its folder. Before DWARF 5 the first file has the number 1."""
    names = lines["file_entry"]
    name: bytes = names[number if lines["version"] >= 5 else number - 1].name
    return PurePosixPath(name.decode()).name


def _ordered(rows: list[tuple[int, str]]) -> Table:
    """By address. Of several rows at one address the last one counts, but one that begins counts before an end."""
    at: dict[int, str] = {}
    for address, line in rows:
        if line or address not in at:
            at[address] = line
    number = {line: n for n, line in enumerate(dict.fromkeys(line for line in at.values() if line))}
    return list(number), [(address, number.get(at[address], NONE)) for address in sorted(at)]
