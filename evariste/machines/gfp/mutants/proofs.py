# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core against its proofs: which of them `ev prove` would refute. How is in
evariste/verification/mutant_proofs.py.

A mutant of the register file is asked the question of that file's proof, and whether it is the original in every state.
Verdicts are kept as they come; a campaign that was interrupted goes on where it was.
"""

from dataclasses import astuple

from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.machines.gfp.mutants.harness import WRONG, Bus, build
from evariste.machines.gfp.proofs import core
from evariste.verification import abc, mutant_proofs
from evariste.verification.aig import Builder, bits
from evariste.verification.mutant_proofs import NONE, OPEN, SECONDS, SURVIVES, Ask, Hunt, Part, Prover, hunted, table_of
from evariste.verification.mutation import SELECT, Mutant, Sample, Say

__all__ = ["NONE", "OPEN", "SURVIVES", "campaign"]

STORE = Store("mutation-proofs")
CYCLES = 300  # of random states


def campaign(sample: Sample, say: Say, cycles: int = CYCLES) -> tuple[list[Mutant], dict[int, str]]:
    """The mutants, and for each what refuted it, or one of the verdicts above."""
    sources = [path.read_bytes() for path in (*core.files(), *core.file_check())]
    key = keys.digest("mutants", astuple(sample), sources, keys.code(__name__))
    harness, file = build(sample)
    mutants = [*harness.mutants, *file.mutants]
    return mutants, mutant_proofs.decided(STORE, key, mutants, lambda: _hunted(harness, sample.seed, cycles, say),
                                          lambda: _prover(harness, file), say)  # fmt: skip


def _hunted(part: Part, seed: int, cycles: int, say: Say) -> dict[int, str]:
    return hunted(Hunt(part.design, Bus(seed)), len(part.mutants), cycles, say)


def _prover(harness: Part, file: Part) -> Ask:
    """The prover of both."""
    prover, last = Prover(harness.design, WRONG), len(harness.mutants)

    def ask(number: int) -> str:
        return prover.verdict(number) if number <= last else of_the_file(file, number - last)

    return ask


def of_the_file(file: Part, number: int) -> str:
    """The verdict on a mutant of the register file."""
    chosen = bits(SELECT, number, len(file.mutants).bit_length())
    if core.forgets(file.design.with_constants(chosen)):
        return "register-file"
    graph, aig = Builder(), file.design.graph
    inputs = {n: graph.variable() for n in aig.inputs if n.partition("[")[0] != SELECT}
    one, other = (table_of(graph, aig, inputs, which, aig.outputs) for which in (0, number))
    differ = graph.some(graph.xor(one[lit >> 1], other[lit >> 1]) for lit in aig.outputs.values())
    return NONE if abc.never(graph, differ, SECONDS) else SURVIVES
