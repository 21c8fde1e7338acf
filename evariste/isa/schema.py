# SPDX-License-Identifier: Apache-2.0
"""The shape of the files in isa/, key by key. isa/schema.md says what each key means."""

from typing import Literal

import msgspec


class _Record(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Every key must be known, and present unless it has a default here."""


ImmediateKind = Literal["unsigned", "x2", "x4", "pc_x4", "shift", "signed_x2", "branch24", "special"]
ListKind = Literal["low", "push", "pop"]
Exclusion = dict[str, list[int]]


class InstructionSpec(_Record):
    name: str
    encoding: str
    syntax: str
    operation: str
    flags: Literal["", "NZ", "NZC", "NZCV"]
    class_: str = msgspec.field(name="class")
    cycles: int
    taken: int = 0
    per_register: int = 0
    imm: ImmediateKind = "unsigned"
    list_: ListKind = msgspec.field(name="list", default="low")
    except_: list[Exclusion] = msgspec.field(name="except", default_factory=list)
    unit: str = ""
    field: Literal["", "read", "write", "store"] = ""
    note: str = ""


class GroupSpec(_Record):
    name: str
    title: str
    instructions: list[InstructionSpec]
    about: str = ""


class TimingSpec(_Record):
    reset_cycles: int
    exception_entry_cycles: int
    exception_return_cycles: int
    interrupt_cycles: int
    tail_chain_cycles: int
    wide_unaligned_target_cycles: int


class ExceptionSpec(_Record):
    name: str
    number: int
    about: str


class CauseSpec(_Record):
    name: str
    code: int
    about: str


class MachineSpec(_Record):
    machine: str
    title: str
    endian: Literal["little"]
    about: str
    classes: list[str]
    timing: TimingSpec
    exceptions: list[ExceptionSpec]
    causes: list[CauseSpec]
    conditions: list[str]
    special_registers: dict[int, str]
    groups: list[GroupSpec]


class MemorySpec(_Record):
    name: str
    base: int
    size: int
    access: Literal["rx", "rwx", "rw", "r"]
    about: str


class RegisterSpec(_Record):
    name: str
    offset: int
    access: Literal["r", "w", "rw"]
    about: str


class PeripheralSpec(_Record):
    name: str
    base: int
    size: int
    about: str
    registers: list[RegisterSpec]


class SocSpec(_Record):
    machine: str
    title: str
    memories: list[MemorySpec]
    peripherals: list[PeripheralSpec]


class SmallFieldSpec(_Record):
    poly: int
    degree: int
    order: int
    primitive: bool


class RingSpec(_Record):
    name: str
    poly: int
    about: str


class BinaryFieldSpec(_Record):
    name: str
    degree: int
    terms: list[int]
    source: str


class FieldsSpec(_Record):
    small: list[SmallFieldSpec]
    rings: list[RingSpec]
    binary: list[BinaryFieldSpec]
