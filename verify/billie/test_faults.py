# SPDX-License-Identifier: Apache-2.0
"""Flipped bits while the core signs: a command that fails is computed by the library's own code."""

import pytest

from evariste.ecc.curves import binary_curves
from evariste.machines.billie import MACHINE, NAME
from evariste.machines.billie.faults import PLACES
from evariste.parts.mips.faults import Signature
from verify.accelerated import simulator
from verify.accelerated_faults import COMMAND, SOME, anywhere, flag_flipped_at_rest, outcomes
from verify.billie.programs import Code


@pytest.fixture(scope="module")
def signature() -> Signature:
    return Signature(NAME, MACHINE.configuration, binary_curves()["b163"])


def test_a_command_that_fails_costs_time_and_nothing_else(signature: Signature) -> None:
    assert outcomes(signature, SOME * [COMMAND]) == ({"masked"}, True)


def test_nor_does_a_digit_of_the_scalar_or_its_sign_stay_in_a_register() -> None:
    curve = binary_curves()["b163"]
    agreement = Signature(NAME, MACHINE.configuration, curve, "ecdh", [f"{MACHINE.verify}/registers_left.c"])
    assert outcomes(agreement, SOME * [COMMAND]) == ({"masked"}, True)


def test_a_result_that_never_comes_is_an_error(signature: Signature) -> None:
    """The tag says that the register waits, for a result that nobody owes."""
    words, bits = PLACES["tag"]
    found, late = outcomes(signature, [("tag", number % words, bits - 1) for number in range(SOME)])
    assert found <= {"masked", "silent"} and late


def test_a_flip_of_a_register_may_be_silent_but_no_flip_hangs(signature: Signature) -> None:
    found, _ = outcomes(signature, anywhere(PLACES, "register", 3 * SOME))
    assert found == {"masked", "silent"}


def test_a_flip_is_seen_while_the_accelerator_rests() -> None:
    assert flag_flipped_at_rest(simulator(NAME, MACHINE.configuration), Code()) == 1
