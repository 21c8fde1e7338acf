# SPDX-License-Identifier: Apache-2.0
"""Does the time or any address of compiled code depend on a secret? And would we notice?"""

import pytest

from evariste.build import cc
from evariste.verification import ct

CONFIGURATIONS = ("base", "ise", "clmul", "mul233", "squ233", "ff233")


def test_aes_runs_in_constant_time() -> None:
    elf = cc.compile(["sw/apps/aes_ct.c"], machine="coreva")
    verdict = ct.check("coreva", elf, runs=20, length=128, configuration="base", args=["128", "block"])
    assert verdict.passed, verdict.sentence


@pytest.mark.parametrize("configuration", ["x", *(pytest.param(c, marks=pytest.mark.full) for c in CONFIGURATIONS)])
@pytest.mark.parametrize("curve", ["k233", "b233"])
def test_a_secret_multiple_of_a_point_takes_constant_time(curve: str, configuration: str) -> None:
    """With the kernels that the configuration has."""
    elf = cc.compile(["sw/apps/ecc_ct.c"], machine="coreva", extra=[f"-mcpu={configuration}"])
    verdict = ct.check("coreva", elf, runs=10, length=80, configuration=configuration, args=[curve, "mul"])
    assert verdict.passed, verdict.sentence


@pytest.mark.parametrize("leak", ["branch", "address"])
def test_a_leak_is_found_behind_guards_too(leak: str) -> None:
    elf = cc.compile(["sw/apps/ct_control.c"], machine="coreva")
    verdict = ct.check("coreva", elf, runs=20, length=64, configuration="base", args=[leak])
    assert not verdict.passed and "NOT constant time" in verdict.sentence
