# SPDX-License-Identifier: Apache-2.0
"""The statuses of the library, read from its header, sw/include/evariste/status.h."""

import re

from evariste.paths import ROOT

SENTENCES = dict(re.findall(r'\bX\((\w+), "([^"]+)"\)', (ROOT / "sw/include/evariste/status.h").read_text()))
NAMES = list(SENTENCES)  # without EV_, in order of their numbers
