# SPDX-License-Identifier: Apache-2.0
"""Mutants of the interrupt controller, SysTick and what joins them to the core, in a core that has interrupts.

The programs are those of lock-step with interrupts: lines that change in random cycles, handlers that do more than
return.
"""

from collections.abc import Iterator

from evariste.verification import randprog
from evariste.verification.gates import soc
from evariste.verification.mutation.core import DEBUGGED, TOP, Hunt, Run, observe

__all__ = ["ELABORATE", "RUNS", "SELECTION", "TOP", "Hunt", "observe", "plan"]

LINES = 8
SELECTION = r"gfp_soc/c:$flatten\u_core.\u_interrupts.*"
ELABORATE = soc.read(("-GGF=1", f"-GINTERRUPTS={LINES}"))
RUNS = 5  # in a round


def plan(first: int, rounds: int) -> Iterator[Run]:
    """The programs of so many rounds, RUNS each: with and without wait states, late answers, a debugger, pulses."""
    for seed in range(first, first + rounds):
        yield _program(seed)
        yield _program(1000 + seed, waits=(60, 60), late=60)
        yield _program(2000 + seed, debugger="active", cycles=DEBUGGED)
        yield _program(3000 + seed, pulse=4)
        yield _program(4000 + seed, waits=(30, 100), late=30, debugger="active", cycles=DEBUGGED)


def _program(seed: int, **around: object) -> Run:
    program = randprog.generate(seed, "interrupts")
    return Run(f"interrupts/{seed}", program.segments, lines=program.lines, seed=seed + 1, **around)
