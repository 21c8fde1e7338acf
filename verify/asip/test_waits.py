# SPDX-License-Identifier: Apache-2.0
"""Interrupts that take long while the library uses the coprocessor, and what becomes of the errors of its tasks."""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from evariste import machines, sim
from evariste.build import cc
from evariste.record import versions
from evariste.sim import ENGINES, Machine, Stop
from verify.asip.host import BACKEND, CONFIGURATION

INTERRUPTED = f"{machines.default().interrupts}+{BACKEND}"
SEED = 1 << 30
LONG = 70_000  # cycles of a handler: more than WATCHDOG
MASK, NOTHING = b"\x72\xb6", b"\x00\xbf"  # cpsid i, nop
WIDE = {"WIDTH": 384, "SQUARES": 9}  # a result is longer than OUT
# The longest wait of an interrupt: for a part of a stream in the slowest mode, for the operands of a task. The first is
# ASIP_MOST_BLOCKS times a block of CCM with AES-256; the second is a little above 625, the longest of 20,000. Both are
# of GCC 12.2: the library of another compiler may take some percent more.
LONGEST = {"aes": 128 * 36 + 50, "points": 640}
MORE = 1 if str(versions(machines.default().name)["gcc"]).startswith("12.2.") else 1.1


@cache
def program() -> Path:
    return cc.compile([Path(__file__).with_name("waits.c")], backend=BACKEND)


def with_parameters(monkeypatch: pytest.MonkeyPatch, given: Mapping[str, int]) -> None:
    """The interpreter's coprocessor has these parameters."""
    usual = sim.device

    def other(*arguments: object) -> tuple[str, str, list[tuple[str, int]]]:
        model, circuit, parameters = usual(*arguments)
        return model, circuit, list((dict(parameters) | given).items())

    monkeypatch.setattr(sim, "device", other)


def run(
    *words: object, engine: str = "iss", configuration: str = INTERRUPTED, path: Path | None = None
) -> tuple[Stop, str]:
    core, said = Machine(configuration=configuration, engine=engine), bytearray()
    core.load(path or program())
    core.host(args=[str(word) for word in words], stdout=said.extend)
    return core.run(max_cycles=100_000_000), said.decode()


def disturbed(what: str, count: int, cycles: int = LONG, engine: str = "iss") -> tuple[int, ...]:
    """Wrong results, interrupts, errors timeout, the longest wait of an interrupt, the most cycles of a result."""
    stop, said = run(what, SEED, cycles, count, engine=engine)
    assert stop.reason == "exit" and stop.status == 0, stop.sentence
    return tuple(map(int, said.split()))


@pytest.mark.parametrize("what", ["aes", "points"])
def test_an_interrupt_may_take_longer_than_a_task_waits(what: str) -> None:
    assert disturbed(what, 100)[:3] == (0, 100, 0)


@pytest.mark.parametrize("what", ["aes", "points"])
def test_an_interrupt_does_not_wait_long(what: str) -> None:
    wrong, interrupts, timeouts, longest, _ = disturbed(what, 6000, LONG // 1000)
    assert (wrong, interrupts, timeouts) == (0, 6000, 0)
    assert LONGEST[what] * 0.8 < longest <= LONGEST[what] * MORE


@pytest.mark.full
@pytest.mark.parametrize("what", ["aes", "points"])
def test_the_same_on_the_circuit(what: str) -> None:
    assert disturbed(what, 5, engine="lockstep") == disturbed(what, 5)


@pytest.mark.parametrize("what", ["aes", "points"])
def test_a_control_without_the_mask_it_ends_in_a_bus_error(what: str, tmp_path: Path) -> None:
    bare = tmp_path / "bare.elf"
    bare.write_bytes(program().read_bytes().replace(MASK, NOTHING))
    stop, _ = run(what, SEED, LONG, 1000, path=bare)
    assert stop.reason == "fault" and "bus error" in stop.sentence


def test_a_result_that_was_lost_is_computed_by_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a result is longer than OUT, a task waits while the program has not seen its first words. An interrupt then
    may take too long."""
    with_parameters(monkeypatch, WIDE)
    assert [run("late", 0, cycles)[1] for cycles in (LONG // 10, LONG)] == ["0 0\n", "0 2\n"]


def test_a_program_that_clears_the_coprocessor_meanwhile_gets_no_wrong_result() -> None:
    """It breaks the rule: the library has the coprocessor alone. A task without key or session is refused, and an
    access to words that it would take or give is a bus error."""
    rng, ends = random.Random(1), set[str]()
    for _ in range(30):
        stop, said = run("zeroise", rng.getrandbits(32), 0, 3)
        ends.add(stop.reason)
        assert said.startswith("0 3 ") if stop.reason == "exit" else "bus error" in stop.sentence
    assert ends == {"exit", "fault"}


@pytest.mark.parametrize(
    ("parameters", "bits"), [({}, ()), ({"LONG_KEYS": 0}, (192, 256)), ({"AES": 0}, (128, 192, 256))]
)
def test_a_key_that_the_coprocessor_does_not_have_is_refused(
    parameters: Mapping[str, int], bits: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_parameters(monkeypatch, parameters)
    for size in (128, 192, 256):
        refused = "The machine that runs the program lacks the unit that this needs. 0\n"
        assert run("key", size // 8)[1] == (refused if size in bits else f"Success. {size // 32 + 6}\n")


def test_a_product_with_a_point_that_is_not_on_the_curve_is_refused() -> None:
    assert run("refused")[1] == "0 2\n"


def test_additional_data_are_hashed_where_it_takes_fewer_cycles() -> None:
    """From EV_AES_GCM_HASH_BLOCKS blocks on."""
    for blocks in (3, 5, 32, 96):
        driven, alone, differs = map(int, run("gmac", blocks)[1].split())
        assert not differs and (driven < alone) == (blocks >= 5)
    most, least = (int(run("gmac", blocks)[1].split()[0]) for blocks in (96, 32))
    assert (most - least) / 64 < 14


def test_without_interrupts_the_mask_does_nothing() -> None:
    assert {run("gmac", 96, engine=e, configuration=CONFIGURATION)[1] for e in ENGINES} == {run("gmac", 96)[1]}
