# SPDX-License-Identifier: Apache-2.0
"""Mutants of the Galois-field unit with registers: with an inverse in several cycles, or with fewer lanes.

The cycles of an operation are unrolled into one circuit without registers; what they held before it are inputs. So the
vectors of the unit of one cycle try these mutants too, and what is proved of one holds from any state.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from evariste import yosys
from evariste.verification import gf_unit
from evariste.verification.aig import Builder
from evariste.verification.gates import FLATTEN, Netlist

STEP = "step_i"  # the port that counts the cycles


class Form:
    """The unit with these parameters of gf_unit, or of gf_unit_serial if LANES is among them."""

    def __init__(self, parameters: Mapping[str, int]) -> None:
        lanes, cycles = parameters.get("LANES", 4), parameters.get("INVERSE_CYCLES", 1)
        self.ends = 4 // lanes - 1, 4 * cycles // lanes - 1  # the last cycle of an operation: most, and gf_unit.CHAINED
        self.TOP = "gf_unit_serial" if "LANES" in parameters else gf_unit.TOP
        given = " ".join(f"-G{name}={value}" for name, value in parameters.items())
        self.ELABORATE = [
            f"read_slang --top {self.TOP} --keep-hierarchy {given} {' '.join(yosys.sources('gf'))}",
            f"hierarchy -check -top {self.TOP}",
            *FLATTEN,
        ]
        self.SELECTION = f"{self.TOP}/c:*"
        self.Hunt = partial(gf_unit.Hunt, ends=self.ends)

    def unrolled(self, netlist: Netlist) -> Netlist:
        return unrolled(netlist, 1 + max(self.ends), STEP)

    def observe(self, netlist: Netlist, graph: Builder, one: dict[int, int], other: dict[int, int]) -> int:
        return gf_unit.observe(netlist, graph, one, other, self.ends)


def unrolled(netlist: Netlist, count: int, step: str) -> Netlist:
    """So many cycles as one circuit without flip-flops. Inputs are held, but the port `step` counts. An output of cycle
    i is called NAME.i. The flip-flops before the first cycle are inputs state.0, state.1, ... of 64 bits.
    """
    held, rows = netlist.gates[: netlist.held], netlist.gates[netlist.held :]
    d, q = netlist.flops.T
    to, nodes, copies = np.arange(netlist.nodes, dtype=np.int32), netlist.nodes, [held]
    ports = {name: bits for name, bits in netlist.ports.items() if name not in netlist.outputs and name != step}
    ports |= {f"state.{i}": part for i in range(-(-len(q) // 64)) if (part := q[64 * i : 64 * i + 64].tolist())}
    for cycle in range(count):
        before = to.copy()
        if cycle:
            to[q] = before[d]
            to[rows[:, 4]] = np.arange(nodes, nodes + len(rows))
            nodes += len(rows)
        for i, bit in enumerate(netlist.ports[step]):
            to[bit] = cycle >> i & 1
        copies.append(np.column_stack([rows[:, 0], to[rows[:, 1:]]]))
        ports |= {f"{name}.{cycle}": to[netlist.ports[name]].tolist() for name in netlist.outputs}
    return replace(
        netlist, nodes=nodes, gates=np.concatenate(copies).astype(np.int32), flops=np.zeros((0, 2), np.int32),
        ports=ports, outputs=ports.keys() - netlist.ports.keys(), names={}, carried={}, inverted=set(), wires={},
    )  # fmt: skip
