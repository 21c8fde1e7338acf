# SPDX-License-Identifier: Apache-2.0
"""Does `ev test --full` go on where it stopped, and never take a room for passed that has not?"""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from evariste import cache, record
from evariste.commands import test as tests
from evariste.errors import UserError
from evariste.paths import ROOT

ROOMS = ["verify/a", "verify/b", "verify/c"]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rooms that ran; `verify/b` fails the first time, and is interrupted at the second."""
    found: list[str] = []

    def run(command: list[str]) -> SimpleNamespace:
        found.append(command[-1])
        return SimpleNamespace(returncode=int(command[-1] == "verify/b" and found.count("verify/b") == 1))

    monkeypatch.setattr(cache, "BUILD", tmp_path)
    monkeypatch.setattr(record, "commit", lambda: "0123abc")
    monkeypatch.setattr(tests, "rooms", lambda: ROOMS)
    monkeypatch.setattr(subprocess, "run", run)
    return found


def test_only_what_has_not_passed_runs_again(ran: list[str]) -> None:
    assert tests.by_room(["pytest"], [], False) == 1 and ran == ROOMS, "a room that fails does not stop the others"
    assert tests.by_room(["pytest"], [], False) == 0 and ran[3:] == ["verify/b"]
    assert tests.by_room(["pytest"], [], False) == 0 and len(ran) == 4
    assert tests.by_room(["pytest"], [], True) == 0 and ran[4:] == ROOMS


def test_a_run_that_is_stopped_keeps_the_rooms_before(ran: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(command: list[str]) -> SimpleNamespace:
        ran.append(command[-1])
        if command[-1] == "verify/b":
            raise KeyboardInterrupt
        return SimpleNamespace(returncode=0)

    with monkeypatch.context() as inside, pytest.raises(KeyboardInterrupt):
        inside.setattr(subprocess, "run", stopped)
        tests.by_room(["pytest"], [], False)
    tests.by_room(["pytest"], [], False)
    assert ran == ["verify/a", "verify/b", "verify/b", "verify/c"]


def test_another_commit_other_words_and_a_changed_tree_are_another_run(
    ran: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tests.by_room(["pytest"], ["verify/a"], False)
    tests.by_room(["pytest"], ["verify/a", "-k", "x"], False)
    monkeypatch.setattr(record, "commit", lambda: "0123abd")
    tests.by_room(["pytest"], ["verify/a"], False)
    monkeypatch.setattr(record, "commit", lambda: "0123abd-dirty")
    tests.by_room(["pytest"], ["verify/a"], False)
    tests.by_room(["pytest"], ["verify/a"], False)
    assert ran == ["verify/a"] * 5


def test_every_file_with_tests_is_in_a_room() -> None:
    files = {str(p.relative_to(ROOT)) for p in (ROOT / "verify").rglob("test_*.py")}
    assert files and all(any(f.startswith(f"{room}/") for room in tests.rooms()) for f in files)


def test_fresh_without_full_is_refused() -> None:
    done = CliRunner().invoke(tests.command, ["--fresh", "verify/repo"])
    assert done.exit_code and "--fresh goes with --full" in done.output


def test_a_word_that_is_no_machine_no_path_and_no_value_is_refused() -> None:
    for words in (["nosuchroom"], ["-x", "nosuchroom"], ["--full", "nosuchroom"], ["verify/nosuchroom"]):
        with pytest.raises(UserError, match=rf"There is no {words[-1]}\."):
            tests.command.main(words, standalone_mode=False)


def test_rooms_without_a_test_that_is_selected_are_no_pass(
    ran: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dict.fromkeys(ROOMS, tests.NOTHING)
    monkeypatch.setattr(subprocess, "run", lambda command: SimpleNamespace(returncode=found[command[-1]]))
    assert tests.by_room(["pytest"], ["-k", "TYPO"], False) == 1
    assert "none is selected by -k TYPO" in capsys.readouterr().err
    found["verify/c"] = 0
    assert tests.by_room(["pytest"], ["-k", "TYPO"], False) == 0, "one room has a test"
