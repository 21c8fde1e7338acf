# SPDX-License-Identifier: Apache-2.0
"""Proofs of dispatcher, stations, result bus and registers: rtl/billie/billie_accelerator.sv and what is in it.

formal/order/billie_order_harness.sv of the machine's tests has the reference, which executes commands in order, the
properties and the invariant. Multiplier and mover are cut out. They give whatever was chosen at the dispatch, after any
time, and the mover may fail. The queue is cut out, too: any command may come in any cycle.
"""

from functools import cache as once
from pathlib import Path

from evariste.machines.billie import MACHINE
from evariste.paths import ROOT
from evariste.verification import abc, induction, proof
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled

SPECIFICATION = f"{MACHINE.verify}/formal/order"
INPUTS = (*MACHINE.rtl.packages, "rtl/command", "rtl/billie", "rtl/gf/fixed", SPECIFICATION)
MODULES = ("accelerator", "decode", "file", "registers", "squarer", "stations")
WRONG = {
    "start": "a unit starts what is not there, or has started before, or another command",
    "operand": "a unit starts with other operands than in order",
    "order": "the mover, or a command of flag, passes an older one",
    "result": "a result that nobody owes, or for the second time, or with another value",
    "bus": "two results in one cycle, or one that is lost",
    "end": "the end of a command is said twice, or not, or too early",
    "tag": "a new tag is that of a command that has not ended",
    "station": "a station is given away while a command is in it",
    "error": "a wrong command is an error before all others have ended",
    "idle": "at rest a command is left, or a register or flag is not as in order",
    "hang": "a command is left, and nothing moves",
}
_RULES = ("stations", "operands", "kinds of commands", "commands that have not started", "commands at work",
          "the squarer", "flag", "which command is older", "the mover's order",
          *(f"register {i}" for i in range(16)))  # fmt: skip
RULES = {f"rule_o[{i}]": text for i, text in enumerate(_RULES)}


def files(changed: tuple[Path, ...] = ()) -> list[Path]:
    """The accelerator with its units cut out, and what judges it. `changed`: files in place of those of the same
    name."""
    return [*(ROOT / path for path in MACHINE.rtl.packages), *proof.sources("rtl/gf/fixed"),
            *(ROOT / f"rtl/billie/billie_{name}.sv" for name in MODULES),
            *proof.sources(f"{SPECIFICATION}/cut", SPECIFICATION), *changed]  # fmt: skip


@once
def harness(changed: tuple[Path, ...] = ()) -> Design:
    return induction.design("billie_order_harness", files(changed), {})


def wrong(changed: tuple[Path, ...] = ()) -> str | None:
    """None, or what is wrong in a cycle from the invariant, or behind reset."""
    made = harness(changed)
    return induction.from_reset(made) or induction.apart(made, WRONG, RULES)


def still(changed: tuple[Path, ...] = ()) -> str | None:
    """None, or what is wrong in a cycle from any state at all, with any command: a flipped bit may have led there."""
    cycles = Unrolled(harness(changed), 1, {})
    now = cycles.step(["wrong_still_o"], {"rst_ni": 1}, last=True)
    if abc.possible(cycles.built, cycles.every(now.values())):
        return "a command is left, nothing moves, and there is no error"
    return None


def proofs() -> list[Proof]:
    return [
        Proof("order.results", "dispatch", "for any program, any time of products, loads and stores, and any failure: "
              "each command starts once, with the operands of in-order execution, and ends once; each result comes "
              "once, alone and to all that wait for it; ids are free when they are given again; at rest registers "
              "and flag are those of in-order execution; while a command is left, a unit has one or starts one",
              "abc glucose", wrong, INPUTS, None, True, __name__),
        Proof("order.still", "dispatch", "in any state of registers, queue and stations, also one that no program "
              "leads to: while a command is left, a unit has one or starts one, or one leaves the queue, or there "
              "is an error", "abc glucose", still, INPUTS, None, False, __name__),
    ]  # fmt: skip
