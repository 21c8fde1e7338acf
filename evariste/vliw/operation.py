# SPDX-License-Identifier: Apache-2.0
"""Operations as the assembler reads them and bundles are made of them."""

from dataclasses import dataclass

from evariste.errors import UserError
from evariste.isa.model import Instruction
from evariste.vliw.code import Line


@dataclass(frozen=True)
class Reference:
    """A symbol with an addend, in place of an operand's value."""

    operand: str
    symbol: str
    addend: int
    half: str = ""  # lo16, hi16


@dataclass
class Operation:
    """One operation with the values of its operands; `at` says where it is from, for messages."""

    insn: Instruction
    values: dict[str, int]
    reference: Reference | None = None
    at: str = ""
    line: Line | None = None

    @property
    def written(self) -> int:
        """The register that it writes; 0 if none."""
        return self.values.get("rd", 0) if "rd" in self.insn.spec.writes else 0


def near(insn: Instruction, operand: str, distance: int, at: str) -> int:
    """The content of a branch's field for a distance in bytes; refused if that is out of its range."""
    field = insn.fields[operand]
    raw = field.unvalue(distance)
    if raw is None and distance % field.reading.scale:
        scale = field.reading.scale
        raise UserError(f"{at}: the target of {insn.name} must be a multiple of {scale} bytes away, not {distance:,}.")
    if raw is None:
        first, last = (field.value(end) for end in (1 << field.width - 1, (1 << field.width - 1) - 1))
        raise UserError(f"{at}: {insn.name} reaches {first:,} to {last:,} bytes from itself, not {distance:,}.")
    return raw
