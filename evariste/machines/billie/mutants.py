# SPDX-License-Identifier: Apache-2.0
"""Mutants of the accelerator, with x^64 + x^4 + x^3 + x + 1 and 8 bits a cycle: the units, the queue, and the
dispatcher with stations and registers.

They meet random commands over few registers and slots, tables of few entries, or in longer rounds of up to 59, and a
memory that waits, at its begin or its end. In longer rounds an element is squared up to 511 times. What lock-step
compares has to differ: accesses to RAM, ends of commands, what the core reads and waits for, and in which cycle.
"""

from dataclasses import replace
from random import Random
from typing import Any

from evariste.isa import load
from evariste.machines.billie import MACHINE, NAME
from evariste.machines.billie.proofs import SHARED
from evariste.paths import ROOT
from evariste.verification import mutation, queue_mutants
from evariste.verification.blocks import campaign
from evariste.verification.mutation import Result, Sample, Say
from evariste.verification.random_commands import LONG, WRITE, Drive, Places, Request, block, chosen, command

TARGETS = {
    "units": ("rtl/billie/billie_mover.sv", "rtl/billie/billie_multiplier.sv", "rtl/billie/billie_squarer.sv",
              "rtl/gf/fixed"),
    "queue": (),  # by itself
    "dispatch": ("rtl/billie/billie_accelerator.sv", "rtl/billie/billie_decode.sv", "rtl/billie/billie_file.sv",
                 "rtl/billie/billie_registers.sv", "rtl/billie/billie_stations.sv"),
}  # fmt: skip
PROVED: tuple[str, ...] = ()  # the proofs are not asked about mutants
QUEUE = ROOT / SHARED / "mutation/queue_mutated.sv"
REASONS = ROOT / MACHINE.verify / "mutation/survivors.yaml"
NEEDED = 0.9  # of the mutants that are errors in some state, reached or not
ISA = load.machine(NAME)
M, WORDS, SLOTS = 64, 2, 12
CONFIG, BASE, TABLE, COUNT = 1, 2, 7, 8
BLOCK = block("billie_accelerator", ("rtl/gf/fixed", "rtl/command", "rtl/billie"), MACHINE.rtl.packages,
              {"M": M, "TERM1": 4, "TERM2": 3, "TERM3": 1, "D": 8, "DEPTH": 2})  # fmt: skip
NAMES = ("gmul", "gmul", "gmul", "gsqr", "gadd", "gadd", "gcswap", "gld", "gld", "gst", "gst", "gst", "gtsel", "geq",
         "gnop")  # fmt: skip


def drive(rng: Random) -> Drive:
    near = rng.sample(range(16), rng.choice((2, 4, 4, 16)))
    beyond = rng.random() < 0.3  # errors occur
    names = chosen(rng, NAMES)
    long = rng.random() < 0.3
    places = Places(rng, long, beyond, SLOTS * WORDS, range(SLOTS * WORDS), WORDS, (1, 4, 512))

    def operand(field: str) -> int:
        if field == "times":
            few = rng.choice((1, 1, 2, 3, 7, 0 if beyond else 1))
            many = rng.choice((rng.getrandbits(9), min(511, (1 << rng.randrange(10)) + rng.randrange(2))))
            return many if long and rng.random() < 0.3 else few
        return rng.randrange(SLOTS) if field == "slot" else rng.choice(near)

    def then(_: Random) -> Request:
        if rng.random() < 0.15:
            return places.queued()
        name = rng.choice(names)
        operands = {field: operand(field) for field in ISA.by_name[name].fields}
        if name == "gtsel":
            operands["slot"] = rng.choice((0, rng.randrange(places.tables)))
        return command(ISA, name, **operands)

    begin = [(WRITE, CONFIG, rng.choice((WORDS, WORDS, rng.randrange(WORDS, 32))) << 9), (WRITE, BASE, places.slots),
             (WRITE, TABLE, places.table()), (WRITE, COUNT, places.entries)]  # fmt: skip
    return Drive(rng, begin, then, {}, beyond, LONG if long else 0)


def run(target: str, sample: Sample, rounds: int = 6, more: int = 0, say: Say = print) -> Result:
    """Mutate a part of the accelerator. `rounds` come before the proofs; `more` after them, on the survivors."""
    result = Result(target, MACHINE.configuration, sample)
    if target == "queue":
        return queue_mutants.run(QUEUE, result, rounds, more, say)
    return campaign(replace(BLOCK, files=TARGETS[target]), drive, result, rounds, more, say)


def record(result: Result) -> dict[str, Any]:
    """The campaign as a record."""
    return mutation.record(MACHINE, result, REASONS, NEEDED)
