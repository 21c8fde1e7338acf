# SPDX-License-Identifier: Apache-2.0
"""`ev bench`: does it run what was selected, once, and does it notice a program that became slower?"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evariste import machines
from evariste.bench import compare, registry, runner, select
from evariste.cache.keys import Store, digest
from evariste.commands.bench import command
from evariste.errors import UserError
from evariste.machines import DEFAULT, LIBRARY, NATIVE, PORTABLE
from evariste.paths import ROOT

QUICK = "bch31_11.decode.e0"
TWO = ("--backend", NATIVE, "--backend", PORTABLE)


def bench(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bench") / "old.json"
    done = bench(QUICK, *TWO, "-j", 1, "--json", path)
    assert done.exit_code == 0, done.output
    return path


def changed(old: Path, by: int, tmp_path: Path) -> Path:
    records = json.loads(old.read_text())
    records[0]["cycles"] += by
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(records))
    return path


def test_one_cycle_more_fails_and_is_named(old: Path, tmp_path: Path) -> None:
    done = bench(QUICK, *TWO, "-j", 1, "--compare", changed(old, -1, tmp_path))
    assert done.exit_code == 1
    assert f"{QUICK} on {NATIVE}" in done.output and "(+1)" in done.output
    assert f"{QUICK} on portable" not in done.output


@pytest.mark.parametrize(("by", "said"), [(0, "2 unchanged, 0 faster, 0 slower"), (1, "1 faster")])
def test_as_many_cycles_or_fewer_pass(old: Path, tmp_path: Path, by: int, said: str) -> None:
    done = bench(QUICK, *TWO, "-j", 1, "--compare", changed(old, by, tmp_path))
    assert done.exit_code == 0 and said in done.output


def test_comparing_with_nothing_is_no_success(old: Path) -> None:
    done = bench("bch63_51.decode.e0", "--backend", NATIVE, "-j", 1, "--compare", old)
    assert done.exit_code == 2 and "can be compared" in done.output


@pytest.mark.parametrize("content", ["", "{}", '[{"workload": "x"}]', "\0"])
def test_a_file_without_records_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "old.json"
    path.write_text(content)
    assert bench(QUICK, "--compare", path).exit_code == 2


@pytest.mark.parametrize(("columns", "there"), [(40, False), (200, True)])
def test_a_narrow_screen_shows_the_cycles_and_leaves_out_the_rest(
    old: Path, monkeypatch: pytest.MonkeyPatch, columns: int, there: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = bench(QUICK, *TWO, "-j", 1).output
    for r in json.loads(old.read_text()):
        assert re.search(rf"{QUICK}.*\b{r['cycles']:,}\b", shown)
    assert ("checked by" in shown) == there


def test_other_parameters_are_not_compared(old: Path) -> None:
    records = json.loads(old.read_text())
    other = [r | {"params": r["params"] | {"words": 1}} for r in records]
    with pytest.raises(UserError):
        compare.compare(other, records)
    found = compare.compare([other[0], records[1]], records)
    assert found.same == 1 and len(found.other) == 1


def test_an_old_record_of_the_same_engine_goes_first(old: Path) -> None:
    now = json.loads(old.read_text())[:1]
    before = [now[0] | {"engine": "rtl", "cycles": 1}, now[0]]
    assert compare.compare(before, now).same == 1
    assert len(compare.compare(before[:1], now).grew) == 1


def test_a_run_is_made_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(runner, "KEPT", Store(tmp_path))
    first = runner.run(registry()[QUICK], DEFAULT, NATIVE, "iss")

    def never(*_: Any) -> Any:
        raise AssertionError("ran again")

    monkeypatch.setattr(runner, "execute", never)
    assert runner.run(registry()[QUICK], DEFAULT, NATIVE, "iss") == first
    for other in [(QUICK, "portable"), ("bch31_11.decode.e5", NATIVE)]:
        with pytest.raises(AssertionError):
            runner.run(registry()[other[0]], DEFAULT, other[1], "iss")
    with pytest.raises(AssertionError):
        runner.run(registry()[QUICK], DEFAULT, NATIVE, "iss", fresh=True)
    kept = next(tmp_path.iterdir())
    kept.write_text(kept.read_text()[:-5])  # a damaged file is no result
    with pytest.raises(AssertionError):
        runner.run(registry()[QUICK], DEFAULT, NATIVE, "iss")


def test_another_simulator_is_another_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(runner, "KEPT", Store(tmp_path))
    runner.run(registry()[QUICK], DEFAULT, NATIVE, "iss")
    monkeypatch.setattr(runner.build, "identity", lambda *parts: "another build")
    runner.run(registry()[QUICK], DEFAULT, NATIVE, "iss")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_kept_run_is_checked_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from dataclasses import replace

    monkeypatch.setattr(runner, "KEPT", Store(tmp_path))
    workload = registry()[QUICK]
    assert runner.run(workload, DEFAULT, NATIVE, "iss")["verdict"]["passed"]
    stricter = replace(workload, build=lambda b, e: replace(workload.build(b, e), check=lambda out: (False, "no")))
    assert not runner.run(stricter, DEFAULT, NATIVE, "iss")["verdict"]["passed"]


def test_every_part_of_a_key_counts() -> None:
    assert digest(b"a", ["b"]) == digest(b"a", ["b"])
    assert len({digest(b"a", "b"), digest("a", b"b"), digest("a", "b"), digest("ab"), digest(b"a", {"b": b""})}) == 5


def test_a_machine_is_measured_with_families_that_there_are() -> None:
    families = {w.family for w in registry().values() if not w.machine}
    assert families >= {*LIBRARY}
    for machine in machines.all():
        assert {family for backend in machine.backends for family in machine.families(backend)} <= families


@pytest.mark.parametrize(
    "machine", [m.name for m in machines.all() if PORTABLE in m.backends and "codes" in m.families(PORTABLE)]
)
def test_a_workload_runs_on_the_machine_that_was_chosen(machine: str, tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    done = bench(QUICK, "--machine", machine, "--backend", PORTABLE, "-j", 1, "--json", path)
    assert done.exit_code == 0, done.output
    assert [r["machine"] for r in json.loads(path.read_text())] == [machine]


@pytest.mark.parametrize("machine", [DEFAULT, "all"])
def test_an_unknown_backend_is_refused_before_anything_is_listed_or_run(machine: str) -> None:
    done = bench("--machine", machine, "--backend", "nobody", "--list")
    assert done.exit_code == 2 and "has a backend nobody; they have" in done.output
    listed = bench("--machine", machine, "--backend", PORTABLE, "--list").output
    assert f"[{PORTABLE}]" in listed and listed.count("[") == listed.count(f"[{PORTABLE}]")


def test_selection_by_name_and_machine() -> None:
    assert {w.name for w, _ in select(["bch31*"], [DEFAULT])} == {"bch31_11.decode.e0", "bch31_11.decode.e5"}
    for patterns, wanted in ((["nothing"], []), ([], ["nothing"])):
        with pytest.raises(UserError):
            select(patterns, wanted)
    assert bench(QUICK, "--backend", "nothing").exit_code == 2


def measured(name: str, machine: str) -> list[tuple[str, str]]:
    """The workloads and backends of a file's records that `ev bench` runs on a machine."""
    known, there = registry(), machines.named(machine)
    pairs = [(r["workload"], r["backend"]) for r in json.loads((ROOT / f"doc/records/{name}.json").read_text())
             if r["machine"] == machine and r["workload"] in known]  # fmt: skip
    return [(workload, backend) for workload, backend in pairs if backend in known[workload].backends(there)]


def files() -> Iterator[tuple[str, str]]:
    """Each file that has such records, and the machine."""
    for path in sorted((ROOT / "doc/records").glob("*.json")):
        found = json.loads(path.read_text())
        for machine in sorted({r.get("machine") for r in found if isinstance(r, dict)} & set(machines.names())):
            if measured(path.stem, machine):
                yield path.stem, machine


def compared(name: str, machine: str, *workloads: str) -> Result:
    """The workloads run again, beside their records."""
    backends = sorted({backend for _, backend in measured(name, machine)})
    words = [word for backend in backends for word in ("--backend", backend)]
    return bench(*workloads, "--machine", machine, *words, "-j", 1, "--compare", ROOT / f"doc/records/{name}.json")


@pytest.mark.parametrize("name", ["codes", "fast"])
def test_a_sample_is_as_fast_as_its_committed_record(name: str) -> None:
    done = compared(name, DEFAULT, "bch31_11*", "bch63_51*")
    assert done.exit_code == 0 and "0 not compared" in done.output, done.output


@pytest.mark.full
@pytest.mark.parametrize(("name", "machine"), list(files()))
def test_every_workload_is_as_fast_as_its_committed_record(name: str, machine: str) -> None:
    done = compared(name, machine, *{workload for workload, _ in measured(name, machine)})
    assert done.exit_code == 0, done.output[-3000:]


def test_more_cycles_by_another_compiler_are_told_and_do_not_fail(old: Path, tmp_path: Path) -> None:
    now = json.loads(old.read_text())
    before = [r | {"cycles": r["cycles"] - 1, "versions": r["versions"] | {"gcc": "1.2.3"}} for r in now]
    found = compare.compare(before, now)
    assert not found.grew and len(found.recompiled) == len(now) and "by GCC 1.2.3 before" in found.recompiled[0]
    path = tmp_path / "before.json"
    path.write_text(json.dumps(before))
    done = bench(QUICK, *TWO, "-j", 1, "--compare", path)
    assert done.exit_code == 0 and "2 by another compiler" in done.output, done.output
