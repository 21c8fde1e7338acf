# SPDX-License-Identifier: Apache-2.0
"""Timing: OpenSTA against an own calculation, and what constants on inputs do."""

from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.silicon import designs, liberty, sta
from evariste.silicon.circuit import WIRES, Circuit, wire
from evariste.silicon.synth import synthesise
from verify.needs import needs
from verify.silicon.test_synth import KNOWN, job


@needs("osu018")
@pytest.mark.parametrize("name", ["sq", "mul"])
@pytest.mark.parametrize("wires", [False, True])
def test_two_calculations_of_the_longest_path_agree(name: str, wires: bool, tmp_path: Path) -> None:
    circuit = Circuit(synthesise(designs.block(name, 2)), wires=wires)
    arrival = sta.delays(circuit).arrival
    own = max(max(arrival[net].values()) for bits in circuit.outputs.values() for net in bits)
    assert sta.longest(circuit, tmp_path).delay == pytest.approx(own, rel=0.02)


@needs("osu018")
def test_wires_make_paths_longer(tmp_path: Path) -> None:
    netlist = synthesise(designs.block("sq", 2))
    assert sta.longest(Circuit(netlist), tmp_path).delay > sta.longest(Circuit(netlist, wires=False), tmp_path).delay


@needs("osu018")
def test_a_constant_input_takes_its_paths_away(tmp_path: Path) -> None:
    circuit = Circuit(synthesise(designs.block("mul", 2)))
    narrow = {f"y_i__{i}": 0 for i in range(1, 8)}
    assert sta.longest(circuit, tmp_path, cases=narrow).delay < 0.95 * sta.longest(circuit, tmp_path).delay


@needs("osu018")
def test_a_flip_flops_set_up_is_part_of_the_path(tmp_path: Path) -> None:
    path = sta.longest(Circuit(synthesise(job(tmp_path, KNOWN, "known"))), tmp_path)
    assert path.end.startswith("c") and 0.05 < path.delay < 0.5


@needs("osu018")
def test_the_analysers_error_ends_in_its_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="OpenSTA could not finish"):
        sta.longest(Circuit(synthesise(designs.block("sq", 2))), tmp_path, cases={"nothing__0": 0})


@needs("osu018")
def test_an_inverter_of_this_process_takes_about_a_tenth_of_a_nanosecond() -> None:
    assert 0.05 < sta.fo4(liberty.read()) < 0.2


def test_the_wire_table_is_met_and_grows() -> None:
    assert all(wire(fanout) == pf for fanout, pf in WIRES.items())
    assert wire(3) < wire(6) < wire(8) < wire(20)
