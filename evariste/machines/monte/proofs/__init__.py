# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

queue    the queue of commands
flow     load stage, arithmetic stage, buffers, store stage: each command once, operands and results in order
product  what the arithmetic unit computes, in which order, and that its time depends on no data
"""

from dataclasses import replace
from functools import cache

from evariste.verification import command_queue
from evariste.verification.proof import Proof

QUEUE = "verify/command"  # the specification of the queue


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.monte.proofs import flow, product

    return {proof.name: replace(proof, code=__name__)
            for proof in (*command_queue.proofs(QUEUE), *flow.proofs(), *product.proofs())}  # fmt: skip
