# SPDX-License-Identifier: Apache-2.0
"""The control of a replay: the netlist with another gate, one after the other, must be refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from evariste.silicon.circuit import Circuit, Gate

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
