# SPDX-License-Identifier: Apache-2.0
"""Flipped bits while the core signs: a command that fails is computed by the library's own code."""

import random

import pytest

from evariste.ecc.curves import binary_curves
from evariste.machines.billie import MACHINE, NAME
from evariste.machines.billie.faults import PLACES
from evariste.parts.mips.faults import Signature

SOME = 30
HIGHEST = 24  # bit of a command: with it set, most are unassigned


@pytest.fixture(scope="module")
def signature() -> Signature:
    return Signature(NAME, MACHINE.configuration, binary_curves()["b163"])


def cycles(signature: Signature, count: int) -> list[int]:
    rng = random.Random(count)
    return [rng.randrange(signature.begin, signature.end) for _ in range(count)]


def test_a_command_that_fails_costs_time_and_nothing_else(signature: Signature) -> None:
    late = 0
    for cycle in cycles(signature, SOME):
        assert signature.run((cycle, "queue", 0, HIGHEST)) == "masked"
        late += signature.core.cycles > 2 * signature.length
    assert late


def test_a_result_that_never_comes_is_an_error(signature: Signature) -> None:
    """The tag says that the register waits, for a result that nobody owes."""
    words, bits = PLACES["tag"]
    late = 0
    for number, cycle in enumerate(cycles(signature, SOME)):
        assert signature.run((cycle, "tag", number % words, bits - 1)) in {"masked", "silent"}
        late += signature.core.cycles > 2 * signature.length
    assert late


def test_a_flip_of_a_register_may_be_silent_but_no_flip_hangs(signature: Signature) -> None:
    rng, found = random.Random(1), set[str]()
    for cycle in cycles(signature, 3 * SOME):
        words, bits = PLACES["register"]
        found.add(signature.run((cycle, "register", rng.randrange(words), rng.randrange(bits))))
    assert found == {"masked", "silent"}
