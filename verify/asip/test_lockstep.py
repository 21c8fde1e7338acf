# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter: what they answer, STATUS and the steps in each cycle, and the whole state when a
task has ended."""

import random

import pytest

from evariste.ecc import reference
from evariste.ecc.curves import binary_curves
from evariste.isa import load, machine
from evariste.machines.asip import SIMULATED, driver, lockstep, measure
from evariste.machines.asip.assembler import assemble
from evariste.machines.asip.host import CONTROL, STATUS, Difference, Host
from evariste.machines.asip.lockstep import one_task, prepared, program, run, wait

CURVE = binary_curves()["k163"]
PROGRAMS, CYCLES = 12, 1200  # of a field; of a program
FULL = 10_000_000  # instructions


def test_reset_and_every_task_with_random_operands_and_a_slow_host() -> None:
    """Operands at random are errors for most tasks of curves; point multiplications are in the tests behind."""
    rng, host = random.Random(1), lockstep.host()
    for task in load.tasks("asip").tasks:
        one_task(host, task, rng)


@pytest.mark.parametrize("flags", [0, 3])
def test_point_multiplications_with_a_slow_host(flags: int) -> None:
    rng, host = random.Random(flags), lockstep.host()
    driver.checked(driver.load(host, CURVE))
    words = driver.numbers(host, CURVE.gx, CURVE.gy, rng.getrandbits(17), 9)
    host.write("task", host.tasks["point_multiply"] | flags << 6 | 17 << 16)
    for word in words:
        host.traffic(rng.getrandbits(60), rng.randrange(30), (0, 40, 0, 0))
        while host.status >> 16 & 8:  # IN is full
            host.cycle()
        assert host.write("data_in", word)
    wait(host, 1)
    assert host.status & STATUS["done"] and not host.status & STATUS["error"]


def test_a_point_multiplication_while_the_host_does_anything() -> None:
    """It asks registers, takes words and starts tasks, which does not disturb the one that runs."""
    host = lockstep.host()
    driver.checked(driver.load(host, CURVE))
    words = driver.numbers(host, CURVE.gx, CURVE.gy, 5, 9)
    wanted = host.task("point_multiply", words, count=163).words
    for word in words[:8]:
        host.write("data_in", word)
    host.write("task", host.tasks["point_multiply"] | 163 << 16)
    host.stream(words[8:], 1500)
    for i in range(300):
        host.write("task", i * 0x10001 & 0xFFFF003F)
        host.traffic(i, 20, (0, 0, 0, 0))
    assert tuple(host.stream(())[0]) == wanted


def test_random_programs_and_hosts() -> None:
    executed = 0
    for field in range(7):
        host = prepared(field)
        for seed in range(PROGRAMS):
            run(host, PROGRAMS * field + seed, CYCLES)
        executed += host.executed
    assert executed > 100 * 7 * PROGRAMS


@pytest.mark.parametrize("word", lockstep.left_out(), ids=hex)
def test_a_word_that_no_instruction_has(word: int) -> None:
    host = lockstep.host()
    host.task("aes_key128", bytes(16))
    host.load([word, *program(random.Random(1))[1:]])
    host.write("task", host.tasks["aes_key128"])
    wait(host, 1)
    assert host.code == 10 and host.read("where") == 0


@pytest.mark.parametrize("before", [0, 3])
def test_an_instruction_of_several_steps_counts_once_and_one_that_comes_again_each_time(before: int) -> None:
    """aesenc of two blocks, in one place; a loop to itself. Some words before it are at the last places."""
    host = lockstep.host()
    twice = "aeskey 4\nmovq q0, q31\naesenc q0, q0\naesenc q0, q0\ncli c0, 5\nagain: loop c0, again\nend"
    first = -before % lockstep.PLACES
    words = before * assemble({"nothing": "end"}).words + assemble({"twice": twice}).words
    host.load(words, first)
    host.watch()
    host.task("aes_key128", bytes(32))
    assert lockstep.counted(host, words, first) == (10, 39)


@pytest.mark.full
def test_ten_million_instructions() -> None:
    assert all(one["verdict"]["passed"] for one in lockstep.campaign(FULL))


def test_every_error_is_reached_and_leaves_a_coprocessor_that_works() -> None:
    host, found = lockstep.host(), set[int]()

    def tried(task: str, data: list[int] | bytes = b"", count: int = 0) -> None:
        found.add(host.task(task, data, count).error)

    constants = driver.constants(host, CURVE.poly, CURVE.a, CURVE.b)
    minus = reference.negate(CURVE, (CURVE.gx, CURVE.gy))
    assert minus is not None
    tried("aes_encrypt")  # no key
    tried("curve", [*constants[:1], 0, *constants[2:]])  # no field
    tried("point_validate")  # no curve
    host.write("task", 63)  # no such task
    found.add(host.code)
    host.task("aes_key128", bytes(16))
    tried("cbc_encrypt", bytes(16), 1)  # no session
    host.write("control", CONTROL["flush"])
    tried("ecb_encrypt")  # no block
    tried("aes_encrypt", bytes(12))  # an operand that does not come
    tried("curve", [*constants[:4], 1, *constants[5:]])  # a wrong R^2
    tried("curve", constants)
    tried("point_validate", driver.numbers(host, CURVE.gx, CURVE.gy ^ 1))
    tried("point_multiply", driver.numbers(host, CURVE.gx, CURVE.gy, 5, 0), 163)
    tried("point_add", driver.numbers(host, CURVE.gx, CURVE.gy, *minus))
    host.write("task", host.tasks["field_invert"])
    host.write("task", host.tasks["field_invert"])  # while one runs
    found.add(host.code)
    host.write("control", CONTROL["abort"])
    found.add(host.code)
    host.stream(())
    host.access(host.registers["data_out"])  # nothing is there
    found.add(host.code)
    for _ in range(9):
        host.write("data_in", 0)  # one word too many
    found.add(host.code)
    host.write("control", CONTROL["flush"])
    tried("aes_encrypt", bytes(16))
    host.load([0])
    tried("aes_key128")  # an illegal instruction
    assert found == {0, *(cause.code for cause in machine("asip").spec.causes)}


@pytest.mark.full
@pytest.mark.parametrize("configuration", SIMULATED)
def test_every_configuration_that_is_measured(configuration: str) -> None:
    """Keys and blocks of AES-128, and all tasks of a curve."""
    host = Host(configuration, engine="lockstep")
    curve = binary_curves()[measure.CURVES.get(configuration, ("k163",))[-1]]
    host.task("aes_key128", bytes(range(16)))
    for task in ("aes_encrypt", "aes_decrypt", "gcm_key"):
        assert not host.task(task, bytes(16)).error
    host.write("control", CONTROL["flush"])
    for one in measure.points(configuration, curve, "lockstep"):
        assert one["verdict"]["passed"], one["workload"]


@pytest.mark.full
def test_reset_in_any_cycle() -> None:
    """The circuit is then as after power-up: in each cycle of a task's start, in others at random, while it cleans up,
    and during accesses that wait."""
    host = Host("loadable", engine="lockstep", apb=True)
    rng = random.Random(5)
    for cycle in [*range(60), *(rng.randrange(600, 9000) for _ in range(60))]:
        driver.checked(driver.load(host, CURVE))
        host.task("aes_key128", bytes(16))
        for word in driver.numbers(host, CURVE.gx, CURVE.gy, 5, 9)[:8]:
            host.write("data_in", word)
        host.write("task", host.tasks["point_multiply"] | 163 << 16)
        host.traffic(cycle, cycle, (200, 200, 30, 3))
        host.reset()
        assert host.status == STATUS["busy"]
        wait(host, cycle, 2_000)
        assert host.status & 0xFFF0FFFF == 0 and not any(host.snapshot())
        host.write("control", CONTROL["flush"])


@pytest.mark.parametrize("parameter", ["WAIT_LIMIT", "DIGIT", "LONG_KEYS", "AES"])
def test_a_control_a_difference_is_seen(parameter: str) -> None:
    """The interpreter gets another parameter than the RTL has."""
    host = lockstep.host(**{parameter: {"WAIT_LIMIT": 62, "DIGIT": 32}.get(parameter, 0)})
    with pytest.raises(Difference, match=r"^cycle \d+: .* in the interpreter and 0x[0-9a-f]+ in the RTL$"):
        for task in ("curve", "aes_key256", "field_multiply"):
            host.task(task, driver.constants(host, CURVE.poly) if task == "curve" else bytes(64))
        host.access(host.registers["data_out"])
