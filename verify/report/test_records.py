# SPDX-License-Identifier: Apache-2.0
"""Where the committed records come from: a commit that is in the history, and that tree as it was."""

import json
import subprocess
from pathlib import Path

import pytest

from evariste import machines, record, tables
from evariste.bench import registry
from evariste.papers.tables import MADE_BY
from evariste.silicon import energies
from verify.needs import needs

COMMITS = ["0123456789abcdef", "fedcba9876543210"]


def made(commit: str) -> dict:
    return {"workload": f"at {commit}", "versions": {"commit": commit}}


def test_every_record_names_its_machine_and_configuration() -> None:
    """`NAME-` is a configuration without what the machine adds to its plain core, `NAME+DEVICE` one with a coprocessor
    on its bus. None stands where no machine ran, where a board has parameters of its own, and for mutants and
    measurements of a design that no configuration has."""
    unnamed = ("mutation.", "silicon.set.", "silicon.ports.")
    for r in tables.records():
        core = machines.named(r["machine"])
        if r["config"] is None:
            without = ("nextpnr", "qflow", "atheris", "libFuzzer")
            assert r["engine"].startswith(without) or r["workload"].startswith(unnamed), r["workload"]
        else:
            assert r["config"].removesuffix("-").partition("+")[0] in core.configurations, r["workload"]
        assert r["backend"] is None or r["backend"] in core.backends, r["workload"]


def test_no_record_is_of_a_tree_with_changes() -> None:
    assert record.unfounded(tables.records(), None) == []


def test_every_energy_is_of_the_program_as_it_is() -> None:
    assert energies.outdated(tables.records()) == []


def test_an_energy_of_another_program_is_named() -> None:
    """Each of the records' energies, if its program took a cycle less."""
    known = [r for r in tables.records() if machines.named(r["machine"]).backends]
    found = [r for r in known if "energy_pj" in r and r["workload"].startswith(f"{r['machine']}.silicon.energy.")]
    assert len(found) > 50 and all(r["cycles"] for r in found)
    others = [{**r, "cycles": r["cycles"] - 1} if r in found else r for r in known]
    named = energies.outdated(others)
    assert len(named) > 0.9 * len(found)


@needs("history")
def test_every_record_is_of_a_commit_in_the_history() -> None:
    assert record.unfounded(tables.records(), record.history()) == []


@pytest.mark.parametrize(("commit", "sentence"), [
    ("0123456", ""), ("0123456-dirty", "in a tree with changes that no commit has"),
    ("1234567", "not a commit of the history"), ("unknown", "not a commit of the history"),
    ("0", "not a commit of the history"),
])  # fmt: skip
def test_a_record_of_no_commit_is_named(commit: str, sentence: str) -> None:
    found = record.unfounded([made("fedcba9"), made(commit)], COMMITS)
    assert found == [] if not sentence else len(found) == 1 and sentence in found[0] and commit in found[0]


def test_without_a_history_only_changes_are_seen() -> None:
    assert record.unfounded([made("1234567")], None) == []
    assert record.unfounded([made("1234567-dirty")], None)


def git(folder: Path, *arguments: str) -> str:
    own = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", "-C", folder, *own, *arguments], check=True, capture_output=True, text=True).stdout


def test_what_differs_outside_of_the_documents_makes_a_tree_dirty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records and tables are written one after the other, so that they do not count."""
    house = tmp_path / "house"
    (house / "doc").mkdir(parents=True)
    (house / "code").write_text("1")
    git(tmp_path, "init", "-q", "house")
    git(house, "add", ".")
    git(house, "commit", "-q", "-m", "first")
    git(house, "commit", "-q", "--allow-empty", "-m", "second")
    head = git(house, "rev-parse", "HEAD").strip()
    monkeypatch.setattr(record, "ROOT", house)
    assert record.history()[0] == head and len(record.history()) == 2
    (house / "doc" / "records.json").write_text("[]")
    assert head.startswith(record.commit()) and not record.changed()
    (house / "code").write_text("2")
    assert record.commit().endswith("-dirty") and record.changed()
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{house}", "shallow")
    monkeypatch.setattr(record, "ROOT", tmp_path / "shallow")
    assert record.history() is None
    monkeypatch.setattr(record, "ROOT", tmp_path)
    assert record.history() is None and record.commit() == "unknown"


def test_what_measures_again_runs_every_record_that_the_page_says_it_does() -> None:
    """`ev report --measure` keeps a file without workloads of the registry, so such a file has a command of its own."""
    known, files = registry(), sorted(tables.FOLDER.glob("*.json"))
    for path in (path for path in files if path.stem not in MADE_BY):
        found = {r["workload"] for r in json.loads(path.read_text()) if r["machine"] in machines.names()}
        assert found <= known.keys(), path.name
