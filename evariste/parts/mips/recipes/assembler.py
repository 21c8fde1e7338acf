# SPDX-License-Identifier: Apache-2.0
"""Code of the core for random programs: branches from their delay slot, jumps in a region, addresses as two words."""

from evariste.isa import load
from evariste.isa.model import Machine
from evariste.verification.randprog import writer
from evariste.verification.randprog.writer import Label, OutOfReach, remembered

ISA: Machine = load.machine("mips")
BRANCHES = frozenset(i.name for i in ISA if i.spec.class_ == "branch" and i.name != "eret")
REGION = 1 << 28  # bytes that j and jal reach


class Code(writer.Code):
    """Instructions from `base` on, not beyond `end`."""

    ISA = ISA
    AHEAD = 4

    @remembered
    def literal(self, rd: int, value: int | Label, addend: int = 0) -> int:
        """Appends lui and ori: rd = value + addend."""
        self.room()
        at = self.here
        self.data += bytes(8)
        if isinstance(value, Label):
            self._refer(value, at, "literal", {"rd": rd}, addend)
        else:
            self._patch(at, "literal", {"rd": rd}, value, addend)
        return at

    def _patch(self, at: int, name: str, operands: dict[str, int], target: int, addend: int) -> None:
        if name == "literal":
            value, rd = target + addend, operands["rd"]
            upper = self.encode("lui", (("rt", rd), ("imm", value >> 16 & 0xFFFF)))
            lower = self.encode("ori", (("rt", rd), ("rs", rd), ("imm", value & 0xFFFF)))
            self._store(at, upper + lower)
        elif name in ("j", "jal"):
            if (target ^ (at + 4)) // REGION:
                raise OutOfReach
            self._store(at, self.encode(name, (("imm", target % REGION),)))
        else:
            super()._patch(at, name, operands, target, addend)
