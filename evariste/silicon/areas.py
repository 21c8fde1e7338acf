# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library, and energy of programs by replay, of a machine without a snapshot of its own."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.bench import registry
from evariste.errors import UserError
from evariste.filelist import files
from evariste.record import record
from evariste.silicon import replayed, sta
from evariste.silicon.liberty import DEFAULT, read
from evariste.silicon.measure import CLOCK, Built, built
from evariste.silicon.replay import Place, Region, region
from evariste.silicon.scaling import SOURCE
from evariste.silicon.synth import Job

CHECKED = "every cell is the library's; OpenSTA"
SIZED = f"{SOURCE}; of other sizes by their square root"
REPLAYED = "every flip-flop and output as in the RTL, in each recorded cycle"


def with_core(machine: str, configuration: str, keep: Iterable[str]) -> Job:
    """The core with the accelerator of a configuration. `keep`: modules that stay apart, the core among them."""
    known = machines.named(machine)
    parameters = tuple(f"{key}={value}" for key, value in known.has(configuration).parameters.items())
    return Job(known.rtl.top, parameters, tuple(files(known.rtl)), tuple(keep))


def runs(machine: str, workloads: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Each workload on each backend that it has on the machine, with the configuration that runs it."""
    core, known = machines.named(machine), registry()
    for name in workloads:
        if name not in known:
            raise UserError(f"there is no workload {name}; `ev bench --machine {machine} --list` names them.")
        backends = known[name].backends(core)
        if not backends:
            raise UserError(f"{machine} does not run {name}; `ev bench --machine {machine} --list` names what it runs.")
        for backend in backends:
            yield name, backend, known[name].build(backend, "rtl").configuration or core.runs(backend)


@dataclass(frozen=True)
class Design:
    """The circuit of a configuration. `inside`: parts by the last name of their instance, and `rest` is called what
    remains. For energy: `place` in the simulation, and `sizes` of memories in bytes as for the energy of a region."""

    job: Job
    inside: Mapping[str, str]
    place: Place
    rest: str = "control"
    sizes: Mapping[str, int] | None = None

    def part(self, instance: str) -> str:
        """The part that an instance is of."""
        return self.inside.get(instance.rsplit(".", 1)[-1], self.rest) if instance else self.rest

    def parts(self, what: Built) -> dict[str, dict[str, float]]:
        """Cells and gate equivalents of the parts, with buffers."""
        found: dict[str, dict[str, float]] = {}
        for instance, (cells, ge) in what.netlist.blocks().items():
            at = found.setdefault(self.part(instance), {"cells": 0, "ge": 0.0})
            at["cells"] += cells
            at["ge"] = round(at["ge"] + ge, 1)
        return found


class Areas:
    """The measurements with one library; every method yields records. A machine has its name, the configurations whose
    area is measured, the workloads whose energy is, and the design of any configuration."""

    machine: str
    configurations: tuple[str, ...]
    workloads: tuple[str, ...]

    def design(self, configuration: str) -> Design:
        raise NotImplementedError

    def __init__(self, library: Path) -> None:
        self.path, self.library = library, read(library)
        self.library.check()
        # The process of another library is not known: its memories are left out.
        self.node = "180" if library == DEFAULT else None
        self.fo4 = sta.fo4(self.library)

    def _record(self, name: str, configuration: str, topic: str, checked: str, **fields: Any
                ) -> dict[str, Any]:  # fmt: skip
        params = {"library": self.library.name, "volts": self.library.voltage, "celsius": self.library.temperature,
                  "command": f"ev silicon --machine {self.machine} {topic}"}  # fmt: skip
        made = record(workload=f"{self.machine}.silicon.{name}", engine="netlist", machine=self.machine,
                      configuration=configuration, cycles=fields.pop("cycles", None),
                      backend=fields.pop("backend", None), params=params, passed=True, checked=checked)  # fmt: skip
        made["versions"] = {**made["versions"], "pyosys": metadata.version("pyosys")}
        return made | fields

    def area(self, configurations: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
        """Area and clock of configurations, or of those that are usually measured."""
        yield from map(self.of, configurations or self.configurations)

    def of(self, configuration: str) -> dict[str, Any]:
        """Area and clock of a configuration."""
        design = self.design(configuration)
        what = built(design.job, self.path)
        path = what.longest()
        return self._record(
            configuration, configuration, "area", CHECKED, **what.size(), flops=len(what.circuit.flops),
            delay_ns=round(path.delay, 3), delay_fo4=round(path.delay / self.fo4, 1),
            fmax_mhz=round(1000 / path.delay, 1), stages=path.stages, parts=design.parts(what),
        )  # fmt: skip

    def replays(self, workloads: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
        """Energy of workloads, or of those that are usually measured, on each backend that they have."""
        for name, backend, configuration in runs(self.machine, workloads or self.workloads):
            design = self.design(configuration)
            circuit = built(design.job, self.path).circuit
            yield self.energy(design, region(name, backend, self.machine, circuit, design.place))

    def energy(self, design: Design, region: Region) -> dict[str, Any]:
        """The record of a region that was replayed on the netlist of a design."""
        done = replayed.energy(built(design.job, self.path), region, design.part, self.node, design.sizes)
        logic, memory = sum(done.moved.values()), done.memory or (0.0, 0.0)
        some = f"{done.recorded} of them recorded in {done.windows} windows" if done.windows > 1 else "all recorded"
        return self._record(
            f"energy.{region.name}", region.configuration, "workloads", REPLAYED, backend=region.backend,
            cycles=done.cycles, clock_ns=CLOCK, energy_pj=round(logic + memory[0], 1), logic_pj=round(logic, 1),
            memory_pj=round(memory[0], 1) if done.memory else None,
            memory_upper_pj=round(memory[1], 1) if done.memory else None,
            memory_source=(SIZED if design.sizes else SOURCE) if done.memory else "left out",
            split_pj={name: round(pj, 1) for name, pj in done.moved.items()},
            still_pj={name: round(pj, 1) for name, pj in done.still.items()},
            per_cycle_pj=round(logic / done.cycles, 2), accesses=done.accesses,
            windows_pj=[round(sum(done.still.values()) * f, 1) for f in (min(done.factors), max(done.factors))],
            error_percent=round(done.error, 2),
            activity=f"the RTL's run on the netlist, {done.cycles} cycles, {some}; glitches from {done.delayed}",
        )  # fmt: skip
