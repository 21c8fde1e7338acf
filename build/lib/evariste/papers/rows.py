# SPDX-License-Identifier: Apache-2.0
"""Claims with their verdicts as rows of text, for the terminal and for documents."""

import functools
from collections.abc import Iterable
from typing import Any

from evariste.papers.load import Claim, Paper, paper
from evariste.papers.records import all_records, facts
from evariste.papers.schema import Value
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


def _with_unit(text: str, unit: str) -> str:
    """The unit behind the value: "1 cycle", "2 cycles"."""
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
    """All there is to say about one claim; `printed`, `ours` and `ratio` are text for people."""
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
