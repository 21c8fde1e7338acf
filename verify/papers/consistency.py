# SPDX-License-Identifier: Apache-2.0
"""Whether a paper's numbers agree with each other, by the `check` of each claim.

A printed number agrees with what its check gives when rounding to the printed digits explains the difference. Where
it does not, an erratum must say so, and its corrected value must be what the check gives.
"""

import functools
import math
import operator
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from evariste.gf.field import Field
from evariste.papers.load import Claim, Paper, paper

_FLOAT = 1e-9  # what binary arithmetic may lose


AES = Field(0x11B)


def sbox(a: int) -> int:
    """FIPS 197, section 5.1.1: the inverse, then a sum of its rotations and 0x63."""
    b = AES.inverse(a)
    return 0x63 ^ functools.reduce(operator.xor, ((b << i | b >> 8 - i) & 0xFF for i in range(5)))


NAMES = {"__builtins__": {}, "inverse": AES.inverse, "sbox": sbox}
whole = functools.cache(paper)  # each paper is read once, and not before a test asks for it


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


def holds(equation: str) -> bool:
    """Whether an equation of an erratum is true, to the digits of its right side, for any m and t in it.

    It is written as on the page: 2m^2 is 2 * m ** 2, and a comma groups thousands.
    """
    left, right = (re.sub(r"(?<![\w.])([\d.]+)(?=[mt]\b)", r"\1 * ", side.replace(",", "").replace("^", "**"))
                   for side in equation.split(" = "))  # fmt: skip
    last = Decimal(right.strip()).as_tuple().exponent if re.fullmatch(r"[\d.]+", right.strip()) else -9
    return all(abs(eval(left, NAMES | {"m": m, "t": m}) - eval(right, NAMES | {"m": m, "t": m})) <= 10**last / 2
               for m in (2, 5, 8))  # fmt: skip
