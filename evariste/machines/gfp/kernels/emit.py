# SPDX-License-Identifier: Apache-2.0
"""From a problem and its stored schedule to assembly text."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path

from evariste import cache
from evariste.cache import keys
from evariste.machines.gfp import CHAIN
from evariste.machines.gfp.kernels.problem import Problem
from evariste.paths import ROOT

HERE = Path(__file__).resolve().parent
SCHEDULER = HERE / "scheduler.cpp"
SOURCES = (SCHEDULER, HERE / "allocator.hpp")
LABEL = "ev_"  # of every symbol of the library


@dataclass(frozen=True)
class Body:
    """Allocated instructions of one kernel and what its frame needs."""

    lines: tuple[str, ...]
    cycles: int
    slots: int
    reloaded: tuple[int, ...]
    moves: tuple[tuple[str, str], ...]  # values that end in the wrong register: (to, from)


@once
def scheduler() -> Path:
    """The compiled scheduler. Built again when its source or the compiler changes."""
    compiler = shutil.which("g++") or "g++"

    def make(folder: Path) -> None:
        command = [compiler, "-O3", "-ffp-contract=off", "-std=c++20", "-o", folder / "scheduler", SCHEDULER]
        subprocess.run(command, check=True)

    key = keys.digest(keys.tree(*SOURCES, __file__), keys.compiler(compiler))
    return cache.built("kernels", "scheduler", key, make, "building the scheduler", 5) / "scheduler"


def allocate(problem: Problem, schedule: str) -> Body:
    """Run the allocator over the stored order."""
    text = subprocess.run(
        [scheduler(), "emit"], input=problem.text() + schedule, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    head = text[0].split()
    facts = dict(zip(head[::2], map(int, head[1::2]), strict=True))
    if facts["failed"]:
        raise ValueError("The scheduler ran out of registers on this order; search again.")
    moves = tuple((m[2], m[1]) for m in re.finditer(r"@final v\d+ in (\w+) wants (\w+)", "\n".join(text)))
    reloaded = tuple(k for k in range(8) if facts["reloaded"] >> k & 1)
    lines = tuple(_place_pointer(line, facts["slots"], reloaded) for line in text[1:] if not line.startswith("@"))
    return Body(lines, facts["cost"], facts["slots"], reloaded, moves)


def _place_pointer(line: str, slots: int, reloaded: tuple[int, ...]) -> str:
    """Pointers pushed at entry stand above the spill slots, in the order of their registers."""
    return re.sub(r"#@(\d)", lambda m: f"#{4 * (slots + reloaded.index(int(m[1])))}", line)


def function(name: str, about: list[str], lines: list[str], section: str = "") -> str:
    """One function in its own section, or in another's. Its label is the kernel's name with the library's prefix."""
    section, name = LABEL + (section or name), LABEL + name
    out = [f"/* {line} */" for line in about]
    out += [f'.section .text.{section},"ax",%progbits', ".balign 4", f".global {name}", f".type {name}, %function"]
    out += [CHAIN.function, f"{name}:"]
    out += [line if line.endswith(":") else f"    {line}" for line in lines]
    return "\n".join([*out, f".size {name}, . - {name}", ""])


def straight(body: Body) -> list[str]:
    """A kernel that is called by BL and may change every register: frame, body, return."""
    saved = ", ".join([*(f"r{k}" for k in body.reloaded), "lr"])
    lines = [f"push {{{saved}}}"]
    if body.slots:
        lines.append(f"sub sp, #{4 * body.slots}")
    lines += body.lines
    drop = body.slots + len(body.reloaded)
    if drop:
        lines.append(f"add sp, #{4 * drop}")
    return [*lines, "pop {pc}"]


def search(problem: Problem, schedule: str, seed: int, steps: int, hot: float, cold: float) -> str:
    """Anneal from the given schedule (may be empty) and return the best one found."""
    result = subprocess.run(
        [scheduler(), "search", str(seed), str(steps), str(hot), str(cold)],
        input=problem.text() + schedule,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return result.stdout


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))
