# SPDX-License-Identifier: Apache-2.0
"""Code of the machine for random programs: literal pools are placed where they reach.

Branches (b, b_cond, bl) stay inside a Code; literals may name a label of any Code.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from evariste.isa import load
from evariste.isa.model import Machine
from evariste.machines.gfp import NAME
from evariste.verification.randprog import writer
from evariste.verification.randprog.writer import Label, remembered

ISA: Machine = load.machine(NAME)
CORE = [i for i in ISA if not i.extension]  # what the default configuration has
EXTENSIONS = [i for i in ISA if i.extension]
POOL_DISTANCE = 480  # bytes of code after which a pending literal is placed; ldr_lit reaches 1020


class Code(writer.Code):
    """Instructions from `base` on, not beyond `end`."""

    ISA = ISA
    AHEAD = 4

    def __init__(self, base: int, end: int) -> None:
        super().__init__(base, end)
        self._literals: list[tuple[int, int, int | Label, int]] = []
        self._held = 0

    @remembered
    def literal(self, rd: int, value: int | Label, addend: int = 0) -> int:
        """Appends ldr rd, =value (+ addend); the literal follows in a pool."""
        self.room()
        at = self.here
        self._literals.append((at, rd, value, addend))
        self.data += bytes(2)
        return at

    @contextmanager
    def together(self) -> Iterator[None]:
        """No pool is placed inside, so the distances between the instructions are as written."""
        self.hold()
        yield
        self.release()

    @remembered
    def hold(self) -> None:
        self.room()
        self._held += 1

    @remembered
    def release(self) -> None:
        self._held -= 1

    @remembered
    def room(self) -> None:
        """Places the pool, with a branch around it, if its first literal would soon be out of range."""
        super().room()
        if self._literals and not self._held and self.here - self._literals[0][0] > POOL_DISTANCE:
            over = Label()
            self._held += 1
            self.branch("b", over)
            self._held -= 1
            self.pool()
            self.bind(over)

    @remembered
    def pool(self) -> None:
        """Places the pending literals here; control must not arrive here."""
        if not self._literals:
            return
        self.data += bytes(-self.here % 4)
        pending, self._literals = self._literals, []
        for at, rd, value, addend in pending:
            self._store(at, self.distance("ldr_lit", (("rd", rd), ("imm", self.here - (at + 4 & ~3)))))
            self.word(value, addend)
