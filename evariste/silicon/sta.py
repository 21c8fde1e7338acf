# SPDX-License-Identifier: Apache-2.0
"""Timing: longest paths of a netlist, under case analysis, and its delays as SDF, with OpenSTA; and times of all nets.

Of OpenSTA: ideal clock, behind its gates too, one corner, inputs arrive with the clock edge and outputs are due with
the next, unless `late` says how much of the cycle, in ns, passes outside before an input arrives. The enable of a clock
gate goes through its latch, which opens when the clock falls, and has to be there when it rises: here the clock falls
at once after it rose, so that such a path is told from its begin, and not from the latch's opening.

`delays` calculates arrival and transition times of every net from the library's tables: what power needs, and a second
opinion on the timing analyser. One corner, ideal clock, every path possible; times in ns.
"""

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evariste.cache import keys
from evariste.errors import UserError
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.liberty import Arc, Library

PERIOD = 100.0  # ns, longer than any path: the slack tells the path's length
HIGH = 0.001  # ns of it: how long the clock is 1


@dataclass(frozen=True)
class LongestPath:
    """A longest path: ns from its start (with what passed outside) to its end, with the set-up time of a flip-flop."""

    delay: float
    start: str
    end: str
    stages: int


def _tool() -> str:
    found = shutil.which("sta")
    if not found:
        raise UserError("OpenSTA (`sta`) is missing; Debian's package opensta has it, and `ev setup` installs it.")
    return found


def tools() -> list[object]:
    """For keys: the program that times depend on."""
    return [keys.installed(_tool())]


def run(circuit: Circuit, commands: Sequence[str], folder: Path) -> str:
    """Run OpenSTA's commands on the circuit, with its wires; what it printed. An error is refused with its sentence.
    The folder is for its files."""
    (folder / "sta.v").write_text(circuit.structure())
    circuit.spef(folder / "sta.spef")
    clock = [name for direction, name, net in circuit.ports() if direction == "input" and net in circuit.clocks]
    at = f"[get_ports {clock[0]}]" if clock else ""
    made = f"create_clock -name clock -period {PERIOD} -waveform {{0 {HIGH}}} {at}"
    others = [name for direction, name, _ in circuit.ports() if direction == "input" and name not in clock]
    script = [
        f"read_liberty {circuit.library.path}",
        f"read_verilog {folder}/sta.v",
        "link_design netlist",
        f"read_spef {folder}/sta.spef",
        made,
        f"set_input_transition {circuit.library.steepest} [all_inputs]",
        *([f"set_input_delay 0 -clock clock [get_ports {{{' '.join(others)}}}]"] if others else []),
        "set_output_delay 0 -clock clock [all_outputs]",
        *commands,
        "exit",
    ]
    (folder / "sta.tcl").write_text("\n".join(script) + "\n")
    done = subprocess.run([_tool(), "-no_splash", "-exit", str(folder / "sta.tcl")], capture_output=True, text=True)
    said = done.stdout + done.stderr
    (folder / "sta.log").write_text(said)
    errors = [line for line in said.splitlines() if line.startswith("Error") or "not found" in line]
    if done.returncode or errors:
        raise UserError(
            f"OpenSTA could not finish: {(errors or said.splitlines() or ['no word'])[-1]} ({folder}/sta.log)."
        )
    return said


def longest(
    circuit: Circuit,
    folder: Path,
    cases: Mapping[str, int] | None = None,
    through: Sequence[Net] = (),
    late: Mapping[str, float] | None = None,
) -> LongestPath:
    """The longest path, with ports or nets held at constants (`cases`: a port's bit or `n<net>` to 0 or 1), and
    through one of the nets if any are given."""  # fmt: skip
    commands = [f"set_input_delay {ns} -clock clock [get_ports {{{name}}}]" for name, ns in (late or {}).items()]
    for name, value in (cases or {}).items():
        commands.append(f"set_case_analysis {value} [{_object(circuit, name)}]")
    chosen = f"-through [get_nets {{{' '.join(circuit.net(n) for n in through)}}}]" if through else ""
    ends = f"[concat [all_registers -edge_triggered -data_pins] [all_outputs] {_gates(circuit)}]"
    said = run(circuit, [*commands, f"report_checks -path_delay max -digits 5 -to {ends} {chosen}"], folder)
    paths = [p for p in said.split("Startpoint: ")[1:] if "Path Group: **async_default**" not in p]  # the reset's
    if not paths:
        raise UserError(f"OpenSTA found no path in {circuit.netlist.job.top}; its output is in {folder}/sta.log.")
    slack, path = min((float(re.findall(r"(-?[\d.]+)\s+slack", path)[0]), path) for path in paths)
    start, end = path.split()[0], re.search(r"Endpoint: (\S+)", path)
    stages = len(re.findall(r"^\s*-?[\d.]+\s+[\d.]+ [v^] c\d+/", path, re.MULTILINE))
    return LongestPath(PERIOD - slack, start, end[1] if end else "", stages)


def _gates(circuit: Circuit) -> str:
    """The pins at which clock gates take what their latches hold, or, where a gate is one cell, the enable."""
    held = {gate.held for gate in circuit.clock_gates}
    pins = [f"c{g.index}/{pin}" for g in circuit.clocking for pin, net in g.inputs
            if (pin == g.cell.gating.enable if g.cell.gating else net in held)]  # fmt: skip
    return f"[get_pins {{{' '.join(pins)}}}]" if pins else ""


def _object(circuit: Circuit, name: str) -> str:
    if not re.fullmatch(r"n\d+", name):
        return f"get_ports {name}"
    net = int(name[1:])
    for gate in circuit.cells:
        for pin, driven in gate.outputs:
            if driven == net:
                return f"get_pins c{gate.index}/{pin}"
    raise UserError(f"nothing drives net {name}.")


def write_sdf(circuit: Circuit, path: Path, folder: Path) -> None:
    """The circuit's delays as SDF that Icarus takes.

    OpenSTA leaves the typical value empty, which Icarus would read as no delay at all. Clock gates have none.
    """
    run(circuit, [f"write_sdf -divider . -no_timestamp {path}.raw"], folder)
    text = Path(f"{path}.raw").read_text()
    text = re.sub(r"\(([0-9.-]*)::([0-9.-]*)\)", r"(\2:\2:\2)", text)
    gates = {f"c{gate.index}" for gate in circuit.clocking if not gate.cell.latch}
    cells = re.split(r"(?=\(CELL\b)", text)
    for i, cell in enumerate(cells):
        named = re.search(r"\(INSTANCE (\w+)\)", cell)
        if named and named[1] in gates:
            cells[i] = re.sub(r"\([\d.]+:[\d.]+:[\d.]+\)", "(0:0:0)", cell)
    path.write_text("".join(cells))


EDGES = ("rise", "fall")


@dataclass
class Delays:
    """`arrival` and `slew` of each net by edge; inputs and clock edges arrive at 0, as steep as `steepest`."""

    arrival: dict[Net, dict[str, float]]
    slew: dict[Net, dict[str, float]]
    steepest: float

    def mean_slew(self, net: Net) -> float:
        return sum(self.slew[net].values()) / 2 if net in self.slew else self.steepest


def edges_in(arc: Arc, out: str) -> tuple[str, ...]:
    """The edges of the input that can cause this edge of the output."""
    if arc.clocked:
        return ("rise",) if arc.kind == "rising_edge" else ("fall",)
    other = "fall" if out == "rise" else "rise"
    return {"positive_unate": (out,), "negative_unate": (other,)}.get(arc.sense, EDGES)


def delays(circuit: Circuit) -> Delays:
    """Worst arrivals and transitions."""
    start = dict.fromkeys(EDGES, 0.0)
    steep = dict.fromkeys(EDGES, circuit.library.steepest)
    arrival: dict[Net, dict[str, float]] = {}
    slew: dict[Net, dict[str, float]] = {}
    for bits in circuit.inputs.values():
        for bit in bits:
            arrival[bit], slew[bit] = dict(start), dict(steep)
    for gate in (*circuit.flops, *circuit.gates):
        for pin, net in gate.outputs:
            load = circuit.load[net]
            times, slopes = dict.fromkeys(EDGES, 0.0), dict.fromkeys(EDGES, 0.0)
            for arc in gate.cell.pins[pin].arcs:
                source = gate.nets.get(arc.source)
                if source is None or source in circuit.constants or (gate.cell.flop and not arc.clocked):
                    continue
                for edge in EDGES:
                    for cause in edges_in(arc, edge):
                        slope = slew.get(source, steep)[cause]
                        begun = arrival.get(source, start)[cause]
                        times[edge] = max(times[edge], begun + arc.tables[f"cell_{edge}"].at(load, slope))
                        slopes[edge] = max(slopes[edge], arc.tables[f"{edge}_transition"].at(load, slope))
            arrival[net], slew[net] = times, slopes
    return Delays(arrival, slew, circuit.library.steepest)


def fo4(library: Library) -> float:
    """ns: an inverter's delay when it drives four like itself, in a long chain of such stages, mean of both edges."""
    inverter = library.inverter
    arc = inverter.pins[inverter.outputs[0]].arcs[0]
    load = 4 * inverter.pins[inverter.inputs[0]].capacitance
    slew = dict.fromkeys(EDGES, library.steepest)
    times: dict[str, float] = {}
    for _ in range(20):
        causes = {edge: slew["fall" if edge == "rise" else "rise"] for edge in EDGES}
        times = {edge: arc.tables[f"cell_{edge}"].at(load, causes[edge]) for edge in EDGES}
        slew = {edge: arc.tables[f"{edge}_transition"].at(load, causes[edge]) for edge in EDGES}
    return sum(times.values()) / 2
