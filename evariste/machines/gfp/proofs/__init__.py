# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

    arithmetic  the Galois-field unit against its definition
    core        the core against a specification generated from isa/
    steps       the core from one cycle to the next
    nvic        the interrupt controller against a specification written from the manual
    interrupts  what joins it to the core, likewise
    semantics   the specification of the core

The specifications are SystemVerilog, in the folder formal of the machine's tests.
"""

from dataclasses import replace
from functools import cache

from evariste.verification.proof import Proof


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.gfp.proofs import arithmetic, core, interrupts, nvic, steps

    rooms = (arithmetic, core, steps, nvic, interrupts)
    return {proof.name: replace(proof, code=__name__) for room in rooms for proof in room.proofs()}
