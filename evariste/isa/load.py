# SPDX-License-Identifier: Apache-2.0
"""Reads the files of isa/ and refuses, in one sentence that names the file and the place, what is not right."""

import re
from collections.abc import Sequence
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

import msgspec
import yaml

from evariste.errors import UserError
from evariste.isa.model import LETTERS, Field, Instruction, Machine
from evariste.isa.schema import FieldsSpec, InstructionSpec, MachineSpec, SocSpec
from evariste.paths import ROOT

FOLDER = ROOT / "isa"
MOST_EXCEPTED = 20  # bits that the excepts of two encodings may look at
WIDE_PREFIXES = ("11101", "11110", "11111")
# What the syntax may show in place of an operand: a reading of it.
PLACEHOLDERS = {"target": "imm", "effect": "imm", "special": "imm", "barrier": "imm", "writeback": "list"}
T = TypeVar("T")


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML that refuses a key written twice, which plain YAML would let pass."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node)
        if key in seen:
            raise UserError(f"{node.start_mark.name}, line {key_node.start_mark.line + 1}: the key {key} stands twice.")
        seen.add(key)
    return dict(loader.construct_pairs(node, deep=True))


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def read(path: Path, shape: type[T]) -> T:
    """The file's contents as `shape`."""
    place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    try:
        with path.open(encoding="utf-8") as stream:
            stream_loader = _Loader(stream)
            stream_loader.name = str(place)
            data = stream_loader.get_single_data()
    except OSError as e:
        raise UserError(f"{place} cannot be read: {e.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError, TypeError) as e:
        raise UserError(f"{place} is not YAML: {_one_line(str(e))}.") from None
    try:
        return msgspec.convert(data, shape, strict=True)
    except msgspec.ValidationError as e:
        raise UserError(_sentence(place, data, str(e))) from None


def _sentence(place: Path, data: Any, error: str) -> str:
    """msgspec's error with list positions replaced by the names of what stands there."""
    what, _, path = error.partition(" - at ")
    where = []
    for step in re.findall(r"\.(\w+)|\[(\d+)\]|\[(\.\.\.)\]", path):
        key, position, _ = step
        if key:
            where.append(key)
            data = data.get(key) if isinstance(data, dict) else None
        elif position:
            data = data[int(position)] if isinstance(data, list) else None
            named = isinstance(data, dict) and "name" in data
            where.append(str(data["name"]) if named else f"entry {int(position) + 1}")
    what = what[0].lower() + what[1:] if what else what
    return _one_line(f"{place}, {' > '.join(where) or 'top level'}: {what.rstrip('.')}.")


def _one_line(text: str) -> str:
    """What a file calls its things may hold line ends; a sentence does not."""
    return " ".join(text.split())


def machine(name: str, folder: Path = FOLDER) -> Machine:
    """The machine described by isa/<name>.yaml."""
    return compile_machine(read(folder / f"{name}.yaml", MachineSpec), f"isa/{name}.yaml")


def soc(folder: Path = FOLDER) -> SocSpec:
    """The memory map, isa/soc.yaml."""
    spec = read(folder / "soc.yaml", SocSpec)
    regions = [*spec.memories, *spec.peripherals]
    _distinct("isa/soc.yaml", "name", [r.name for r in regions])
    for i, one in enumerate(regions):
        if one.base % 4 or one.size % 4 or one.size <= 0 or one.base + one.size > 1 << 32:
            raise UserError(f"isa/soc.yaml, {one.name}: base and size must be whole words within 32 bits.")
        for other in regions[:i]:
            if one.base < other.base + other.size and other.base < one.base + one.size:
                raise UserError(f"isa/soc.yaml: {other.name} and {one.name} overlap.")
    for p in spec.peripherals:
        _distinct(f"isa/soc.yaml, {p.name}", "offset", [r.offset for r in p.registers])
        for r in p.registers:
            if r.offset % 4 or not 0 <= r.offset < p.size:
                raise UserError(f"isa/soc.yaml, {p.name} > {r.name}: the offset {r.offset} is no word of {p.name}.")
    _distinct("isa/soc.yaml", "register name", [r.name for p in spec.peripherals for r in p.registers])
    return spec


def fields(folder: Path = FOLDER) -> FieldsSpec:
    """The fields and rings, isa/fields.yaml."""
    spec = read(folder / "fields.yaml", FieldsSpec)
    _distinct("isa/fields.yaml, small", "polynomial", [f"{f.poly:#x}" for f in spec.small])
    _distinct("isa/fields.yaml", "name", [f.name for f in [*spec.rings, *spec.binary]])
    return spec


def _distinct(place: str, what: str, values: Sequence[object]) -> None:
    for i, value in enumerate(values):
        if value in values[:i]:
            raise UserError(f"{place}: the {what} {value} stands twice.")


def compile_machine(spec: MachineSpec, place: str) -> Machine:
    """Bit patterns to masks; refuses a wrong pattern, a name used twice, and two encodings of one word."""
    try:
        return _compile_machine(spec, place)
    except UserError as wrong:
        raise UserError(_one_line(wrong.message)) from None


def _compile_machine(spec: MachineSpec, place: str) -> Machine:
    _distinct(f"{place}, exceptions", "number", [e.number for e in spec.exceptions])
    _distinct(f"{place}, causes", "code", [c.code for c in spec.causes])
    _distinct(place, "instruction name", [i.name for g in spec.groups for i in g.instructions])
    instructions: list[Instruction] = []
    for group in spec.groups:
        for insn in group.instructions:
            at = f"{place}, {group.name} > {insn.name}"
            if insn.class_ not in spec.classes:
                raise UserError(f"{at}: the class {insn.class_} is none of {', '.join(spec.classes)}.")
            if insn.cycles < 1 or insn.taken < 0 or insn.per_register < 0:
                raise UserError(f"{at}: an instruction takes at least one cycle.")
            instructions.append(_compile(insn, len(instructions), group.name, spec, at))
    for i, one in enumerate(instructions):
        for other in instructions[:i]:
            word = common_word(one, other)
            if word is not None:
                raise UserError(f"{place}: {other.name} and {one.name} both claim the word {word:#x}.")
    return Machine(spec, tuple(instructions))


def _compile(insn: InstructionSpec, index: int, group: str, spec: MachineSpec, at: str) -> Instruction:
    pattern = insn.encoding.replace(" ", "")
    if len(pattern) not in (16, 32):
        raise UserError(f"{at}: the encoding has {len(pattern)} bits; it must have 16 or 32.")
    wrong = set(pattern) - set("01") - LETTERS.keys()
    if wrong:
        raise UserError(f"{at}: the encoding has {min(wrong)!r}; it may have 0, 1 and {', '.join(LETTERS)}.")
    if (pattern[:5] in WIDE_PREFIXES) != (len(pattern) == 32):
        raise UserError(f"{at}: 32-bit encodings, and only they, begin with {', '.join(WIDE_PREFIXES)}.")
    top = len(pattern) - 1
    mask = sum(1 << top - i for i, c in enumerate(pattern) if c in "01")
    match = sum(1 << top - i for i, c in enumerate(pattern) if c == "1")
    found: dict[str, Field] = {}
    for letter, operand in LETTERS.items():
        bits = tuple(top - i for i, c in enumerate(pattern) if c == letter)
        if bits:
            kind = {"imm": insn.imm, "list": insn.list_}.get(operand, "unsigned")
            found[operand] = Field(operand, bits, kind)
    if (insn.imm != "unsigned" and "imm" not in found) or (insn.list_ != "low" and "list" not in found):
        raise UserError(f"{at}: imm or list says how to read an operand that the encoding does not have.")
    _check_syntax(insn, found, at)
    excluded = []
    for entry in insn.except_:
        for operand, values in entry.items():
            if operand not in found:
                raise UserError(f"{at}: except names {operand}, which the encoding does not have.")
            if any(not 0 <= v < 1 << found[operand].width for v in values):
                raise UserError(f"{at}: except lists a value that {operand} cannot have.")
        excluded.append({o: frozenset(v) for o, v in entry.items()})
    if insn.imm == "special":
        if found["imm"].width > 8:
            raise UserError(f"{at}: a special register's number has at most 8 bits.")
        every = frozenset(range(1 << found["imm"].width))
        excluded.append({"imm": every - spec.special_registers.keys()})
    return Instruction(insn, index, group, len(pattern) // 8, mask, match, found, tuple(excluded))


def _check_syntax(insn: InstructionSpec, found: dict[str, Field], at: str) -> None:
    """The syntax shows every operand of the encoding, and no other."""
    try:
        shown = [name for _, name, _, _ in Formatter().parse(insn.syntax) if name is not None]
    except ValueError:
        raise UserError(f"{at}: the braces of the syntax do not match.") from None
    for name in shown:
        if PLACEHOLDERS.get(name, name) not in found:
            raise UserError(f"{at}: the syntax shows {{{name}}}, which the encoding does not have.")
    for operand in found.keys() - {PLACEHOLDERS.get(name, name) for name in shown}:
        raise UserError(f"{at}: the syntax does not show {operand}.")


def common_word(a: Instruction, b: Instruction) -> int | None:
    """A word that both instructions accept, or None. Only bits that an except reads need a search."""
    if a.size != b.size or (a.match ^ b.match) & a.mask & b.mask:
        return None
    read = {bit for i in (a, b) for entry in i.excluded for operand in entry for bit in i.fields[operand].bits}
    free = sorted(bit for bit in read if not (a.mask | b.mask) >> bit & 1)
    if len(free) > MOST_EXCEPTED:
        raise UserError(
            f"{a.name} and {b.name} differ by except in more than {MOST_EXCEPTED} bits, too many to compare."
        )
    base = a.match | b.match
    for choice in range(1 << len(free)):
        word = base | sum((choice >> i & 1) << bit for i, bit in enumerate(free))
        if a.accepts(word) and b.accepts(word):
            return word
    return None
