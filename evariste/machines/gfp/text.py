# SPDX-License-Identifier: Apache-2.0
"""Listings of gfp: Thumb code, data in it by Arm's mapping symbols $t and $d."""

from pathlib import Path

from evariste.isa import machine
from evariste.isa.disasm import Dialect, Program


def _mark(name: str) -> bool | None:
    return name[1] == "t" if name[:2] in ("$t", "$d", "$a") else None


def _illegal(word: int, size: int) -> str:
    return f".inst{'.w' if size == 4 else '.n'} 0x{word:0{2 * size}x}"


DIALECT = Dialect("EM_ARM", "a little-endian Arm machine", _mark, _illegal, frozenset({"ldr_lit"}), odd_functions=True)


def program(path: Path) -> Program:
    """The code of an ELF file for gfp."""
    return Program(path, machine("gfp"), DIALECT)
