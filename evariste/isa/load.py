# SPDX-License-Identifier: Apache-2.0
"""Reads the files of isa/. Refuses an error with one sentence that names the file and the place."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

import msgspec
import yaml

from evariste.errors import UserError
from evariste.isa.model import Field, Instruction, Machine, register_names
from evariste.isa.reading import UNSIGNED, compile_reading
from evariste.isa.schema import ConfigurationsSpec, FieldsSpec, InstructionSpec, MachineSpec, SocSpec, TasksSpec
from evariste.paths import ROOT

FOLDER = ROOT / "isa"
MOST_REGISTERS = 256  # in a file: a register by number has at most 8 bits
MOST_EXCEPTED = 20  # bits that the excepts of two encodings may look at
MOST_TASKS = 64  # numbers of tasks, 0 included
MOST_LONG_PREFIX = 8  # bits of a first unit that may say that a word is long
T = TypeVar("T")


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML that refuses a key written twice. Plain YAML accepts it."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node)
        if key in seen:
            raise UserError(f"{node.start_mark.name}, line {key_node.start_mark.line + 1}: the key {key} is repeated.")
        seen.add(key)
    return dict(loader.construct_pairs(node, deep=True))


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def read(path: Path, shape: type[T]) -> T:
    """The file's contents as `shape`."""
    return _shaped(_shown(path), _raw(path), shape)


def _shown(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def _raw(path: Path) -> Any:
    """The file's contents."""
    place = _shown(path)
    try:
        with path.open(encoding="utf-8") as stream:
            stream_loader = _Loader(stream)
            stream_loader.name = str(place)
            return stream_loader.get_single_data()
    except OSError as e:
        raise UserError(f"{place} cannot be read: {e.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError, TypeError) as e:
        raise UserError(f"{place} is not YAML: {_one_line(str(e))}.") from None


def _shaped(place: Path, data: Any, shape: type[T]) -> T:
    try:
        return msgspec.convert(data, shape, strict=True)
    except msgspec.ValidationError as e:
        raise UserError(_sentence(place, data, str(e))) from None


def _sentence(place: Path, data: Any, error: str) -> str:
    """msgspec's error with list positions replaced by the names of the entries."""
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
    """Names in a file may hold line ends; a sentence must not."""
    return " ".join(text.split())


def machines(folder: Path = FOLDER) -> list[str]:
    """The machines, by name: the folders of isa/ with an instruction set."""
    return sorted(path.parent.name for path in folder.glob("*/isa.yaml"))


def machine(name: str, folder: Path = FOLDER) -> Machine:
    """The instruction set described by isa/<name>/isa.yaml, with that of its base."""
    path = folder / name / "isa.yaml"
    data = _raw(path)
    if isinstance(data, dict) and "base" in data:
        data = _extended(folder, data, f"isa/{name}/isa.yaml")
    return compile_machine(_shaped(_shown(path), data, MachineSpec), f"isa/{name}/isa.yaml")


def _extended(folder: Path, own: dict[str, Any], place: str) -> dict[str, Any]:
    """A machine's facts on top of its base's: a mapping or list is added to the base's, another value replaces it."""
    base = _raw(folder / f"{own['base']}" / "isa.yaml") if own["base"] in machines(folder) else None
    if not isinstance(base, dict) or "base" in base:
        raise UserError(f"{place}: the base {own['base']} is not a machine of isa/ without a base of its own.")
    whole = base | own
    for key in base.keys() & own.keys():
        if isinstance(base[key], dict) and isinstance(own[key], dict):
            whole[key] = base[key] | own[key]
        elif isinstance(base[key], list) and isinstance(own[key], list):
            whole[key] = [*base[key], *(entry for entry in own[key] if entry not in base[key])]
    return whole


def added(whole: Machine, folder: Path = FOLDER) -> Machine:
    """What a machine adds to its base: its groups, with the registers and timing of its own."""
    base, spec = machine(whole.spec.base, folder).spec, whole.spec
    inherited = {group.name for group in base.groups}
    own = msgspec.structs.replace(
        spec,
        groups=[group for group in spec.groups if group.name not in inherited],
        registers=spec.registers
        | {name: msgspec.structs.replace(file, constants=None) for name, file in base.registers.items()},
        timing={name: timing for name, timing in spec.timing.items() if name not in base.timing},
        exceptions=[],
        causes=[],
    )
    return compile_machine(own, f"isa/{spec.machine}/isa.yaml")


def soc(name: str, folder: Path = FOLDER) -> SocSpec:
    """The memory map of the system around a machine, isa/<name>/soc.yaml, or that of its base."""
    if not (folder / name / "soc.yaml").exists() and (base := machine(name, folder).spec.base):
        return soc(base, folder)
    spec = read(folder / name / "soc.yaml", SocSpec)
    place = f"isa/{name}/soc.yaml"
    regions = [*spec.memories, *spec.peripherals]
    _distinct(place, "name", [r.name for r in regions])
    for i, one in enumerate(regions):
        if one.base % 4 or one.size % 4 or one.size <= 0 or one.base + one.size > 1 << 32:
            raise UserError(f"{place}, {one.name}: base and size must be whole words within 32 bits.")
        for other in regions[:i]:
            if one.base < other.base + other.size and other.base < one.base + one.size:
                raise UserError(f"{place}: {other.name} and {one.name} overlap.")
    for p in spec.peripherals:
        _distinct(f"{place}, {p.name}", "offset", [r.offset for r in p.registers])
        for r in p.registers:
            if r.offset % 4 or not 0 <= r.offset < p.size:
                raise UserError(f"{place}, {p.name} > {r.name}: the offset {r.offset} is not a word of {p.name}.")
    _distinct(place, "interrupt", [p.interrupt for p in spec.peripherals if p.interrupt is not None])
    _distinct(place, "register name", [r.name for p in spec.peripherals for r in p.registers])
    return spec


def configurations(name: str, folder: Path = FOLDER) -> ConfigurationsSpec:
    """The named configurations of a machine, isa/<name>/configurations.yaml."""
    place = f"isa/{name}/configurations.yaml"
    spec = read(folder / name / "configurations.yaml", ConfigurationsSpec)
    known = machine(name, folder)
    for lack in spec.lacks:
        unknown = set(lack.instructions) - known.by_name.keys()
        if unknown:
            raise UserError(f"{place}, lacks: {name} has no instruction {min(unknown)}.")
        if lack.class_ and lack.class_ not in known.spec.classes:
            raise UserError(f"{place}, lacks: the class {lack.class_} is not one of {', '.join(known.spec.classes)}.")
    for timed in spec.cycles:
        unknown = set(timed.instructions) - known.by_name.keys()
        if unknown:
            raise UserError(f"{place}, cycles: {name} has no instruction {min(unknown)}.")
    return spec


def tasks(name: str, folder: Path = FOLDER) -> TasksSpec:
    """The tasks of a coprocessor, isa/<name>/tasks.yaml."""
    place = f"isa/{name}/tasks.yaml"
    spec = read(folder / name / "tasks.yaml", TasksSpec)
    _distinct(place, "task name", [t.name for t in spec.tasks])
    _distinct(place, "name of a region", [r.name for r in spec.memory])
    if len(spec.tasks) >= MOST_TASKS:
        raise UserError(f"{place}: there are {len(spec.tasks)} tasks; at most {MOST_TASKS - 1} have a number.")
    for i, one in enumerate(spec.memory):
        if one.word < 0 or one.words < 1 or one.word + one.words > spec.memory_words:
            raise UserError(f"{place}, {one.name}: the region is not within {spec.memory_words} words.")
        for other in spec.memory[:i]:
            if one.word < other.word + other.words and other.word < one.word + one.words:
                raise UserError(f"{place}: {other.name} and {one.name} overlap.")
    valid, counts = {v.name for v in spec.valid}, {c.name for c in spec.counts}
    for task in spec.tasks:
        for unknown in {*task.needs, *task.sets, *task.clears} - valid:
            raise UserError(f"{place}, {task.name}: {unknown} is not one of {', '.join(sorted(valid))}.")
        if task.count not in counts:
            raise UserError(f"{place}, {task.name}: the count {task.count} is not one of {', '.join(sorted(counts))}.")
    return spec


def lacking(known: Machine, spec: ConfigurationsSpec, parameters: dict[str, int]) -> tuple[str, ...]:
    """The instructions of a machine that are illegal with these parameters, by name."""
    at_work = [lack for lack in spec.lacks if parameters.get(lack.parameter) == lack.value]
    lost = {
        i.name for lack in at_work for i in known if i.name in lack.instructions or i.spec.class_ == lack.class_
    }
    lost |= {i.name for i in known if i.extension and not parameters.get(i.extension)}
    return tuple(sorted(lost))


def retimed(spec: ConfigurationsSpec, parameters: dict[str, int]) -> dict[str, int]:
    """The cycles of the instructions for which these parameters set them, by name."""
    return {
        name: parameters[timed.parameter]
        for timed in spec.cycles
        if timed.parameter in parameters
        for name in timed.instructions
    }


def fields(folder: Path = FOLDER) -> FieldsSpec:
    """The fields and rings, isa/fields.yaml."""
    spec = read(folder / "fields.yaml", FieldsSpec)
    _distinct("isa/fields.yaml, small", "polynomial", [f"{f.poly:#x}" for f in spec.small])
    _distinct("isa/fields.yaml", "name", [f.name for f in [*spec.rings, *spec.binary]])
    return spec


def _distinct(place: str, what: str, values: Sequence[object]) -> None:
    for i, value in enumerate(values):
        if value in values[:i]:
            raise UserError(f"{place}: the {what} {value} is repeated.")


def compile_machine(spec: MachineSpec, place: str) -> Machine:
    """Bit patterns to masks; refuses a wrong pattern, a name used twice, and two encodings of one word."""
    try:
        return _compile_machine(spec, place)
    except UserError as wrong:
        raise UserError(_one_line(wrong.message)) from None


def _compile_machine(spec: MachineSpec, place: str) -> Machine:
    _check_words(spec, place)
    _check_operands(spec, place)
    _distinct(f"{place}, exceptions", "number", [e.number for e in spec.exceptions])
    _distinct(f"{place}, causes", "code", [c.code for c in spec.causes])
    _distinct(f"{place}, relocations", "number", [r.number for r in spec.relocations])
    _distinct(place, "group name", [g.name for g in spec.groups])
    _distinct(place, "instruction name", [i.name for g in spec.groups for i in g.instructions])
    if not spec.classes:
        raise UserError(f"{place}: classes is empty; it needs at least one class.")
    unknown = set(spec.macros.groups if spec.macros else ()) - {g.name for g in spec.groups}
    if unknown:
        raise UserError(f"{place}, macros: there is no group {min(unknown)}.")
    instructions: list[Instruction] = []
    for group in spec.groups:
        for insn in group.instructions:
            at = f"{place}, {group.name} > {insn.name}"
            _check_cost(insn, spec, at)
            compiled = _compile(insn, len(instructions), group.name, spec, at)
            instructions.append(replace(compiled, extension=group.extension))
    names = {i.name for i in instructions}
    for insn in (i.spec for i in instructions if i.spec.pair):
        assert insn.pair is not None
        for part in {insn.pair.first, insn.pair.second} - names:
            raise UserError(f"{place}: the pair of {insn.name} has {part}, which is no instruction.")
    for i, one in enumerate(instructions):
        for other in instructions[:i]:
            word = common_word(one, other)
            if word is not None:
                raise UserError(f"{place}: {other.name} and {one.name} both claim the word {word:#x}.")
    return Machine(spec, tuple(instructions))


def _check_words(spec: MachineSpec, place: str) -> None:
    words = spec.words
    if words.bits not in (16, 32) or (words.long and words.bits != 16):
        raise UserError(f"{place}, words: bits must be 16 or 32, and 16 when there are long words.")
    for prefix in words.long:
        if not re.fullmatch(f"[01]{{1,{MOST_LONG_PREFIX}}}", prefix):
            raise UserError(f"{place}, words: the prefix {prefix} of long words must be 1 to 8 binary digits.")
    if len({len(prefix) for prefix in words.long}) > 1:
        raise UserError(f"{place}, words: the prefixes of long words must be equally long.")
    if words.bundle < 1 or (words.bundle > 1) != (words.last is not None):
        raise UserError(f"{place}, words: a bundle of several operations, and only that, has a bit `last`.")
    if words.last is not None and (words.long or not 0 <= words.last < words.bits):
        raise UserError(f"{place}, words: `last` must be a bit of the word, and a bundle has no long words.")
    for unit, instances in spec.units.items():
        slots = [slot for instance in instances for slot in instance]
        _distinct(f"{place}, units > {unit}", "slot", slots)
        if any(not 0 <= slot < words.bundle for slot in slots):
            raise UserError(f"{place}, units > {unit}: a slot must be below {words.bundle}.")


def _check_operands(spec: MachineSpec, place: str) -> None:
    for name, file in spec.registers.items():
        if not 1 <= (file.count or 1) <= MOST_REGISTERS:
            raise UserError(f"{place}, registers > {name}: the count {file.count} is not 1 to {MOST_REGISTERS}.")
        if isinstance(file.names, str) != (file.count is not None) or not register_names(file):
            raise UserError(f"{place}, registers > {name}: a file has a prefix and a count, or a list of names.")
        if not 1 <= file.width <= 1024:
            raise UserError(f"{place}, registers > {name}: the width {file.width} is not 1 to 1024 bits.")
    _distinct(f"{place}, operands", "name", [o.name for o in spec.operands.values()])
    for letter, operand in spec.operands.items():
        at = f"{place}, operands > {letter}"
        if not re.fullmatch("[a-z]", letter):
            raise UserError(f"{at}: an operand's letter is one of a to z.")
        if sum(map(bool, (operand.file, operand.list_, operand.values))) > 1:
            raise UserError(f"{at}: an operand has one of file, list and values, or none.")
        _known_file(operand.file or operand.list_, spec, at)
        _known_reading(operand.reading, spec, at)
        if operand.list_ and (operand.reading == "unsigned" or not spec.readings[operand.reading].registers):
            raise UserError(f"{at}: the reading of a list must have registers.")
    names = {o.name for o in spec.operands.values()}
    for name, reading in spec.readings.items():
        _known_file(reading.names, spec, f"{place}, readings > {name}")
    for name, placeholder in spec.placeholders.items():
        at = f"{place}, placeholders > {name}"
        if placeholder.of not in names or name in names:
            raise UserError(f"{at}: a placeholder shows an operand, under another name than an operand's.")
        if placeholder.unless_listed and placeholder.unless_listed not in names:
            raise UserError(f"{at}: there is no operand {placeholder.unless_listed}.")
        try:
            placeholder.otherwise.format("")
        except (ValueError, LookupError, AttributeError):
            raise UserError(f"{at}: `otherwise` has a place other than {{}}.") from None


def _known_file(name: str, spec: MachineSpec, at: str) -> None:
    if name and name not in spec.registers:
        raise UserError(f"{at}: the register file {name} is not one of {', '.join(spec.registers)}.")


def _known_reading(name: str, spec: MachineSpec, at: str) -> None:
    if name != "unsigned" and name not in spec.readings:
        raise UserError(f"{at}: the reading {name} is not one of unsigned, {', '.join(spec.readings)}.")


def _check_cost(insn: InstructionSpec, spec: MachineSpec, at: str) -> None:
    if insn.class_ not in spec.classes:
        raise UserError(f"{at}: the class {insn.class_} is not one of {', '.join(spec.classes)}.")
    if min(insn.cycles, insn.taken, insn.latency, *insn.per.values()) < 0 or (not insn.cycles and not insn.per):
        raise UserError(f"{at}: an instruction takes at least one cycle.")
    for count in insn.per.keys() - spec.counts.keys():
        raise UserError(f"{at}: per names {count}, not one of the counts {', '.join(spec.counts) or '(none)'}.")
    rest = iter(spec.flags)
    if not all(flag in rest for flag in insn.flags):
        raise UserError(f"{at}: the flags {insn.flags} are not some of {spec.flags or '(none)'}, in that order.")
    if insn.runs_on and insn.runs_on not in spec.units:
        raise UserError(f"{at}: the unit {insn.runs_on} is not one of {', '.join(spec.units) or '(none)'}.")
    if any(not 0 <= slot < spec.words.bundle for slot in insn.slots):
        raise UserError(f"{at}: a slot must be below {spec.words.bundle}.")


def _compile(insn: InstructionSpec, index: int, group: str, spec: MachineSpec, at: str) -> Instruction:
    pattern, long = insn.encoding.replace(" ", ""), spec.words.long
    letters = {letter: o.name for letter, o in spec.operands.items()}
    sizes = (spec.words.bits, 2 * spec.words.bits) if long else (spec.words.bits,)
    if len(pattern) not in sizes:
        raise UserError(f"{at}: the encoding has {len(pattern)} bits; it must have {' or '.join(map(str, sizes))}.")
    if spec.words.last is not None:
        at_last = len(pattern) - 1 - spec.words.last
        if pattern[at_last] != "s":
            raise UserError(f"{at}: bit {spec.words.last} ends a bundle; the encoding must have `s` there.")
        pattern = f"{pattern[:at_last]}-{pattern[at_last + 1 :]}"
    wrong = set(pattern) - set("01-") - letters.keys()
    if wrong:
        raise UserError(f"{at}: the encoding has {min(wrong)!r}; it may have 0, 1 and {', '.join(letters)}.")
    if long and (pattern[: len(long[0])] in long) != (len(pattern) == sizes[1]):
        raise UserError(f"{at}: {sizes[1]}-bit encodings, and only they, begin with {', '.join(long)}.")
    top = len(pattern) - 1
    mask = sum(1 << top - i for i, c in enumerate(pattern) if c in "01")
    match = sum(1 << top - i for i, c in enumerate(pattern) if c == "1")
    found: dict[str, Field] = {}
    for letter, operand in spec.operands.items():
        bits = tuple(top - i for i, c in enumerate(pattern) if c == letter)
        if bits:
            name = insn.read.get(operand.name, operand.reading)
            _known_reading(name, spec, at)
            reading = compile_reading(name, spec.readings.get(name, UNSIGNED), len(bits), at)
            found[operand.name] = Field(operand.name, bits, reading)
    for operand in insn.read.keys() - found.keys():
        raise UserError(f"{at}: read says how to read {operand}, which the encoding does not have.")
    _check_syntax(insn, found, {n: p.of for n, p in spec.placeholders.items()}, at)
    excluded = []
    for entry in insn.except_:
        for operand, values in entry.items():
            if operand not in found:
                raise UserError(f"{at}: except names {operand}, which the encoding does not have.")
            if any(not 0 <= v < 1 << found[operand].width for v in values):
                raise UserError(f"{at}: except lists a value that {operand} cannot have.")
        excluded.append({o: frozenset(v) for o, v in entry.items()})
    for operand, field in found.items():
        if field.reading.names:
            if field.width > 8:
                raise UserError(f"{at}: {operand} has {field.width} bits; a register by number has at most 8.")
            every = frozenset(range(1 << field.width))
            excluded.append({operand: every - register_names(spec.registers[field.reading.names]).keys()})
    return Instruction(insn, index, group, len(pattern) // 8, mask, match, found, tuple(excluded))


def _check_syntax(insn: InstructionSpec, found: dict[str, Field], placeholders: dict[str, str], at: str) -> None:
    """The syntax shows every operand of the encoding, and no other."""
    try:
        shown = [name for _, name, _, _ in Formatter().parse(insn.syntax) if name is not None]
    except ValueError:
        raise UserError(f"{at}: the braces of the syntax do not match.") from None
    for name in shown:
        if placeholders.get(name, name) not in found:
            raise UserError(f"{at}: the syntax shows {{{name}}}, which the encoding does not have.")
    for operand in found.keys() - {placeholders.get(name, name) for name in shown}:
        raise UserError(f"{at}: the syntax does not show {operand}.")


def common_word(a: Instruction, b: Instruction) -> int | None:
    """A word that both instructions accept, or None. It searches only the bits that an `except` reads."""
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
