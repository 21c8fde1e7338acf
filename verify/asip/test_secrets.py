# SPDX-License-Identifier: Apache-2.0
"""Secrets: a host sees the same in every cycle whatever they are, and nothing of them stays in the circuit."""

import random
from collections.abc import Callable

import pytest

from evariste.ecc.curves import binary_curves
from evariste.machines.asip import driver
from evariste.machines.asip.host import CONTROL, STATUS, Host

CURVE = binary_curves()["k163"]
BASE = (CURVE.gx, CURVE.gy)
BITS = CURVE.n.bit_length()
SAMPLE, MANY = 4, 1000

Run = Callable[[Host, random.Random], object]


def multiply(host: Host, rng: random.Random) -> None:
    driver.checked(driver.multiply(host, rng.randrange(1, CURVE.n), BASE, BITS, rng.randrange(1, 1 << 163), 3))


def multiply_a_bad_point(host: Host, rng: random.Random) -> None:
    """An error, behind the scalar."""
    done = driver.multiply(host, rng.randrange(1, CURVE.n), (BASE[0], BASE[1] ^ 1), BITS, rng.randrange(1, 1 << 163), 1)
    assert done.error


def aborted(host: Host, rng: random.Random) -> None:
    words = driver.numbers(host, *BASE, rng.randrange(1, CURVE.n), rng.randrange(1, 1 << 163))
    host.write("task", host.tasks["point_multiply"] | BITS << 16)
    host.stream(words, 3000)
    host.write("control", CONTROL["abort"])
    host.stream(())
    assert not host.status & STATUS["busy"]


def block(host: Host, rng: random.Random) -> None:
    host.task("aes_encrypt", rng.randbytes(16))
    host.task("aes_decrypt", rng.randbytes(16))


def key(host: Host, rng: random.Random) -> None:
    host.task("aes_key256", rng.randbytes(32))
    block(host, rng)
    host.task("zeroise")


def ready(engine: str) -> Host:
    host = Host("loadable", engine=engine)
    driver.checked(driver.load(host, CURVE))
    host.task("aes_key256", bytes(range(32)))
    return host


def held(host: Host) -> tuple[int, ...]:
    """All registers and memories that operands and results pass through or stay in."""
    return (*host.snapshot(), *host.passing())


def settled(host: Host) -> tuple[int, ...]:
    """The same, two cycles after the end."""
    for _ in range(3):
        host.cycle()
    return held(host)


@pytest.mark.parametrize("run", [multiply, multiply_a_bad_point, aborted, block, key], ids=lambda run: run.__name__)
def test_nothing_of_a_secret_stays_in_the_circuit(run: Run) -> None:
    """Registers and memories are the same after other secrets."""
    rng, host = random.Random(1), ready("rtl")
    run(host, rng)
    wanted = settled(host)
    assert len(wanted) > 700
    for _ in range(2):
        if run is key:
            driver.checked(driver.load(host, CURVE))
        run(host, rng)
        assert settled(host) == wanted


def test_a_control_keys_stay_without_zeroise_and_scalars_while_a_task_runs() -> None:
    rng, host, found = random.Random(1), ready("rtl"), set[tuple[int, ...]]()
    for _ in range(3):
        host.task("aes_key256", rng.randbytes(32))
        found.add(settled(host))
    assert len(found) == 3
    found.clear()
    for k in (3, 5):
        host.write("task", host.tasks["point_multiply"] | BITS << 16)
        host.stream(driver.numbers(host, *BASE, k, 7), 3000)
        found.add(held(host))
        host.stream(())
    assert len(found) == 2


def test_a_control_blocks_are_there_while_they_are_worked_on() -> None:
    """In the registers that operands pass through."""
    rng, host, found = random.Random(1), ready("rtl"), set[tuple[int, ...]]()
    for _ in range(3):
        for word in (rng.getrandbits(32) for _ in range(4)):
            host.write("data_in", word)
        host.write("task", host.tasks["aes_encrypt"])
        for _ in range(6):
            host.cycle()
        found.add(held(host))
        host.stream(())
    assert len(found) == 3


def seen(run: Run, many: int, engine: str) -> int:
    """How many different things a host saw in time."""
    rng, host, found = random.Random(2), ready(engine), set[int]()
    run(host, rng)
    for _ in range(many):
        host.digest()
        run(host, rng)
        found.add(host.digest())
    return len(found)


@pytest.mark.parametrize("run", [multiply, multiply_a_bad_point, block], ids=lambda run: run.__name__)
def test_a_host_sees_the_same_in_every_cycle(run: Run) -> None:
    assert seen(run, SAMPLE, "iss") == 1


@pytest.mark.full
@pytest.mark.parametrize("engine", ["iss", "rtl"])
@pytest.mark.parametrize("run", [multiply, key], ids=lambda run: run.__name__)
def test_a_host_sees_the_same_for_a_thousand_secrets(run: Run, engine: str) -> None:
    assert seen(run, MANY, engine) == 1


def test_a_control_the_length_of_a_scalar_is_seen() -> None:
    """It is the task's count, and no secret."""

    def one(host: Host, rng: random.Random) -> None:
        driver.checked(driver.multiply(host, 5, BASE, rng.choice((160, 161, 162, 163))))

    assert seen(one, 2 * SAMPLE, "iss") > 1


@pytest.mark.parametrize("engine", ["iss", "rtl"])
def test_a_control_the_length_of_a_key_is_seen(engine: str) -> None:
    def one(host: Host, rng: random.Random) -> None:
        bits = rng.choice((128, 192, 256))
        host.task(f"aes_key{bits}", rng.randbytes(16 if bits == 128 else 32))
        block(host, rng)

    assert seen(one, 4 * SAMPLE, engine) == 3
