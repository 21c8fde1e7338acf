# SPDX-License-Identifier: Apache-2.0
"""A host that makes every mistake, in any order and at any time, on each engine. Each mistake gets its code, and the
coprocessor then works. Words are neither lost nor doubled."""

import random
from collections.abc import Callable

import pytest

from evariste.ecc import reference
from evariste.ecc.curves import binary_curves
from evariste.isa import machine
from evariste.machines.asip import driver
from evariste.machines.asip.host import CONTROL, STATUS, Host

CURVE = binary_curves()["k163"]
BASE = (CURVE.gx, CURVE.gy)
CODES = {cause.name: cause.code for cause in machine("asip").spec.causes}
KEY = bytes(range(16))
ENGINES = ["iss", pytest.param("lockstep", marks=pytest.mark.full), pytest.param("rtl", marks=pytest.mark.full)]

Mistake = Callable[[Host, random.Random], object]


def slowly(host: Host, rng: random.Random, task: str, words: list[int], count: int = 0) -> None:
    """A task with pauses between its words, and looks at registers in them."""
    sent = list(words)
    while sent and host.status >> 16 & 15 < 8 and rng.random() < 0.8:
        host.write("data_in", sent.pop(0))
    host.write("task", host.tasks[task] | count << 16)
    while host.status & STATUS["busy"]:
        give = bool(sent) and rng.random() < 0.6
        got = host.cycle(in_valid=give, in_data=sent[0] if sent else 0, out_ready=rng.random() < 0.6)
        if give and got.in_ready:
            sent.pop(0)
        if rng.random() < 0.02:
            host.read(rng.choice(("status", "irq", "task", "where", "info", "task_cycles")))
        if not sent and rng.random() < 0.01:
            host.stream(())


def numbers(host: Host, *values: int) -> list[int]:
    return driver.numbers(host, *values)


def constants(host: Host, at: int, value: int) -> list[int]:
    words = list(driver.constants(host, CURVE.poly, CURVE.a, CURVE.b))
    return [*words[:at], value, *words[at + 1 :]]


def minus() -> tuple[int, int]:
    found = reference.negate(CURVE, BASE)
    assert found is not None
    return found


def busy(host: Host, rng: random.Random) -> None:
    host.write("task", host.tasks["field_invert"])
    for _ in range(rng.randrange(20)):
        host.cycle()
    host.write("task", rng.getrandbits(32))
    assert host.code == CODES["busy"]
    host.stream(numbers(host, 5))


def aborted(host: Host, rng: random.Random) -> None:
    host.write("task", host.tasks["point_multiply"] | 163 << 16)
    host.stream(numbers(host, *BASE, 5, 9), rng.randrange(10_000))
    host.write("control", CONTROL["abort"])
    host.stream(())


def overrun(host: Host, _rng: random.Random) -> None:
    while host.write("data_in", 1):
        pass


MISTAKES: dict[str, Mistake] = {
    "unknown_task": lambda host, rng: host.write("task", rng.choice((63, 1 << 14 | 4, 1 << 15))),
    "busy": busy,
    "bad_field": lambda host, rng: slowly(host, rng, "curve", constants(host, 1, rng.choice((0, 163, 200)))),
    "no_field": lambda host, rng: (host.task("gcm_key"), slowly(host, rng, "point_validate", [])),
    "bad_point": lambda host, rng: slowly(
        host, rng, "point_validate", numbers(host, BASE[0], BASE[1] ^ 1 << rng.randrange(163))
    ),
    "bad_random": lambda host, rng: slowly(host, rng, "point_multiply", numbers(host, *BASE, 5, 0), 163),
    "infinity": lambda host, rng: slowly(host, rng, "point_add", numbers(host, *BASE, *minus())),
    "no_key": lambda host, rng: (host.task("zeroise"), slowly(host, rng, "aes_encrypt", [])),
    "timeout": lambda host, rng: slowly(host, rng, "aes_encrypt", [1] * rng.randrange(4)),
    "bad_const": lambda host, rng: slowly(host, rng, "curve", constants(host, 4, 1)),
    "bad_count": lambda host, rng: slowly(host, rng, rng.choice(("ecb_encrypt", "point_multiply")), []),
    "no_session": lambda host, rng: (driver.load(host, CURVE), slowly(host, rng, "cbc_encrypt", [], 1)),
    "aborted": aborted,
    "overrun": overrun,
    "underrun": lambda host, rng: host.access(host.registers["data_out"] + 4 * rng.randrange(1024)),
}
ELSEWHERE = {"illegal"}  # a loaded program is needed: test_errors.py, test_lockstep.py


def test_there_is_a_mistake_for_every_code() -> None:
    assert MISTAKES.keys() | ELSEWHERE == CODES.keys()


@pytest.mark.parametrize("engine", ENGINES)
def test_every_mistake_gets_its_code_and_the_next_task_runs(engine: str) -> None:
    rng, host, found = random.Random(1), Host("loadable", engine=engine), set[int]()
    fresh = Host()
    fresh.task("aes_key128", KEY)
    right = fresh.task("aes_encrypt", KEY).words
    order = [name for _ in range(2 if engine == "iss" else 4) for name in rng.sample(list(MISTAKES), len(MISTAKES))]
    for name in order:
        driver.checked(driver.load(host, CURVE))
        driver.checked(host.task("aes_key128", KEY))
        if name == "bad_count":
            host.task("load_q0", KEY)
        MISTAKES[name](host, rng)
        assert host.code == CODES[name] and host.status & STATUS["error"] and not host.status & STATUS["busy"], name
        found.add(host.code)
        host.write("control", CONTROL["flush"])
        assert host.task("aes_encrypt", KEY).words == (right if host.status & STATUS["key"] else ())
    assert found == {code for name, code in CODES.items() if name not in ELSEWHERE}


def test_a_control_a_host_without_a_mistake_gets_no_code() -> None:
    """The same tasks with pauses, and right operands."""
    rng, host = random.Random(2), Host("loadable")
    driver.checked(host.task("aes_key128", KEY))
    slowly(host, rng, "curve", list(driver.constants(host, CURVE.poly, CURVE.a, CURVE.b)))
    slowly(host, rng, "point_validate", numbers(host, *BASE))
    slowly(host, rng, "point_multiply", numbers(host, *BASE, 5, 9), 163)
    slowly(host, rng, "aes_encrypt", [1] * 4)
    assert host.code == 0 and not host.status & STATUS["error"]


def through(host: Host, rng: random.Random, words: list[int], twice: float = 0) -> list[int]:
    """Blocks that a host gives and takes by the bus and by the streams, with pauses and with waits of either side.
    `twice`: the chance that it gives a word again."""
    host.task("aes_key128", KEY)
    sent, out = list(words), list[int]()
    host.write("task", host.tasks["ecb_encrypt"] | len(words) // 4 << 16)
    while host.status & STATUS["busy"] or host.status >> 20 & 15:
        kind = rng.random()
        if kind < 0.1 and sent and host.status >> 16 & 15 < 8:
            assert host.write("data_in", sent.pop(0))
        elif kind < 0.2 and host.status >> 20 & 15:
            out.append(host.access(host.registers["data_out"]).data)
        else:
            give, take = bool(sent) and rng.random() < 0.4, rng.random() < 0.4
            got = host.cycle(in_valid=give, in_data=sent[0] if sent else 0, out_ready=take)
            if give and got.in_ready and rng.random() >= twice:
                sent.pop(0)
            if take and got.out_valid:
                out.append(got.out_data)
    return out


def blocks(rng: random.Random) -> tuple[list[int], list[int]]:
    """Words, and what they are encrypted."""
    words, fresh = [rng.getrandbits(32) for _ in range(4 * 60)], Host()
    fresh.task("aes_key128", KEY)
    return words, list(fresh.task("ecb_encrypt", words, count=60).words)


@pytest.mark.parametrize("engine", ENGINES)
def test_words_are_neither_lost_nor_doubled(engine: str) -> None:
    rng = random.Random(3)
    words, right = blocks(rng)
    assert through(Host("loadable", engine=engine), rng, words) == right


def test_a_control_a_word_that_is_given_twice_is_noticed() -> None:
    rng = random.Random(3)
    words, right = blocks(rng)
    assert through(Host("loadable"), rng, words, twice=0.01) != right
