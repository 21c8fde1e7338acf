# SPDX-License-Identifier: Apache-2.0
"""Every named code on the simulated core: does the firmware correct what the code can, and refuse the rest?

Words come from evariste.codes.reference, which test_oracles.py holds against galois, reedsolo, bchlib and standards.
"""

import random

import pytest

from evariste.codes import jobs
from evariste.codes.named import CODES, Code, reach
from evariste.codes.reference import Bch, ReedSolomon
from evariste.machines import NATIVE, NATIVES, PORTABLE
from evariste.statuses import answer


class Channel:
    """Random words of a code, damaged in a chosen way; remembers what was sent."""

    def __init__(self, code: Code, seed: int) -> None:
        self.code, self.rng = code, random.Random(seed)
        self.rs = isinstance(code, ReedSolomon)
        self.length = code.n if self.rs else code.length
        self.pool = [self._random_word() for _ in range(40)]

    def _random_word(self) -> list[int] | int:
        if isinstance(self.code, Bch):
            return self.code.encode(self.rng.getrandbits(self.code.k))
        return self.code.encode([self.rng.randint(0, self.code.field.order) for _ in range(self.code.k)])

    def word(self) -> list[int] | int:
        """A codeword; for codes that are not punctured or extended, sums of a few of a pool are new ones."""
        some = self.rng.sample(self.pool, 3)
        if isinstance(self.code, Bch):
            return some[0] ^ some[1] ^ some[2]  # type: ignore[operator]
        return [a ^ b ^ c for a, b, c in zip(*some, strict=True)]  # type: ignore[misc]

    def stored(self, word: list[int] | int) -> bytes:
        return bytes(word) if isinstance(word, list) else word.to_bytes(jobs.word_bytes(self.code), "little")

    def damaged(self, word: list[int] | int, places: list[int]) -> list[int] | int:
        """Every place changed; places count in order of transmission."""
        if isinstance(word, int):
            for place in places:
                word ^= 1 << self.length - 1 - place
            return word
        word = list(word)
        for place in places:
            word[place] ^= self.rng.randint(1, self.code.field.order)
        return word

    def places(self, kind: str, count: int) -> list[int]:
        if kind == "burst":
            start = self.rng.randrange(self.length - count + 1)
            return list(range(start, start + count))
        checks = self.code.n - self.code.k
        if kind == "parity":
            return self.rng.sample(range(self.code.k, self.code.n), min(count, checks))
        return self.rng.sample(range(self.length), count)


def check(code: Code, words: int, engine: str, backend: str, seed: int = 0) -> None:
    channel = Channel(code, seed)
    t = reach(code)
    budget = code.n - code.k if isinstance(code, ReedSolomon) else 2 * t
    plan = jobs.Jobs()
    plan.make(code)
    batches = []
    for weight in range(t + 3):
        for kind in ("random", "burst", "parity"):
            sent = [channel.word() for _ in range(max(1, words // (3 * (t + 3) + budget + 1)))]
            errors = min(weight, channel.length)
            if kind == "parity":
                errors = min(errors, code.n - code.k)
            damaged = [channel.damaged(word, channel.places(kind, errors)) for word in sent]
            plan.decode(code, [channel.stored(w) for w in damaged])
            batches.append((sent, damaged, errors <= t))
    for erased in range(1, budget + 1):  # on the boundary 2e + s = budget, or one below
        if erased > channel.length:
            break
        sent = [channel.word() for _ in range(max(1, words // (3 * (t + 3) + budget + 1)))]
        damaged, lists = [], []
        for word in sent:
            places = channel.places("random", min(channel.length, erased + (budget - erased) // 2))
            damaged.append(channel.damaged(word, places))
            lists.append(places[:erased])
        plan.decode(code, [channel.stored(w) for w in damaged], lists)
        batches.append((sent, damaged, True))
    results, _ = jobs.run(plan, engine, backend)
    assert results[0][0][0] == 0
    for (sent, damaged, within), answers in zip(batches, results[1:], strict=True):
        for word, received, (status, got) in zip(sent, damaged, answers, strict=True):
            if within:
                assert got == channel.stored(word)
                assert status == _distance(word, received)
            elif status < 0:
                assert status == answer("UNCORRECTABLE")
                assert got == channel.stored(received)
            else:
                _must_be_codeword(code, got, received, status)


def _distance(a: list[int] | int, b: list[int] | int) -> int:
    if isinstance(a, int):
        return (a ^ b).bit_count()  # type: ignore[operator]
    return sum(x != y for x, y in zip(a, b, strict=True))  # type: ignore[arg-type]


def _must_be_codeword(code: Code, got: bytes, received: list[int] | int, status: int) -> None:
    """Beyond the reach another codeword may be nearer: then it is one, and as near as the status says."""
    if isinstance(code, Bch):
        word = int.from_bytes(got, "little")
        assert code.is_codeword(word)
        assert _distance(word, received) == status <= code.t
    else:
        assert code.encode(got[: code.k]) == list(got) or code.punctured
        assert _distance(list(got), received) == status <= reach(code)


@pytest.mark.parametrize("backend", [*NATIVES, PORTABLE])
@pytest.mark.parametrize("name", CODES)
def test_a_sample_of_words_of_every_named_code(name: str, backend: str) -> None:
    check(CODES[name].code, 8 if name == "nand-8" else 250, "iss", backend)


@pytest.mark.parametrize("name", CODES)
def test_some_words_of_every_named_code_in_lockstep(name: str) -> None:
    short = Bch(0x201B, 104 + 32, 8)  # the same code, shortened further for the RTL's sake
    check(short if name == "nand-8" else CODES[name].code, 1, "lockstep", NATIVE)


@pytest.mark.full
@pytest.mark.parametrize("name", CODES)
def test_100_000_words_of_every_named_code(name: str) -> None:
    for part in range(10):
        check(CODES[name].code, 10_000, "iss", NATIVE, seed=part)
