# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core `mips` together with the accumulator in place of HI and LO (evariste/parts/mips/proofs/core.py).

The multiplier and adder are cut out, and have proofs of their own (mac). Everything else of the unit is in the design.
"""

from functools import cache

from evariste.machines.pete import MACHINE
from evariste.parts.mips.proofs.core import RULES as SHARED_RULES
from evariste.parts.mips.proofs.core import SAMPLE, Core
from evariste.parts.mips.proofs.semantics import Semantics
from evariste.paths import ROOT
from evariste.verification.proof import Proof

SHARED = "verify/mips/formal/core"
SPECIFICATION = f"{MACHINE.verify}/formal/core"
UNIT = ("gen/pete/pete_isa_pkg.sv", "rtl/pete/pete_pkg.sv", "rtl/pete/pete_decode.sv", "rtl/pete/pete_accumulator.sv",
        f"{SPECIFICATION}/cut/gf_mac32.sv", f"{SPECIFICATION}/mips_unit_reference.sv")  # fmt: skip
INPUTS = ("rtl/mips", "gen/mips/mips_isa_pkg.sv", "isa/mips/isa.yaml", "isa/pete/isa.yaml", SHARED, SPECIFICATION,
          *UNIT[:4])  # fmt: skip
OWN = ("maddu", "m2addu", "addau", "sha", "mtlhx", "mul", "mulgf2", "maddgf2")
RULES = SHARED_RULES + 5  # of the invariant
SILENCE = 37  # of the core alone: fetched, decoded, executed, after a division that it has to wait for
CONFIGURATIONS = {"bise": (4, 1), "ise": (4, 0), "bise2": (2, 1), "fast": (1, 1)}  # passes, polynomials


@cache
def of(configuration: str) -> Core:
    """The core of a configuration."""
    passes, polynomials = CONFIGURATIONS[configuration]
    return Core(
        semantics=Semantics("pete", (ROOT / SHARED / "semantics.yaml", ROOT / SPECIFICATION / "semantics.yaml"),
                            ("ISE", "GF2") if polynomials else ("ISE",)),
        specification=ROOT / SHARED,
        unit=tuple(ROOT / path for path in UNIT),
        parameters=(("MULTIPLY_CYCLES", passes), ("UNIT", 1), ("GF2", polynomials)),
        silence=SILENCE + passes - 1,  # and after a product for a register
        inputs=INPUTS,
        rules=RULES,
        sample=(*SAMPLE, *OWN),
    )  # fmt: skip


def proofs() -> list[Proof]:
    """Of each configuration."""
    return [proof for name in CONFIGURATIONS for proof in of(name).proofs(name)]
