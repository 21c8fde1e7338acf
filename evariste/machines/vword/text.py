# SPDX-License-Identifier: Apache-2.0
"""Listings of vword."""

from pathlib import Path

from evariste.isa import machine
from evariste.isa.disasm import Program
from evariste.parts.mips.text import DIALECT

__all__ = ["DIALECT", "program"]


def program(path: Path) -> Program:
    """The code of an ELF file for vword."""
    return Program(path, machine("vword"), DIALECT)
