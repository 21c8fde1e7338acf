# SPDX-License-Identifier: Apache-2.0
"""Work for which more than one paper prints cycles: papers/common.yaml.

The cycles of a design are a formula over the paper's claims. Worked out with the printed values it gives the paper's
cycles; worked out with what our records say of the same claims it gives ours, for the same design.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evariste.errors import UserError
from evariste.isa.load import read
from evariste.papers.formula import Formula
from evariste.papers.load import FOLDER, names, paper
from evariste.papers.rows import judged
from evariste.papers.schema import CommonFile


@dataclass(frozen=True)
class Design:
    """A design of a paper: cycles of the work in print, and here if all its claims were measured."""

    work: str
    paper: str
    machine: str
    design: str
    task: str
    printed: float
    here: float | None


def designs(records: Iterable[dict[str, Any]], path: Path = FOLDER / "common.yaml") -> list[Design]:
    """All designs, in the file's order. What the file names and nobody knows is refused."""
    known, found = list(records), []
    verdicts: dict[str, dict[str, float | None]] = {}
    for work in read(path, CommonFile).works:
        for d in work.designs:
            at = f"papers/{path.name}, {work.work}, {d.design}"
            if d.paper not in names():
                raise UserError(f"{at}: no paper is called {d.paper}.")
            whole = paper(d.paper)
            try:
                formula = Formula(d.printed, whole.head.machine)
            except ValueError as wrong:
                raise UserError(f"{at}: `{d.printed}` {wrong}.") from None
            if formula.records or not formula.claims or (lost := {*formula.claims} - {*whole.claims}):
                named = f"there is no claim {min(lost)}" if formula.claims and not formula.records else "claims only"
                raise UserError(f"{at}: `{d.printed}` is to be a formula over claims of {d.paper}: {named}.")
            if d.paper not in verdicts:
                verdicts[d.paper] = {claim.id: verdict.ours for claim, verdict in judged(d.paper, known)}
            ours = {name: verdicts[d.paper][name] for name in formula.claims}
            here = None
            if None not in ours.values():
                here = formula.value(lambda _: 0.0, lambda name, ours=ours: ours[name] or 0.0)  # type: ignore[misc]
            printed = formula.value(lambda _: 0.0, lambda name, whole=whole: whole.claims[name].best or 0.0)  # type: ignore[misc]
            found.append(Design(work.work, d.paper, whole.head.machine, d.design, d.task, printed, here))
    return found
