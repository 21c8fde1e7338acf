# SPDX-License-Identifier: Apache-2.0
"""What random programs of billie are compared with: the oracle of its core."""

from evariste.parts.mips.oracle import RECIPES, Oracle, unlike

__all__ = ["RECIPES", "Oracle", "unlike"]
