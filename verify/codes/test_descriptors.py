# SPDX-License-Identifier: Apache-2.0
"""Parameters of codes and checksums that a random generator makes up: they are refused, or the code works in exactly
the memory that it asks for.

The program is compiled with sanitizers. A control build gives the library tables that are a word short; that must be
found, or the silence of the others would mean nothing.
"""

from pathlib import Path

import pytest

from verify.codes.host import run, sanitized

SAMPLE, CAMPAIGN = 1500, 200_000


def survive(program: Path, seed: int, count: int) -> None:
    done = run(program, seed, count)
    assert done.returncode == 0, done.stdout + done.stderr
    taken = [int(number) for number in done.stdout.split()]
    assert min(taken) > count // 10, "descriptors of every kind have been taken"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sanitized("descriptors", tmp_path_factory.mktemp("descriptors"))


def test_a_sample_of_descriptors_is_refused_or_works(program: Path) -> None:
    survive(program, 1, SAMPLE)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_descriptors_are_refused_or_work(program: Path, seed: int) -> None:
    survive(program, seed, CAMPAIGN)


def test_tables_a_word_short_are_found(tmp_path: Path) -> None:
    done = run(sanitized("descriptors", tmp_path, "-DPLANTED"), 1, SAMPLE)
    assert done.returncode != 0 and "heap-buffer-overflow" in done.stderr, done.stdout + done.stderr
