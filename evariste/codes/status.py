# SPDX-License-Identifier: Apache-2.0
"""The library's statuses by name: the list in sw/include/evariste/status.h."""

import re
from functools import cache

from evariste.paths import ROOT

HEADER = "sw/include/evariste/status.h"


@cache
def names() -> tuple[str, ...]:
    """The names without their prefix, in the order of their numbers."""
    return tuple(re.findall(r"^ +X\((\w+), \"", (ROOT / HEADER).read_text(), re.M))


def number(name: str) -> int:
    """The number of a status: 0 for OK."""
    return names().index(name)


def answer(name: str) -> int:
    """How sw/apps/codec.c writes a status that is not OK: its number, negated."""
    return -number(name)
