# SPDX-License-Identifier: Apache-2.0
"""The profile: no cycle is lost or counted twice, and a call is a call however the function is entered and left."""

import pytest

from evariste.sim import Machine, Stop
from verify.sim.tools import ENGINES, program

# Function: how often it is entered. calls.c and calls_asm.S are written so that this can be counted by reading.
CALLS = {
    "main": 1, "recurse": 6, "tail_first": 3, "tail_second": 3, "leaf": 4, "before_jump": 1, "jump_out": 1,
    "supervisor": 1, "SVC_Handler": 4, "setjmp": 1, "longjmp": 1, "Reset_Handler": 1,
}  # fmt: skip

Profile = dict[str, tuple[int, int, int]]  # function: calls, own cycles, inclusive cycles


@pytest.fixture(scope="module", params=ENGINES)
def profiled(request: pytest.FixtureRequest) -> tuple[Stop, Profile]:
    machine = Machine(request.param)
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
        machine = Machine(engine)
        machine.load(program("calls.c", "calls_asm.S"))
        machine.watch(profile=True)
        machine.run()
        found.append(sorted(machine.profile()))
    assert found[0] == found[1] == found[2]


def test_watching_changes_no_cycle(profiled: tuple[Stop, Profile]) -> None:
    machine = Machine("iss")
    machine.load(program("calls.c", "calls_asm.S"))
    assert machine.run().cycles == profiled[0].cycles
