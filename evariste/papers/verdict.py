# SPDX-License-Identifier: Apache-2.0
"""Compares a claim with the records: reproduced, exceeded, contradicted, explained or unanswered.

The rules, which papers/schema.md explains, are all in `_compare`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from evariste.papers.formula import Formula, Missing, number
from evariste.papers.load import Claim, Paper
from evariste.papers.schema import REASONS

Word = Literal["reproduced", "exceeded", "contradicted", "explained", "unanswered"]
WORDS: tuple[Word, ...] = ("reproduced", "exceeded", "contradicted", "explained", "unanswered")
DEFAULT_TOLERANCE = 0.02  # of figures of merit; a count must agree exactly
ABOUT = 0.1  # what "about" allows
FAR = 2.0  # a bound that is beaten by this factor is exceeded


@dataclass(frozen=True)
class Verdict:
    """The verdict, our number, its ratio to the paper's (None if there is none), and the reason in words."""

    word: Word
    ours: float | None
    ratio: float | None
    why: str


def verdict(paper: Paper, claim: Claim, records: Iterable[dict[str, Any]]) -> Verdict:
    """What the records say about one claim."""
    answer = claim.answer
    correction = (
        f"The paper's figure should be {claim.erratum.corrected}: {claim.erratum.because}" if claim.erratum else ""
    )
    said = _joined(answer.says, correction)
    if answer.reason is not None:
        return Verdict("explained", None, None, _joined(f"This is {REASONS[answer.reason]}.", said))
    if answer.awaits is not None:
        missing = f"The answer needs {answer.awaits}, which is not there yet."
        return Verdict("unanswered", None, None, _joined(missing, said))
    if answer.shown is not None:
        return Verdict("explained" if claim.erratum else "reproduced", None, None, f"{said} ({answer.shown})")
    records = list(records)
    try:
        ours = Formula(answer.measured or "", paper.head.machine).value(
            lambda reference: number(records, reference), lambda name: paper.claims[name].best or 0.0
        )
    except Missing as lacking:
        return Verdict("unanswered", None, None, _joined(str(lacking), said))
    target = claim.number or 0.0
    word = _compare(claim, ours, target)
    if word == "contradicted" and claim.erratum and claim.best is not None:
        word = "explained" if _compare(claim, ours, claim.best) != "contradicted" else word
    if word == "contradicted" and claim.otherwise and claim.better == "same":
        word, said = "explained", _joined(claim.otherwise, said)
    return Verdict(word, ours, ours / target if target else None, said)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _compare(claim: Claim, ours: float, target: float) -> Word:
    """Ours against one target, by the claim's relation, by which side is better, and by its tolerance."""
    if claim.relation in ("<", "<=", ">", ">="):
        if claim.relation.startswith("<"):
            holds, far = ours <= target, ours * FAR <= target
        else:
            holds, far = ours >= target, ours >= target * FAR
        strict = claim.relation in ("<", ">") and ours == target
        if not holds or strict:
            return "contradicted"
        return "exceeded" if far and claim.better != "same" else "reproduced"
    tolerance = claim.tolerance
    if tolerance is None:
        tolerance = 0.0 if claim.better == "same" else DEFAULT_TOLERANCE
    if claim.relation == "~":
        tolerance = max(tolerance, ABOUT)
    if abs(ours - target) <= tolerance * abs(target):
        return "reproduced"
    if claim.better == "same":
        return "contradicted"
    return "exceeded" if (ours < target) == (claim.better == "lower") else "contradicted"
