# SPDX-License-Identifier: Apache-2.0
"""The assembler: text to an object file. `;;` ends a bundle, `|` or a new line an operation within it.

    start:  movi r10, lo16(message)      # comment
            movi r11, 3
            ;;
            [p1] add r4, r5, r6 | sub r7, r5, r6 ;;

The operations of a bundle may stand in any order: the assembler looks for slots that reach their units. Directives are
those of other assemblers: .section, .text, .data, .bss, .globl, .weak, .type, .size, .balign, .word, .half, .byte,
.ascii, .asciz, .space, .equ. Behind .schedule the text has no bundles: they are made here.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations
from string import Formatter

from evariste.errors import UserError
from evariste.isa.model import Instruction, Machine
from evariste.vliw.objects import ABSOLUTE, ALLOC, EXEC, WRITE, Object, Relocation, Section
from evariste.vliw.operation import Operation, Reference, near
from evariste.vliw.straight import Straight

_NUMBER = re.compile(r"-?(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)")
_NAME = r"[A-Za-z_.$][\w.$]*"
_SUM = re.compile(rf"({_NAME})\s*(?:([+-])\s*(0[xX][0-9a-fA-F]+|\d+))?")
_HALF = re.compile(rf"(lo16|hi16)\(\s*({_SUM.pattern})\s*\)")
_HALF_NUMBER = re.compile(rf"(lo16|hi16)\(\s*({_NUMBER.pattern})\s*\)")
_ENDS = re.compile(r';;(?=(?:[^"]*"[^"]*")*[^"]*$)')  # of bundles, not in a string
_LABEL = re.compile(rf"\s*({_NAME})\s*:")
# Prefixes of section names, and their flags.
_FLAGS = ((".text", ALLOC | EXEC), (".start", ALLOC | EXEC), (".rodata", ALLOC), (".bss", ALLOC | WRITE))
_SIZES = {".word": 4, ".half": 2, ".byte": 1}
ALIASES = {"zero": "r0", "ra": "r1", "sp": "r2"}


class Form:
    """How the operands of one instruction are written."""

    def __init__(self, machine: Machine, insn: Instruction) -> None:
        syntax = insn.spec.syntax.removeprefix("{when}")
        self.insn = insn
        self.mnemonic, _, rest = syntax.partition(" ")
        pattern, self.operands = "", list[str]()
        for text, name, _, _ in Formatter().parse(rest):
            pattern += re.sub(r"\\ |,", lambda found: r"\s*,\s*" if found[0] == "," else "", re.escape(text))
            if name:
                placeholder = machine.spec.placeholders.get(name)
                self.operands.append(placeholder.of if placeholder else name)
                pattern += r"([^,()]+(?:\([^()]*\))?|[^,()]*)" if name in ("imm", "target") else r"([^,()]+)"
        pattern = pattern.replace(r"\(", r"\s*\(\s*").replace(r"\)", r"\s*\)")
        self.pattern = re.compile(rf"\s*{pattern}\s*")


class Assembler:
    """Assembler of a machine without the instructions that it lacks."""

    def __init__(self, machine: Machine, lacks: Sequence[str] = ()) -> None:
        self.machine, self.lacks = machine, frozenset(lacks)
        self.kinds = {r.name.rpartition("_")[2]: r for r in machine.spec.relocations}

    @cached_property
    def forms(self) -> dict[str, Form]:
        return {form.mnemonic: form for form in (Form(self.machine, i) for i in self.machine)}

    @cached_property
    def _guards(self) -> dict[str, int]:
        return {name: number for number, name in self.machine.register_names("guard").items() if number}

    # One operation.

    def operation(self, text: str, at: str = "", constants: dict[str, int] | None = None) -> Operation:
        """The operation that a line says."""
        guard, text = 0, text.strip()
        if found := re.match(r"\[\s*(\w+)\s*\]\s*", text):
            if found[1] not in self._guards:
                raise UserError(f"{at}: {found[1]} is no flag; there are {', '.join(self._guards)}.")
            guard, text = self._guards[found[1]], text[found.end() :]
        mnemonic, rest = (*text.split(None, 1), "")[:2]
        alias = {"nop": ("add", "r0, r0, r0"), "ret": ("jr", "r1"), "mov": ("addi", f"{rest}, 0")}.get(mnemonic)
        mnemonic, rest = alias or (mnemonic, rest)
        form = self.forms.get(mnemonic)
        if form is None or form.insn.name in self.lacks:
            why = "there is no operation" if form is None else "this configuration has no operation"
            raise UserError(f"{at}: {why} '{mnemonic}'.")
        found = form.pattern.fullmatch(rest)
        if found is None:
            shown = form.insn.spec.syntax.replace("{when}", "").replace("{", "").replace("}", "")
            raise UserError(f"{at}: '{text}' does not have the form '{shown}'.")
        values, reference = {"guard": guard}, None
        for operand, written in zip(form.operands, found.groups(), strict=True):
            value = self._value(form.insn, operand, written.strip(), at, constants or {})
            if isinstance(value, Reference):
                reference, value = value, 0
            values[operand] = value
        return Operation(form.insn, values, reference, at)

    def _value(
        self, insn: Instruction, operand: str, text: str, at: str, constants: dict[str, int]
    ) -> int | Reference:
        spec, field = self.machine.operands[operand], insn.fields[operand]
        named = spec.file or field.reading.names
        if named or spec.values:
            names = self.machine.register_names(named) if named else dict(enumerate(spec.values))
            known = {name: number for number, name in names.items()}
            text = ALIASES.get(text, text) if named == "r" else text
            if text not in known:
                raise UserError(f"{at}: {insn.name} takes {_some([*known])} here, not '{text}'.")
            return known[text]
        if found := _HALF.fullmatch(text):
            return Reference(operand, found[3], _addend(found[4], found[5]), found[1])
        text = _half(str(constants.get(text, text)), at)
        if _NUMBER.fullmatch(text):
            value = int(text, 0)
            if field.unvalue(value) is None and not field.reading.relative:
                low, high = (0, (1 << field.width) - 1)
                if field.reading.signed:
                    low, high = -(1 << field.width - 1), (1 << field.width - 1) - 1
                raise UserError(f"{at}: {insn.name} takes {low} to {high} here, not {value}.")
            return value if not field.reading.relative else Reference(operand, "", value)
        if field.reading.relative and (found := _SUM.fullmatch(text)):
            return Reference(operand, found[1], _addend(found[2], found[3]))
        raise UserError(f"{at}: {insn.name} takes a number here, not '{text}'.")

    # A bundle.

    def placed(self, operations: Sequence[Operation], at: str) -> list[Operation]:
        """The operations in an order whose slots reach their units; those that write one register keep their order.

        Units with state: of two division steps the first one written is in the first unit.
        """
        most = self.machine.spec.words.bundle
        if len(operations) > most:
            raise UserError(f"{at}: {len(operations)} operations are more than the {most} slots of a bundle.")
        for i, one in enumerate(operations):
            for other in operations[:i]:
                same = one.written and one.written == other.written
                if same and one.values["guard"] == other.values["guard"]:
                    raise UserError(f"{at}: two operations of the bundle write r{one.written}.")
        why = alone = ""
        for order in permutations(range(len(operations))):
            chosen = [operations[i] for i in order]
            wrong = self.machine.illegal_bundle([o.insn for o in chosen])
            why = why or wrong
            steps = [i for i in order if operations[i].insn.spec.runs_on == "d"]
            slots = [s for s, o in enumerate(chosen) if o.insn.spec.runs_on == "d"]
            if [i for _, i in sorted(zip((s % 2 for s in slots), steps, strict=True))] != sorted(steps):
                continue
            if len(steps) == 1 and slots[0] % 2:
                alone = alone or (f"a single {operations[steps[0]].insn.name} needs slot 0 or 2" if not wrong else "")
                continue
            if not wrong and not any(
                chosen[i].written == chosen[j].written != 0 and order[i] > order[j]
                for i in range(len(order)) for j in range(i + 1, len(order))
            ):  # fmt: skip
                return chosen
        raise UserError(f"{at}: {self.machine.crowded([o.insn for o in operations]) or alone or why}.")

    def emit(self, section: Section, operations: Sequence[Operation], at: str = "") -> None:
        """Append a bundle to a section."""
        self.write(section, self.placed(operations, at), at)

    def write(self, section: Section, chosen: Sequence[Operation], at: str = "") -> None:
        """Append a bundle whose operations are in their slots. Its line is that of most of them."""
        last = 1 << (self.machine.spec.words.last or 0)
        if lines := Counter(operation.line for operation in chosen if operation.line):
            section.lines.append((len(section.data), *lines.most_common(1)[0][0]))
        for slot, operation in enumerate(chosen):
            offset, values = len(section.data), dict(operation.values)
            if reference := operation.reference:
                if not reference.symbol:  # an address within the section
                    values[reference.operand] = signed(reference.addend - offset)
                else:
                    kind = {"lo16": "LO16", "hi16": "HI16", "": "BR22"}[reference.half]
                    section.relocations.append(
                        Relocation(offset, self.kinds[kind].number, reference.symbol, reference.addend, operation.at)
                    )
            if reference and not reference.symbol:
                near(operation.insn, reference.operand, values[reference.operand], operation.at or at)
            try:
                word = operation.insn.encode(**values)
            except UserError as wrong:
                raise UserError(f"{operation.at or at}: {wrong.message}") from None
            section.data += (word | last * (slot == len(chosen) - 1)).to_bytes(4, "little")

    def resolve(self, obj: Object) -> None:
        """Fill in the branches that stay in their section."""
        kind = self.kinds["BR22"]
        for section in obj.sections.values():
            kept = []
            for r in section.relocations:
                symbol = obj.symbols[r.symbol]
                if r.kind != kind.number or symbol.section != section.name or symbol.binding == "weak":
                    kept.append(r)
                    continue
                word = int.from_bytes(section.data[r.offset : r.offset + 4], "little")
                decoded = self.machine.decode(word & ~(1 << (self.machine.spec.words.last or 0)), 4)
                assert decoded is not None
                raw = near(decoded.insn, kind.operand, symbol.value + r.addend - r.offset, f"{obj.name}, {r.symbol}")
                word |= decoded.insn.fields[kind.operand].place(raw)
                section.data[r.offset : r.offset + 4] = word.to_bytes(4, "little")
            section.relocations = kept

    def assemble(self, text: str, name: str, schedule: bool = False) -> Object:
        """The object file of a source text, which has bundles, or none if they are to be made here."""
        return _Source(self, text, name, schedule).object


class _Source:
    """One text on its way to an object file."""

    def __init__(self, assembler: Assembler, text: str, name: str, schedule: bool) -> None:
        self.assembler, self.name = assembler, name
        self.straight = Straight(assembler.machine) if schedule else None
        self.object = Object(name)
        self.constants: dict[str, int] = {}
        self.bundle: list[Operation] = []
        self.delayed: dict[tuple[str, int], str] = {}  # where a delay bundle is, in which section: its branch's line
        self.section = self._section(".text")
        for number, line in enumerate(text.splitlines(), 1):
            self.at, self.line = f"{name}, line {number}", number
            self._line(_uncommented(line))
        if self.straight:
            self._bundles(self.straight.end())
        if self.bundle:
            raise UserError(f"{self.at}: the last bundle has no end; `;;` ends a bundle.")
        for (section, offset), at in self.delayed.items():
            self._delay_bundle(self.object.sections[section], offset, at)
        assembler.resolve(self.object)

    def _section(self, name: str) -> Section:
        flags = next((f for prefix, f in _FLAGS if name.startswith(prefix)), ALLOC | WRITE)
        return self.object.section(name, flags, nobits=name.startswith(".bss"))

    def _line(self, line: str) -> None:
        while found := _LABEL.match(line):
            if self.straight:
                self._bundles(self.straight.end())
            if self.bundle:
                raise UserError(f"{self.at}: the label {found[1]} is inside a bundle.")
            symbol = self.object.symbol(found[1])
            if symbol.section:
                raise UserError(f"{self.at}: {found[1]} is defined twice.")
            symbol.section, symbol.value = self.section.name, self.section.size
            line = line[found.end() :]
        for i, part in enumerate(_ENDS.split(line)):
            if i and self.straight:
                raise UserError(f"{self.at}: `;;` ends a bundle, but with --schedule the assembler makes them.")
            if i:
                self._end_bundle()
            if (part := part.strip()).startswith("."):
                self._directive(part)
            elif part:
                if not self.section.code:
                    raise UserError(f"{self.at}: {self.section.name} is no section for code.")
                for text in part.split("|"):
                    self._operation(text)

    def _operation(self, text: str) -> None:
        operation = self.assembler.operation(text, self.at, self.constants)
        operation.line = self.name, self.line
        if self.straight:
            self._bundles(self.straight.add(operation))
        else:
            self.bundle.append(operation)

    def _bundles(self, bundles: Iterator[list[Operation | None]]) -> None:
        """Bundles that the scheduler made."""
        for bundle in bundles:
            nothing = self.assembler.operation("nop", self.at)
            self.assembler.emit(self.section, [operation or nothing for operation in bundle], self.at)

    def _end_bundle(self) -> None:
        if not self.bundle:
            raise UserError(f"{self.at}: the bundle is empty; `nop` does nothing.")
        branches = any(o.insn.spec.runs_on == "branch" for o in self.bundle)
        if branches and (self.section.name, self.section.size) in self.delayed:
            raise UserError(f"{self.at}: a delay bundle has a branch.")
        self.assembler.emit(self.section, self.bundle, self.at)
        if branches:
            self.delayed[self.section.name, self.section.size] = self.at
        for operation in self.bundle:
            if operation.reference and operation.reference.symbol:
                self.object.symbol(operation.reference.symbol)
        self.bundle = []

    def _delay_bundle(self, section: Section, offset: int, at: str) -> None:
        """Refuses a branch if its delay bundle is not there, or is the first bundle of another function."""
        ends = f"the section {section.name}" if offset == section.size else ""
        for symbol in self.object.symbols.values():
            if symbol.section != section.name:
                continue
            if symbol.size and symbol.value + symbol.size == offset:
                ends = symbol.name
            elif symbol.value == offset and (symbol.kind == "func" or symbol.binding != "local"):
                ends = ends or f"the function before {symbol.name}"
        if ends:
            raise UserError(f"{at}: {ends} ends with a branch; the bundle behind it executes, too, so write one.")

    def _directive(self, text: str) -> None:
        word, rest = (*text.split(None, 1), "")[:2]
        words = [part.strip() for part in rest.split(",")] if rest else []
        if self.straight:
            self._bundles(self.straight.end())
        if self.bundle:
            raise UserError(f"{self.at}: {word} is inside a bundle.")
        if word in (".text", ".data", ".bss"):
            self.section = self._section(word)
        elif word == ".schedule":
            self.straight = Straight(self.assembler.machine)
        elif word == ".section" and words:
            self.section = self._section(words[0])
        elif word in (".globl", ".global", ".weak"):
            for name in words:
                self.object.symbol(name).binding = "weak" if word == ".weak" else "global"
        elif word == ".type" and len(words) == 2:
            self.object.symbol(words[0]).kind = {"function": "func"}.get(words[1].lstrip("@%"), "object")
        elif word == ".size" and len(words) == 2:
            symbol = self.object.symbol(words[0])
            here = re.fullmatch(rf"\.\s*-\s*{re.escape(words[0])}", words[1])
            symbol.size = self.section.size - symbol.value if here else self._number(words[1])
        elif word in (".equ", ".set") and len(words) == 2:
            self.constants[words[0]] = self._number(words[1])
            symbol = self.object.symbol(words[0])
            symbol.section, symbol.value = ABSOLUTE, self.constants[words[0]] & 0xFFFFFFFF
        elif word in _SIZES:
            for item in words:
                self._data(item, _SIZES[word])
        elif word in (".ascii", ".asciz", ".string"):
            self._bytes(_string(rest, self.at) + (b"" if word == ".ascii" else b"\0"))
        elif word in (".space", ".zero", ".skip") and words:
            self._space(self._number(words[0]))
        elif word in (".balign", ".align", ".p2align") and words:
            align = self._number(words[0])
            if word != ".balign":  # the number is the exponent
                align = 1 << align if 0 <= align <= 12 else -1
            if align < 1 or align & align - 1 or align > 4096:
                raise UserError(f"{self.at}: an alignment is a power of two up to 4096, not {word} {words[0]}.")
            self.section.align = max(self.section.align, align)
            self._space(-self.section.size % align)
        elif word not in (".file", ".ident", ".option", ".addrsig"):
            raise UserError(f"{self.at}: there is no directive {word}.")

    def _number(self, text: str) -> int:
        text = str(self.constants.get(text, text))
        if not _NUMBER.fullmatch(text):
            raise UserError(f"{self.at}: '{text}' is not a number.")
        return int(text, 0)

    def _bytes(self, data: bytes) -> None:
        if self.section.nobits:
            raise UserError(f"{self.at}: {self.section.name} has no contents; use .space.")
        self.section.data += data

    def _space(self, count: int) -> None:
        if count < 0:
            raise UserError(f"{self.at}: there is no space of {count} bytes.")
        if self.section.nobits:
            self.section.reserved += count
        else:
            self.section.data += bytes(count)

    def _data(self, text: str, size: int) -> None:
        found = _SUM.fullmatch(text)
        if found and found[1] not in self.constants:
            if size != 4:
                raise UserError(f"{self.at}: the address {text} needs a word.")
            self.object.symbol(found[1])
            self.section.relocations.append(
                Relocation(self.section.size, self.assembler.kinds["32"].number, found[1],
                           _addend(found[2], found[3]), self.at))  # fmt: skip
            self._bytes(bytes(4))
            return
        value, bits = self._number(text), 8 * size
        if not -(1 << bits - 1) <= value < 1 << bits:
            raise UserError(f"{self.at}: {value} does not fit in {bits} bits.")
        self._bytes((value & (1 << bits) - 1).to_bytes(size, "little"))


def signed(value: int) -> int:
    """A distance in an address space of 32 bits."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def _uncommented(line: str) -> str:
    """The line without its comment; # and // in strings stay."""
    found = re.match(r'((?:"(?:\\.|[^"\\])*"|(?!//)[^#"])*)', line)
    return found[1] if found else line


def _half(text: str, at: str) -> str:
    """A half of a number as a number; other text as it is."""
    found = _HALF_NUMBER.fullmatch(text)
    if found is None:
        return text
    value = int(found[2], 0)
    if not -(1 << 31) <= value < 1 << 32:
        raise UserError(f"{at}: {found[2]} does not fit in 32 bits.")
    return str(value & 0xFFFF if found[1] == "lo16" else value >> 16 & 0xFFFF)


def _addend(sign: str | None, number: str | None) -> int:
    return int(f"{sign}{int(number, 0)}") if sign and number else 0


def _some(names: list[str]) -> str:
    return f"{names[0]} to {names[-1]}" if len(names) > 4 else ", ".join(names)


def _string(text: str, at: str) -> bytes:
    try:
        value = ast.literal_eval(text.strip())
        return value.encode("latin-1") if isinstance(value, str) else _refuse(text, at)
    except (ValueError, SyntaxError, UnicodeEncodeError):
        return _refuse(text, at)


def _refuse(text: str, at: str) -> bytes:
    raise UserError(f"{at}: {text.strip()[:40]} is not a string.")
