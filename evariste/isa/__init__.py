# SPDX-License-Identifier: Apache-2.0
"""The instruction set as data: loading isa/*.yaml, encoding, decoding, and writing gen/ from it.

from evariste.isa import machine
machine("gfp").encode("adds_imm3", rd=1, rn=2, imm=3)     bytes, as they stand in memory
machine("gfp").decode(0x1CD1)                             the instruction and its operands, or None when illegal
"""

from functools import cache

from evariste.isa.model import Decoded, Instruction, Machine

__all__ = ["Decoded", "Instruction", "Machine", "machine"]


@cache
def machine(name: str) -> Machine:
    """A machine's instruction set, read once from isa/<name>/isa.yaml."""
    from evariste.isa import load

    return load.machine(name)
