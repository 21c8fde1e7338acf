# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core with every extension, all but its Galois-field unit, against random programs.

What kills a mutant is said in core.py. To its programs come those with the instructions of extensions, and words that
are almost one of these instructions.
"""

from collections.abc import Iterator

from evariste.machines.gfp import MACHINE, soc
from evariste.machines.gfp.mutants import core
from evariste.machines.gfp.mutants.core import SELECTION, TOP, Hunt, Run, observe
from evariste.machines.gfp.recipes import words
from evariste.machines.gfp.recipes.assembler import EXTENSIONS

__all__ = ["CONFIGURATION", "ELABORATE", "SELECTION", "TOP", "Hunt", "observe", "plan", "size"]

CONFIGURATION = "fast"
ELABORATE = soc.read([f"-G{name}={n}" for name, n in {"GF": 1, **MACHINE.has(CONFIGURATION).parameters}.items()])
EXTENDED = 6  # programs in a round, beside that of words and core.RUNS


def size(rounds: int) -> int:
    """How many runs so many rounds are."""
    return (EXTENDED + 1 + core.RUNS) * rounds


def plan(first: int, rounds: int) -> Iterator[Run]:
    """The programs of so many rounds: those with extensions, with wait states and without, words that are almost such
    an instruction, then the programs of the core.
    """
    for seed in range(first, first + rounds):
        for i in range(EXTENDED):
            yield core.program("extended", EXTENDED * seed + i, waits=(60, 60) if i % 3 == 2 else (0, 0))
        yield Run(f"near/{seed}", words.near(seed, EXTENSIONS), seed=seed + 1)
        yield from core.plan(seed, 1)
