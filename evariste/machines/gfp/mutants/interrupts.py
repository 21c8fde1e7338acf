# SPDX-License-Identifier: Apache-2.0
"""Mutants of the interrupt controller, SysTick and their connection to the core, in a core with interrupts.

The programs are the directed ones of verify/gfp/interrupts, and those of lock-step with interrupts: lines that change
in random cycles, handlers that do more than return. What none of them kills is put to the proofs
(controller.py).
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from evariste.errors import UserError
from evariste.machines.gfp import VERIFY, recipes, soc
from evariste.machines.gfp.mutants import controller
from evariste.machines.gfp.mutants.core import DEBUGGED, TOP, Hunt, Run, observe
from evariste.paths import ROOT
from evariste.verification.mutation import Mutant

__all__ = ["ELABORATE", "SELECTION", "TOP", "Hunt", "judge", "observe", "plan", "random"]

LINES = controller.LINES
INSTANCE = r"$flatten\u_core.\u_interrupts."
SELECTION = rf"gfp_soc/c:{INSTANCE}*"
ELABORATE = soc.read(("-GGF=1", f"-GINTERRUPTS={LINES}"))
DIRECTED = f"{VERIFY}/interrupts"  # its programs, as they start on the interpreter
LONGEST = 30_000  # cycles of one of them; some sleep to the end


def plan(rounds: int) -> Iterator[Run]:
    """The directed programs, then the random ones of so many rounds."""
    yield from directed()
    yield from random(0, rounds)


def random(first: int, rounds: int) -> Iterator[Run]:
    """Seven programs for each round: with and without wait states, late answers, a debugger, pulses, stacks that are
    lost."""
    for seed in range(first, first + rounds):
        yield _program(seed)
        yield _program(1000 + seed, waits=(60, 60), late=60)
        yield _program(2000 + seed, debugger="active", cycles=DEBUGGED)
        yield _program(3000 + seed, pulse=4)
        yield _program(4000 + seed, waits=(30, 100), late=30, debugger="active", cycles=DEBUGGED)
        yield _program(seed, "nested frames")
        yield _program(1000 + seed, "nested frames", waits=(60, 60), late=60)


def _program(seed: int, recipe: str = "interrupts", **around: object) -> Run:
    program = recipes.generate(seed, recipe)
    return Run(f"{recipe}/{seed}", program.segments, lines=program.lines, seed=seed + 1, **around)


@cache
def directed() -> list[Run]:
    """The programs of the tests in DIRECTED, each once, as one run of these tests on the interpreter notes them."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        noted = Path(folder) / "programs"
        command = [sys.executable, "-m", "pytest", DIRECTED, "-q", "-n", "0", "-k", "iss", "-p", "no:cacheprovider"]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "EVARISTE_NOTED": str(noted)}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
        if done.returncode:
            raise UserError(f"the tests of {DIRECTED} fail, so that their programs cannot be run on mutants.")
        found = list(dict.fromkeys(noted.read_text().splitlines()))
    return [_directed(number, **json.loads(line)) for number, line in enumerate(found)]


def _directed(number: int, image: str, lines: list[list[int]]) -> Run:
    changes = [(cycle, levels) for cycle, levels in lines]
    return Run(f"directed/{number}", [(0, bytes.fromhex(image))], lines=changes, cycles=LONGEST, seed=number + 1)


def judge(mutants: Sequence[Mutant]) -> dict[int, str]:
    """What the proofs say of mutants that no program kills."""
    return controller.judge(mutants, ELABORATE, TOP, INSTANCE)
