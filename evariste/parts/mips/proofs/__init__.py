# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core `mips`, for the machines that have it.

    core       every instruction from any state, on any bus
    semantics  what the instructions mean, as a module
"""
