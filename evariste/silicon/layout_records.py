# SPDX-License-Identifier: Apache-2.0
"""The records of placed and routed blocks, doc/records/layout.json, and their pictures.

A picture shows cells in their rows and wires by layer. SVG, one unit a micrometre.
"""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evariste import cache, machines
from evariste.errors import UserError
from evariste.record import record
from evariste.silicon import designs, layout, sta
from evariste.silicon.circuit import Circuit
from evariste.silicon.layout import Layout
from evariste.silicon.synth import Job, synthesise
from evariste.yosys import sources

USUAL = ("sq", "mul", "lane")  # without a name: in the order of their sizes
BLOCKS = (*designs.BLOCKS, "lane")


def job(name: str, machine: str) -> Job:
    """A block of the default machine's unit for fields of degree 2 to 8, or the core in a named configuration."""
    blocks = BLOCKS if machine == machines.DEFAULT else ()
    if name in blocks:
        return Job("gf_lane", ("MIN_DEGREE=2",), sources("gf")) if name == "lane" else designs.block(name, 2)
    configurations = machines.named(machine).configurations
    if name not in configurations:
        raise UserError(f"{machine} has no block {name} to lay out; there are {', '.join((*blocks, *configurations))}.")
    return designs.configuration(name, machine)


def measured(
    name: str, machine: str, progress: Callable[[str], object] = print, picture: Path | None = None
) -> dict[str, Any]:
    """Lay out a block, measure it, and draw it into `picture`."""
    circuit = Circuit(synthesise(job(name, machine)))
    laid = layout.laid(circuit, progress)
    if picture:
        picture.write_text(drawn(laid))
    library, paths = circuit.library, {}
    for wires, of in (("none", Circuit(circuit.netlist, False)), ("table", circuit), ("routed", laid.routed)):
        with cache.scratch("sta") as folder:
            paths[wires] = sta.longest(of, folder).delay
    made = record(
        workload=f"layout.{name}",
        engine="qflow",
        machine=machine,
        configuration=name if name in machines.named(machine).configurations else None,
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


COLOURS = {"metal1": "#3465a4", "metal2": "#c4372f", "metal3": "#2e8b57", "metal4": "#b8860b", "metal5": "#7b3fa0",
           "metal6": "#008b8b"}  # fmt: skip
CELLS = {"XOR": "#f3c9a5", "XNOR": "#f3c9a5", "NAND": "#cfe0f1", "AOI": "#d6ecd2", "OAI": "#d6ecd2", "DFF": "#e3d4ee",
         "FA": "#f5e8a8", "HA": "#f5e8a8"}  # fmt: skip
OTHERS = "#ececec"


def drawn(laid: Layout) -> str:
    """The picture; its first comment says what it shows."""
    (x0, y0), (x1, y1) = laid.design.die
    scale = 6 if x1 - x0 < 200 else 1

    def y(value: float) -> float:  # upwards
        return round(y1 - value, 2)

    netlist = laid.circuit.netlist
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0:g} 0 {x1 - x0:g} {y1 - y0:g}" '
        f'width="{scale * (x1 - x0):.0f}" height="{scale * (y1 - y0):.0f}">',
        f"<!-- {netlist.job.top}, {netlist.cells} cells, placed and routed by qflow: ev silicon layout -->",
        f'<rect x="{x0:g}" y="0" width="{x1 - x0:g}" height="{y1 - y0:g}" fill="white"/>',
    ]
    boxes = defaultdict(list)
    for placed in laid.cells:
        width, height = laid.technology.sizes[placed.cell]
        colour = next((c for kind, c in CELLS.items() if placed.cell.startswith(kind)), OTHERS)
        boxes[colour].append(f"M{placed.at[0]:g} {y(placed.at[1]):g}h{width:g}v-{height:g}h-{width:g}z")
    for colour, paths in boxes.items():
        lines.append(f'<path fill="{colour}" stroke="#888" stroke-width=".15" d="{"".join(paths)}"/>')
    wires = defaultdict(list)
    for segments in laid.design.wires.values():
        for s in segments:
            move = f"h{s.end[0] - s.begin[0]:g}" if s.begin[1] == s.end[1] else f"v{s.begin[1] - s.end[1]:g}"
            wires[s.layer].append(f"M{s.begin[0]:g} {y(s.begin[1]):g}{move}")
    for layer in sorted(wires):
        width = laid.technology.layers[layer].width
        lines.append(f'<path fill="none" stroke="{COLOURS.get(layer, "black")}" stroke-width="{width:g}" '
                     f'd="{"".join(wires[layer])}"/>')  # fmt: skip
    return "\n".join([*lines, "</svg>\n"])
