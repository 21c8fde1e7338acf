# SPDX-License-Identifier: Apache-2.0
"""Small errors in the accelerator are noticed by random instructions, and those in the core by its proofs, too.
What is not noticed is explained."""

from random import Random

import pytest

from evariste.machines.vword import mutants
from evariste.machines.vword.proofs.core import CORE
from evariste.parts.mips import mutants as core_mutants
from evariste.verification import blocks, mutant_proofs, mutation
from evariste.verification.mutation import Sample


def test_the_instructions_that_mutants_meet_are_all_there_are_and_some_that_are_none() -> None:
    drive = mutants.Drive(Random(1))
    names = {drive.word()[1] for _ in range(1000)}
    assert names == {"", *mutants.NAMES}


def test_what_the_prover_is_told_of_registers_is_true_and_hides_no_error() -> None:
    block = mutants.block()
    graph, state, made = blocks.build(block, Sample(40, 1))
    side, killed = blocks.Side(graph, state, [m.number for m in made]), 0
    for lanes in blocks.rounds_of(side, [mutants.Drive(Random(1))], 60):
        killed |= lanes
    comparison = blocks.Comparison(block, graph, state)  # proves that `holds` is kept
    errors = [m for lane, m in enumerate(made, 1) if killed >> lane & 1]
    assert len(errors) > 10 and not any(comparison.equivalent(m.number) for m in errors)


@pytest.mark.full
def test_an_error_is_noticed_or_explained() -> None:
    result = mutants.run("accelerator", Sample(100, 2), rounds=4, more=10, say=lambda text: None)
    assert result.score >= 0.98
    assert [str(m) for m in result.survivors if not mutation.reason(m, mutants.REASONS)] == []


@pytest.mark.full
def test_errors_of_the_core_are_refuted_in_random_states_or_by_the_prover() -> None:
    part = core_mutants.build(CORE, ("mips",), (), Sample(40, 2))
    verdicts = mutant_proofs.hunted(mutant_proofs.Hunt(part.design, core_mutants.Bus(1, "mips")), len(part.mutants), 20,
                                    lambda text: None)  # fmt: skip
    assert len(verdicts) > 0.8 * len(part.mutants)
    prover = mutant_proofs.Prover(part.design, core_mutants.OUTPUTS)
    assert prover.verdict(0) == mutant_proofs.NONE
    assert prover.verdict(next(iter(verdicts))) in ("output", "invariant", "reset")


def test_mutants_are_of_the_core_and_not_of_the_second_machine() -> None:
    """The second machine has the decoder, too, under another name."""
    files = core_mutants.apart(CORE.files(), ())
    harness = next(path for path in files if path.name == "mips_harness.sv")
    assert "second_mips_decode u_m_decode" in harness.read_text() and "mips_core #" in harness.read_text()
    assert {"mips_decode.sv", "second_mips_decode.sv"} <= {path.name for path in files}
