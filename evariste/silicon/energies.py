# SPDX-License-Identifier: Apache-2.0
"""The table of energy in a machine's document: its programs that were replayed on a netlist."""

from collections import Counter
from functools import partial
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.tables import Records, markdown, table


def name_of(record: dict[str, Any]) -> str:
    """The task, without the configuration that stands behind it."""
    task: str = record["workload"].partition(".energy.")[2]
    return task.removesuffix(f".{record['config']}").removesuffix(".on")


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
