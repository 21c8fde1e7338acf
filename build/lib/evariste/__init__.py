# SPDX-License-Identifier: Apache-2.0
"""Evariste: programmable Galois-field processors, their firmware, simulator, proofs and bench."""

__version__ = "0.1.0"
