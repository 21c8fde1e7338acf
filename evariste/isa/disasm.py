# SPDX-License-Identifier: Apache-2.0
"""Disassembly of an ELF program: functions by their symbols, data in code by what the machine's dialect says of it."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section, SymbolTableSection

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.isa.text import target, text


@dataclass(frozen=True)
class Dialect:
    """What a machine's listings have of their own.

    `mark` says what a symbol tells of the bytes behind it: True, code; False, data; None, nothing, it is a name.
    `illegal` writes a word that is no instruction. `literals` are the instructions that load what `target` points at.
    """

    elf: str | int  # e_machine, as elftools calls it; a number that it does not know
    about: str  # "a little-endian Arm machine"
    mark: Callable[[str], bool | None]
    illegal: Callable[[int, int], str]
    literals: frozenset[str] = frozenset()
    odd_functions: bool = False  # bit 0 of a function's symbol is no part of its address


@dataclass(frozen=True)
class Line:
    """One instruction or datum. `label` is the symbol that starts here; `note` says what an address means."""

    address: int
    raw: bytes
    text: str
    note: str = ""
    label: str = ""


class Program:
    """The code of an ELF file and the names in it."""

    def __init__(self, path: Path, machine: Machine, dialect: Dialect) -> None:
        self.machine, self.dialect = machine, dialect
        try:
            with path.open("rb") as stream:
                elf = ELFFile(stream)
                if elf["e_machine"] != dialect.elf or not elf.little_endian:
                    raise UserError(f"{path} is an ELF file, but not for {dialect.about}.")
                self._read(elf)
        except OSError as e:
            raise UserError(f"{path} cannot be read: {e.strerror}.") from None
        except (ELFError, ValueError, KeyError, UnicodeDecodeError) as e:
            raise UserError(f"{path} is not a whole ELF file ({str(e).rstrip('.') or type(e).__name__}).") from None
        if not self.code:
            raise UserError(f"{path} has no section with code.")

    def _read(self, elf: ELFFile) -> None:
        sections: list[Section] = list(elf.iter_sections())
        # An object file's sections all start at 0: symbols are told apart by their section.
        self.code = {
            i: (s["sh_addr"], s.data(), s.name)
            for i, s in enumerate(sections)
            if s["sh_flags"] & SH_FLAGS.SHF_EXECINSTR and s["sh_type"] == "SHT_PROGBITS" and s["sh_size"]
        }
        self.names: dict[int, dict[int, str]] = {i: {} for i in range(len(sections))}
        self.marks: dict[int, list[tuple[int, bool]]] = {i: [] for i in self.code}
        self.linked = elf["e_type"] != "ET_REL"
        for table in sections:
            if not isinstance(table, SymbolTableSection):
                continue
            for symbol in table.iter_symbols():
                index, value, name = symbol["st_shndx"], symbol["st_value"], symbol.name
                if not isinstance(index, int):
                    continue
                is_code = self.dialect.mark(name)
                if is_code is not None:
                    if index in self.marks:
                        self.marks[index].append((value, is_code))
                    continue
                kind = symbol["st_info"]["type"]
                if kind in ("STT_FUNC", "STT_NOTYPE", "STT_OBJECT") and name:
                    address = value & ~1 if kind == "STT_FUNC" and self.dialect.odd_functions else value
                    known = self.names[index].get(address)
                    if known is None or kind == "STT_FUNC":
                        self.names[index][address] = name
        for marks in self.marks.values():
            marks.sort()

    def functions(self) -> set[str]:
        """The names that may stand before code."""
        return {name for index in self.code for name in self.names[index].values()}

    @cache  # noqa: B019 - a Program lives as long as its command
    def _sorted(self, section: int) -> tuple[list[int], list[str]]:
        """Addresses and names a branch in this section may go to: a linked program's are those of all sections."""
        sections = self.names if self.linked else [section]
        names = sorted((a, n) for s in sections for a, n in self.names[s].items())
        return [a for a, _ in names], [n for _, n in names]

    def name(self, section: int, address: int) -> str:
        """The address with the symbol before it: 0x124 <main+0x8>."""
        starts, names = self._sorted(section)
        at = bisect_right(starts, address) - 1
        if at < 0:
            return f"{address:#x}"
        offset = address - starts[at]
        return f"{address:#x} <{names[at]}{f'+{offset:#x}' if offset else ''}>"

    def lines(self) -> Iterator[tuple[str, Iterator[Line]]]:
        """Each code section's name and its lines."""
        for index, (_, _, name) in self.code.items():
            yield name, self._section(index)

    def _section(self, index: int) -> Iterator[Line]:
        base, data, _ = self.code[index]
        names, marks = self.names[index], self.marks[index]
        starts = [address for address, _ in marks]
        ends = sorted({*starts, *names, base + len(data)})
        address = base
        while address < base + len(data):
            mark = bisect_right(starts, address) - 1
            label = names.get(address, "")
            rest = data[address - base : ends[bisect_right(ends, address)] - base]
            if mark >= 0 and not marks[mark][1]:
                line = _datum(address, rest, label)
            else:
                line = self._instruction(index, address, data[address - base :], label)
            yield line
            address += len(line.raw)

    def _instruction(self, index: int, address: int, rest: bytes, label: str) -> Line:
        word, size = self.machine.from_bytes(rest)
        decoded = self.machine.decode(word, size) if len(rest) >= size else None
        if decoded is None:
            return Line(address, rest[:size], self.dialect.illegal(word, size), "illegal", label)
        shown = text(self.machine, decoded, address, lambda a: self.name(index, a))
        last = self.machine.spec.words.last
        shown += " ;;" if last is not None and word >> last & 1 else ""
        place, note = target(decoded, address), ""
        if place is not None and "{target}" not in decoded.insn.spec.syntax:
            note = f"{place:#x}"
            base, data, _ = self.code[index]
            if decoded.insn.name in self.dialect.literals and base <= place <= base + len(data) - 4:
                note += f": 0x{int.from_bytes(data[place - base : place - base + 4], 'little'):08x}"
        return Line(address, rest[:size], shown, note, label)


def _datum(address: int, rest: bytes, label: str) -> Line:
    """A word, halfword or byte of data, as large as its address and the bytes left allow."""
    size = next(n for n in (4, 2, 1) if address % n == 0 and len(rest) >= n)
    kind = {4: "word", 2: "short", 1: "byte"}[size]
    value = int.from_bytes(rest[:size], "little")
    return Line(address, rest[:size], f".{kind} 0x{value:0{2 * size}x}", label=label)
