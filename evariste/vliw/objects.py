# SPDX-License-Identifier: Apache-2.0
"""Object files in memory, and as ELF32: read with pyelftools, written here."""

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from evariste.errors import UserError
from evariste.vliw import dwarf

ALLOC, WRITE, EXEC = 2, 1, 4  # flags of a section
_PROGBITS, _NOBITS, _SYMTAB, _STRTAB, _RELA = 1, 8, 2, 3, 4
_REL, _EXECUTABLE = 1, 2  # e_type
_KINDS = {"notype": 0, "object": 1, "func": 2, "section": 3}
_BINDINGS = {"local": 0, "global": 1, "weak": 2}
ABSOLUTE = "*absolute*"
LINES = ".evariste_lines"  # of an object file: section, offset, line, and the file's name in .strtab, a word each


@dataclass
class Relocation:
    """At this offset of a section: the kind (a number of the specification), the symbol and the addend. `at` says where
    it is from, for messages; a file does not keep it.
    """

    offset: int
    kind: int
    symbol: str
    addend: int = 0
    at: str = ""


@dataclass
class Symbol:
    """A name. `section` is that of its definition, ABSOLUTE for a number, empty for a name that is only used."""

    name: str
    section: str = ""
    value: int = 0
    size: int = 0
    binding: str = "local"
    kind: str = "notype"


@dataclass
class Section:
    """Bytes for memory; `size` counts where there are none in the file."""

    name: str
    flags: int
    align: int = 4
    data: bytearray = field(default_factory=bytearray)
    nobits: bool = False
    reserved: int = 0
    address: int = 0
    relocations: list[Relocation] = field(default_factory=list)
    lines: list[tuple[int, str, int]] = field(default_factory=list)  # offset, file, line of the source from there on

    @property
    def size(self) -> int:
        return self.reserved if self.nobits else len(self.data)

    @property
    def code(self) -> bool:
        return bool(self.flags & EXEC)


@dataclass
class Object:
    """Sections and symbols, each by name."""

    name: str
    sections: dict[str, Section] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)

    def section(self, name: str, flags: int, align: int = 4, nobits: bool = False) -> Section:
        return self.sections.setdefault(name, Section(name, flags, align, nobits=nobits))

    def symbol(self, name: str) -> Symbol:
        return self.symbols.setdefault(name, Symbol(name))


class _Strings:
    def __init__(self) -> None:
        self.data = bytearray(b"\0")
        self._at: dict[str, int] = {"": 0}

    def add(self, text: str) -> int:
        if text not in self._at:
            self._at[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return self._at[text]


@dataclass(frozen=True)
class Segment:
    """Sections that are loaded together."""

    address: int
    flags: int  # of a program header: 4 read, 2 write, 1 execute
    sections: tuple[Section, ...]


def write(obj: Object, machine: int, entry: int | None = None, segments: Iterable[Segment] = ()) -> bytes:
    """The ELF file: an executable if there is an entry, else an object file."""
    names, strings = _Strings(), _Strings()
    sections = list(obj.sections.values())
    index = {s.name: i + 1 for i, s in enumerate(sections)}
    ordered = sorted(obj.symbols.values(), key=lambda s: s.binding != "local")
    number = {s.name: i + 1 for i, s in enumerate(ordered)}
    symbols = bytearray(16)
    for s in ordered:
        home = 0xFFF1 if s.section == ABSOLUTE else index.get(s.section, 0)
        binding = "global" if not s.section and s.binding == "local" else s.binding
        symbols += struct.pack("<IIIBBH", strings.add(s.name), s.value, s.size,
                               _BINDINGS[binding] << 4 | _KINDS[s.kind], 0, home)  # fmt: skip
    local = 1 + sum(s.binding == "local" and bool(s.section) for s in ordered)
    segments = list(segments)
    out = bytearray(52 + 32 * len(segments))
    headers = [bytes(40)]
    places: dict[str, int] = {}
    for s in sections:
        out += bytes(-len(out) % max(s.align, 4))
        places[s.name] = len(out)
        kind = _NOBITS if s.nobits else _PROGBITS
        headers.append(struct.pack("<10I", names.add(s.name), kind, s.flags, s.address, len(out), s.size, 0, 0,
                                   s.align, 0))  # fmt: skip
        if not s.nobits:
            out += s.data
    relocated = [s for s in sections if s.relocations and entry is None]
    table = len(headers) + len(relocated)
    for s in relocated:
        data = b"".join(struct.pack("<IIi", r.offset, number[r.symbol] << 8 | r.kind, r.addend) for r in s.relocations)
        headers.append(struct.pack("<10I", names.add(f".rela{s.name}"), _RELA, 0, 0, len(out), len(data), table,
                                   index[s.name], 4, 12))  # fmt: skip
        out += data
    about = _about(sections, index, strings, entry is not None)
    for name, kind, data, link, info, entry_bytes in (
        (".symtab", _SYMTAB, symbols, table + 1, local, 16), (".strtab", _STRTAB, strings.data, 0, 0, 0),
        *((name, _PROGBITS, data, 0, 0, 0) for name, data in about.items()),
    ):  # fmt: skip
        out += bytes(-len(out) % 4)
        headers.append(struct.pack("<10I", names.add(name), kind, 0, 0, len(out), len(data), link, info, 4,
                                   entry_bytes))  # fmt: skip
        out += data
    at = names.add(".shstrtab")
    headers.append(struct.pack("<10I", at, _STRTAB, 0, 0, len(out), len(names.data), 0, 0, 1, 0))
    out += names.data + bytes(-(len(out) + len(names.data)) % 4)
    out[:52] = b"\x7fELF\1\1\1".ljust(16, b"\0") + struct.pack(
        "<HHIIIIIHHHHHH", _REL if entry is None else _EXECUTABLE, machine, 1, entry or 0, 52 if segments else 0,
        len(out), 0, 52, 32 if segments else 0, len(segments), 40, len(headers), len(headers) - 1,
    )  # fmt: skip
    for i, segment in enumerate(segments):
        filled = [s for s in segment.sections if not s.nobits]
        end = max((s.address + s.size for s in segment.sections), default=segment.address) - segment.address
        in_file = max((s.address + s.size for s in filled), default=segment.address) - segment.address
        start = places[filled[0].name] if filled else 0
        out[52 + 32 * i : 84 + 32 * i] = struct.pack("<8I", 1, start, segment.address, segment.address, in_file, end,
                                                     segment.flags, 4)  # fmt: skip
    return bytes(out + b"".join(headers))


def _about(sections: list[Section], index: dict[str, int], strings: _Strings, whole: bool) -> dict[str, bytes]:
    """Sections about the lines of the source, in a whole program or in an object file."""
    if whole:
        found = [(s, [(s.address + at, file, line) for at, file, line in s.lines]) for s in sections if s.lines]
        return dwarf.sections(found[0][1], found[0][0].address + found[0][0].size, "program") if found else {}
    rows = [(index[s.name], at, line, strings.add(file)) for s in sections for at, file, line in s.lines]
    return {LINES: b"".join(struct.pack("<4I", *row) for row in rows)} if rows else {}


def read(path: Path, machine: int) -> Object:
    """An object file for this machine."""
    try:
        return parse(path.read_bytes(), str(path), machine)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None


def parse(data: bytes, name: str, machine: int | str) -> Object:
    """An object file of this machine from its bytes."""
    try:
        elf = ELFFile(BytesIO(data))
        if elf["e_machine"] != machine or elf["e_type"] != "ET_REL":
            raise UserError(f"{name} is not an object file for this machine.")
        return _parsed(elf, name)
    except (ELFError, ValueError, KeyError, struct.error, UnicodeDecodeError) as error:
        raise UserError(f"{name} is not a whole object file ({error}).") from None


def _parsed(elf: ELFFile, name: str) -> Object:
    obj = Object(name)
    kept: dict[int, str] = {}
    for i, s in enumerate(elf.iter_sections()):
        if s["sh_flags"] & ALLOC:
            nobits = s["sh_type"] == "SHT_NOBITS"
            unique = s.name if s.name not in obj.sections else f"{s.name}.{i}"
            made = Section(unique, s["sh_flags"] & 7, s["sh_addralign"] or 1, bytearray(b"" if nobits else s.data()),
                           nobits, s["sh_size"])  # fmt: skip
            obj.sections[unique], kept[i] = made, unique
    table = next((s for s in elf.iter_sections() if isinstance(s, SymbolTableSection)), None)
    names: list[str] = []
    for i, s in enumerate(table.iter_symbols() if table else ()):
        home, kind = s["st_shndx"], s["st_info"]["type"].removeprefix("STT_").lower()
        own = s.name or (f"*{kept[home]}*" if home in kept else "")
        section = kept.get(home, "") if isinstance(home, int) else ABSOLUTE if home == "SHN_ABS" else ""
        binding = s["st_info"]["bind"].removeprefix("STB_").lower()
        if own in obj.symbols and binding == "local":
            own = f"{own}*{i}"
        names.append(own)
        if own and (section or binding != "local") and kind in _KINDS:
            obj.symbols[own] = Symbol(own, section, s["st_value"], s["st_size"], binding, kind)
    lines, strings = elf.get_section_by_name(LINES), elf.get_section_by_name(".strtab")
    for home, at, line, file in struct.iter_unpack("<4I", lines.data()) if lines and strings else ():
        obj.sections[kept[home]].lines.append((at, strings.get_string(file), line))
    for s in elf.iter_sections():
        if isinstance(s, RelocationSection) and s["sh_info"] in kept:
            home = obj.sections[kept[s["sh_info"]]]
            for r in s.iter_relocations():
                home.relocations.append(
                    Relocation(r["r_offset"], r["r_info_type"], names[r["r_info_sym"]], r["r_addend"])
                )
    return obj
