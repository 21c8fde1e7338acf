# SPDX-License-Identifier: Apache-2.0
"""What a program says about its secrets: the marks of ct.h, and the notes of sw/rt/common/secret_mark.h.

A note is an entry in the section .debug_ev_marks: the address of its instruction in four bytes, then as texts with a
zero at the end the kind, the names of two registers, and the place in the source.
"""

import struct
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from evariste import machines
from evariste.build import cc
from evariste.errors import UserError
from evariste.paths import ROOT

SECTION = ".debug_ev_marks"
SECRET, PUBLIC, PUBLIC_VALUE, RETURNED, KEY = KINDS = ("secret", "public", "public_value", "returned", "key")
ALIASES = {"sl": "r10", "fp": "r11", "ip": "r12", "$fp": "r30"}  # other names that assemblers have for registers
DROPPED = (0, 0xFFFFFFFF)  # the address of a note whose function the linker has dropped


@dataclass(frozen=True)
class Note:
    """`first` and `second` name the registers of a pointer or value, and of a number of bytes."""

    address: int
    kind: str
    first: str
    second: str
    place: str


@dataclass(frozen=True)
class Marks:
    """The addresses of ct_begin and ct_end, and the notes."""

    begin: int
    end: int
    notes: tuple[Note, ...]

    def rows(self, registers: Sequence[str]) -> list[tuple[int, int, int, int]]:
        """The notes as the simulator takes them: address, kind, and the registers by number."""

        def number(name: str) -> int:
            return registers.index(ALIASES.get(name, name).replace("$", "r")) if name else 0

        try:
            return [(n.address, KINDS.index(n.kind), number(n.first), number(n.second)) for n in self.notes]
        except ValueError as error:
            raise UserError(f"A note of {SECTION} cannot be read: {error}.") from None

    def place(self, address: int) -> str:
        """Where in the source the note at an address is."""
        return next((n.place for n in self.notes if n.address == address), "")


def read(elf: Path) -> Marks:
    """The marks of a program. A program without ct_begin() and ct_end() is refused."""
    try:
        with elf.open("rb") as stream:
            file = ELFFile(stream)
            table, section = file.get_section_by_name(".symtab"), file.get_section_by_name(SECTION)
            found = {s.name: s["st_value"] & ~1 for s in table.iter_symbols()} if table else {}
            notes = tuple(_notes(section.data())) if section else ()
    except OSError as error:
        raise UserError(f"{elf} cannot be read: {error.strerror}.") from None
    except ELFError:
        raise UserError(f"{elf} is not an ELF file.") from None
    if "ct_begin" not in found or "ct_end" not in found:
        raise UserError(f"{elf} does not call ct_begin() and ct_end() (ct.h), so there is nothing to compare.")
    return Marks(found["ct_begin"], found["ct_end"], notes)


def _notes(content: bytes) -> Iterable[Note]:
    while content:
        address, (kind, first, second, place, content) = struct.unpack_from("<I", content)[0], _texts(content[4:])
        if address not in DROPPED:
            yield Note(address & ~1, kind, first, second, shown(place))


def _texts(content: bytes) -> tuple[str, str, str, str, bytes]:
    texts = content.split(b"\0", 4)
    if len(texts) < 5:
        raise UserError(f"The section {SECTION} ends within a note.")
    kind, first, second, place = (t.decode("utf-8", "replace") for t in texts[:4])
    return kind, first, second, place, texts[4]


def shown(place: str) -> str:
    """A place in the source, from the root of the project if it is there."""
    return place.removeprefix(f"{ROOT}/")


def sources(elf: Path, addresses: Sequence[int], machine: str) -> dict[int, str]:
    """For each address its function and source line, and those that the function is inlined in."""
    if not addresses:
        return {}
    words = [f"{a:#x}" for a in addresses]
    addr2line = cc.tool("addr2line", machines.named(machine).compiler())
    said = subprocess.run([addr2line, "-e", str(elf), "-f", "-i", "-a", *words], capture_output=True, text=True).stdout
    frames: dict[int, list[str]] = {}
    lines = iter(said.splitlines())
    now = None
    for line in lines:
        if line.startswith("0x"):
            now = int(line, 16)
            frames[now] = []
            continue
        file, _, number = next(lines, "??:0").partition(" ")[0].rpartition(":")
        if now is not None and line != "??":
            frames[now].append(f"{line} ({_tidy(file)}:{number})" if file != "??" else line)
    return {a: ", in ".join(frames.get(a, [])) for a in addresses}


def _tidy(file: str) -> str:
    path = Path(file)
    return shown(str(path.resolve() if path.is_absolute() else path))
