# SPDX-License-Identifier: Apache-2.0
"""Listings of vword: code only, since its compiler puts no data between functions."""

from pathlib import Path

from evariste.isa import machine
from evariste.isa.disasm import Dialect, Program


def _mark(name: str) -> bool | None:
    return None


def _illegal(word: int, size: int) -> str:
    return f".word 0x{word:0{2 * size}x}"


DIALECT = Dialect("EM_MIPS", "a little-endian MIPS machine", _mark, _illegal, frozenset(), odd_functions=False)


def program(path: Path) -> Program:
    """The code of an ELF file for vword."""
    return Program(path, machine("vword"), DIALECT)
