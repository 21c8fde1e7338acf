# SPDX-License-Identifier: Apache-2.0
"""The assembler of asip: its instructions and their syntax are those of isa/asip/isa.yaml.

A line is `label:`, an instruction, or empty; `;` begins a comment. An operand is a register, a label, or a sum of
numbers and constants. Constants are the regions of the data memory (isa/asip/tasks.yaml), the errors, and what `.equ
name, value` defines. `.word value` puts any word into the program.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter

from evariste.errors import UserError
from evariste.isa import Instruction, load, machine
from evariste.paths import ROOT

NAME = "asip"
_LABEL = re.compile(r"\s*([A-Za-z_]\w*)\s*:")
_TERM = re.compile(r"\s*([+-]?)\s*(0x[0-9a-fA-F]+|\d+|[A-Za-z_]\w*)")


@dataclass(frozen=True)
class Line:
    """A word of the program: its address, the word, and the source it comes from."""

    address: int
    word: int
    place: str
    text: str


@dataclass
class Program:
    """Words with their labels."""

    lines: list[Line] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def words(self) -> list[int]:
        return [line.word for line in self.lines]

    def part(self, address: int) -> str:
        """The last label before an address, or at it."""
        return max((at, name) for name, at in self.labels.items() if at <= address)[1]

    def listing(self) -> str:
        """Address, word and source of each line, with the labels."""
        names = {address: name for name, address in reversed(self.labels.items())}
        out = []
        for line in self.lines:
            if line.address in names:
                out.append(f"{names[line.address]}:")
            out.append(f"  {line.address:03x}  {line.word:08x}  {line.text}")
        return "\n".join(out) + "\n"


@dataclass(frozen=True)
class _Statement:
    place: str
    text: str
    address: int


@cache
def _known() -> tuple[dict[str, int], int]:
    """The regions of the data memory and the errors; the words of the program memory."""
    spec = load.tasks(NAME)
    found = {region.name: region.word for region in spec.memory}
    return found | {cause.name: cause.code for cause in machine(NAME).spec.causes}, spec.program_words


@cache
def _forms() -> dict[str, tuple[Instruction, dict[str, int], list[str]]]:
    """By mnemonic: the instruction, operands that the mnemonic decides, and the operands that follow, in order."""
    found: dict[str, tuple[Instruction, dict[str, int], list[str]]] = {}
    for insn in machine(NAME):
        mnemonic, _, rest = insn.spec.syntax.partition(" ")
        operands = [name for _, name, _, _ in Formatter().parse(rest) if name is not None]
        if mnemonic.endswith("{mark}"):
            bare = mnemonic.removesuffix("{mark}")
            found[bare], found[f"{bare}>"] = (insn, {"push": 0}, operands), (insn, {"push": 1}, operands)
        else:
            found[mnemonic] = (insn, {}, operands)
    return found


def assemble(sources: Mapping[str, str]) -> Program:
    """The program of these texts, by the name of their file, one after the other."""
    constants, most = _known()
    program, known, statements = Program(), dict(constants), list[_Statement]()
    for name, text in sources.items():
        for number, raw in enumerate(text.splitlines(), 1):
            place, line = f"{name}, line {number}", raw.partition(";")[0]
            while label := _LABEL.match(line):
                if label[1] in program.labels:
                    raise UserError(f"{place}: the label {label[1]} is repeated.")
                program.labels[label[1]] = len(statements)
                line = line[label.end() :]
            line = " ".join(line.split())
            if line.startswith(".equ"):
                _define(line, place, known)
            elif line:
                statements.append(_Statement(place, line, len(statements)))
    if len(statements) > most:
        raise UserError(f"The program has {len(statements)} words; the program memory has {most}.")
    for one in statements:
        word = _word(one, program.labels, known)
        program.lines.append(Line(one.address, word, one.place, one.text))
    return program


def _define(line: str, place: str, known: dict[str, int]) -> None:
    name, comma, value = (part.strip() for part in line.removeprefix(".equ").partition(","))
    if not comma or not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise UserError(f"{place}: .equ takes a name and a value, as in `.equ size, 4`.")
    if name in known:
        raise UserError(f"{place}: the constant {name} is repeated.")
    known[name] = _value(value, known, place)


def _word(one: _Statement, labels: Mapping[str, int], known: Mapping[str, int]) -> int:
    mnemonic, _, rest = one.text.partition(" ")
    given = [part.strip() for part in rest.split(",")] if rest.strip() else []
    if mnemonic == ".word":
        if len(given) != 1 or not 0 <= (value := _value(given[0], known, one.place)) < 1 << 32:
            raise UserError(f"{one.place}: .word takes one value of 32 bits.")
        return value
    if mnemonic not in _forms():
        raise UserError(f"{one.place}: there is no instruction '{mnemonic}'.")
    insn, operands, names = _forms()[mnemonic]
    if len(given) != len(names):
        raise UserError(f"{one.place}: {mnemonic} takes {_counted(len(names))}, not {len(given)}.")
    values = dict(operands)
    for name, text in zip(names, given, strict=True):
        place = machine(NAME).spec.placeholders.get(name)
        values[place.of if place else name] = _operand(insn, name, text, one.place, labels, known)
    try:
        return insn.encode(**values)
    except UserError as refused:
        raise UserError(f"{one.place}: {refused.message}") from None


def _counted(operands: int) -> str:
    return f"{operands or 'no'} operand{'s' * (operands != 1)}"


def _operand(insn: Instruction, name: str, text: str, place: str, labels: Mapping[str, int],
             known: Mapping[str, int]) -> int:  # fmt: skip
    if name == "target":
        if text not in labels:
            raise UserError(f"{place}: there is no label '{text}'.")
        return labels[text]
    spec = machine(NAME).operands[name]
    if spec.file:
        numbers = {register: number for number, register in machine(NAME).register_names(spec.file).items()}
        if text not in numbers:
            raise UserError(f"{place}: '{text}' is no register of {insn.name} there; it is one of "
                            f"{', '.join([*numbers][:1])} to {', '.join([*numbers][-1:])}.")  # fmt: skip
        return numbers[text]
    value = _value(text, known, place)
    width = insn.fields[name].width
    return value & (1 << width) - 1 if -(1 << width - 1) <= value < 0 else value


def _value(text: str, known: Mapping[str, int], place: str) -> int:
    """The value of a sum."""
    total, at = 0, 0
    while at < len(text) or at == 0:
        term = _TERM.match(text, at)
        if term is None or (at and not term[1]):
            raise UserError(f"{place}: '{text}' is not a number, a constant, or a sum of them.")
        if not term[2][0].isdigit() and term[2] not in known:
            raise UserError(f"{place}: there is no constant '{term[2]}'.")
        number = int(term[2], 0) if term[2][0].isdigit() else known[term[2]]
        total += -number if term[1] == "-" else number
        at = term.end()
        at += len(text[at:]) - len(text[at:].lstrip())
    return total


def read(paths: Iterable[Path]) -> dict[str, str]:
    """The texts of files, by the name that a sentence calls them."""
    found = {}
    for path in paths:
        shown = str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
        try:
            found[shown] = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is not text"
            raise UserError(f"{shown} cannot be read: {why}.") from None
    return found


@cache
def image() -> Program:
    """The program of the tasks."""
    spec = load.tasks(NAME)
    program = assemble(read(sorted((ROOT / spec.folder).glob("*.s"))))
    for task in spec.tasks:
        if task.name not in program.labels:
            raise UserError(f"{spec.folder} has no label {task.name}, a task of isa/{NAME}/tasks.yaml.")
    return program
