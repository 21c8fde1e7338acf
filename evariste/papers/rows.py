# SPDX-License-Identifier: Apache-2.0
"""Claims with their verdicts as rows of text, for the terminal and for documents."""

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from evariste.errors import UserError
from evariste.isa.load import read
from evariste.papers.formula import all_records, facts
from evariste.papers.load import FOLDER, Claim, Paper, known_names, paper
from evariste.papers.schema import PeersFile, Value
from evariste.papers.verdict import Verdict, verdict

_SIGNS = {"=": "", "~": "about ", "<": "< ", "<=": "<= ", ">": "> ", ">=": ">= "}


@functools.cache
def _paper(name: str) -> Paper:
    return paper(name)


def judged(name: str, records: Iterable[dict[str, Any]] | None = None) -> list[tuple[Claim, Verdict]]:
    """The claims of a paper with their verdicts, from the given records or all committed ones."""
    known = all_records() if records is None else [*records, *facts()]
    whole = _paper(name)
    return [(claim, verdict(whole, claim, known)) for claim in whole.claims.values()]


def number(value: Value) -> str:
    """A value as text: thousands grouped, at most four significant digits behind a decimal point."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            short = f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.2f}"
            return f"{value:,.0f}" if value.is_integer() else short
    return value


def ratio(value: float) -> str:
    """A ratio as text: two digits behind the point, or two that count if it is small."""
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def _with_unit(text: str, unit: str) -> str:
    """The unit after the value: "1 cycle", "2 cycles"."""
    if text == "1" and unit.endswith("s") and unit not in ("ns", "ms"):
        unit = unit[:-1]
    return f"{text} {unit}" if unit else text


def printed(claim: Claim) -> str:
    """The paper's value with its sign and unit, and the correction where it has one."""
    value = claim.value
    text = value if isinstance(value, str) else f"{value:,}" if not isinstance(value, bool) else number(value)
    correction = f" (should be {number(claim.erratum.corrected)})" if claim.erratum else ""
    return f"{_SIGNS[claim.relation]}{_with_unit(text, claim.unit)}{correction}"


def row(name: str, claim: Claim, judgement: Verdict) -> dict[str, Any]:
    """Everything about one claim. `printed`, `ours` and `ratio` are text for readers."""
    ours = judgement.ours
    return {
        "paper": name,
        "claim": claim.id,
        "place": claim.place,
        "quantity": claim.quantity,
        "conditions": claim.conditions,
        "value": claim.value,
        "unit": claim.unit,
        "corrected": claim.erratum.corrected if claim.erratum else None,
        "measured": ours,
        "verdict": judgement.word,
        "why": judgement.why,
        "printed": printed(claim),
        "ours": "" if ours is None else _with_unit(number(ours), claim.unit),
        "ratio": "" if judgement.ratio is None else f"{judgement.ratio:.3g}",
    }


def peers(path: Path = FOLDER / "peers.yaml") -> PeersFile:
    """The file. Refused if an entry appears twice or has no cycles, or if a published entry has no source."""
    return _peers(path, path.read_bytes() if path.is_file() else b"")


@functools.cache
def _peers(path: Path, _text: bytes) -> PeersFile:
    content = read(path, PeersFile)
    known = known_names()
    for group in content.groups:
        at = f"papers/{path.name}, {group.quantity}"
        if group.workload is not None and group.workload not in known:
            raise UserError(f"{at}: {group.workload} is neither a workload nor announced in papers/planned.yaml.")
        names = [p.name for p in group.peers]
        for peer in group.peers:
            if names.count(peer.name) > 1:
                raise UserError(f"{at}: {peer.name} appears twice.")
            if peer.id and (group.workload is None or [p.id for p in group.peers].count(peer.id) > 1):
                raise UserError(
                    f"{at}, {peer.name}: an id must be the only one of its kind in a group that names a workload."
                )
            if peer.cycles <= 0:
                raise UserError(f"{at}, {peer.name}: {peer.cycles} cycles cannot be; they are positive.")
            if (peer.standing == "published") != bool(peer.source):
                raise UserError(f"{at}, {peer.name}: a published figure names its source, and a measured one has none.")
    return content
