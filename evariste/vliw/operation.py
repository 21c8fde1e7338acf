# SPDX-License-Identifier: Apache-2.0
"""Operations as the assembler reads them and bundles are made of them."""

from dataclasses import dataclass

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
