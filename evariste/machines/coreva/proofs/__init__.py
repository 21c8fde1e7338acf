# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name.

    field   what the accelerators compute, and when it can be read
"""

from dataclasses import replace
from functools import cache

from evariste.verification.proof import Proof


@cache
def catalogue() -> dict[str, Proof]:
    """Every proof by its name, in a reader's order."""
    from evariste.machines.coreva.proofs import field

    return {proof.name: replace(proof, code=__name__) for proof in field.proofs()}
