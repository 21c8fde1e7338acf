# SPDX-License-Identifier: Apache-2.0
"""Where faults are put: the system as gates, and groups of its flip-flops, the usual one first."""

from pathlib import Path

from evariste.verification import faults
from evariste.verification.gates import bare, soc

PARTS = {"gf": faults.of_galois_field, "core": faults.of_core}

programs, build, inject, record = bare.programs, bare.build, faults.inject, faults.record


def system(folder: Path) -> soc.Soc:
    """The system, elaborated in a folder."""
    return soc.Soc(soc.elaborate(folder))
