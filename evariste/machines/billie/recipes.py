# SPDX-License-Identifier: Apache-2.0
"""Random programs of billie: those of its core."""

from evariste.machines.billie import MACHINE
from evariste.parts.mips import recipes
from evariste.parts.mips.recipes import RECIPES, USUAL, generate

__all__ = ["KINDS", "RECIPES", "USUAL", "generate"]

KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    name: (recipe, waits, MACHINE.configuration) for name, (recipe, waits) in recipes.KINDS.items()
}
