# SPDX-License-Identifier: Apache-2.0
"""Small codes in full: every syndrome of BCH(31, 11, 5) and BCH(63, 51, 2), every single and double error of RS(7, 3)
and RS(15, 11). All on the iss, with the native backends' kernels."""

import itertools
import tempfile
from math import comb
from pathlib import Path

import numpy as np
import pytest

from evariste import machines
from evariste.build import cc
from evariste.codes import jobs
from evariste.codes.reference import Bch, ReedSolomon
from evariste.sim import Machine


def short_code(number: int, words: bytes, backend: str = machines.NATIVE) -> bytes:
    """Runs bench_bch_short on words; returns statuses and words."""
    elf = cc.compile(["sw/apps/bench_bch_short.c"], backend=backend)
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "in").write_bytes(words)
        machine = Machine(engine="iss", configuration=machines.default().runs(backend))
        machine.load(elf)
        machine.host(root=name, args=[str(number), "in", "out", "quiet"], stdout=lambda said: None)
        stop = machine.run()
        assert (stop.reason, stop.status) == ("exit", 0), stop.sentence
        return (Path(name) / "out").read_bytes()


def ball(n: int, t: int) -> int:
    """Words within distance t of a word of n bits."""
    return sum(comb(n, i) for i in range(t + 1))


@pytest.mark.parametrize("backend", machines.NATIVES)
@pytest.mark.parametrize(("number", "code"), [(31, Bch(0x25, 31, 5)), (63, Bch(0x43, 63, 2)), (19, Bch(0x43, 31, 2))])
def test_every_syndrome_of_the_short_codes(number: int, code: Bch, backend: str) -> None:
    # The words of at most n - k bits are their own syndromes, one of each.
    kind = np.uint64 if number == 63 else np.uint32
    received = np.arange(1 << code.checks, dtype=kind)
    out = np.frombuffer(short_code(number, received.tobytes(), backend), np.uint8).reshape(len(received), -1)
    status = out[:, :4].copy().view(np.int32).ravel()
    words = out[:, 4:].copy().view(kind).ravel()
    refused = status < 0
    assert (status[refused] == -1).all()
    assert (words[refused] == received[refused]).all()
    # The corrected ones: as many as there are correctable patterns, each at its distance, each a codeword.
    assert int((~refused).sum()) == ball(code.n, code.t)
    distance = np.array([int(x).bit_count() for x in words ^ received])
    assert (distance[~refused] == status[~refused]).all()
    assert distance.max() == code.t
    remainder = words.astype(np.uint64)
    for bit in range(code.n - 1, code.checks - 1, -1):
        high = (remainder >> np.uint64(bit)) & np.uint64(1)
        remainder ^= high * np.uint64(code.generator << (bit - code.checks))
    assert not remainder[~refused].any()


def test_four_words_at_once_are_decoded_as_one_by_one() -> None:
    code = Bch(0x43, 63, 2)
    rng = np.random.default_rng(1)
    codeword = np.uint64(code.encode(0x123456789ABCD))
    noise = rng.permutation(np.arange(1 << code.checks, dtype=np.uint64))  # every syndrome, in any company
    received = noise ^ np.where(rng.integers(0, 2, len(noise)) == 1, codeword, np.uint64(0))
    single = np.frombuffer(short_code(63, received.tobytes()), np.uint8).reshape(-1, 12)
    four = np.frombuffer(short_code(4, received.tobytes()), np.uint8).reshape(-1, 36)
    assert (four[:, :4].ravel() == single[:, 0]).all()
    assert (four[:, 4:].reshape(-1, 8) == single[:, 4:]).all()


@pytest.mark.parametrize("code", [ReedSolomon(0xB, 7, 3, 1), ReedSolomon(0x13, 15, 11, 1)])
def test_every_single_and_double_error(code: ReedSolomon) -> None:
    word = code.encode(list(range(1, code.k + 1)))
    received, errors = [], []
    for weight in (1, 2):
        for places in itertools.combinations(range(code.n), weight):
            for values in itertools.product(range(1, code.field.order + 1), repeat=weight):
                damaged = list(word)
                for place, value in zip(places, values, strict=True):
                    damaged[place] ^= value
                received.append(bytes(damaged))
                errors.append(weight)
    plan = jobs.Jobs()
    plan.make(code)
    plan.decode(code, received)
    results, _ = jobs.run(plan)
    assert results[1] == [(count, bytes(word)) for count in errors]
