# SPDX-License-Identifier: Apache-2.0
"""Energy: a circuit small enough to be calculated by hand, and what scales it."""

from pathlib import Path

import pytest

from evariste.silicon import power, scaling, sta
from evariste.silicon.activity import Activity
from evariste.silicon.circuit import Circuit, wire
from evariste.silicon.scaling import access, energy
from evariste.silicon.synth import synthesise
from verify.needs import needs
from verify.silicon.test_synth import KNOWN, job

VOLTS = 1.8
# A NAND2X1 that drives a DFFPOSX1: numbers of the library's tables, interpolated by hand.
D_PIN, CLOCK_PIN = 0.00882947, 0.0279235  # pF
BETWEEN = (D_PIN - 0.005) / 0.0075  # the load lies between the tables' first two
NAND_A = (0.044515 + BETWEEN * (0.045446 - 0.044515) + 0.010032 + BETWEEN * (0.009375 - 0.010032)) / 2
NAND_B = (0.03356 + BETWEEN * (0.033477 - 0.03356) + 0.009782 + BETWEEN * (0.009413 - 0.009782)) / 2
NAND = (NAND_A + NAND_B) / 2 + D_PIN * VOLTS**2 / 2  # pJ of a change of its output
D_INPUT = (0.045424 + 0.08841) / 2  # hardly depends on the slope
Q_OUTPUT = (0.040752 - 0.000465 * 2 / 3 + 0.064773 + 0.001378 * 2 / 3) / 2  # unloaded: beyond the table's first load
CLOCK = 0.006865 + 0.11034 + CLOCK_PIN * VOLTS**2  # of a cycle


@needs("osu018")
def test_a_registered_nand_takes_what_the_tables_say(tmp_path: Path) -> None:
    circuit = Circuit(synthesise(job(tmp_path, KNOWN, "known")), wires=False)
    (nand,), (flop,) = circuit.gates, circuit.flops
    changes = {nand.nets["Y"]: 3, flop.nets["Q"]: 2}
    parts = power.energy(circuit, sta.delays(circuit), Activity(5, changes, "by hand"), 40.0)[""]
    assert parts.clock == pytest.approx(5 * CLOCK, rel=1e-6)
    assert parts.switching == pytest.approx(3 * D_PIN * VOLTS**2 / 2, rel=1e-6)
    assert parts.leakage == pytest.approx((0.160725 + 0.0393659) * 1e-9 * 5 * 40e-9 * 1e12, rel=1e-6)
    assert parts.total == pytest.approx(5 * CLOCK + 3 * (NAND + D_INPUT) + 2 * Q_OUTPUT, rel=1e-3)


@needs("osu018")
def test_what_does_not_change_takes_the_clock_and_leakage_only(tmp_path: Path) -> None:
    circuit = Circuit(synthesise(job(tmp_path, KNOWN, "known")))
    parts = power.energy(circuit, sta.delays(circuit), Activity(5, {}, "nothing"), 40.0)[""]
    assert (parts.internal, parts.switching) == (0, 0) and parts.clock > 1000 * parts.leakage > 0


@needs("osu018")
def test_wires_add_to_the_charge(tmp_path: Path) -> None:
    netlist = synthesise(job(tmp_path, KNOWN, "known"))
    with_, without = Circuit(netlist), Circuit(netlist, wires=False)
    net = with_.gates[0].nets["Y"]
    assert with_.load[net] == pytest.approx(without.load[net] + wire(1))


def test_scaling_gives_the_factors_of_the_publications_own_example() -> None:
    """The example of section 4.2.1, as the authors' correction has it: 32 nm, 0.9 V."""
    assert scaling.energy_factor("32 HP", 0.9) == pytest.approx(0.4571, abs=5e-5)


def test_energies_and_delays_shrink_towards_28_nm_by_a_range() -> None:
    for low, high in scaling.to_28(1.8).values():
        assert 0 < low < high < 1


def test_a_memory_access_takes_what_was_published_where_it_was_measured() -> None:
    assert access("45 HP", 0.9) == pytest.approx((5, 10))
    assert energy({"fetch": 3, "load": 1}, "45 HP", 0.9) == pytest.approx((20, 40))
