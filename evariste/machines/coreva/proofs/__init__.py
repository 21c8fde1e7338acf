# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

    core    the core: what each operation computes, and every bundle from any state, with any memory of data
    part    what is cut out there: the register file, and the units of products
    field   what the accelerators compute, and when it can be read
"""

from dataclasses import replace
from functools import cache

from evariste.verification.proof import Proof


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.coreva.proofs import core, field, parts

    return {proof.name: replace(proof, code=__name__) for proof in (*core.proofs(), *parts.proofs(), *field.proofs())}
