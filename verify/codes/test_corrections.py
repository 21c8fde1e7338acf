# SPDX-License-Identifier: Apache-2.0
"""What a decoder says that it corrected: the positions and magnitudes of exactly what it changed."""

import random
from typing import Any

import pytest

from evariste.codes.hostlib import Bch, Rs, Rs16
from evariste.statuses import answer

RS = [(Rs(0x11D, 255, 239), 8), (Rs(0x43, 45, 26, 1, 1, 9), 6), (Rs(0x13, 15, 9, 1), 4),
      (Rs16(0x409, 60, 50, 1, 1, 2), 10), (Rs16(0x4143, 30, 20), 14)]  # fmt: skip
BINARY = [Bch(0x25, 31, 5), Bch(0x25, 31, 2, extended=True), Bch(0x211, 300, 4), Bch(0x43, 60, 3, first_root=0)]


def codeword(lib: Any, m: int, rng: random.Random) -> list[int]:
    message = [rng.getrandbits(m) for _ in range(lib.code.k)]
    return list(lib.encode(bytes(message) if m <= 8 else message))


@pytest.mark.parametrize("number", range(len(RS)))
def test_a_reed_solomon_decoder_lists_what_it_changed(number: int) -> None:
    lib, m = RS[number]
    rng = random.Random(number)
    for _ in range(60):
        sent = codeword(lib, m, rng)
        reach = lib.code.n - lib.code.k
        erased = rng.choice([0, rng.randint(0, reach)])
        places = rng.sample(range(lib.code.n), rng.randint(erased, erased + (reach - erased) // 2))
        received = list(sent)
        for place in places:
            received[place] ^= rng.randrange(1, 1 << m) if place not in places[:erased] else rng.getrandbits(m)
        changed = {(i, a ^ b) for i, (a, b) in enumerate(zip(sent, received, strict=True)) if a != b}
        word = bytes(received) if m <= 8 else received
        count, got = lib.decode(word, places[:erased], capacity=len(changed))
        assert (count, list(got)) == (len(changed), sent)
        assert set(lib.corrected) == changed and len(lib.corrected) == len(changed)
        if changed:
            assert lib.decode(word, places[:erased], capacity=len(changed) - 1) == (answer("TOO_SMALL"), word)


@pytest.mark.parametrize("lib", BINARY, ids=lambda lib: f"{lib.code.n}-{lib.code.k}")
def test_a_binary_decoder_lists_the_bits_it_changed_in_order(lib: Bch) -> None:
    rng = random.Random(lib.code.n)
    for _ in range(60):
        sent = lib.encode(rng.getrandbits(lib.code.k))
        erased = rng.choice([0, rng.randint(0, 2 * lib.code.t)])
        places = rng.sample(range(lib.length), rng.randint(erased, erased + (2 * lib.code.t - erased) // 2))
        wrong = sorted(p for p in places if p in places[erased:] or rng.getrandbits(1))
        received = sent
        for place in wrong:
            received ^= 1 << lib.length - 1 - place
        assert lib.decode(received, places[:erased], capacity=len(wrong)) == (len(wrong), sent)
        assert lib.corrected == [(place, 1) for place in wrong]
        if wrong:
            assert lib.decode(received, places[:erased], capacity=len(wrong) - 1) == (answer("TOO_SMALL"), received)
