# SPDX-License-Identifier: Apache-2.0
"""The profile: no cycle is lost or counted twice, and a call is a call however the function is entered and left."""

import re
import subprocess
from pathlib import Path

import pytest

from evariste.build import cc
from evariste.machines import DEFAULT, named
from evariste.sim import Machine, Stop
from verify.gfp.sim.tools import ENGINES, ev_run, program

# Function: how often it is entered. calls.c and calls_asm.S are written so that this can be counted by reading.
CALLS = {
    "main": 1, "recurse": 6, "tail_first": 3, "tail_second": 3, "leaf": 4, "before_jump": 1, "jump_out": 1,
    "supervisor": 1, "SVC_Handler": 4, "setjmp": 1, "longjmp": 1, "Reset_Handler": 1,
}  # fmt: skip

Profile = dict[str, tuple[int, int, int]]  # function: calls, own cycles, inclusive cycles


@pytest.fixture(scope="module", params=ENGINES)
def profiled(request: pytest.FixtureRequest) -> tuple[Stop, Profile]:
    machine = Machine(engine=request.param)
    machine.load(program("calls.c", "calls_asm.S"))
    machine.watch(profile=True)
    stop = machine.run()
    assert stop.reason == "exit" and stop.status == 0, stop.sentence
    rows = machine.profile()
    assert len({row[0] for row in rows}) == len(rows)
    return stop, {name: (calls, own, inclusive) for name, calls, own, inclusive in rows}


def test_own_cycles_add_up_to_the_run_s(profiled: tuple[Stop, Profile]) -> None:
    stop, profile = profiled
    assert sum(own for _, own, _ in profile.values()) == stop.cycles


@pytest.mark.parametrize("function", CALLS)
def test_calls_are_counted(function: str, profiled: tuple[Stop, Profile]) -> None:
    assert profiled[1][function][0] == CALLS[function]


def test_inclusive_cycles_hold_own_cycles_and_fit_into_the_run(profiled: tuple[Stop, Profile]) -> None:
    stop, profile = profiled
    for name, (_, own, inclusive) in profile.items():
        assert own <= inclusive <= stop.cycles, name


def test_a_caller_includes_what_it_calls(profiled: tuple[Stop, Profile]) -> None:
    _, profile = profiled
    inclusive = {name: row[2] for name, row in profile.items()}
    own = {name: row[1] for name, row in profile.items()}
    assert inclusive["recurse"] == own["recurse"]  # recursion is counted once
    assert inclusive["tail_first"] >= own["tail_first"] + inclusive["tail_second"]
    assert inclusive["before_jump"] >= own["before_jump"] + inclusive["jump_out"]
    assert inclusive["supervisor"] == own["supervisor"] + inclusive["SVC_Handler"]
    called = ("recurse", "tail_first", "before_jump", "supervisor")
    assert inclusive["main"] >= own["main"] + sum(inclusive[name] for name in called)


def test_every_engine_gives_the_same_profile() -> None:
    found = []
    for engine in ENGINES:
        machine = Machine(engine=engine)
        machine.load(program("calls.c", "calls_asm.S"))
        machine.watch(profile=True)
        machine.run()
        found.append(sorted(machine.profile()))
    assert found[0] == found[1] == found[2]


def test_watching_changes_no_cycle(profiled: tuple[Stop, Profile]) -> None:
    machine = Machine(engine="iss")
    machine.load(program("calls.c", "calls_asm.S"))
    assert machine.run().cycles == profiled[0].cycles


@pytest.mark.parametrize("engine", ENGINES)
def test_the_program_is_told_from_what_start_up_spends(engine: str) -> None:
    machine = Machine(engine=engine)
    machine.load(program("calls.c", "calls_asm.S"))
    machine.watch(profile=True)
    stop = machine.run()
    everything = {row[0]: row[1:] for row in machine.profile()}
    cycles, rows = machine.profile_of_main()
    of_main = {row[0]: row[1:] for row in rows}
    assert of_main["main"] == everything["main"] and everything["main"][2] == cycles
    assert sum(own for _, own, _ in of_main.values()) == cycles < stop.cycles
    assert "Reset_Handler" in everything and "Reset_Handler" not in of_main and "exit" not in of_main
    assert of_main["recurse"] == everything["recurse"]


def test_a_program_that_leaves_main_by_exit_is_the_program_s_to_its_end(tmp_path: Path) -> None:
    source = tmp_path / "leaves.c"
    source.write_text("#include <stdlib.h>\nint main(void) { exit(3); }")
    machine = Machine()
    machine.load(cc.compile([source]))
    machine.watch(profile=True)
    assert machine.profile_of_main() == (0, [])
    stop = machine.run()
    cycles, rows = machine.profile_of_main()
    assert "exit" in {row[0] for row in rows}
    reset = next(row for row in machine.profile() if row[0] == "Reset_Handler")
    assert stop.cycles - cycles >= reset[2]


def test_the_lines_of_a_function_have_its_own_cycles() -> None:
    """Binutils says which line each address is that ran."""
    elf, tool = program("calls.c", "calls_asm.S"), cc.tool("addr2line", named(DEFAULT).compiler())
    machine = Machine()
    machine.load(elf)
    machine.watch(profile=True, source=True)
    stop = machine.run()
    lines, own = dict(machine.profile_of_lines()), {row[0]: row[2] for row in machine.profile()}
    machine.reset()
    ran = sorted({int(pc) for pc in machine.record(stop.instructions)["pc"]})
    command = [tool, "-e", elf, *map(hex, ran)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    of: dict[str, set[str]] = {}
    for pc, line in zip(ran, said, strict=True):
        if found := re.search(r"(?<=/)calls\w*\.[cS]:\d+", line):
            of.setdefault(re.sub(r".*\(|[+)].*", "", machine.where(pc)), set()).add(found[0])
    assert {"main", "recurse", "leaf"} <= of.keys()
    for function, places in of.items():
        assert sum(lines[line] for line in places) == own[function], function


def test_ev_run_shows_start_up_apart_from_the_program() -> None:
    shown = ev_run(program("calls.c", "calls_asm.S"), "--profile").stderr
    own, start_up = shown.split("before and after main")
    assert " main " in own and "recurse" in own and "Reset_Handler" not in own
    assert "Reset_Handler" in start_up and "recurse" not in start_up and "calls.c:" in start_up
