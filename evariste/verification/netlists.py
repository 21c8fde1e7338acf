# SPDX-License-Identifier: Apache-2.0
"""Synthesised netlists, made of a library's cells, as simple gates, and the proof that one equals its RTL.

The library says what each cell does.
"""

from pathlib import Path
from typing import Any

from evariste import yosys
from evariste.machines import MachineDef
from evariste.silicon import gating, synth
from evariste.silicon.liberty import Library
from evariste.silicon.synth import Job
from evariste.verification import equivalence as circuits
from evariste.verification import gates
from evariste.verification.gates import Netlist


def cells(made: synth.Netlist, folder: Path) -> list[str]:
    """The passes that read the netlist and the cells it is made of. Clocks are not gated in what they read."""
    path = folder / "ungated.json"
    gating.write_ungated(made.job.top, made.module, made.library, path)
    return [f"read_liberty -ignore_miss_func {made.library.path}", f"read_json {path}"]


def netlist(job: Job, folder: Path, library: Library | None = None) -> Netlist:
    """What synthesis makes of a job, in the default library or another."""
    path = folder / f"{job.top}-mapped.json"
    made = synth.synthesise(job, library)
    passes = [*cells(made, folder), f"hierarchy -check -top {job.top}", *gates.FLATTEN]
    yosys.run(*passes, *gates.TO_GATES, f"write_json {path}")
    states = {cell.flop.state for cell in made.library.cells.values() if cell.flop}
    return gates.read(path, job.top, states=states)


def rtl(job: Job, folder: Path) -> Netlist:
    """The RTL of a job, without the ports that are cut; inputs among them are 0. Its flip-flops have every name that
    they have before the cut: synthesis may keep one that only what is cut away reads.
    """
    path, whole = folder / f"{job.top}-rtl.json", folder / f"{job.top}-whole.json"
    parameters = " ".join(f"-G{p}" for p in job.parameters)
    read = f"read_slang --top {job.top} --keep-hierarchy {parameters} {' '.join(job.sources)}"
    passes = [read, f"hierarchy -check -top {job.top}", *gates.FLATTEN, *gates.TO_GATES, f"write_json {whole}"]
    cut = [*(f"delete -port {job.top}/w:{port}" for port in job.cut), f"setundef -undriven -zero {job.top}"]
    yosys.run(*passes, *(cut if job.cut else ()), "opt_expr", "opt_merge", "opt_clean", f"write_json {path}")
    found = gates.read(path, job.top)
    if job.cut:
        found.also_called(gates.read(whole, job.top))
    return found


def equivalence(job: Job, folder: Path, library: Library | None = None) -> int:
    """Proves that the netlist of a job equals its RTL. Returns the number of outputs and next states."""
    found = circuits.compare(rtl(job, folder), netlist(job, folder, library))
    assert not found.unmatched, f"{found.unmatched[0]} has no counterpart in the RTL"
    assert not found.differs, f"{found.differs} differs from the RTL's"
    assert found.proved is not False, "a function differs from the RTL's"
    assert found.proved, "it is not proved to be its RTL within the time"
    return found.pairs


def record(machine: MachineDef, kind: str, compared: int, checked: str, **more: Any) -> dict[str, Any]:
    """One passed check of the netlist as a record."""
    from evariste.record import record as a_record

    return a_record(
        workload=f"netlist.{kind}",
        engine="gates",
        machine=machine.name,
        configuration=machine.configuration,
        cycles=None,
        params=more,
        passed=True,
        checked=checked,
    ) | {"compared": compared}
