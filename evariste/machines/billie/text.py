# SPDX-License-Identifier: Apache-2.0
"""Listings of billie."""

from pathlib import Path

from evariste.isa import machine
from evariste.isa.disasm import Program
from evariste.parts.mips.text import DIALECT

__all__ = ["DIALECT", "program"]


def program(path: Path) -> Program:
    """The code of an ELF file for billie."""
    return Program(path, machine("billie"), DIALECT)
