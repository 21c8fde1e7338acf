# SPDX-License-Identifier: Apache-2.0
"""Place and route of a netlist with qflow (graywolf, qrouter) in its OSU 180 nm technology, and what follows from it.

    blif        the netlist, every net named, as qflow takes it
    laid        qflow's run: both tools have time limits; kept in .build/silicon under a digest
    Layout      areas, lengths, the capacitance of each net's wire, and the wire table: its medians by fan-out

The capacitance of a wire comes from its length on each layer and the LEF file's capacitances of area and edges. Vias
and coupling between wires are not counted. There is no clock tree and no power grid except stripes.

Of qflow's files only what this flow needs is read: from LEF the routing layers and the cells' sizes, from DEF the
units, the area, the placed components, and the wires of the nets. Lengths are micrometres.
"""

import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median

from evariste import cache, run_with_timeout
from evariste.cache import keys
from evariste.errors import UserError
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.liberty import DEFAULT
from evariste.silicon.synth import KEEP, KIND

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


LEF = DEFAULT.with_suffix(".lef")
TOOLS = ("qflow", "graywolf", "qrouter")
LIMITS = {"place": 60 * 60, "route": 60 * 60}  # s
FANOUTS = (1, 2, 3, 4, 5, 8, 16)  # of the wire table
LEAST = 5  # nets that a median is taken of
LARGE, DENSITY = 4000, 0.8  # blocks of more cells than this get fill among them, or qrouter finds no way through
# Nobody looks at graywolf and qrouter; ground and power have these names in the netlist.
SETTINGS = {
    "project_vars.sh": 'set graywolf_options="-n"\nset route_show=0\n',
    "synthesis/top_powerground": 'set vddnet="vdd"\nset gndnet="gnd"\n',
    "source/top.v": "module top (); endmodule\n",
}
Progress = Callable[[str], object]


def names(circuit: Circuit) -> dict[Net, str]:
    """What each net is called in the layout: as a port that it is, else n<number>."""
    found: dict[Net, str] = {"0": "gnd", "1": "vdd", "x": "gnd"}
    for _, name, net in circuit.ports():
        found.setdefault(net, name)
    for gate in (*circuit.gates, *circuit.flops):
        for net in gate.nets.values():
            found.setdefault(net, f"n{net}")
    return found


def blif(circuit: Circuit) -> str:
    """The netlist for qflow, without ports that no cell uses and without second names of an output."""
    called = names(circuit)
    gates = (*circuit.gates, *circuit.flops)
    used = {called[net] for gate in gates for net in gate.nets.values()}
    ports = {"input": [], "output": []}
    for direction, name, _ in circuit.ports():
        if name in used:
            ports[direction].append(name)
    lines = [".model top", *(f".{kind}s {' '.join(listed)}" for kind, listed in ports.items())]
    for gate in gates:
        lines.append(f".gate {gate.cell.name} {' '.join(f'{pin}={called[net]}' for pin, net in gate.nets.items())}")
    return "\n".join([*lines, ".end\n"])


def laid(circuit: Circuit, progress: Progress = print, limits: dict[str, float] = LIMITS) -> "Layout":
    """The circuit's layout, made now or kept from the last time that the netlist was the same.

    A tool that is missing, takes too long or leaves a net without a wire ends with a sentence.
    """
    if not LEF.exists():
        raise UserError(f"the technology {LEF} is missing; Debian's package qflow-tech-osu018 has it.")
    text, settings = blif(circuit), dict(SETTINGS)
    if circuit.netlist.cells > LARGE:
        settings["project_vars.sh"] += f"set initial_density={DENSITY}\n"
    # The code that made the netlist is not in the key: its text is.
    code = keys.code(__name__, without=tuple(f"evariste.silicon.{name}" for name in ("circuit", "synth", "liberty")))
    tools = [keys.installed(path) for name in TOOLS if (path := shutil.which(name))]
    key = keys.digest(text, settings, LEF.read_bytes(), code, tools)

    def make(folder: Path) -> None:
        for name, contents in {**settings, "synthesis/top.blif": text}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(contents)
        for name in ("layout", "log"):
            (folder / name).mkdir()
        for stage, limit in limits.items():
            _run(stage, folder, limit, progress)
        final = re.findall(r"^Final: .*", (folder / "log/route.log").read_text(errors="replace"), re.MULTILINE)
        if final[-1:] != ["Final: No failed routes!"]:
            raise UserError(
                f"{circuit.netlist.job.top} cannot be routed: {''.join(final[-1:]) or 'no word'} ({folder}/log)."
            )

    folder = cache.built(KIND, "layout", key, make, f"placing and routing {circuit.netlist.job.top}", 120, KEEP)
    return Layout(circuit, technology(LEF), read(folder / "layout/top.def"), folder)


def _run(stage: str, folder: Path, limit: float, progress: Progress) -> None:
    """A stage of qflow. Its output files show whether it succeeded; its exit status does not."""
    tool = shutil.which("qflow")
    if not tool:
        raise UserError("qflow, for place and route, is missing; `apt-get install qflow` installs it and its tools.")
    log = folder / "log" / f"{stage}.log"
    run_with_timeout.run([tool, stage, "-T", "osu018", "top"], folder, folder / f"{stage}.out", limit,
                   lambda line: progress(f"{stage}: {line[-80:]}"), tail=log)  # fmt: skip
    made = {"place": "layout/top_unroute.def", "route": "layout/top.rc"}[stage]
    if not (folder / made).exists():
        last = run_with_timeout.last_line(folder / f"{stage}.out") or run_with_timeout.last_line(log)
        raise UserError(f"qflow could not {stage} {folder.name}: {last} (its output is in {log}).")


@dataclass
class Layout:
    """The finished layout. Refused if a net with two or more ends has no wire, or if the cells are not those of the
    netlist.
    """

    circuit: Circuit
    technology: Technology
    design: Design
    folder: Path

    def __post_init__(self) -> None:
        wanted, found = (defaultdict[str, int](int) for _ in range(2))
        for gate in (*self.circuit.gates, *self.circuit.flops):
            wanted[gate.cell.name] += 1
        for placed in self.cells:
            found[placed.cell] += 1
        if wanted != found:
            odd = sorted({*wanted.items()} ^ {*found.items()})[:3]
            raise UserError(f"the layout in {self.folder} has other cells than the netlist: {odd}.")
        bare = [name for net, name in self.nets if self.circuit.fanout[net] and not self.design.wires.get(name)]
        if bare:
            raise UserError(f"{len(bare)} nets have no wire in the layout in {self.folder}: {', '.join(bare[:3])}.")

    @property
    def cells(self) -> list[Placed]:
        """The placed cells of the netlist; what fills the rows is not among them."""
        return [placed for placed in self.design.components if placed.cell in self.circuit.library.cells]

    @property
    def nets(self) -> Iterator[tuple[Net, str]]:
        """The nets that cells drive, with their names in the layout."""
        called = names(self.circuit)
        for gate in (*self.circuit.gates, *self.circuit.flops):
            yield from ((net, called[net]) for _, net in gate.outputs)

    @cached_property
    def wires(self) -> dict[Net, float]:
        """pF of each driven net's wire."""
        layers = self.technology.layers
        return {net: sum(layers[layer].capacitance(length) for layer, length in self.design.lengths(name).items())
                for net, name in self.nets}  # fmt: skip

    @cached_property
    def routed(self) -> Circuit:
        """The circuit with these wires."""
        return Circuit(self.circuit.netlist, self.wires)

    @cached_property
    def lengths(self) -> dict[str, float]:
        """um of wire on each layer, of all nets but power and ground."""
        found: dict[str, float] = defaultdict(float)
        for name in self.design.wires:
            if name not in ("vdd", "gnd"):
                for layer, length in self.design.lengths(name).items():
                    found[layer] += length
        return dict(sorted(found.items()))

    @property
    def core(self) -> tuple[float, float]:
        """um: width and height of the rows, with what fills them."""
        ends = [(p.at[0], p.at[1], *(a + b for a, b in zip(p.at, self.technology.sizes[p.cell], strict=True)))
                for p in self.design.components]  # fmt: skip
        low, high = ([min(e[i] for e in ends) for i in (0, 1)], [max(e[i] for e in ends) for i in (2, 3)])
        return high[0] - low[0], high[1] - low[1]

    @property
    def utilisation(self) -> float:
        """The part of the rows that cells of the netlist fill."""
        width, height = self.core
        return self.circuit.netlist.area / (width * height)

    def table(self) -> dict[int, tuple[float, int]]:
        """The wire table: by fan-out the median capacitance (pF) and the number of nets, where there are enough."""
        by: dict[int, list[float]] = defaultdict(list)
        for net, pf in self.wires.items():
            by[self.routed.fanouts[net]].append(pf)
        return {n: (median(by[n]), len(by[n])) for n in FANOUTS if len(by[n]) >= LEAST}
