# SPDX-License-Identifier: Apache-2.0
"""Random instruction words, most of them legal, on the RTL and the interpreter in lock-step."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from evariste.commands.replay import command as replay
from evariste.errors import UserError
from evariste.machines.gfp.recipes import words
from evariste.verification.randprog import run


def executed(first: int, count: int, waits: tuple[int, int] = (0, 0)) -> int:
    """Runs the soups from `first` on; gives the number of instructions executed."""
    machine = run.machine("lockstep", waits=waits)
    total = 0
    for seed in range(first, first + count):
        stop = words.execute(machine, seed)
        if wrong := words.wrong_end(stop):
            pytest.fail(f"words/{seed}: {wrong}", pytrace=False)
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
    stop = words.execute(run.machine("lockstep"), 7)
    done = CliRunner().invoke(replay, ["words/7"])
    assert done.exit_code == 0
    assert f"words/7 on lockstep: {stop.instructions} instructions, {stop.cycles} cycles" in done.output


@pytest.mark.parametrize("more", [["--disasm"], ["--oracle"], ["--elf", "x.elf"]])
def test_what_random_words_cannot_give_is_refused(more: list[str]) -> None:
    with pytest.raises(UserError, match="Random words can only be run"):
        replay.main(["words/7", *more], standalone_mode=False)


def test_only_what_was_stored_over_is_no_difference() -> None:
    said = {"difference": f"{words.STALE}: ...", "limit": ""}
    assert [words.wrong_end(SimpleNamespace(reason=r, sentence=s)) for r, s in said.items()] == ["", ""]
    assert words.wrong_end(SimpleNamespace(reason="difference", sentence="r0 differs")) == "r0 differs"
