# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as a circuit: gates in the order of computation, flip-flops, loads; and the same as Verilog.

The cells of clock gates (`gating`) are neither among the gates nor the flip-flops, but apart.

Nets are the numbers of Yosys' JSON, or the constants "0" and "1". In what is written here net n is called n<number>,
cell k in the netlist's order c<k>, and bit b of a port <port>__<b>: names that every tool takes.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from evariste.errors import UserError
from evariste.silicon import gating
from evariste.silicon.liberty import Cell
from evariste.silicon.synth import Netlist

Net = int | str
GROUP = 256  # cells of a group in a bench, see `Circuit.grouped`

# Capacitance of the wire (pF) that drives a number of inputs, and for each input beyond the last: medians of a lane of
# the unit, placed and routed in the default library by `ev silicon layout lane`; a test holds them against its record.
# That library itself has no wire model. In another library wires are scaled like its cells: by the square root of the
# area of its two-input NAND, which is LAID there (um^2).
WIRES = {1: 0.00085, 2: 0.0053, 3: 0.0114, 4: 0.0141, 5: 0.0170, 8: 0.0250}
LAID = 24.0


def wire(fanout: int, nand2: float = LAID) -> float:
    """pF of the wire that connects an output with this many inputs, in a library whose NAND has this area; between the
    table's entries, in proportion."""
    shorter = (nand2 / LAID) ** 0.5
    points = [(0, 0.0), *WIRES.items()]
    for (x0, y0), (x1, y1) in pairwise(points):
        if fanout <= x1:
            return shorter * (y0 + (y1 - y0) * (fanout - x0) / (x1 - x0))
    last, value = points[-1]
    return shorter * value * fanout / last


@dataclass(frozen=True)
class Gate:
    """One cell: its place in the netlist, its kind, its nets by pin, and the kept instance it belongs to."""

    index: int
    cell: Cell
    nets: dict[str, Net]
    block: str
    gates_clock: bool = False  # it is part of a clock gate

    @property
    def outputs(self) -> list[tuple[str, Net]]:
        """Connected outputs: pin and net."""
        return [(pin, self.nets[pin]) for pin in self.cell.outputs if pin in self.nets]

    @property
    def inputs(self) -> list[tuple[str, Net]]:
        return [(pin, self.nets[pin]) for pin in self.cell.inputs if pin in self.nets]


class Circuit:
    """The circuit of a netlist, with wires by fan-out, with none, or with these (pF). A loop of gates is refused."""

    def __init__(self, netlist: Netlist, wires: bool | Mapping[Net, float] = True) -> None:
        self.netlist, self.library, self.wires = netlist, netlist.library, wires
        module = netlist.module
        self.inputs = {n: p["bits"] for n, p in module["ports"].items() if p["direction"] == "input"}
        self.outputs = {n: p["bits"] for n, p in module["ports"].items() if p["direction"] == "output"}
        self.names: dict[Net, str] = {}
        for name, net in module["netnames"].items():
            for bit in net["bits"]:
                if not net["hide_name"] or bit not in self.names:
                    self.names[bit] = name
        self.clock_gates = gating.find(module, self.library)
        apart = {name for gate in self.clock_gates for name in gate.cells}
        self.gated = {gate.gated: gate for gate in self.clock_gates}
        self.clocking: list[Gate] = []
        gates = []
        for index, (name, cell) in enumerate(module["cells"].items()):
            nets = {pin: bits[0] for pin, bits in cell["connections"].items() if bits}
            made = Gate(index, self.library.cells[cell["type"]], nets, netlist.block(name), name in apart)
            (self.clocking if made.gates_clock else gates).append(made)
        self.flops = [gate for gate in gates if gate.cell.flop]
        self.gates = self._ordered([gate for gate in gates if not gate.cell.flop])

    def _ordered(self, gates: list[Gate]) -> list[Gate]:
        waiting = {}
        readers = defaultdict(list)
        driven = {net for gate in gates for _, net in gate.outputs}
        for gate in gates:
            needed = {net for _, net in gate.inputs if net in driven}
            waiting[gate.index] = len(needed)
            for net in needed:
                readers[net].append(gate)
        ready = [gate for gate in gates if not waiting[gate.index]]
        order = []
        while ready:
            gate = ready.pop()
            order.append(gate)
            for net in {net for _, net in gate.outputs}:
                for reader in readers[net]:
                    waiting[reader.index] -= 1
                    if not waiting[reader.index]:
                        ready.append(reader)
        if len(order) != len(gates):
            loop = sorted(f"{g.cell.name} {self.names.get(g.outputs[0][1])}" for g in gates if waiting[g.index])
            raise UserError(f"{self.netlist.job.top} has a combinational loop: {loop[:3]}.")
        return order

    @cached_property
    def cells(self) -> list[Gate]:
        """All of them."""
        return [*self.gates, *self.flops, *self.clocking]

    @cached_property
    def constants(self) -> set[Net]:
        """Nets that never change: constants as such, and what cells without inputs give."""
        return {"0", "1", "x", *(net for gate in self.gates if not gate.cell.inputs for _, net in gate.outputs)}

    @cached_property
    def clocks(self) -> set[Net]:
        """The clocks that come from outside."""
        own = {gate.nets[pin] for gate in self.flops for pin in gate.cell.flop.clock.names}
        return (own | {gate.clock for gate in self.clock_gates}) - self.gated.keys()

    def clock_enables(self, clock: Net) -> list[Net]:
        """What has to be 1 for this clock to run: the enable of each clock gate before it."""
        gate = self.gated.get(clock)
        return [*self.clock_enables(gate.clock), gate.enable] if gate else []

    def enables(self, flop: Gate) -> list[Net]:
        """What gates a flip-flop's clock."""
        (pin,) = flop.cell.flop.clock.names
        return self.clock_enables(flop.nets[pin])

    @cached_property
    def fanout(self) -> dict[Net, list[tuple[Gate, str]]]:
        """The inputs that each net drives."""
        found: dict[Net, list[tuple[Gate, str]]] = defaultdict(list)
        for gate in self.cells:
            for pin, net in gate.inputs:
                found[net].append((gate, pin))
        return found

    @cached_property
    def fanouts(self) -> dict[Net, int]:
        """How many inputs, of cells and as ports of the circuit, each driven net goes to."""
        outputs = defaultdict(int)
        for bits in self.outputs.values():
            for bit in bits:
                outputs[bit] += 1
        nets = [net for gate in self.cells for _, net in gate.outputs]
        return {net: len(self.fanout[net]) + outputs[net] for net in nets}

    @cached_property
    def wire_load(self) -> dict[Net, float]:
        """pF of each driven net's wire."""
        if isinstance(self.wires, Mapping):
            return {net: self.wires.get(net, 0.0) for net in self.fanouts}
        nand2 = self.library.nand2.area
        return {net: wire(fanout, nand2) if self.wires else 0.0 for net, fanout in self.fanouts.items()}

    @cached_property
    def load(self) -> dict[Net, float]:
        """pF that the driver of each net charges: the inputs and the wire; outputs of the circuit are not loaded."""
        return {
            net: wired + sum(gate.cell.pins[pin].capacitance for gate, pin in self.fanout[net])
            for net, wired in self.wire_load.items()
        }

    # Verilog

    def net(self, net: Net) -> str:
        return {"0": "1'b0", "1": "1'b1", "x": "1'b0"}.get(str(net), f"n{net}")

    def ports(self) -> Iterator[tuple[str, str, Net]]:
        """Direction, name and net of each bit of each port."""
        for direction, group in (("input", self.inputs), ("output", self.outputs)):
            for name, bits in group.items():
                yield from ((direction, f"{name}__{i}", bit) for i, bit in enumerate(bits))

    def structure(self, top: str = "netlist") -> str:
        """The netlist as instances of the library's cells, every port a single bit."""
        return "\n".join([*self._nets(top), *(self._instance(gate, self.net) for gate in self.cells), "endmodule\n"])

    def grouped(self, place: str, top: str = "netlist", cells: str = "cells") -> str:
        """The same in two modules: the nets with the ports, and the cells in groups. The cells reach the nets under the
        path `place`, where the bench has an instance of `top`.
        """
        groups: dict[int, list[Gate]] = defaultdict(list)
        for gate in self.cells:
            groups[gate.index // GROUP].append(gate)
        lines = [*self._nets(top), "endmodule"]
        for number, gates in groups.items():
            instances = [self._instance(gate, lambda net: self._at(place, net)) for gate in gates]
            lines += [f"module {cells}_{number};", *instances, "endmodule"]
        lines += [f"module {cells};", *(f"{cells}_{number} g{number} ();" for number in groups), "endmodule\n"]
        return "\n".join(lines)

    def _nets(self, top: str) -> list[str]:
        """A module's head, ports and nets."""
        ports = list(self.ports())
        nets = sorted({n for g in self.cells for n in g.nets.values() if isinstance(n, int)}
                      | {n for _, _, n in ports if isinstance(n, int)})  # fmt: skip
        lines = [f"module {top} ({', '.join(name for _, name, _ in ports)});"]
        lines += [f"{direction} {name};" for direction, name, _ in ports]
        lines += [f"wire n{net};" for net in nets]
        for direction, name, net in ports:
            a, b = (self.net(net), name) if direction == "input" else (name, self.net(net))
            lines.append(f"assign {a} = {b};")
        return lines

    def _at(self, place: str, net: Net) -> str:
        return f"{place}.n{net}" if isinstance(net, int) else self.net(net)

    @staticmethod
    def _instance(gate: Gate, name: Callable[[Net], str]) -> str:
        pins = ", ".join(f".{pin}({name(net)})" for pin, net in gate.nets.items())
        return f"{gate.cell.name} c{gate.index} ({pins});"

    def behaviour(self, top: str = "netlist") -> str:
        """The same function as assignments, for a simulator without delays. Ports are vectors as in the source;
        `sample_o` shows what the rest follows from, see `sampled`. Clears and presets act at the clock's edge here; a
        flip-flop with a gated clock is one with an enable.
        """
        clock = self.clocks
        if len(clock) != 1:
            raise UserError(f"{self.netlist.job.top} has {len(clock)} clocks; this flow measures circuits with one.")
        declared = [f"{d} [{len(b) - 1}:0] {n}" for d, g in (("input", self.inputs), ("output", self.outputs))
                    for n, b in g.items()]  # fmt: skip
        lines = [f"module {top} ({', '.join([*declared, f'output [{len(self.sampled) - 1}:0] sample_o'])});"]
        for name, bits in self.inputs.items():
            lines += [f"wire n{bit} = {name}[{i}];" for i, bit in enumerate(bits)]
        lines.append(f"reg [{len(self.flops) - 1}:0] state;")
        lines.append(f"assign sample_o = {{{', '.join([*reversed(self.inputs), 'state'])}}};")
        for i, gate in enumerate(self.flops):
            for pin, net in gate.outputs:
                lines.append(f"wire n{net} = {gate.cell.pins[pin].function.written(lambda _, i=i: f'state[{i}]')};")
        for gate in self.gates:
            for pin, net in gate.outputs:
                function = gate.cell.pins[pin].function.written(lambda name, gate=gate: self.net(gate.nets[name]))
                lines.append(f"wire n{net} = {function};")
        lines.append(f"always @(posedge {self.net(next(iter(clock)))}) begin")
        lines += [f"state[{i}] <= {self.next_state(gate, f'state[{i}]')};" for i, gate in enumerate(self.flops)]
        lines.append("end")
        for name, bits in self.outputs.items():
            lines += [f"assign {name}[{i}] = {self.net(bit)};" for i, bit in enumerate(bits)]
        return "\n".join([*lines, "endmodule\n"])

    @cached_property
    def sampled(self) -> list[Gate | Net]:
        """What each bit of `sample_o` is: first the flip-flops, then the inputs' nets."""
        return [*self.flops, *(bit for bits in self.inputs.values() for bit in bits)]

    def next_state(self, gate: Gate, state: str) -> str:
        """What a flip-flop holds after the clock's edge, `state` being what it holds."""
        flop = gate.cell.flop
        text = flop.next.written(lambda name: self.net(gate.nets[name]))
        if enables := self.enables(gate):
            text = f"({' & '.join(map(self.net, enables))}) ? ({text}) : {state}"
        for condition, value in ((flop.preset, "1'b1"), (flop.clear, "1'b0")):
            if condition:
                text = f"({condition.written(lambda name: self.net(gate.nets[name]))}) ? {value} : ({text})"
        return text

    def spef(self, path: Path, top: str = "netlist") -> None:
        """The wires' capacitances for a timing analyser, each in one lump."""
        head = ['*SPEF "IEEE 1481-1998"', f'*DESIGN "{top}"', '*DATE ""', '*VENDOR ""', '*PROGRAM ""', '*VERSION ""',
                '*DESIGN_FLOW ""', "*DIVIDER /", "*DELIMITER :", "*BUS_DELIMITER [ ]", "*T_UNIT 1 NS",
                "*C_UNIT 1 PF", "*R_UNIT 1 OHM", "*L_UNIT 1 HENRY", ""]  # fmt: skip
        drivers = {net: f"c{g.index}:{pin}" for g in self.cells for pin, net in g.outputs}
        body = []
        for net, farads in self.wire_load.items():
            if farads and (ends := [f"c{gate.index}:{pin}" for gate, pin in self.fanout[net]]):
                body += [f"*D_NET n{net} {farads:.6f}", "*CONN", f"*I {drivers[net]} O", *(f"*I {e} I" for e in ends),
                         "*CAP", f"1 {drivers[net]} {farads:.6f}", "*RES",
                         *(f"{i} {drivers[net]} {end} 0.001" for i, end in enumerate(ends, 1)), "*END", ""]  # fmt: skip
        path.write_text("\n".join([*head, *body]))


def models(cells: list[Cell]) -> str:
    """Verilog models of cells with unit paths for SDF annotation, from the library's functions.

    A flip-flop's state is the register `q`, so that a test bench may set it. Its clear and preset have delays too.
    """
    text = ["`timescale 1ns/1ps"]
    for cell in cells:
        ports = [*cell.inputs, *cell.outputs]
        text.append(f"module {cell.name} ({', '.join(ports)});")
        text += [f"input {pin};" for pin in cell.inputs] + [f"output {pin};" for pin in cell.outputs]
        flop, latch, whole = cell.flop, cell.latch, cell.gating
        if whole:
            held = " | ".join((whole.enable, *whole.tests))
            text += ["reg q;", f"always @* if (~{whole.clock}) q = {held};",
                     f"assign {whole.gated} = {whole.clock} & q;"]  # fmt: skip
        elif latch:
            text += ["reg q;", f"always @* if ({latch.enable.verilog}) q = {latch.data.verilog};"]
            text += [f"assign {p} = {cell.pins[p].function.written(lambda _: 'q')};" for p in cell.outputs]
        elif flop:
            edges = [_edge(flop.clock.verilog)]
            body = f"q <= {flop.next.verilog};"
            for condition, value in ((flop.preset, 1), (flop.clear, 0)):
                if condition:
                    edges.append(_edge(condition.verilog))
                    body = f"if ({condition.verilog}) q <= 1'b{value}; else {body}"
            text += ["reg q;", f"always @({' or '.join(edges)}) {body}"]
            text += [f"assign {p} = {cell.pins[p].function.written(lambda _: 'q')};" for p in cell.outputs]
        else:
            text += [f"assign {p} = {cell.pins[p].function.verilog};" for p in cell.outputs]
        text.append("specify")
        for pin in cell.outputs:
            for source in dict.fromkeys(arc.source for arc in cell.pins[pin].arcs):
                clocked = flop and source in flop.clock.names
                path = f"posedge {source} => ({pin} +: 1'b1)" if clocked else f"{source} => {pin}"
                text.append(f"({path}) = 0;")
        text += ["endspecify", "endmodule"]
    return "\n".join(text) + "\n"


def _edge(condition: str) -> str:
    """The edge at which a simple condition becomes true: of `R`, or of `(~R)`."""
    negated = condition.count("~") % 2
    name = re.sub(r"[()~\s]", "", condition)
    if not re.fullmatch(r"\w+", name):
        raise UserError(f"a flip-flop with the clock, clear or preset {condition} has no model here.")
    return f"{'negedge' if negated else 'posedge'} {name}"
