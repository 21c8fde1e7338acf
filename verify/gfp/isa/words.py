# SPDX-License-Identifier: Apache-2.0
"""Words that decoders are compared on."""

import math
import random

from evariste.isa import Instruction, machine


def wide_words(seed: int, count: int) -> list[int]:
    """32-bit words: of every instruction, near misses of one bit, and any."""
    rng = random.Random(seed)
    words = [rng.randrange(0xE8000000, 1 << 32) for _ in range(count)]
    for insn in machine("gfp").of_size(4):
        own = [insn.match | rng.getrandbits(32) & ~insn.mask for _ in range(count)]
        words += own + [w ^ 1 << rng.randrange(27) for w in own]
    return words


def choices(insn: Instruction) -> int:
    """How many words the instruction has. Each of its excepts is about one operand."""
    excluded = {name: len(values) for entry in insn.excluded for name, values in entry.items()}
    return math.prod((1 << field.width) - excluded.get(name, 0) for name, field in insn.fields.items())
