# SPDX-License-Identifier: Apache-2.0
"""Every small error in the queue of commands is noticed, or proved to be none."""

from pathlib import Path

from evariste.verification import queue_mutants
from evariste.verification.mutation import Result

COUNT = 24
AROUND = Path(__file__).with_name("mutation") / "queue_mutated.sv"


def campaign(rounds: int) -> Result:
    return queue_mutants.run(AROUND, Result("queue", "", 1, COUNT), rounds, 0, lambda text: None)


def test_every_error_is_noticed() -> None:
    found = campaign(4)
    assert not found.survivors and len(found.killed) > COUNT / 2
    assert len(found.killed) + len(found.equivalent) == COUNT


def test_the_prover_calls_no_error_harmless() -> None:
    """A control: without runs, it is asked about the errors, too."""
    proved, run = campaign(0), campaign(4)
    assert not {m.number for m in proved.equivalent} & run.killed.keys()
    assert {m.number for m in proved.survivors} == run.killed.keys()
