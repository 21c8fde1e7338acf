# SPDX-License-Identifier: Apache-2.0
"""A layout as a picture: cells in their rows, wires by layer. SVG, one unit a micrometre."""

from collections import defaultdict

from evariste.silicon.layout import Layout

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
