# SPDX-License-Identifier: Apache-2.0
"""Arrival and transition times of every net, from the library's tables: what power needs, and a second opinion on
the timing analyser. One corner, ideal clock, every path possible; times in ns."""

from dataclasses import dataclass

from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.liberty import Arc, Library

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
