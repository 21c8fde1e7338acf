# SPDX-License-Identifier: Apache-2.0
"""The records of placed and routed blocks, doc/records/layout.json."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from evariste import cache
from evariste.configurations import CONFIGURATIONS
from evariste.errors import UserError
from evariste.record import record
from evariste.silicon import designs, layout, layout_svg, sta
from evariste.silicon.circuit import Circuit
from evariste.silicon.synth import Job, synthesise
from evariste.yosys import sources

USUAL = ("sq", "mul", "lane")  # without a name: in the order of their sizes
BLOCKS = (*designs.BLOCKS, "lane")


def job(name: str) -> Job:
    """A block of the arithmetic unit for fields of degree 2 to 8, or the core in a named configuration."""
    if name == "lane":
        return Job("gf_lane", ("MIN_DEGREE=2",), sources("gf"))
    if name in designs.BLOCKS:
        return designs.block(name, 2)
    if name not in CONFIGURATIONS:
        raise UserError(f"there is no block {name}; there are {', '.join((*BLOCKS, *CONFIGURATIONS))}.")
    return designs.configuration(name)


def measured(name: str, progress: Callable[[str], object] = print, picture: Path | None = None) -> dict[str, Any]:
    """Lay a block out and tell what it is like; draw it into `picture`."""
    circuit = Circuit(synthesise(job(name)))
    laid = layout.laid(circuit, progress)
    if picture:
        picture.write_text(layout_svg.drawn(laid))
    library, paths = circuit.library, {}
    for wires, of in (("none", Circuit(circuit.netlist, False)), ("table", circuit), ("routed", laid.routed)):
        with cache.scratch("sta") as folder:
            paths[wires] = sta.longest(of, folder).delay
    made = record(
        workload=f"layout.{name}",
        engine="qflow",
        gf=True,
        cycles=None,
        params={
            "library": library.name,
            "technology": layout.LEF.name,
            "command": f"ev silicon layout {name}",
        },
        passed=True,
        checked="every cell of the netlist is placed and every net has its wire",
    )  # fmt: skip
    width, height = laid.core
    return made | {
        "cells": circuit.netlist.cells,
        "cell_area_um2": circuit.netlist.area,
        "core_um": [round(width, 1), round(height, 1)],
        "utilisation_percent": round(100 * laid.utilisation, 1),
        "wire_um": {layer: round(length) for layer, length in laid.lengths.items()},
        "wire_pf": {"routed": round(sum(laid.wires.values()), 3), "table": round(sum(circuit.wire_load.values()), 3)},
        "pins_pf": round(sum(circuit.load.values()) - sum(circuit.wire_load.values()), 3),
        "delay_ns": {wires: round(ns, 3) for wires, ns in paths.items()},
        "wires": {
            str(n): {"ff": round(1000 * farads, 2), "nets": count} for n, (farads, count) in laid.table().items()
        },
    }


def line(made: dict[str, Any]) -> str:
    """A record on a line."""
    width, height = made["core_um"]
    delay, wires = made["delay_ns"], made["wire_pf"]
    length, filled = sum(made["wire_um"].values()) / 1000, made["utilisation_percent"]
    by_fanout = ", ".join(f"{n}: {w['ff']:g}" for n, w in made["wires"].items())
    return (
        f"{made['workload']:16} {made['cells']:,} cells, {width:g} x {height:g} um, {filled:g} % filled; "
        f"{length:,.1f} mm of wire, {wires['routed']:.2f} pF (by the table {wires['table']:.2f}); longest path "
        f"{delay['routed']:.2f} ns (by the table {delay['table']:.2f}, without wires {delay['none']:.2f})\n"
        f"  fF by fan-out: {by_fanout}"
    )
