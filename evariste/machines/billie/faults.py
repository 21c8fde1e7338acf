# SPDX-License-Identifier: Apache-2.0
"""Flipped bits in the accelerator while the core signs with B-163: in its registers and their tags, its queue, `index`
and `flag`.
"""

from functools import partial

from evariste.machines.billie import MACHINE
from evariste.parts.mips import faults
from evariste.parts.mips.faults import PARTS, system

__all__ = ["PARTS", "PLACES", "PROGRAMS", "inject", "system"]

PROGRAMS = {"b163": "sign with B-163 and a given nonce"}
PLACES = {"register": (16 * 6, 32), "tag": (16, 6), "queue": (8, 25), "index": (1, 7), "flag": (1, 1)}
inject = partial(faults.inject, MACHINE, PLACES)
