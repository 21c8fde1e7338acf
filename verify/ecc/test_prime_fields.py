# SPDX-License-Identifier: Apache-2.0
"""The prime fields: every operation of both forms, assembly and C, against Python integers."""

import itertools
import random

import pytest

from evariste.ecc import prime, prime_headers
from evariste.ecc import vectors as v
from evariste.ecc.curves import Prime, primes
from evariste.machines import PORTABLE

FIELDS = list(primes().values())
BACKENDS = (PORTABLE, "host")  # with assembly, and in C
each_field = pytest.mark.parametrize("f", FIELDS, ids=[f.name for f in FIELDS])
Case = tuple[v.Request, int]


def modulus(f: Prime) -> int:
    """Numbers are below this: the prime, or twice the prime where it leaves the words' top bit free."""
    return 2 * f.p if f.p.bit_length() % 32 == 31 else f.p


def corners(f: Prime) -> list[int]:
    """Around 0 and the modulus; words all ones or zeros, alone and in runs, so that carries pass through every word."""
    top, word = 1 << 32 * f.words, 0xFFFFFFFF
    found = {0, 1, 2, 3, modulus(f) - 1, modulus(f) - 2, f.p - 1, f.p // 2, f.p // 2 + 1}
    for i in range(f.words):
        found |= {word << 32 * i, top - 1 ^ word << 32 * i, (1 << 32 * i + 32) - 1, top - (1 << 32 * i), 1 << 32 * i}
    return sorted(a for a in found if a < modulus(f))


def operations(f: Prime, a: int, b: int) -> list[Case]:
    p = f.p
    answers = {v.ADD: a + b, v.SUB: a - b, v.MUL: a * b, v.ADD_OVER_A: a + b, v.SUB_OVER_B: a - b, v.MUL_OVER_A: a * b,
               v.MUL_OVER_B: a * b}  # fmt: skip
    of_one = {v.SQR: a * a, v.SQR_IN_PLACE: a * a, v.MUL_SAME: a * a, v.CANONICAL: a}
    two = [(v.prime_field(op, f, a, b), answer % p) for op, answer in answers.items()]
    return two + [(v.prime_field(op, f, a), answer % p) for op, answer in of_one.items()]


def agree(f: Prime, cases: list[Case], backend: str) -> None:
    wrong = []
    for (request, expected), (_, data) in zip(cases, v.ask([r for r, _ in cases], backend), strict=True):
        got = v.number(data)
        limit = f.p if request[0] == v.CANONICAL else modulus(f)
        if got % f.p != expected or got >= limit:
            wrong.append((request[0], request[3].hex(), hex(got)))
    assert not wrong, wrong[:3]


@each_field
def test_the_prime_is_prime(f: Prime) -> None:
    assert all(pow(a, f.p - 1, f.p) == 1 for a in (2, 3, 5, 7, 11, 13))
    assert prime.sqrt(4, f.p) in (2, f.p - 2)


@each_field
def test_a_fold_keeps_the_residue_and_what_is_left_above_it_is_as_small_as_the_header_says(f: Prime) -> None:
    rows = prime_headers.folds(f)
    if rows is None:
        assert f.label in ("521", "25519")  # these have reductions of their own
        return
    n, (low, high) = f.words, prime_headers.top_bounds(f)
    rng = random.Random(f.name)
    ones = 0xFFFFFFFF
    extremes = [[ones if rows[j][i] * sign > 0 else 0 for i in range(2 * n)] for j in range(n) for sign in (1, -1)]
    found = []
    for c in [*extremes, *([rng.getrandbits(32) for _ in range(2 * n)] for _ in range(200))]:
        value = sum(sum(f * x for f, x in zip(row, c, strict=True)) << 32 * j for j, row in enumerate(rows))
        assert (value - sum(x << 32 * i for i, x in enumerate(c))) % f.p == 0
        found.append(value >> 32 * n)
    assert low <= min(found) and max(found) <= high
    # With the bias, t above the top is not negative. The second fold and one prime less give a number in [-p, p): one
    # correction is enough, and the carry that decides about it is 0 or 1.
    bias, delta = prime_headers.bias_of(f), (1 << 32 * n) % f.p
    least = (low << 32 * n) + bias * f.p
    assert least >= 0
    assert (least >> 32 * n) * delta + delta - (1 << 32 * n) >= -f.p
    assert (high + bias + 1) * delta < f.p


@pytest.mark.parametrize("backend", BACKENDS)
@each_field
def test_every_operation_agrees_with_python_at_the_corners(f: Prime, backend: str) -> None:
    rng = random.Random(f.name)
    some = corners(f)
    pairs = [(a, b) for a, b in itertools.product(some, some) if a <= b or rng.random() < 0.3]
    pairs = rng.sample(pairs, min(len(pairs), 700))
    pairs += [(rng.randrange(modulus(f)), rng.randrange(modulus(f))) for _ in range(200)]
    agree(f, [case for a, b in pairs for case in operations(f, a, b)], backend)


@pytest.mark.parametrize("backend", BACKENDS)
@each_field
def test_inverses_and_roots(f: Prime, backend: str) -> None:
    rng = random.Random(f.name)
    some = [*corners(f)[:12], *(rng.randrange(modulus(f)) for _ in range(8))]
    inverse = {a: pow(a, -1, f.p) if a % f.p else 0 for a in some}
    agree(f, [(v.prime_field(op, f, a), inverse[a]) for a in some for op in (v.INV, v.INV_IN_PLACE)], backend)
    if f.label == "25519":
        return
    for a, (status, data) in zip(some, v.ask([v.prime_field(v.SQRT, f, a) for a in some], backend), strict=True):
        is_square = a == 0 or pow(a, (f.p - 1) // 2, f.p) == 1
        assert (status == 0) == is_square
        assert not is_square or pow(v.number(data), 2, f.p) == a


@each_field
def test_the_rtl_and_the_interpreter_run_the_kernels_in_lockstep(f: Prime) -> None:
    rng = random.Random(f.name)
    cases = operations(f, rng.randrange(modulus(f)), rng.randrange(modulus(f)))
    answers = v.ask([request for request, _ in cases], PORTABLE, engine="lockstep")
    assert [v.number(data) % f.p for _, data in answers] == [expected for _, expected in cases]


@pytest.mark.full
@pytest.mark.parametrize("backend", BACKENDS)
@each_field
def test_a_hundred_thousand_random_operands(f: Prime, backend: str) -> None:
    rng = random.Random(f.name + backend)
    for _ in range(50):
        some = [(rng.randrange(modulus(f)), rng.randrange(modulus(f))) for _ in range(2000)]
        agree(f, [case for a, b in some for case in operations(f, a, b)], backend)


@pytest.mark.full
@each_field
def test_a_hundred_thousand_inverses(f: Prime) -> None:
    rng = random.Random(f.name + "inverse")
    for _ in range(20):
        some = [rng.randrange(1, f.p) for _ in range(5000)]
        agree(f, [(v.prime_field(v.INV, f, a), pow(a, -1, f.p)) for a in some], "host")
