# SPDX-License-Identifier: Apache-2.0
"""The evaluation as a page with plots: `ev report`. Tables are with their subjects; see evariste/tables.py."""
