# SPDX-License-Identifier: Apache-2.0
"""Mutants of the accelerator, with all parameters: the arithmetic unit (FFAU), the queue, and what is around them: load
stage, buffers, store stage, registers.

They meet random commands over few slots of one to three words, or in longer rounds of up to 18, moduli of both kinds
in every mode, and a memory that waits. What lock-step compares has to differ: accesses to RAM, ends of commands, what
the core reads and waits for, and in which cycle.
"""

from dataclasses import replace
from random import Random
from typing import Any

from evariste.isa import load
from evariste.machines.monte import MACHINE, NAME
from evariste.machines.monte.proofs import SHARED
from evariste.paths import ROOT
from evariste.verification import mutation, queue_mutants
from evariste.verification.blocks import campaign
from evariste.verification.mutation import Result, Sample, Say
from evariste.verification.random_commands import LONG, WRITE, Drive, Places, Request, block, chosen, command

TARGETS = {
    "ffau": ("rtl/monte/monte_arithmetic.sv", "rtl/monte/monte_columns.sv", "rtl/monte/monte_datapath.sv",
             "rtl/gf/mac"),
    "queue": (),  # by itself
    "dispatch": ("rtl/monte/monte_accelerator.sv", "rtl/monte/monte_buffers.sv", "rtl/monte/monte_decode.sv",
                 "rtl/monte/monte_load.sv", "rtl/monte/monte_registers.sv", "rtl/monte/monte_store.sv"),
}  # fmt: skip
PROVED: tuple[str, ...] = ()  # the proofs are not asked about mutants
QUEUE = ROOT / SHARED / "mutation/queue_mutated.sv"
REASONS = ROOT / MACHINE.verify / "mutation/survivors.yaml"
NEEDED = 0.9  # of the mutants that are errors in some state, reached or not
ISA = load.machine(NAME)
SLOTS, USED, WORDS = 64, 9, 18  # slots that there are, and those of a round, at most
CONFIG, BASE, N0, DIGITS, TABLE, COUNT = 1, 2, 3, (5, 6), 7, 8
RTL = (("rtl/gf/mac", "rtl/command", "rtl/monte"), MACHINE.rtl.packages)
BLOCK = block("monte_accelerator", *RTL, {"DIGITS": 1, "SQR": 1, "DUAL": 1, "DEPTH": 2})
NAMES = ("pmul", "pmul", "pmul", "psqr", "psqr", "padd", "psub", "pcpy", "pcswap", "pcswap", "ptsel", "peq", "pnop")


def drive(rng: Random) -> Drive:
    names = chosen(rng, NAMES)
    long = rng.random() < 0.4
    words = rng.randrange(4, WORDS + 1) if long else rng.randrange(1, 4)
    stride = words + rng.choice((0, 0, 1))
    mode, binary = rng.randrange(3), int(rng.random() < 0.4)
    sign = int(mode == 1 and not binary and rng.random() < 0.5)
    beyond = rng.random() < 0.3  # errors occur
    slots = rng.sample(range(1, SLOTS), rng.choice((3, USED, USED)))  # slot 0 has the modulus
    used = [slot * stride + word for slot in slots for word in range(words)]
    places = Places(rng, long, beyond, SLOTS * stride, used, words, (1, 3, 32))

    def digit() -> int:
        place = rng.randrange(1, words + 1)
        if beyond and rng.random() < 0.3:
            place = rng.choice((0, words + 1, rng.randrange(32)))
        return place | rng.randrange(32) << 5 | rng.getrandbits(1) << 10 | rng.getrandbits(1) << 11

    digits = [digit() | digit() << 16 for _ in DIGITS]
    config = words | mode << 5 | binary << 7 | sign << 8 | stride << 9
    begin = [(WRITE, CONFIG, config), (WRITE, BASE, places.slots), (WRITE, N0, rng.getrandbits(32)),
             *((WRITE, number, value) for number, value in zip(DIGITS, digits, strict=True)),
             (WRITE, TABLE, places.table()), (WRITE, COUNT, places.entries),
             command(ISA, "psetp", first=0)]  # fmt: skip
    if beyond and rng.random() < 0.1:
        del begin[-1]  # no modulus is set

    def then(_: Random) -> Request:
        if rng.random() < 0.15:
            return places.queued()
        name = rng.choice(names)
        operands = {field: rng.choice(slots) for field in ISA.by_name[name].fields}
        if "fetch" in operands:
            operands["fetch"] = rng.getrandbits(2 if "other" in operands else 1) if rng.random() < 0.2 else 0
        if name == "ptsel":
            operands["first"] = rng.choice((0, rng.randrange(places.tables), rng.choice(slots) % places.tables))
        return command(ISA, name, **operands)

    memory = {places.slots: rng.getrandbits(32) | 1}  # of the modulus
    if mode == 1:
        memory[places.slots] = 1 if sign else 0xFFFFFFFF
    return Drive(rng, begin, then, memory, beyond, LONG if long else 0)


def run(target: str, sample: Sample, rounds: int = 6, more: int = 0, say: Say = print) -> Result:
    """Mutate a part of the accelerator. `rounds` come before the proofs; `more` after them, on the survivors."""
    result = Result(target, MACHINE.configuration, sample)
    if target == "queue":
        return queue_mutants.run(QUEUE, result, rounds, more, say)
    return campaign(replace(BLOCK, files=TARGETS[target]), drive, result, rounds, more, say)


def record(result: Result) -> dict[str, Any]:
    """The campaign as a record."""
    return mutation.record(MACHINE, result, REASONS, NEEDED)
