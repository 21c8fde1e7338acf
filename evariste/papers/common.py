# SPDX-License-Identifier: Apache-2.0
"""What more than one paper prints, of the same work: papers/common.yaml.

The cycles of a design are a claim of the paper, and ours are what our records say of the same claim. Where the paper
does not print them, they are a formula over its claims. Then the file says how they follow, and names our record of the
same work. Energies and sizes in print are of processes that nobody else has, so the file names our records of the same
design beside them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from evariste.errors import UserError
from evariste.isa.load import read
from evariste.papers.formula import Formula, number, written
from evariste.papers.load import FOLDER, Paper, names, paper
from evariste.papers.rows import judged
from evariste.papers.rows import number as text_of
from evariste.papers.schema import CommonFile

UM2 = 1e6  # square nanometres of a square micrometre


@dataclass(frozen=True)
class Figure:
    """A number of a paper. If it is computed from what the paper prints: how, and the formula with its numbers."""

    value: float
    how: str
    worked: str


@dataclass(frozen=True)
class Design:
    """A design of a paper: cycles of the work there, and here if they were measured; and energy in nJ, where the paper
    has one, there and of the same circuit here. `differs`: why it is not to be compared with the others of its work."""

    work: str
    paper: str
    machine: str
    design: str
    task: str
    printed: Figure
    here: float | None
    energy: tuple[Figure, float] | None
    differs: str


@dataclass(frozen=True)
class Size:
    """A circuit of a paper: its area in print, in which unit, in squares of the process's length if that is an area,
    and gate equivalents here."""

    paper: str
    machine: str
    design: str
    printed: float
    unit: str
    squares: float | None
    here: float


class _Worked:
    """The formulas of a paper in the file, worked out."""

    def __init__(self, name: str, records: list[dict[str, Any]], at: str) -> None:
        if name not in names():
            raise UserError(f"{at}: no paper is called {name}.")
        self.whole: Paper = paper(name)
        self.records = records

    @cached_property
    def ours(self) -> dict[str, float | None]:
        """What our records say of each claim."""
        return {claim.id: verdict.ours for claim, verdict in judged(self.whole.name, self.records)}

    def formula(self, text: str, at: str) -> Formula:
        """A formula over claims of the paper, and nothing else."""
        try:
            formula = Formula(text, self.whole.head.machine)
        except ValueError as wrong:
            raise UserError(f"{at}: `{text}` {wrong}.") from None
        if formula.records or not formula.claims or (lost := {*formula.claims} - {*self.whole.claims}):
            named = f"there is no claim {min(lost)}" if formula.claims and not formula.records else "claims only"
            raise UserError(f"{at}: `{text}` is to be a formula over claims of {self.whole.name}: {named}.")
        return formula

    def printed(self, formula: Formula) -> float:
        return formula.value(lambda _: 0.0, lambda name: self.whole.claims[name].best or 0.0)

    def figure(self, text: str, how: str, at: str) -> Figure:
        """What a formula gives. One that is more than a claim has to say how, and no other has."""
        formula = self.formula(text, at)
        alone = text == f"{{{formula.claims[0]}}}"
        if alone == bool(how):
            wrong = "is a claim: it is printed, not computed" if alone else "is no claim: `computed` is to say how"
            raise UserError(f"{at}: `{text}` {wrong}.")
        return Figure(self.printed(formula), self.said(how), self.said(text))

    def said(self, text: str) -> str:
        """A text with the values of the claims in it."""
        return written(text, self.whole.head.machine, str, lambda name: text_of(self.whole.claims[name].best or 0))

    def recorded(self, text: str) -> float:
        """A formula over our records, and claims of the paper."""
        formula = Formula(text, self.whole.head.machine)
        return formula.value(lambda reference: number(self.records, reference),
                             lambda name: self.whole.claims[name].best or 0.0)  # fmt: skip


def _worked(content: CommonFile, path: Path, records: Iterable[dict[str, Any]]) -> dict[str, _Worked]:
    known = list(records)
    named = [(d.paper, f"{w.work}, {d.design}") for w in content.works for d in w.designs]
    named += [(s.paper, s.design) for s in content.sizes]
    return {name: _Worked(name, known, f"papers/{path.name}, {at}") for name, at in dict(named).items()}


def designs(records: Iterable[dict[str, Any]], path: Path = FOLDER / "common.yaml") -> list[Design]:
    """All designs, in the file's order. What the file names and nobody knows is refused."""
    content, found = read(path, CommonFile), []
    papers = _worked(content, path, records)
    for work in content.works:
        for d in work.designs:
            of, at = papers[d.paper], f"papers/{path.name}, {work.work}, {d.design}"
            cycles = of.figure(d.printed, d.computed, at)
            if bool(d.here) != bool(d.computed):
                raise UserError(f"{at}: `here` is for cycles that are computed, and only for them.")
            here = of.recorded(d.here) if d.here else of.ours[of.formula(d.printed, at).claims[0]]
            energy = d.energy and (of.figure(d.energy.printed, d.energy.computed, at), of.recorded(d.energy.here))
            found.append(Design(work.work, d.paper, of.whole.head.machine, d.design, d.task, cycles, here, energy,
                                d.differs))  # fmt: skip
    return found


def sizes(records: Iterable[dict[str, Any]], path: Path = FOLDER / "common.yaml") -> list[Size]:
    """All circuits of which a paper prints a size, in the file's order."""
    content, found = read(path, CommonFile), []
    papers = _worked(content, path, records)
    for s in content.sizes:
        of, at = papers[s.paper], f"papers/{path.name}, {s.design}"
        printed = of.printed(of.formula(s.printed, at))
        node = s.node and of.printed(of.formula(s.node, at))
        found.append(Size(s.paper, of.whole.head.machine, s.design, printed, s.unit,
                          printed * UM2 / node**2 if node else None, of.recorded(s.here)))  # fmt: skip
    return found
