# SPDX-License-Identifier: Apache-2.0
"""Checks of the synthesised netlist (evariste/gates/mapped.py).

check   operands, programs and proofs
"""
