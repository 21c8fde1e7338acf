# SPDX-License-Identifier: Apache-2.0
"""The table of area and time in a machine's document: its configurations that were measured with their parts."""

from functools import partial
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.tables import Records, markdown, table


def _parts(found: list[dict[str, Any]]) -> list[str]:
    """The names of all parts, the one that is largest anywhere first."""
    most: dict[str, float] = {}
    for r in found:
        for part, size in r["parts"].items():
            most[part] = max(most.get(part, 0), size["ge"])
    return sorted(most, key=lambda part: -most[part])


def sizes(name: str, records: Records) -> str:
    """Gate equivalents with buffers of a machine's configurations and of their parts, longest paths, clocks."""
    order = list(machines.named(name).configurations)
    found = sorted((r for r in records if r["workload"] == f"{name}.silicon.{r.get('config')}"),
                   key=lambda r: order.index(r["config"]))  # fmt: skip
    if not found:
        raise UserError(f"no record of the area of {name}; `ev silicon --machine {name}` makes them.")
    parts = _parts(found)
    rows = [(f"`{r['config']}`", round(r["buffered_ge"]),
             *(round(r["parts"][part]["ge"]) if part in r["parts"] else "-" for part in parts),
             float(r["delay_ns"]), round(r["delay_fo4"]), float(r["fmax_mhz"])) for r in found]  # fmt: skip
    return markdown(("configuration", "gates (GE)", *parts, "longest path, ns", "in FO4", "MHz"), rows)


for _machine in machines.all():
    if _machine.name != machines.DEFAULT:  # which has a page of its own about this
        table(f"{_machine.name}.silicon")(partial(sizes, _machine.name))
