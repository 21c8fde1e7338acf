# SPDX-License-Identifier: Apache-2.0
"""Small errors in the accelerator are noticed by random instructions; what is not noticed is explained."""

from random import Random

import pytest

from evariste.machines.vword import mutants
from evariste.verification import mutation


def test_the_instructions_that_mutants_meet_are_all_there_are_and_some_that_are_none() -> None:
    drive = mutants.Drive(Random(1))
    names = {drive.word()[1] for _ in range(1000)}
    assert names == {"", *mutants.NAMES}


@pytest.mark.full
def test_an_error_is_noticed_or_explained() -> None:
    result = mutants.run("accelerator", 100, seed=2, rounds=4, more=10, say=lambda text: None)
    assert result.score >= 0.9
    assert [str(m) for m in result.survivors if not mutation.reason(m, mutants.REASONS)] == []
