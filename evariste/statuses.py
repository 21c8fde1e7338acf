# SPDX-License-Identifier: Apache-2.0
"""The statuses of the library, read from its header, sw/include/evariste/status.h."""

import re

from evariste.paths import ROOT

SENTENCES = dict(re.findall(r'\bX\((\w+), "([^"]+)"\)', (ROOT / "sw/include/evariste/status.h").read_text()))
NAMES = list(SENTENCES)  # without EV_, in order of their numbers


def number(name: str) -> int:
    """The number of a status: 0 for OK."""
    return NAMES.index(name)


def answer(name: str) -> int:
    """How sw/apps/codec.c writes a status that is not OK: its number, negated."""
    return -number(name)
