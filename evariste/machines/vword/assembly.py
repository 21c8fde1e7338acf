# SPDX-License-Identifier: Apache-2.0
"""Programs of the accelerator as words, as a listing, and as assembly for the stock assembler."""

from collections.abc import Iterable
from functools import cache

from evariste.isa import Machine, machine
from evariste.isa.text import text
from evariste.machines.vword.program import Instruction


@cache
def isa() -> Machine:
    """The machine's facts."""
    return machine("vword")


def code(program: Iterable[Instruction]) -> bytes:
    """The instructions as they are in memory."""
    return b"".join(isa().encode(i.name, **i.operands) for i in program)


def listing(program: Iterable[Instruction]) -> str:
    """One line for each: the cycle in which it is in EX, the instruction, what it does."""
    lines = [(f"{i.cycle:5}  {_text(i)}", i.about) for i in program]
    return "\n".join(f"{line:<36}# {about}" if about else line for line, about in lines)


def function(name: str, program: Iterable[Instruction]) -> str:
    """A function for the stock assembler, which knows the instructions of a coprocessor by number only."""
    head = [f"    .section .text.{name}, \"ax\", @progbits", f"    .global {name}", f"    .type {name}, @function",
            "    .set noreorder", f"{name}:"]  # fmt: skip
    lines = [f"    {_stock(i):<24}# {_text(i)}" if i.name[0] == "v" else f"    {_text(i)}" for i in program]
    return "\n".join([*head, *lines, f"    .size {name}, . - {name}", ""])


def _text(instruction: Instruction) -> str:
    decoded = isa().decode(isa().by_name[instruction.name].encode(**instruction.operands), 4)
    assert decoded is not None
    return text(isa(), decoded, 0)


def _stock(instruction: Instruction) -> str:
    """The same word in the stock assembler's terms."""
    o = instruction.operands
    if instruction.name in ("vl", "vs"):
        mnemonic, register = ("ldc2", o["vd"]) if instruction.name == "vl" else ("sdc2", o["vt"])
        return f"{mnemonic} ${register}, {o['imm']}(${o['rs']})"
    word = isa().by_name[instruction.name].encode(**o)
    return f"c2 {word & 0x1FFFFFF:#x}"
