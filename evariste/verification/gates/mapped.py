# SPDX-License-Identifier: Apache-2.0
"""Synthesised netlists, made of a library's cells, as simple gates. The library says what each cell does."""

from pathlib import Path

from evariste import machines, yosys
from evariste.silicon import gating, synth
from evariste.silicon.liberty import Library
from evariste.silicon.synth import Job
from evariste.verification.gates import netlist as netlists
from evariste.verification.gates import soc
from evariste.verification.gates.netlist import Netlist

UNIT = Job("gf_unit", (), yosys.sources("gf"))
RTL = machines.default().rtl
CORE = Job(RTL.core, ("GF=1",), yosys.sources(*RTL.folders))


def _cells(made: synth.Netlist, folder: Path) -> list[str]:
    """The passes that read the netlist and the cells it is made of. Clocks are not gated in what they read."""
    path = folder / "ungated.json"
    gating.write_ungated(made.job.top, made.module, made.library, path)
    return [f"read_liberty -ignore_miss_func {made.library.path}", f"read_json {path}"]


def netlist(job: Job, folder: Path, library: Library | None = None) -> Netlist:
    """What synthesis makes of a job, in the default library or another."""
    path = folder / f"{job.top}-mapped.json"
    made = synth.synthesise(job, library)
    passes = [*_cells(made, folder), f"hierarchy -check -top {job.top}", *netlists.FLATTEN]
    yosys.run(*passes, *netlists.TO_GATES, f"write_json {path}")
    states = {cell.flop.state for cell in made.library.cells.values() if cell.flop}
    return netlists.read(path, job.top, states=states)


def rtl(job: Job, folder: Path) -> Netlist:
    """The RTL of a job, without the ports that are cut; inputs among them are 0."""
    path = folder / f"{job.top}-rtl.json"
    parameters = " ".join(f"-G{p}" for p in job.parameters)
    read = f"read_slang --top {job.top} --keep-hierarchy {parameters} {' '.join(job.sources)}"
    cut = [*(f"delete -port {job.top}/w:{port}" for port in job.cut), f"setundef -undriven -zero {job.top}"]
    passes = [read, f"hierarchy -check -top {job.top}", *netlists.FLATTEN, *(cut if job.cut else ()), "opt_clean"]
    yosys.run(*passes, *netlists.TO_GATES, f"write_json {path}")
    return netlists.read(path, job.top)


def the_unit(folder: Path, library: Library | None = None) -> Netlist:
    """The Galois-field unit, synthesised by itself."""
    return netlist(UNIT, folder, library)


def the_system(folder: Path, library: Library | None = None) -> Netlist:
    """The synthesised core in the system of its RTL."""
    made = synth.synthesise(CORE, library)
    path = folder / "soc.json"
    read, hierarchy, *rest = soc.read()
    cells = [*_cells(made, folder), f"chtype -set {CORE.top} {soc.TOP}/c:u_core"]
    yosys.run(read, hierarchy, f"delete ={CORE.top}$*", *cells, hierarchy, *rest, *netlists.TO_GATES,
              f"write_json {path}")  # fmt: skip
    return netlists.read(path, soc.TOP)
