# SPDX-License-Identifier: Apache-2.0
"""Specifications of cores, from a table that says what each instruction does: whether the table is complete, and the
decoding as SystemVerilog.

A field or a condition is written in terms of `word`, the name of the bits of an instruction in the text.
"""

from collections.abc import Collection, Sequence

from evariste.errors import UserError
from evariste.isa.model import Field, Instruction


def complete(found: Sequence[Instruction], known: Collection[str], table: str, isa: str, what: str) -> None:
    """Refused if an instruction has no entry in the table, or if an entry has no instruction. `what`: its name in a
    sentence, such as operation."""
    names = {insn.name for insn in found}
    if missing := sorted(names - set(known)):
        raise UserError(f"{table} does not say what {missing[0]} does; every {what} needs an entry.")
    if foreign := sorted(set(known) - names):
        raise UserError(f"{table} describes {foreign[0]}, which isa/{isa}/isa.yaml does not have.")


def accepts(insn: Instruction, word: str, bits: int = 32) -> list[str]:
    """The conditions under which a word of so many bits is this instruction."""
    terms = [f"({word} & {bits}'h{insn.mask:x}) == {bits}'h{insn.match:x}"]
    for entry in insn.excluded:
        inside = []
        for operand, values in entry.items():
            field = insn.fields[operand]
            alone = " || ".join(f"{operand_bits(field, word)} == {field.width}'d{v}" for v in sorted(values))
            inside.append(f"({alone})")
        terms.append(f"!({' && '.join(inside)})")
    return terms


def operand_bits(field: Field, word: str) -> str:
    """The bits of an operand, as they are in the word."""
    return "{" + ", ".join(f"{word}[{bit}]" for bit in field.bits) + "}"
