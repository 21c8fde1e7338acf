# SPDX-License-Identifier: Apache-2.0
"""Words that decoders are compared on."""

import random

from evariste.isa import machine


def wide_words(seed: int, count: int) -> list[int]:
    """32-bit words: of every instruction, near misses of one bit, and any."""
    rng = random.Random(seed)
    words = [rng.randrange(0xE8000000, 1 << 32) for _ in range(count)]
    for insn in machine("gfp").of_size(4):
        own = [insn.match | rng.getrandbits(32) & ~insn.mask for _ in range(count)]
        words += own + [w ^ 1 << rng.randrange(27) for w in own]
    return words
