# SPDX-License-Identifier: Apache-2.0
"""Listings of monte."""

from pathlib import Path

from evariste.isa import machine
from evariste.isa.disasm import Program
from evariste.parts.mips.text import DIALECT

__all__ = ["DIALECT", "program"]


def program(path: Path) -> Program:
    """The code of an ELF file for monte."""
    return Program(path, machine("monte"), DIALECT)
