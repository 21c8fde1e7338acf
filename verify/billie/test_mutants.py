# SPDX-License-Identifier: Apache-2.0
"""Small errors in the accelerator are noticed by random commands."""

from dataclasses import replace
from random import Random

import pytest

from evariste.machines.billie import mutants
from evariste.verification import blocks
from evariste.verification.blocks import fields
from evariste.verification.mutation import Sample
from evariste.verification.random_commands import COMMAND, PORT, WRITE


@pytest.mark.full
@pytest.mark.parametrize("target", mutants.TARGETS)
def test_most_errors_are_noticed(target: str) -> None:
    result = mutants.run(target, Sample(60, 1), rounds=30, more=30, say=lambda text: None)
    assert result.score >= 0.65
    assert sum(map(len, (result.killed, result.equivalent, result.unreachable, result.survivors))) == result.total == 60


@pytest.mark.full
def test_of_no_error_it_is_proved_that_nobody_sees_it() -> None:
    """A control: the prover is asked about mutants that a run has killed, too."""
    block = replace(mutants.BLOCK, files=mutants.TARGETS["units"])
    graph, state, made = blocks.build(block, Sample(12, 1))
    numbers, killed = [m.number for m in made], 0
    drives = [mutants.drive(Random(seed)) for seed in range(6)]
    for lanes in blocks.rounds_of(blocks.Side(graph, state, numbers, range(6)), drives, block.cycles):
        killed |= lanes
    errors = [n for lane, n in enumerate(numbers, 1) if killed >> lane & 1]
    comparison = blocks.Comparison(block, graph, state)
    assert len(errors) > 4
    assert blocks.never_told(comparison, errors, lambda text: None, seconds=20) == set()


def test_a_field_of_the_port_is_where_the_package_has_it() -> None:
    request = fields("port_req_t", PORT)
    assert request == {"data": (0, 32), "op": (32, 25), "kind": (57, 2), "valid": (59, 1)}
    assert fields("memory_rsp_t", PORT) == {"err": (0, 1), "rdata": (1, 32), "gnt": (33, 1)}


def test_the_core_gives_commands_of_every_kind() -> None:
    rng = Random(1)
    drive = mutants.drive(rng)
    found = [drive.then(rng) for _ in range(300)]
    assert {kind for kind, _, _ in found} == {COMMAND, WRITE}
    assert len({op >> 21 for kind, op, _ in found if kind == COMMAND}) >= len(set(mutants.NAMES))
