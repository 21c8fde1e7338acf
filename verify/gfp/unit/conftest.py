# SPDX-License-Identifier: Apache-2.0
"""Fixtures for the tests of single RTL blocks."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from evariste import sim
from evariste.paths import ROOT

Words = np.ndarray
Unit = Callable[[str, bytes, Words, Words], tuple[Words, Words]]
CHAINED = ("INV", "POW")  # the operations that go through the registers of the cascade


@pytest.fixture(scope="session")
def codes() -> dict[str, int]:
    """The operations of the unit, by name."""
    package = (ROOT / "rtl/gf/gf_pkg.sv").read_text()
    return {name: code for code, name in enumerate(re.findall(r"^    GF_(\w+)", package, re.M))}


@pytest.fixture(scope="session", params=(1, 2, 3, 4), ids="inverse of {} cycles".format)
def gf_unit(request: pytest.FixtureRequest, codes: dict[str, int]) -> Unit:
    """The Verilated rtl/gf/gf_unit.sv, built for each number of cycles: operation, descriptor, arrays of 32-bit words
    -> low and high words."""
    cycles: int = request.param

    def run(op: str, descriptor: bytes, a: Words, b: Words) -> tuple[Words, Words]:
        high, low = sim.gf_unit(codes[op], descriptor, a, b, cycles, cycles - 1 if op in CHAINED else 0)
        return low, high

    return run
