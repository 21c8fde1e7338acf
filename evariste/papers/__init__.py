# SPDX-License-Identifier: Apache-2.0
"""The claims of published papers, as data, and what our records say about each.

papers/*.yaml holds the claims (papers/schema.md explains the files). `load` reads them and refuses errors, `verdict`
compares, `peers` holds other people's software and hardware.
"""

from evariste.papers.load import Claim, Paper, names, paper
from evariste.papers.verdict import WORDS, Verdict, verdict

__all__ = ["WORDS", "Claim", "Paper", "Verdict", "names", "paper", "verdict"]
