# SPDX-License-Identifier: Apache-2.0
"""Whether a paper's numbers agree with each other, by the `check` of each claim.

A printed number agrees with what its check gives when rounding to the printed digits explains the difference. Where
it does not, an erratum must say so, and its corrected value must be what the check gives.
"""

import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache

from evariste.papers.load import Claim, Paper, paper

_FLOAT = 1e-9  # what binary arithmetic may lose


whole = cache(paper)  # each paper is read once, and not before a test asks for it


class Claims(Mapping[str, Claim]):
    """The claims of a paper by their names, read when the first is asked for."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, key: str) -> Claim:
        return whole(self.name).claims[key]

    def __iter__(self) -> Iterator[str]:
        return iter(whole(self.name).claims)

    def __len__(self) -> int:
        return len(whole(self.name).claims)


def unit(claim: Claim, value: float) -> float:
    """One unit of the last digit that was printed."""
    digits = claim.digits
    if digits is None:
        exponent = Decimal(repr(value)).normalize().as_tuple().exponent if isinstance(value, float) else 0
        digits = max(0, -int(exponent))
    if isinstance(value, int):
        digits = 0
    return 10.0**-digits


def agrees(claim: Claim, value: float, computed: float) -> bool:
    """Whether `computed`, rounded as the paper rounds, is `value`; `slack` widens that on both sides."""
    step = unit(claim, value)
    if claim.rounding == "down":
        return value - _FLOAT <= computed + claim.slack and computed - claim.slack < value + step
    return abs(computed - value) <= step / 2 + claim.slack + _FLOAT * abs(value)


def disagreement(paper: Paper, claim: Claim) -> str | None:
    """A sentence on what does not fit between a claim's number, its check and its erratum; None when all fits."""
    if claim.check is None or claim.number is None:
        return None
    computed = paper.computed(claim)
    if not math.isfinite(computed):
        return f"{claim.id}: its check gives no number."
    printed = agrees(claim, claim.number, computed)
    corrected = claim.erratum.corrected if claim.erratum else None
    if not isinstance(corrected, int | float) or isinstance(corrected, bool):
        return None if printed else f"{claim.id}: {claim.number} is printed, and its check gives {computed:.6g}."
    if printed:
        return f"{claim.id}: an erratum corrects {claim.number}, which its check confirms."
    if not agrees(claim, corrected, computed):
        return f"{claim.id}: the erratum says {corrected}, and the check gives {computed:.6g}."
    return None
