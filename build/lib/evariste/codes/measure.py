# SPDX-License-Identifier: Apache-2.0
"""Cycles of a code's encoder and decoder on the simulated core, a random word each."""

import random

from evariste.codes import jobs, named
from evariste.codes.reference import ReedSolomon


def cycles(code: named.Code, backend: str, engine: str = "iss") -> dict[str, int]:
    """Setting up, encoding, decoding a clean word and one with as many errors as can be corrected."""
    rng = random.Random(0)
    plan = jobs.Jobs()
    plan.make(code)
    reach = named.reach(code)
    if isinstance(code, ReedSolomon):
        message = bytes(rng.randint(0, code.field.order) for _ in range(code.k))
        word = bytes(code.encode(message))
        wrong = bytearray(word)
        for place in rng.sample(range(code.n), reach):
            wrong[place] ^= rng.randint(1, code.field.order)
        received = bytes(wrong)
    else:
        size = jobs.word_bytes(code)
        number = code.encode(rng.getrandbits(code.k))
        top = code.checks + code.extended
        message = (number >> top << top).to_bytes(size, "little")
        word = number.to_bytes(size, "little")
        for place in rng.sample(range(code.length), reach):
            number ^= 1 << place
        received = number.to_bytes(size, "little")
    plan.encode(code, [message])
    plan.decode(code, [word])
    plan.decode(code, [received])
    _, counts = jobs.run(plan, engine, backend)
    return dict(zip(("set-up", "encode", "decode clean", f"decode {reach} errors"), counts, strict=True))
