# SPDX-License-Identifier: Apache-2.0
"""Listings of machines with the core: code only, since the compiler puts no data between functions."""

from evariste.isa.disasm import Dialect


def _mark(name: str) -> bool | None:
    return None


def _illegal(word: int, size: int) -> str:
    return f".word 0x{word:0{2 * size}x}"


DIALECT = Dialect("EM_MIPS", "a little-endian MIPS machine", _mark, _illegal, frozenset(), odd_functions=False)
