# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core `mips` alone (evariste/parts/mips/proofs/core.py). HI, LO and their unit are cut out; they have
proofs of their own (unit)."""

from functools import partial

from evariste.parts.mips.proofs import core
from evariste.parts.mips.proofs.core import Core
from evariste.parts.mips.proofs.semantics import Semantics
from evariste.paths import ROOT
from evariste.verification.proof import Proof

SPECIFICATION = "verify/mips/formal/core"
FOLDER = ROOT / SPECIFICATION
INPUTS = ("rtl/mips", "gen/mips/mips_isa_pkg.sv", "isa/mips/isa.yaml", SPECIFICATION)
CORE = Core(
    semantics=Semantics("mips", (FOLDER / "semantics.yaml",)),
    specification=FOLDER,
    unit=(FOLDER / "hilo/mips_hilo.sv", FOLDER / "hilo/mips_unit_reference.sv"),
    parameters=(("MULTIPLY_CYCLES", 4),),
    silence=37,  # fetched, decoded, executed, after a division that it has to wait for
    inputs=INPUTS,
)


def proofs() -> list[Proof]:
    """All of them."""
    file = Proof("register-file", "core", "the register file reads as what was last written, at both ports, and 0 for "
                 "register 0", "abc sat", partial(core.register_file, FOLDER), INPUTS)  # fmt: skip
    return [*CORE.proofs(), file]
