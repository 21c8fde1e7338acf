# SPDX-License-Identifier: Apache-2.0
"""Fixtures for the tests of single RTL blocks."""

from collections.abc import Callable

import numpy as np
import pytest

from evariste import sim
from evariste.verification.gf_unit import operations

Words = np.ndarray
Unit = Callable[[str, bytes, Words, Words], tuple[Words, Words]]
CHAINED = ("INV", "POW")  # the operations that go through the registers of the cascade


def verilated(cycles: int) -> Unit:
    """rtl/gf/gf_unit.sv, Verilated, with inverses of so many cycles: operation, descriptor, arrays of 32-bit words
    -> low and high words."""
    codes = operations()

    def run(op: str, descriptor: bytes, a: Words, b: Words) -> tuple[Words, Words]:
        high, low = sim.gf_unit(codes[op], descriptor, a, b, cycles, cycles - 1 if op in CHAINED else 0)
        return low, high

    return run


@pytest.fixture(scope="session", params=(1, 2, 3, 4), ids="inverse in {}".format)
def gf_unit(request: pytest.FixtureRequest) -> Unit:
    """The Verilated unit, built for each number of cycles."""
    cycles: int = request.param
    return verilated(cycles)
