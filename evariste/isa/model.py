# SPDX-License-Identifier: Apache-2.0
"""Instructions compiled from their bit patterns: encode, decode, and what the generator needs.

A word is the instruction's 16 bits, or (first halfword << 16) | second halfword. In memory both are
little-endian halfwords, the first halfword first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from evariste.errors import UserError
from evariste.isa.schema import InstructionSpec, MachineSpec

LETTERS = {"d": "rd", "n": "rn", "m": "rm", "h": "rh", "i": "imm", "l": "list", "c": "cond"}


@dataclass(frozen=True)
class Field:
    """One operand: the word's bits that hold it, most significant first, and how they become its value."""

    operand: str
    bits: tuple[int, ...]
    kind: str

    @property
    def width(self) -> int:
        return len(self.bits)

    def raw(self, word: int) -> int:
        """The bits themselves, as an unsigned number."""
        value = 0
        for bit in self.bits:
            value = value << 1 | word >> bit & 1
        return value

    def place(self, raw: int) -> int:
        """The word with these bits and zeros elsewhere."""
        return sum((raw >> self.width - 1 - i & 1) << bit for i, bit in enumerate(self.bits))

    def value(self, raw: int) -> int:
        """The operand as the assembler writes it: byte offsets in bytes, lists as 16-bit masks."""
        match self.kind:
            case "x2":
                return raw * 2
            case "x4" | "pc_x4":
                return raw * 4
            case "shift":
                return raw or 32
            case "signed_x2":
                return (raw - (raw >> self.width - 1 << self.width)) * 2
            case "branch24":  # S:J1:J2:imm10:imm11 as scattered in the word S:imm10:J1:J2:imm11
                return branch_offset(raw)
            case "push":
                return raw & 0xFF | (raw >> 8) << 14
            case "pop":
                return raw & 0xFF | (raw >> 8) << 15
        return raw

    def unvalue(self, value: int) -> int | None:
        """The bits that give this value, or None when no bits do."""
        match self.kind:
            case "x2" | "signed_x2":
                raw = value >> 1
            case "x4" | "pc_x4":
                raw = value >> 2
            case "shift":
                raw = value & 31
            case "branch24":
                raw = branch_bits(value)
            case "push":
                raw = value & 0xFF | (value >> 14 & 1) << 8
            case "pop":
                raw = value & 0xFF | (value >> 15 & 1) << 8
            case _:
                raw = value
        raw &= (1 << self.width) - 1
        return raw if self.value(raw) == value else None


def branch_offset(raw: int) -> int:
    """The byte offset of bl from its 24 bits S:imm10:J1:J2:imm11 (I1 = not (J1 xor S), I2 = not (J2 xor S))."""
    s, imm10, j1, j2, imm11 = raw >> 23, raw >> 13 & 0x3FF, raw >> 12 & 1, raw >> 11 & 1, raw & 0x7FF
    i1, i2 = 1 ^ j1 ^ s, 1 ^ j2 ^ s
    return (s * -0x1000000) + (i1 << 23 | i2 << 22 | imm10 << 12 | imm11 << 1)


def branch_bits(offset: int) -> int:
    """The inverse of branch_offset."""
    s, i1, i2 = offset >> 24 & 1, offset >> 23 & 1, offset >> 22 & 1
    return s << 23 | (offset >> 12 & 0x3FF) << 13 | (1 ^ i1 ^ s) << 12 | (1 ^ i2 ^ s) << 11 | offset >> 1 & 0x7FF


@dataclass(frozen=True)
class Instruction:
    """One instruction of a machine."""

    spec: InstructionSpec
    index: int
    group: str
    size: int
    mask: int
    match: int
    fields: dict[str, Field]
    excluded: tuple[dict[str, frozenset[int]], ...] = field(default=())

    @property
    def name(self) -> str:
        return self.spec.name

    def accepts(self, word: int) -> bool:
        """True when the word is this instruction."""
        return word & self.mask == self.match and not any(
            all(self.fields[o].raw(word) in values for o, values in entry.items()) for entry in self.excluded
        )

    def operands(self, word: int) -> dict[str, int]:
        return {o: f.value(f.raw(word)) for o, f in self.fields.items()}

    def encode(self, **operands: int) -> int:
        """The word with these operands; every operand must be given."""
        if operands.keys() != self.fields.keys():
            raise UserError(f"{self.name} takes the operands {', '.join(self.fields)}, not {', '.join(operands)}.")
        word = self.match
        for operand, value in operands.items():
            raw = self.fields[operand].unvalue(value)
            if raw is None:
                raise UserError(f"{self.name} cannot hold {operand} = {value}.")
            word |= self.fields[operand].place(raw)
        if not self.accepts(word):
            raise UserError(f"{self.name} does not exist with {', '.join(f'{o} = {v}' for o, v in operands.items())}.")
        return word


@dataclass(frozen=True)
class Decoded:
    """An instruction found in a word, and its operands' values."""

    insn: Instruction
    operands: dict[str, int]


@dataclass(frozen=True)
class Machine:
    """A machine's instruction set."""

    spec: MachineSpec
    instructions: tuple[Instruction, ...]

    @property
    def name(self) -> str:
        return self.spec.machine

    @cached_property
    def by_name(self) -> dict[str, Instruction]:
        return {i.name: i for i in self.instructions}

    def __iter__(self) -> Iterator[Instruction]:
        return iter(self.instructions)

    def of_size(self, size: int) -> list[Instruction]:
        return [i for i in self.instructions if i.size == size]

    @cached_property
    def _buckets(self) -> dict[int, list[Instruction]]:
        """Instructions by the top byte of their first halfword, so that decoding looks at few."""
        buckets: dict[int, list[Instruction]] = {top: [] for top in range(256)}
        for insn in self.instructions:
            shift = 8 * insn.size - 8
            mask, match = insn.mask >> shift, insn.match >> shift
            for top in range(256):
                if top & mask == match:
                    buckets[top].append(insn)
        return buckets

    def decode(self, word: int, size: int | None = None) -> Decoded | None:
        """The instruction in a word, or None when it is illegal. Words above 0xFFFF are 32-bit instructions."""
        size = size or (4 if word > 0xFFFF else 2)
        for insn in self._buckets[word >> 8 * size - 8]:
            if insn.size == size and insn.accepts(word):
                return Decoded(insn, insn.operands(word))
        return None

    def encode(self, name: str, **operands: int) -> bytes:
        """The instruction as it stands in memory."""
        if name not in self.by_name:
            raise UserError(f"{self.name} has no instruction {name}.")
        insn = self.by_name[name]
        return to_bytes(insn.encode(**operands), insn.size)


def is_wide(halfword: int) -> bool:
    """True when the halfword is the first of a 32-bit instruction (0b11101, 0b11110 or 0b11111 on top)."""
    return halfword >= 0xE800


def to_bytes(word: int, size: int) -> bytes:
    """Little-endian halfwords, the first halfword first."""
    if size == 2:
        return word.to_bytes(2, "little")
    return (word >> 16).to_bytes(2, "little") + (word & 0xFFFF).to_bytes(2, "little")
