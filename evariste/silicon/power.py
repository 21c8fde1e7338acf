# SPDX-License-Identifier: Apache-2.0
"""Energy of a circuit from its library's tables and counted changes of its nets.

Per change of a net: half its capacitance (inputs and wire) times the voltage squared, and the internal energy of its
driver at that load and at the mean transition time of the cell's inputs. There is a table for each input pin; their
mean is taken, over rising and falling edges and over tables for other conditions. Per change of an input: that pin's
energy, if the library has it. Per cycle and clock pin of flip-flops and clock gates: the pin's energy, rise and fall,
and its charge. A gated clock is a net like any other; the energy of clock gates counts as the clock's. Leakage: by
time. There is no clock tree and none of its wires. Units: pJ, ns.
"""

from collections import defaultdict
from dataclasses import dataclass, fields

from evariste.silicon.activity import Activity
from evariste.silicon.circuit import Circuit, Gate, Net
from evariste.silicon.sta import Delays


@dataclass
class Parts:
    """pJ over the whole activity."""

    clock: float = 0.0
    internal: float = 0.0
    switching: float = 0.0
    leakage: float = 0.0

    @property
    def total(self) -> float:
        return sum(getattr(self, f.name) for f in fields(self))

    def add(self, other: "Parts", factor: float = 1.0) -> None:
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + factor * getattr(other, f.name))


def gate_energy(circuit: Circuit, gate: Gate, delays: Delays, changes: dict[Net, int], cycles: int,
                period: float) -> Parts:  # fmt: skip
    """The parts of one gate: what it and the nets it drives take."""
    found = Parts(leakage=gate.cell.leakage * 1e-9 * cycles * period * 1e-9 * 1e12)
    volts = circuit.library.voltage
    flop = gate.cell.flop
    slews = [delays.mean_slew(net) for _, net in gate.inputs if net not in circuit.constants]
    slew = delays.steepest if flop or not slews else sum(slews) / len(slews)
    for pin, net in gate.outputs:
        toggles = changes.get(net, 0)
        if toggles:
            load = circuit.load[net]
            energies = [e.mean(load, slew) for e in gate.cell.pins[pin].energies]
            found.internal += toggles * sum(energies) / max(len(energies), 1)
            found.switching += toggles * load * volts * volts / 2
    for pin, net in gate.inputs:
        of = gate.cell.pins[pin]
        if net in circuit.clocks:
            found.clock += cycles * (2 * of.own_energy(delays.steepest) + of.capacitance * volts * volts)
        elif flop and pin in flop.clock.names:
            found.clock += changes.get(net, 0) * of.own_energy(delays.steepest)
        elif toggles := changes.get(net, 0):
            found.internal += toggles * of.own_energy(delays.mean_slew(net))
    if gate.gates_clock:
        return Parts(clock=found.total - found.leakage, leakage=found.leakage)
    return found


def energy(circuit: Circuit, delays: Delays, activity: Activity, period: float) -> dict[str, Parts]:
    """pJ of each kept instance over the activity, and under "" of what belongs to none. `period`: ns of a cycle.

    A net's energy belongs to its driver. The energy of nets driven by the circuit's inputs is not counted.
    """
    found: dict[str, Parts] = defaultdict(Parts)
    for gate in circuit.cells:
        found[gate.block].add(gate_energy(circuit, gate, delays, activity.toggles, activity.cycles, period))
    return dict(found)


def linear(circuit: Circuit, delays: Delays, period: float) -> tuple[float, dict[Net, float]]:
    """The same as `energy` for the whole circuit, as numbers: pJ of a cycle in which nothing changes, and of a change
    of each net."""
    still, each = 0.0, defaultdict[Net, float](float)
    for gate in circuit.cells:
        still += gate_energy(circuit, gate, delays, {}, 1, period).total
        for net in set(gate.nets.values()):
            each[net] += gate_energy(circuit, gate, delays, {net: 1}, 0, period).total
    return still, dict(each)
