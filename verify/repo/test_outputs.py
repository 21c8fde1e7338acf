# SPDX-License-Identifier: Apache-2.0
"""Every command that writes a file at its end refuses one that cannot be written before it starts."""

import multiprocessing
import threading
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from evariste import machines, record
from evariste.cli import ev
from evariste.console import OUTPUT, OutputFile, RecordsFile
from evariste.errors import UserError
from evariste.paths import ROOT
from verify.repo.commands import every

OPTIONS = [
    (name, option)
    for name, command in every()
    for parameter in command.params
    if isinstance(parameter, click.Option) and isinstance(parameter.type, OutputFile)
    for option in parameter.opts[:1]
]


def test_there_are_such_commands() -> None:
    assert len(OPTIONS) > 10


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_file_in_no_folder_is_refused_at_once(name: str, option: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(ev, [*name.split(), option, str(tmp_path / "missing" / "file")])
    assert done.exit_code == 2 and "cannot be written" in done.output, done.output


@pytest.mark.parametrize("name", ["", "file/x", "x" * 300])
def test_a_name_that_no_file_can_have_is_refused_at_once(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be written"):
        OUTPUT.convert(str(tmp_path / name), None, None)


def test_a_folder_that_is_not_there_is_named_also_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "none" / "file")
    for name in ("link", "none/file"):
        with pytest.raises(UserError, match=f"there is no folder {tmp_path}/none\\."):
            OUTPUT.convert(str(tmp_path / name), None, None)


def test_a_descriptor_that_is_not_open_is_refused() -> None:
    with pytest.raises(UserError, match="/dev/fd/999 cannot be written: No such file"):
        OUTPUT.convert("/dev/fd/999", None, None)


def test_the_trial_leaves_nothing_behind_and_spoils_nothing(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    for name in ("old", "new", "link"):
        OUTPUT.convert(str(tmp_path / name), None, None)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "old"]
    assert (tmp_path / "old").read_text() == "old"


def test_what_can_be_written_is_taken(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("old")
    for name in ("there", "new"):
        assert OUTPUT.convert(str(tmp_path / name), None, None) == tmp_path / name


def test_records_are_not_taken_from_a_tree_with_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    there = str(ROOT / "doc" / "records" / "silicon.json")
    monkeypatch.setattr(record, "changed", lambda: True)
    with pytest.raises(UserError, match="takes records of a commit"):
        OUTPUT.convert(there, None, None)
    monkeypatch.setattr(record, "changed", lambda: False)
    assert OUTPUT.convert(there, None, None) == Path(there)


def test_a_file_of_anything_else_takes_no_records(tmp_path: Path) -> None:
    for content in ("nonsense", "{}", "[1]", '[{"cycles": 1}]'):
        (tmp_path / "file").write_text(content)
        with pytest.raises(UserError, match="records"):
            RecordsFile().convert(str(tmp_path / "file"), None, None)
        assert (tmp_path / "file").read_text() == content
    for content in ("", "[]"):
        (tmp_path / "file").write_text(content)
        assert RecordsFile().convert(str(tmp_path / "file"), None, None) == tmp_path / "file"


def test_all_commands_put_records_into_a_file_in_one_way() -> None:
    kinds = {f"ev {name}": p.type for name, command in every() for p in command.params if "--json" in p.opts}
    assert len(kinds) > 15
    others = {name for name, kind in kinds.items() if not isinstance(kind, RecordsFile)}
    assert others == {"ev claims", "ev demo"}  # what they write has another format


def test_records_of_other_runs_stay_where_they_are(tmp_path: Path) -> None:
    def made(workload: str, cycles: int) -> dict[str, Any]:
        return record.record(workload=workload, backend=None, engine="iss", machine=machines.DEFAULT,
                             configuration=None, cycles=cycles, passed=True, checked="")  # fmt: skip

    real, link = tmp_path / "real", tmp_path / "link"
    link.symlink_to(real)
    for one in (made("b", 1), made("a", 2), made("b", 3)):
        record.put(link, [one])
    assert [(r["workload"], r["cycles"]) for r in record.load(real)] == [("b", 3), ("a", 2)]
    assert link.is_symlink() and {p.name for p in tmp_path.iterdir()} == {"real", "link"}


RUNS, RECORDS = 3, 40


def _put(file: Path, run: int, ready: threading.Barrier) -> None:
    ready.wait()
    for number in range(RECORDS):
        record.put(file, [{"workload": f"{run} {number}", "backend": "", "engine": "iss", "cycles": 1, "machine": ""}])


def test_runs_at_the_same_time_lose_no_records(tmp_path: Path) -> None:
    file, context = tmp_path / "records.json", multiprocessing.get_context("spawn")
    ready = context.Barrier(RUNS)
    runs = [context.Process(target=_put, args=(file, run, ready)) for run in range(RUNS)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert [run.exitcode for run in runs] == [0] * RUNS
    assert len(record.load(file)) == RUNS * RECORDS
