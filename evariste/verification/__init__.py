# SPDX-License-Identifier: Apache-2.0
"""How the machines are checked: proofs, lock-step, coverage, mutation, netlists, faults, fuzzing, constant time."""
