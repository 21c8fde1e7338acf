# SPDX-License-Identifier: Apache-2.0
"""What can be mutated, and which of it the proofs can judge."""

from evariste.verification.mutation import campaign

TARGETS = ("unit", "core", "interrupts")
PROVED = ("core", "interrupts")

run, against_proofs, record = campaign.run, campaign.against_proofs, campaign.record
