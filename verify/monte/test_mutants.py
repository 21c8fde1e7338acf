# SPDX-License-Identifier: Apache-2.0
"""Small errors in the accelerator are noticed by random commands."""

from random import Random

import pytest

from evariste.machines.monte import mutants
from evariste.verification.blocks import fields
from evariste.verification.mutation import Sample
from evariste.verification.random_commands import COMMAND, PORT, WRITE


@pytest.mark.full
@pytest.mark.parametrize("target", mutants.TARGETS)
def test_most_errors_are_noticed(target: str) -> None:
    result = mutants.run(target, Sample(60, 1), rounds=30, more=30, say=lambda text: None)
    assert result.score >= 0.65
    assert sum(map(len, (result.killed, result.equivalent, result.unreachable, result.survivors))) == result.total == 60


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
