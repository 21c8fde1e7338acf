# SPDX-License-Identifier: Apache-2.0
"""The proofs of the machine, by name, in a reader's order."""

from evariste.verification import prove

catalogue = prove.catalogue
