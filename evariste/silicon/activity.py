# SPDX-License-Identifier: Apache-2.0
"""How often each net changes: every gate is computed for all cycles at once, a net being one long number whose bit t
is its value in cycle t. Without delays: a net changes at most once a cycle, so that glitches are left out."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import reduce
from operator import and_

from evariste.errors import UserError
from evariste.silicon.circuit import Circuit, Gate, Net


@dataclass(frozen=True)
class Activity:
    """Changes of each net over the cycles."""

    cycles: int
    toggles: dict[Net, int]
    source: str  # in words


def evaluate(circuit: Circuit, known: dict[Net, int], cycles: int) -> dict[Net, int]:
    """The value of every net, given those of inputs and flip-flops."""
    mask = (1 << cycles) - 1
    values: dict[Net, int] = {"0": 0, "1": mask, "x": 0, **known}
    for gate in circuit.gates:
        pins = {pin: values[net] for pin, net in gate.inputs}
        for pin, net in gate.outputs:
            values[net] = gate.cell.pins[pin].function.value(pins) & mask
    return values


def check_states(circuit: Circuit, values: dict[Net, int], cycles: int, followed: int | None = None,
                 given: Collection[Net] = ()) -> None:  # fmt: skip
    """Refuse values where a flip-flop is not what its inputs were a cycle before: two simulators then disagree.

    `followed`: the cycles behind which the next one follows, as a mask; without it all but the last. `given`: outputs
    of flip-flops that are not looked at.
    """
    mask = (1 << cycles - 1) - 1 if followed is None else followed
    for gate in circuit.flops:
        if gate.outputs[0][1] in given:
            continue
        flop = gate.cell.flop
        pins = {pin: values[net] for pin, net in gate.inputs if pin not in flop.clock.names}
        state = flop.next.value(pins)
        for enable in circuit.enables(gate):
            state = state & values[enable] | held(gate, values) & ~values[enable]
        for condition, ones in ((flop.preset, True), (flop.clear, False)):
            if condition:
                active = condition.value(pins)
                state = state | active if ones else state & ~active
        for pin, net in gate.outputs:
            expected = gate.cell.pins[pin].function.value({flop.state: state})
            if (expected ^ values[net] >> 1) & mask:
                raise UserError(
                    f"flip-flop {circuit.names.get(net)} does not follow its inputs: the simulators disagree."
                )


def held(gate: Gate, values: dict[Net, int]) -> int:
    """What a flip-flop holds, which its output may show inverted."""
    pin, net = gate.outputs[0]
    inverted = gate.cell.pins[pin].function.value({gate.cell.flop.state: 0}) & 1
    return ~values[net] if inverted else values[net]


def changes(circuit: Circuit, values: dict[Net, int], followed: int) -> dict[Net, tuple[int, int]]:
    """For each net the cycles behind which it changes, as a mask, and how often it then does. A gated clock changes
    twice where its enables are 1, the clock of its latch with the clock before it. `followed`: see check_states.
    """
    found = {net: ((v ^ v >> 1) & followed, 1) for net, v in values.items()}

    def runs(clock: Net) -> tuple[int, int]:
        return reduce(and_, (values[enable] for enable in circuit.clock_enables(clock)), followed), 2

    for gate in circuit.clock_gates:
        if gate.held is not None:
            found[gate.held] = found.get(gate.enable, (0, 1))
        found[gate.gated] = runs(gate.gated)
    for inverter in circuit.clocking:
        if inverter.cell.logic and len(inverter.inputs) == 1:
            ((_, clock),) = inverter.inputs
            found |= {net: runs(clock) for _, net in inverter.outputs}
    return found


def count(circuit: Circuit, values: dict[Net, int], cycles: int, source: str, followed: int | None = None) -> Activity:
    """The changes of every net. With `followed` (see check_states) a cycle counts if the next one follows."""
    mask = (1 << cycles - 1) - 1 if followed is None else followed
    toggles = {net: often * when.bit_count() for net, (when, often) in changes(circuit, values, mask).items()}
    return Activity(cycles if followed is None else mask.bit_count(), toggles, source)
