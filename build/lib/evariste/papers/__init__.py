# SPDX-License-Identifier: Apache-2.0
"""What published papers claim, as data, and what the records here say about each claim.

papers/*.yaml holds the claims (papers/schema.md explains the files), `load` reads and refuses, `verdict`
compares, `peers` holds other people's software and hardware.
"""

from evariste.papers.load import Claim, Paper, names, paper
from evariste.papers.verdict import WORDS, Verdict, verdict

__all__ = ["WORDS", "Claim", "Paper", "Verdict", "names", "paper", "verdict"]
