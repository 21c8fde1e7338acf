# SPDX-License-Identifier: Apache-2.0
"""Fixtures for the tests of single RTL blocks."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from evariste import build
from evariste.paths import ROOT

Words = np.ndarray
Unit = Callable[[str, bytes, Words, Words], tuple[Words, Words]]


@pytest.fixture(scope="session")
def gf_unit() -> Unit:
    """The Verilated rtl/gf/gf_unit.sv: operation, descriptor, arrays of 32-bit words -> low and high words."""
    build.sim("gf_unit")
    import _sim

    package = (ROOT / "rtl/gf/gf_pkg.sv").read_text()
    codes = {name: code for code, name in enumerate(re.findall(r"^    GF_(\w+)", package, re.M))}

    def run(op: str, descriptor: bytes, a: Words, b: Words) -> tuple[Words, Words]:
        high, low = _sim.gf_unit(codes[op], int.from_bytes(descriptor, "little"), a.tobytes(), b.tobytes())
        return np.frombuffer(low, np.uint32), np.frombuffer(high, np.uint32)

    return run
