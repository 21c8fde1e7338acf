# SPDX-License-Identifier: Apache-2.0
"""Laws of the BCH codec, for random codes of the whole family, on the host with the portable backend.

The expected words come from evariste.codes.reference, which encodes by the definition.
"""

import random

import pytest

from evariste.codes.hostlib import Bch as Library
from evariste.codes.reference import Bch
from evariste.statuses import answer, number

PRIMITIVE = {3: 0xB, 4: 0x13, 5: 0x25, 6: 0x43, 7: 0x89, 8: 0x11D, 9: 0x211, 10: 0x409, 11: 0x805, 12: 0x1053,
             13: 0x201B, 14: 0x4143}  # fmt: skip


def random_code(rng: random.Random, largest: int = 10) -> Bch:
    while True:
        m = rng.randint(3, largest)
        order = (1 << m) - 1
        n = rng.choice([order, rng.randint(3, order)])
        t = rng.randint(1, max(1, min(12, order // (2 * m))))
        code = Bch(PRIMITIVE[m], n, t, rng.choice([1, 1, 1, 0, rng.randrange(order)]), rng.random() < 0.3)
        if code.k >= 1:
            return code


def library_code(code: Bch) -> Library:
    made = Library(code.polynomial, code.n, code.t, code.first_root, code.extended)
    assert made.status == 0
    assert made.code.k == code.k
    return made


@pytest.mark.parametrize("seed", range(6))
def test_every_pattern_of_errors_and_erasures_within_reach_is_corrected(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        code = random_code(rng)
        lib = library_code(code)
        for _ in range(6):
            message = rng.getrandbits(code.k)
            sent = code.encode(message)
            assert lib.encode(message) == sent, code
            erased = rng.choice([0, 0, 0, rng.randint(0, min(2 * code.t, code.length))])
            errors = min((2 * code.t - erased) // 2, code.length - erased)
            errors = rng.choice([errors, rng.randint(0, errors)])
            places = rng.sample(range(code.length), erased + errors)
            received = sent
            for place in places[:erased]:
                received ^= rng.getrandbits(1) << code.length - 1 - place
            for place in places[erased:]:
                received ^= 1 << code.length - 1 - place
            changed = (received ^ sent).bit_count()
            assert lib.decode(received, tuple(places[:erased])) == (changed, sent), code


@pytest.mark.parametrize("seed", range(3))
def test_beyond_reach_a_word_comes_back_untouched_or_as_a_codeword(seed: int) -> None:
    rng = random.Random(seed)
    outcomes = {"refused": 0, "other codeword": 0}
    for _ in range(40):
        code = random_code(rng, largest=9)
        lib = library_code(code)
        for _ in range(10):
            received = rng.getrandbits(code.length)
            status, word = lib.decode(received)
            if status < 0:
                assert word == received
                outcomes["refused"] += 1
            else:
                assert code.is_codeword(word), code
                assert status == (word ^ received).bit_count() <= code.t
                outcomes["other codeword"] += 1
    assert min(outcomes.values()) > 5, outcomes


def test_an_extended_code_never_mistakes_one_error_too_many() -> None:
    code = Bch(0x25, 31, 2, extended=True)  # POCSAG
    lib = library_code(code)
    rng = random.Random(1)
    for _ in range(300):
        sent = code.encode(rng.getrandbits(21))
        received = sent
        for place in rng.sample(range(32), 3):
            received ^= 1 << place
        assert lib.decode(received) == (answer("UNCORRECTABLE"), received)


def test_large_fields_work_up_to_degree_14() -> None:
    rng = random.Random(3)
    for m, t in ((13, 8), (14, 3)):
        code = Bch(PRIMITIVE[m], (1 << m) - 1, t)
        lib = library_code(code)
        sent = code.encode(rng.getrandbits(code.k))
        received = sent
        for place in rng.sample(range(code.n), t):
            received ^= 1 << place
        assert lib.decode(received) == (t, sent)


@pytest.mark.parametrize(
    ("parameters", "status"),
    [
        ((0x11B, 255, 4), "NOT_PRIMITIVE"),
        ((0x201, 511, 4), "REDUCIBLE"),
        ((0x8003, 511, 4), "BAD_DEGREE"),
        ((0x25, 32, 2), "BAD_CODE_LENGTH"),
        ((0x25, 31, 16), "BAD_CAPABILITY"),
        ((0x25, 10, 2), "BAD_CAPABILITY"),  # the generator alone has degree 10
        ((0x25, 31, 0), "BAD_CAPABILITY"),
    ],
)
def test_a_wrong_parameter_is_refused_with_its_own_status(parameters: tuple[int, ...], status: str) -> None:
    assert Library(*parameters, tables=65536).status == number(status)
