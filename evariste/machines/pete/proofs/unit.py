# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/pete/pete_accumulator.sv: each of its instructions, from any state, however the core stops and drops.

formal/unit/pete_unit_harness.sv of the machine's tests has what the manual says, the properties and the invariant. The
multiplier and adder are cut out, and have proofs of their own (mac). Quotients are not judged, only when they come.
"""

from functools import partial
from pathlib import Path

from evariste.machines.pete import MACHINE
from evariste.paths import ROOT
from evariste.verification import induction, proof
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design

SPECIFICATION = f"{MACHINE.verify}/formal/unit"
PACKAGES = MACHINE.rtl.packages
INPUTS = ("rtl/pete", "rtl/mips/mips_pkg.sv", "rtl/mips/mips_divider.sv", *PACKAGES[:2], SPECIFICATION)
NUMBERS = (1, 2, 4)  # of passes
WRONG = {
    "decode": "another instruction is the unit's, or has other registers",
    "product": "the multiplier is asked for another product, or at another time",
    "sum": "the adder is asked for another sum",
    "value": "U, HI or LO differ behind an instruction",
    "result": "another word goes to a register",
    "time": "the unit is busy or free against the rules",
}


def harness(passes: int, gf2: int = 1, changed: tuple[Path, ...] = ()) -> Design:
    """The unit with what judges it. `changed`: files in place of those of the same name."""
    files = [*(ROOT / path for path in PACKAGES), ROOT / "rtl/mips/mips_divider.sv", ROOT / "rtl/pete/pete_decode.sv",
             ROOT / "rtl/pete/pete_accumulator.sv", *proof.sources(f"{SPECIFICATION}/cut", SPECIFICATION), *changed]
    return induction.design("pete_unit_harness", files, {"PASSES": passes, "GF2": gf2})


def wrong(passes: int, gf2: int = 1, changed: tuple[Path, ...] = ()) -> str | None:
    """None, or what is wrong in a cycle from the invariant, or behind reset."""
    made = harness(passes, gf2, changed)
    return induction.wrong(made, WRONG) or induction.from_reset(made)


def proofs() -> list[Proof]:
    """For each number of passes, and without polynomials."""
    found = []
    for passes in NUMBERS:
        times = f"in {passes} pass{'es' * (passes > 1)}"
        found.append(Proof(f"unit.instructions.{passes}", "accumulator", "each instruction of the accumulator does "
                           f"what the manual says, products {times}, from any state, with any stalls", "sat",
                           partial(wrong, passes), INPUTS, None, code=__name__))  # fmt: skip
    found.append(Proof("unit.instructions.integers", "accumulator", "the same without polynomials, in 4 passes", "sat",
                       partial(wrong, 4, 0), INPUTS, None, code=__name__))  # fmt: skip
    return found
