# SPDX-License-Identifier: Apache-2.0
"""Synthesised netlists, made of a library's cells, as simple gates, and the proof that one equals its RTL.

The library says what each cell does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from evariste import yosys
from evariste.machines import MachineDef
from evariste.silicon import gating, replay, synth
from evariste.silicon import liberty as libraries
from evariste.silicon.liberty import Library
from evariste.silicon.measure import built
from evariste.silicon.synth import Job
from evariste.verification import equivalence as circuits
from evariste.verification import gates, sums
from evariste.verification.gates import Netlist

# A register file that is a memory, as registers. What is read behind its last word is not defined: it is what synthesis
# makes of it, which leaves out the multiplexers that choose there.
MEMORIES = ("proc", "memory_collect", "memory_map", "opt_expr -undriven", "opt_expr -mux_undef c:*rdmux*")
SECONDS = 300  # for a proof
CONTROLS = 4  # netlists with a changed gate
MOST = 100_000  # cycles of a program that is replayed whole


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


def rtl(job: Job, folder: Path, library: Library | None = None) -> Netlist:
    """The RTL of a job, without the ports that are cut; inputs among them are 0. Its flip-flops have every name that
    they have before the cut: synthesis may keep one that only what is cut away reads.

    Sums of products are the trees of adders that synthesis chooses, which are proved to be these sums.
    """
    path, whole = folder / f"{job.top}-rtl.json", folder / f"{job.top}-whole.json"
    parameters = " ".join(f"-G{p}" for p in job.parameters)
    read = f"read_slang --top {job.top} --keep-hierarchy {parameters} {' '.join(job.sources)}"
    passes = [read, f"hierarchy -check -top {job.top}", *MEMORIES, *gates.FLATTEN, *sums.OF_RTL, *gates.TO_GATES]
    cut = [*(f"delete -port {job.top}/w:{port}" for port in job.cut), f"setundef -undriven -zero {job.top}"]
    yosys.run(*passes, f"write_json {whole}", *(cut if job.cut else ()), "opt_expr", "opt_merge", "opt_clean",
              f"write_json {path}")  # fmt: skip
    found = sums.read(path, job.top)
    if job.cut:
        found.netlist.also_called(gates.read(whole, job.top, boxes=sums.PREFIX))
    return sums.lowered(found, _adders(job, folder, library or libraries.read())) if found.boxes else found.netlist


def _adders(job: Job, folder: Path, library: Library) -> sums.Side:
    """The circuit of a job as synthesis has it when the trees of adders are chosen, before cells are."""
    path = folder / f"{job.top}-adders.json"
    # Not a function of synth: a change of that module's text makes all netlists again.
    passes = synth._passes(job, library, folder)
    at = next(i for i, line in enumerate(passes) if line.startswith("synth "))
    flat = ("setattr -mod -unset keep_hierarchy *", "flatten", "opt_clean", "async2sync", "dffunmap", "opt_clean")
    yosys.run(*passes[:at], f"{passes[at]} -run begin:fine", "opt -fast -full", "memory_map", "opt -undriven -fine",
              "maccmap", *flat, *sums.OF_TREE, *gates.TO_GATES, f"write_json {path}")  # fmt: skip
    return sums.read(path, job.top)


def equivalence(job: Job, folder: Path, library: Library | None = None, seconds: int = SECONDS) -> int:
    """Proves that the netlist of a job equals its RTL. Returns the number of outputs and next states."""
    return _equal(rtl(job, folder, library), netlist(job, folder, library), seconds)


def _equal(one: Netlist, other: Netlist, seconds: int) -> int:
    found = circuits.compare(one, other, seconds)
    assert not found.unmatched, f"{found.unmatched[0]} has no counterpart in the RTL"
    assert not found.differs, f"{found.differs} differs from the RTL's"
    assert found.proved is not False, "a function differs from the RTL's"
    assert found.proved, "it is not proved to be its RTL within the time"
    return found.pairs


def changed(netlist: Netlist, index: int) -> Netlist:
    """A copy with another kind of gate: AND for OR, XOR for XNOR, NOT for MUX."""
    wrong = netlist.gates.copy()
    wrong[index, 0] ^= 1
    return replace(netlist, gates=wrong)


def refute(one: Netlist, other: Netlist, count: int = CONTROLS) -> None:
    """Controls: a netlist with a gate changed in front of a flip-flop must not be proved."""
    last = {y: i for i, y in enumerate(other.gates[:, 4].tolist())}
    inputs = [d for d in other.flops[:, 0].tolist() if d in last]
    for d in inputs[:: max(1, len(inputs) // count)][:count]:
        found = circuits.compare(one, changed(other, last[d]))
        assert found.proved is False, "a netlist with a changed gate is not refuted"


Checked = tuple[str, int, str]  # the kind of a check, how much was compared, and what was found


def equivalences(jobs: Mapping[str, Job], folder: Path, library: Library, seconds: int = SECONDS) -> Iterator[Checked]:
    """Proves it of each job, by configuration, with controls."""
    for name, job in jobs.items():
        one, other = rtl(job, folder, library), netlist(job, folder, library)
        proved = _equal(one, other, seconds)
        refute(one, other)
        found = f"outputs and next states of `{name}` proved equal to its RTL's; {CONTROLS} changed netlists refuted"
        yield f"equivalence.{name}", proved, found


def firmware(machine: MachineDef, programs: Mapping[str, str], library: Library) -> Iterator[Checked]:
    """Replays a workload's whole region on the netlist that is measured, for each configuration."""
    evaluation = machine.module("silicon").Evaluation(library.path)
    for name, workload in programs.items():
        design = evaluation.design(name)
        circuit = built(design.job, library.path).circuit
        run = replay.region(workload, machine.native, machine.name, circuit, design.place, most=MOST)
        replay.settled(circuit, run.trace)
        found = f"cycles of `{workload}`: in each, every flip-flop and output of `{name}` is that of the RTL"
        yield f"firmware.{name}", run.trace.cycles, found


def record(machine: MachineDef, kind: str, compared: int, checked: str, **more: Any) -> dict[str, Any]:
    """One passed check of the netlist as a record. A kind ends with the configuration, if it is not the usual one."""
    from evariste.record import record as a_record

    name = kind.rpartition(".")[2]
    return a_record(
        workload=f"netlist.{kind}",
        engine="gates",
        machine=machine.name,
        configuration=name if name in machine.configurations else machine.configuration,
        cycles=None,
        params=more,
        passed=True,
        checked=checked,
    ) | {"compared": compared}
