# SPDX-License-Identifier: Apache-2.0
"""Proofs of load stage, arithmetic stage, buffers, store stage and memory port: rtl/monte/monte_accelerator.sv.

formal/flow/monte_flow_harness.sv of the machine's tests has the reference, the properties and the invariant. Queue,
order
of words, datapath and registers are cut out: any command may come in any cycle, computes anything, and takes any time.
There are eight slots of two words, and tables of up to three of them.
"""

from functools import cache as once
from pathlib import Path

from evariste.machines.monte import MACHINE
from evariste.paths import ROOT
from evariste.verification import induction, proof
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design

SPECIFICATION = f"{MACHINE.verify}/formal/flow"
INPUTS = (*MACHINE.rtl.packages, "rtl/monte", SPECIFICATION)
MODULES = ("accelerator", "arithmetic", "buffers", "decode", "load", "store")
WRONG = {
    "once": "a command is taken, done or completed twice, or never, or out of order",
    "operand": "an operand is not the content of its slot",
    "store": "something else is stored, or to another place, or out of order",
    "load": "a word is loaded that the command does not name",
    "owner": "a buffer is written that somebody else needs",
    "buffer": "a buffer that holds a slot has another content",
    "hang": "a command is left, and nothing moves",
}
_RULES = ("stages", "slots", "the store stage", "RAM", "owners of buffers", "operands at work", "results",
          "operands of the load stage", "a slot on its way", "a table on its way", "a fresh command", "addresses",
              "ages of buffers",
          "contents of buffers")  # fmt: skip
RULES = {f"rule_o[{i}]": text for i, text in enumerate(_RULES)}
HELD = ("place_i", "count_i")


@once
def harness(changed: tuple[Path, ...] = ()) -> Design:
    """The stages, with what judges them. `changed`: files in place of those of the same name."""
    files = [*(ROOT / path for path in MACHINE.rtl.packages),
        *(ROOT / f"rtl/monte/monte_{name}.sv" for name in MODULES),
             *proof.sources(f"{SPECIFICATION}/cut", SPECIFICATION), *changed]  # fmt: skip
    return induction.design("monte_flow_harness", files, {})


def wrong(changed: tuple[Path, ...] = ()) -> str | None:
    """None, or what is wrong in a cycle from the invariant, or behind reset."""
    made = harness(changed)
    return induction.from_reset(made) or induction.apart(made, WRONG, RULES, HELD)


def proofs() -> list[Proof]:
    return [Proof("flow", "stages", "for any sequence of commands, any time of each, and any grants, answers "
        "and errors of "
                  "RAM: each command goes through the stages once and in order and completes once; operands are the "
                  "contents of their slots, in a buffer as in RAM; results are stored in order; nobody writes a "
                  "buffer that "
                  "another stage needs; while a command is left, something moves", "abc glucose", wrong, INPUTS,
                      None, True,
                  __name__)]  # fmt: skip
