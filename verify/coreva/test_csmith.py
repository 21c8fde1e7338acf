# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith, an independent generator, print the same as on this computer, in each setting of the passes."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste import cache, record
from evariste.vliw import fuse, guards, places
from verify.coreva import csmith, test_compiler
from verify.coreva.csmith import ALL, LEVELS, Differs, compare, means_the_same, smaller
from verify.coreva.test_compiler import PASSES, without_bits

SOME, GROUPS = 40, 8  # programs of each test run, in so many groups
OTHERS = [name for name in PASSES if name != "all"]
LONG = """#include <stdio.h>
static volatile unsigned known = 3;
__attribute__((noinline)) static unsigned other(unsigned x)
{
    x += 7;
    for (int i = 0; i < 3; i++)
    {
        x ^= x << 2;
        known++;
    }
    return x;
}
__attribute__((noinline)) static unsigned chosen(unsigned x, unsigned y)
{
    unsigned z = other(y);
    z ^= y;
    z |= x;
    if (x < y)
    {
        z += x;
    }
    else
    {
        z -= y;
    }
    return z;
}
int main(void)
{
    unsigned sum = other(known);
    sum += known;
    sum = chosen(known, sum);
    printf("%u", sum);
    return 0;
}
"""
FOUND = 603  # a program that shows guards that mean the opposite


@pytest.mark.parametrize("group", range(GROUPS))
def test_programs_of_csmith_mean_the_same_as_on_this_computer(group: int, tmp_path: Path) -> None:
    """Each with all passes, and with one of the other settings in turn."""
    seeds = range(group, SOME, GROUPS)
    ended = [compare(seed, tmp_path, "all", OTHERS[seed % len(OTHERS)]) for seed in seeds]
    assert sum(ended) > len(seeds) // 2


@pytest.mark.parametrize("kept", sorted(csmith.KEPT.glob("*.c")), ids=lambda path: path.stem)
def test_programs_that_were_wrong_stay_right(kept: Path, tmp_path: Path) -> None:
    assert means_the_same(kept.read_text(), kept.stem, tmp_path, *PASSES)


def test_an_origin_of_a_pointer_that_is_missed_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it may come from a constant."""
    monkeypatch.setattr(places, "_PHI", re.compile(r"\[ (\S+), %"))
    monkeypatch.setattr(places, "_all", lambda count, found, text: found)
    with pytest.raises(Differs):
        means_the_same((csmith.KEPT / "places.c").read_text(), "places", tmp_path, "all")


def test_a_program_that_differs_becomes_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an inclusive or becomes an exclusive one, what is left has it."""
    monkeypatch.setattr(fuse, "known", without_bits(fuse.known))
    small = smaller(LONG, tmp_path, "all", "-O2")
    assert "z |= x;" in small and len(small.splitlines()) < len(LONG.splitlines()) - 10
    with pytest.raises(Differs):
        means_the_same(small, "small", tmp_path, "all")
    monkeypatch.undo()
    assert means_the_same(small, "small", tmp_path, "all")


def test_the_campaign_notes_a_program_that_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "partner", lambda flag: flag)
    monkeypatch.setattr(csmith, "PASSES", {"all": PASSES["all"]})
    monkeypatch.setattr(csmith, "first", lambda opt: FOUND)
    monkeypatch.setattr(csmith, "keep", lambda *about: tmp_path / "kept.c")  # which takes minutes
    file = tmp_path / "records.json"
    for count in ("1", "2"):  # the second run goes on behind the first one
        done = CliRunner().invoke(csmith.main, ["--count", count, "--level", "-O2", "--json", str(file)])
        assert done.exit_code == 1, done.output
        (made,) = record.load(file)
        assert made["params"]["different"][:1] == [FOUND] and not made["verdict"]["passed"]
    assert made["params"]["programs"] == 2 and "(1 before)" in done.output


@pytest.mark.full
@pytest.mark.parametrize("opt", LEVELS)
def test_many_programs_of_csmith_mean_the_same_in_each_setting(opt: str) -> None:
    """The campaign, which goes on where the one before ended. Its file may be given to `python -m` as well."""
    file = cache.folder("csmith") / f"csmith{opt}.json"
    done = CliRunner().invoke(csmith.main, ["--level", opt, "--jobs", "1", "--json", str(file)])
    assert done.exit_code == 0, done.output
    (made,) = record.load(file)
    programs = made["params"]["programs"]
    assert programs == ALL // len(LEVELS) and made["params"]["left_out"] < programs // 2


def test_a_program_without_an_end_differs_unless_it_is_long_here_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_compiler, "CYCLES", 10)
    with pytest.raises(Differs):
        means_the_same(LONG, "long", tmp_path, "all")
    monkeypatch.setattr(csmith, "SHORT", -1.0)
    assert not means_the_same(LONG, "long", tmp_path, "all")
