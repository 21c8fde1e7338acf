# SPDX-License-Identifier: Apache-2.0
"""Cells: the records of a task, by machine. The best one of a machine is that with the fewest cycles.

Compared is only what is fit for use: a cipher or a curve that leaks its secret by time has no cell.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.family.tasks import family_of, tasks
from evariste.machines import PORTABLE, MachineDef
from evariste.record import ENGINES, nearest
from evariste.silicon.measure import WINDOW
from evariste.tables import Records


@dataclass(frozen=True)
class Cell:
    """A task on a configuration with a backend: cycles of the slowest input, by the engine nearest to the circuit."""

    task: str
    machine: str
    configuration: str
    backend: str | None
    engine: str
    cycles: int
    workload: str  # the record's own name

    @property
    def where(self) -> str:
        return f"{self.machine}.{self.configuration}"

    @property
    def command(self) -> str:
        """What measures it again."""
        machine = machines.named(self.machine)
        if machine.backends:
            more = f"--backend {self.backend} --engine {self.engine} " if self.backend in machine.driven else ""
            return f"ev bench --fresh --machine {self.machine} {more}{self.workload}"
        return f"{next(iter(machine.records.values()), f'ev {self.machine}')} {self.configuration}"


@cache
def _translations(machine: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), name) for pattern, name in machines.named(machine).answers.items())


def task_of(workload: str, configuration: str | None, machine: MachineDef) -> str:
    """The task that a record answers; "" for one that answers none.

    Its name is the task's, or the task's with the configuration behind it (or the end of the configuration's name), or
    one that the machine's definition translates.
    """
    known = _known()
    if workload in known:
        return workload
    task, _, suffix = workload.rpartition(".")
    if task in known and configuration and (suffix == configuration or configuration.endswith(f"_{suffix}")):
        return task
    for pattern, name in _translations(machine.name):
        if found := pattern.fullmatch(workload):
            return name if (name := found.expand(name)) in known else ""
    return ""


@cache
def _known() -> frozenset[str]:
    return frozenset(tasks())


def fit(machine: MachineDef, backend: str | None) -> bool:
    """Whether secrets do not change its time, and the machine runs it alone: with a coprocessor it is another one."""
    return backend is None or (backend in machine.constant_time and backend not in machine.driven)


def cells(records: Iterable[dict[str, Any]], chosen: Callable[[MachineDef, str | None], bool] = fit) -> list[Cell]:
    """All cells, one for each task, configuration and backend, of the backends that are chosen."""
    known = {m.name: m for m in machines.all()}
    found: dict[tuple[str, str, str, str | None], Cell] = {}
    for r in records:
        machine, configuration = known.get(r.get("machine", "")), r.get("config")
        if machine is None or not configuration or not r.get("cycles") or r["engine"] not in ENGINES:
            continue
        task = task_of(r["workload"], configuration, machine)
        if not task or not chosen(machine, r["backend"]) or not r["verdict"]["passed"]:
            continue
        cycles = round(r["cycles"] / r["params"].get("blocks", 1))
        cell = Cell(task, machine.name, configuration, r["backend"], r["engine"], cycles, r["workload"])
        key = (task, machine.name, configuration, r["backend"])
        found[key] = min(found.get(key, cell), cell, key=lambda c: (nearest(c.engine), c.cycles))
    return list(found.values())


def hosted(records: Iterable[dict[str, Any]]) -> list[Cell]:
    """The cells of machines with a coprocessor on their bus: the host's cycles are in them."""
    return cells(records, lambda machine, backend: backend in machine.driven)


def of_systems(records: Iterable[dict[str, Any]]) -> dict[str, list[Cell]]:
    """By task the cells of what works by itself: of cores, and of cores with a coprocessor on the bus."""
    records, found = list(records), dict[str, list[Cell]]({task: [] for task in tasks()})
    for cell in (*cells(records), *hosted(records)):
        if complete(cell.where):
            found[cell.task].append(cell)
    return found


def best(records: Iterable[dict[str, Any]]) -> dict[str, dict[str, Cell]]:
    """The cell with the fewest cycles of each task and machine."""
    found: dict[str, dict[str, Cell]] = {task: {} for task in tasks()}
    for cell in cells(records):
        row = found[cell.task]
        row[cell.machine] = min(row.get(cell.machine, cell), cell, key=lambda c: c.cycles)
    return found


def by_place(records: Iterable[dict[str, Any]]) -> dict[tuple[str, str], Cell]:
    """The cell with the fewest cycles by `machine.configuration` and task."""
    found: dict[tuple[str, str], Cell] = {}
    for cell in cells(records):
        place = (cell.where, cell.task)
        found[place] = min(found.get(place, cell), cell, key=lambda c: c.cycles)
    return found


def fastest(found: Iterable[Cell], gates: dict[str, "Silicon"]) -> Cell:
    """The cell with the fewest cycles. Of equal ones, as of machines with one core, that with the fewest gates."""
    return min(found, key=lambda c: (c.cycles, gates[c.where].ge if c.where in gates else float("inf")))


def plain_core(machine: MachineDef) -> str:
    """The machine's core without hardware of its own, as `machine.configuration`. Where none of its configurations is
    that, it is another machine's with the same core. "" if there is none."""
    alike = sorted((m for m in machines.all() if m.plain and m.rtl.core == machine.rtl.core),
                   key=lambda m: m.name != machine.name)  # fmt: skip
    return f"{alike[0].name}.{alike[0].plain}" if alike else ""


def by_portable(records: Iterable[dict[str, Any]]) -> dict[tuple[str, str], Cell]:
    """The cell of portable code by `machine.configuration` and task."""
    return {(c.where, c.task): c for c in cells(records) if c.backend == PORTABLE}


def plain(records: Iterable[dict[str, Any]]) -> dict[str, Cell]:
    """For each task the fewest cycles of portable code, on any machine: what it costs without hardware for it."""
    found: dict[str, Cell] = {}
    gates = silicon(records)
    for cell in cells(records):
        if cell.backend == PORTABLE and cell.configuration == machines.named(cell.machine).runs(PORTABLE):
            found[cell.task] = fastest((found.get(cell.task, cell), cell), gates)
    return found


def why_empty(task: str, machine: MachineDef) -> str:
    """Why a machine has no cell of a task, in words."""
    if sentence := lacking(task, machine):
        return sentence
    if machine.backends:
        return f"Not measured: `ev bench --machine all --missing {task}` measures it."
    return f"`{next(iter(machine.records.values()), f'ev {machine.name}')}` does not measure it."


def lacking(task: str, machine: MachineDef) -> str:
    """Why a machine cannot run a task, in words; "" if it can."""
    return _said(machine.lacks, task)


def unaided(task: str, machine: MachineDef) -> str:
    """Why a machine's own hardware is no help for a task, in words; "" if it is one."""
    return _said(machine.unaided, task)


def _said(reasons: Mapping[str, str], task: str) -> str:
    """The first reason whose family, or pattern, has the task; "" if none has."""
    return next((why for name, why in reasons.items() if name == family_of(task) or fnmatch(task, name)), "")


def why_portable(task: str, machine: MachineDef, known: Iterable[Cell]) -> str:
    """Why the best cell of a task is portable code's on a machine with hardware of its own, in words."""
    if sentence := unaided(task, machine):
        return sentence
    of = [c for c in known if (c.task, c.machine) == (task, machine.name)]
    portable = {c.configuration: c.cycles for c in of if c.backend == PORTABLE}
    own = [c for c in of if c.backend != PORTABLE]
    if own and all(c.cycles == portable.get(c.configuration) for c in own):
        return "The library has no code for its own hardware here: both backends take the same cycles."
    if own:
        return "Portable code takes fewer cycles than the code for its own hardware."
    return f"Not measured: `ev bench --machine {machine.name} --missing` measures it."


@dataclass(frozen=True)
class Silicon:
    """A configuration's netlist: gate equivalents with buffers, longest path, and the gates of its parts."""

    ge: float
    delay_ns: float
    parts: dict[str, float]
    command: str


def silicon(records: Iterable[dict[str, Any]]) -> dict[str, Silicon]:
    """Netlists of whole cores, by `machine.configuration`."""
    found = {}
    for r in records:
        names = (f"silicon.core.{r.get('config')}", f"{r.get('machine')}.silicon.{r.get('config')}")
        if r["workload"] in names and "buffered_ge" in r:
            parts = {name: part["ge"] for name, part in r["parts"].items()}
            command = r["params"]["command"]
            known = r["config"] in machines.named(r["machine"]).configurations
            if known and command.endswith((" area", " ablation")):  # which measure all of them
                command = f"{command.rpartition(' ')[0]} area --configuration {r['config']}"
            found[f"{r['machine']}.{r['config']}"] = Silicon(r["buffered_ge"], r["delay_ns"], parts, command)
    return found


def complete(where: str) -> bool:
    """Whether what is called `machine.configuration` works by itself. A coprocessor needs a host."""
    return bool(machines.named(where.partition(".")[0]).backends)


def coprocessor(cell: Cell) -> str:
    """The coprocessor on the bus, as `machine.configuration`: it has its usual one there."""
    name = machines.named(cell.machine).device_of(cell.configuration)
    return f"{name}.{machines.named(name).configuration}"


def with_hosts(records: Iterable[dict[str, Any]]) -> dict[str, Silicon]:
    """Netlists of whole cores, and of those with a coprocessor on the bus: the gates of both without what joins them,
    and the longer path."""
    records = list(records)
    found = silicon(records)
    for cell in hosted(records):
        parts = [found.get(place) for place in (cell.where.partition("+")[0], coprocessor(cell))]
        if cell.where not in found and all(parts):
            both = [part for part in parts if part]
            found[cell.where] = Silicon(sum(s.ge for s in both), max(s.delay_ns for s in both), {}, "")
    return found


def need(found: dict[str, Cell], task: str) -> Cell:
    """The cell of a task, or a sentence."""
    if task not in found:
        raise UserError(f"doc/records holds no cell of {task}; `ev bench --machine all {task}` makes it.")
    return found[task]


@dataclass(frozen=True)
class Energy:
    """What a task takes on a configuration, memories included, where a netlist was simulated. `delays` are the cycles
    that were simulated with delays, from which the glitches come."""

    where: str
    task: str
    backend: str | None
    cycles: int
    pj: float
    still_pj: float  # without glitches
    delays: int
    own: bool  # the record is of this program, not of a comparison of circuits
    command: str

    @property
    def rough(self) -> bool:
        """Whether one window with delays stands for the glitches of a longer program."""
        return self.delays <= WINDOW and self.delays < self.cycles


_OWN = r"(?:\w+\.)?(?:silicon\.)?energy\."


def energies(records: Records) -> dict[tuple[str, str], Energy]:
    """The least energy by `machine.configuration` and task. Of several records of one program the best one counts: its
    own, or else that with the most cycles simulated with delays.

    A configuration with a cache is not there. All accesses count as those to one memory, so a cache saves nothing.
    """
    programs: dict[tuple[str, str, str | None], Energy] = {}
    for e in every_energy(records):
        key = (e.where, e.task, e.backend)
        programs[key] = max(programs.get(key, e), e, key=lambda one: (one.own, one.delays))
    found: dict[tuple[str, str], Energy] = {}
    for e in programs.values():
        machine, _, configuration = e.where.partition(".")
        if not has_cache(machines.named(machine), configuration):
            found[e.where, e.task] = min(found.get((e.where, e.task), e), e, key=lambda one: one.pj)
    return found


def is_difference(task: str) -> bool:
    """Whether a task is a block more of a message: the difference of two runs, so no program takes its energy."""
    return bool(re.search(r"\.\w*block$", task))


def has_cache(machine: MachineDef, configuration: str) -> bool:
    return bool(machine.has(configuration).parameters.get("ICACHE_BYTES"))


def every_energy(records: Records) -> Iterator[Energy]:
    """The energies of tasks in all records: of programs, of programs of a coprocessor's host, of circuits compared."""
    for r in records.like(_OWN):
        if "energy_pj" in r:
            yield _of_program(r)
    for r in records.like(r"silicon\.inverse\."):
        yield Energy(f"{r['machine']}.{r['config']}", r["task"], r["backend"], r["cycles"],
                     r["logic_pj"] + r["memory_pj"], r["logic_still_pj"] + r["memory_pj"], r["window"], False,
                     r["params"]["command"])  # fmt: skip
    for r in records.like(r"silicon\.tasks\."):
        configuration = r["workload"].removeprefix("silicon.tasks.")
        for task, taken in r["tasks"].items():
            if "energy_pj" in taken:
                yield Energy(f"{r['machine']}.{configuration}", task, taken["backend"], taken["cycles"],
                             taken["energy_pj"], taken["still_pj"], WINDOW, False,
                             f"{r['params']['command']} --configuration {configuration}")  # fmt: skip
    for r in records.like(r"\w+\.silicon\.host\."):
        yield from _of_host(r)


def _of_program(r: dict[str, Any]) -> Energy:
    name, on, machine = r["workload"].partition("energy.")[2], r["config"], machines.named(r["machine"])
    # A machine's own names of tasks begin with its own and the configuration's, as in its records of cycles.
    task = task_of(name, on, machine) or task_of(f"{machine.name}.{on}.{name}", on, machine)
    command = r["params"]["command"]
    return Energy(f"{machine.name}.{on}", task or name.removesuffix(f".{on}"), r["backend"], r["cycles"],
                  r["energy_pj"], sum(r["still_pj"].values()) + r["memory_pj"], _delays(r["activity"]), True,
                  f"{command} --workload {name}" if command.endswith(" workloads") else command)  # fmt: skip


def _of_host(r: dict[str, Any]) -> Iterator[Energy]:
    """A call of the library on a host, with the coprocessor that the record is of, or without."""
    task, _, backend = r["workload"].partition(".host.")[2].rpartition(".")
    for host in machines.all():
        if r["machine"] in host.devices() and not is_difference(task):
            place = f"{host.name}.{host.place}" + (f"+{backend}" if backend in host.driven else "")
            yield Energy(place, task, backend, r["cycles"], r["energy_pj"], sum(r["still_pj"].values())
                         + r["memory_pj"], min(map(_delays, r["activity"].values())), False,
                         r["params"]["command"])  # fmt: skip


def _delays(activity: str) -> int:
    """The cycles simulated with delays, of the sentence in which a record says what ran."""
    return int(activity.rpartition("glitches from ")[2].partition(" ")[0])


@dataclass(frozen=True)
class Dot:
    """A configuration with a netlist, for one task."""

    where: str
    ge: float
    us: float
    front: bool  # no other one that works by itself is both smaller and faster, and this one does
    nj: float | None = None  # where it was measured


def dots(records: Records, task: str) -> list[Dot]:
    """Gates and time of a task on all configurations with a netlist, from the smallest."""
    return every_dot(records, [task])[task]


def every_dot(records: Records, wanted: Iterable[str]) -> dict[str, list[Dot]]:
    """The dots of each of these tasks."""
    gates, joules = with_hosts(records), energies(Records(records))
    known = by_place(records) | {(c.where, c.task): c for c in hosted(records)}
    found: dict[str, list[Dot]] = {}
    for task in wanted:
        points = sorted((s.ge, known[where, task].cycles * s.delay_ns / 1000, where)
                        for where, s in gates.items() if (where, task) in known)  # fmt: skip
        fewest, found[task] = float("inf"), []
        for ge, us, where in points:
            taken = joules.get((where, task))
            front = complete(where) and us < fewest
            found[task].append(Dot(where, ge, us, front, taken and taken.pj / 1000))
            fewest = us if front else fewest
    return found
