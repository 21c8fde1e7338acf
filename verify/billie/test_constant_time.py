# SPDX-License-Identifier: Apache-2.0
"""What `ev ct` sees of the accelerator: its accesses to RAM, and the ends of commands. Programs that are not constant
in time are detected, even if the core alone shows nothing.
"""

from evariste.machines.billie import NAME
from verify.accelerated_ct import HIDDEN, SHOWN, verdict


@SHOWN
def test_what_depends_on_a_secret_is_detected(what: str, seen: str) -> None:
    found = verdict(NAME, what)
    assert not found.passed
    assert seen in found.sentence


@HIDDEN
def test_the_registers_for_secrets_show_nothing(what: str) -> None:
    found = verdict(NAME, what)
    assert found.passed, found.sentence
