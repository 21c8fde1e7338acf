# SPDX-License-Identifier: Apache-2.0
"""The shape of the files in isa/, key by key. isa/schema.md says what each key means."""

from typing import Literal

import msgspec


class _Record(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Every key must be known, and present unless it has a default here."""


Exclusion = dict[str, list[int]]


class WordsSpec(_Record):
    bits: int
    long: list[str] = msgspec.field(default_factory=list)
    bundle: int = 1
    last: int | None = None


class ConstantsSpec(_Record):
    cpp: str
    systemverilog: str
    about: str


class FileSpec(_Record):
    names: str | list[str] | dict[int, str]
    width: int
    count: int | None = None
    constants: ConstantsSpec | None = None
    about: str = ""


class OperandSpec(_Record):
    name: str
    shown: str
    about: str
    file: str = ""
    list_: str = msgspec.field(name="list", default="")
    values: list[str] = msgspec.field(default_factory=list)
    reading: str = "unsigned"


class BaseSpec(_Record):
    add: int = 0
    align: int = 1


class ReadingSpec(_Record):
    bits: int | None = None
    scale: int = 1
    signed: bool = False
    zero: int | None = None
    base: BaseSpec | Literal["zero"] | None = None
    permutation: str = ""
    names: str = ""
    registers: list[int] = msgspec.field(default_factory=list)


class PlaceholderSpec(_Record):
    of: str
    shown: str
    values: dict[int, str] = msgspec.field(default_factory=dict)
    otherwise: str = "{}"
    unless_listed: str = ""


class PairSpec(_Record):
    first: str
    second: str
    masks: dict[int, int] = msgspec.field(default_factory=dict)


class InstructionSpec(_Record):
    name: str
    encoding: str
    syntax: str
    operation: str
    class_: str = msgspec.field(name="class")
    cycles: int
    flags: str = ""
    taken: int = 0
    per: dict[str, int] = msgspec.field(default_factory=dict)
    latency: int = 1
    runs_on: str = ""
    slots: list[int] = msgspec.field(default_factory=list)
    reads: list[str] = msgspec.field(default_factory=list)
    writes: list[str] = msgspec.field(default_factory=list)
    selects: list[str] = msgspec.field(default_factory=list)
    pair: PairSpec | None = None
    read: dict[str, str] = msgspec.field(default_factory=dict)
    except_: list[Exclusion] = msgspec.field(name="except", default_factory=list)
    unit: str = ""
    field: Literal["", "read", "write", "store"] = ""
    note: str = ""


class OpcodeSpec(_Record):
    name: str
    high: int
    low: int
    about: str


class GroupSpec(_Record):
    name: str
    title: str
    instructions: list[InstructionSpec]
    about: str = ""
    opcode: OpcodeSpec | None = None
    listed: str = ""
    extension: str = ""


class TimingSpec(_Record):
    cycles: int
    about: str


class ExceptionSpec(_Record):
    name: str
    number: int
    about: str


class CauseSpec(_Record):
    name: str
    code: int
    about: str


class RelocationSpec(_Record):
    name: str
    number: int
    operand: str
    about: str


class MacrosSpec(_Record):
    groups: list[str]
    prefix: str
    directive: str
    registers: dict[str, int]
    about: str
    refused: str
    refused_at: str
    preamble: list[str] = msgspec.field(default_factory=list)


class ManualSpec(_Record):
    encoding: str
    operation: str
    cycles: str
    faults: str = ""


class MachineSpec(_Record):
    machine: str
    title: str
    endian: Literal["little"]
    about: str
    manual: ManualSpec
    words: WordsSpec
    registers: dict[str, FileSpec]
    operands: dict[str, OperandSpec]
    classes: list[str]
    groups: list[GroupSpec]
    base: str = ""
    readings: dict[str, ReadingSpec] = msgspec.field(default_factory=dict)
    placeholders: dict[str, PlaceholderSpec] = msgspec.field(default_factory=dict)
    flags: str = ""
    counts: dict[str, str] = msgspec.field(default_factory=dict)
    units: dict[str, list[list[int]]] = msgspec.field(default_factory=dict)
    timing: dict[str, TimingSpec] = msgspec.field(default_factory=dict)
    exceptions: list[ExceptionSpec] = msgspec.field(default_factory=list)
    exception_bits: int | None = None
    elf: int = 0
    relocations: list[RelocationSpec] = msgspec.field(default_factory=list)
    causes: list[CauseSpec] = msgspec.field(default_factory=list)
    macros: MacrosSpec | None = None


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
    interrupt: int | None = None


class SocSpec(_Record):
    machine: str
    title: str
    memories: list[MemorySpec]
    peripherals: list[PeripheralSpec]


class LackSpec(_Record):
    parameter: str
    value: int
    instructions: list[str] = msgspec.field(default_factory=list)
    class_: str = msgspec.field(name="class", default="")


class CyclesSpec(_Record):
    parameter: str
    instructions: list[str]


class ConfigurationSpec(_Record):
    about: str
    parameters: dict[str, int] = msgspec.field(default_factory=dict)


class ConfigurationsSpec(_Record):
    machine: str
    configurations: dict[str, ConfigurationSpec]
    lacks: list[LackSpec] = msgspec.field(default_factory=list)
    slower: list[str] = msgspec.field(default_factory=list)
    cycles: list[CyclesSpec] = msgspec.field(default_factory=list)


class NamedSpec(_Record):
    name: str
    about: str


class RegionSpec(_Record):
    name: str
    word: int
    words: int
    about: str
    secret: bool = False


class TaskSpec(_Record):
    name: str
    about: str
    takes: str = ""
    gives: str = ""
    count: str = "free"
    counted: str = ""
    uses: list[str] = msgspec.field(default_factory=list)
    needs: list[str] = msgspec.field(default_factory=list)
    sets: list[str] = msgspec.field(default_factory=list)
    clears: list[str] = msgspec.field(default_factory=list)


class TasksSpec(_Record):
    machine: str
    title: str
    folder: str
    program_words: int
    memory_words: int
    networks: list[int]
    valid: list[NamedSpec]
    counts: list[NamedSpec]
    memory: list[RegionSpec]
    tasks: list[TaskSpec]


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
