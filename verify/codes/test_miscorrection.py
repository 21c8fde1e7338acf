# SPDX-License-Identifier: Apache-2.0
"""How often is a word beyond correction mistaken for another codeword? As often as the geometry says, never wrongly.

A uniformly random word is corrected when it lies within t of a codeword: with probability V(n, t) / q^(n - k), V the
number of words within distance t. The decoder's rate must be in the 99 % interval of that.
"""

import random
from math import comb, sqrt

import numpy as np
import pytest

from evariste.codes import jobs
from evariste.codes.named import CODES, Code
from evariste.codes.reference import Bch, ReedSolomon

NAMES = ("paper-bch", "wban", "pocsag", "uwb", "qr-1m", "datamatrix-10", "p25-ess")


def probability(code: Code) -> float:
    if isinstance(code, ReedSolomon):
        q, t = 1 << code.field.m, (code.n - code.k) // 2
        return sum(comb(code.n, i) * (q - 1) ** i for i in range(t + 1)) / q**code.checks
    if code.extended:  # within t of a word of the extended code: errors in the code proper, and the parity bit
        return sum(comb(code.length, i) for i in range(code.t + 1)) / 2 ** (code.checks + 1)
    return sum(comb(code.n, i) for i in range(code.t + 1)) / 2**code.checks


def campaign(name: str, count: int, seed: int) -> None:
    code = CODES[name].code
    size = jobs.word_bytes(code)
    rng = random.Random(seed)
    if isinstance(code, ReedSolomon):
        words = [bytes(b & code.field.order for b in rng.randbytes(size)) for _ in range(count)]
    else:
        words = [rng.getrandbits(code.length).to_bytes(size, "little") for _ in range(count)]
    plan = jobs.Jobs()
    plan.make(code)
    for start in range(0, count, 50_000):
        plan.decode(code, words[start : start + 50_000])
    results, _ = jobs.run(plan)
    answers = [answer for job in results[1:] for answer in job]
    accepted = 0
    for word, (status, got) in zip(words, answers, strict=True):
        if status < 0:
            assert got == word
            continue
        accepted += 1
        if isinstance(code, Bch):
            value = int.from_bytes(got, "little")
            assert code.is_codeword(value)
            assert (value ^ int.from_bytes(word, "little")).bit_count() == status <= code.t
        else:
            assert sum(a != b for a, b in zip(got, word, strict=True)) == status
    if isinstance(code, ReedSolomon) and accepted:
        _assert_codewords(code, [got for status, got in answers if status >= 0])
    p = probability(code)
    margin = 2.576 * sqrt(p * (1 - p) / count) + 1 / count
    print(
        f"{name}: {accepted} of {count} random words accepted, {accepted / count:.6f}; theory {p:.6f} +- {margin:.6f}"
    )
    assert abs(accepted / count - p) <= margin


def _assert_codewords(code: ReedSolomon, words: list[bytes]) -> None:
    """All syndromes zero, by log tables of numpy."""
    field = code.field
    log = np.zeros(field.order + 1, np.int64)
    for value, exponent in field.log.items():
        log[value] = exponent
    exp = np.array(field.exp)
    symbols = np.frombuffer(b"".join(words), np.uint8).reshape(len(words), code.n)
    for i in range(code.checks):
        weights = code.step * (code.first_root + i) * np.arange(code.n - 1, -1, -1)
        terms = np.where(symbols == 0, 0, exp[(log[symbols] + weights) % field.order])
        assert not np.bitwise_xor.reduce(terms, axis=1).any()


@pytest.mark.parametrize("name", NAMES)
def test_random_words_are_accepted_as_often_as_theory_says(name: str) -> None:
    campaign(name, 3_000, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_a_million_random_words_have_no_false_success(name: str) -> None:
    campaign(name, 1_000_000 // len(NAMES) + 1, seed=2)
