# SPDX-License-Identifier: Apache-2.0
"""Does every machine answer the same, for inputs that nobody chose, and is the answer right?

By itself a few tasks run with a few inputs, on one configuration of each machine and backend. `--full` runs every task
on every place. `ev agree` does the same with more inputs.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste import machines, tables
from evariste.commands.agree import command
from evariste.family import agreement
from evariste.family.agreement import Place, Portion, compare, one, portions
from evariste.family.cells import best
from evariste.family.questions import _CURVE, Questions, questions
from evariste.family.tasks import tasks
from evariste.machines import PORTABLE

SAMPLE = {"aes128.encrypt": 50, "bch63_51.decode.e2": 50, "crc32.kib": 20}
FEW = 2


def few() -> tuple[Place, ...]:
    """The portable code of each machine, and the default machine's own."""
    found = [Place(m.name, m.runs(b), b) for m in machines.all() for b in m.backends if b == PORTABLE]
    return (Place(machines.DEFAULT, machines.default().runs(), machines.NATIVE), *found)


@pytest.mark.parametrize("task", SAMPLE)
def test_machines_agree(task: str) -> None:
    places = few()
    assert {p.machine for p in places} == {m.name for m in machines.all() if m.backends}
    found = agreement.fresh_one(Portion(task, 0, SAMPLE[task], places))
    assert found.faults == () and found.judged == SAMPLE[task]


def test_another_answer_is_a_difference() -> None:
    """The controls: one bit of one answer on one machine; an answer less; and an oracle that knows better."""
    task, count = "bch63_51.decode.e2", 30
    places = few()[:2]
    asked = questions(task, 0, count)
    given = [agreement.answers(asked, p, agreement.compiled(asked.source, p)) for p in places]
    portion = Portion(task, 0, count, places)
    assert compare(portion, asked, given).faults == ()
    other = [bytes([a[0] ^ (i == 17), *a[1:]]) for i, a in enumerate(given[1])]
    assert compare(portion, asked, [given[0], other]).faults == (
        f"{task} on {places[1]}, input 17: not what {places[0]} answers",)  # fmt: skip
    assert compare(portion, asked, [given[0], given[1][:-1]]).faults == (
        f"{task} on {places[1]}: 29 answers to 30 inputs",)  # fmt: skip
    knows_better = replace(asked, right=lambda i, answer: i != 3)
    assert compare(portion, knows_better, given).faults == (f"{task} on {places[0]}, input 3: the oracle disagrees",)


def test_what_agreed_is_kept_and_what_differs_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(agreement, "KEPT", agreement.Store(tmp_path))
    portion = Portion("crc32.kib", 0, FEW, few()[:2])
    runs: list[Place] = []
    real = agreement.answers

    def counted(asked: Questions, place: Place, elf: Path) -> list[bytes]:
        runs.append(place)
        return real(asked, place, elf)

    monkeypatch.setattr(agreement, "answers", counted)
    assert one(portion) == one(portion) and len(runs) == 2
    assert one(replace(portion, first=FEW)).faults == () and len(runs) == 4
    monkeypatch.setattr(agreement, "answers", lambda asked, place, elf: [str(place).encode()] * FEW)
    wrong = replace(portion, first=2 * FEW)
    assert one(wrong).faults and one(wrong).faults


def test_an_input_depends_on_its_task_and_number_alone() -> None:
    """So that a run with more inputs begins where another one ended."""
    many, last = questions("rs255_239.decode.e8", 0, 5), questions("rs255_239.decode.e8", 4, 1)
    assert many.files["jobs"][-255:] == last.files["jobs"][-255:]
    found = portions(["sha256.call", "k163.mul.ct"], 600, lambda _: ())
    assert [(p.task, p.first, p.count) for p in found if p.task == "sha256.call"] == [
        ("sha256.call", 0, 500), ("sha256.call", 500, 100)]  # fmt: skip
    assert sum(p.count for p in found) == 1200 and found == sorted(found, key=lambda p: p.task == "k163.mul.ct")


def test_every_task_has_inputs_and_an_oracle_that_refuses_what_is_wrong() -> None:
    for task in tasks():
        asked = questions(task, 0, 2) if task not in agreement.CURVES or "163." in task else None
        assert asked is None or not asked.right(0, b"\0" * 9), task


@pytest.mark.parametrize("what", _CURVE)
@pytest.mark.parametrize("curve", ["k163", "p192"])
def test_an_oracle_of_a_curve_takes_the_right_answer_and_no_altered_one(curve: str, what: str) -> None:
    """Of each answer one bit is altered: in its status, in the middle, at its end."""
    place = few()[0]
    asked = questions(f"{curve}.{what}", 0, FEW)
    given = agreement.answers(asked, place, agreement.compiled(asked.source, place))
    assert len(given) == FEW and all(asked.right(i, answer) for i, answer in enumerate(given))
    for i, answer in enumerate(given):
        for at in {0, len(answer) // 2, len(answer) - 1}:
            altered = bytes([*answer[:at], answer[at] ^ 1, *answer[at + 1 :]])
            assert not asked.right(i, altered), f"input {i}, octet {at}"
    if what == "ecdsa.verify":
        assert given[0] == b"\0" != given[1], "the second signature is wrong"
        assert not any(asked.right(1, bytes([status])) for status in range(256) if bytes([status]) != given[1])


def test_the_command_writes_a_record_and_refuses_an_unknown_task(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(agreement, "usual_places", lambda: {t: few()[:2] for t in tasks()})
    done = CliRunner().invoke(command, ["nothing"])
    assert done.exit_code and "no task is called nothing" in done.output
    to = tmp_path / "records.json"
    done = CliRunner().invoke(command, ["crc32.kib", "--inputs", "3", "-j", "1", "--json", str(to)])
    assert done.exit_code == 0, done.output
    shown = tables.filled("<!-- table family.agreement -->\n<!-- end table -->", tables.Records(_read(to)))
    numbers = " | ".join(f"[{n}](#commands-for-all)" for n in ("1 of 13", 3, 2, 1, 6, 3, 0))
    assert f"| SHA-2, HMAC, CRC | each backend | {numbers} |" in shown


def test_a_task_that_is_done_has_its_record_when_the_run_is_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(agreement, "usual_places", lambda: {t: few()[:2] for t in tasks()})
    real = agreement.one

    def stopped(portion: Portion) -> agreement.Found:
        if portion.task != "crc32.kib":
            raise KeyboardInterrupt
        return real(portion)

    monkeypatch.setattr(agreement, "one", stopped)
    to = tmp_path / "records.json"
    done = CliRunner().invoke(command, ["crc32.kib", "sha256.call", "--inputs", "3", "-j", "1", "--json", str(to)])
    assert done.exit_code
    assert [agreement.answered(r) for r in _read(to)] == ["crc32.kib"]


def test_the_fastest_place_of_each_machine_is_that_of_its_records(tmp_path: Path) -> None:
    """Few inputs on it, and one record, beside the one of all backends."""
    task, places = "crc32.kib", agreement.fastest_places()
    for name, chosen in places.items():
        hosts = [p.configuration.partition("+")[2] or p.machine for p in chosen]
        assert len(set(hosts)) == len(hosts) and {*hosts} == {m for p in agreement.every_place()[name]
                                                              for m in p.machines}, name  # fmt: skip
    row = best(tables.records())[task]
    assert {p.machine: p.configuration for p in places[task]} == {m: c.configuration for m, c in row.items()}
    both = CliRunner().invoke(command, ["--everywhere", "--fastest"])
    assert both.exit_code == 2 and "give one of them" in both.output
    to = tmp_path / "records.json"
    done = CliRunner().invoke(command, [task, "--fastest", "--inputs", "3", "-j", "1", "--json", str(to)])
    assert done.exit_code == 0, done.output
    (made,) = _read(to)
    assert made["workload"] == f"agreement.{agreement.FASTEST}{task}"
    shown = tables.filled("<!-- table family.agreement -->\n<!-- end table -->", tables.Records(_read(to)))
    numbers = " | ".join(f"[{n}](#commands-for-all)" for n in ("1 of 13", 3, len(row), len(row), 3 * len(row), 3, 0))
    assert f"| SHA-2, HMAC, CRC | the fastest place | {numbers} |" in shown


LEAST = 500  # inputs of a task that is recorded; 1,000 are asked


def _read(path: Path) -> list[dict]:
    return json.loads(path.read_text())


def test_the_records_are_of_all_machines_that_have_a_task() -> None:
    known = [r for r in tables.records() if r["workload"].startswith("agreement.")]
    assert {agreement.answered(r) for r in known} <= {*tasks()}
    assert {m for r in known for m in r["params"]["machines"]} >= {*machines.names()}
    portable = {m.name for m in machines.all() if PORTABLE in m.backends}
    for r in known:
        assert r["verdict"]["passed"] and portable <= {*r["params"]["machines"]}, r["workload"]
        curve = agreement.answered(r) in agreement.CURVES
        assert r["params"]["inputs"] >= (5 if curve else LEAST), "as many as the page says"
        assert r["params"]["judged"] == min(r["params"]["inputs"], agreement.JUDGED if curve else 10**9)


def test_the_records_are_of_the_places_of_today() -> None:
    """A machine that no longer computes a task, or has a faster configuration, has to be asked again."""
    usual, fastest = agreement.usual_places(), agreement.fastest_places()
    for r in tables.records():
        if r["workload"].startswith("agreement."):
            places = (fastest if agreement.FASTEST in r["workload"] else usual)[agreement.answered(r)]
            assert sorted(map(str, places)) == r["params"]["places"], r["workload"]


def test_a_usual_place_is_the_usual_configuration_or_the_fastest() -> None:
    took = agreement._cycles()
    for task, places in agreement.usual_places().items():
        for p in places:
            alike = [o for o in agreement.every_place()[task] if (o.machine, o.backend) == (p.machine, p.backend)]
            usual = [o for o in alike if o.configuration == machines.named(o.machine).runs(o.backend)]
            assert p == usual[0] if usual else took(task, p) == min(took(task, o) for o in alike), (task, p)


@pytest.mark.full
@pytest.mark.parametrize("task", tasks())
def test_machines_agree_everywhere(task: str) -> None:
    found = one(Portion(task, 0, FEW, agreement.every_place()[task]))
    assert found.faults == () and found.judged == FEW
