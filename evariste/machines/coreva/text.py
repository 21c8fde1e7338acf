# SPDX-License-Identifier: Apache-2.0
"""Listings of coreva: one operation a line, `;;` behind the last one of a bundle."""

from pathlib import Path

from evariste.isa import machine
from evariste.isa.disasm import Dialect, Program

__all__ = ["DIALECT", "program"]

ISA = machine("coreva")


def _mark(name: str) -> bool | None:
    return None


def _illegal(word: int, size: int) -> str:
    return f".word 0x{word:0{2 * size}x}"


DIALECT = Dialect(ISA.spec.elf, "a little-endian coreva machine", _mark, _illegal)


def program(path: Path) -> Program:
    """The code of an ELF file for coreva."""
    return Program(path, ISA, DIALECT)
