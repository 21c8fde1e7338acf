# SPDX-License-Identifier: Apache-2.0
"""What no decoder may take for a word: more erasures than check symbols, bits that a field or a word does not have, a
list of erasures that names a place twice. Every backend gives the same status and leaves the word as it came."""

import random
from pathlib import Path

import pytest

from evariste.codes import jobs
from evariste.codes.reference import Bch, ReedSolomon
from evariste.machines import NATIVES, PORTABLE
from evariste.statuses import answer
from verify.codes.host import run, sanitized
from verify.codes.test_exhaustive import short_code

UNCORRECTABLE, BAD_ERASURE, BAD_SYMBOL = answer("UNCORRECTABLE"), answer("BAD_ERASURE"), answer("BAD_SYMBOL")
BACKENDS = pytest.mark.parametrize("backend", [*NATIVES, PORTABLE])
SMALL = [ReedSolomon(0x11D, 255, 239), ReedSolomon(0x43, 63, 55, 1), ReedSolomon(0x43, 45, 26, 1, 1, 9),
         ReedSolomon(0x13, 15, 11), ReedSolomon(0xB, 7, 3, 1), ReedSolomon(0x7, 3, 1)]  # fmt: skip
LARGE = [ReedSolomon(0x211, 40, 32), ReedSolomon(0x409, 60, 50, 1, 1, 2), ReedSolomon(0x4143, 30, 20)]
BINARY = [Bch(0x25, 31, 5), Bch(0x43, 63, 2), Bch(0x25, 31, 2, extended=True), Bch(0x211, 300, 4)]


def pack(code: ReedSolomon | Bch, symbols: list[int]) -> bytes:
    return jobs.pack16(symbols) if code.polynomial >> 9 else bytes(symbols)


def answers(code: ReedSolomon | Bch, backend: str, words: list[bytes], erasures: list[list[int]]) -> list[int]:
    """The statuses of decoding; none of these words may be changed."""
    plan = jobs.Jobs()
    plan.make(code)
    for word, erased in zip(words, erasures, strict=True):
        plan.decode(code, [word], [erased])
    results, _ = jobs.run(plan, backend=backend)
    assert [job[0][1] for job in results[1:]] == words
    return [job[0][0] for job in results[1:]]


@BACKENDS
@pytest.mark.parametrize("code", [*SMALL, *LARGE])
def test_more_erasures_than_check_symbols_are_beyond_correction_always(code: ReedSolomon, backend: str) -> None:
    rng = random.Random(1)
    zero, codeword = [0] * code.n, code.encode([rng.randint(0, code.field.order) for _ in range(code.k)])
    noise = [rng.randint(0, code.field.order) for _ in range(code.n)]
    allowed = code.n - code.k
    words, erasures = [], []
    for count in {allowed + 1, min(code.n, allowed + 7), code.n if code.n < 64 else allowed + 2}:
        for word in (zero, codeword, noise):
            words.append(pack(code, word))
            erasures.append(rng.sample(range(code.n), count))
    assert set(answers(code, backend, words, erasures)) == {UNCORRECTABLE}


@BACKENDS
@pytest.mark.parametrize("code", BINARY)
def test_more_erasures_than_a_binary_code_has_roots_are_beyond_correction(code: Bch, backend: str) -> None:
    size = jobs.word_bytes(code)
    words = [bytes(size), code.encode(5).to_bytes(size, "little")]
    erased = list(range(2 * code.t + 1))
    assert answers(code, backend, words, [erased, erased]) == [UNCORRECTABLE] * 2


@BACKENDS
@pytest.mark.parametrize("code", [*SMALL[:4], *LARGE])
def test_a_place_named_twice_or_outside_the_word_has_its_own_status(code: ReedSolomon, backend: str) -> None:
    beyond = 255 if not code.polynomial >> 9 else 65535
    lists = [[0, 0], [1, 2, 1], [code.n], [beyond], [*range(code.n - code.k), 0], [*range(code.n - code.k + 2), code.n]]
    words = [pack(code, [0] * code.n)] * len(lists)
    assert set(answers(code, backend, words, lists)) == {BAD_ERASURE}


@BACKENDS
@pytest.mark.parametrize("code", [*SMALL[1:], *LARGE])
def test_a_symbol_with_a_bit_that_the_field_lacks_has_its_own_status(code: ReedSolomon, backend: str) -> None:
    rng = random.Random(2)
    codeword = code.encode([rng.randint(0, code.field.order) for _ in range(code.k)])
    words, erasures, messages = [], [], []
    for bit in range(code.field.m, 16 if code.polynomial >> 9 else 8):
        for place in {0, 1, 2, 3, code.k - 1, code.k, code.n - 1}:
            high = list(codeword)
            high[place % code.n] ^= 1 << bit
            words.append(pack(code, high))
            erasures.append([place % code.n] if code.n - code.k > 1 and rng.random() < 0.3 else [])
            if place < code.k:
                messages.append(pack(code, high[: code.k]))
    assert set(answers(code, backend, words, erasures)) == {BAD_SYMBOL}
    plan = jobs.Jobs()
    plan.make(code)
    plan.encode(code, messages)
    results, _ = jobs.run(plan, backend=backend)
    assert {status for status, _ in results[1]} == {BAD_SYMBOL}


@BACKENDS
@pytest.mark.parametrize("code", BINARY)
def test_a_bit_above_a_binary_word_has_its_own_status(code: Bch, backend: str) -> None:
    size = jobs.word_bytes(code)
    high = [(code.encode(9) | 1 << bit).to_bytes(size, "little") for bit in range(code.length, 8 * size)]
    if not high:
        return
    assert set(answers(code, backend, high, [[] for _ in high])) == {BAD_SYMBOL}
    plan = jobs.Jobs()
    plan.make(code)
    plan.encode(code, high)
    results, _ = jobs.run(plan, backend=backend)
    assert [status for status, _ in results[1]] == [BAD_SYMBOL] * len(high)
    assert [word for _, word in results[1]] == high


@BACKENDS
@pytest.mark.parametrize(("number", "code"), [(31, Bch(0x25, 31, 5)), (63, Bch(0x43, 63, 2)), (19, Bch(0x43, 31, 2))])
def test_a_short_code_refuses_every_word_with_a_bit_too_high(number: int, code: Bch, backend: str) -> None:
    # The bit's place is that of x^(2^m - 1) = 1, so that an unwary decoder takes it for bit 0.
    rng = random.Random(number)
    size = 8 if number == 63 else 4
    words = []
    for errors in range(code.t + 3):
        for _ in range(30):
            word = code.encode(rng.getrandbits(code.k))
            for place in rng.sample(range(code.n), errors):
                word ^= 1 << place
            words.append((word | 1 << (8 * size - 1)).to_bytes(size, "little"))
    out = short_code(number, b"".join(words), backend)
    for i, word in enumerate(words):
        got = out[i * (4 + size) : (i + 1) * (4 + size)]
        assert got == (-1).to_bytes(4, "little", signed=True) + word


@BACKENDS
def test_of_four_words_at_once_only_those_with_a_bit_too_high_are_refused(backend: str) -> None:
    code, rng = Bch(0x43, 63, 2), random.Random(4)
    received, expected = [], []
    for high in range(16):  # each set of the four
        for errors in range(3):
            statuses, answers = [], []
            for i in range(4):
                sent = code.encode(rng.getrandbits(code.k))
                word = sent
                for place in rng.sample(range(63), errors):
                    word ^= 1 << place
                if high >> i & 1:
                    sent = word = word | 1 << 63
                received.append(word.to_bytes(8, "little"))
                answers.append(sent.to_bytes(8, "little"))
                statuses.append(255 if high >> i & 1 else errors)
            expected.append(bytes(statuses) + b"".join(answers))
    assert short_code(4, b"".join(received), backend) == b"".join(expected)


def test_no_symbol_leads_outside_a_table(tmp_path: Path) -> None:
    done = run(sanitized("high_symbols", tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
