# SPDX-License-Identifier: Apache-2.0
"""The runs for the coverage of the RTL, all in lock-step and behind the adapter for APB: what `ev asip lockstep` runs,
and behind it what happens too seldom at random."""

import tempfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from evariste.isa import machine
from evariste.machines.asip import NAME, driver, lockstep
from evariste.machines.asip.assembler import assemble, image
from evariste.machines.asip.host import CONTROL, Host
from evariste.verification import cover

CONFIGURATION = lockstep.CONFIGURATION  # all parts, and a program that can be loaded
EACH, CYCLES = 8, 2_000  # programs in a field; cycles of a program at the most
FIELDS, NESTS = 250, 80
WATCHDOG = 1 << 16  # cycles, and some more
# More than 2^20 cycles, and a number of them that has bits 14 and 15, too.
LONG = "cli c0, 0xC000\nsqrn w0, w0, c0\ncli c0, 65535\ncli c1, 17\nagain: sqrn w0, w0, c0\nloop c1, again\nend"
# No key; no field to multiply in, and none to load; an error that no task has; a second operand, q31 by its index.
ODD = ("aesenc q0, q0", "mul w0, w0, w0", "setf w0", "err 31", "cli c0, 0\nxidx c0\nxorx q0, q0, q16\nend")


def fields(host: Host, rng: Random) -> None:
    """Loads polynomials of all degrees, with terms anywhere, and multiplies."""
    for i in range(FIELDS):
        m = rng.randrange(6, host.width + 1) if i % 8 else host.width
        middle = rng.sample(range(1, m), 3 if i % 2 else 1)
        driver.checked(host.task("curve", driver.constants(host, sum(1 << e for e in (m, 0, *middle)))))
        host.task("field_multiply", driver.numbers(host, rng.getrandbits(m), rng.getrandbits(m)))


def nests(host: Host, rng: Random) -> None:
    """Calls from anywhere, also from the last place, four deep, in a program of returns."""
    jmp, call, ret = (machine(NAME).by_name[name] for name in ("jmp", "call", "ret"))
    host.load([ret.encode()] * lockstep.PLACES)
    for _ in range(NESTS):
        places = rng.sample(range(1, lockstep.PLACES - 1), 5)
        if rng.random() < 0.5:
            places[rng.randrange(4)] = lockstep.PLACES - 1
        host.load([jmp.encode(place=places[0])])
        for at, to in pairwise(places):
            host.load([call.encode(place=to)], at)
        host.task("aes_key128")
        for at in places:
            host.load([ret.encode()], at)


def odd(host: Host, _: Random) -> None:
    """Errors and operands that random programs seldom have, and all words that only an exception makes illegal."""
    for text in ODD:
        host.load(assemble({"odd": text}).words)
        host.task("aes_key128")
    for word in lockstep.left_out():
        host.load([word])
        host.task("aes_key128")


def words(host: Host, rng: Random) -> None:
    """Any count and flags for each task, which is then aborted, and any value for the interrupt."""
    for number in (*host.tasks.values(), 0):
        for count in (0xFFFF, 0, rng.getrandbits(16)):
            host.write("irq_enable", rng.getrandbits(4))
            host.write("task", number | rng.choice((0, 255)) << 6 | count << 16)
            host.read("task")
            host.write("control", CONTROL["abort"] | CONTROL["flush"])
            host.stream(())


def late(host: Host, rng: Random) -> None:
    """Operands that do not come, and results that nobody takes."""
    host.task("aes_key128")
    host.task("aes_key128", bytes(16))
    host.write("task", host.tasks["ecb_encrypt"] | 3 << 16)
    host.traffic(rng.getrandbits(60), WATCHDOG + 1_000, (255, 0, 0, 0), until_idle=True)


def long(host: Host, _: Random) -> None:
    """A task for more than 2^20 cycles, in a field with a square network."""
    lockstep.prepared(0, host)
    host.load(assemble({"long": LONG}).words)
    host.task("aes_key128")
    host.read("task_cycles")


DIRECTED = (fields, nests, odd, words, late, long)


def measure(
    programs: int, say: Callable[[str], object] = lambda text: None,
    directed: Sequence[Callable[[Host, Random], None]] = DIRECTED,
) -> cover.Report:  # fmt: skip
    """The coverage of so many random programs, with tasks, points and hosts that do anything beside every eight, and of
    the directed runs."""
    host = Host(CONFIGURATION, engine="lockstep", covered=True)
    for one in directed:
        _fresh(host)
        one(host, Random(1))
        say(f"{one.__name__} done, {host.now:,} cycles")
    for seed in range(-(-programs // EACH)):
        _fresh(host)
        lockstep.prepared(seed, host)
        for at in range(seed * EACH, min((seed + 1) * EACH, programs)):
            lockstep.run(host, at + 1, CYCLES)
        for kind, (_, run) in lockstep.KINDS.items():
            if kind != lockstep.PROGRAMS:
                _fresh(host)
                run(host, seed)
        say(f"{min((seed + 1) * EACH, programs)} programs done, {host.now:,} cycles")
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        path = Path(name) / "coverage.dat"
        host.cover(path)
        return cover.report([path])


def _fresh(host: Host) -> None:
    """Reset, in whatever it does, and the program that belongs there."""
    host.reset()
    host.stream(())
    host.load(image().words)
