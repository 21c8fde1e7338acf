# SPDX-License-Identifier: Apache-2.0
"""What is measured in silicon: areas, times and energies, and layouts of blocks."""

from evariste.silicon import layout_records, records

layouts = layout_records
Evaluation, BACKENDS, WORKLOADS, averages = records.Evaluation, records.BACKENDS, records.WORKLOADS, records.averages
