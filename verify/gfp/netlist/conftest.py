# SPDX-License-Identifier: Apache-2.0
"""The Verilated Galois-field unit, as the tests of single blocks have it."""

from verify.gfp.unit.conftest import gf_unit

__all__ = ["gf_unit"]
