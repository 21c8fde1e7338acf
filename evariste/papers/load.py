# SPDX-License-Identifier: Apache-2.0
"""Reads papers/. Refuses an error with one sentence that names the file and the claim.

A paper is papers/NAME.yaml or the files of papers/NAME/. Groups are spread out into single claims.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.isa.load import read
from evariste.papers.formula import Formula
from evariste.papers.schema import Answer, Common, Erratum, File, Group, Head, PlannedFile, Value
from evariste.paths import INSTALLED, ROOT

FOLDER = ROOT / "papers"
NOT_PAPERS = ("common", "groups", "peers", "planned")
_ID = re.compile(r"[a-z0-9][\w.-]*")
_INHERITED = tuple(Common.__struct_fields__)


@dataclass(frozen=True)
class Claim:
    """One number or sentence of a paper; the fields are those of papers/schema.md."""

    id: str
    place: str
    quantity: str
    value: Value
    answer: Answer
    unit: str = ""
    conditions: str = ""
    whose: str = "own"
    relation: str = "="
    better: str = "same"
    tolerance: float | None = None
    digits: int | None = None
    rounding: str = "nearest"
    check: str | None = None
    slack: float = 0.0
    erratum: Erratum | None = None
    otherwise: str = ""

    @property
    def number(self) -> float | None:
        """The printed value, when it is a number."""
        return None if isinstance(self.value, str | bool) else self.value

    @property
    def best(self) -> float | None:
        """The corrected value where there is one, otherwise the printed one; None when it is no number."""
        value = self.erratum.corrected if self.erratum else self.value
        return None if isinstance(value, str | bool) else value


@dataclass(frozen=True)
class Paper:
    """A paper's head and its claims by id, in the order of the paper."""

    name: str
    head: Head
    claims: dict[str, Claim]

    def computed(self, claim: Claim) -> float:
        """What the claim's `check` gives from the best known values of the others."""
        if claim.check is None:
            raise ValueError(f"{claim.id} has no check")
        return Formula(claim.check, self.head.machine).value(lambda _: 0.0, lambda name: self.claims[name].best or 0.0)


def names(folder: Path = FOLDER) -> list[str]:
    """The papers there are."""
    found = {p.stem for p in folder.glob("*.yaml")} | {p.name for p in folder.iterdir() if p.is_dir()}
    return sorted(found - set(NOT_PAPERS))


def paper(name: str, folder: Path = FOLDER, known: Iterable[str] | None = None) -> Paper:
    """One paper. `known` are the workloads and records that answers may name; the default is all."""
    single = folder / f"{name}.yaml"
    files = [single] if single.exists() else sorted((folder / name).glob("*.yaml"))
    if not files:
        raise UserError(f"no paper is called {name}; papers/ holds {', '.join(names(folder))}.")
    head: Head | None = None
    claims: dict[str, Claim] = {}
    for path in files:
        content = read(path, File)
        place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        if content.paper and head:
            raise UserError(f"{place}: a second `paper` for {name}; one file of the folder holds it.")
        head = head or content.paper
        for group in content.groups:
            for claim in _spread(group, str(place)):
                if claim.id in claims:
                    raise UserError(f"{place}, {claim.id}: another claim of {name} has this id.")
                claims[claim.id] = claim
    if head is None:
        raise UserError(f"papers/{name}: no file says which paper it is (the key `paper`).")
    whole = Paper(name, head, claims)
    allowed = frozenset(known_names() if known is None else known)
    for claim in claims.values():
        _inspect(whole, claim, allowed)
    return whole


def planned(folder: Path = FOLDER) -> dict[str, str]:
    """The names in papers/planned.yaml and why each does not exist yet."""
    content = read(folder / "planned.yaml", PlannedFile)
    result: dict[str, str] = {}
    for entry in content.planned:
        if entry.name in result:
            raise UserError(f"papers/planned.yaml: {entry.name} appears twice.")
        result[entry.name] = entry.because
    return result


def existing() -> frozenset[str]:
    """Every workload that can be run, every committed record, and every instruction of the specification."""
    from evariste.bench import registry
    from evariste.papers.formula import all_records

    return frozenset(registry()) | {r["workload"] for r in all_records()}


@cache
def known_names() -> frozenset[str]:
    """What answers may name: what exists, and what papers/planned.yaml announces."""
    return existing() | planned().keys()


def _spread(group: Group, place: str) -> Iterator[Claim]:
    """The group's claims, with what the group says about all of them."""
    where = f"{place}, {group.place}"
    if (group.table is None) != (not group.rows) or (group.table is None) != (not group.columns):
        raise UserError(f"{where}: a table needs all of `table`, `columns` and `rows`; single claims need none.")
    for single in group.claims:
        at = f"{group.place}, {single.place}" if single.place else group.place
        yield _claim(where, single.id, at, single.quantity, single.value, [single, group])
    unused = set(group.cells)
    for row_name, row in group.rows.items():
        if len(row.cells) != len(group.columns):
            raise UserError(
                f"{where}, row {row_name}: {len(row.cells)} cells stand there for {len(group.columns)} columns."
            )
        for (column_name, column), value in zip(group.columns.items(), row.cells, strict=True):
            key = f"{row_name}.{column_name}"
            cell = group.cells.get(key)
            if value is None:
                continue
            unused.discard(key)
            quantity = (cell and cell.quantity) or column.quantity
            sources = [*([cell] if cell else []), column, group]
            swap = {"$row": row_name, "$title": row.title} | {f"${k}": v for k, v in row.set.items()}
            yield _claim(
                where, f"{group.table}.{key}", f"{group.place}, row {row.title}", quantity, value, sources, swap
            )
    if unused:
        raise UserError(f"{where}: `cells` names {sorted(unused)[0]}, which holds no value.")


def _claim(
    where: str,
    name: str,
    place: str,
    quantity: str,
    value: Value,
    sources: list[Any],
    swap: dict[str, str] | None = None,
) -> Claim:
    """One claim, each property taken from the first of the sources that has it."""
    swap = swap or {}

    def filled(text: Any) -> Any:
        if isinstance(text, Answer):
            return Answer(**{f: filled(getattr(text, f)) for f in Answer.__struct_fields__})
        if isinstance(text, str):
            for variable, content in swap.items():
                text = text.replace(variable, content)
        return text

    if not _ID.fullmatch(name):
        raise UserError(f"{where}: {name!r} is not an id; ids are letters, digits, dots and hyphens.")
    properties: dict[str, Any] = {}
    for field in _INHERITED:
        for source in sources:
            if getattr(source, field) is not None:
                properties[field] = filled(getattr(source, field))
                break
    if "answer" not in properties:
        raise UserError(f"{where}, {name}: no `answer` says what answers the claim, or why nothing can.")
    return Claim(id=name, place=place, quantity=filled(quantity), value=value, **properties)


def _inspect(whole: Paper, claim: Claim, known: frozenset[str]) -> None:
    """Refuse an answer or a check that cannot mean anything."""
    at = f"papers/{whole.name}, {claim.id}"
    answer = claim.answer
    kinds = [k for k in ("measured", "shown", "reason", "awaits") if getattr(answer, k) is not None]
    if len(kinds) != 1:
        said = " and ".join(kinds) or "none"
        raise UserError(f"{at}: an answer has one of measured, shown, reason and awaits; this one has {said}.")
    for name in ("check", "measured"):
        text = claim.check if name == "check" else answer.measured
        if text is None:
            continue
        if claim.number is None:
            raise UserError(f"{at}: `{name}` needs a value that is a number, not {claim.value!r}.")
        try:
            formula = Formula(text, whole.head.machine)
        except ValueError as e:
            raise UserError(f"{at}: {name} `{text}` {e}.") from None
        for other in formula.claims:
            if other not in whole.claims:
                raise UserError(f"{at}: {name} names the claim {other}, which {whole.name} does not have.")
            if whole.claims[other].best is None:
                raise UserError(f"{at}: {name} names the claim {other}, but its value is not a number.")
        if name == "check" and formula.records:
            raise UserError(f"{at}: check may name claims only; a record belongs into `measured`.")
        if name == "measured" and not formula.records:
            raise UserError(f"{at}: measured names no record; arithmetic over claims belongs into `check`.")
        for reference in formula.records:
            if reference.workload not in known and reference.machine in machines.names():
                raise UserError(
                    f"{at}: measured names {reference.workload}, which is neither a workload nor a record and "
                    "is not announced in papers/planned.yaml."
                )
    there = not INSTALLED and whole.head.machine in machines.names()
    if answer.shown is not None and there and not (ROOT / answer.shown).exists():
        raise UserError(f"{at}: shown names {answer.shown}, which does not exist.")
    if answer.shown is not None and not answer.says:
        raise UserError(f"{at}: shown needs `says`, a sentence on what the file shows.")
    if answer.awaits is not None and (ROOT / answer.awaits).exists():
        raise UserError(f"{at}: awaits names {answer.awaits}, which is there already.")
    if claim.erratum and claim.erratum.corrected == claim.value:
        raise UserError(f"{at}: the erratum corrects {claim.value!r} to itself.")
