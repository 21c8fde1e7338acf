# SPDX-License-Identifier: Apache-2.0
"""Every small error in the queue of commands is noticed, or proved to be none."""

from pathlib import Path

import pytest

from evariste.verification import queue_mutants
from evariste.verification.mutation import Result, Sample

COUNTS = pytest.mark.parametrize("count", [24, pytest.param(60, marks=pytest.mark.full)])
AROUND = Path(__file__).with_name("mutation") / "queue_mutated.sv"


def campaign(rounds: int, count: int) -> Result:
    return queue_mutants.run(AROUND, Result("queue", "", Sample(count)), rounds, 0, lambda text: None)


@COUNTS
def test_every_error_is_noticed(count: int) -> None:
    found = campaign(4, count)
    assert not found.survivors and len(found.killed) > count / 2
    assert len(found.killed) + len(found.equivalent) == count


@COUNTS
def test_the_prover_calls_no_error_harmless(count: int) -> None:
    """A control: without runs, it is asked about the errors, too."""
    proved, run = campaign(0, count), campaign(4, count)
    assert not {m.number for m in proved.equivalent} & run.killed.keys()
    assert {m.number for m in proved.survivors} == run.killed.keys()
