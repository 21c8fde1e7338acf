# SPDX-License-Identifier: Apache-2.0
"""What `ev ct` sees of the accelerator: its accesses to RAM, and the ends of commands. Programs that are not constant
in time are detected, even if the core alone shows nothing.
"""

import pytest

from evariste.build import cc
from evariste.verification import ct

CONTROL = "verify/monte/ct_control.c"


def verdict(what: str) -> ct.Verdict:
    elf = cc.compile([CONTROL], backend="monte", machine="monte")
    return ct.check("monte", elf, runs=3, length=4, configuration="full", args=[what])


@pytest.mark.parametrize(
    ("what", "seen"),
    [
        ("branch", "went different ways"),
        ("load", "used address"),
        ("base", "the accelerator"),
        ("table", "the accelerator"),
        ("count", "the accelerator"),
    ],
)
def test_what_depends_on_a_secret_is_detected(what: str, seen: str) -> None:
    found = verdict(what)
    assert not found.passed
    assert seen in found.sentence


@pytest.mark.parametrize("what", ["index", "flag"])
def test_the_registers_for_secrets_show_nothing(what: str) -> None:
    found = verdict(what)
    assert found.passed, found.sentence
