# SPDX-License-Identifier: Apache-2.0
"""The table of energy in a machine's document: its programs that were replayed on a netlist."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.record import ENGINES
from evariste.tables import Records, markdown, table

OPERANDS = 16  # cycles by which the recording of a coprocessor's task may be longer than the task


def name_of(record: dict[str, Any]) -> str:
    """The task, without the configuration that stands behind it."""
    task: str = record["workload"].partition(".energy.")[2]
    return task.removesuffix(f".{record['config']}").removesuffix(".on")


def outdated(records: Iterable[dict[str, Any]]) -> list[str]:
    """Energies of a program that takes other cycles now, one sentence each: the program has changed since then.

    A coprocessor's own tasks are recorded from the first operand to the last result, some cycles longer than a task.
    """
    known, joules = dict[tuple[Any, ...], set[int]](), list[dict[str, Any]]()
    for r in records:
        if ".energy." in f".{r['workload']}" and "energy_pj" in r:
            joules.append(r)
        elif r["engine"] in ENGINES and r.get("cycles"):
            known.setdefault((r["machine"], r["config"], r["backend"], r["workload"]), set()).add(r["cycles"])
    found = []
    for r in joules:
        machine, config, name = r["machine"], r["config"], r["workload"].partition("energy.")[2]
        cycles = {c for own in (name, f"{machine}.{config}.{name}")
                  for c in known.get((machine, config, r["backend"], own), ())}  # fmt: skip
        more = 0 if machines.named(machine).backends else OPERANDS
        if cycles and not any(0 <= r["cycles"] - c <= more for c in cycles):
            now = " or ".join(f"{c:,}" for c in sorted(cycles))
            found.append(f"The energy of {r['workload']} is of {r['cycles']:,} cycles, and it takes {now} now.")
    return found


def energies(name: str, records: Records) -> str:
    """What each task takes in a machine's configurations: the logic with glitches and without, the memories."""
    order = list(machines.named(name).configurations)
    found = sorted((r for r in records.like(rf"{name}\.silicon\.energy\.")),
                   key=lambda r: (name_of(r), order.index(r["config"]), -r["energy_pj"]))  # fmt: skip
    if not found:
        raise UserError(f"no record of the energy of {name}; `ev silicon --machine {name} workloads` makes them.")
    times = Counter(r["workload"] for r in found)  # measured on more than one backend
    rows = [(f"`{name_of(r)}`" + (", in C" if times[r["workload"]] > 1 and r["backend"] == PORTABLE else ""),
             f"`{r['config']}`", r["cycles"], *(_nj(pj) for pj in (
             r["logic_pj"], sum(r["still_pj"].values()), r["memory_pj"], r["energy_pj"])),
             round(r["per_cycle_pj"]), f"{r['error_percent']:.1f}" if r["error_percent"] else "-")
            for r in found]  # fmt: skip
    return markdown(("task", "configuration", "cycles", "logic, nJ", "without glitches", "memories, nJ", "together, nJ",
                     "logic, pJ a cycle", "error of the windows, %"), rows)  # fmt: skip


def _nj(pj: float) -> float:
    """Three digits at least."""
    return round(pj / 1000) if pj >= 1e5 else round(pj / 1000, 1)


for _machine in machines.all():
    if _machine.name != machines.DEFAULT:  # which has a page of its own about this
        table(f"{_machine.name}.energy")(partial(energies, _machine.name))
