# SPDX-License-Identifier: Apache-2.0
"""A smaller program that still differs: instructions are removed while the difference stays.

Statements and functions go first, the longest before the others. Then runs of instructions, of half the program down
to single ones. What is left cannot lose an instruction.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evariste import cache
from evariste.isa.load import machine as instruction_set
from evariste.sim import Machine, Stop
from evariste.verification.randprog import run
from evariste.verification.randprog.writer import OutOfReach, Part, Program, listing

TRIES = 3000  # programs at the most
SLACK = 200  # cycles that a smaller program may take more
FOLDER = "lockstep/found"
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")


@dataclass(frozen=True)
class Small:
    """What is left of a program: how many of its parts, and after how many tries."""

    program: Program
    left: int
    before: int
    tries: int


def shrink(program: Program, differs: Callable[[Program], bool]) -> Small | None:
    """The smallest program found that differs. None if the program itself does not."""
    every = program.parts
    removed: set[Part] = set()
    tries = 0

    def goes_without(parts: Collection[Part]) -> bool:
        """Whether the difference stays when these are removed too; they then are."""
        nonlocal tries
        more = removed.union(parts)
        if len(more) == len(removed) or tries >= TRIES:
            return False
        tries += 1
        try:
            found = differs(program.without(more))
        except OutOfReach:
            return False
        if found:
            removed.update(parts)
        return found

    if not differs(program.without(())):
        return None
    for span in sorted(program.spans, key=len, reverse=True):
        goes_without(span)
    size = len(every) // 2
    while size:
        left = [part for part in every if part not in removed]
        runs = [left[at : at + size] for at in range(0, len(left), size)]
        gone = [some for some in reversed(runs) if goes_without(some)]
        if size > 1 or not gone:
            size //= 2
    return Small(program.without(removed), len(every) - len(removed), len(every), tries)


def kind(stop: Stop) -> str:
    """What a difference is about: its first line without numbers."""
    return _NUMBER.sub("#", stop.sentence.partition("\n")[0])


def smaller(core: Machine, program: Program, stop: Stop) -> str:
    """Shrinks a program that ended in this difference, writes what is left, and says so in a sentence."""
    limit, about = stop.cycles + SLACK, kind(stop)

    def differs(candidate: Program) -> bool:
        found = run.execute(core, candidate, limit)
        return found.reason == "difference" and kind(found) == about

    small = shrink(program, differs)
    if small is None:
        return f"{program.name} does not differ when it runs again, so it was not made smaller."
    return f"Made smaller: {small.left} of {small.before} instructions differ alike. {write(core, small.program)}"


def write(core: Machine, program: Program) -> str:
    """Keeps a program as a listing, and as an ELF file if its machine has such; says where."""
    place: Path = cache.folder(FOLDER) / f"{core.name}-{program.name.replace('/', '-').replace(' ', '-')}"
    shown = place.with_suffix(".txt")
    shown.write_text("\n".join(listing(instruction_set(core.name), program)) + "\n")
    image: Any = getattr(program, "elf", None)
    if image is None:
        return f"It is {shown}."
    file = place.with_suffix(".elf")
    file.write_bytes(image())
    return f"It is {file}, listed in {shown}."
