# SPDX-License-Identifier: Apache-2.0
"""Random programs of pete: those of its core, with the accumulator's instructions in between.

On a configuration that lacks an instruction it raises an exception, and the handler steps over it.
"""

from evariste.machines.pete import MACHINE
from evariste.machines.pete.recipes import accumulator
from evariste.parts.mips import recipes
from evariste.parts.mips.recipes import RECIPES, USUAL, Extension, Program, Recipe

__all__ = ["KINDS", "RECIPES", "USUAL", "generate"]

EXTENSION = Extension(accumulator.Code, accumulator.SIMPLE, accumulator.NESTED, accumulator.SLOTS)
KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    name: (recipe, waits, MACHINE.configuration) for name, (recipe, waits) in recipes.KINDS.items()
}


def generate(seed: int, recipe: Recipe | str = USUAL) -> Program:
    """The program of this seed."""
    return recipes.generate(seed, recipe, EXTENSION)
