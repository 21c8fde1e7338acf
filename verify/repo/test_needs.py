# SPDX-License-Identifier: Apache-2.0
"""Tests whose tool or library this machine lacks: skipped, told in one line for each thing, counted in the last."""

import subprocess
import sys
from pathlib import Path

import pytest

from evariste.paths import ROOT
from verify.needs import THINGS, needs

CONFTEST = """from verify import needs
from verify.conftest import pytest_runtest_setup
needs.THINGS.update(there=("what is there", lambda: True), gone=("the library", lambda: False),
                    lost=("the tool", lambda: False))
"""
TESTS = """import pytest
from verify.needs import needs
pytestmark = needs("{thing}")

@pytest.fixture(scope="module")
def made():
    raise OSError("no such library")

@pytest.mark.parametrize("n", range(3))
def test_that_needs_it(made, n): pass

@needs("lost")
def test_that_needs_more(): pass
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_is_missing_is_told_once_and_counted_in_the_last_line(tmp_path: Path, workers: str) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for thing in ("there", "gone"):
        (tmp_path / f"test_{thing}.py").write_text(TESTS.format(thing=thing).replace("(made, n)", "(n)"))
    (tmp_path / "test_gone_too.py").write_text(TESTS.format(thing="gone"))
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", workers, "-c", ROOT / "pyproject.toml",
                           "--rootdir", tmp_path, "-p", "no:cacheprovider", tmp_path],
                          cwd=ROOT, capture_output=True, text=True)  # fmt: skip
    lines = done.stdout.splitlines()
    skipped = sorted(line.split(": ", 1)[1] for line in lines if line.startswith("SKIPPED"))
    counts = sorted(line.split("]")[0] for line in lines if line.startswith("SKIPPED"))
    assert skipped == ["the library is not on this machine", "the tool is not on this machine"], done.stdout
    assert counts == ["SKIPPED [3", "SKIPPED [6"]
    assert lines[-1].startswith("3 passed, 9 skipped"), done.stdout


def test_a_thing_that_nobody_described_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody said what nonsense is"):
        needs("nonsense")
    assert all(isinstance(there(), bool) for _, there in THINGS.values())
