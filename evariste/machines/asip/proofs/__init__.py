# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

core   operands, order of steps, FIFOs, errors, time: any program, any host
parts  the host's side, stages F and D, the register file, the bus adapters
"""

from dataclasses import replace
from functools import cache

from evariste.verification.proof import Proof


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.asip.proofs import core, parts

    return {proof.name: replace(proof, code=__name__) for proof in (*core.proofs(), *parts.proofs())}
