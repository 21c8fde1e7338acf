# SPDX-License-Identifier: Apache-2.0
"""Runs random programs on simulated machines and compares how they ended."""

from functools import cache
from typing import Any, Protocol

from evariste import machines
from evariste.sim import Machine, Stop

CYCLES = 2_000_000  # more than any program needs


def configuration(recipe: str, core: machines.MachineDef | None = None) -> str:
    """The configuration that a recipe's programs, or random words, run on unless another is asked for."""
    core = core or machines.default()
    known = core.module("recipes").RECIPES.get(recipe)
    return core.interrupts if known and known.interrupts and core.interrupts else core.configuration


@cache
def machine(
    engine: str, configuration: str | None = None, waits: tuple[int, int] = (0, 0), machine: str = machines.DEFAULT
) -> Machine:
    """A machine to run many programs on, one after the other. `waits`: probabilities of a wait state, in 1/256."""
    return Machine(machine, configuration, engine, waits=waits, seed=1)


def start(machine: Machine, program: Any) -> None:
    """Puts the program into cleared memories and resets the machine."""
    machine.clear()
    for address, data in program.segments:
        machine.write(address, data)
    if machine.interrupts:
        machine.drive(program.lines)
    machine.reset()


def execute(machine: Machine, program: Any) -> Stop:
    """Runs the program from reset to its end."""
    start(machine, program)
    return machine.run(max_cycles=CYCLES)


def wrong_end(program: Any, stop: Stop) -> str:
    """Empty if the program ended as it should, else a sentence."""
    expected = "lockup" if program.recipe.lockup else "breakpoint"
    if stop.reason == expected or (program.recipe.frames and stop.reason == "lockup"):
        return ""
    return f"{name(program)} should end in a {expected} and ended thus: {stop.sentence}"


def name(program: Any) -> str:
    """What `ev replay` takes."""
    return f"{program.recipe.name}/{program.seed}"


class Ended(Protocol):
    """What an oracle says of a program's end."""

    ended: str
    registers: list[int]
    xpsr: int
    memory: dict[int, bytes]


def unlike(machine: Machine, oracle: Ended) -> list[str]:
    """Where the machine's registers, flags and memory differ from the oracle's: one line each. Empty if all agree."""
    if oracle.ended != "bkpt":
        return [f"the oracle's run ended thus: {oracle.ended}"]
    found = [
        f"r{i}: {ours:#010x}, not {theirs:#010x}"
        for i, (ours, theirs) in enumerate(zip(machine.regs[:15], oracle.registers[:15], strict=True))
        if ours != theirs
    ]
    if machine.xpsr != oracle.xpsr:
        found.append(f"xPSR: {machine.xpsr:#010x}, not {oracle.xpsr:#010x}")
    for address, theirs in oracle.memory.items():
        ours = machine.read(address, len(theirs))
        found += [
            f"memory at {address + i:#010x}: {ours[i : i + 4].hex(' ')}, not {theirs[i : i + 4].hex(' ')}"
            for i in range(0, len(theirs), 4)
            if ours[i : i + 4] != theirs[i : i + 4]
        ]
    return found
