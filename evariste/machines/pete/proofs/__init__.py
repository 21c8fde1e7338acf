# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

    mac     what the multiplier and adder of the accumulator compute
    unit    what each instruction makes of the accumulator
    core    the core mips together with this unit: every instruction from any state, on any bus
    icache  what the instruction cache answers
"""

from dataclasses import replace
from functools import cache

from evariste.verification.proof import Proof


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.pete.proofs import core, icache, mac, unit

    every = (*mac.proofs(), *unit.proofs(), *core.proofs(), *icache.proofs())
    return {proof.name: replace(proof, code=__name__) for proof in every}
