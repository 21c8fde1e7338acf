# SPDX-License-Identifier: Apache-2.0
"""Does `ev release --check` see what keeps a tree from being published?"""

from collections.abc import Iterator

import pytest
import yaml
from click.testing import CliRunner

from evariste.commands import release
from evariste.papers import names, paper
from evariste.paths import ROOT


def test_a_tree_without_faults_is_a_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "CHECKS", {"it is there": lambda: iter(())})
    done = CliRunner().invoke(release.command, ["--check"])
    assert done.exit_code == 0 and done.output == "yes  it is there\n"


def test_each_fault_is_named_and_the_status_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def faults() -> Iterator[str]:
        yield from (f"fault {n}" for n in range(7))

    monkeypatch.setattr(release, "CHECKS", {"good": lambda: iter(()), "bad": faults})
    done = CliRunner().invoke(release.command, ["--check"])
    assert done.exit_code == 1 and "no   bad\n       fault 0\n" in done.output
    assert "and 2 more" in done.output and "1 of 2 checks say no" in done.output


def test_nothing_is_published_by_chance() -> None:
    assert CliRunner().invoke(release.command, []).exit_code == 2


def test_the_change_log_and_the_citation_are_of_this_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*release.version()] == []
    monkeypatch.setattr(release, "__version__", "9.9.9")
    assert len([*release.version()]) == 2


def test_a_paper_with_an_open_claim_is_named() -> None:
    from evariste.papers.rows import judged

    open_ones = {name for name in names() if any(v.word == "unanswered" for _, v in judged(name))}
    assert {said.partition(":")[0] for said in release.claims()} == open_ones


def test_a_record_of_another_history_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release.record, "history", lambda: ["f" * 40])
    strange = {"workload": "x", "engine": "iss", "versions": {"commit": "0123456"}}
    monkeypatch.setattr(release.tables, "records", lambda: [strange])
    assert [*release.records()] == ["x was measured at 0123456, which is not a commit of the history."]


def test_the_citation_names_every_paper() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    references = {r["title"]: [a["name"] for a in r["authors"]] for r in cited["references"]}
    assert references == {paper(name).head.title: [*paper(name).head.authors] for name in names()}
