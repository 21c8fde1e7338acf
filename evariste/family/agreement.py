# SPDX-License-Identifier: Apache-2.0
"""Do all machines answer the same, for inputs that nobody chose, and is the answer right?

A portion is some inputs of one task. It runs on every machine, configuration and backend that has the task, and the
answers are compared there and then. A portion without a difference is kept in .build/agreement under a digest of its
inputs, of all programs and of all simulators, so that a run that was killed goes on where it stopped.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evariste import build, machines, sim, tables
from evariste.bench import Case, registry
from evariste.bench.pool import each
from evariste.bench.runner import BUILT, execute
from evariste.build import cc
from evariste.cache.keys import Store, code, digest
from evariste.errors import UserError
from evariste.family.cells import cells, hosted
from evariste.family.questions import Questions, questions
from evariste.family.tasks import SUBJECTS, tasks
from evariste.family.work import task as task_of
from evariste.paths import ROOT
from evariste.record import record

KEPT = Store("agreement")
CURVES = frozenset(t for s in SUBJECTS if s.name.endswith("curves") for t in tasks(s.name))
SHORT, LONG = 500, 25  # inputs of a portion; of a task on curves, which takes up to 10^8 cycles an input
JUDGED = 20  # inputs of a task on curves that the oracle sees; it sees all of the others
SHOWN = 3  # answers that are named
KIND, FASTEST = "agreement.", "fastest."  # begin the name of a record


@dataclass(frozen=True)
class Place:
    """Where a task runs: a configuration of a machine with a backend, and how the program is compiled for it."""

    machine: str
    configuration: str
    backend: str
    opt: str = "-O2"
    extra: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.machine}.{self.configuration} with {self.backend}"

    @property
    def machines(self) -> set[str]:
        """The machine, and the coprocessor on its bus."""
        return {self.machine, *self.configuration.partition("+")[2:]} - {""}


@dataclass(frozen=True)
class Portion:
    task: str
    first: int
    count: int
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Found:
    """What came out of a portion: inputs that the oracle saw, and a sentence for each that is wrong."""

    judged: int
    faults: tuple[str, ...]


@functools.cache
def every_place() -> dict[str, tuple[Place, ...]]:
    """The places of each task: all configurations on which it is measured."""
    found: dict[str, dict[str, Place]] = {t: {} for t in tasks()}
    for w in registry().values():
        for machine in machines.all():
            for backend in w.backends(machine):
                if not (name := task_of(w, machine)):
                    continue
                place = Place(machine.name, machine.runs(backend), backend)
                if w.machine:  # the workload says where and how
                    case = w.build(backend, "iss")
                    place = Place(machine.name, case.configuration or place.configuration, backend, case.opt,
                                  tuple(case.extra))  # fmt: skip
                found[name].setdefault(str(place), place)
    return {name: tuple(places.values()) for name, places in found.items()}


def _cycles() -> Callable[[str, Place], float]:
    """The cycles on record of a task on a place; of one without a record, infinity."""
    known = tables.records()
    cycles = {(c.task, c.machine, c.configuration, c.backend): c.cycles for c in (*cells(known), *hosted(known))}
    return lambda task, p: cycles.get((task, p.machine, p.configuration, p.backend), float("inf"))


def usual_places() -> dict[str, tuple[Place, ...]]:
    """For each task one configuration of every machine and backend: the one on which the backend is usually measured,
    or else that with the fewest cycles on record.
    """
    took, found = _cycles(), {}
    for name, places in every_place().items():
        first: dict[tuple[str, str], tuple[tuple[bool, float], Place]] = {}
        for p in places:
            rank = p.configuration != machines.named(p.machine).runs(p.backend), took(name, p)
            _keep(first, (p.machine, p.backend), rank, p)
        found[name] = tuple(p for _, p in first.values())
    return found


def fastest_places() -> dict[str, tuple[Place, ...]]:
    """For each task one place of every machine: that with the fewest cycles on record. A host with a coprocessor on its
    bus stands for the coprocessor.
    """
    took, usual, found = _cycles(), usual_places(), {}
    for name, places in every_place().items():
        first: dict[str, tuple[float, Place]] = {}
        for p in usual[name] + places:  # of places without a record the usual one
            machine = machines.named(p.machine).device_of(p.configuration) or p.machine
            _keep(first, machine, took(name, p), p)
        found[name] = tuple(p for _, p in first.values())
    return found


def _keep(first: dict[Any, tuple[Any, Place]], key: object, rank: object, place: Place) -> None:
    """Under the key stays the place of the least rank, of equal ones the first."""
    if key not in first or rank < first[key][0]:
        first[key] = rank, place


def portions(wanted: Iterable[str], inputs: int, places: Callable[[str], tuple[Place, ...]]) -> list[Portion]:
    """All portions, task by task, so that a run that is stopped has all inputs of some."""
    found = []
    for t in wanted:
        size = LONG if t in CURVES else SHORT
        found += [Portion(t, at, min(size, inputs - at), places(t)) for at in range(0, inputs, size)]
    return found


def campaign(
    wanted: Sequence[Portion], processes: int | None = None, dask: str | None = None, fresh: bool = False
) -> Iterator[tuple[Portion, Found]]:
    """Every portion and what came out, in the order in which they are ready."""
    build.sim(*sorted({place.machine for p in wanted for place in p.places}))  # once, before the workers ask for it
    for portion, found in each(fresh_one if fresh else one, wanted, processes, dask):
        if isinstance(found, UserError):
            found = Found(0, (f"{portion.task}: {found.message}",))
        yield portion, found


def one(portion: Portion) -> Found:
    """A portion on all its places, or what is kept of it."""
    asked = questions(portion.task, portion.first, portion.count)
    elves = [compiled(asked.source, place) for place in portion.places]
    engines = [build.identity(*sim.parts(machines.named(p.machine), p.configuration, "iss")) for p in portion.places]
    parameters = [machines.named(p.machine).has(p.configuration).parameters for p in portion.places]
    key = digest(asked.files, asked.args, [str(p) for p in portion.places], [elf.read_bytes() for elf in elves],
                 engines, parameters, code(__name__, without=BUILT))  # fmt: skip
    if (kept := KEPT.get(key)) is not None:
        return Found(kept["judged"], ())
    found = compare(portion, asked, [answers(asked, place, elf)
                                     for place, elf in zip(portion.places, elves, strict=True)])  # fmt: skip
    if not found.faults:
        KEPT.put(key, {"judged": found.judged})
    return found


def fresh_one(portion: Portion) -> Found:
    """A portion on all its places, whatever is kept."""
    asked = questions(portion.task, portion.first, portion.count)
    return compare(portion, asked, [answers(asked, p, compiled(asked.source, p)) for p in portion.places])


@functools.cache
def compiled(source: str, place: Place) -> Path:
    """The program, which is the same for all inputs."""
    return cc.compile([ROOT / source], backend=place.backend, opt=place.opt, extra=list(place.extra),
                      machine=place.machine)  # fmt: skip


def answers(asked: Questions, place: Place, elf: Path) -> list[bytes]:
    """What a place answers to each input."""
    case = Case(sources=[asked.source], label="", check=lambda _: (True, ""), args=list(asked.args), files=asked.files)
    output, _ = execute(elf, case, "iss", place.machine, place.configuration)
    return asked.read(output.files)


def compare(portion: Portion, asked: Questions, given: list[list[bytes]]) -> Found:
    """The first place's answers with the oracle's, the others' with those of the first."""
    count = min(portion.count, max(0, JUDGED - portion.first)) if portion.task in CURVES else portion.count
    faults = []
    for place, all_of_it in zip(portion.places, given, strict=True):
        if len(all_of_it) != portion.count:
            faults.append(f"{portion.task} on {place}: {len(all_of_it)} answers to {portion.count} inputs")
            continue
        if place is portion.places[0]:
            wrong = [i for i in range(count) if not asked.right(i, all_of_it[i])]
            said = "the oracle disagrees"
        else:
            wrong = [i for i, (a, b) in enumerate(zip(given[0], all_of_it, strict=False)) if a != b]
            said = f"not what {portion.places[0]} answers"
        faults += [f"{portion.task} on {place}, input {portion.first + i}: {said}" for i in wrong[:SHOWN]]
    return Found(count, tuple(faults))


def answered(made: dict[str, Any]) -> str:
    """The task that a record is of."""
    return made["workload"].removeprefix(KIND).removeprefix(FASTEST)


def task_record(parts: Sequence[tuple[Portion, Found]], kind: str = "") -> dict[str, Any]:
    """How many inputs a task had in these portions, on which machines, and whether all agree. `kind`: FASTEST, if the
    places are those.
    """
    task, places = parts[0][0].task, parts[0][0].places
    faults = [fault for _, found in parts for fault in found.faults]
    return record(
        workload=f"{KIND}{kind}{task}", machine=places[0].machine, configuration=places[0].configuration,
        backend=places[0].backend, engine="iss", cycles=None, passed=not faults,
        params={"inputs": sum(p.count for p, _ in parts), "judged": sum(found.judged for _, found in parts),
                "machines": sorted({m for p in places for m in p.machines}), "places": sorted(map(str, places))},
        checked=f"{len(faults)} differences" if faults else f"equal on {len(places)} places",
    )  # fmt: skip
