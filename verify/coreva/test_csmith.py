# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith, an independent generator, print the same as on this computer, in each setting of the passes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste import record
from evariste.vliw import guards
from verify.coreva import csmith
from verify.coreva.csmith import ALL, LEVELS, compare, first
from verify.coreva.test_compiler import PASSES

SOME = (2, 4, 5)
FOUND = 603  # a program that shows guards that mean the opposite


def test_programs_of_csmith_mean_the_same_as_on_this_computer(tmp_path: Path) -> None:
    assert all(compare(seed, tmp_path, "all") for seed in SOME)


def test_the_campaign_notes_a_program_that_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "partner", lambda flag: flag)
    monkeypatch.setattr(csmith, "PASSES", {"all": PASSES["all"]})
    monkeypatch.setattr(csmith, "first", lambda opt: FOUND)
    file = tmp_path / "records.json"
    for count in ("1", "2"):  # the second run goes on behind the first one
        done = CliRunner().invoke(csmith.main, ["--count", count, "--level", "-O2", "--json", str(file)])
        assert done.exit_code == 1, done.output
        (made,) = record.load(file)
        assert made["params"]["different"][:1] == [FOUND] and not made["verdict"]["passed"]
    assert made["params"]["programs"] == 2 and "(1 before)" in done.output


@pytest.mark.full
@pytest.mark.parametrize("opt", LEVELS)
def test_many_programs_of_csmith_mean_the_same_in_each_setting(opt: str, tmp_path: Path) -> None:
    seeds = range(first(opt), first(opt) + ALL // len(LEVELS))
    assert sum([compare(seed, tmp_path, *PASSES, opt=opt) for seed in seeds]) > len(seeds) // 2
