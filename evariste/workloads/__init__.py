# SPDX-License-Identifier: Apache-2.0
"""The workload library for the bench. Each module registers its cases with `evariste.bench.workload`."""
