# SPDX-License-Identifier: Apache-2.0
"""A placed and routed block as qflow leaves it: its DEF file, with the layers and cell sizes of the technology's LEF.

It reads only what this flow needs: from LEF the routing layers and the cells' sizes, from DEF the units, the area, the
placed components, and the wires of the nets. Lengths are micrometres.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from evariste.errors import UserError

Point = tuple[float, float]


@dataclass(frozen=True)
class Layer:
    """A routing layer: width of its wires (um), capacitance of their area (pF/um^2) and of each edge (pF/um)."""

    name: str
    width: float
    area: float
    edge: float

    def capacitance(self, length: float) -> float:
        """pF of a wire: its area, and its two edges. LEF's equation, without the edges at the wire's ends."""
        return length * (self.width * self.area + 2 * self.edge)


@dataclass(frozen=True)
class Technology:
    layers: dict[str, Layer]
    sizes: dict[str, Point]  # of the cells


@dataclass(frozen=True)
class Segment:
    layer: str
    begin: Point
    end: Point

    @property
    def length(self) -> float:
        return abs(self.end[0] - self.begin[0]) + abs(self.end[1] - self.begin[1])


@dataclass(frozen=True)
class Placed:
    name: str
    cell: str
    at: Point  # the lower left corner


@dataclass(frozen=True)
class Design:
    die: tuple[Point, Point]
    components: list[Placed]
    wires: dict[str, list[Segment]]  # by net

    def lengths(self, net: str) -> dict[str, float]:
        """um of the net's wire on each layer."""
        found: dict[str, float] = defaultdict(float)
        for segment in self.wires.get(net, ()):
            found[segment.layer] += segment.length
        return dict(found)


def technology(path: Path) -> Technology:
    """Layers and cell sizes of a LEF file. A routing layer without capacitance is refused."""
    try:
        text = path.read_text()
    except OSError as error:
        raise UserError(f"cannot read the technology {path}: {error.strerror}.") from None
    layers = {}
    for name, body in re.findall(r"^LAYER (\S+)\n(.*?)^END \1", text, re.MULTILINE | re.DOTALL):
        if not re.search(r"TYPE\s+ROUTING", body):
            continue
        found = {key: re.search(rf"^\s*{key}\s+([\d.e+-]+)", body, re.MULTILINE)
                 for key in ("WIDTH", r"CAPACITANCE\s+CPERSQDIST", "EDGECAPACITANCE")}  # fmt: skip
        if missing := [key for key, value in found.items() if not value]:
            raise UserError(f"{path} gives no {missing[0]} of layer {name}.")
        layers[name] = Layer(name, *(float(value[1]) for value in found.values()))
    size = re.compile(r"^MACRO (\S+)\n.*?^\s*SIZE\s+([\d.]+) BY ([\d.]+)", re.MULTILINE | re.DOTALL)
    return Technology(layers, {name: (float(x), float(y)) for name, x, y in size.findall(text)})


def read(path: Path) -> Design:
    """A DEF file's contents."""
    try:
        text = path.read_text()
        unit = float(re.search(r"^UNITS DISTANCE MICRONS (\d+)", text, re.MULTILINE)[1])
        corners = re.search(r"^DIEAREA \( (-?\d+) (-?\d+) \) \( (-?\d+) (-?\d+) \)", text, re.MULTILINE)
        die = tuple(int(n) / unit for n in corners.groups())
    except OSError as error:
        raise UserError(f"cannot read the layout {path}: {error.strerror}.") from None
    except TypeError:
        raise UserError(f"{path} is no DEF file with units and an area.") from None
    placed = re.compile(r"^- (\S+) (\S+) \+ (?:PLACED|FIXED) \( (-?\d+) (-?\d+) \)", re.MULTILINE)
    components = [Placed(name, cell, (int(x) / unit, int(y) / unit))
                  for name, cell, x, y in placed.findall(_section(text, "COMPONENTS"))]  # fmt: skip
    wires: dict[str, list[Segment]] = {}
    for section in ("SPECIALNETS", "NETS"):
        for net in re.split(r"^- ", _section(text, section), flags=re.MULTILINE)[1:]:
            wires.setdefault(net.split()[0], []).extend(_segments(net, unit))
    return Design(((die[0], die[1]), (die[2], die[3])), components, wires)


def _section(text: str, name: str) -> str:
    found = re.search(rf"^{name} \d+ ;\n(.*?)^END {name}", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def _segments(net: str, unit: float) -> list[Segment]:
    """The wires of one net's statement: runs of points on a layer, `*` for a coordinate that stays."""
    routed = net.partition("+ ROUTED")[2]
    found = []
    for run in re.split(r"\bNEW\b", routed) if routed else ():
        words = run.split()
        last: Point | None = None
        for x, y in re.findall(r"\( (\S+) (\S+) \)", run):
            here = (last[0] if x == "*" else int(x) / unit, last[1] if y == "*" else int(y) / unit)
            if last and here != last:
                found.append(Segment(words[0], last, here))
            last = here
    return found
