# SPDX-License-Identifier: Apache-2.0
"""Blocks that were placed and routed: areas, wires, paths, and the wire table."""

from evariste.errors import UserError
from evariste.report import Records, markdown, table
from evariste.silicon.circuit import WIRES
from evariste.silicon.layout import FANOUTS

NAMES = {"sq": "squarer", "mul": "multiplier", "reduce": "reduction of a product", "lane": "a lane of the unit",
         "unit": "GF unit"}  # fmt: skip


def _blocks(records: Records) -> list[tuple[str, dict]]:
    """Names and records, the smallest block first."""
    found = sorted(records.like(r"layout\."), key=lambda r: r["cells"])
    if not found:
        raise UserError("no record of a layout; `ev silicon layout --json doc/records/layout.json` makes them.")
    named = [(r["workload"].removeprefix("layout."), r) for r in found]
    return [(NAMES.get(name, f"core, `{name}`"), r) for name, r in named]


@table("layout.blocks")
def _(records: Records) -> str:
    """One row a block."""
    rows = []
    for name, r in _blocks(records):
        delay, wires, length = r["delay_ns"], r["wire_pf"], sum(r["wire_um"].values()) / 1000
        size = " x ".join(f"{um:.0f}" for um in r["core_um"])
        figures = (length, wires["routed"], r["pins_pf"], *(delay[kind] for kind in ("none", "table", "routed")))
        filled = f"{r['utilisation_percent']:.0f}"
        rows.append((name, r["cells"], size, filled, *(f"{figure:.2f}" for figure in figures)))
    heading = ("m = 2..8", "cells", "rows, um", "filled, %", "wire, mm", "wires, pF", "inputs, pF",
               "longest path without wires, ns", "by the wire table", "with the wires as laid")  # fmt: skip
    return markdown(heading, rows)


@table("layout.wires")
def _(records: Records) -> str:
    """One row a block, one column a fan-out."""
    rows = [("the table in use", *(f"{1000 * WIRES[n]:.2f}" if n in WIRES else "-" for n in FANOUTS))]
    for name, r in _blocks(records):
        cells = [r["wires"].get(str(n)) for n in FANOUTS]
        rows.append((name, *(f"{c['ff']:.2f} ({c['nets']})" if c else "-" for c in cells)))
    return markdown(("fan-out", *map(str, FANOUTS)), rows)
