# SPDX-License-Identifier: Apache-2.0
"""Small errors in the host's side, the FIFOs, the multiplier and the AES units are noticed by random inputs."""

import pytest

from evariste.machines.asip import mutants


@pytest.mark.full
@pytest.mark.parametrize("target", mutants.TARGETS)
def test_nearly_every_error_is_noticed(target: str) -> None:
    result = mutants.run(target, 100, seed=1, rounds=2, more=2, say=lambda text: None)
    assert result.score >= (0.8 if target == "host" else 0.9)
    assert len(result.killed) + len(result.equivalent) + len(result.survivors) == result.total == 100
