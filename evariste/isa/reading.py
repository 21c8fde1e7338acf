# SPDX-License-Identifier: Apache-2.0
"""How the bits of an operand become its value: scaled, signed, permuted, or a set of registers; and back."""

import re
from dataclasses import dataclass
from functools import cached_property

from evariste.errors import UserError
from evariste.isa.schema import ReadingSpec

UNSIGNED = ReadingSpec()
_STEP = re.compile(r"(\d+)(?::(\d+)| xnor (\d+))?")


@dataclass(frozen=True)
class Base:
    """What an operand is an offset from: the instruction's address + add, rounded down to a multiple of `align`;
    align 0: address 0. In a bundle the address is that of the operation's word."""

    add: int = 0
    align: int = 1

    def at(self, address: int) -> int:
        return (address + self.add) // self.align * self.align if self.align else 0


@dataclass(frozen=True)
class Bit:
    """One bit of a permuted value: raw bit `raw`, or its exclusive nor with raw bit `xnor`."""

    raw: int
    xnor: int | None = None

    def of(self, raw: int) -> int:
        bit = raw >> self.raw & 1
        return bit if self.xnor is None else 1 ^ bit ^ raw >> self.xnor & 1


@dataclass(frozen=True)
class Reading:
    """A way to read the `width` raw bits of a field. `registers` has, for each raw bit, the register it stands for."""

    name: str
    width: int
    scale: int = 1
    signed: bool = False
    zero: int | None = None
    base: Base | None = None
    permutation: tuple[Bit, ...] = ()
    names: str = ""
    registers: tuple[int, ...] = ()

    def value(self, raw: int) -> int:
        """The operand as the assembler writes it: byte offsets in bytes, lists as masks of registers."""
        if self.registers:
            return sum(1 << register for i, register in enumerate(self.registers) if raw >> i & 1)
        if self.permutation:
            raw = sum(bit.of(raw) << i for i, bit in enumerate(reversed(self.permutation)))
        if self.zero is not None and raw == 0:
            return self.zero
        if self.signed and raw >> self.width - 1:
            raw -= 1 << self.width
        return raw * self.scale

    def unvalue(self, value: int) -> int | None:
        """The raw bits that give this value, or None when no bits do."""
        raw = 0 if self.zero is not None and value == self.zero else self._bits(value)
        return raw if self.value(raw) == value else None

    def _bits(self, value: int) -> int:
        if self.registers:
            return sum(1 << i for i, register in enumerate(self.registers) if value >> register & 1)
        bits = value // self.scale & (1 << self.width) - 1
        if not self.permutation:
            return bits
        raw = 0
        for xnor in (False, True):  # plain bits first: the others need them
            for i, bit in enumerate(reversed(self.permutation)):
                if (bit.xnor is not None) == xnor:
                    wanted = bits >> i & 1
                    raw |= (wanted if bit.xnor is None else 1 ^ wanted ^ raw >> bit.xnor & 1) << bit.raw
        return raw

    @cached_property
    def relative(self) -> bool:
        """True when the value is an offset that gives an address."""
        return self.base is not None


def compile_reading(name: str, spec: ReadingSpec, width: int, at: str) -> Reading:
    """The reading for a field of `width` bits; `at` begins the sentence of a refusal."""
    if spec.bits not in (None, width):
        raise UserError(f"{at}: the reading {name} takes {spec.bits} bits; the encoding has {width}.")
    if spec.scale < 1 or spec.scale & spec.scale - 1:
        raise UserError(f"{at}: the scale {spec.scale} of the reading {name} is not a power of two.")
    if spec.registers and (len(spec.registers) != width or not all(0 <= r < 32 for r in spec.registers)):
        raise UserError(f"{at}: the reading {name} names {len(spec.registers)} registers for {width} bits.")
    base = None
    if spec.base == "zero":
        base = Base(align=0)
    elif spec.base is not None:
        if spec.base.align < 1 or spec.base.align & spec.base.align - 1:
            raise UserError(f"{at}: the base of the reading {name} is aligned to {spec.base.align}, no power of two.")
        base = Base(spec.base.add, spec.base.align)
    permutation = _permutation(name, spec.permutation, width, at)
    return Reading(
        name, width, spec.scale, spec.signed, spec.zero, base, permutation, spec.names, tuple(spec.registers)
    )


def _permutation(name: str, text: str, width: int, at: str) -> tuple[Bit, ...]:
    """The bits of the value, highest first, from a list such as `3, 1 xnor 3, 2:0`."""
    bits: list[Bit] = []
    for step in filter(None, (s.strip() for s in text.split(","))):
        match = _STEP.fullmatch(step)
        if match is None or any(int(g) >= width for g in match.groups() if g):
            raise UserError(f"{at}: the permutation of the reading {name} has {step!r}, not a bit below {width}.")
        high, low, xnor = (None if g is None else int(g) for g in match.groups())
        assert high is not None
        last = high if low is None else low
        bits += [Bit(b, xnor) for b in range(high, last + (1 if last > high else -1), 1 if last > high else -1)]
    plain = {b.raw for b in bits if b.xnor is None}
    if bits and (sorted(b.raw for b in bits) != [*range(width)] or any(b.xnor not in plain | {None} for b in bits)):
        raise UserError(f"{at}: the permutation of the reading {name} must use each of {width} bits once.")
    return tuple(bits)
