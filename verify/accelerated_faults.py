# SPDX-License-Identifier: Apache-2.0
"""Flipped bits while the core signs: flips of one place, each in a signature of its own."""

import random
from collections.abc import Sequence

from evariste.parts.mips.faults import Places, Signature
from evariste.parts.mips.recipes import layout
from evariste.parts.mips.recipes.commands import FLAG, Code
from evariste.sim import Machine

SOME = 30
IDLE = 200  # instructions without a command
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


def flag_flipped_at_rest(core: Machine, code: Code) -> int:
    """The flag that a program reads after the accelerator did nothing for long, if it flips in that time."""
    code.start()
    for _ in range(IDLE):
        code.put("addiu", rt=5, rs=0, imm=0)
    code.put("cfc2", rt=4, control=FLAG)
    core.write(layout.ROM, code.finish())
    core.reset()
    core.run(max_cycles=IDLE // 4)
    core.flip(IDLE // 2, "flag", 0, 0)
    assert core.run(max_cycles=10 * IDLE).reason == "breakpoint"
    return core.regs[4]
