# SPDX-License-Identifier: Apache-2.0
"""Every 16-bit word, and 32-bit words around every legal one, executed on the RTL and the interpreter in lock-step.

A word faults as an illegal instruction exactly when isa/gfp/isa.yaml has no instruction for it (or it is udf).
"""

from random import Random

import pytest

from evariste import machines
from evariste.isa import load
from evariste.sim import Machine
from evariste.verification.randprog import run

ISA = load.machine("gfp")
CODE, HARDFAULT, SVCALL = 0x200, 0x100, 0x104
BKPT = b"\x00\xbe"
PARTS = 8


def prepared(configuration: str = machines.default().configuration) -> Machine:
    """A machine whose exception handlers are a single bkpt."""
    machine = run.machine("gfp", "lockstep", configuration)
    machine.clear()
    vectors = [0x20001000, CODE | 1, 0, HARDFAULT | 1, *[0] * 7, SVCALL | 1]
    machine.write(0, b"".join(word.to_bytes(4, "little") for word in vectors))
    machine.write(HARDFAULT, BKPT * 4)
    return machine


def wrong(machine: Machine, word: int, size: int, configuration: str = machines.default().configuration) -> str:
    """Executes one word; a sentence when the engines differ, or legal and illegal are mixed up."""
    machine.write(CODE, ISA.to_bytes(word, size) + BKPT * 2)
    machine.reset()
    stop = machine.run(max_instructions=2)
    if stop.reason == "difference":
        return f"{word:#x}: {stop.sentence}"
    found = ISA.decode(word, size)
    lacks = machines.default().configurations[configuration].lacks
    legal = found is not None and not found.insn.name.startswith("udf") and found.insn.name not in lacks
    if legal == ("illegal instruction" in stop.sentence):
        return f"{word:#x} is {'legal' if legal else 'illegal'}, and the run ended thus: {stop.sentence}"
    return ""


def test_every_16_bit_word() -> None:
    machine = prepared()
    found = [w for word in range(0xE800) if (w := wrong(machine, word, 2))]
    assert not found, "\n".join(found[:10])


def near_legal(rng: Random, count: int) -> list[int]:
    """Legal 32-bit words, each with no bit or one or two bits flipped."""
    wide = ISA.of_size(4)
    words = []
    for _ in range(count):
        insn = rng.choice(wide)
        word = insn.match | rng.getrandbits(32) & ~insn.mask
        for _ in range(rng.randrange(3)):
            word ^= 1 << rng.randrange(28)
        words.append(word)
    return words


@pytest.mark.parametrize("configuration", [machines.default().configuration, "baseline", "fast"])
def test_32_bit_words_around_the_legal_ones(configuration: str) -> None:
    machine = prepared(configuration)
    found = [
        w
        for word in near_legal(Random(1), 20_000)
        if word >> 27 >= 0b11101 and (w := wrong(machine, word, 4, configuration))
    ]
    assert not found, "\n".join(found[:10])


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_every_first_halfword_of_a_32_bit_word(part: int) -> None:
    """All 6,144 first halfwords, with 64 second halfwords each."""
    machine, rng = prepared(), Random(part)
    found = []
    for first in range(0xE800 + part, 0x10000, PARTS):
        for _ in range(64):
            second = rng.getrandbits(16) if rng.random() < 0.5 else rng.choice(ISA.of_size(4)).match & 0xFFFF
            if w := wrong(machine, first << 16 | second, 4):
                found.append(w)
    assert not found, "\n".join(found[:10])
