# SPDX-License-Identifier: Apache-2.0
"""Programs without a host (sw/apps/bare.h), for machines that are gates."""

from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile

from evariste.build import cc
from evariste.machines import NATIVE
from evariste.paths import ROOT

FOLDER = ROOT / "sw/apps"


@dataclass
class Bare:
    """A program's memory; where its work begins and where its result is, with the result's length in bytes."""

    name: str
    segments: list[tuple[int, bytes]]
    work: int
    result: int
    length: int


def programs() -> list[str]:
    """Names of the programs: bare_<name>.c."""
    return sorted(path.stem.removeprefix("bare_") for path in FOLDER.glob("bare_*.c"))


def build(name: str, backend: str = NATIVE) -> Bare:
    """Compile a program; its reset vector is made to lead to `bare_main`."""
    path: Path = cc.compile([FOLDER / f"bare_{name}.c"], backend=backend, extra=["-Wl,-u,bare_main"])
    with path.open("rb") as file:
        elf = ELFFile(file)
        table = elf.get_section_by_name(".symtab")
        symbols = {s.name: s for s in table.iter_symbols()}
        segments = [(s["p_paddr"], s.data()) for s in elf.iter_segments() if s["p_type"] == "PT_LOAD" and s["p_filesz"]]
    entry = symbols["bare_main"]["st_value"]
    segments.append((4, (entry | 1).to_bytes(4, "little")))
    result = symbols["bare_result"]
    return Bare(name, segments, symbols["bare_work"]["st_value"] & ~1, result["st_value"], result["st_size"])
