# SPDX-License-Identifier: Apache-2.0
"""The netlist of library cells: the same arithmetic for every operand, the same programs cycle by cycle, and proofs."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evariste.machines.gfp import netlist as checks
from evariste.silicon import designs
from evariste.silicon.synth import Job
from evariste.verification import equivalence as same
from evariste.verification import gf_unit as unit
from evariste.verification import netlists
from evariste.verification.gates import KINDS, Netlist
from evariste.yosys import sources
from verify.needs import needs

pytestmark = needs("osu018")

FULL = pytest.mark.full
FETCH = Job("gfp_fetch", (), sources("gf", "gfp"))
MEASURED = ("full", "baseline", "small", "lanes1")


@pytest.fixture(scope="module")
def of_the_unit(tmp_path_factory: pytest.TempPathFactory) -> unit.Unit:
    return unit.Unit(netlists.netlist(checks.UNIT, tmp_path_factory.mktemp("unit")))


@pytest.mark.parametrize("m", [3, pytest.param(8, marks=FULL)])
def test_every_operand_of_a_field(of_the_unit: unit.Unit, m: int) -> None:
    assert unit.exhaustive(of_the_unit, m) > 4**m


def test_a_wrong_product_would_be_noticed(of_the_unit: unit.Unit) -> None:
    def wrong(op: str, field: bytes, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        low, high = of_the_unit(op, field, a, b)
        return (low ^ (a == a[-1]) if op == "MUL" else low), high

    with pytest.raises(AssertionError, match="MUL"):
        unit.exhaustive(wrong, 3)


ALIAS = """\
// SPDX-License-Identifier: Apache-2.0
module copied (input logic clk_i, rst_ni, d_i, sel_i, output logic y_o, debug_o);
  logic x_q, copy;
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) x_q <= 1'b0; else x_q <= d_i;
  assign copy = sel_i ? x_q : x_q;
  assign {y_o, debug_o} = {x_q, copy};
endmodule
"""


def test_a_register_keeps_names_that_only_a_cut_port_reads(tmp_path: Path) -> None:
    source = tmp_path / "copied.sv"
    source.write_text(ALIAS)
    for cut in ((), ("debug_o",)):
        found = netlists.rtl(Job("copied", (), (str(source),), cut=cut), tmp_path)
        assert found.carried["copy[0]"] == found.carried["x_q[0]"] == found.names["x_q[0]"]


def test_the_netlist_of_the_unit_is_its_rtl(tmp_path: Path) -> None:
    assert netlists.equivalence(checks.UNIT, tmp_path) == 64


@pytest.fixture(scope="module")
def fetch(tmp_path_factory: pytest.TempPathFactory) -> tuple[Netlist, Netlist]:
    """RTL and netlist of a block with registers, with and without reset."""
    folder = tmp_path_factory.mktemp("fetch")
    return netlists.rtl(FETCH, folder), netlists.netlist(FETCH, folder)


def test_the_netlist_of_a_block_with_registers_is_its_rtl(fetch: tuple[Netlist, Netlist]) -> None:
    found = same.compare(*fetch)
    assert found.proved and found.matched == len(fetch[0].flops) and not found.constant


def test_a_gate_in_front_of_any_register_that_is_changed_is_noticed(fetch: tuple[Netlist, Netlist]) -> None:
    rtl, netlist = fetch
    last = {y: i for i, y in enumerate(netlist.gates[:, 4].tolist())}
    for d in netlist.flops[::9, 0].tolist():
        found = same.compare(rtl, netlists.changed(netlist, last[d]))
        assert found.proved is False and found.differs


def test_a_difference_in_one_of_a_billion_states_is_noticed(fetch: tuple[Netlist, Netlist]) -> None:
    """No simulation shows it: the prover has to."""
    rtl, netlist = fetch
    rare, nodes, gates = netlist.flops[0, 1], netlist.nodes, [netlist.gates]
    for q in netlist.flops[1:34, 1]:  # AND of 34 bits of state, then into the last output
        gates.append(np.array([[KINDS.index("AND"), rare, q, 0, nodes]], np.int32))
        rare, nodes = nodes, nodes + 1
    (bit, *rest) = netlist.ports["instr_req_o"]
    gates.append(np.array([[KINDS.index("XOR"), bit, rare, 0, nodes]], np.int32))
    ports = {**netlist.ports, "instr_req_o": [nodes, *rest]}
    found = same.compare(rtl, replace(netlist, nodes=nodes + 1, gates=np.concatenate(gates), ports=ports))
    assert found.proved is False and not found.differs


def test_a_register_more_or_less_is_noticed(fetch: tuple[Netlist, Netlist]) -> None:
    rtl, netlist = fetch
    less = replace(netlist, flops=netlist.flops[1:])
    assert same.compare(rtl, less).proved is False
    more = replace(netlist, flops=np.concatenate([netlist.flops, [[0, netlist.nodes]]]), nodes=netlist.nodes + 1)
    assert same.compare(rtl, more).unmatched


@FULL
@pytest.mark.parametrize("name", ["", *MEASURED, *checks.NAMED])
def test_the_netlist_of_the_core_is_its_rtl(name: str, tmp_path: Path) -> None:
    assert netlists.equivalence(designs.configuration(name, "gfp") if name else checks.CORE, tmp_path) > 500


RETIRED = 20_000  # instructions of the programs without a host, at least


@FULL
@pytest.mark.parametrize("name", checks.NAMED)
def test_firmware_runs_on_the_netlist_of_a_configuration(name: str, tmp_path: Path) -> None:
    assert checks.firmware(checks.system(tmp_path, configuration=name), name) > RETIRED


@FULL
def test_firmware_and_random_programs_run_on_the_netlist_as_on_the_interpreter(tmp_path: Path) -> None:
    system = checks.system(tmp_path)
    assert checks.firmware(system) > RETIRED
    assert checks.random_programs(system, 512) > 200_000
    assert checks.products(system) >= 10_000
