# SPDX-License-Identifier: Apache-2.0
"""Liberty cell libraries (.lib, NLDM): areas, functions, delay and energy tables, read into plain objects.

Units after reading: time ns, capacitance pF, energy pJ, leakage nW, area as in the library. Internal power in a Liberty
file is an energy per transition, in its capacitance unit times volts squared. Tables are interpolated linearly, and
extrapolated linearly beyond their ends, as in timing analysers. If the Liberty file gives a cell no area, the outline
in the LEF file beside it does.

The purpose of a cell follows from its functions and tables, not from its name (`Library`).
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from pathlib import Path

from evariste.errors import UserError
from evariste.silicon.expression import Expression, parse

DEFAULT = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")  # Debian: qflow-tech-osu018
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([{}();:,])|([^\s{}();:,"]+)', re.DOTALL)
_SKIPPED = re.compile(r"/\*.*?\*/|//[^\n]*|\\\r?\n", re.DOTALL)
_SCALE = {"m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15, "": 1.0}


@dataclass
class Group:
    """`kind(names) { attributes and groups }`; an attribute's value is the list of its words."""

    kind: str
    names: list[str]
    attributes: dict[str, list[str]] = field(default_factory=dict)
    groups: list["Group"] = field(default_factory=list)

    def of(self, kind: str) -> list["Group"]:
        return [group for group in self.groups if group.kind == kind]

    def word(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, [default])[0]

    def number(self, name: str, default: float = 0.0) -> float:
        return float(self.attributes[name][0]) if name in self.attributes else default


def read_groups(text: str) -> Group:
    """The outermost group of a Liberty text; a text that is none raises ValueError."""
    tokens = [m[1] if m[1] is not None else m[2] or m[3] for m in _TOKEN.finditer(_SKIPPED.sub(" ", text))]
    root = Group("", [])
    stack, i = [root], 0
    while i < len(tokens):
        if tokens[i] in ";}":
            if tokens[i] == "}":
                stack.pop()
            i += 1
        elif tokens[i + 1] == ":":
            end = tokens.index(";", i) if ";" in tokens[i : i + 8] else i + 3
            stack[-1].attributes[tokens[i]] = [" ".join(tokens[i + 2 : end])]
            i = end
        elif tokens[i + 1] == "(":
            end = tokens.index(")", i)
            words = [t for t in tokens[i + 2 : end] if t != ","]
            if end + 1 < len(tokens) and tokens[end + 1] == "{":
                stack[-1].groups.append(Group(tokens[i], words))
                stack.append(stack[-1].groups[-1])
                end += 1
            else:
                stack[-1].attributes[tokens[i]] = words
            i = end + 1
        else:
            raise ValueError(f"`{tokens[i]} {tokens[i + 1]}` is no Liberty")
    if len(stack) != 1 or len(root.groups) != 1:
        raise ValueError("its groups are not closed")
    return root.groups[0]


@dataclass
class Table:
    """Values over load (pF) and the input's transition time (ns), or over one of them, or one value."""

    axes: list[list[float]]
    order: list[str]  # of the axes: "load", "slew"
    values: list[float]

    def at(self, load: float, slew: float) -> float:
        where = {"load": load, "slew": slew}
        weights = [(0, 1.0)]
        for axis, name in zip(self.axes, self.order, strict=True):
            i = min(max(bisect_right(axis, where[name]) - 1, 0), len(axis) - 2)
            f = (where[name] - axis[i]) / (axis[i + 1] - axis[i])
            weights = [(w * len(axis) + i + d, p * q) for w, p in weights for d, q in ((0, 1 - f), (1, f))]
        return sum(self.values[w] * p for w, p in weights)


@dataclass
class Arc:
    """Delay and transition from one input to an output; `sense` is as in Liberty, or the edge of a clock."""

    source: str
    sense: str
    kind: str
    tables: dict[str, Table]  # cell_rise, cell_fall, rise_transition, fall_transition

    @property
    def clocked(self) -> bool:
        return self.kind.endswith("_edge")


@dataclass
class Energy:
    """Internal energy of a transition of a pin, caused by `source` (its own, if empty)."""

    source: str
    rise: Table | None
    fall: Table | None

    def mean(self, load: float, slew: float) -> float:
        """pJ of one transition, rising and falling ones being equally many."""
        return sum(table.at(load, slew) for table in (self.rise, self.fall) if table) / 2


@dataclass
class Pin:
    name: str
    output: bool
    capacitance: float
    function: Expression | None
    three_state: bool
    arcs: list[Arc]
    energies: list[Energy]

    def own_energy(self, slew: float) -> float:
        """pJ of one transition of an input; tables for different conditions count alike."""
        own = [e.mean(0.0, slew) for e in self.energies if e.source in ("", self.name)]
        return sum(own) / len(own) if own else 0.0


@dataclass
class Flop:
    """A flip-flop's behaviour; `state` is the name its output functions call it by."""

    state: str
    next: Expression
    clock: Expression
    clear: Expression | None
    preset: Expression | None


@dataclass
class Latch:
    """A latch's behaviour: transparent while `enable`; `state` is the name its output functions call it by."""

    state: str
    data: Expression
    enable: Expression


@dataclass
class Gating:
    """A cell that gates a clock which is 0 at rest, latch and all: its pins. `tests` are held at 0."""

    clock: str
    enable: str
    gated: str
    tests: list[str]


@dataclass
class Cell:
    name: str
    area: float
    leakage: float  # nW
    pins: dict[str, Pin]
    flop: Flop | None
    latch: Latch | None
    gating: Gating | None
    dont_use: bool

    @cached_property
    def inputs(self) -> list[str]:
        return [p.name for p in self.pins.values() if not p.output]

    @cached_property
    def outputs(self) -> list[str]:
        return [p.name for p in self.pins.values() if p.output]

    @cached_property
    def logic(self) -> bool:
        """A combinational cell all of whose outputs have a function."""
        outputs = [self.pins[p] for p in self.outputs]
        good = all(p.function is not None and not p.three_state for p in outputs)
        return bool(outputs) and good and self.flop is None and self.latch is None and self.gating is None

    @cached_property
    def capacitance(self) -> float:
        """pF of all inputs."""
        return sum(p.capacitance for p in self.pins.values() if not p.output)

    def worst(self, load: float, slew: float) -> float:
        """ns: the longest delay from any input to any output."""
        tables = [table for pin in self.outputs for arc in self.pins[pin].arcs for kind, table in arc.tables.items()
                  if kind.startswith("cell_")]  # fmt: skip
        return max((table.at(load, slew) for table in tables), default=0.0)

    @cached_property
    def most(self) -> float:
        """pF: the largest load that the delay tables have."""
        tables = [t for pin in self.outputs for arc in self.pins[pin].arcs for t in arc.tables.values()]
        return max((max(axis) for t in tables for axis, kind in zip(t.axes, t.order, strict=True) if kind == "load"),
                   default=0.0)  # fmt: skip

    def truth(self, output: str) -> tuple[int, ...]:
        """The output for every assignment of the inputs, the first input being the slowest to change."""
        function = self.pins[output].function
        assert function is not None
        rows = product((0, 1), repeat=len(self.inputs))
        return tuple(function.value(dict(zip(self.inputs, row, strict=True))) & 1 for row in rows)


@dataclass
class Library:
    name: str
    path: Path
    voltage: float
    temperature: float
    cells: dict[str, Cell]

    def like(self, inputs: int, *functions: tuple[int, ...]) -> tuple[Cell, list[str]] | None:
        """The smallest combinational cell with these outputs, whatever their names, and the outputs in that order."""
        for cell in sorted(self.cells.values(), key=lambda c: (c.area, c.capacitance, c.name)):
            if cell.logic and not cell.dont_use and (len(cell.inputs), len(cell.outputs)) == (inputs, len(functions)):
                found = {cell.truth(output): output for output in cell.outputs}
                if set(found) == set(functions):
                    return cell, [found[f] for f in functions]
        return None

    def needed(self, what: str, found: Cell | None) -> Cell:
        if found is None:
            raise UserError(f"{self.path} has no {what}; name another library.")
        return found

    @cached_property
    def nand2(self) -> Cell:
        """The smallest NAND of two inputs: its area is one gate equivalent."""
        found = self.like(2, (1, 1, 1, 0))
        return self.needed("NAND of two inputs, in the area of which circuits are told", found and found[0])

    @cached_property
    def inverter(self) -> Cell:
        found = self.like(1, (1, 0))
        return self.needed("inverter", found and found[0])

    @cached_property
    def flops(self) -> list[Cell]:
        """Flip-flops that take one input at the rising edge; they may have clears and presets."""
        return [c for c in self.cells.values() if c.flop and not c.dont_use
                and c.flop.next.verilog in c.inputs and c.flop.clock.verilog in c.inputs]  # fmt: skip

    @cached_property
    def flop(self) -> Cell:
        """The smallest of them."""
        found = min(self.flops, key=lambda c: (c.area, c.name), default=None)
        return self.needed("flip-flop that takes one input at the rising edge of its clock", found)

    @cached_property
    def presets(self) -> bool:
        """Whether one of them has a preset."""
        return any(c.flop.preset for c in self.flops)

    @cached_property
    def driver(self) -> Cell:
        """The inverter closest to four times the smallest. It drives inputs while cells are sized."""
        inverters = self._of_one_input((1, 0))
        return min(inverters, key=lambda c: (abs(c.capacitance - 4 * self.inverter.capacitance), c.name))

    def _of_one_input(self, truth: tuple[int, int]) -> list[Cell]:
        return [c for c in self.cells.values() if c.logic and not c.dont_use
                and (len(c.inputs), len(c.outputs)) == (1, 1) and c.truth(c.outputs[0]) == truth]  # fmt: skip

    @cached_property
    def steepest(self) -> float:
        """ns: the shortest transition that the delay tables have: that of a circuit's inputs and of its clock."""
        tables = [t for c in self.cells.values() for p in c.pins.values() for a in p.arcs for t in a.tables.values()]
        return min((min(axis) for t in tables for axis, kind in zip(t.axes, t.order, strict=True) if kind == "slew"),
                   default=0.0)  # fmt: skip

    @cached_property
    def clock_gate(self) -> tuple[Cell, ...] | None:
        """The cells of a gated clock: the smallest clock-gate cell, even if logic may not use it; else a latch that is
        transparent while its clock is 1, an inverter, and a two-input AND, the strongest of the smallest.
        """
        if whole := [c for c in self.cells.values() if c.gating]:
            return (min(whole, key=lambda c: (len(c.gating.tests), c.area, c.name)),)
        latches = [c for c in self.cells.values() if c.latch and not c.dont_use and len(c.inputs) == 2
                   and c.latch.enable.verilog in c.inputs and c.latch.data.verilog in c.inputs]  # fmt: skip
        ands = [c for c in self.cells.values() if c.logic and not c.dont_use
                and (len(c.inputs), len(c.outputs)) == (2, 1) and c.truth(c.outputs[0]) == (0, 0, 0, 1)]  # fmt: skip
        if not latches or not ands or not self.like(1, (1, 0)):
            return None
        strongest = min(ands, key=lambda c: (c.area, c.pins[c.outputs[0]].arcs[0].tables["cell_rise"].at(1.0, 0.1)))
        return min(latches, key=lambda c: (c.area, c.name)), self.inverter, strongest

    @cached_property
    def full_adder(self) -> tuple[Cell, list[str]] | None:
        return self.like(3, (0, 0, 0, 1, 0, 1, 1, 1), (0, 1, 1, 0, 1, 0, 0, 1))

    @cached_property
    def half_adder(self) -> tuple[Cell, list[str]] | None:
        return self.like(2, (0, 0, 0, 1), (0, 1, 1, 0))

    @cached_property
    def ties(self) -> tuple[tuple[Cell, str], tuple[Cell, str]] | None:
        """The smallest cells that give 1 and 0, and their outputs for it."""
        found = {
            value: sorted((c.area, c.name, pin) for c in self.cells.values() if c.logic and not c.inputs
                          for pin in c.outputs if c.truth(pin) == (value,))
            for value in (1, 0)
        }  # fmt: skip
        if not all(found.values()):
            return None
        (_, high, one), (_, low, zero) = found[1][0], found[0][0]
        return (self.cells[high], one), (self.cells[low], zero)

    @cached_property
    def slow_buffers(self) -> list[Cell]:
        """Buffers for delays and clock trees: slower than a smaller buffer at every load of that smaller one."""
        buffers = self._of_one_input((0, 1))

        def beaten(one: Cell, other: Cell) -> bool:
            loads = [other.most * i / 8 for i in range(9)]
            return other.area < one.area and all(
                other.worst(load, self.steepest) < one.worst(load, self.steepest) for load in loads
            )

        return [one for one in buffers if any(beaten(one, other) for other in buffers)]

    @cached_property
    def unused(self) -> list[str]:
        """Cells that logic must not use: three-state cells, latches, clock gates, slow buffers, and cells that the
        library forbids.
        """
        slow = {c.name for c in self.slow_buffers}
        return [
            c.name
            for c in self.cells.values()
            if c.dont_use or c.latch or c.gating or c.name in slow or any(p.three_state for p in c.pins.values())
        ]

    def check(self) -> None:
        """Refuse a library that lacks a cell that every circuit here needs."""
        _ = self.nand2, self.inverter, self.flop
        buffers = self._of_one_input((0, 1))
        self.needed("buffer", buffers[0] if buffers else None)


@cache
def read(path: Path = DEFAULT) -> Library:
    """The library in a Liberty file; a missing file, or one that is no Liberty, is refused."""
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        hint = " Debian 12's package qflow-tech-osu018 has it; --liberty names another." if path == DEFAULT else ""
        raise UserError(f"cannot read the cell library {path}: {error.strerror}.{hint}") from None
    try:
        group = read_groups(text)
        if group.kind != "library":
            raise ValueError(f"it begins with `{group.kind}`, not with `library`")
        return _library(group, path)
    except (ValueError, IndexError, KeyError) as error:
        raise UserError(f"{path} is not a Liberty file that can be used here: {error}.") from None


def _library(group: Group, path: Path) -> Library:
    time = _unit(group.word("time_unit", "1ns"), "s") / 1e-9
    size, farad = group.attributes.get("capacitive_load_unit", ["1", "pf"])
    load = float(size) * _SCALE[farad.lower()[:-1]] / 1e-12
    power = _unit(group.word("leakage_power_unit", "1nW"), "w") / 1e-9
    templates = {t.names[0]: t for kind in ("lu_table_template", "power_lut_template") for t in group.of(kind)}

    def table(owner: Group, kind: str, scale: float) -> Table | None:
        for found in owner.of(kind):
            return _table(found, templates, scale, load, time)
        return None

    def pin(p: Group, inverted: tuple[str, str]) -> Pin:
        arcs = []
        for t in p.of("timing"):
            kinds = ("cell_rise", "cell_fall", "rise_transition", "fall_transition")
            tables = {kind: made for kind in kinds if (made := table(t, kind, time)) is not None}
            arcs += [Arc(source, t.word("timing_sense", "non_unate"), t.word("timing_type", "combinational"), tables)
                     for source in t.word("related_pin").split()]  # fmt: skip
        energies = []
        for e in p.of("internal_power"):
            both = table(e, "power", load)
            rise, fall = both or table(e, "rise_power", load), both or table(e, "fall_power", load)
            energies += [Energy(source, rise, fall) for source in e.word("related_pin").split() or [""]]
        function = parse(p.word("function")) if p.word("function") else None
        if function and inverted[1] in function.names:
            function = parse(re.sub(rf"\b{inverted[1]}\b", f"(!{inverted[0]})", p.word("function")))
        return Pin(p.names[0], p.word("direction") == "output", p.number("capacitance") * load, function,
                   "three_state" in p.attributes, arcs, energies)  # fmt: skip

    cells = {}
    for c in group.of("cell"):
        states = next((kept.names for kept in (*c.of("ff"), *c.of("latch"))), ["", ""])  # and the same inverted
        outside = [p for p in c.of("pin") if p.word("direction") != "internal"]
        pins = {p.names[0]: pin(p, (states[0], states[1])) for p in outside}
        flop = None
        for ff in c.of("ff"):
            optional = {key: parse(ff.word(key)) if key in ff.attributes else None for key in ("clear", "preset")}
            flop = Flop(ff.names[0], parse(ff.word("next_state")), parse(ff.word("clocked_on")), **optional)
        latch = None
        for kept in c.of("latch"):
            latch = Latch(kept.names[0], parse(kept.word("data_in")), parse(kept.word("enable")))
        cells[c.names[0]] = Cell(c.names[0], c.number("area"), c.number("cell_leakage_power") * power, pins, flop,
                                 latch, _gating(c, outside), c.word("dont_use") == "true")  # fmt: skip
    if not cells:
        raise ValueError("it has no cells")
    for name, area in _drawn(path.with_suffix(".lef")).items():
        if name in cells and not cells[name].area:
            cells[name].area = area
    return Library(group.names[0], path, group.number("nom_voltage"), group.number("nom_temperature"), cells)


def _gating(cell: Group, pins: list[Group]) -> Gating | None:
    """The pins of a cell that gates a clock through a latch and an AND; other kinds of clock gates are left out."""
    if not cell.word("clock_gating_integrated_cell").startswith("latch_posedge"):
        return None
    roles = {role: [p.names[0] for p in pins if p.word(f"clock_gate_{role}_pin") == "true"]
             for role in ("clock", "enable", "out", "test")}  # fmt: skip
    if any(len(roles[role]) != 1 for role in ("clock", "enable", "out")):
        return None
    return Gating(roles["clock"][0], roles["enable"][0], roles["out"][0], roles["test"])


def _drawn(path: Path) -> dict[str, float]:
    """Widths times heights of the cells in a LEF file, if there is one: what a Liberty file says nothing of."""
    text = path.read_text(errors="replace") if path.exists() else ""
    sizes = re.findall(r"^\s*MACRO (\S+)$.*?^\s*SIZE ([\d.]+) BY ([\d.]+)", text, re.MULTILINE | re.DOTALL)
    return {name: float(width) * float(height) for name, width, height in sizes}


def _unit(text: str, unit: str) -> float:
    match = re.fullmatch(rf"([\d.]+)\s*([munpf]?){unit}", text.strip(), re.IGNORECASE)
    if not match:
        raise ValueError(f"the unit `{text}` is not understood")
    return float(match[1]) * _SCALE[match[2].lower()]


def _numbers(words: list[str]) -> list[float]:
    return [float(x) for word in words for x in re.split(r"[\s,]+", word.strip()) if x]


def _table(group: Group, templates: dict[str, Group], scale: float, load: float, time: float) -> Table:
    template = templates.get(group.names[0]) if group.names else None
    axes, order = [], []
    for i in (1, 2):
        variable = template.word(f"variable_{i}") if template else ""
        if not variable:
            break
        name = "load" if "capacitance" in variable else "slew"
        words = group.attributes.get(f"index_{i}") or (template.attributes.get(f"index_{i}") if template else None)
        axes.append([x * (load if name == "load" else time) for x in _numbers(words or [])])
        order.append(name)
    values = [x * scale for x in _numbers(group.attributes["values"])]
    kept = [k for k, axis in enumerate(axes) if len(axis) > 1]
    axes, order = [axes[k] for k in kept], [order[k] for k in kept]
    expected = 1
    for axis in axes:
        expected *= len(axis)
    if len(values) != expected:
        raise ValueError(f"a table has {len(values)} values where its axes ask for {expected}")
    return Table(axes, order, values)
