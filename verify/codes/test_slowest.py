# SPDX-License-Identifier: Apache-2.0
"""How long do the decoders take at most? The bounds, the words that come nearest to them, and the search for those."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from evariste import machines, record
from evariste.cache.keys import Store
from evariste.commands.slowest import command
from evariste.errors import UserError
from evariste.machines import DEFAULT
from evariste.paths import ROOT
from evariste.slowest import campaign, patterns
from evariste.slowest.patterns import CASES, Case, find

NATIVE = machines.default().native
WHERE = DEFAULT, NATIVE
RECORDS: list[dict[str, Any]] = json.loads((ROOT / "doc/records/slowest.json").read_text())
BOUNDS = machines.default().bounds
REED_SOLOMON = [case for case in CASES.values() if not case.short]


def name(value: Any) -> str:
    """What a test is called."""
    if isinstance(value, dict):
        return f"{value['backend']}-{value['params']['case']}"
    return getattr(value, "name", str(value))


def test_every_case_has_a_record() -> None:
    assert sorted(found["params"]["case"] for found in RECORDS if found["backend"] == NATIVE) == sorted(CASES)


@pytest.mark.parametrize("found", RECORDS, ids=name)
def test_the_slowest_word_found_takes_what_its_record_says(found: dict[str, Any]) -> None:
    case = CASES[found["params"]["case"]]
    cycles = campaign.word_cycles(case, found["slowest"], DEFAULT, found["backend"])
    assert found["backend"] != NATIVE or cycles <= BOUNDS[case.name]
    if found["versions"]["gcc"] == record.versions(DEFAULT)["gcc"]:
        assert cycles == found["cycles"]


def test_the_slowest_word_takes_as_long_on_the_rtl() -> None:
    case = CASES["rs255_239.e8"]
    for found in (r for r in RECORDS if r["params"]["case"] == case.name):
        on_rtl, quickly = (
            campaign.word_cycles(case, found["slowest"], DEFAULT, found["backend"], engine) for engine in ("rtl", "iss")
        )
        assert on_rtl == quickly


@pytest.mark.parametrize("found", RECORDS, ids=name)
def test_a_record_keeps_to_its_bound_and_counts_a_million_words_or_all(found: dict[str, Any]) -> None:
    spread = found["spread"]
    assert found["verdict"]["passed"]
    assert found["backend"] != NATIVE or found["cycles"] <= BOUNDS[found["params"]["case"]]
    assert spread["mean"] <= spread["p999"] <= spread["max"] <= found["cycles"]
    assert spread["runs"] >= 1_000_000 or spread["every_syndrome"]


@pytest.mark.parametrize("start", patterns.STARTS, ids=lambda start: start.__name__)
@pytest.mark.parametrize("case", REED_SOLOMON, ids=name)
def test_words_that_decoders_find_special_are_decoded_within_the_bound(case: Case, start: Any) -> None:
    rng = np.random.default_rng(7)
    cycles, wrong = campaign.decode(case, start(case, 60 if case.errors < 16 else 20, rng), rng, *WHERE)
    assert wrong == 0 and cycles.max() <= BOUNDS[case.name]


@pytest.mark.full
@pytest.mark.parametrize("case", REED_SOLOMON, ids=name)
def test_a_climb_from_every_kind_of_word_stays_within_the_bound(case: Case) -> None:
    for number in range(len(patterns.STARTS)):
        portion = campaign.Portion(case.name, campaign.SEARCH, 1000 + number, 0, campaign.made_by(*WHERE), *WHERE)
        result = campaign.run(portion)
        assert result["wrong"] == 0 and result["cycles"][-1] <= BOUNDS[case.name]


def elements(field: patterns.Arithmetic, places: np.ndarray) -> list[int]:
    """The inverse locators."""
    return field.exp[field.order - field.log[field.locators(places)]].tolist()


def rank(points: list[int]) -> int:
    """The dimension over GF(2) of the smallest affine subspace with these points."""
    basis: list[int] = []
    for vector in (point ^ points[0] for point in points):
        for b in basis:
            vector = min(vector, vector ^ b)
        if vector:
            basis.append(vector)
    return len(basis)


def test_the_patterns_are_what_their_names_say() -> None:
    case, rng = CASES["rs255_239.e8"], np.random.default_rng(3)
    field = patterns.arithmetic(case)
    for start in patterns.STARTS:
        places, values = start(case, 30, rng)
        assert all(len(set(row)) == 8 for row in places.tolist()) and places.min() >= 0 and places.max() < 255
        assert values.all()
    assert ((field.polynomials(patterns.missing(case, 30, rng)[0]) == 0).sum(axis=1) >= 1).mean() > 0.9
    assert ((field.polynomials(patterns.without(case, 200, rng)[0]) == 0).sum(axis=1) >= 1).mean() > 0.5
    assert np.mean([rank(elements(field, row)) <= 4 for row in patterns.affine(case, 40, rng)[0]]) > 0.5
    places, values = patterns.silent(case, 50, rng)
    assert (np.bitwise_xor.reduce(values, axis=1) == 0).any()  # the first syndrome, as first_root is 0


def test_every_word_of_a_short_code_is_within_its_bound() -> None:
    for name_ in ("bch63_51", "bch31_11"):
        case = CASES[name_]
        portion = campaign.portions(case, 1, 0, *WHERE)[0]
        result = campaign.run(portion)
        assert result["wrong"] == 0 and result["cycles"][-1] <= BOUNDS[case.name]
        assert sum(result["counts"]) == portion.words


def test_what_was_counted_is_counted_once(tmp_path: Path) -> None:
    case = CASES["rs204_188.e8"]
    wanted = [campaign.Portion(case.name, campaign.RANDOM, i, 40, campaign.made_by(*WHERE), *WHERE) for i in range(3)]
    kept = Store(tmp_path)
    first = dict(campaign.campaign(wanted[:2], 1, kept=kept))
    assert len(list(kept)) == 2
    again = dict(campaign.campaign(wanted, 1, kept=kept))
    assert {p: again[p] for p in wanted[:2]} == first and len(again) == 3


def test_the_command_joins_its_records_to_those_of_other_cases(tmp_path: Path) -> None:
    out = tmp_path / "slowest.json"
    for case in ("bch63_51", "rs255_239.e4"):
        done = CliRunner().invoke(command, [case, "--words", "50", "--climbs", "0", "-j", "1", "--json", str(out)],
                                  catch_exceptions=False)  # fmt: skip
        assert done.exit_code == 0, done.output
    assert [r["params"]["case"] for r in json.loads(out.read_text())] == ["bch63_51", "rs255_239.e4"]


def test_an_unknown_case_is_named() -> None:
    with pytest.raises(UserError, match="no case 'rs1'"):
        find(("rs1",))
