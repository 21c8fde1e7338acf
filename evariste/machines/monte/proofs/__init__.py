# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

queue    the queue of commands
flow     load stage, arithmetic stage, buffers, store stage: each command once, operands and results in order
product  what the arithmetic unit computes, in which order, and that its time depends on no data
step     each step of the datapath, with words of 32 bits
bus      the adapter for a bus
"""

from dataclasses import replace
from functools import cache

from evariste.machines.monte import MACHINE
from evariste.verification import command_bus, command_queue
from evariste.verification.proof import Proof

SHARED = "verify/command"  # the specification of queue and bus


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.monte.proofs import flow, product, step

    return {proof.name: replace(proof, code=__name__)
            for proof in (*command_queue.proofs(SHARED), *flow.proofs(), *product.proofs(), *step.proofs(),
                          *command_bus.proofs(SHARED, MACHINE.rtl.packages))}  # fmt: skip
