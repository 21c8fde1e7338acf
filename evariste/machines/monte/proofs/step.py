# SPDX-License-Identifier: Apache-2.0
"""Proof of the datapath with words of 32 bits, rtl/monte/monte_datapath.sv: each step of a product, from any state.

formal/step/monte_step_harness.sv of the machine's tests has the reference, which does a step at once, and the rules
that steps keep to: the proofs `steps` look for them. The product of two words is anything. The reference begins with
what the circuit holds.
"""

from functools import cache as once
from pathlib import Path

from evariste.machines.monte import MACHINE
from evariste.paths import ROOT
from evariste.verification import induction, proof
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design

SPECIFICATION = f"{MACHINE.verify}/formal/step"
INPUTS = (*MACHINE.rtl.packages, "rtl/monte/monte_datapath.sv", SPECIFICATION)
WRONG = {
    "operand": "other words are multiplied",
    "word": "another word of the result",
    "corrected": "another word of the corrected result",
    "choice": "the other result is chosen",
}
_RULES = ("the accumulator", "factors", "rules of the steps", "operands", "a word of stage x", "a word of stage s",
          "order of words", "a word of stage w", "the correction", "the reference")  # fmt: skip
RULES = {f"rule_o[{i}]": text for i, text in enumerate(_RULES)}


@once
def harness(changed: tuple[Path, ...] = ()) -> Design:
    """The datapath, with what judges it. `changed`: files in place of those of the same name."""
    files = [*(ROOT / path for path in MACHINE.rtl.packages), ROOT / "rtl/monte/monte_datapath.sv",
             *proof.sources(f"{SPECIFICATION}/cut", SPECIFICATION), *changed]  # fmt: skip
    return induction.design("monte_step_harness", files, {})


def wrong(changed: tuple[Path, ...] = ()) -> str | None:
    """None, or what is wrong in a cycle from the invariant."""
    return induction.apart(harness(changed), WRONG, RULES, ("field_i", "field_square_i"))


def proofs() -> list[Proof]:
    return [Proof("step", "arithmetic", "each step of a product multiplies the words that it names, adds to the "
                  "accumulator what it says, and gives its word as a factor, or as one of both results, "
                  "with words of 32 bits, in any sequence that keeps to the rules of the steps", "sat", wrong,
                  INPUTS, None, False, __name__)]  # fmt: skip
