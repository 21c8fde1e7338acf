# SPDX-License-Identifier: Apache-2.0
"""The control of a replay: the netlist with another gate, one after the other, must be refused."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from evariste.errors import UserError
from evariste.silicon.circuit import Circuit, Gate, Net
from evariste.silicon.replay import Trace, settled

# Cells with the same pins.
SWAPPED = {"NAND2X1": "NOR2X1", "NOR2X1": "NAND2X1", "AND2X2": "OR2X2", "OR2X2": "AND2X2", "XOR2X1": "XNOR2X1",
           "XNOR2X1": "XOR2X1", "AOI21X1": "OAI21X1", "OAI21X1": "AOI21X1"}  # fmt: skip


def swappable(circuit: Circuit) -> list[Gate]:
    """The gates that have such a cell."""
    return [gate for gate in circuit.gates if gate.cell.name in SWAPPED]


@contextmanager
def changed(circuit: Circuit, gate: Gate) -> Iterator[None]:
    """The circuit with another cell in the place of a gate."""
    at = circuit.gates.index(gate)
    circuit.gates[at] = replace(gate, cell=circuit.library.cells[SWAPPED[gate.cell.name]])
    try:
        yield
    finally:
        circuit.gates[at] = gate


def refuses_changed_gates(circuit: Circuit, trace: Trace, values: dict[Net, int], part: str, count: int) -> None:
    """Changes some exclusive ORs of a part whose output changed in the trace: what they drive is then never right."""
    busy = [gate for gate in swappable(circuit) if gate.block.endswith(part) and gate.cell.name.startswith("X")
            and 8 < values[gate.outputs[0][1]].bit_count() < trace.cycles - 8]  # fmt: skip
    refused = 0
    for gate in random.Random(part).sample(busy, count):
        with changed(circuit, gate), pytest.raises(UserError, match=r"does not follow|is wrong"):
            settled(circuit, trace)
        refused += 1
    assert refused == count
