# SPDX-License-Identifier: Apache-2.0
"""Every command that writes a file at its end refuses one that cannot be written before it starts."""

import pkgutil
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from evariste import commands, record
from evariste.output import OUTPUT
from evariste.paths import ROOT

OPTIONS = [
    (module.name, option)
    for module in pkgutil.iter_modules(commands.__path__)
    for parameter in import_module(f"evariste.commands.{module.name}").command.params
    if isinstance(parameter, click.Option)
    for option in parameter.opts
    if option in ("--json", "--html")
]


def test_there_are_such_commands() -> None:
    assert len(OPTIONS) > 10


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_file_in_no_folder_is_refused_at_once(name: str, option: str, tmp_path: Path) -> None:
    command = import_module(f"evariste.commands.{name}").command
    done = CliRunner().invoke(command, [option, str(tmp_path / "missing" / "file")])
    assert done.exit_code == 2 and "cannot be written" in done.output, done.output


def test_what_can_be_written_is_taken(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("old")
    for name in ("there", "new"):
        assert OUTPUT.convert(str(tmp_path / name), None, None) == tmp_path / name


def test_records_are_not_taken_from_a_tree_with_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    there = str(ROOT / "doc" / "records" / "silicon.json")
    monkeypatch.setattr(record, "changed", lambda: True)
    with pytest.raises(click.BadParameter, match="takes records of a commit"):
        OUTPUT.convert(there, None, None)
    monkeypatch.setattr(record, "changed", lambda: False)
    assert OUTPUT.convert(there, None, None) == Path(there)
