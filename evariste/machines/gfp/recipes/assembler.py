# SPDX-License-Identifier: Apache-2.0
"""A small assembler: instructions of isa/gfp/isa.yaml by name, labels, and literal pools placed where they reach.

One `Code` is one run of instructions at a fixed address. Branches (b, b_cond, bl) stay inside a Code; literals may
name a label of any Code.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from evariste.errors import UserError
from evariste.isa import load
from evariste.isa.model import Machine

ISA: Machine = load.machine("gfp")
POOL_DISTANCE = 480  # bytes of code after which a pending literal is placed; ldr_lit reaches 1020
BRANCHES = {"b": 2, "b_cond": 2, "bl": 4}


@lru_cache(maxsize=1 << 17)
def encode(name: str, operands: tuple[tuple[str, int], ...]) -> bytes:
    """The instruction's bytes; remembered, since random programs repeat themselves."""
    insn = ISA.by_name[name]
    return ISA.to_bytes(insn.encode(**dict(operands)), insn.size)


class OutOfReach(Exception):
    """A branch or literal is too far away for its instruction."""


def encode_distance(name: str, operands: tuple[tuple[str, int], ...]) -> bytes:
    """As `encode`, for operands that are distances."""
    try:
        return encode(name, operands)
    except UserError as refusal:
        raise OutOfReach from refusal


class Label:
    """A place in a Code, and the places that wait for its address."""

    __slots__ = ("address", "waiting")

    def __init__(self) -> None:
        self.address: int | None = None
        self.waiting: list[tuple[Code, int, str, dict[str, int], int]] = []


class Code:
    """Instructions from `base` on, not beyond `end`."""

    def __init__(self, base: int, end: int) -> None:
        self.base, self.end = base, end
        self.data = bytearray()
        self._literals: list[tuple[int, int, int | Label, int]] = []
        self._held = 0

    @property
    def here(self) -> int:
        return self.base + len(self.data)

    def put(self, name: str, **operands: int) -> int:
        """Appends one instruction; gives its address."""
        self.room()
        at = self.here
        self.data += encode(name, tuple(operands.items()))
        return at

    def raw(self, *halfwords: int) -> int:
        """Appends halfwords as they are."""
        self.room()
        at = self.here
        for halfword in halfwords:
            self.data += halfword.to_bytes(2, "little")
        return at

    def branch(self, name: str, label: Label, **operands: int) -> int:
        """Appends b, b_cond or bl to a label, bound or not."""
        self.room()
        at = self.here
        self.data += bytes(BRANCHES[name])
        self._refer(label, at, name, operands, 0)
        return at

    def word(self, value: "int | Label", addend: int = 0) -> None:
        """Appends a data word: a number, or a label's address plus `addend`."""
        at = self.here
        if isinstance(value, Label):
            self.data += bytes(4)
            self._refer(value, at, "", {}, addend)
        else:
            self.data += (value & 0xFFFFFFFF).to_bytes(4, "little")

    def literal(self, rd: int, value: "int | Label", addend: int = 0) -> int:
        """Appends ldr rd, =value (+ addend); the literal follows in a pool."""
        self.room()
        at = self.here
        self._literals.append((at, rd, value, addend))
        self.data += bytes(2)
        return at

    def bind(self, label: Label) -> None:
        """The label is here."""
        assert label.address is None
        label.address = self.here
        for code, at, name, operands, addend in label.waiting:
            code._patch(at, name, operands, label.address, addend)
        label.waiting.clear()

    @contextmanager
    def together(self) -> Iterator[None]:
        """No pool is placed inside, so the distances between the instructions are as written."""
        self.room()
        self._held += 1
        yield
        self._held -= 1

    def room(self) -> None:
        """Places the pool, with a branch around it, if its first literal would soon be out of range."""
        assert self.here < self.end, "a random program outgrew its code range"
        if self._literals and not self._held and self.here - self._literals[0][0] > POOL_DISTANCE:
            over = Label()
            self._held += 1
            self.branch("b", over)
            self._held -= 1
            self.pool()
            self.bind(over)

    def pool(self) -> None:
        """Places the pending literals here; control must not arrive here."""
        if not self._literals:
            return
        self.data += bytes(-self.here % 4)
        pending, self._literals = self._literals, []
        for at, rd, value, addend in pending:
            self._store(at, encode_distance("ldr_lit", (("rd", rd), ("imm", self.here - (at + 4 & ~3)))))
            self.word(value, addend)

    def _refer(self, label: Label, at: int, name: str, operands: dict[str, int], addend: int) -> None:
        if label.address is None:
            label.waiting.append((self, at, name, operands, addend))
        else:
            self._patch(at, name, operands, label.address, addend)

    def _patch(self, at: int, name: str, operands: dict[str, int], target: int, addend: int) -> None:
        if name:
            self._store(at, encode_distance(name, (*operands.items(), ("imm", target - (at + 4)))))
        else:
            self._store(at, (target + addend & 0xFFFFFFFF).to_bytes(4, "little"))

    def _store(self, at: int, data: bytes) -> None:
        self.data[at - self.base : at - self.base + len(data)] = data
