# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

    core         the core mips: every instruction from any state, on any bus
    unit         HI, LO, multiplier and divider
    operations   what the accelerator's instructions compute, at full size
    accelerator  its pipeline, with short words: every instruction, in any order
"""

from dataclasses import replace
from functools import cache

from evariste.verification.proof import Proof


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.vword.proofs import accelerator, core, operations, unit

    made = (*core.proofs(), *unit.proofs(), *operations.proofs(), *accelerator.proofs())
    return {proof.name: replace(proof, code=__name__) for proof in made}
