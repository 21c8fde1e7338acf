# SPDX-License-Identifier: Apache-2.0
"""Listings of pete."""

from pathlib import Path

from evariste.isa import machine
from evariste.isa.disasm import Program
from evariste.parts.mips.text import DIALECT

__all__ = ["DIALECT", "program"]


def program(path: Path) -> Program:
    """The code of an ELF file for pete."""
    return Program(path, machine("pete"), DIALECT)
