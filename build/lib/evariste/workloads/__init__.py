# SPDX-License-Identifier: Apache-2.0
"""The workload library as the bench sees it: each module registers its cases with `evariste.bench.workload`."""
