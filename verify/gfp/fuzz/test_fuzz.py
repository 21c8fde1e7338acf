# SPDX-License-Identifier: Apache-2.0
"""What reads other people's bytes survives what a fuzzer makes up: a sample by default, ten million inputs in full.

A control build of each target has a fault planted; it must be found, or the others' silence would mean nothing.
"""

import shutil

import pytest

from evariste.errors import UserError
from evariste.machines.gfp.fuzz import SUITE
from evariste.verification.fuzz import Result
from verify.needs import require

SAMPLE, CAMPAIGN = 20_000, 10_000_000
IN_CPP = [name for name, target in SUITE.targets.items() if not target.python]
IN_PYTHON = [name for name, target in SUITE.targets.items() if target.python]
SLOW = {"gdb": 4, "listing": 100, "isa": 40}  # a sample of theirs is so much smaller


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    SUITE.build(*IN_CPP, "elf_planted", "gdb_planted")


def survives(name: str, runs: int, seed: int = 1) -> Result:
    if SUITE.targets[name].python:
        require("atheris")
    result = SUITE.run(name, runs, seed)
    assert result.passed, result.finding
    assert result.executions >= runs and result.inputs >= len(SUITE.seeds(name)), result
    print(f"{name}: {result.executions:,} executions, seed {seed}, {result.seconds:.1f} s, {result.edges} edges")
    return result


@pytest.mark.parametrize("name", SUITE.targets)
def test_a_sample_is_survived(name: str) -> None:
    result = survives(name, SAMPLE // SLOW.get(name, 1))
    assert result.edges > 50, "the code under test has been reached"


@pytest.mark.full
@pytest.mark.parametrize("name", SUITE.targets)
def test_ten_million_inputs_are_survived(name: str) -> None:
    whole = sum(target.share for target in SUITE.targets.values())
    survives(name, -(-CAMPAIGN * SUITE.targets[name].share // whole), seed=2)


@pytest.mark.parametrize("name", ["elf", "gdb", *IN_PYTHON])
def test_a_planted_fault_is_found(name: str) -> None:
    if name in IN_PYTHON:
        require("atheris")
    found = SUITE.run(name, 200_000, planted=True)
    assert not found.passed and found.executions < 200_000, found
    what = "AssertionError" if name in IN_PYTHON else "heap-buffer-overflow"
    assert what in found.finding and "crash-" in found.finding, found.finding


@pytest.mark.parametrize("name", SUITE.targets)
def test_the_first_inputs_are_text_and_are_read(name: str) -> None:
    found = SUITE.seeds(name)
    assert found and all(1 < len(seed) <= SUITE.targets[name].longest for seed in found)


def test_a_missing_compiler_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UserError, match="clang"):
        SUITE.build("elf")
