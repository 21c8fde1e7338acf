# SPDX-License-Identifier: Apache-2.0
"""The adapter for APB against the interpreter, which sees an access from the cycle behind its setup on: wait states of
full and empty FIFOs, bytes, one access behind the other."""

import random

import pytest

from evariste.machines.asip.host import CONTROL, STATUS, Host
from evariste.machines.asip.lockstep import program

pytestmark = pytest.mark.full


@pytest.fixture
def host() -> Host:
    host = Host("loadable", engine="lockstep", apb=True)
    host.task("aes_key128", bytes(range(16)))
    return host


def test_an_access_takes_two_cycles_and_its_waits(host: Host) -> None:
    before = host.now
    assert host.access(host.registers["status"]).ready and host.now - before == 2
    before = host.now
    assert host.access(host.registers["data_out"]).error and host.now - before == 1 + 64  # none comes
    assert host.code == 17


def test_one_access_behind_the_other(host: Host) -> None:
    """Words go in and come out in order, without a cycle between accesses, and the read waits for the block."""
    words = Host().task("aes_key128", bytes(range(16))) and list(range(8))
    wanted = Host()
    wanted.task("aes_key128", bytes(range(16)))
    result = wanted.task("ecb_encrypt", words, count=2).words
    host.write("task", host.tasks["ecb_encrypt"] | 2 << 16)
    for word in words:
        assert host.write("data_in", word)
    got = [host.access(host.registers["data_out"]) for _ in result]
    assert all(one.ready for one in got) and tuple(one.data for one in got) == result


@pytest.mark.parametrize("register", ["task", "control", "irq_enable", "data_in"])
def test_a_write_of_a_byte_is_a_bus_error_and_does_nothing(host: Host, register: str) -> None:
    before = host.snapshot(), host.status
    for byte in (1, 2, 3):
        assert host.access(host.registers[register] + byte, 0xFFFFFFFF).error
    assert (host.snapshot(), host.status) == before


def test_hosts_that_do_anything(host: Host) -> None:
    """Random accesses, on tasks and on random programs."""
    for seed in range(40):
        rng = random.Random(seed)
        if seed % 2:
            host.load(program(rng))
        host.write("task", host.tasks["aes_key128"])
        host.traffic(seed, 5_000, (rng.randrange(256), rng.randrange(256), rng.randrange(20, 256), rng.randrange(30)))
        host.write("control", CONTROL["abort"] | CONTROL["flush"])
        host.traffic(seed, 20_000, (100, 150, 0, 0), until_idle=True)
        assert not host.status & STATUS["busy"]
        host.snapshot()
