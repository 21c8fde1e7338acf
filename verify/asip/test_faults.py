# SPDX-License-Identifier: Apache-2.0
"""Flipped bits while a ladder runs that checks its result: what the check cannot see is another scalar."""

import random

import pytest

from evariste.ecc import reference
from evariste.machines.asip import faults
from evariste.machines.asip.faults import Ladder

LATE = 700  # cycles behind which the operands have been checked


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    return Ladder("k163")


def point(words: tuple[int, ...]) -> tuple[int, int]:
    half = len(words) // 2
    x, y = (sum(w << 32 * i for i, w in enumerate(part)) for part in (words[:half], words[half:]))
    return x, y


def test_a_flip_of_the_scalar_is_silent_and_gives_the_multiple_by_that_scalar(ladder: Ladder) -> None:
    rng = random.Random(1)
    for bit in rng.sample(range(ladder.length - 1), 6):
        # Bits are read from the highest one down, in equal times.
        outcome, words = ladder.run(faults.bits()[f"m_k[{bit}]"], LATE)
        other = reference.multiply(ladder.curve, ladder.scalar ^ 1 << bit, (ladder.curve.gx, ladder.curve.gy))
        assert outcome == "silent" and point(words) == other


def test_flips_of_coordinates_are_never_silent(ladder: Ladder) -> None:
    rng, found = random.Random(2), set[str]()
    names = [name for name in faults.bits() if name.startswith(("w", "product", "m_b["))]
    for name in rng.sample(names, 60):
        found.add(ladder.run(faults.bits()[name], rng.randrange(LATE, ladder.cycles))[0])
    assert found == {"masked", "detected"}


def test_a_control_without_the_check_flips_of_coordinates_are_silent() -> None:
    rng, bare = random.Random(2), Ladder("k163", flags=0)
    names = [name for name in faults.bits() if name.startswith(("w", "product"))]
    found = {bare.run(faults.bits()[name], rng.randrange(LATE, bare.cycles))[0] for name in rng.sample(names, 20)}
    assert found == {"masked", "silent"}


def test_what_is_silent_is_on_the_curve(ladder: Ladder) -> None:
    rng, silent = random.Random(3), 0
    names = [name for name in faults.bits() if name.startswith(("c", "flags"))]
    for _ in range(60):
        outcome, words = ladder.run(faults.bits()[rng.choice(names)], rng.randrange(1, ladder.cycles))
        silent += outcome == "silent"
        assert outcome != "silent" or reference.on_curve(ladder.curve, point(words))
    assert silent


def test_a_flip_of_the_counter_of_steps_gives_another_point_of_the_curve(ladder: Ladder) -> None:
    outcomes = {bit: ladder.run(faults.bits()[f"c0[{bit}]"], LATE + 500 * bit) for bit in range(7)}
    assert {outcome for outcome, _ in outcomes.values()} == {"silent"}
    assert all(reference.on_curve(ladder.curve, point(words)) for _, words in outcomes.values())


def test_a_flip_behind_the_check_is_not_noticed(ladder: Ladder) -> None:
    outcome, words = ladder.run(faults.bits()["w2[3]"], ladder.cycles - 40)
    assert outcome == "silent" and not reference.on_curve(ladder.curve, point(words))
