# SPDX-License-Identifier: Apache-2.0
"""Formal proofs of the RTL: `ev prove`.

    proof       a statement, its question and its answer
    arithmetic  the Galois-field unit against its definition
    core        the core against a specification generated from isa/
    steps       the core from one cycle to the next
    nvic        the interrupt controller against a specification written from the manual
    interrupts  what joins it to the core, likewise
    semantics   that specification
    unroll      designs with state, over several cycles
    yosys       RTL to graph
    ../aig, abc and-inverter graphs, graph to verdict

The specifications are SystemVerilog, in the folder formal of the machine's tests.
"""

from functools import cache

from evariste.verification.prove.proof import Answer, Proof

__all__ = ["Answer", "Proof", "catalogue"]


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.verification.prove import arithmetic, core, interrupts, nvic, steps

    rooms = (arithmetic, core, steps, nvic, interrupts)
    return {proof.name: proof for room in rooms for proof in room.proofs()}
