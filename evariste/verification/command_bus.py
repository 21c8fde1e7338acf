# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/command/command_obi.sv, the bus of accelerators that take commands.

The specification has the reference: the access that waits, and whether a command was lost. Each cycle from a state in
which it agrees with the circuit leads to one, with any access, and whatever the accelerator says.
"""

from functools import partial
from pathlib import Path

from evariste.paths import ROOT
from evariste.verification import induction
from evariste.verification.proof import Proof

MODULE = "rtl/command/command_obi.sv"
HARNESS = "bus_harness"
WRONG = {
    "grant": "an access is granted while one waits, or is not while none does",
    "answer": "an answer comes without an access, too early, or not when it may",
    "error": "a good access is a bus error, or a wrong one is none",
    "read": "another word is read",
    "port": "the accelerator hears nothing, too much, or something else",
    "contract": "the accelerator hears something when it must not",
}


def wrong(specification: str, packages: tuple[str, ...], late: bool, module: Path = ROOT / MODULE) -> str | None:
    """None, or what is wrong in a cycle from the invariant, or behind reset. The harness is in `specification`."""
    files = [*(ROOT / path for path in packages), module, ROOT / specification / f"{HARNESS}.sv"]
    made = induction.design(HARNESS, files, {"LATE_DATA": int(late)})
    return induction.wrong(made, WRONG) or induction.from_reset(made)


def proofs(specification: str, packages: tuple[str, ...]) -> list[Proof]:
    """With the data of a write early and late. `packages`: those of the machine."""
    return [Proof(f"bus.{name}", "bus", "any access is granted and answered once, waits only as long as it must, and "
                  "reaches the accelerator unchanged, when that may hear it, or is a bus error; a command that finds "
                  f"no room is lost, and shows until the error is cleared: data of a write {name}", "sat",
                  partial(wrong, specification, packages, late), (MODULE, *packages, specification), None,
                  code=__name__)
            for name, late in (("early", False), ("late", True))]  # fmt: skip
