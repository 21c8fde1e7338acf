# SPDX-License-Identifier: Apache-2.0
"""Where in a run a measurement was, and what parts of the machine counted there."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from evariste.errors import UserError

if TYPE_CHECKING:
    from evariste.sim import Machine


def slowest(machine: "Machine", stdout: str, label: str) -> tuple[int, int, int]:
    """Begin, end, and the cost of an empty pair, of the slowest measurement with this label."""
    pairs = machine.windows()
    labels = [line.split()[1] for line in stdout.splitlines() if line.startswith("cycles ")]
    if len(labels) == len(pairs):
        pairs = [pair for pair, name in zip(pairs, labels, strict=True) if name == label]
    if not pairs:
        raise UserError(f"nothing is measured under the label {label}.")
    begun, ended = [(0, 0), *machine.windows(empty=True)][-1]
    return *max(pairs, key=lambda pair: pair[1] - pair[0]), ended - begun


def counted(started: Callable[[], "Machine"], first: "Machine", stdout: str, label: str) -> dict[str, int]:
    """What parts of the machine counted in the slowest measurement of the program's first run: it runs once more, to
    the measurement's begin and to its end. The dozen instructions of the measurement itself are included.
    """
    begin, end, _ = slowest(first, stdout, label)
    core, before = started(), dict[str, int]()
    for cycle in (begin, end):
        core.run(max_cycles=cycle)
        if core.cycles < cycle:
            raise UserError(f"{label} is not measured where it was in the run before.")
        now = core.event_counts()
        before, taken = now, {name: value - before.get(name, 0) for name, value in now.items()}
    return taken
