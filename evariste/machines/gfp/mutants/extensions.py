# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core with every extension, all but its Galois-field unit, against random programs.

What kills a mutant is said in core.py. To its programs come those with the instructions of extensions.
"""

from collections.abc import Iterator

from evariste.machines.gfp import MACHINE, soc
from evariste.machines.gfp.mutants import core
from evariste.machines.gfp.mutants.core import SELECTION, TOP, Hunt, Run, observe

__all__ = ["CONFIGURATION", "ELABORATE", "SELECTION", "TOP", "Hunt", "observe", "plan"]

CONFIGURATION = "fast"
ELABORATE = soc.read(("-GGF=1", *MACHINE.has(CONFIGURATION).flags))
EXTENDED = 6  # programs in a round, beside those of the core


def plan(first: int, rounds: int) -> Iterator[Run]:
    """The programs of so many rounds: those with extensions, with wait states and without, then those of the core."""
    for seed in range(first, first + rounds):
        for i in range(EXTENDED):
            yield core.program("extended", EXTENDED * seed + i, waits=(60, 60) if i % 3 == 2 else (0, 0))
        yield from core.plan(seed, 1)
