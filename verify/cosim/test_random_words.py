# SPDX-License-Identifier: Apache-2.0
"""Random instruction words, most of them legal, on the RTL and the interpreter in lock-step."""

import pytest

from evariste.progen import run, words

CYCLES = 500
STALE = "stored over after it was fetched"  # without an ISB either word may execute: there the program ends


def executed(first: int, count: int, waits: tuple[int, int] = (0, 0)) -> int:
    """Runs the soups from `first` on; gives the number of instructions executed."""
    machine = run.machine("lockstep", waits=waits)
    total = 0
    for seed in range(first, first + count):
        machine.clear()
        for address, data in words.soup(seed):
            machine.write(address, data)
        machine.reset()
        stop = machine.run(max_cycles=CYCLES)
        if stop.reason == "difference" and STALE not in stop.sentence:
            pytest.fail(f"words/{seed}: {stop.sentence}", pytrace=False)
        total += stop.instructions
    return total


@pytest.mark.parametrize("waits", [(0, 0), (50, 50)], ids=["no waits", "waits"])
def test_the_engines_agree_wherever_random_words_lead(waits: tuple[int, int]) -> None:
    assert executed(0, 200, waits) > 10_000


@pytest.mark.full
@pytest.mark.parametrize("first", range(1000, 21_000, 1000))
def test_more_random_words(first: int) -> None:
    assert executed(first, 1000) > 50_000
