# SPDX-License-Identifier: Apache-2.0
"""The circuit and the interpreter in lock-step: random programs and tasks, with hosts that do anything.

Answers of the bus, both streams, the interrupt, STATUS and the steps are compared in each cycle, the whole state when a
program or a task has ended. A difference is raised. `campaign` counts the instructions and steps that both agreed on.
An instruction such as `aesenc` takes several steps.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from evariste.ecc.curves import binary_curves
from evariste.isa import Instruction, load, machine
from evariste.isa.schema import TaskSpec
from evariste.machines.asip import driver
from evariste.machines.asip.assembler import NAME, assemble, image
from evariste.machines.asip.host import CONTROL, STATUS, Difference, Host
from evariste.record import record

LONG = 90  # instructions of a program
PLACES = 1024
NEAR = 6  # how far a branch goes, mostly forward
ILLEGAL = 0.002  # of the words
# Instructions in proportion: what has few operands would come too seldom among what has many.
SELDOM = {"end": 0.02, "err": 0.02, "aeskey": 0.3, "setf": 0.02, "jmp": 0.5, "call": 0.3, "ret": 0.05, "mul": 4,
          "sqr": 2, "popw": 0.3, "pushw": 0.3, "ldw": 0.5, "stw": 0.5}  # fmt: skip


def program(rng: random.Random) -> list[int]:
    """The words of a program that begins at 0: mostly legal instructions on few registers, so that they meet."""
    known = [*machine("asip")]
    weights = [SELDOM.get(insn.name, 1) for insn in known]
    words = [word(rng, rng.choices(known, weights)[0], at) for at in range(LONG)]
    words[: len(_HEAD)] = _HEAD
    return [*words, *_TAIL]


# A loaded program starts with operands, and ends.
_HEAD = assemble({"head": "aeskey 4\n" + "".join(f"popw w{i}\n" for i in range(4))}).words
_TAIL = assemble({"tail": "end\n" * 8}).words


def word(rng: random.Random, insn: Instruction, at: int) -> int:
    """An instruction of this kind, or seldom any word."""
    if rng.random() < ILLEGAL:
        return rng.getrandbits(32)
    while True:
        word = insn.match | rng.getrandbits(32) & ~insn.mask
        decoded = machine("asip").decode(word)
        if decoded is None:
            continue
        values = dict(decoded.operands)
        for name in values:
            if name in ("wd", "wa", "wb"):
                values[name] = rng.choice((0, 1, 2, 3, 3, rng.randrange(16)))
            elif name in ("qd", "qa", "qb"):
                values[name] = rng.choice((0, 1, 2, 3, 6, 7, rng.randrange(31), 5 if name == "qb" else 31))
            elif name == "place":
                values[name] = max(0, at + rng.choice((-2, *range(1, NEAR))))
            elif name == "imm" and insn.name in ("cli", "cadd"):
                values[name] = rng.choice((rng.randrange(20), 65535, rng.getrandbits(16)))
        return insn.encode(**values)


def left_out() -> list[int]:
    """The words that only an exception in the description of an instruction makes illegal."""
    return [insn.match | insn.fields[field].place(value) for insn in machine(NAME) for one in insn.excluded
            for field, values in one.items() for value in sorted(values)]  # fmt: skip


# ---- one after the other ----

CURVE = "k163"
# Without a square network: AES's field, a small one, and two that a register just takes.
OTHERS = (0x11B, 0x805, 1 << 233 | 1 << 9 | 1 << 4 | 3, 1 << 255 | 1 << 5 | 1 << 3 | 1 << 2 | 1)
EACH = 100  # programs, or tasks, in a field
CYCLES = 20_000  # of a program at the most
SAID = 200_000  # instructions between two lines of progress
Say = Callable[[str], object]


CONFIGURATION = "loadable"  # the usual one, with a program that the host can load; before that it has the tasks


def host(**parameters: int) -> Host:
    return Host(CONFIGURATION, parameters, engine="lockstep")


def wait(host: Host, seed: int, most: int = 20_000) -> None:
    """Traffic on the streams until the coprocessor is idle."""
    host.traffic(seed, most, (100, 150, 0, 0), until_idle=True)
    if host.status & STATUS["busy"]:
        raise Difference(f"the coprocessor is busy after {most} cycles, in both engines.")


def prepared(seed: int, one: Host | None = None) -> Host:
    """A host with a key, and a field that the seed chooses."""
    one, curves = one or host(), binary_curves()
    polynomials = (curves[CURVE].poly, curves["b233"].poly, curves["k239"].poly, *OTHERS)
    driver.checked(one.task("curve", driver.constants(one, polynomials[seed % len(polynomials)])))
    driver.checked(one.task("aes_key192", bytes(range(32))))
    return one


def run(host: Host, seed: int, cycles: int) -> tuple[list[int], int]:
    """A random program with a random host; then an end by force. The program, and its place."""
    rng = random.Random(seed)
    words, place = program(rng), 0 if seed % 16 else PLACES - 60
    host.load(words, place)
    calm = rng.random() < 0.7
    rates = (220, 220, 0, 0) if calm else (rng.randrange(256), rng.randrange(256), rng.randrange(30), rng.randrange(3))
    host.write("task", host.tasks["aes_key128"])
    host.traffic(rng.getrandbits(60), cycles, rates, until_idle=True)
    host.write("control", rng.choice((1, 1, 1, 1, 4, 5)))
    host.traffic(0, 3 * cycles, (255, 255, 0, 0), until_idle=True)
    host.write("control", CONTROL["abort"] | CONTROL["flush"])
    wait(host, 0)
    host.snapshot()
    return words, place


def ready(host: Host, task: TaskSpec, rng: random.Random) -> None:
    """Brings the coprocessor to where this task may start."""
    if "curve" in task.needs:
        driver.checked(driver.load(host, binary_curves()[CURVE]))
    if "key" in task.needs:
        bits = rng.choice((128, 192, 256))
        host.task(f"aes_key{bits}", rng.randbytes(16 if bits == 128 else 32))
    if "session" in task.needs:
        host.task("gcm_key")


def one_task(host: Host, task: TaskSpec, rng: random.Random) -> None:
    """A task with random operands and a slow host. Operands at random are errors for most tasks of curves."""
    ready(host, task, rng)
    count = 3 if task.count != "bytes" else rng.randrange(1, 16)
    host.write("task", host.tasks[task.name] | rng.randrange(4) << 6 | count << 16)
    wait(host, rng.getrandbits(60))
    host.write("control", CONTROL["flush"])
    host.snapshot()


# They take several steps, one behind the other at one place. Others that come again at their place loop there.
LONGER = {"sqrn", "kbit", "ldw", "stw", "popw", "pushw", "setf", "aeskey", "aesenc", "aesdec", "ldq", "stq", "ldqx",
          "stqx"}  # fmt: skip
Count = tuple[int, int]  # instructions, steps


@cache
def _is_longer(word: int) -> bool:
    decoded = machine(NAME).decode(word)
    return decoded is not None and decoded.insn.name in LONGER


def counted(host: Host, words: Sequence[int], first: int = 0) -> Count:
    """What was executed of this program, which begins at the place `first`, since the host watches. Behind the last
    place comes the first.
    """
    places = [place for _, place in host.steps()]
    longer = {(first + i) % PLACES for i, word in enumerate(words) if _is_longer(word)}
    again = sum(a == b and b in longer for a, b in pairwise(places))
    return len(places) - again, len(places)


def _programs(one: Host, seed: int) -> Count:
    prepared(seed, one)
    counts = list[Count]()
    for at in range(seed * EACH, (seed + 1) * EACH):
        one.watch()
        words, first = run(one, at + 1, CYCLES)
        counts.append(counted(one, words, first))
    return sum(c[0] for c in counts), sum(c[1] for c in counts)


def _tasks(one: Host, seed: int) -> Count:
    rng = random.Random(seed)
    one.watch()
    for task in load.tasks(NAME).tasks:
        one_task(one, task, rng)
    return counted(one, image().words)


def _multiples(one: Host, seed: int) -> Count:
    """Points on a curve, with words that come late."""
    rng = random.Random(seed)
    one.watch()
    curve = binary_curves()[rng.choice((CURVE, "b163", "k233", "b233", "k239"))]
    driver.checked(driver.load(one, curve))
    k, blinding = rng.randrange(1, curve.n), rng.randrange(1, 1 << curve.degree)
    words = driver.numbers(one, curve.gx, curve.gy, k, blinding)
    one.write("task", one.tasks["point_multiply"] | rng.randrange(4) << 6 | curve.n.bit_length() << 16)
    for word in words:
        one.traffic(rng.getrandbits(60), rng.randrange(30), (0, 40, 0, 0))
        while one.status >> 16 & 8:  # IN is full
            one.cycle()
        one.write("data_in", word)
    wait(one, seed, 200_000)
    one.snapshot()
    return counted(one, image().words)


def _anything(one: Host, seed: int) -> Count:
    """Accesses at random start and stop tasks, on the program as it is."""
    prepared(seed, one)
    one.watch()
    one.traffic(seed, CYCLES, (128, 128, 60, 20))
    one.write("control", CONTROL["abort"] | CONTROL["flush"])
    wait(one, 0)
    one.snapshot()
    return counted(one, image().words)


PROGRAMS = "random programs"
# What runs, its share of the instructions, and those of a seed. A host that does anything lets few happen.
KINDS: dict[str, tuple[float, Callable[[Host, int], Count]]] = {
    PROGRAMS: (0.88, _programs),
    "tasks, random operands": (0.04, _tasks),
    "points": (0.08, _multiples),
    "tasks, a host that does anything": (0.002, _anything),
}


def campaign(instructions: int, first: int = 0, say: Say = lambda text: None) -> Iterator[dict[str, Any]]:
    """So many instructions, in shares, from the seed `first` on. A record for each kind."""
    for kind, (share, one) in KINDS.items():
        seed, done, steps, said, differences = first, 0, 0, 0, list[str]()
        while done < share * instructions and not differences:
            try:
                more = one(host(), seed)
                done, steps = done + more[0], steps + more[1]
            except Difference as difference:
                differences.append(f"{kind}, seed {seed}: {difference}")
                say(differences[0])
            seed += 1
            if done - said > SAID:
                said = done
                say(f"{kind}: seeds {first} to {seed - 1}, {done:,} instructions, {steps:,} steps")
        yield record(
            workload=f"{NAME}.lockstep.{kind}", engine="lockstep", machine=NAME, configuration=CONFIGURATION,
            cycles=None, instructions=done, params={"first": first, "seeds": seed - first, "steps": steps},
            passed=not differences, checked=f"{len(differences)} differences",
        )  # fmt: skip
