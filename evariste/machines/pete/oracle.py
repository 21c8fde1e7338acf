# SPDX-License-Identifier: Apache-2.0
"""What random programs of pete are compared with: the oracle of its core, and Python's integers for the accumulator.

Unicorn holds HI and LO. The meaning of each instruction is written here from the definition, not from the simulator.
"""

from evariste.machines.pete import MACHINE
from evariste.parts.mips import oracle
from evariste.parts.mips.oracle import Program
from evariste.sim import Machine

RECIPES = (*oracle.RECIPES, "lacking")

# By opcode, function, and bits 10 to 6.
INSTRUCTIONS = {
    (0o34, 0o01, 0): "maddu", (0o34, 0o21, 0): "m2addu", (0o34, 0o22, 0): "addau", (0o34, 0o02, 0): "mul",
    (0, 0o22, 1): "sha", (0, 0o23, 1): "mtlhx", (0, 0o31, 17): "mulgf2", (0o34, 0o01, 17): "maddgf2",
}  # fmt: skip
SPECIAL, MULT, MULTU = 0, 0o30, 0o31
WORD, ALL = 2**32 - 1, 2**96 - 1


def name(word: int) -> str:
    """The instruction that a word of a random program is; "" if it is not one of these."""
    return INSTRUCTIONS.get((word >> 26, word & 63, word >> 6 & 31), "")


def clmul(a: int, b: int) -> int:
    """The product of polynomials over GF(2)."""
    product = 0
    for i in range(32):
        product ^= (a << i) * (b >> i & 1)
    return product


class Emulator(oracle.Emulator):
    def begin(self, lacks: tuple[str, ...]) -> None:
        self.upper, self.lacks = 0, lacks
        self.integers = "maddu" not in lacks  # else there is no U

    def knows(self, word: int) -> bool:
        return name(word) != ""

    def more(self) -> dict[str, int]:
        return {"u": self.upper} if self.integers else {}

    def beside(self, word: int) -> None:
        if word >> 26 == SPECIAL and word & 63 in (MULT, MULTU) and not word >> 6 & 31:
            self.upper = 0

    def _raises(self, word: int) -> oracle.Raised | None:
        return (oracle.RI, 0, None) if name(word) in self.lacks else super()._raises(word)

    def perform(self, word: int) -> None:
        lo, hi = self.file[32:]
        old = self.upper << 64 | self.uc.reg_read(hi) << 32 | self.uc.reg_read(lo)
        a, b = self._value(word >> 21 & 31), self._value(word >> 16 & 31)
        new, result = old, None
        match name(word):
            case "maddu":
                new = old + a * b
            case "m2addu":
                new = old + 2 * a * b
            case "addau":
                new = old + a + b
            case "mul":
                result = a * b
            case "sha":
                new, result = old >> 32, old
            case "mtlhx":
                new = old << 32 | a
            case "mulgf2":
                new = clmul(a, b)
            case "maddgf2":
                new = old ^ clmul(a, b)
        self.upper = (new & ALL) >> 64
        self.uc.reg_write(hi, new >> 32 & WORD)
        self.uc.reg_write(lo, new & WORD)
        if result is not None and (rd := word >> 11 & 31):
            self.uc.reg_write(self.general[rd], result & WORD)


class Oracle(oracle.Oracle):
    module = __name__


def serve() -> None:
    """In the other process."""
    oracle.serve(Emulator)


def unlike(machine: Machine, program: Program, other: Oracle | None = None) -> list[str]:
    """Where the registers and memory of a machine that ran the program differ from the oracle's: one line each."""
    lacks = MACHINE.configurations[machine.configuration].lacks
    return oracle.unlike(machine, program, other or Oracle(), lacks)
