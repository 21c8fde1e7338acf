# SPDX-License-Identifier: Apache-2.0
"""Flipped bits while the core signs: flips of one place, each in a signature of its own."""

import random
from collections.abc import Sequence

from evariste.parts.mips.faults import Places, Signature

SOME = 30
COMMAND = ("queue", 0, 24)  # the highest bit of a command: with it set, most are unassigned
Bit = tuple[str, int, int]  # its place, index and number


def anywhere(places: Places, place: str, count: int) -> list[Bit]:
    """Random bits of a place."""
    rng, (words, bits) = random.Random(1), places[place]
    return [(place, rng.randrange(words), rng.randrange(bits)) for _ in range(count)]


def outcomes(signature: Signature, flips: Sequence[Bit]) -> tuple[set[str], bool]:
    """What they end as, each in a random cycle; and whether any makes the signature take more than twice its time."""
    rng, found, late = random.Random(len(flips)), set[str](), False
    for bit in flips:
        found.add(signature.run((rng.randrange(signature.begin, signature.end), *bit)))
        late |= signature.core.cycles > 2 * signature.length
    return found, late
