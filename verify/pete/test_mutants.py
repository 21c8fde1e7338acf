# SPDX-License-Identifier: Apache-2.0
"""Small errors in the cache and in the accumulator's unit are noticed by random requests and instructions."""

import pytest

from evariste.machines.pete import mutants
from evariste.verification.blocks import fields


@pytest.mark.full
@pytest.mark.parametrize("target", mutants.BLOCKS)
def test_nearly_every_error_is_noticed(target: str) -> None:
    result = mutants.run(target, 100, seed=1, rounds=2, more=2, say=lambda text: None)
    assert result.score >= 0.9
    assert len(result.killed) + len(result.equivalent) + len(result.survivors) == result.total == 100


def test_a_field_of_the_units_port_is_where_the_package_has_it() -> None:
    found = fields("unit_req_t", mutants.PORTS)
    assert found["dbg_data"] == (0, 32) and found["d_insn"][1] == 32
    assert sum(width for _, width in found.values()) == found["d_insn"][0] + 32
    assert fields("unit_rsp_t", mutants.PORTS)["d_decoded"][1] == 16
