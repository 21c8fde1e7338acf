# SPDX-License-Identifier: Apache-2.0
"""Reed-Solomon codes by the machine's own files: every word of random damage comes back as the reference says."""

import random

import pytest

from evariste.codes import jobs, named
from evariste.codes.reference import ReedSolomon

# The files take four syndromes, four symbols of parity and four positions at a time: numbers of checks and lengths that
# four divides, and others.
CODES = ["paper-rs", "ccsds-16", "rs:n=15,k=9,poly=0x13", "rs:n=254,k=251,poly=0x11d,first=5", "rs:n=61,k=60,poly=0x43",
         "rs:n=100,k=81,poly=0x12d,first=112,step=11", "rs:n=200,k=190,poly=0x11d,punctured=5"]  # fmt: skip


def errors(rng: random.Random, word: bytes, count: int, order: int) -> bytes:
    """The word with so many wrong symbols."""
    wrong = bytearray(word)
    for place in rng.sample(range(len(word)), count):
        wrong[place] ^= rng.randint(1, order)
    return bytes(wrong)


@pytest.mark.parametrize("name", CODES)
def test_words_are_encoded_and_corrected(name: str) -> None:
    code = named.find(name)
    assert isinstance(code, ReedSolomon)
    rng = random.Random(name)
    most = (code.checks - code.punctured) // 2
    messages = [bytes(rng.randint(0, code.field.order) for _ in range(code.k)) for _ in range(2 * most + 3)]
    words = [bytes(code.encode(message)) for message in messages]
    received = [errors(rng, word, i % (most + 1), code.field.order) for i, word in enumerate(words)]
    work = jobs.Jobs()
    work.make(code)
    work.encode(code, messages)
    work.decode(code, received)
    results, _ = jobs.run(work, "iss", "coreva", "coreva")
    assert results[1] == [(0, word) for word in words]
    assert results[2] == [(i % (most + 1), word) for i, word in enumerate(words)]
