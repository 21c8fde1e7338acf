# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/command/command_queue.sv, which accelerators share.

The specification has the reference, a list. Each cycle from a state in which list and queue agree leads to one, with
any command that comes, leaves or empties the queue.
"""

from functools import partial
from pathlib import Path

from evariste.paths import ROOT
from evariste.verification import induction
from evariste.verification.proof import Proof

MODULE = "rtl/command/command_queue.sv"
HARNESS = "queue_harness"
DEPTHS = (2, 3, 8, 16)
WRONG = {
    "valid": "the queue has a command, or none, against the list",
    "command": "another command leaves than the list says",
    "room": "there is room, or not, against the list",
}


def wrong(specification: str, depth: int, module: Path = ROOT / MODULE) -> str | None:
    """None, or what is wrong in a cycle from the invariant, or behind reset. The harness is in `specification`."""
    made = induction.design(HARNESS, [module, ROOT / specification / f"{HARNESS}.sv"], {"DEPTH": depth})
    return induction.wrong(made, WRONG) or induction.from_reset(made)


def proofs(specification: str) -> list[Proof]:
    """For each depth."""
    return [Proof(f"queue.{depth}", "queue", f"each command leaves a queue of {depth} once, in the order in which they "
                  "came, unless the queue is emptied; there is room for one and for two when it says so", "sat",
                  partial(wrong, specification, depth), (MODULE, specification), None, code=__name__)
            for depth in DEPTHS]  # fmt: skip
