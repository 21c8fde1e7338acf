# SPDX-License-Identifier: Apache-2.0
"""From one process node to another, and the energy of memory accesses from a published figure.

Nodes: A. Stillmaker, B. Baas, "Scaling equations for the accurate prediction of CMOS device performance from 180 nm to
7 nm", Integration 58 (2017), tables 1 and 5: polynomials fitted to HSpice runs of a fan-out-of-4 inverter with the PTM
models. There is no 28 nm in it. What is given for 28 nm is the range over 32 nm and 20 nm, high performance and low
power. A range is an estimate: it is never mixed with what was measured in the library's own node.

Memories, which a cell library does not tell: M. Horowitz, "Computing's energy problem (and what we can do about it)",
ISSCC 2014, figure 1.1.9: 10 pJ for 64 bits from an 8 KB cache in 45 nm at 0.9 V. A 32-bit access is taken as half of
it, or, as the upper end, as all of it; the equations above bring the figure to the library's node. A ROM is taken as
an SRAM, though it needs less.
"""

from collections.abc import Mapping

# delay: cubic, quadratic, linear, constant in volts; energy: quadratic, linear, constant.
FACTORS = {
    "180": ((0, 97.09, -356.7, 406.5), (24.64, -17.98, 0)),
    "45 HP": ((-501.6, 1567, -1619, 566.1), (1.018, -0.3107, 0.1539)),
    "32 HP": ((-1047, 2982, -2797, 873.5), (0.8367, -0.4341, 0.1701)),
    "32 LP": ((-325.9, 1374, -1922, 913.2), (0.9559, -0.7823, 0.471)),
    "20 HP": ((0, 34.63, -66.37, 41.15), (0.373, -0.1582, 0.04104)),
    "20 LP": ((-160.5, 514.1, -558.6, 217.5), (0.2632, -0.14, 0.06841)),
}
AREA = {"180": 1.0, "32": 0.025, "20": 0.011}  # of a 180 nm circuit
ABOUT_28 = ("32 HP", "32 LP", "20 HP", "20 LP")
VOLTS_28, VOLTS_65 = 0.9, 1.2  # of papers' figures


def _polynomial(coefficients: tuple[float, ...], x: float) -> float:
    value = 0.0
    for c in coefficients:
        value = value * x + c
    return value


def energy_factor(node: str, volts: float) -> float:
    """Energy per operation at a node and voltage, in the equations' own unit."""
    return _polynomial(FACTORS[node][1], volts)


def delay_factor(node: str, volts: float) -> float:
    return _polynomial(FACTORS[node][0], volts)


def to_28(volts: float) -> dict[str, tuple[float, float]]:
    """By what to multiply energy, delay and area of a 180 nm circuit at a voltage, to be at 28 nm and 0.9 V: ranges."""
    energies = [energy_factor(n, VOLTS_28) / energy_factor("180", volts) for n in ABOUT_28]
    delays = [delay_factor(n, VOLTS_28) / delay_factor("180", volts) for n in ABOUT_28]
    areas = [AREA["20"], AREA["32"]]
    return {name: (min(x), max(x)) for name, x in (("energy", energies), ("delay", delays), ("area", areas))}


def to_65(volts: float) -> tuple[float, float]:
    """By what to multiply the energy of a 180 nm circuit at a voltage, to be at 65 nm and 1.2 V: a range.

    The equations have no 65 nm here. Below it is the factor to 45 nm at that voltage. Above it are capacitances that
    shrink with the length, and the square of the voltage.
    """
    low = energy_factor("45 HP", VOLTS_65) / energy_factor("180", volts)
    return low, 65 / 180 * (VOLTS_65 / volts) ** 2


PUBLISHED = {"access": 10.0, "node": "45 HP", "volts": 0.9}  # pJ of 64 bits
SOURCE = "Horowitz, ISSCC 2014, figure 1.1.9: 8 KB, 64 bits, 45 nm, 0.9 V, 10 pJ"


def access(node: str, volts: float) -> tuple[float, float]:
    """pJ of a 32-bit access at a node and voltage: the value used, and the upper end."""
    whole = PUBLISHED["access"] * energy_factor(node, volts) / energy_factor(PUBLISHED["node"], PUBLISHED["volts"])
    return whole / 2, whole


def energy(accesses: Mapping[str, float], node: str, volts: float) -> tuple[float, float]:
    """pJ of counted accesses: the value used, and the upper end."""
    count = sum(accesses.values())
    low, high = access(node, volts)
    return count * low, count * high
