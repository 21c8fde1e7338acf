# SPDX-License-Identifier: Apache-2.0
"""Synthesised netlists, made of a library's cells, as simple gates: what a cell does is the library's own word."""

from pathlib import Path

from evariste import yosys
from evariste.gates import netlist as netlists
from evariste.gates import soc, unit
from evariste.gates.netlist import Netlist
from evariste.silicon import synth
from evariste.silicon.synth import Job

UNIT = Job("gf_unit", (), yosys.sources("gf"))
CORE = Job("gfp_core", ("GF=1",), yosys.sources("gf", "gfp"))


def _cells(made: synth.Netlist) -> list[str]:
    """The passes that read the netlist and the cells it is made of."""
    return [f"read_liberty -ignore_miss_func {made.library.path}", f"read_verilog {made.verilog}"]


def the_unit(folder: Path) -> Netlist:
    """The Galois-field unit, synthesised by itself."""
    made = synth.synthesise(UNIT)
    path = folder / "unit.json"
    passes = [*_cells(made), f"hierarchy -check -top {unit.TOP}", *netlists.FLATTEN, *netlists.TO_GATES]
    yosys.run(*passes, f"write_json {path}")
    return netlists.read(path, unit.TOP)


def the_system(folder: Path) -> Netlist:
    """The core, synthesised, in the system of its RTL."""
    made = synth.synthesise(CORE)
    path = folder / "soc.json"
    read, hierarchy, *rest = soc.read()
    cells = [*_cells(made), f"chtype -set {CORE.top} {soc.TOP}/c:u_core"]
    yosys.run(read, hierarchy, f"delete ={CORE.top}$*", *cells, hierarchy, *rest, *netlists.TO_GATES,
              f"write_json {path}")  # fmt: skip
    return netlists.read(path, soc.TOP)
