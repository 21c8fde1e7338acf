# SPDX-License-Identifier: Apache-2.0
"""The synthesised netlists that are proved to be their RTL."""

from collections.abc import Iterator
from pathlib import Path

from evariste.machines.pete import silicon
from evariste.silicon.liberty import Library
from evariste.verification.netlists import Checked, equivalences

CONFIGURATIONS = ("baseline", "fast")


def checks(folder: Path, library: Library, _programs: int, _unit_only: bool) -> Iterator[Checked]:
    """Each one when it is proved."""
    yield from equivalences({name: silicon.job(name) for name in CONFIGURATIONS}, folder, library)
