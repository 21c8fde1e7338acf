# SPDX-License-Identifier: Apache-2.0
"""What has to run to fill the cells: every task on every machine, with each backend and configuration that can."""

import functools
from collections.abc import Iterable
from typing import Any

from evariste import machines
from evariste.bench import Workload, registry
from evariste.family.cells import cells, fit, task_of
from evariste.family.tasks import chosen
from evariste.machines import MachineDef

Job = tuple[Workload, MachineDef, str]  # a workload, its machine, its backend


def jobs(patterns: Iterable[str] = ()) -> list[Job]:
    """All that can run; with patterns only what answers a task of such a name."""
    wanted = {*chosen(patterns)}
    return [(w, machine, backend) for name, w, machine, backend in _every() if name in wanted]


@functools.cache
def _every() -> tuple[tuple[str, Workload, MachineDef, str], ...]:
    """All jobs, each behind its task."""
    return tuple(
        (task(w, machine), w, machine, backend)
        for w in registry().values()
        for machine in machines.all()
        for backend in w.backends(machine)
        if fit(machine, backend) or backend in machine.driven
    )


def task(w: Workload, machine: MachineDef) -> str:
    """The task that a workload of a machine answers, on whichever configuration it runs."""
    found = {task_of(w.name, configuration, machine) for configuration in machine.configurations} - {""}
    return found.pop() if found else ""


def missing(wanted: Iterable[Job], records: Iterable[dict[str, Any]]) -> list[Job]:
    """The jobs without a record. A workload of the whole family needs none if a machine's own answers the same task."""
    records = list(records)
    there = {(r["workload"], r.get("machine"), r["backend"]) for r in records if r["verdict"]["passed"]}
    answered = {(c.task, c.machine, c.backend) for c in cells(records)}
    return [
        (w, machine, backend) for w, machine, backend in wanted
        if (w.name, machine.name, backend) not in (there if w.machine else there | answered)
    ]  # fmt: skip
