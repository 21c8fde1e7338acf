# SPDX-License-Identifier: Apache-2.0
"""Laws of the Reed-Solomon codec over GF(2^9) to GF(2^14): on the host, and the native arithmetic on the core."""

import random

import pytest

from evariste.codes import jobs
from evariste.codes.hostlib import Rs16
from evariste.codes.reference import ReedSolomon
from evariste.statuses import answer

PRIMITIVE = {9: 0x211, 10: 0x409, 11: 0x805, 12: 0x1053, 13: 0x201B, 14: 0x4143}


def random_code(rng: random.Random) -> ReedSolomon:
    m = rng.choice(list(PRIMITIVE))
    order = (1 << m) - 1
    punctured = rng.choice([0, 0, 1, 3])
    n = rng.choice([rng.randint(10, 120), rng.randint(10, min(order - punctured, 700))])
    k = n - rng.randint(1, min(n - 1, 12))
    step = rng.choice([s for s in range(1, 200) if all(s % p for p in (3, 5, 7, 11, 13, 23, 31, 43, 73, 89, 127))])
    return ReedSolomon(PRIMITIVE[m], n, k, rng.randrange(order), step, punctured)


def damaged(rng: random.Random, code: ReedSolomon, sent: list[int]) -> tuple[list[int], tuple[int, ...]]:
    reach = code.n - code.k
    erased = rng.choice([0, 0, rng.randint(0, reach)])
    places = rng.sample(range(code.n), min(code.n, erased + (reach - erased) // 2))
    received = list(sent)
    for place in places:
        received[place] ^= rng.randint(1, code.field.order)
    return received, tuple(places[:erased])


@pytest.mark.parametrize("seed", range(3))
def test_every_pattern_of_errors_and_erasures_within_reach_is_corrected(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(12):
        code = random_code(rng)
        lib = Rs16(code.polynomial, code.n, code.k, code.first_root, code.step, code.punctured)
        assert lib.status == 0
        sent = code.encode([rng.randint(0, code.field.order) for _ in range(code.k)])
        assert lib.encode(sent[: code.k]) == sent, code
        for _ in range(3):
            received, erasures = damaged(rng, code, sent)
            changed = sum(a != b for a, b in zip(sent, received, strict=True))
            assert lib.decode(received, erasures) == (changed, sent), code
        noise = [rng.randint(0, code.field.order) for _ in range(code.n)]
        status, word = lib.decode(noise)
        assert (status, word) == (answer("UNCORRECTABLE"), noise) or code.punctured or code.is_codeword(word)


def test_the_native_arithmetic_gives_the_same_words() -> None:
    rng = random.Random(9)
    for _ in range(6):
        code = random_code(rng)
        sent = code.encode([rng.randint(0, code.field.order) for _ in range(code.k)])
        received, erasures = damaged(rng, code, sent)
        plan = jobs.Jobs()
        plan.make(code)
        plan.encode(code, [jobs.pack16(sent[: code.k])])
        plan.decode(code, [jobs.pack16(received)], [erasures])
        results, _ = jobs.run(plan)
        changed = sum(a != b for a, b in zip(sent, received, strict=True))
        assert results == [[(0, b"")], [(0, jobs.pack16(sent))], [(changed, jobs.pack16(sent))]], code
