# SPDX-License-Identifier: Apache-2.0
"""What is measured in silicon. The records are doc/records/silicon.json: one function for each kind.

Areas: cells and gate equivalents, after mapping and with buffers. Times: ns, and FO4. Energies: pJ at the library's
voltage. `sources` says where an activity comes from.
"""

import json
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from evariste import yosys
from evariste.errors import UserError
from evariste.isa import machine
from evariste.machines import PORTABLE
from evariste.machines.gfp import DEFAULT as FULL
from evariste.machines.gfp import MACHINE, NAME, sets
from evariste.record import record
from evariste.silicon import designs, firmware, measure, scaling, sta
from evariste.silicon.circuit import Circuit
from evariste.silicon.liberty import DEFAULT, read
from evariste.silicon.measure import CLOCK, Built, built
from evariste.silicon.scaling import SOURCE
from evariste.silicon.synth import Job

BACKENDS = (NAME, PORTABLE)  # with the unit and without it
FAST = f"{NAME}_fast"
MEAN = ("aes128.encrypt", "rs255_239.decode.e8", "bch31_11.decode.e5", "gf2_233.mul")  # whose mean is recorded, too
# Workloads whose energy is measured, and on which backends. Others, if they are asked for, on those two.
WORKLOADS = dict.fromkeys(MEAN, BACKENDS) | {
    "rs255_239.decode.e8": (NAME, FAST, PORTABLE), "rs255_239.encode": (NAME, FAST, PORTABLE),
    "bch63_51.decode.e2": (NAME, FAST, PORTABLE), "sha256.call": (PORTABLE,),
}  # fmt: skip
CORES = ("full", "baseline", "small5", "small5-", "paper", "paper-")
FEWEST = ("full", "small5", "small5-")  # those that are mapped for few cells too
ABLATION = ("inverse2", "inverse3", "inverse4", "degrees5", "small", "lanes2", "lanes2_inverse4", "lanes1",
            "no_inverse", "no_squarers", "subset", "smallest", "interrupts1", "interrupts", "field2", "high", "ma",
            "mac1", "mac2", "test", "fast", "tiny")  # fmt: skip
COMPARED = ("paper", "full", "fast", "inverse2", "inverse3", "inverse4", "degrees5", "small5", "lanes2",
            "lanes2_inverse4", "lanes1", "tiny", "no_inverse", "no_squarers")
TASKS = ("aes128.encrypt", "rs255_239.decode.e8", "gf2_233.mul")  # of these
TASK_WINDOWS = 1  # with delays: fewer than where a task's energy is the point
INVERSES = ("paper", "full", "inverse2", "inverse3", "inverse4", "fast")  # in a task that has many of them
INVERSE_TASK, INVERSE_WINDOWS = "aes128.encrypt", 8
PORT = ("we1_i", "wa1_i", "wd1_i")  # the second write port of the register file
OPERATIONS = measure.operations(MACHINE.name)
NATIVE_OF = {MACHINE.runs(backend): backend for backend in MACHINE.natives}  # configurations with kernels of their own
Record = dict[str, Any]
Tick = Callable[[str], object]


class Evaluation:
    """The measurements with one library; every method yields records."""

    def __init__(self, library: Path) -> None:
        self.path, self.library = library, read(library)
        self.library.check()
        # The process of another library is not known: its memories and its figures at 28 nm are left out.
        self.node = "180" if library == DEFAULT else None
        self.fo4 = sta.fo4(self.library)

    def core(self, name: str) -> Built:
        return built(designs.configuration(name, NAME), self.path)

    def record(self, name: str, command: str, checked: str, **fields: Any) -> Record:
        made = record(
            workload=f"silicon.{name}",
            engine="netlist",
            machine=NAME,
            configuration=fields.pop("config", fields.get("configuration", FULL)),
            cycles=fields.pop("cycles", None),
            backend=fields.pop("backend", NAME),
            passed=True,
            checked=checked,
        )
        made["versions"] = {**made["versions"], "pyosys": metadata.version("pyosys")}
        made["params"] = {
            "library": self.library.name,
            "volts": self.library.voltage,
            "celsius": self.library.temperature,
            "command": f"ev silicon {command}",
        }
        return made | fields

    def _time(self, ns: float) -> dict[str, float]:
        return {"delay_ns": round(ns, 3), "delay_fo4": round(ns / self.fo4, 1)}

    def area(self, configurations: Iterable[str] = ()) -> Iterator[Record]:
        """Cores in the configurations. If none is named, blocks for m = 5..8, which the paper's figures are for, with
        those for m = 2..8 under `full`, and the usual cores."""
        if configurations:
            yield from (self.configured(name, "area") for name in configurations)
            return
        checked = "every cell is the library's; no loop, no latch"
        for name in designs.BLOCKS:
            paper, full = (built(designs.block(name, least), self.path) for least in (5, 2))
            extra: Record = self._fewest(designs.block(name, 5))
            if name == "unit":
                eight = built(designs.block(name, 8), self.path)
                bare = built(designs.unit(INVERSE=0), self.path)
                extra["width_support_percent"] = _percent(paper.netlist.ge, eight.netlist.ge)
                # Without the inverse three multipliers of each lane need no reduction: those are the multipliers'.
                reduction = built(designs.block("reduce", 2), self.path).netlist.ge
                extra["inverse_whole_ge"] = round(full.netlist.ge - bare.netlist.ge, 1)
                extra["inverse_ge"] = round(full.netlist.ge - bare.netlist.ge - 12 * reduction, 1)
            yield self.record(
                f"gf_{name}",
                "area",
                checked,
                **paper.size(),
                **self._time(paper.longest().delay),
                full=full.size() | self._time(full.longest().delay),
                **extra,
            )
        for name, job in (("systolic_mul", designs.compared("mul")), ("euclid_inv", designs.compared("inv"))):
            what = built(job, self.path)
            yield self.record(
                name,
                "area",
                "the netlist computes every operand's result",
                **what.size(),
                flops=len(what.circuit.flops),
                **self._time(what.longest().delay),
            )
        registers = built(designs.registers(NAME), self.path).size() | self._fewest(designs.registers(NAME))
        yield self.record("registers", "area", checked, **registers)
        for name in CORES:
            few = self._fewest(designs.configuration(name, NAME)) if name in FEWEST else {}
            yield self.configured(name, "area") | few

    def _fewest(self, job: Job) -> Record:
        """The figures of the same, mapped for few cells."""
        what = built(designs.few(job), self.path)
        return {f"fewest_{key}": value for key, value in what.size().items()} | {
            "fewest_ns": round(what.longest().delay, 3)
        }

    def timing(self) -> Iterator[Record]:
        """The longest path through the unit for each instruction, an inverter's delay, and factors for 28 nm."""
        checked = "OpenSTA; an own calculation from the same tables agrees within 2 %"
        unit = built(designs.block("unit", 2), self.path)
        for operation in OPERATIONS:
            path = unit.longest(cases=measure.unit_cases(operation, NAME))
            core = self.core("full")
            inside = core.longest(cases=core_cases(core.circuit, operation))
            yield self.record(
                f"path.{operation}",
                "timing",
                checked,
                **self._time(path.delay),
                stages=path.stages,
                core_ns=round(inside.delay, 3),
                core_fo4=round(inside.delay / self.fo4, 1),
            )
        yield self.record("fo4", "timing", "the library's tables", **self._time(self.fo4))
        if self.node:
            yield self.scaled()

    def operations(self) -> Iterator[Record]:
        """Energy of each operation of the unit by itself, and what gating the reductions saves in gfmul32."""
        unit = built(designs.block("unit", 2), self.path)
        for operation in OPERATIONS:
            still, moved = measure.unit_energy(unit, operation, NAME)
            extra = {}
            if operation == "gfmul32":
                ungated = measure.unit_energy(built(designs.unit(GATE_REDUCTION=0), self.path), operation, NAME)
                extra = {
                    "gating_percent": _percent(ungated[1], moved),
                    "gating_percent_still": _percent(ungated[0], still),
                }
            yield self.record(
                f"operation.{operation}",
                "operations",
                "a test multiplies on this netlist",
                **extra,
                energy_pj=round(moved, 2),
                still_pj=round(still, 2),
                activity=f"random operands in every cycle, m = 8, {measure.SAMPLES} cycles",
            )

    def workload(self, name: str, backend: str, configuration: str) -> Record:
        """Energy of one workload."""
        done = measure.work(self.core(configuration), name, backend, NAME, node=self.node)
        energy, (memory, upper) = sum(done.moved.values()), done.memories()
        return self.record(
            f"energy.{name}",
            "workloads",
            "memory and cycles as on the interpreter",
            backend=backend,
            cycles=done.cycles,
            configuration=configuration,
            clock_ns=CLOCK,
            energy_pj=round(energy + (memory or 0.0), 1),
            logic_pj=round(energy, 1),
            memory_pj=memory,
            memory_upper_pj=upper,
            memory_source=SOURCE if self.node else "left out",
            split_pj={part: round(pj, 1) for part, pj in done.moved.items()},
            still_pj={part: round(pj, 1) for part, pj in done.still.items()},
            per_cycle_pj=round(energy / done.cycles, 2),
            accesses=done.accesses,
            windows_pj=[round(done.energy * f, 1) for f in (min(done.factors), max(done.factors))],
            activity=f"the firmware on the netlist, all {done.cycles} cycles; glitches from {done.window} of them",
        )

    def replays(self, workloads: Iterable[str] = ()) -> Iterator[Record]:
        """Energy of workloads, with the unit and without it. If none is named, of the usual ones, and the mean cycle of
        both, to estimate what was not measured."""
        records = []
        for name in workloads or WORKLOADS:
            for backend in WORKLOADS.get(name, BACKENDS):
                records.append(self.workload(name, backend, MACHINE.runs(backend)))
                yield records[-1]
        if not workloads:
            of_mean = [r for r in records if r["workload"].removeprefix("silicon.energy.") in MEAN]
            for backend in BACKENDS:
                yield self.mean_cycle(backend, [r for r in of_mean if r["backend"] == backend])

    def mean_cycle(self, backend: str, records: list[Record]) -> Record:
        """Energy of a mean cycle of a backend, from those of workloads."""
        per = [(r["logic_pj"] / r["cycles"], (r["memory_pj"] or 0.0) / r["cycles"]) for r in records]
        logic, memory = (sum(x) / len(per) for x in zip(*per, strict=True))
        return self.record(
            "cycle",
            "workloads",
            "the mean of the workloads measured",
            backend=backend,
            logic_pj=round(logic, 1),
            memory_pj=round(memory, 1),
            energy_pj=round(logic + memory, 1),
            spread_pj=[round(x, 1) for x in (min(x[0] for x in per), max(x[0] for x in per))],
            configuration=MACHINE.runs(backend),
            workloads=len(per),
        )

    def isolation(self) -> Iterator[Record]:
        """What zero operands save of the unit's energy, in AES."""
        name = "aes128.encrypt"
        cores = (self.core(c) for c in (FULL, "not_isolated"))
        kept, open_ = (measure.work(core, name, NAME, NAME, node=self.node) for core in cores)
        yield self.record(
            "isolation",
            "isolation",
            "memory and cycles as on the interpreter",
            cycles=kept.cycles,
            isolated_pj=round(kept.moved["unit"], 1),
            open_pj=round(open_.moved["unit"], 1),
            percent=_percent(open_.moved["unit"], kept.moved["unit"]),
            percent_still=_percent(open_.still["unit"], kept.still["unit"]),
            task=name,
        )

    def inverses(self) -> Iterator[Record]:
        """What registers in the inverse save of the unit's energy, in AES."""
        for name in INVERSES:
            own = name if MACHINE.configurations[name].cycles else None
            backend = NATIVE_OF.get(name, NAME)
            done = measure.work(self.core(name), INVERSE_TASK, backend, NAME, INVERSE_WINDOWS, False, self.node, own)
            yield self.record(
                f"inverse.{name}",
                "inverse",
                "memory and cycles as on the interpreter",
                config=name,
                backend=backend,
                cycles=done.cycles,
                unit_pj=round(done.moved["unit"], 1),
                unit_still_pj=round(done.still["unit"], 1),
                logic_pj=round(sum(done.moved.values()), 1),
                logic_still_pj=round(done.energy, 1),
                memory_pj=done.memories()[0],
                window=done.window,
                task=INVERSE_TASK,
            )

    def configured(self, name: str, topic: str) -> Record:
        """A core: area, parts, clock; `name` as in designs.configuration."""
        what, known = self.core(name), MACHINE.configurations.get(name)
        path = what.longest()
        about = {"about": known.about, "parameters": known.parameters} if known else {}
        return self.record(
            f"core.{name}",
            topic,
            "every cell is the library's; OpenSTA",
            config=name,
            **what.size(),
            **self._time(path.delay),
            fmax_mhz=round(1000 / path.delay, 1),
            stages=path.stages,
            parts=measure.parts(what.netlist, NAME),
            **about,
        )

    def ablations(self, configurations: Collection[str] = ()) -> Iterator[Record]:
        """Every configuration that `area` leaves out, and the tasks of those in COMPARED; or of those named only."""
        for name in ABLATION:
            if not configurations or name in configurations:
                yield self.configured(name, "ablation")
        for name in configurations or COMPARED:
            tasks = {task: self.task(name, task) for task in TASKS}
            yield self.record(f"tasks.{name}", "ablation", "memory as on the interpreter, and cycles", tasks=tasks)

    def sets(self) -> Iterator[Record]:
        """Ports of the register file. Extensions alone and together, beside an inverse in two cycles: cycles of tasks,
        area and clock; and energy of tasks with each alone."""
        for reads in (2, 3, 4):
            for writes in (2, 1):
                cut = () if writes == 2 else PORT
                what = built(designs.registers(NAME, (f"READ_PORTS={reads}",), cut), self.path)
                yield self.record(
                    f"ports.{reads}r{writes}w",
                    "sets",
                    "every cell is the library's; OpenSTA",
                    config=None,
                    read_ports=reads,
                    write_ports=writes,
                    **what.size(),
                    **self._time(what.longest().delay),
                )
        for chosen in sets.SETS:
            what = built(designs.core(dict(chosen.core.parameters), NAME), self.path)
            path = what.longest()
            yield self.record(
                f"set.{chosen.title}",
                "sets",
                "outputs on the interpreter; every cell is the library's; OpenSTA",
                config=None,
                backend=chosen.backend,
                parameters=dict(chosen.core.parameters),
                tasks={task: chosen.cycles(task) for tasks in sets.TASKS.values() for task in tasks},
                **what.size(),
                **self._time(path.delay),
                parts=measure.parts(what.netlist, NAME),
            )
        for chosen in (sets.NONE, *sets.ALONE, sets.ALL):
            what = built(designs.core(dict(chosen.core.parameters), NAME), self.path)
            for task in sets.ENERGIES:
                done = measure.work(what, task, chosen.backend, NAME, 1, False, self.node, chosen.core)
                yield self.record(
                    f"set.energy.{task}.{chosen.title}",
                    "sets",
                    "memory and cycles as on the interpreter",
                    config=None,
                    backend=chosen.backend,
                    cycles=done.cycles,
                    still_pj={part: round(pj, 1) for part, pj in done.still.items()},
                    memory_pj=done.memories()[0],
                )

    def task(self, name: str, task: str) -> Record:
        """Cycles and energy of a task in a configuration, or the instructions that it lacks for it."""
        known = MACHINE.configurations[name]
        backend = NATIVE_OF.get(name, NAME)
        lacks = sorted(firmware.region(task, backend, NAME).unit & set(known.lacks))
        if lacks:
            return {"lacks": lacks}
        own = name if known.cycles and not known.slower else None  # the interpreter counts them
        done = measure.work(self.core(name), task, backend, NAME, TASK_WINDOWS, known.slower, self.node, own)
        logic, memory = sum(done.moved.values()), done.memory[0] if done.memory else 0.0
        return {
            "cycles": done.cycles,
            "backend": backend,
            "logic_pj": round(logic, 1),
            "energy_pj": round(logic + memory, 1),
            "still_pj": round(done.energy + memory, 1),
        }

    def scaled(self) -> Record:
        """The factors to 28 nm at 0.9 V, as ranges."""
        ranges = {k: [round(x, 5) for x in v] for k, v in scaling.to_28(self.library.voltage).items()}
        return self.record("to_28nm", "timing", "published equations", factors=ranges, volts_28=scaling.VOLTS_28)


def _percent(whole: float, less: float) -> float:
    """What is saved of the whole, in percent."""
    return round(100 * (1 - less / whole), 1)


def core_cases(circuit: Circuit, operation: str) -> dict[str, int]:
    """The flip-flops of a core that select this instruction of the unit, with any of r0 to r7. With SP or PC the
    instruction would be illegal, so the operation would not be a constant over all registers.
    """
    insn = machine(NAME).by_name[operation]
    nets = {name: net["bits"][0] for name, net in circuit.netlist.module["netnames"].items()}
    held = {net for gate in circuit.flops for _, net in gate.outputs}
    cases = {}
    for i, names in enumerate(_aliases(circuit.netlist.job, "f_insn")):
        found = {nets[name] for name in names if nets.get(name) in held}
        if len(found) != 1:
            raise UserError(f"the netlist of {circuit.netlist.job.top} has not kept bit {i} of its instruction.")
        if insn.mask >> i & 1 or i in _HIGH:
            cases[f"n{found.pop()}"] = insn.match >> i & 1
    return cases


_HIGH = (15, 11, 7, 3)  # the highest bits of the registers' numbers in an instruction of the unit


@cache
def _aliases(job: Job, vector: str) -> list[set[str]]:
    """All names of each bit of a source vector, as in a netlist. A netlist may lose some of them. What the decoder only
    copies has a name of its own until `opt` sees that it is the same."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        path = Path(folder, "names.json")
        parameters = " ".join(f"-G{p}" for p in job.parameters)
        yosys.run(f"read_slang --top {job.top} {parameters} {' '.join(job.sources)}", "proc", "flatten", "opt -noff",
                  f"write_json {path}")  # fmt: skip
        nets = json.loads(path.read_text())["modules"][job.top]["netnames"]
    found: list[set[str]] = [set() for _ in nets[vector]["bits"]]
    where = dict(zip(nets[vector]["bits"], found, strict=True))
    for name, net in nets.items():
        for i, bit in enumerate(net["bits"]):
            if bit in where:
                where[bit].add(f"{name}_{i}_" if len(net["bits"]) > 1 else name)
    return found
