# SPDX-License-Identifier: Apache-2.0
"""What bad input gets: its code, a clean state, and a free bus."""

import pytest

from evariste.ecc import reference
from evariste.ecc.curves import binary_curves
from evariste.isa import load, machine
from evariste.isa.schema import TaskSpec
from evariste.machines.asip import assembler, driver
from evariste.machines.asip.host import CONTROL, STATUS, Host, wide

CURVE = binary_curves()["b163"]
BASE = (CURVE.gx, CURVE.gy)
CODES = {cause.name: cause.code for cause in machine("asip").spec.causes}
SECRET = [(r.word, r.words) for r in load.tasks("asip").memory if r.secret]


@pytest.fixture
def host() -> Host:
    """With a key and a curve."""
    host = Host()
    host.task("aes_key128", bytes(range(16)))
    driver.load(host, CURVE)
    return host


def clean(host: Host) -> bool:
    """Whether w0 to w7, the counters and flags, and the secret words of the data memory are zero."""
    state = host.snapshot()
    counters = 16 * host.words
    memory = counters + 5
    parts = [state[: 8 * host.words], state[counters:memory]]
    parts += [state[memory + word : memory + word + words] for word, words in SECRET]
    return not any(map(any, parts))


def refused(host: Host, error: str, task: str, data: list[int] | bytes = b"", count: int = 0, flags: int = 0) -> None:
    """The task ends with this error, nothing of it is left, and the next task runs."""
    done = host.task(task, data, count, flags)
    assert done.error == CODES[error] and done.words == ()
    assert not host.status & (STATUS["busy"] | 0xFF << 16)
    assert clean(host)
    assert host.task("aes_encrypt", bytes(16)).error == (0 if host.status & STATUS["key"] else CODES["no_key"])


@pytest.mark.parametrize("word", [63, 1 << 14, 1 << 15 | 5, len(load.tasks("asip").tasks) + 1])
def test_there_is_no_such_task(host: Host, word: int) -> None:
    before = host.snapshot()
    host.write("task", word)
    assert host.code == CODES["unknown_task"] and host.snapshot() == before


@pytest.mark.parametrize(("configuration", "task"), [("aes", "curve"), ("aes", "gcm_key"), ("ecc", "aes_key128"),
                                                     ("paper", "aes_key256")])  # fmt: skip
def test_a_task_of_a_part_that_is_not_there(configuration: str, task: str) -> None:
    assert Host(configuration).task(task).error == CODES["unknown_task"]


@pytest.mark.parametrize("task", load.tasks("asip").tasks, ids=lambda task: task.name)
def test_what_a_task_needs_is_asked_for(task: TaskSpec) -> None:
    done = Host().task(task.name, count=1)
    wanted = {"key": "no_key", "curve": "no_field", "session": "no_session"}
    needed = next((error for valid, error in wanted.items() if valid in task.needs), None)
    assert done.error == (CODES[needed] if needed else CODES["timeout"])


@pytest.mark.parametrize(("task", "count"), [("ecb_encrypt", 0), ("gcm_encrypt_last", 16), ("gcm_encrypt_last", 0),
                                             ("point_multiply", 0), ("point_multiply", 257)])  # fmt: skip
def test_a_count_out_of_bounds(host: Host, task: str, count: int) -> None:
    host.task("load_q0", bytes(16))
    assert host.task(task, count=count).error == CODES["bad_count"]


@pytest.mark.parametrize("exponents", [(1, 0, 0, 0), (257, 1, 0, 0), (163, 163, 0, 0), (163, 0, 0, 0), (163, 7, 6, 0),
                                       (163, 6, 7, 3), (163, 7, 3, 3), (163, 7, 0, 3), (1 << 16 | 163, 7, 6, 3),
                                       (163, 7, 6, 1 << 31)], ids=str)  # fmt: skip
def test_exponents_that_are_no_field(host: Host, exponents: tuple[int, ...]) -> None:
    constants = driver.constants(host, CURVE.poly, CURVE.a, CURVE.b)
    refused(host, "bad_field", "curve", [*exponents, *constants[4:]])


@pytest.mark.parametrize("what", ["R^2", "b = 0", "b too long", "a"])
def test_wrong_constants(host: Host, what: str) -> None:
    constants = driver.constants(host, CURVE.poly, CURVE.a, CURVE.b)
    if what == "R^2":
        constants[4] ^= 1
    elif what == "b = 0":
        constants[12:20] = [0] * 8
    elif what == "b too long":
        constants[12:20] = wide(CURVE.b ^ CURVE.poly, 8)
    else:
        constants[20] = 2
    refused(host, "bad_const", "curve", constants)


@pytest.mark.parametrize("task", ["point_validate", "point_multiply", "point_double", "point_add"])
@pytest.mark.parametrize("coordinate", [0, 1])
@pytest.mark.parametrize("high", [CURVE.poly, 1 << 255], ids=["P", "high"])
def test_a_coordinate_that_is_too_long(host: Host, task: str, coordinate: int, high: int) -> None:
    values = [*BASE, *BASE] if task == "point_add" else [*BASE, 5, 5] if task == "point_multiply" else [*BASE]
    values[coordinate] ^= high
    refused(host, "bad_point", task, driver.numbers(host, *values), count=163)


def small_order() -> list[tuple[int, int]]:
    """Points of K-233, y^2 + x y = x^3 + 1, of order 2 and 4, and their sums with the base point."""
    curve = binary_curves()["k233"]
    two, four = (0, 1), (1, 0)
    assert reference.add(curve, four, four) == two
    mixed = [reference.add(curve, (curve.gx, curve.gy), p) for p in (two, four)]
    return [p for p in (two, four, *mixed) if p is not None]


@pytest.mark.parametrize("bad", small_order(), ids=["two", "four", "two more", "four more"])
def test_a_point_outside_the_group(bad: tuple[int, int]) -> None:
    host, curve = Host(), binary_curves()["k233"]
    driver.load(host, curve)
    assert reference.on_curve(curve, bad)
    refused(host, "bad_point", "point_validate", driver.numbers(host, *bad))
    assert driver.multiply(host, 3, bad, 233, flags=1).error == CODES["bad_point"]


def test_a_point_off_the_curve_and_one_of_order_two(host: Host) -> None:
    refused(host, "bad_point", "point_validate", driver.numbers(host, BASE[0], BASE[1] ^ 1))
    refused(host, "bad_point", "point_validate", driver.numbers(host, 0, reference.sqrt(CURVE.b, CURVE.poly)))


def test_infinity(host: Host) -> None:
    for k in (0, CURVE.n, 2 * CURVE.n):
        done = driver.multiply(host, k, BASE, 168)
        assert (done.error, done.words) == (CODES["infinity"], ()) and clean(host)
    minus = reference.negate(CURVE, BASE)
    assert minus is not None
    refused(host, "infinity", "point_add", driver.numbers(host, *BASE, *minus))
    refused(host, "infinity", "point_double", driver.numbers(host, 0, reference.sqrt(CURVE.b, CURVE.poly)))


@pytest.mark.parametrize("random_", [0, CURVE.poly])
def test_a_random_element_that_is_zero(host: Host, random_: int) -> None:
    done = driver.multiply(host, 5, BASE, 163, random_)
    assert done.error == CODES["bad_random"] and clean(host)


def test_operands_that_do_not_come() -> None:
    host = Host(parameters={"WATCHDOG": 100})
    host.task("aes_key128", bytes(16))
    refused(host, "timeout", "aes_encrypt", bytes(12))


def test_results_that_are_not_taken() -> None:
    host = Host(parameters={"WATCHDOG": 100})
    host.task("aes_key128", bytes(16))
    host.write("task", host.tasks["ecb_encrypt"] | 3 << 16)
    for _ in range(12):
        host.write("data_in", 0)
    while host.status & STATUS["busy"]:
        host.cycle()
    assert host.code == CODES["timeout"] and clean(host)


def test_operands_that_are_left_wait_for_the_next_task(host: Host) -> None:
    block = list(range(8))
    whole = host.task("aes_encrypt", block)
    assert whole.left == 4
    assert host.task("aes_encrypt").words == host.task("aes_encrypt", block[4:]).words


def test_a_task_while_one_runs_changes_nothing(host: Host) -> None:
    words = driver.numbers(host, *BASE, 12345, 7)
    undisturbed = host.task("point_multiply", words, count=163)
    for word in words[:8]:
        host.write("data_in", word)
    host.write("task", host.tasks["point_multiply"] | 163 << 16)
    host.write("task", host.tasks["aes_key128"])
    assert host.code == CODES["busy"] and host.status & STATUS["busy"]
    assert tuple(host.stream(words[8:])[0]) == undisturbed.words
    assert host.status & STATUS["done"] and host.read("task_cycles") >= undisturbed.cycles


@pytest.mark.parametrize("after", [1, 50, 700, 5000])
@pytest.mark.parametrize("zeroise", [False, True])
def test_abort(host: Host, after: int, zeroise: bool) -> None:
    words = driver.numbers(host, *BASE, 12345, 7)
    for word in words[:8]:
        host.write("data_in", word)
    host.write("task", host.tasks["point_multiply"] | 163 << 16)
    host.stream(words[8:], after)
    host.write("control", CONTROL["abort"] | CONTROL["zeroise"] * zeroise)
    while host.status & STATUS["busy"]:
        host.cycle()
    assert host.code == CODES["aborted"] and clean(host)
    assert any(host.snapshot()) is not zeroise
    assert bool(host.status & STATUS["key"]) is not zeroise


def test_two_runs_with_different_secrets_end_alike(host: Host) -> None:
    states = set()
    for k in (5, CURVE.n - 3):
        driver.checked(driver.multiply(host, k, BASE, 163, random=k))
        states.add(tuple(host.snapshot()))
    assert len(states) == 1


def test_full_and_empty_fifos_wait_and_refuse(host: Host) -> None:
    before = host.now
    assert host.access(host.registers["data_out"]).error
    assert host.now - before == 64 and host.code == CODES["underrun"]
    for word in range(8):
        assert host.write("data_in", word)
    assert not host.write("data_in", 8) and host.code == CODES["overrun"]
    assert host.status >> 16 & 15 == 8  # no word is lost, and none came
    assert host.task("ecb_encrypt", count=2).error == 0


@pytest.mark.parametrize(("register", "write"), [("status", True), ("control", False), ("info", True), ("where", True),
                                                 ("data_in", False), ("data_out", True), ("program_data", True),
                                                 ("program_address", True)])  # fmt: skip
def test_accesses_that_are_bus_errors(host: Host, register: str, write: bool) -> None:
    before = host.snapshot()
    assert host.access(host.registers[register], 0 if write else None).error
    assert host.snapshot() == before


@pytest.mark.parametrize("offset", [0x001, 0x028, 0x800, 0x3000])
def test_addresses_that_are_not_there(host: Host, offset: int) -> None:
    assert host.access(offset).error and host.access(offset, 0).error


def test_a_loaded_program() -> None:
    """It is written while the coprocessor is idle; its illegal words are errors, with their address."""
    host = Host("loadable")
    program = assembler.assemble({"test": "aes_key128:\n liw w8, 7\n pushw w8\n call away\naway:\n .word 0\n"})
    host.write("program_address", 0)
    for word in program.words:
        assert host.write("program_data", word)
    done = host.task("aes_key128")
    assert done.error == CODES["illegal"] and host.read("where") == 3
    host.write("program_address", 0)
    for word in assembler.assemble({"test": "again:\n call again\n"}).words:
        host.write("program_data", word)
    assert host.task("aes_key128").error == CODES["illegal"]


def test_reset_and_zeroise_leave_nothing(host: Host) -> None:
    assert host.task("zeroise").error == 0 and not any(host.snapshot())
    assert host.status == STATUS["done"]
    assert not any(Host().snapshot())


def test_interrupts(host: Host) -> None:
    host.write("irq", 3)
    host.write("irq_enable", 1)
    assert not host.cycle().irq
    host.task("aes_key128", bytes(16))
    assert host.cycle().irq and host.read("irq") & 3 == 1
    host.write("irq", 1)
    assert not host.cycle().irq
    host.write("irq_enable", 2)
    host.task("ecb_encrypt")
    assert host.cycle().irq and host.read("irq") & 3 == 2
