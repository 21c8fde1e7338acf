# SPDX-License-Identifier: Apache-2.0
"""The library's parsers survive what a fuzzer makes up: a sample by default, a million inputs each in full.

A control build of each target has a fault planted; it must be found, or the others' silence would mean nothing.
"""

import resource
from types import SimpleNamespace

import pytest

from evariste.verification import fuzz
from evariste.verification.fuzz import LIBRARY, MEMORY

TARGETS = list(LIBRARY.targets)
each = pytest.mark.parametrize("name", TARGETS)


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    LIBRARY.build(*TARGETS, *(f"{name}_planted" for name in TARGETS))


def survives(name: str, runs: int, seed: int) -> None:
    result = LIBRARY.run(name, runs, seed)
    assert result.passed, result.finding
    assert result.executions >= runs and result.inputs >= len(LIBRARY.seeds(name)), result
    assert result.edges > 50, "the code under test has been reached"
    print(f"{name}: {result.executions:,} executions, seed {seed}, {result.seconds:.1f} s, {result.edges} edges")


@each
def test_a_sample_is_survived(name: str) -> None:
    survives(name, 20_000, seed=1)


@pytest.mark.full
@each
def test_a_million_inputs_are_survived(name: str) -> None:
    survives(name, 1_000_000, seed=2)


@each
def test_a_planted_fault_is_found(name: str) -> None:
    found = LIBRARY.run(name, 200_000, planted=True)
    assert not found.passed and found.executions < 200_000, found
    assert "heap-buffer-overflow" in found.finding and "crash-" in found.finding, found.finding


@each
def test_the_first_inputs_are_text_and_are_read(name: str) -> None:
    found = LIBRARY.seeds(name)
    assert found and all(1 < len(seed) <= LIBRARY.targets[name].longest for seed in found)


def test_the_limit_of_memory_leaves_room_for_the_peak_of_the_process_that_starts_the_fuzzer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[str] = []

    def run(name: str, command: list[str], *_: object) -> fuzz.Result:
        limits.extend(word for word in command if word.startswith("-rss_limit_mb="))
        return fuzz.Result(name, 1, 1.0, 1, 1, "")

    monkeypatch.setattr(resource, "getrusage", lambda _: SimpleNamespace(ru_maxrss=3000 * 1024))
    monkeypatch.setattr(fuzz, "_run", run)
    LIBRARY.run("key", 1)
    assert limits == [f"-rss_limit_mb={MEMORY + 3000}"]
