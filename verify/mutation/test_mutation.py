# SPDX-License-Identifier: Apache-2.0
"""Small errors in the RTL are noticed: all of them in the Galois-field unit, 98 % in the rest of the core."""

import pytest

from evariste.gates.graph import FALSE, TRUE, Graph
from evariste.mutation import campaign, mutants, unit
from evariste.mutation.equivalence import Comparison


def quiet(text: str) -> None:
    """No progress on the test's output."""


def test_every_mutant_of_the_unit_in_a_sample_is_killed_or_no_error() -> None:
    result = campaign.run("unit", count=150, seed=2, rounds=60, say=quiet)
    assert not result.survivors
    assert len(result.killed) > 110


def test_most_mutants_of_the_core_in_a_sample_are_killed() -> None:
    result = campaign.run("core", count=60, seed=2, rounds=2, more=2, say=quiet)
    assert result.score > 0.9, [str(m) for m in result.survivors]


def test_the_prover_calls_no_error_equivalent() -> None:
    netlist, made = mutants.build(unit.ELABORATE, unit.SELECTION, 30, 5, unit.TOP)
    hunt = unit.Hunt(netlist)
    killed: dict[int, str] = {}
    for block in unit.vectors(1, 14):
        killed |= hunt.kill(block, [m.number for m in made])
    comparison = Comparison(netlist, netlist.ports[mutants.SELECT], lambda *three: unit.observe(netlist, *three))
    assert len(killed) > 15
    assert not any(comparison.equivalent(number) for number in list(killed)[:12])
    assert comparison.equivalent(0)


def test_the_graph_knows_its_gates() -> None:
    graph = Graph()
    a, b = graph.variable(), graph.variable()
    assert graph.xor(a, b) == graph.xor(b, a) and graph.xor(a, a) == FALSE and graph.xor(a, TRUE) == a ^ 1
    same = graph.xor(graph.xor(a, b), graph.lor(graph.land(a, b ^ 1), graph.land(a ^ 1, b)))
    assert graph.never(same) and graph.never(FALSE)
    assert graph.never(graph.land(a, b)) is False and graph.never(TRUE) is False


@pytest.mark.full
def test_all_mutants_of_the_unit_are_killed() -> None:
    result = campaign.run("unit", count=1500, rounds=60, say=quiet)
    assert result.score == 1.0, [str(m) for m in result.survivors]


@pytest.mark.full
def test_the_core_kills_98_percent_and_every_survivor_is_explained() -> None:
    result = campaign.run("core", count=1500, rounds=6, more=20, say=quiet)
    assert result.score >= 0.98, [str(m) for m in result.survivors]
    assert not [str(m) for m in result.survivors if campaign.reason(m) is None]
