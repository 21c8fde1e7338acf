# SPDX-License-Identifier: Apache-2.0
"""The papers' numbers agree with each other where they should, so that a typing slip in papers/ shows."""

import dataclasses
import re

import pytest

from evariste import tables
from evariste.papers import Paper, names
from evariste.papers.load import Claim
from evariste.papers.schema import Erratum
from evariste.papers.tables import _arithmetic, shown
from verify.papers import consistency
from verify.papers.consistency import agrees, disagreement, holds


@pytest.mark.parametrize("name", names())
def test_every_number_is_what_its_check_gives(name: str) -> None:
    whole = consistency.whole(name)
    assert [d for claim in whole.claims.values() if (d := disagreement(whole, claim))] == []


@pytest.mark.parametrize("name", names())
def test_a_number_is_called_wrong_only_with_a_recomputation(name: str) -> None:
    for claim in consistency.whole(name).claims.values():
        if claim.erratum and claim.number is not None and not isinstance(claim.erratum.corrected, str):
            assert claim.check, f"{claim.id} has a corrected number that nothing recomputes"


def slips(whole: Paper, claim: Claim) -> list[str]:
    """Complaints when the claim's number had been typed one last digit too high."""
    value = claim.value
    assert isinstance(value, int | float)
    digits = 0 if isinstance(value, int) else claim.digits or len(repr(value).partition(".")[2])
    wrong = dataclasses.replace(claim, value=round(value + 10**-digits, digits) if digits else value + 1)
    changed = Paper(whole.name, whole.head, {**whole.claims, claim.id: wrong})
    return [d for c in changed.claims.values() if (d := disagreement(changed, c))]


# Values whose last digit nothing in the paper recomputes: quoted from other work, wrong in print, or used only in
# ratios of few digits. They are typed here a second time.
SINGLE = {
    "chen2017": {
        "t3.mul.cells": 263, "t3.sq.cells": 73, "t7.note-memory": 2, "t7.note-other": 1,
        "t8.mul.erdem228": 4359, "t8.mul.erdem256": 5398, "t8.sqr.erdem228": 348, "t8.sqr.erdem256": 389,
        "t9.precomputation.clercq": 675, "t9.add.clercq": 68, "t9.add.direct": 66, "t9.add.karatsuba": 66,
        "t9.point_add.clercq": 34426, "t9.inv.clercq": 139000,
        "t10.control.total": 1005, "t10.delay": 2.91, "t13.own.energy": 35.5,
    },
    "iwasaki": {},
    "wang": {
        "t1.software.key": 163, "t1.wenger.key": 163, "t1.hein.key": 163, "t1.own.key": 233,
        "t1.software.cycles": 7216905, "t1.wenger.cycles": 341835, "t1.hein.cycles": 296299,
        "t2.clock": 10, "t2.voltage": 1.2,
    },
    "jungeblut": {
        "t1.base.clock": 200, "t1.ise.clock": 200, "t1.squ233.clock": 200, "t1.mul233.clock": 200,
        "t1.ff233.clock": 200,
        "t1.base.area": 237019, "t1.ise.area": 236704, "t1.squ233.area": 241577, "t1.mul233.area": 302714,
        "t1.ff233.area": 307825, "t3.ff233.mul": 2052, "t3.ff233.mul-rel": 100.0,
        "t4.squ233.mul": 67.12, "t4.squ233.mul-rel": 109.46, "t4.squ233.sqr": 1.79, "t4.squ233.sqr-rel": 17.44,
        "t4.squ233.word": 1.2, "t4.squ233.word-rel": 94.23, "t4.mul233.scalar": 20789.72, "t4.mul233.scalar-rel": 20.14,
        "t4.mul233.mul": 2.22, "t4.mul233.mul-rel": 3.61, "t4.mul233.sqr": 5.61, "t4.mul233.sqr-rel": 54.75,
        "t4.mul233.word": 1.0, "t4.mul233.word-rel": 78.36, "t4.ff233.word": 1.24, "t4.ff233.word-rel": 97.2,
    },
}  # fmt: skip
TABLES = {"chen2017": ("t3.", "t7.", "t8.", "t9.", "t10.", "t11.", "t12.", "t13."), "iwasaki": ("t1.",),
          "wang": ("t1.", "t2."), "jungeblut": ("t1.", "t2.", "t3.", "t4.")}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_wrong_last_digit_in_a_table_shows(name: str) -> None:
    whole = consistency.whole(name)
    tables = [c for c in whole.claims.values() if c.id.startswith(TABLES[name]) and c.number is not None]
    assert {c.id for c in tables if not slips(whole, c)} == set(SINGLE[name])


@pytest.mark.parametrize("name", SINGLE)
def test_the_numbers_that_stand_alone_are_typed_twice_alike(name: str) -> None:
    assert {key: consistency.whole(name).claims[key].value for key in SINGLE[name]} == SINGLE[name]


@pytest.mark.parametrize(
    ("value", "computed", "extra", "expected"),
    [
        (6.1, 6.13, {}, True),
        (6.1, 6.16, {}, False),
        (1.86, 1.866, {}, False),
        (1.86, 1.866, {"rounding": "down"}, True),
        (1.86, 1.871, {"rounding": "down"}, False),
        (7.3, 7.304, {"digits": 2}, True),
        (7.3, 7.306, {"digits": 2}, False),
        (60, 61.2, {"slack": 1}, True),
        (599, 599.4, {}, True),
        (599, 600, {}, False),
    ],
)
def test_a_check_allows_the_printed_rounding_and_no_more(
    value: float, computed: float, extra: dict, expected: bool
) -> None:
    claim = dataclasses.replace(next(iter(consistency.whole("chen2017").claims.values())), value=value, **extra)
    assert agrees(claim, value, computed) is expected


def test_an_erratum_that_its_check_denies_is_complained_of() -> None:
    whole = consistency.whole("chen2017")
    good = whole.claims["t10.control.total"]
    for erratum, said in ((Erratum(800, "x"), "the erratum says 800"), (None, "1005 is printed")):
        wrong = dataclasses.replace(good, erratum=erratum)
        changed = Paper(whole.name, whole.head, {**whole.claims, good.id: wrong})
        assert said in (disagreement(changed, wrong) or "")


@pytest.mark.parametrize("name", names())
def test_the_page_of_errata_works_out_every_wrong_number(name: str) -> None:
    whole = consistency.whole(name)
    for claim in whole.claims.values():
        if claim.erratum and claim.number is not None and claim.best is not None:
            shown = _arithmetic(whole, claim)
            assert re.search(r"[=:] -?[\d,.]+$", shown), f"{claim.id}: {shown!r}"
            result = float(re.split(r"[=:] ", shown)[-1].replace(",", ""))
            assert result == pytest.approx(claim.best, rel=0.02), claim.id


MISPRINTS = {"fig1.line-1"}  # a letter is wrong; there is nothing to work out


@pytest.mark.parametrize("name", names())
def test_every_erratum_has_its_arithmetic_and_every_equation_of_it_is_true(name: str) -> None:
    whole, records = consistency.whole(name), tables.records()
    for claim in whole.claims.values():
        if claim.erratum and claim.id not in MISPRINTS:
            equations = shown(whole, claim, records)
            assert equations or claim.check, f"{claim.id}: nothing shows it"
            assert [e for e in equations if not holds(e)] == [], claim.id


@pytest.mark.parametrize(("equation", "true"), [
    ("2m^2 - m + 2.25 * (2m^2 - 3m + 1) = 6.5m^2 - 7.75m + 2.25", True), ("6.5m^2 = 6.5m^2 - 7.75m + 2.25", False),
    ("431 / 35.5 = 12.14", True), ("431 / 35.5 = 12.15", False), ("sbox(0x53) = 0xed", True), ("0x0b = 12", False),
    ("5 * 1,000 = 5,000", True), ("2t - t = t", True), ("2t = t", False),
])  # fmt: skip
def test_a_wrong_equation_is_noticed(equation: str, true: bool) -> None:
    assert holds(equation) is true
