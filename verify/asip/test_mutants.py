# SPDX-License-Identifier: Apache-2.0
"""Small errors in the host's side, the FIFOs, the multiplier, square networks, the AES units, the wide logic and the
pipeline are noticed by random inputs."""

import pytest

from evariste.machines.asip import mutants, pipeline
from evariste.verification.blocks import Comparison, build
from evariste.verification.mutant_proofs import NONE
from evariste.verification.mutation import Sample

BLOCKS = [target for target in mutants.TARGETS if target != "pipeline"]


@pytest.mark.full
@pytest.mark.parametrize("target", BLOCKS)
def test_nearly_every_error_is_noticed(target: str) -> None:
    result = mutants.run(target, Sample(100, 1), rounds=2, more=2, say=lambda text: None)
    assert result.score >= (0.8 if target == "host" else 0.9)
    assert len(result.killed) + len(result.equivalent) + len(result.survivors) == result.total == 100


@pytest.mark.full
@pytest.mark.parametrize("target", ["host", "multiplier"])
def test_no_mutant_that_is_noticed_is_proved_to_be_no_error(target: str) -> None:
    """What is known of registers hides no error."""
    result = mutants.run(target, Sample(60, 2), rounds=1, say=lambda text: None)
    block = mutants.block(target)
    graph, state, _made = build(block, Sample(60, 2))
    comparison = Comparison(block, graph, state)
    assert len(result.killed) > 30
    assert not any(comparison.equivalent(number) for number in result.killed)


@pytest.mark.full
def test_most_errors_of_the_pipeline_are_noticed_and_none_of_them_is_proved_to_be_none() -> None:
    part = pipeline.build(Sample(60, 2))
    killed = pipeline.hunted(part, 2, 120, lambda text: None)
    assert len(killed) > 40
    prover = pipeline.Asked(part.design)
    assert all(prover.verdict(number) != NONE for number in [*killed][::20])
