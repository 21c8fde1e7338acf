# SPDX-License-Identifier: Apache-2.0
"""The cases: a decoder, the number of errors and erasures of its words, and the most cycles that a word may take."""

from dataclasses import dataclass

from evariste.codes.named import CODES
from evariste.codes.reference import Bch, ReedSolomon
from evariste.errors import UserError


@dataclass(frozen=True)
class Case:
    """Words of a named code; `bound` holds for the native backend. `short` is a decoder of bch_short.h."""

    name: str
    code: str
    errors: int
    erasures: int = 0
    bound: int | None = None
    short: int = 0

    @property
    def rs(self) -> ReedSolomon:
        code = CODES[self.code].code
        assert isinstance(code, ReedSolomon)
        return code

    @property
    def bch(self) -> Bch:
        code = CODES[self.code].code
        assert isinstance(code, Bch)
        return code

    @property
    def correctable(self) -> bool:
        """Is every word of the case within reach of the code?"""
        return not self.short and 2 * self.errors + self.erasures <= self.rs.checks


CASES = {
    case.name: case
    for case in (
        Case("rs255_239.e8", "paper-rs", 8, bound=4800),
        Case("rs255_239.e4", "paper-rs", 4, bound=4800),
        Case("rs255_239.e1", "paper-rs", 1, bound=4800),
        Case("rs255_239.s16", "paper-rs", 0, 16, bound=8000),
        Case("rs255_239.e7s2", "paper-rs", 7, 2, bound=7000),
        Case("rs255_239.e4s8", "paper-rs", 4, 8, bound=8000),
        Case("rs255_239.e9", "paper-rs", 9, bound=4800),
        Case("rs204_188.e8", "dvb", 8, bound=5100),
        Case("rs204_188.e9", "dvb", 9, bound=5100),
        Case("rs255_223.e16", "ccsds-16", 16, bound=14000),
        Case("rs255_223.e17", "ccsds-16", 17, bound=14000),
        Case("bch31_11", "paper-bch", 5, bound=306, short=31),
        Case("bch63_51", "wban", 2, bound=82, short=63),
        Case("bch63_51.4", "wban", 2, bound=298, short=4),
    )
}  # fmt: skip


def find(names: tuple[str, ...]) -> list[Case]:
    """The cases of these names, all for none."""
    for name in names:
        if name not in CASES:
            raise UserError(f"there is no case '{name}'; the cases are {', '.join(CASES)}.")
    return [CASES[name] for name in names or CASES]
