# SPDX-License-Identifier: Apache-2.0
"""Energy of memory accesses, which a cell library does not tell, from a published figure.

M. Horowitz, "Computing's energy problem (and what we can do about it)", ISSCC 2014, figure 1.1.9: 10 pJ for 64 bits
from an 8 KB cache in 45 nm at 0.9 V. A 32-bit access is taken as half of it, or, as the upper end, as all of it; the
figure is brought to the library's node by the equations of `scaling`. A ROM is taken as an SRAM, though it needs less.
"""

from collections.abc import Mapping

from evariste.silicon.scaling import energy_factor

PUBLISHED = {"access": 10.0, "node": "45 HP", "volts": 0.9}  # pJ of 64 bits
SOURCE = "Horowitz, ISSCC 2014, figure 1.1.9: 8 KB, 64 bits, 45 nm, 0.9 V, 10 pJ"


def access(node: str, volts: float) -> tuple[float, float]:
    """pJ of a 32-bit access at a node and voltage: the value used, and the upper end."""
    whole = PUBLISHED["access"] * energy_factor(node, volts) / energy_factor(PUBLISHED["node"], PUBLISHED["volts"])
    return whole / 2, whole


def energy(accesses: Mapping[str, int], node: str, volts: float) -> tuple[float, float]:
    """pJ of counted accesses: the value used, and the upper end."""
    count = sum(accesses.values())
    low, high = access(node, volts)
    return count * low, count * high
