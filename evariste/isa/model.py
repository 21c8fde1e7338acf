# SPDX-License-Identifier: Apache-2.0
"""Instructions compiled from their bit patterns: encode, decode, and what the generator needs.

A word is one unit of the machine's `words`, or, when long, (first unit << bits) | second unit. In memory a unit is
little-endian and the first unit comes first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from evariste.errors import UserError
from evariste.isa.reading import Reading
from evariste.isa.schema import FileSpec, InstructionSpec, MachineSpec, OperandSpec


@dataclass(frozen=True)
class Field:
    """One operand: its bits in the word, most significant first, and how they become its value."""

    operand: str
    bits: tuple[int, ...]
    reading: Reading

    @property
    def kind(self) -> str:
        """The name of its reading."""
        return self.reading.name

    @property
    def width(self) -> int:
        return len(self.bits)

    @cached_property
    def runs(self) -> list[tuple[int, list[int]]]:
        """Bits that are neighbours in the word: the place of the lowest one in the operand, and the bits."""
        runs: list[list[int]] = []
        for bit in self.bits:
            if runs and runs[-1][-1] == bit + 1:
                runs[-1].append(bit)
            else:
                runs.append([bit])
        above = [sum(map(len, runs[: i + 1])) for i in range(len(runs))]
        return [(self.width - end, run) for end, run in zip(above, runs, strict=True)]

    def raw(self, word: int) -> int:
        """The bits themselves, as an unsigned number."""
        return sum((word >> run[-1] & (1 << len(run)) - 1) << low for low, run in self.runs)

    def place(self, raw: int) -> int:
        """The word with these bits and zeros elsewhere."""
        return sum((raw >> low & (1 << len(run)) - 1) << run[-1] for low, run in self.runs)

    def value(self, raw: int) -> int:
        """The operand as the assembler writes it."""
        return self.reading.value(raw)

    def unvalue(self, value: int) -> int | None:
        """The bits that give this value, or None when no bits do."""
        return self.reading.unvalue(value)


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
    extension: str = ""  # the parameter that a core needs to have it

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
    def extensions(self) -> tuple[str, ...]:
        """The parameters of extensions, in the order of their groups."""
        return tuple(dict.fromkeys(g.extension for g in self.spec.groups if g.extension))

    @cached_property
    def operands(self) -> dict[str, OperandSpec]:
        """What an encoding's letters stand for, by the operand's name."""
        return {o.name: o for o in self.spec.operands.values()}

    def register_names(self, file: str) -> dict[int, str]:
        """The registers of a file, by number."""
        return register_names(self.spec.registers[file])

    @property
    def unit_bytes(self) -> int:
        """Bytes of a word, or of the first half of a long one."""
        return self.spec.words.bits // 8

    def is_long(self, unit: int) -> bool:
        """True when the unit is the first of a long word."""
        bits = self.spec.words.bits
        return any(unit >> bits - len(p) == int(p, 2) for p in self.spec.words.long)

    @cached_property
    def _buckets(self) -> dict[int, list[Instruction]]:
        """Instructions by the top byte of their first unit, so that decoding looks at few."""
        buckets: dict[int, list[Instruction]] = {top: [] for top in range(256)}
        for insn in self.instructions:
            shift = 8 * insn.size - 8
            mask, match = insn.mask >> shift, insn.match >> shift
            for top in range(256):
                if top & mask == match:
                    buckets[top].append(insn)
        return buckets

    def decode(self, word: int, size: int | None = None) -> Decoded | None:
        """The instruction in a word, or None when it is illegal. A word that does not fit in one unit is long."""
        size = size or (2 * self.unit_bytes if word >> 8 * self.unit_bytes else self.unit_bytes)
        for insn in self._buckets[word >> 8 * size - 8]:
            if insn.size == size and insn.accepts(word):
                return Decoded(insn, insn.operands(word))
        return None

    def encode(self, name: str, **operands: int) -> bytes:
        """The instruction as it stands in memory."""
        if name not in self.by_name:
            raise UserError(f"{self.name} has no instruction {name}.")
        insn = self.by_name[name]
        return self.to_bytes(insn.encode(**operands), insn.size)

    def to_bytes(self, word: int, size: int) -> bytes:
        """A word of `size` bytes as it stands in memory."""
        bits, unit = self.spec.words.bits, self.unit_bytes
        shifts = range(8 * size - bits, -1, -bits)
        return b"".join((word >> shift & (1 << bits) - 1).to_bytes(unit, "little") for shift in shifts)

    def from_bytes(self, data: bytes) -> tuple[int, int]:
        """The word at the start of `data`, and its size in bytes; a long word cut short is its first unit."""
        unit = self.unit_bytes
        word = int.from_bytes(data[:unit], "little")
        if self.is_long(word) and len(data) >= 2 * unit:
            return word << self.spec.words.bits | int.from_bytes(data[unit : 2 * unit], "little"), 2 * unit
        return word, unit

    def illegal_bundle(self, operations: Sequence[Instruction]) -> str:
        """Why these operations, the first in slot 0, may not stand in one bundle; empty when they may."""
        if len(operations) > self.spec.words.bundle:
            return f"{len(operations)} operations are more than the {self.spec.words.bundle} slots of a bundle"
        taken: dict[tuple[str, int], str] = {}
        for slot, insn in enumerate(operations):
            unit = insn.spec.runs_on
            if insn.spec.slots and slot not in insn.spec.slots:
                return f"{insn.name} cannot stand in slot {slot}"
            if not unit:
                continue
            reached = next((i for i, slots in enumerate(self.spec.units[unit]) if slot in slots), None)
            if reached is None:
                return f"{insn.name} cannot reach {unit} from slot {slot}"
            if (unit, reached) in taken:
                return f"{taken[unit, reached]} and {insn.name} in slot {slot} need the same {unit}"
            taken[unit, reached] = f"{insn.name} in slot {slot}"
        return ""

    def crowded(self, operations: Sequence[Instruction]) -> str:
        """Why no order of these operations may stand in one bundle, if it is for a unit or a slot; else empty."""
        for unit, instances in self.spec.units.items():
            taken = [insn.name for insn in operations if insn.spec.runs_on == unit]
            if len(taken) > len(instances):
                those = ", ".join(insn.name for insn in self.instructions if insn.spec.runs_on == unit)
                return f"a bundle has room for {len(instances)} of {those}, not for {_listed(taken)}"
        for slot in range(self.spec.words.bundle):
            bound = [insn.name for insn in operations if self._slots(insn) == {slot}]
            if len(bound) > 1:
                return f"{_listed(bound)} {'both' if len(bound) == 2 else 'all'} need slot {slot}"
        return ""

    def _slots(self, insn: Instruction) -> set[int]:
        """The slots in which an operation may stand."""
        every = [*range(self.spec.words.bundle)]
        reached = {slot for slots in self.spec.units.get(insn.spec.runs_on, [every]) for slot in slots}
        return reached & {*(insn.spec.slots or every)}


def _listed(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last


def register_names(file: FileSpec) -> dict[int, str]:
    """The registers of a file by number: listed, by number, or a prefix with `count` numbers behind it."""
    if isinstance(file.names, str):
        return {i: f"{file.names}{i}" for i in range(file.count or 0)}
    if isinstance(file.names, list):
        return dict(enumerate(file.names))
    return file.names
