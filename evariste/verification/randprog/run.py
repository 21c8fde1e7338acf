# SPDX-License-Identifier: Apache-2.0
"""Runs random programs on simulated machines, compares how they ended, and counts what they exercise."""

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache

from evariste.sim import Machine, Stop
from evariste.verification.randprog.writer import Program


@cache
def machine(name: str, engine: str, configuration: str | None = None, waits: tuple[int, int] = (0, 0)) -> Machine:
    """A machine to run many programs on, one after the other. `waits`: probabilities of a wait state, in 1/256."""
    return Machine(name, configuration, engine, waits=waits, seed=1)


def start(machine: Machine, program: Program) -> None:
    """Puts the program into cleared memories and resets the machine."""
    machine.clear()
    for address, data in program.segments:
        machine.write(address, data)
    if machine.interrupts:
        machine.drive(program.lines)
    machine.reset()


def execute(machine: Machine, program: Program, cycles: int = 0) -> Stop:
    """Runs the program from reset to its end, or for so many cycles."""
    start(machine, program)
    return machine.run(max_cycles=cycles or program.recipe.cycles)


def wrong_end(program: Program, stop: Stop) -> str:
    """Empty if the program ended as it should, else a sentence."""
    if program.recipe.ends:
        if stop.reason in program.recipe.ends:
            return ""
        return f"{program.name} should end in a {' or '.join(program.recipe.ends)} and ended thus: {stop.sentence}"
    if stop.reason != "difference" or (program.recipe.excuse and program.recipe.excuse in stop.sentence):
        return ""
    return f"{program.name}: {stop.sentence}"


def unlike_memory(machine: Machine, memory: Mapping[int, bytes]) -> list[str]:
    """Where the memory of a machine differs from an oracle's, given by first address: a line for each word."""
    found = []
    for address, theirs in memory.items():
        ours = machine.read(address, len(theirs))
        found += [
            f"memory at {address + i:#010x}: {ours[i : i + 4].hex(' ')}, not {theirs[i : i + 4].hex(' ')}"
            for i in range(0, len(theirs), 4)
            if ours[i : i + 4] != theirs[i : i + 4]
        ]
    return found


Bin = tuple[str | int, ...]  # what counts separately; the first entry is its kind


class Coverage:
    """The bins hit so far, and how often. A machine's own class has `goals`, and `add`, which runs a program."""

    def __init__(self) -> None:
        self.hits: Counter[Bin] = Counter()
        self.instructions = 0
        self.programs = 0

    def goals(self) -> Collection[Bin]:
        """All bins that a campaign should hit."""
        raise NotImplementedError

    def report(self) -> tuple[dict[str, tuple[int, int]], list[Bin]]:
        """By kind: bins hit and total bins; and the bins that were never hit."""
        table: dict[str, tuple[int, int]] = {}
        missing = []
        for goal in sorted(self.goals(), key=str):
            hit, total = table.get(str(goal[0]), (0, 0))
            table[str(goal[0])] = (hit + (goal in self.hits), total + 1)
            if goal not in self.hits:
                missing.append(goal)
        return table, missing
