# SPDX-License-Identifier: Apache-2.0
"""Small errors in the cache and in the accumulator's unit are noticed by random requests and instructions."""

from dataclasses import replace
from random import Random

import pytest

from evariste.errors import UserError
from evariste.machines.pete import mutants
from evariste.verification import blocks
from evariste.verification.blocks import fields
from evariste.verification.mutation import Sample


@pytest.mark.parametrize("asked", [6, pytest.param(40, marks=pytest.mark.full)])
@pytest.mark.parametrize("target", mutants.BLOCKS)
def test_what_the_prover_is_told_of_registers_is_true_and_hides_no_error(target: str, asked: int) -> None:
    block, drive = mutants.BLOCKS[target]
    graph, state, made = blocks.build(block, Sample(40, 1))
    side, killed = blocks.Side(graph, state, [m.number for m in made]), 0
    for lanes in blocks.rounds_of(side, [drive(Random(1))], 60):
        killed |= lanes
    comparison = blocks.Comparison(block, graph, state)  # proves that `holds` is kept
    errors = [m for lane, m in enumerate(made, 1) if killed >> lane & 1]
    assert len(errors) > 10 and not any(comparison.equivalent(m.number) for m in errors[:asked])


def test_what_is_not_true_of_registers_is_refused() -> None:
    block = replace(mutants.BLOCKS["cache"][0], holds="line_unread_o")
    with pytest.raises(UserError, match="does not keep line_unread_o"):
        blocks.Comparison(block, *blocks.build(block, Sample(8, 1))[:2])


@pytest.mark.full
@pytest.mark.parametrize("target", mutants.BLOCKS)
def test_nearly_every_error_is_noticed(target: str) -> None:
    result = mutants.run(target, Sample(100, 1), rounds=2, more=2, say=lambda text: None)
    assert result.score >= 0.9
    assert len(result.killed) + len(result.equivalent) + len(result.survivors) == result.total == 100


def test_a_field_of_the_units_port_is_where_the_package_has_it() -> None:
    found = fields("unit_req_t", mutants.PORTS)
    assert found["dbg_data"] == (0, 32) and found["d_insn"][1] == 32
    assert sum(width for _, width in found.values()) == found["d_insn"][0] + 32
    assert fields("unit_rsp_t", mutants.PORTS)["d_decoded"][1] == 16
