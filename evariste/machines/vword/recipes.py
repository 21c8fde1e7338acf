# SPDX-License-Identifier: Apache-2.0
"""Random programs of vword: those of its core."""

from evariste.machines.vword import MACHINE
from evariste.parts.mips import recipes
from evariste.parts.mips.recipes import RECIPES, USUAL, generate

__all__ = ["KINDS", "RECIPES", "USUAL", "generate"]

KINDS = recipes.kinds(MACHINE.configuration)
