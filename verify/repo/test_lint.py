# SPDX-License-Identifier: Apache-2.0
"""`ev lint` keeps what passed, and checks again whatever changed."""

import sys
from pathlib import Path

import pytest

from evariste import cache
from evariste.cache import keys
from evariste.commands import lint
from evariste.commands.lint import Check
from evariste.paths import ROOT

PART = "module part (\n    input logic [3:0] a_i,\n    output logic [3:0] y_o\n);\n  assign y_o = ~a_i;\nendmodule\n"
TOP = """module top (
    input logic [3:0] a_i,
    output logic [3:0] y_o
);
  part u_part (.a_i, .y_o);
endmodule
"""


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A repository with one circuit of two modules, and no verdict yet."""
    monkeypatch.setattr(cache, "BUILD", tmp_path / "build")
    for module in (lint, keys):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "rtl/parts").mkdir(parents=True)
    (tmp_path / "rtl/top.sv").write_text(TOP)
    (tmp_path / "rtl/parts/part.sv").write_text(PART)
    return tmp_path / "rtl"


def circuit() -> Check:
    return lint.elaboration("top", [], ("rtl/parts",))


def test_what_passed_is_known_until_one_of_its_files_changes(rooms: Path) -> None:
    assert not circuit().passed
    assert circuit().passes()
    assert circuit().passed
    (rooms / "parts/part.sv").write_text(PART.replace("assign y_o", "assign y_o[2:0]"))
    assert not circuit().passed, "a module below the top"
    (rooms / "parts/part.sv").write_text(PART)
    assert circuit().passed, "the former files again"
    (rooms / "top.sv").write_text(TOP + "// more\n")
    assert not circuit().passed, "the top"


def test_a_file_that_comes_to_a_folder_is_checked_with_the_rest(rooms: Path) -> None:
    assert circuit().passes()
    (rooms / "parts/more_pkg.sv").write_text("package more_pkg;\nendpackage\n")
    assert not circuit().passed


def test_a_failure_is_not_kept_and_says_the_tool_s_words_each_time(
    rooms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (rooms / "parts/part.sv").write_text(PART.replace("~a_i", "~a_i[2:0]"))
    for _ in range(2):
        assert not circuit().passed
        assert not circuit().passes()
        assert "%Warning-WIDTHEXPAND" in capsys.readouterr().err


def test_another_option_or_another_tool_is_another_check(rooms: Path) -> None:
    file = rooms / "top.sv"
    check = Check("python", [sys.executable, "-c", "pass"], (file,))
    assert check.passes() and check.passed
    assert not Check("python", [sys.executable, "-c", "pass # otherwise"], (file,)).passed
    assert not Check("python", ["/bin/sh", "-c", "pass"], (file,)).passed


def test_a_file_that_changes_during_the_check_is_checked_again(rooms: Path) -> None:
    file = rooms / "top.sv"
    change = f"import pathlib; pathlib.Path({str(file)!r}).write_text('other')"
    check = Check("python", [sys.executable, "-c", change], (file,))
    assert check.passes()
    file.write_text(TOP)
    assert not check.passed


def test_each_check_reads_every_file_that_its_command_names() -> None:
    for check in lint.checks():
        read = {str(path) for path in keys.files(check.reads)}
        words = [str(word) for word in check.command[1:]]
        named = [ROOT / word.removeprefix("--style=file:") for word in words]
        for path in (path for path in named if path.is_file()):
            assert str(path) in read, f"{check.name}: {path}"
        for folder in (ROOT / words[i + 1] for i, word in enumerate(words) if word == "-y"):
            assert {str(path) for path in folder.glob("*.sv")} <= read, f"{check.name}: {folder}"
