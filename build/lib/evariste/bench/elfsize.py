# SPDX-License-Identifier: Apache-2.0
"""Code and data bytes of a kernel, from the symbol table of the program it was measured in."""

import fnmatch
from pathlib import Path

from elftools.elf.elffile import ELFFile

_EXECUTABLE = 0x4  # SHF_EXECINSTR


def sizes(elf: Path, patterns: list[str]) -> tuple[int, int]:
    """Bytes of the functions and of the data objects whose names match; a symbol counts once per address."""
    code: dict[int, int] = {}
    data: dict[int, int] = {}
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        table = file.get_section_by_name(".symtab")
        for symbol in table.iter_symbols() if table else ():
            index = symbol["st_shndx"]
            if not isinstance(index, int) or not any(fnmatch.fnmatch(symbol.name, p) for p in patterns):
                continue
            kind = symbol["st_info"]["type"]
            if kind not in ("STT_FUNC", "STT_OBJECT"):
                continue
            executable = file.get_section(index)["sh_flags"] & _EXECUTABLE
            side = code if executable and kind == "STT_FUNC" else data
            side[symbol["st_value"] & ~1] = max(symbol["st_size"], side.get(symbol["st_value"] & ~1, 0))
    return sum(code.values()), sum(data.values())
