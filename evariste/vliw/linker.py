# SPDX-License-Identifier: Apache-2.0
"""The linker: object files and archives to an executable.

Code sections go to the code memory, `.start` first. All others go to RAM, above the stack: so an overflow leaves RAM
and faults. Behind them is the heap. What no section that is needed refers to is left out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.isa.schema import MemorySpec, SocSpec
from evariste.vliw import objects
from evariste.vliw.assembler import signed
from evariste.vliw.objects import ABSOLUTE, ALLOC, WRITE, Object, Section, Segment, Symbol
from evariste.vliw.operation import near

STACK = 0x40000  # bytes, unless told otherwise
ENTRY = "_start"
LEAST_HEAP = 0x1000
# Data by the beginnings of section names, in their order in memory.
ARRAYS = (".init_array", ".fini_array")  # of functions to call before main, and behind it
DATA = (".rodata", *ARRAYS, ".data", ".sdata", ".bss", ".sbss")
KEPT = (".start", *ARRAYS)


@dataclass(frozen=True)
class Place:
    """One section of one object."""

    object: int
    section: str


@dataclass(frozen=True)
class Member:
    """One object of a library. It is made when something needs it."""

    defines: frozenset[str]
    load: Callable[[], Object]


# The members of a library, asked for only if something is missing.
Library = Callable[[], Iterable[Member]]


def member(obj: Object) -> Member:
    """An object that is there."""
    names = frozenset(s.name for s in obj.symbols.values() if s.section and s.binding != "local")
    return Member(names, lambda: obj)


class Linker:
    """One link."""

    def __init__(
        self, machine: Machine, soc: SocSpec, inputs: Sequence[Object], libraries: Iterable[Library] = ()
    ) -> None:
        self.machine, self.soc = machine, soc
        self.kinds = {r.number: r for r in machine.spec.relocations}
        self.objects = list(inputs)
        self.defined: dict[str, tuple[int, Symbol]] = {}
        self._homes: dict[Place, Section] = {}  # the part of the program that a section is in
        for i in range(len(self.objects)):
            self._define(i)
        for library in libraries:
            if self._missing():
                self._from_library(list(library()))

    def _define(self, index: int) -> None:
        for symbol in self.objects[index].symbols.values():
            if symbol.binding == "local" or not symbol.section:
                continue
            known = self.defined.get(symbol.name)
            if known and known[1].binding == symbol.binding == "global":
                first, second = self.objects[known[0]].name, self.objects[index].name
                raise UserError(f"{symbol.name} is defined twice, in {first} and in {second}.")
            if not known or (known[1].binding == "weak" and symbol.binding == "global"):
                self.defined[symbol.name] = index, symbol

    def _wanted(self, index: int) -> set[str]:
        obj = self.objects[index]
        used = {r.symbol for s in obj.sections.values() for r in s.relocations}
        return {name for name in used if not obj.symbols[name].section and obj.symbols[name].binding != "weak"}

    def _missing(self) -> set[str]:
        """The names that the objects so far want, and none of them defines."""
        return ({ENTRY} | set().union(*map(self._wanted, range(len(self.objects))))) - self.defined.keys()

    def _from_library(self, library: list[Member]) -> None:
        """Takes the members that define what is wanted, and what they want, by name: each link comes out the same."""
        offered: dict[str, int] = {}
        for i, one in enumerate(library):
            for name in one.defines:
                offered.setdefault(name, i)
        todo = self._missing()
        taken: set[int] = set()
        while todo:
            todo.remove(name := min(todo))
            if name in self.defined or name not in offered or offered[name] in taken:
                continue
            taken.add(offered[name])
            self.objects.append(library[offered[name]].load())
            self._define(len(self.objects) - 1)
            todo |= self._wanted(len(self.objects) - 1)

    def _find(self, index: int, name: str) -> tuple[int, Symbol] | None:
        """The definition that a name means in an object."""
        own = self.objects[index].symbols[name]
        if own.section and own.binding == "local":
            return index, own
        return self.defined.get(name)

    def _live(self) -> list[Place]:
        """The sections that the entry needs, in the order of the inputs."""
        seen: set[Place] = set()
        todo = [Place(i, s.name) for i, o in enumerate(self.objects) for s in o.sections.values()
                if s.name.startswith(KEPT)]  # fmt: skip
        if ENTRY in self.defined:
            todo.append(Place(self.defined[ENTRY][0], self.defined[ENTRY][1].section))
        while todo:
            place = todo.pop()
            if place in seen:
                continue
            seen.add(place)
            for r in self.objects[place.object].sections[place.section].relocations:
                found = self._find(place.object, r.symbol)
                if found and found[1].section != ABSOLUTE:
                    todo.append(Place(found[0], found[1].section))
        return [Place(i, name) for i, o in enumerate(self.objects) for name in o.sections if Place(i, name) in seen]

    def link(self, stack: int = STACK) -> bytes:
        """The executable."""
        if ENTRY not in self.defined:
            raise UserError(f"No object defines {ENTRY}, where a program begins.")
        code, ram = (next(m for m in self.soc.memories if m.access == access) for access in ("rx", "rw"))
        live = self._live()
        section = {place: self.objects[place.object].sections[place.section] for place in live}
        texts = sorted((p for p in live if section[p].code), key=lambda p: not p.section.startswith(".start"))
        out = Object("program")
        where: dict[Place, int] = {}
        text = self._gather(out, ".text", objects.ALLOC | objects.EXEC, texts, section, code.base, where)
        if code.base + code.size < text.address + text.size:
            raise UserError(f"The code has {text.size:,} bytes; the memory has {code.size:,}.")
        at = ram.base + stack
        parts, bounds = [], dict[str, int]()
        for prefix in DATA:
            chosen = [p for p in live if not section[p].code and _belongs(p.section, prefix)]
            if prefix in ARRAYS:
                chosen.sort(key=lambda p: _priority(p.section))
            flags = ALLOC | (0 if prefix == ".rodata" else WRITE)
            part = self._gather(out, prefix, flags, chosen, section, at + -at % 8, where, prefix in (".bss", ".sbss"))
            bounds[prefix] = part.address
            at = part.address + part.size
            bounds[f"{prefix} end"] = at
            parts.append(part)
        if at + LEAST_HEAP > ram.base + ram.size:
            raise UserError(f"Data and stack have {at - ram.base:,} bytes; the memory has {ram.size:,}, "
                            f"and {LEAST_HEAP:,} of them are for the heap.")  # fmt: skip
        self._names(ram, stack, at, bounds)
        stacked = Section(".stack", ALLOC | WRITE, 16, nobits=True, reserved=stack, address=ram.base)
        out.sections[".stack"] = stacked
        for place in live:
            self._fill(place, section[place], where)
        self._lines(text, texts, section, where)
        self._symbols(out, live, where)
        filled = [p for p in parts if p.size]
        segments = [Segment(text.address, 5, (text,)), *(Segment(p.address, 6, (p,)) for p in filled),
                    Segment(ram.base, 6, (stacked,))]  # fmt: skip
        out.sections = {s.name: s for s in [text, *filled, stacked]}
        return objects.write(out, self.machine.spec.elf, self._value(*self.defined[ENTRY], where), segments)

    def _gather(
        self, out: Object, name: str, flags: int, places: Sequence[Place], section: dict[Place, Section], base: int,
        where: dict[Place, int], nobits: bool = False,
    ) -> Section:  # fmt: skip
        """Puts sections behind one another, from `base` on."""
        made, at = Section(name, flags, 8, nobits=nobits, address=base), base
        for place in places:
            at += -at % section[place].align
            where[place] = at
            at += section[place].size
        made.reserved = at - base
        if not nobits:
            made.data = bytearray(at - base)
        self._homes |= dict.fromkeys(places, made)
        return made

    def _fill(self, place: Place, section: Section, where: dict[Place, int]) -> None:
        """Puts a section into its part of the program."""
        home = self._homes[place]
        if not home.nobits:
            data = bytes(section.size) if section.nobits else self._relocated(place, section, where)
            start = where[place] - home.address
            home.data[start : start + len(data)] = data

    def _lines(
        self, text: Section, places: list[Place], section: dict[Place, Section], where: dict[Place, int]
    ) -> None:
        """The lines of the source. No line goes on from one section into the next one."""
        for place in places:
            start = where[place] - text.address
            text.lines.append((start, "", 0))
            text.lines += [(start + at, file, line) for at, file, line in section[place].lines]

    def _names(self, ram: MemorySpec, stack: int, end: int, bounds: dict[str, int]) -> None:
        """The symbols that the linker defines."""
        values = {
            "__stack_bottom": ram.base, "__stack_top": ram.base + stack, "end": end, "__heap_start": end,
            "__heap_end": ram.base + ram.size, "__bss_start": bounds[".bss"], "__bss_end": bounds[".sbss end"],
            "__init_array_start": bounds[".init_array"], "__init_array_end": bounds[".init_array end"],
            "__fini_array_start": bounds[".fini_array"], "__fini_array_end": bounds[".fini_array end"],
        }  # fmt: skip
        for name, value in values.items():
            if name not in self.defined:
                self.defined[name] = -1, Symbol(name, ABSOLUTE, value, binding="global")

    def _value(self, index: int, symbol: Symbol, where: dict[Place, int]) -> int:
        return symbol.value + (0 if symbol.section == ABSOLUTE else where[Place(index, symbol.section)])

    def _relocated(self, place: Place, section: Section, where: dict[Place, int]) -> bytearray:
        """The section's data with the addresses of what it refers to. The section stays as it is."""
        obj = self.objects[place.object]
        data = bytearray(section.data)
        for r in section.relocations:
            found = self._find(place.object, r.symbol)
            if found is None and obj.symbols[r.symbol].binding != "weak":
                at, user = r.at or _line(obj, section, r.offset), self._in(obj, section, r.offset)
                raise UserError(f"{at}: {r.symbol} is not defined{user}.")
            value = (self._value(*found, where) if found else 0) + r.addend & 0xFFFFFFFF
            kind = self.kinds.get(r.kind)
            if kind is None:
                raise UserError(f"{obj.name}: there is no relocation {r.kind}, as {section.name} has it.")
            if not kind.operand:
                data[r.offset : r.offset + 4] = value.to_bytes(4, "little")
                continue
            self._patch(data, r.offset, kind.name, kind.operand, value, where[place] + r.offset, r.symbol, obj.name)
        return data

    def _in(self, obj: Object, section: Section, offset: int) -> str:
        """The function around an offset, in words."""
        around = [s for s in obj.symbols.values() if s.section == section.name and s.kind == "func"
                  and s.value <= offset]  # fmt: skip
        return f", but {max(around, key=lambda s: s.value).name} uses it" if around else ""

    def _patch(
        self, data: bytearray, offset: int, kind: str, operand: str, value: int, address: int, symbol: str, name: str
    ) -> None:
        word = int.from_bytes(data[offset : offset + 4], "little")
        decoded = self.machine.decode(word & ~(1 << (self.machine.spec.words.last or 0)), 4)
        assert decoded is not None
        field = decoded.insn.fields[operand]
        if field.reading.base is not None:
            value = signed(value - field.reading.base.at(address))
        elif kind.endswith("HI16"):
            value >>= 16
        elif kind.endswith("LO16"):
            value &= 0xFFFF
        raw = near(decoded.insn, operand, value, f"{name}, {symbol}")
        mask = field.place((1 << field.width) - 1)
        data[offset : offset + 4] = (word & ~mask | field.place(raw)).to_bytes(4, "little")

    def _symbols(self, out: Object, live: list[Place], where: dict[Place, int]) -> None:
        for place in live:
            for s in self.objects[place.object].symbols.values():
                if s.section != place.section or s.kind == "section" or s.name.startswith((".L", "*")):
                    continue
                name = s.name
                if name in out.symbols:
                    if s.binding != "local":
                        if out.symbols[name].binding != "local":
                            continue
                        moved = out.symbols.pop(name)
                        moved.name = f"{name}.{len(out.symbols)}"
                        out.symbols[moved.name] = moved
                    else:
                        name = f"{name}.{len(out.symbols)}"
                value = s.value + where[place]
                out.symbols[name] = Symbol(name, self._homes[place].name, value, s.size, s.binding, s.kind)
        for name, (index, s) in self.defined.items():
            if index == -1:
                out.symbols.setdefault(name, Symbol(name, ABSOLUTE, s.value, binding="global"))


def _line(obj: Object, section: Section, offset: int) -> str:
    """The object, and the line of its source for the bundle at an offset, in words."""
    _, file, line = max((row for row in section.lines if row[0] <= offset), default=(0, "", 0))
    if not line:
        return obj.name
    name = Path(file).name
    return f"{name}, line {line}" if name == Path(obj.name).name else f"{obj.name}, line {line} of {name}"


def _priority(name: str) -> int:
    """Of a section of an array: its number, or one behind all."""
    number = name.rpartition(".")[2]
    return int(number) if number.isdecimal() else 1 << 16


def _belongs(name: str, prefix: str) -> bool:
    """Whether a section of data goes to this part: by its name, else to .data."""
    own = next((p for p in DATA if name == p or name.startswith(f"{p}.")), ".data")
    return own == prefix


def archive(path: Path, machine: int) -> Iterator[Object]:
    """The members of an archive."""
    data = path.read_bytes()
    if not data.startswith(b"!<arch>\n"):
        raise UserError(f"{path} is not an archive.")
    at, names = 8, b""
    while at + 60 <= len(data):
        header, at = data[at : at + 60], at + 60
        size = re.fullmatch(rb"(\d+) *", header[48:58])
        if size is None or header[58:60] != b"`\n" or at + int(size[1]) > len(data):
            raise UserError(f"{path} is not a whole archive.")
        name, content = header[:16].rstrip(), data[at : at + int(size[1])]
        at += len(content) + len(content) % 2
        if name == b"//":
            names = content
        elif name not in (b"/", b"/SYM64/"):
            if found := re.fullmatch(rb"/(\d+)", name):
                name = names[int(found[1]) :].partition(b"/")[0]
            yield objects.parse(content, f"{path}({name.decode(errors='replace').rstrip('/')})", machine)
