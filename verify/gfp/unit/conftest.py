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


@pytest.fixture(scope="session")
def gf_unit() -> Unit:
    """The Verilated rtl/gf/gf_unit.sv: operation, descriptor, arrays of 32-bit words -> low and high words."""
    package = (ROOT / "rtl/gf/gf_pkg.sv").read_text()
    codes = {name: code for code, name in enumerate(re.findall(r"^    GF_(\w+)", package, re.M))}

    def run(op: str, descriptor: bytes, a: Words, b: Words) -> tuple[Words, Words]:
        high, low = sim.gf_unit(codes[op], descriptor, a, b)
        return low, high

    return run
