# SPDX-License-Identifier: Apache-2.0
"""Random programs of monte: those of its core, and programs of commands for its accelerator."""

from evariste.machines.monte import MACHINE
from evariste.machines.monte.recipes.accelerator import Draft
from evariste.parts.mips import recipes
from evariste.parts.mips.recipes import USUAL, Program, Recipe, commands

__all__ = ["KINDS", "RECIPES", "USUAL", "generate"]

COMMANDS = commands.recipes(MACHINE)
RECIPES = recipes.RECIPES | COMMANDS
KINDS = recipes.kinds(MACHINE.configuration) | commands.kinds(MACHINE)


def generate(seed: int, recipe: Recipe | str = USUAL) -> Program:
    """The program of this seed."""
    kind = RECIPES[recipe] if isinstance(recipe, str) else recipe
    return commands.generate(seed, kind, Draft) if kind.name in COMMANDS else recipes.generate(seed, kind)
