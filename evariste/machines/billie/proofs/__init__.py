# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

queue       the queue of commands
order       dispatcher, stations, result bus and registers: results are those of in-order execution
multiplier  what the multiplier computes, and when
mover       what the mover loads and stores, and when it fails
bus         the adapter for a bus
"""

from dataclasses import replace
from functools import cache

from evariste.machines.billie import MACHINE
from evariste.verification import command_bus, command_queue
from evariste.verification.proof import Proof

SHARED = "verify/command"  # the specification of queue and bus


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.billie.proofs import order, units

    return {proof.name: replace(proof, code=__name__)
            for proof in (*command_queue.proofs(SHARED), *order.proofs(), *units.proofs(),
                          *command_bus.proofs(SHARED, MACHINE.rtl.packages))}  # fmt: skip
