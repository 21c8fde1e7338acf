# SPDX-License-Identifier: Apache-2.0
"""Controls of `ev ct` for a core with an accelerator: programs that depend on a secret in one way each. They are the
machine's ct_control.c, with accelerated_ct.h.
"""

import pytest

from evariste import machines
from evariste.build import cc
from evariste.verification import ct

# What depends on the secret, and what the verdict's sentence says then.
SHOWN = pytest.mark.parametrize(
    ("what", "seen"),
    [
        ("branch", "went different ways"),
        ("load", "used address"),
        ("base", "the accelerator"),
        ("table", "the accelerator"),
        ("count", "the accelerator"),
    ],
)
HIDDEN = pytest.mark.parametrize("what", ["index", "flag"])  # the registers for secrets


def verdict(machine: str, what: str) -> ct.Verdict:
    """Of one control, with the machine's own backend."""
    elf = cc.compile([f"verify/{machine}/ct_control.c"], backend=machine, machine=machine)
    return ct.check(machine, elf, runs=3, length=4, configuration=machines.named(machine).configuration, args=[what])
