# SPDX-License-Identifier: Apache-2.0
"""Which kinds of behaviour a random program may contain, and how long it runs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """What may appear in a program. `name` is part of the seed."""

    name: str
    length: int  # executed instructions, about
    faults: bool = True  # illegal instructions, misaligned accesses, bus errors, lost Thumb state
    devices: bool = False  # the console and the cycle counter: results depend on timing
    corners: bool = False  # writes to bits that read as zero (nPRIV, SP 1:0, APSR 27), which Unicorn keeps
    gf_addresses: bool = True  # Galois-field instructions make addresses; without the unit these would be wrong
    interrupts: bool = False  # a core with interrupts: lines that change at random cycles, SysTick, sleep
    frames: bool = False  # frames that cannot be stored or loaded; the program may end in lockup
    lockup: bool = False  # the program ends in a fault inside the HardFault handler, not in bkpt


RECIPES = {
    recipe.name: recipe
    for recipe in (
        # Architectural behaviour only: any correct ARMv6-M simulator ends in the same state.
        Recipe("common", length=700),
        # The same for machines with and without the Galois-field unit; without it, its instructions are faults.
        Recipe("base", length=700, gf_addresses=False),
        # Everything, results that depend on the cycle number included.
        Recipe("timed", length=700, devices=True, corners=True),
        Recipe("long", length=7000, devices=True, corners=True),
        Recipe("interrupts", length=500, devices=True, corners=True, interrupts=True),
        Recipe("frames", length=300, devices=True, corners=True, frames=True),
        Recipe("nested frames", length=300, devices=True, corners=True, frames=True, interrupts=True),
        Recipe("lockup", length=150, devices=True, corners=True, lockup=True),
    )
}
