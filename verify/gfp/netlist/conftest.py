# SPDX-License-Identifier: Apache-2.0
"""The Verilated Galois-field unit, as the tests of single blocks have it."""

import pytest

from verify.gfp.unit.conftest import Unit, verilated


@pytest.fixture(scope="session")
def gf_unit() -> Unit:
    """The unit of the default configuration."""
    return verilated(1)
