# SPDX-License-Identifier: Apache-2.0
"""Random instruction words, most of them legal, on the RTL and the interpreter in lock-step."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from evariste.commands.replay import command as replay
from evariste.errors import UserError
from evariste.machines.gfp.recipes import generate, words
from evariste.verification.randprog import run


def executed(first: int, count: int, waits: tuple[int, int] = (0, 0)) -> int:
    """Runs the soups from `first` on; gives the number of instructions executed."""
    machine = run.machine("gfp", "lockstep", waits=waits)
    total = 0
    for seed in range(first, first + count):
        program = generate(seed, "words")
        stop = run.execute(machine, program)
        if wrong := run.wrong_end(program, stop):
            pytest.fail(wrong, pytrace=False)
        total += stop.instructions
    return total


@pytest.mark.parametrize("waits", [(0, 0), (50, 50)], ids=["no waits", "waits"])
def test_the_engines_agree_wherever_random_words_lead(waits: tuple[int, int]) -> None:
    assert executed(0, 200, waits) > 10_000


@pytest.mark.full
@pytest.mark.parametrize("first", range(1000, 21_000, 1000))
def test_more_random_words(first: int) -> None:
    assert executed(first, 1000) > 50_000


def test_a_soup_is_replayed_by_its_name() -> None:
    stop = run.execute(run.machine("gfp", "lockstep"), generate(7, "words"))
    done = CliRunner().invoke(replay, ["words/7"])
    assert done.exit_code == 0
    assert f"words/7 on lockstep: {stop.instructions} instructions, {stop.cycles} cycles" in done.output


def test_a_soup_has_no_known_end_that_an_oracle_could_have() -> None:
    with pytest.raises(UserError, match="takes programs of the recipes common, base"):
        replay.main(["words/7", "--oracle"], standalone_mode=False)


def test_only_what_was_stored_over_is_no_difference() -> None:
    program = generate(7, "words")
    said = {"difference": f"{words.STALE}: ...", "limit": ""}
    assert [run.wrong_end(program, SimpleNamespace(reason=r, sentence=s)) for r, s in said.items()] == ["", ""]
    assert "r0 differs" in run.wrong_end(program, SimpleNamespace(reason="difference", sentence="r0 differs"))
