# SPDX-License-Identifier: Apache-2.0
"""Flipped bits while the core signs: a command that fails is computed by the library's own code."""

import pytest

from evariste.ecc.curves import curve, prime_curves
from evariste.machines.monte import MACHINE, NAME
from evariste.machines.monte.faults import PLACES
from evariste.parts.mips.faults import Signature
from verify.accelerated import simulator
from verify.accelerated_faults import COMMAND, SOME, anywhere, flag_flipped_at_rest, outcomes
from verify.monte.programs import Code


@pytest.fixture(scope="module")
def signature() -> Signature:
    return Signature(NAME, MACHINE.configuration, prime_curves()["p192"])


def test_a_command_that_fails_costs_time_and_nothing_else(signature: Signature) -> None:
    assert outcomes(signature, SOME * [COMMAND]) == ({"masked"}, True)


def test_nor_does_it_when_the_result_takes_the_place_of_the_point() -> None:
    agreement = Signature(NAME, MACHINE.configuration, prime_curves()["p192"], "ecdh")
    assert outcomes(agreement, SOME * [COMMAND]) == ({"masked"}, True)


@pytest.mark.parametrize("name", ["p192", "b163"])
def test_nor_does_a_digit_of_the_scalar_or_its_sign_stay_in_a_register(name: str) -> None:
    agreement = Signature(NAME, MACHINE.configuration, curve(name), "ecdh", [f"{MACHINE.verify}/registers_left.c"])
    assert outcomes(agreement, SOME * [COMMAND]) == ({"masked"}, True)


def test_a_flip_of_a_buffer_may_be_silent_but_no_flip_hangs(signature: Signature) -> None:
    found, _ = outcomes(signature, anywhere(PLACES, "buffer", 3 * SOME))
    assert found == {"masked", "silent"}


def test_a_flip_is_seen_while_the_accelerator_rests() -> None:
    assert flag_flipped_at_rest(simulator(NAME, MACHINE.configuration), Code()) == 1
