# SPDX-License-Identifier: Apache-2.0
"""Gate-level simulation, 512 machines at once: mutants, faults, synthesised netlists.

    yosys       the RTL, or a mapped netlist, as simple gates
    netlist     those gates in the order in which they are computed
    unit        the Galois-field unit by itself
    soc         the machine gfp in its system, one program or many

The simulation itself is sim/gates. Lanes are numbered from 0; lane 0 is the reference.
"""

from functools import cache
from typing import Any

from evariste import build
from evariste.verification.gates.netlist import Netlist


@cache
def _module() -> Any:
    build.sim("gates")
    import _gates

    return _gates


def lanes() -> int:
    """How many machines run at once."""
    return _module().LANES


def mask(which: Any) -> bytes:
    """A set of lanes as the simulator takes it."""
    return sum(1 << lane for lane in set(which)).to_bytes(lanes() // 8, "little")


def members(mask: bytes) -> list[int]:
    """The lanes of a set that the simulator gives."""
    number = int.from_bytes(mask, "little")
    return [lane for lane in range(8 * len(mask)) if number >> lane & 1]


def simulator(netlist: Netlist) -> Any:
    """The netlist, ready to be evaluated."""
    return _module().Netlist(netlist.nodes, netlist.gates.tobytes(), netlist.held, netlist.flops.tobytes())
