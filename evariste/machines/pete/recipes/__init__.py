# SPDX-License-Identifier: Apache-2.0
"""Random programs of pete: those of its core, with the accumulator's instructions in between.

Programs of the recipe `lacking` are for configurations that lack some of these: an exception, which the handler steps
over. Those of `cached` and `cached_lockup` are for configurations with an instruction cache.
"""

from dataclasses import replace

from evariste.machines.pete import MACHINE
from evariste.machines.pete.recipes import accumulator
from evariste.parts.mips import recipes
from evariste.parts.mips.recipes import USUAL, Extension, Program, Recipe

__all__ = ["KINDS", "RECIPES", "USUAL", "generate"]

EXTENSION = Extension(accumulator.Code, accumulator.SIMPLE, accumulator.NESTED, accumulator.SLOTS)
LACKING = Extension(accumulator.Code, accumulator.SIMPLE, accumulator.NESTED, accumulator.FAULTING)
RECIPES = recipes.RECIPES | {
    recipe.name: recipe
    for recipe in (
        Recipe("lacking", length=700, configuration="ise"),
        Recipe("cached", length=1500, open=True, cached=True, configuration="bise_icache2"),
        Recipe("cached_lacking", length=700, cached=True, configuration="ise_icache"),
        replace(recipes.RECIPES["lockup"], name="cached_lockup", cached=True, configuration="bise_icache2"),
    )
}
KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    **recipes.kinds(MACHINE.configuration),
    "programs, products in two passes": ("timed", (0, 0), "bise2"),
    "programs, products in four passes": ("timed", (0, 0), "bise"),
    "programs, products in four passes, wait states on both ports": ("timed", (100, 100), "bise"),
    "random words, products in four passes": ("words", (0, 0), "bise"),
    "programs with a cache of two ways": ("cached", (0, 0), "bise_icache2"),
    "programs with a cache": ("cached", (0, 0), "bise_icache"),
    "programs with a cache, without polynomials": ("cached_lacking", (0, 0), "ise_icache"),
    "programs with a cache, wait states on both ports": ("cached", (100, 100), "bise_icache2"),
    "programs with a cache, wait states on the instruction port": ("cached", (150, 0), "bise_icache2"),
    "programs that end in an exception inside a handler, with a cache": ("cached_lockup", (0, 0), "bise_icache2"),
    "programs without polynomials": ("lacking", (0, 0), "ise"),
    "programs without polynomials, wait states on both ports": ("lacking", (100, 100), "ise"),
    "programs without an accumulator": ("lacking", (0, 0), "baseline"),
    "programs without an accumulator, wait states on both ports": ("lacking", (100, 100), "baseline"),
}


def generate(seed: int, recipe: Recipe | str = USUAL) -> Program:
    """The program of this seed."""
    kind = RECIPES[recipe] if isinstance(recipe, str) else recipe
    return recipes.generate(seed, kind, LACKING if kind.name in ("lacking", "cached_lacking") else EXTENSION)
