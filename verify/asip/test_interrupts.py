# SPDX-License-Identifier: Apache-2.0
"""The coprocessor's interrupt: programs in C on a host with interrupts, on every engine, in the same cycles."""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from evariste import machines, sim
from evariste.build import cc
from evariste.ecc import reference
from evariste.ecc.curves import binary_curves
from evariste.paths import ROOT
from evariste.sim import ENGINES, Machine, Stop
from verify.asip.host import BACKEND

CONFIGURATION = f"{machines.default().interrupts}+{BACKEND}"
CURVE = binary_curves()["k163"]
EXAMPLE = ROOT / "sw/apps/asip/in_background.c"
POLLS, ASLEEP, MASKED, DISTURBED, NO_EVENT = range(5)  # how `multiply` waits
STEPS, SEEDS, MANY = 600, 4, 100


@cache
def program(*flags: str) -> Path:
    return cc.compile([Path(__file__).with_name("interrupt.c")], backend=BACKEND, extra=flags)


def loaded(path: Path, engine: str, words: Sequence[object], said: bytearray) -> Machine:
    core = Machine(configuration=CONFIGURATION, engine=engine)
    core.load(path)
    core.host(args=[str(word) for word in words], stdout=said.extend)
    return core


def run(
    engine: str, *words: object, path: Path | None = None, lines: Sequence[tuple[int, int]] = ()
) -> tuple[Stop, str]:
    said = bytearray()
    core = loaded(path or program(), engine, words, said)
    if lines:
        core.drive(lines)
    return core.run(max_cycles=3_000_000), said.decode()


def same(*words: object, path: Path | None = None) -> tuple[Stop, str]:
    """What all engines do alike."""
    first, *others = [run(engine, *words, path=path) for engine in ENGINES]
    assert all(other == first for other in others)
    return first


def products(how: int, engine: str = "iss") -> tuple[str, int, int]:
    """The last product; cycles of them all; what else came."""
    stop, said = run(engine, "multiply", how)
    assert stop.reason == "exit" and stop.status == 0, stop.sentence
    (line,) = said.splitlines()  # nothing was wrong
    *words, cycles, ticks, taken = line.split()
    assert taken == "0"
    return " ".join(words), int(cycles), int(ticks)


def test_the_library_computes_asleep_what_it_computes_awake() -> None:
    wanted, polled, _ = products(POLLS)
    for how in (ASLEEP, MASKED):
        result, cycles, ticks = products(how)
        assert result == wanted and ticks == 0
        assert abs(cycles - polled) < 200
    result, _, ticks = products(DISTURBED)
    assert result == wanted and ticks > 50


def test_the_core_is_asleep_most_of_the_time() -> None:
    """A call of ev_asip_doze is a few instructions; the rest is sleep. After an error it does not sleep."""
    core = loaded(program(), "iss", ("multiply", ASLEEP), bytearray())
    core.watch(profile=True)
    asleep = core.run()
    ((calls, cycles),) = [(calls, own) for name, calls, own, _ in core.profile() if name == "ev_asip_doze"]
    assert calls < 150 and cycles - 40 * calls > 0.7 * products(ASLEEP)[1]
    polls, _ = run("iss", "multiply", POLLS)
    assert polls.instructions > asleep.instructions + 20_000


def test_sleep_ends_in_the_same_cycle_on_every_engine() -> None:
    stop, _ = same("multiply", ASLEEP)
    assert stop.status == 0


def test_without_an_event_the_core_sleeps_for_good() -> None:
    stop, _ = same("multiply", NO_EVENT)
    assert stop.reason == "asleep"


def test_a_control_what_is_pending_from_before_must_be_cleared() -> None:
    stop, _ = run("iss", "multiply", ASLEEP, path=program("-DFORGETFUL"))
    assert stop.reason == "asleep"


def test_causes_that_are_enabled_cleared_disabled_or_missing() -> None:
    stop, said = same("causes")
    assert stop.status == 0
    assert said.splitlines() == [
        "not enabled: 0, 0 spurious, 0 errors, code 0",
        "cleared: 0, 0 spurious, 0 errors, code 0",
        "done: 1, 0 spurious, 0 errors, code 0",
        "disabled: 0, 0 spurious, 0 errors, code 0",
        "enabled late: 1, 0 spurious, 0 errors, code 0",
        "gone: 1, 1 spurious, 0 errors, code 0",
        "room: 1, 0 spurious, 0 errors, code 0",
        "words: 1, 0 spurious, 0 errors, code 0",
        "refused: 1, 0 spurious, 1 errors, code 1",
        "no word: 1, 0 spurious, 1 errors, code 17",
        "no reason: 1, 1 spurious, 0 errors, code 0",
    ]


@pytest.mark.parametrize("what", range(14))
def test_a_core_that_waits_stops_when_no_interrupt_can_come_and_not_before(what: int) -> None:
    """Asleep, and in a branch to itself with PRIMASK."""
    stop, _ = same("sleep", what)
    assert stop.reason == ("loop" if what >= 7 else "exit" if what in (3, 5, 6) else "asleep")


def lines(seed: int) -> list[tuple[int, int]]:
    """The device's line, driven by another one as well."""
    rng, now, changes = random.Random(seed), 20_000, list[tuple[int, int]]()
    while now < 200_000:
        now += rng.randrange(100, 20_000)
        changes += [(now, 1), (now + 1 + rng.randrange(200), 0)]
        now += 200
    return changes


def anything(seeds: range) -> int:
    """How many interrupts came in programs that do anything with the coprocessor and its interrupt, in lock-step."""
    taken = 0
    for seed in seeds:
        driven = lines(seed) if seed % 2 else []
        stop, said = run("lockstep", "random", seed, STEPS, lines=driven)
        assert stop.reason == "exit", (seed, stop.sentence)
        assert run("iss", "random", seed, STEPS, lines=driven) == (stop, said)
        taken += int(said.split()[1])
    return taken


def test_programs_that_do_anything_with_the_interrupt() -> None:
    assert anything(range(SEEDS)) > 40 * SEEDS


@pytest.mark.full
def test_many_programs_that_do_anything_with_the_interrupt() -> None:
    assert anything(range(SEEDS, MANY)) > 40 * (MANY - SEEDS)


def test_a_control_lockstep_finds_an_interrupt_in_another_cycle(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sim.device

    def other(*arguments: object) -> tuple[str, str, list[tuple[str, int]]]:
        model, circuit, parameters = usual(*arguments)
        return model, circuit, [(name, 1 if name == "SQUARES" else value) for name, value in parameters]

    monkeypatch.setattr(sim, "device", other)
    stop, _ = run("lockstep", "multiply", ASLEEP)
    assert stop.reason == "difference"


def test_without_interrupts_the_host_only_polls() -> None:
    said = bytearray()
    core = Machine(configuration=machines.default().runs(BACKEND))
    core.load(program())
    core.host(args=["multiply", str(POLLS)], stdout=said.extend)
    assert core.run().status == 0 and said.decode().startswith(products(POLLS)[0])


@pytest.mark.parametrize("hashes", [0, 2, 12])
def test_the_example_hashes_while_the_coprocessor_multiplies(hashes: int) -> None:
    stop, said = same(hashes, path=cc.compile([EXAMPLE], backend=BACKEND))
    assert stop.status == 0
    k = 0x80000001FEDCBA98765432100123456789ABCDEF
    point = reference.multiply(CURVE, k, (CURVE.gx, CURVE.gy))
    assert point is not None
    assert said.splitlines()[1:] == [f"{point[0]:048x}", f"{point[1]:048x}", "4 interrupts"]
