# SPDX-License-Identifier: Apache-2.0
"""Random programs for the coprocessor, for lock-step."""

import random

from evariste.isa import Instruction, machine
from evariste.machines.asip.assembler import assemble

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
    words = [_word(rng, rng.choices(known, weights)[0], at) for at in range(LONG)]
    words[: len(_HEAD)] = _HEAD
    return [*words, *_TAIL]


# A loaded program starts with operands, and ends.
_HEAD = assemble({"head": "aeskey 4\n" + "".join(f"popw w{i}\n" for i in range(4))}).words
_TAIL = assemble({"tail": "end\n" * 8}).words


def _word(rng: random.Random, insn: Instruction, at: int) -> int:
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
