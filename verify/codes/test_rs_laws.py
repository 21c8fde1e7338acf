# SPDX-License-Identifier: Apache-2.0
"""Laws of the Reed-Solomon codec, for random codes of the whole family, on the host with the portable backend.

The expected words come from evariste.codes.reference, which encodes by the definition.
"""

import random

import pytest

from evariste.codes.hostlib import Rs
from evariste.codes.reference import ReedSolomon
from evariste.statuses import answer, number

PRIMITIVE = {
    2: [0x7], 3: [0xB, 0xD], 4: [0x13, 0x19], 5: [0x25, 0x29, 0x3D], 6: [0x43, 0x5B, 0x73], 7: [0x83, 0x89, 0xF7],
    8: [0x11D, 0x187, 0x12D, 0x169],
}  # fmt: skip


def random_code(rng: random.Random) -> ReedSolomon:
    m = rng.choice([2, 3, 4, 4, 5, 6, 7, 8, 8, 8])
    order = (1 << m) - 1
    steps = [s for s in range(1, order) if all(s % p for p in (3, 5, 7, 17, 31, 127) if order % p == 0)]
    full = rng.randint(3, order)
    punctured = rng.choice([0, 0, 0, 1, 2, 5])
    punctured = min(punctured, full - 3)
    n = full - punctured
    k = rng.randint(1, n - 1) if rng.random() < 0.3 else max(1, n - rng.randint(1, 20))
    return ReedSolomon(rng.choice(PRIMITIVE[m]), n, k, rng.randrange(order), rng.choice(steps), punctured)


def library_code(code: ReedSolomon) -> Rs:
    made = Rs(code.polynomial, code.n, code.k, code.first_root, code.step, code.punctured)
    assert made.status == 0
    return made


@pytest.mark.parametrize("seed", range(6))
def test_every_pattern_of_errors_and_erasures_within_reach_is_corrected(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        code = random_code(rng)
        lib = library_code(code)
        for _ in range(5):
            sent = bytes(code.encode([rng.randint(0, code.field.order) for _ in range(code.k)]))
            assert lib.encode(sent[: code.k]) == sent
            reach = code.checks - code.punctured
            erased = rng.choice([0, 0, reach, rng.randint(0, reach)])
            erased = min(erased, code.n)
            wrong = min((reach - erased) // 2, code.n - erased)
            wrong = rng.choice([wrong, rng.randint(0, wrong)])
            places = rng.sample(range(code.n), erased + wrong)
            received = bytearray(sent)
            for place in places[:erased]:
                received[place] = rng.randint(0, code.field.order)
            for place in places[erased:]:
                received[place] ^= rng.randint(1, code.field.order)
            changed = sum(a != b for a, b in zip(sent, received, strict=True))
            assert lib.decode(bytes(received), places[:erased]) == (changed, sent), code


@pytest.mark.parametrize("seed", range(4))
def test_beyond_reach_a_word_comes_back_untouched_or_as_a_codeword(seed: int) -> None:
    rng = random.Random(seed)
    outcomes = {"refused": 0, "other codeword": 0}
    for _ in range(150):
        code = random_code(rng)
        if code.punctured:
            continue
        lib = library_code(code)
        received = bytes(rng.randint(0, code.field.order) for _ in range(code.n))
        erased = rng.sample(range(code.n), rng.choice([0, 0, min(code.checks, code.n) // 2]))
        status, word = lib.decode(received, erased)
        if status < 0:
            assert word == received
            outcomes["refused"] += 1
        else:
            assert code.is_codeword(word)
            wrong = [i for i in range(code.n) if word[i] != received[i]]
            assert status == len(wrong)
            assert 2 * len(set(wrong) - set(erased)) + len(erased) <= code.checks
            outcomes["other codeword"] += 1
    assert min(outcomes.values()) > 5, outcomes


def test_a_correction_in_the_virtual_fill_of_a_shortened_code_is_refused() -> None:
    full, short = ReedSolomon(0x11D, 255, 239), ReedSolomon(0x11D, 100, 84)
    lib = library_code(short)
    # A codeword of the full code whose fill holds one symbol: the shortened word is that far from the full codeword.
    message = [0] * 239
    message[10] = 77
    word = bytes(full.encode(message)[155:])
    assert library_code(full).decode(bytes(155) + word)[0] == 1
    assert lib.decode(word) == (answer("UNCORRECTABLE"), word)


@pytest.mark.parametrize(
    ("parameters", "status"),
    [
        ((0x11B, 255, 239, 0, 1, 0), "NOT_PRIMITIVE"),  # irreducible, but x has order 51
        ((0x1F, 15, 11, 0, 1, 0), "NOT_PRIMITIVE"),
        ((0x101, 255, 239, 0, 1, 0), "REDUCIBLE"),
        ((0x11C, 255, 239, 0, 1, 0), "REDUCIBLE"),
        ((0x3, 2, 1, 0, 1, 0), "BAD_DEGREE"),
        ((0x211, 255, 239, 0, 1, 0), "BAD_DEGREE"),
        ((0x11D, 256, 239, 0, 1, 0), "BAD_CODE_LENGTH"),
        ((0x11D, 250, 239, 0, 1, 6), "BAD_CODE_LENGTH"),
        ((0x11D, 255, 255, 0, 1, 0), "BAD_DIMENSION"),
        ((0x11D, 255, 0, 0, 1, 0), "BAD_DIMENSION"),
        ((0x11D, 255, 239, 0, 3, 0), "BAD_STEP"),
        ((0x11D, 255, 239, 0, 0, 0), "BAD_STEP"),
    ],
)
def test_a_wrong_parameter_is_refused_with_its_own_status(parameters: tuple[int, ...], status: str) -> None:
    assert Rs(*parameters, tables=8192).status == number(status)


def test_a_bad_erasure_list_is_refused() -> None:
    code = library_code(ReedSolomon(0x11D, 20, 10))
    word = bytes(20)
    assert code.decode(b"\1" + word[1:], [20]) == (answer("BAD_ERASURE"), b"\1" + word[1:])
    assert code.decode(b"\1" + word[1:], [3, 5, 3])[0] == answer("BAD_ERASURE")
    assert code.decode(b"\1" + word[1:], range(11))[0] == answer("UNCORRECTABLE")
