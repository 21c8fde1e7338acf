# SPDX-License-Identifier: Apache-2.0
"""What a test needs and a machine may lack, since not every Debian has it: `pytestmark = needs("osu018")`.

A test that lacks its thing is skipped. All such skips are raised on one line, so that pytest's summary has one line
for each missing thing, with the number of tests; its last line counts them all. Nothing that `ev` can install
everywhere belongs here: a test without that fails.
"""

import shutil
from collections.abc import Callable
from importlib.util import find_spec

import pytest

from evariste.build import compilers
from evariste.record import history
from evariste.silicon.liberty import DEFAULT

THINGS: dict[str, tuple[str, Callable[[], bool]]] = {
    "osu018": ("the cell library osu018, in Debian 12's package qflow-tech-osu018,", DEFAULT.exists),
    "qflow": ("qflow, which places and routes, in Debian 12's package qflow,", lambda: bool(shutil.which("qflow"))),
    "qemu": ("QEMU's MIPS, in Debian's package qemu-system-mips,", lambda: bool(shutil.which("qemu-system-mipsel"))),
    "history": ("the history of the project, which a shallow clone lacks,", lambda: history() is not None),
    "atheris": ("atheris, the fuzzer of Python, without a wheel for some,", lambda: bool(find_spec("atheris"))),
}
THINGS |= {
    family: (f"{family} for the processor (EVARISTE_COMPILERS may name one)",
             lambda family=family: any(c.is_of(family) for c in compilers.found()))
    for family in compilers.FAMILIES
}  # fmt: skip


def needs(*things: str) -> pytest.MarkDecorator:
    """A mark: the test is skipped, before its fixtures are made, where one of these is missing."""
    if unknown := set(things) - THINGS.keys():
        raise ValueError(f"nobody said what {', '.join(sorted(unknown))} is; verify/needs.py lists what there is.")
    return pytest.mark.needs(*things)


def require(*things: str) -> None:
    """Skip the test that calls this where one of these is missing."""
    for thing in things:
        said, there = THINGS[thing]
        if not there():
            pytest.skip(f"{said} is not on this machine")


def check(item: pytest.Item) -> None:
    """Skip a test that is marked to need what is missing."""
    for mark in item.iter_markers("needs"):
        require(*mark.args)
