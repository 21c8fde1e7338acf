# SPDX-License-Identifier: Apache-2.0
"""The machine in its system, as gates, with the two memories apart; and the programs that run on it.

Ports that are packed structs are taken field by field: `retire_o` as `retire_o.pc` and so on. An elaborated design has
such a port as one vector; which bits belong to which field says the SystemVerilog package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from elftools.elf.elffile import ELFFile

from evariste import yosys
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines.gfp import DEFAULT, MACHINE, NAME, RTL
from evariste.paths import ROOT
from evariste.sim import RECORD
from evariste.verification import gates
from evariste.verification.gates import Netlist

TOP = RTL.system
# The signals that lock-step compares, and when they are valid; the debugger's answer while the core is halted.
OBSERVED = {
    "retire_o.valid": [f"retire_o.{name}" for name in ("pc", "insn", "next_pc", "trap", "cause", "addr", "nzcv",
                                                       "special")],
    "retire_o.rf.we0": ["retire_o.rf.addr0", "retire_o.rf.data0"],
    "retire_o.rf.we1": ["retire_o.rf.addr1", "retire_o.rf.data1"],
    "retire_o.mem_load": ["retire_o.mem_addr", "retire_o.mem_data", "retire_o.mem_be"],
    "retire_o.mem_store": ["retire_o.mem_addr", "retire_o.mem_data", "retire_o.mem_be"],
    "console_valid_o": ["console_byte_o"],
    "debug_o.halted": ["debug_o.rdata"],
    "lockup_o": ["retire_o.pc", "retire_o.cause", "retire_o.addr"],
}  # fmt: skip
STRUCTS = {"debug_i": "debug_t", "debug_o": "debug_rsp_t", "retire_o": "retire_t"}  # ports, and types of gfp_pkg
DEVICE = {f"device_{name}_i" for name in ("present", "rvalid", "rdata", "err")}  # zero: there is none
KNOWN = {"clk_i", "rst_ni", "instr_wait_i", "data_wait_i", *DEVICE, *STRUCTS}
ANSWERS = ("instr_rvalid_q", "data_rvalid_q")  # flip-flops
PACKAGE = ROOT / "rtl/gfp/gfp_pkg.sv"
PROGRAMS = ROOT / "sw/apps"  # bare_*.c: without a host (bare.h)
_FIELD = re.compile(r"\s*(\w+)\s*(?:\[(\d+):0\])?\s*(\w+);")
DEBUGGER = ("idle", "active", "absent")  # as in sim/gfp/gates/soc.hpp


def read(parameters: Sequence[str] = ("-GGF=1",)) -> list[str]:
    """The passes that read and flatten the system's RTL, all but its memories."""
    files = " ".join(yosys.system_sources(RTL))
    return [
        f"read_slang --allow-use-before-declare --top {TOP} --keep-hierarchy {' '.join(parameters)} {files}",
        f"hierarchy -check -top {TOP}",
        "blackbox =soc_memory*",
        *gates.FLATTEN,
    ]


def elaborate(
    folder: Path, passes: Sequence[str] = (), held: Iterable[str] = (), configuration: str = DEFAULT
) -> Netlist:
    """The RTL as gates. `passes` run before it is broken up into gates."""
    path = folder / "soc.json"
    yosys.run(*read(("-GGF=1", *MACHINE.has(configuration).flags)), *passes, *gates.TO_GATES, f"write_json {path}")
    return gates.read(path, TOP, held)


def ports(netlist: Netlist) -> dict[str, list[int]]:
    """The nodes of each port, and of each field of those that are structs."""
    return split(netlist.ports, STRUCTS)


@cache
def fields(struct: str, package: Path = PACKAGE) -> tuple[tuple[str, int], ...]:
    """Name and width of each field, the most significant first; a struct within is spelled out."""
    text = re.sub(r"//.*", "", package.read_text())
    found = re.search(r"typedef struct packed \{([^}]*)\} " + struct + ";", text)
    if not found:
        raise UserError(f"{package.name} declares no packed struct {struct}.")
    all_fields: list[tuple[str, int]] = []
    for line in filter(str.strip, found[1].splitlines()):
        known = _FIELD.fullmatch(line.rstrip())
        if not known:
            raise UserError(f"{package.name}, struct {struct}: `{line.strip()}` is not one field of a plain type.")
        kind, high, name = known.groups()
        if kind == "logic":
            all_fields.append((name, int(high or 0) + 1))
        else:
            all_fields += [(f"{name}.{inner}", width) for inner, width in fields(kind, package)]
    return tuple(all_fields)


def split(ports: Mapping[str, list[int]], structs: Mapping[str, str]) -> dict[str, list[int]]:
    """The ports, and in place of each of `structs` (port: type) its fields. Bit 0 of a port comes first."""
    result = {name: bits for name, bits in ports.items() if name not in structs}
    for port, struct in structs.items():
        bits = list(ports[port])
        for name, width in reversed(fields(struct)):
            result[f"{port}.{name}"], bits = bits[:width], bits[width:]
        if bits:
            raise UserError(f"port {port} has {len(bits)} bits more than struct {struct}.")
    return result


@dataclass
class Outcome:
    """How a run ended: the clocks, and the sets of lanes that sim/gfp/gates/soc.hpp names."""

    clocks: int
    different: list[int]
    trapped: list[int]
    locked_up: list[int]


class Soc:
    """512 systems made of the netlist."""

    def __init__(self, netlist: Netlist) -> None:
        self.netlist = netlist
        self.simulator: Any = gates.simulator(netlist)
        answers = {name: [netlist.names[f"{name}[0]"]] for name in ANSWERS}
        known = ports(netlist) | answers
        self.groups = list(OBSERVED)
        groups = [(known[valid][0], [n for name in names for n in known[name]]) for valid, names in OBSERVED.items()]
        others = [p for p in netlist.ports if p.endswith("_i") and "." not in p and p not in KNOWN]
        self._soc = gates.module().Soc(self.simulator, known, groups, [known[p] for p in others])

    def load(self, segments: Iterable[tuple[int, bytes]], lane: int | None = None) -> None:
        """Put bytes into the memories of all lanes, or of one."""
        for address, data in segments:
            placed = self._soc.load(address, data) if lane is None else self._soc.load_lane(lane, address, data)
            assert placed, f"{address:#x} is in no memory"

    def clear(self) -> None:
        self._soc.clear()

    def read(self, lane: int, address: int, length: int) -> bytes:
        """Bytes of a lane's memory."""
        return self._soc.read(lane, address, length)

    def run(
        self,
        use: Iterable[int],
        cycles: int,
        follow: bool = False,
        waits: tuple[int, int] = (0, 0),
        late: int = 0,
        pulse: int = 0,
        debugger: str = "idle",
        seed: int = 1,
        preset: int = 0,
        flips: Sequence[tuple[int, int, int]] = (),
        lines: Sequence[tuple[int, int]] = (),
    ) -> Outcome:
        """Reset the lanes and run them; sim/gfp/gates/soc.hpp explains the options.

        `flips`: (clock, node, lane); `lines`: (clock, level of the interrupt lines from then on)."""
        clocks = self._soc.run(
            gates.mask(use),
            cycles,
            follow,
            *waits,
            late,
            pulse,
            DEBUGGER.index(debugger),
            seed,
            preset,
            list(flips),
            list(lines),
        )
        sets = (self._soc.different(), self._soc.trapped(), self._soc.locked_up())
        return Outcome(clocks, *map(gates.members, sets))

    def when(self, lane: int) -> int:
        """The clock in which the lane first differed, or ended."""
        return self._soc.when(lane)

    def by(self, lane: int) -> str:
        """Where the lane differed: the validity signal of the group, or `store`."""
        index = self._soc.by(lane)
        return self.groups[index] if index >= 0 else "store"

    def record(self, on: bool) -> None:
        """Record what lane 0 retires in the runs to come."""
        self._soc.record(on)

    def take_record(self) -> np.ndarray:
        """The retirements of the last run, as an array of evariste.sim.RECORD."""
        return np.frombuffer(self._soc.take_record(), np.dtype(RECORD))


@dataclass
class Bare:
    """A program without a host: its memory; where its work begins and its result is; the result's length in bytes."""

    name: str
    segments: list[tuple[int, bytes]]
    work: int
    result: int
    length: int


def programs() -> list[str]:
    """Names of the programs: bare_<name>.c."""
    return sorted(path.stem.removeprefix("bare_") for path in PROGRAMS.glob("bare_*.c"))


def bare(name: str, backend: str = NAME) -> Bare:
    """Compile a program; its reset vector is made to lead to `bare_main`."""
    path: Path = cc.compile([PROGRAMS / f"bare_{name}.c"], backend=backend, machine=NAME, extra=["-Wl,-u,bare_main"])
    with path.open("rb") as file:
        elf = ELFFile(file)
        table = elf.get_section_by_name(".symtab")
        symbols = {s.name: s for s in table.iter_symbols()}
        segments = [(s["p_paddr"], s.data()) for s in elf.iter_segments() if s["p_type"] == "PT_LOAD" and s["p_filesz"]]
    entry = symbols["bare_main"]["st_value"]
    segments.append((4, (entry | 1).to_bytes(4, "little")))
    result = symbols["bare_result"]
    return Bare(name, segments, symbols["bare_work"]["st_value"] & ~1, result["st_value"], result["st_size"])
