# SPDX-License-Identifier: Apache-2.0
"""Does each cell hold the right record, and does an empty one say why?"""

import re
from collections.abc import Iterator
from fnmatch import fnmatch

import pytest

from evariste import machines, tables
from evariste.bench import registry
from evariste.errors import UserError
from evariste.family import cells, tasks, work
from evariste.family.tables import bought
from evariste.machines import PORTABLE
from evariste.paths import ROOT
from evariste.tables import Records


def made(workload: str, cycles: int, **more: object) -> dict:
    machine = machines.default()
    return {"workload": workload, "machine": machine.name, "config": machine.configuration, "backend": machine.native,
            "engine": "rtl", "cycles": cycles, "params": {}, "verdict": {"passed": True}} | more  # fmt: skip


def test_every_subject_has_tasks_and_no_task_is_twice() -> None:
    assert all(tasks.tasks(s.name) for s in tasks.SUBJECTS)
    assert len(set(tasks.tasks())) == len(tasks.tasks()) == sum(len(tasks.tasks(s.name)) for s in tasks.SUBJECTS)
    assert tasks.HEADLINE.keys() <= {*tasks.tasks()}


def test_the_fewest_cycles_are_chosen() -> None:
    config = next(iter(machines.default().configurations))
    found = cells.best([made("aes128.encrypt", 9), made(f"aes128.encrypt.{config}", 7, config=config),
                        made("aes128.encrypt", 8, backend=PORTABLE)])  # fmt: skip
    assert found["aes128.encrypt"][machines.default().name].cycles == 7
    assert not found["aes128.decrypt"]


def test_no_record_beats_what_the_decision_table_names() -> None:
    page = (ROOT / "doc/family.md").read_text().partition("<!-- table family.decision -->")[2].partition("<!-- end")[0]
    lines = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("|")]
    rows = {title: cut for title, *cut in lines}
    records = tables.records()
    every, gates = cells.cells(records), cells.with_hosts(records)
    for task, title in tasks.HEADLINE.items():
        first, cycles, *_, fast, small, energy, device, _ = rows[title]
        of = {c.where: c.cycles for c in sorted((*every, *cells.hosted(records)), key=lambda c: -c.cycles)
              if c.task == task}  # fmt: skip
        whole = {where: n for where, n in of.items() if cells.complete(where)}
        assert f"[{whole[first]:,}]" in cycles and whole[first] == min(whole.values())
        placed = {where: n for where, n in whole.items() if where in gates}
        times = {where: n * gates[where].delay_ns for where, n in placed.items()}
        quick, _, us = fast.partition("`, ")
        assert times[quick] == min(times.values()) and f"[{times[quick] / 1000:,.1f}]" in us
        frugal, _, price = small.partition("`, ")
        assert min(n * gates[where].ge for where, n in placed.items()) == placed[frugal] * gates[frugal].ge
        assert f"[{placed[frugal]:,}]" in price and f"[{gates[frugal].ge:,.0f}]" in price
        least = min(of, key=lambda where: of[where])
        assert device == "-" if of[least] == whole[first] else device.startswith(least) and f"[{of[least]:,}]" in device
        where, _, number = energy.partition("`, ")
        assert energy == "-" or int(number.rpartition(" ")[2]) == len({place for _, place, t in said_of_energy(records)
                                                                       if t == task})  # fmt: skip
        known = [(pj, place) for pj, place, name in said_of_energy(records) if name == task]
        assert known or energy == "-", f"{title}: no record has this energy"
        named = min((pj for pj, place in known if place == where and f"[{pj / 1000:,.1f}]" in number), default=None)
        assert named or energy == "-"
        # A configuration that was measured twice counts with the better record, so only others are below it.
        assert not [one for one in known if energy == "-" or (one[0] < named and one[1] != where)], title


def said_of_energy(records: Records) -> Iterator[tuple[float, str, str]]:
    """What any record says of the energy of a task of the decision table on what works by itself, wherever it says it:
    pJ with memories, the place, the task. A block more has no record: it is no program."""
    for r in records:
        machine, name = r["machine"], r["workload"]
        named = max((t for t in tasks.tasks() if f".{t}." in f".{name}."), key=len, default=r.get("task"))
        taken = {(r["config"], named): r}
        if isinstance(r.get("tasks"), dict):
            taken = {(name.rpartition(".")[2], task): one for task, one in r["tasks"].items()}
        for (place, task), one in taken.items():
            if not isinstance(one, dict) or one.keys().isdisjoint({"energy_pj", "memory_pj"}):
                continue
            where = f"{machine}.{place}"
            for host in (m for m in machines.all() if m.place and ".host." in name):
                where = f"{host.name}.{host.place}" + (f"+{machine}" if name.endswith(f".{machine}") else "")
            if task in tasks.HEADLINE and cells.complete(where) and not task.endswith(".block"):
                yield one.get("energy_pj") or one["logic_pj"] + one["memory_pj"], where, task


def test_energies_are_found_wherever_a_record_has_them() -> None:
    """In records of programs, of circuits compared, and of a coprocessor's host."""
    records = tables.records()
    known = {(place, task) for _, place, task in said_of_energy(records)}
    assert known == {(where, task) for where, task in cells.energies(records)
                     if task in tasks.HEADLINE and cells.complete(where)}  # fmt: skip
    default, coprocessors = machines.default(), machines.default().devices()
    assert {f"{default.name}.{name}" for name in (default.configuration, default.plain)} < {where for where, _ in known}
    assert all((f"{default.name}.{default.place}+{name}", "b233.mul.ct") in known for name in coprocessors)


def test_of_two_records_of_a_program_its_own_counts_then_that_with_more_delays() -> None:
    records, task = Records(tables.records()), "aes128.encrypt"
    every: dict[str, list[cells.Energy]] = {}
    for e in cells.every_energy(records):
        if e.task == task and cells.complete(e.where):
            every.setdefault(e.where, []).append(e)
    several = {where: of for where, of in every.items() if len({e.delays for e in of}) > 1}
    assert {any(e.own for e in of) for of in several.values()} == {True, False}
    for where, of in several.items():
        own = [e for e in of if e.own]
        assert cells.energies(records)[where, task] == (own[0] if own else max(of, key=lambda e: e.delays))


def test_a_cache_is_not_compared_by_accesses_to_one_memory() -> None:
    records = tables.records()
    there = {e.where for e in cells.every_energy(records)}
    cached = {where for where in there if "icache" in where}
    assert {where for where, _ in cells.energies(records)} == there - cached


def test_of_equal_cells_the_one_with_the_fewest_gates_is_chosen() -> None:
    def cell(where: str, cycles: int) -> cells.Cell:
        return cells.Cell("aes128.encrypt", *where.split("."), PORTABLE, "iss", cycles, "aes128.encrypt")

    gates = {where: cells.Silicon(ge, 1.0, {}, "") for where, ge in (("a.x", 300.0), ("b.x", 200.0), ("c.x", 100.0))}
    several = [cell("a.x", 7), cell("unknown.x", 7), cell("b.x", 7), cell("c.x", 8)]
    assert cells.fastest(several, gates).machine == cells.fastest(several[::-1], gates).machine == "b"


@pytest.mark.parametrize("wrong", [{"verdict": {"passed": False}}, {"backend": "table"}, {"engine": "netlist"},
                                   {"machine": "nobody"}, {"config": None}])  # fmt: skip
def test_what_is_wrong_leaks_or_ran_on_no_machine_is_no_cell(wrong: dict) -> None:
    assert cells.cells([made("aes128.encrypt", 9)]) and not cells.cells([made("aes128.encrypt", 9, **wrong)])


def test_the_engine_nearest_to_the_circuit_is_quoted() -> None:
    engines = {"iss": 5, "rtl": 6, "lockstep": 7}
    (cell,) = cells.cells([made("sha256.call", n, engine=engine) for engine, n in engines.items()])
    assert (cell.cycles, cell.engine) == (6, "rtl")


def test_a_record_of_many_blocks_counts_one() -> None:
    (cell,) = cells.cells([made("ctr128.block", 512 * 15, params={"blocks": 512})])
    assert cell.cycles == 15


def test_a_compilers_study_answers_no_task() -> None:
    """Such a record ran with a pass of the compiler switched off."""
    machine = machines.default()
    assert not cells.task_of("aes128.encrypt.without.guards", machine.configuration, machine)


@pytest.mark.parametrize("machine", machines.all(), ids=lambda m: m.name)
def test_translated_names_are_those_of_tasks(machine: machines.MachineDef) -> None:
    """A pattern that translates nothing, or into nothing, is a mistake."""
    names = [r["workload"] for r in tables.records() if r.get("machine") == machine.name]
    for pattern in machine.answers:
        mine = [name for name in names if re.fullmatch(pattern, name)]
        assert mine and any(cells.task_of(name, machine.configuration, machine) for name in mine), pattern


@pytest.mark.parametrize("machine", machines.all(), ids=lambda m: m.name)
def test_every_machine_has_cells_and_a_reason_for_every_empty_one(machine: machines.MachineDef) -> None:
    found = cells.best(tables.records())
    empty = [task for task in found if machine.name not in found[task]]
    assert len(empty) < len(found)
    assert all(cells.why_empty(task, machine).endswith(".") for task in empty)


def test_what_a_machine_lacks_has_no_cell() -> None:
    """A reason beside a number would be wrong."""
    found = cells.best(tables.records())
    for machine in machines.all():
        patterns = {*machine.lacks} - {w.family for w in registry().values()}
        assert all(any(fnmatch(t, pattern) for t in found) for pattern in patterns)
        lacking = [t for t in found if cells.lacking(t, machine)]
        assert not [t for t in lacking if machine.name in found[t]]


def test_every_machine_with_a_compiler_runs_every_task() -> None:
    jobs = {(work.task(w, m), m.name) for w, m, _ in work.jobs()}
    wanted = {(t, m.name) for t in tasks.tasks() for m in machines.all() if PORTABLE in m.backends}
    assert wanted <= jobs


@pytest.mark.parametrize("machine", [m for m in machines.all() if m.backends], ids=lambda m: m.name)
def test_every_task_runs_with_a_machines_own_hardware_or_it_is_said_why_not(machine: machines.MachineDef) -> None:
    """So `ev bench --machine all --missing` sees a task that was never measured with an accelerator."""
    own = {work.task(w, m) for w, m, backend in work.jobs() if m.name == machine.name and backend != PORTABLE}
    unaided = {task for task in tasks.tasks() if cells.unaided(task, machine)}
    assert own | unaided == {*tasks.tasks()}, "neither run with its hardware nor explained"
    assert not own & unaided, "explained, but it runs with its hardware"


def test_a_portable_number_beside_hardware_says_why() -> None:
    machine = machines.default()
    mine = cells.cells([made("aes128.encrypt", 9), made("aes128.encrypt", 8, backend=PORTABLE)])
    assert "fewer cycles" in cells.why_portable("aes128.encrypt", machine, mine)
    same = cells.cells([made("aes128.encrypt", 8), made("aes128.encrypt", 8, backend=PORTABLE)])
    assert "the same cycles" in cells.why_portable("aes128.encrypt", machine, same)
    assert "--missing" in cells.why_portable("aes128.decrypt", machine, mine)


@pytest.mark.parametrize("machine", [m for m in machines.all() if m.unaided], ids=lambda m: m.name)
def test_every_reason_for_portable_code_is_of_some_task(machine: machines.MachineDef) -> None:
    for name, why in machine.unaided.items():
        assert any(fnmatch(t, name) or tasks.family_of(t) == name for t in tasks.tasks()), name
        assert why.endswith(".")


def test_a_task_without_record_is_missing_and_one_with_a_record_is_not() -> None:
    machine = machines.default()
    jobs = [job for job in work.jobs(["aes128.encrypt"]) if job[1] is machine]
    assert work.missing(jobs, []) == jobs
    left = work.missing(jobs, [made("aes128.encrypt", 9)])
    assert len(left) == len(jobs) - 1 and machine.native not in {backend for *_, backend in left}


def test_an_unknown_task_is_refused() -> None:
    with pytest.raises(UserError, match="no task is called"):
        work.jobs(["nothing"])


def test_energies_of_a_machines_own_names_are_of_tasks() -> None:
    """A coprocessor's tasks have names of their own, in its records of cycles with the machine before them."""
    machine = next(m for m in machines.all() if m.answers and not m.backends)
    own = next(r for r in tables.records() if r["machine"] == machine.name and r.get("cycles")
               and cells.task_of(r["workload"], r["config"], machine))  # fmt: skip
    name = own["workload"].removeprefix(f"{machine.name}.{own['config']}.")
    energy = {"energy_pj": 7.0, "still_pj": {}, "memory_pj": 0.0, "activity": "all recorded; glitches from 24"}
    made_of = own | energy | {"workload": f"{machine.name}.silicon.energy.{name}", "params": {"command": "ev silicon"}}
    found = cells.energies(Records([made_of]))
    assert {*found} == {(f"{machine.name}.{own['config']}", cells.task_of(own["workload"], own["config"], machine))}


def test_what_gates_bought_is_measured_against_portable_code_on_the_plain_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not against the best code there, and never from a configuration that has the gates."""
    machine = next(m for m in machines.all() if m.plain and m.configuration != m.plain)
    core, place, task = f"{machine.name}.{machine.plain}", f"{machine.name}.{machine.configuration}", "b233.mul.ct"
    gates = {core: cells.Silicon(1000.0, 1.0, {}, ""), place: cells.Silicon(1500.0, 1.0, {}, "")}
    monkeypatch.setattr("evariste.family.tables.silicon", lambda _: gates)
    known = [made(task, n, machine=machine.name, config=where.partition(".")[2], backend=backend)
             for where, backend, n in ((core, PORTABLE, 900), (core, machine.native, 300), (place, machine.native, 90),
                                       (place, PORTABLE, 900))]  # fmt: skip
    (row,) = [line for line in bought(Records(known)).splitlines() if f"`{place}`" in line]
    assert f"`{core}`" in row and "[+500]" in row and "[+50 %]" in row and "[10.0]" in row


def test_a_plain_core_is_the_core_alone() -> None:
    """A machine without such a configuration takes that of a machine with the same core, whose portable code takes
    exactly as long."""
    found = cells.by_portable(tables.records())
    for machine in (m for m in machines.all() if m.backends):
        core = cells.plain_core(machine)
        assert machine.plain == "" or core == f"{machine.name}.{machine.plain}"
        own = f"{machine.name}.{machine.runs(PORTABLE)}"
        mine, there = ({task: c.cycles for (at, task), c in found.items() if at == where} for where in (own, core))
        assert len(mine) > 100 and mine == there, machine.name


def test_the_front_has_no_dot_that_another_beats() -> None:
    known = tables.records()
    for task in tasks.HEADLINE:
        dots = cells.dots(known, task)
        for dot in dots:
            beaten = any(o.ge <= dot.ge and o.us <= dot.us and o is not dot for o in dots if cells.complete(o.where))
            assert dot.front == (cells.complete(dot.where) and not beaten), (task, dot)


def test_silicon_is_of_whole_cores() -> None:
    for where, s in cells.silicon(Records(tables.records())).items():
        assert s.ge > 5000 and 1 < s.delay_ns < 1000 and s.parts, where


def test_a_coprocessor_is_measured_with_what_it_takes_part_in() -> None:
    known = tables.records()
    for host in machines.all():
        for device in host.devices().values():
            alone = {r["workload"]: r["cycles"] for r in known
                     if (r["machine"], r["backend"]) == (host.name, host.native) and r.get("cycles")}  # fmt: skip
            with_it = [r for r in known if r["backend"] == device.backend and r["workload"] in alone]
            assert with_it
            for r in with_it:
                assert r["cycles"] < alone[r["workload"]], f"{r['workload']} gains nothing from {device.backend}"
