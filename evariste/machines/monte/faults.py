# SPDX-License-Identifier: Apache-2.0
"""Flipped bits in the accelerator while the core signs with P-192: in its buffers, the slot numbers of buffers, its
queue, `index` and `flag`.
"""

from functools import partial

from evariste.machines.monte import MACHINE
from evariste.parts.mips import faults
from evariste.parts.mips.faults import PARTS, system

__all__ = ["PARTS", "PLACES", "PROGRAMS", "inject", "system"]

PROGRAMS = {"p192": "sign with P-192 and a given nonce"}
PLACES = {"buffer": (8 * 18, 32), "tag": (8, 7), "queue": (16, 25), "index": (1, 7), "flag": (1, 1)}
inject = partial(faults.inject, MACHINE, PLACES)
