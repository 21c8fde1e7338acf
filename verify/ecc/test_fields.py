# SPDX-License-Identifier: Apache-2.0
"""The binary fields: every operation of each backend against a reference on Python integers, and the field laws."""

import random

import galois
import pytest

from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import fields
from evariste.machines import NATIVE, NATIVES

FIELDS = sorted(fields())
BACKENDS = (*NATIVES, "host")
EVERYWHERE = (*BACKENDS, "portable")  # the portable products are assembly on the machine, C on the host
Case = tuple[v.Request, bytes]


def corners(m: int) -> list[int]:
    n = 32 * ((m + 31) // 32)
    return [
        0,
        1,
        2,
        (1 << m) - 1,
        1 << (m - 1),
        (1 << m) - 2,
        0xFFFFFFFF,
        ((1 << m) - 1) ^ 0xFFFFFFFF,
        int("5" * (n // 4), 16) % (1 << m),
    ]


def agree(cases: list[Case], backend: str, engine: str = "iss") -> None:
    answers = v.ask([request for request, _ in cases], backend, engine)
    wrong = [
        (r[0], r[2], r[3].hex(), got.hex())
        for (r, expected), (_, got) in zip(cases, answers, strict=True)
        if got != expected
    ]
    assert not wrong, wrong[:3]


def products(m: int, pairs: list[tuple[int, int]]) -> list[Case]:
    f, n = fields()[m], (m + 31) // 32
    return [(v.field(v.MUL, m, a, b), v.words(ref.mul(a, b, f), n)) for a, b in pairs]


def one_of_each(m: int, a: int, b: int, c: int, d: int, k: int) -> list[Case]:
    """Every fast operation on the given operands, also with the result over an operand."""
    f, n = fields()[m], (m + 31) // 32

    def w(x: int) -> bytes:
        return v.words(x, n)

    ab, fourth = ref.mul(a, b, f), ref.sqrn(a ^ b, 2, f)
    cases = [
        (v.field(v.ADD, m, a, b), w(a ^ b)),
        (v.field(v.MUL, m, a, b), w(ab)),
        (v.field(v.MUL_OVER_A, m, a, b), w(ab)),
        (v.field(v.MUL_OVER_B, m, a, b), w(ab)),
        (v.field(v.MUL_SAME, m, a), w(ref.sqr(a, f))),
        (v.field(v.SQR, m, a), w(ref.sqr(a, f))),
        (v.field(v.SQR_IN_PLACE, m, a), w(ref.sqr(a, f))),
        (v.field(v.SQRN, m, a, argument=k), w(ref.sqrn(a, k, f))),
        ((v.REDUCE, v.FIELDS.index(m), 0, v.words(ref.clmul(a, b), 2 * n)), w(ab)),
        (v.field(v.MULADD, m, a, b, c), w(ab ^ c)),
        (v.field(v.MULADD_OVER_C, m, a, b, c), w(ab ^ c)),
        (v.field(v.SUMSQR, m, a, b), w(ref.sqr(a ^ b, f))),
        (v.field(v.SUMSQR2, m, a, b), w(fourth)),
        (v.field(v.MULSQR, m, a, b), w(ref.sqr(ab, f))),
        (v.field(v.SQRN3, m, a, b, c, argument=k + 1), b"".join(w(ref.sqrn(x, k + 1, f)) for x in (a, b, c))),
    ]
    for bit, (x, z) in enumerate(((a, b), (c, d))):
        cases.append((v.field(v.LADDER, m, a, b, c, d, argument=bit), w(x) + w(z) + w(ref.sqrn(x ^ z, 2, f))))
        cases.append((v.field(v.LADDERB, m, a, b, c, d, argument=bit), w(ref.sqr(x, f)) + w(ref.sqr(z, f))))
    return cases


@pytest.mark.parametrize("backend", EVERYWHERE)
@pytest.mark.parametrize("m", FIELDS)
def test_every_operation_agrees_with_the_reference(m: int, backend: str) -> None:
    rng = random.Random(m)
    cases = []
    for a in corners(m):
        for b in corners(m):
            cases += products(m, [(a, b)])
        cases += one_of_each(m, a, rng.choice(corners(m)), rng.choice(corners(m)), a, rng.randrange(12))
    for k in range(40):
        cases += one_of_each(m, *(rng.getrandbits(m) for _ in range(4)), k % 13)
    agree(cases, backend)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("m", FIELDS)
def test_inverse_square_root_trace_and_half_trace(m: int, backend: str) -> None:
    f, n = fields()[m], (m + 31) // 32
    rng = random.Random(m + 1)
    cases: list[Case] = []
    for a in [*corners(m), *(rng.getrandbits(m) for _ in range(4))]:
        cases += [
            (v.field(v.INV, m, a), v.words(ref.inverse(a, f), n)),
            (v.field(v.INV_IN_PLACE, m, a), v.words(ref.inverse(a, f), n)),
            (v.field(v.SQRT, m, a), v.words(ref.sqrt(a, f), n)),
            (v.field(v.TRACE, m, a), v.words(ref.trace(a, f), 1)),
            (v.field(v.HALF_TRACE, m, a), v.words(ref.half_trace(a, f), n)),
        ]
    agree(cases, backend)


@pytest.mark.parametrize("m", FIELDS)
def test_multiplication_is_commutative_associative_and_distributive(m: int) -> None:
    rng = random.Random(m + 2)
    triples = [tuple(rng.getrandbits(m) for _ in range(3)) for _ in range(60)]

    def mul(pairs: list[tuple[int, int]]) -> list[int]:
        return [v.number(data) for _, data in v.ask([v.field(v.MUL, m, a, b) for a, b in pairs])]

    ab, ba = mul([(a, b) for a, b, _ in triples]), mul([(b, a) for a, b, _ in triples])
    bc, ac = mul([(b, c) for _, b, c in triples]), mul([(a, c) for a, _, c in triples])
    assert ab == ba
    assert mul([(p, t[2]) for p, t in zip(ab, triples, strict=True)]) == mul(
        [(t[0], p) for p, t in zip(bc, triples, strict=True)]
    )
    assert mul([(a ^ b, c) for a, b, c in triples]) == [x ^ y for x, y in zip(ac, bc, strict=True)]


@pytest.mark.parametrize("m", FIELDS)
def test_the_reference_agrees_with_galois(m: int) -> None:
    rng = random.Random(m + 3)
    modulus = galois.Poly.Int(fields()[m])
    for _ in range(3):
        a, b = rng.getrandbits(m), rng.getrandbits(m)
        assert int(galois.Poly.Int(a) * galois.Poly.Int(b) % modulus) == ref.mul(a, b, fields()[m])


@pytest.mark.parametrize("backend", NATIVES)
def test_products_of_basis_elements_of_gf2_233(backend: str) -> None:
    pairs = [(1 << i, 1 << j) for i in range(0, 233, 3) for j in range(i % 2, 233, 2)]
    agree(products(233, pairs), backend)


@pytest.mark.full
def test_all_products_of_basis_elements_of_gf2_233() -> None:
    agree(products(233, [(1 << i, 1 << j) for i in range(233) for j in range(233)]), NATIVE)


@pytest.mark.full
@pytest.mark.parametrize("backend", NATIVES)
@pytest.mark.parametrize("m", FIELDS)
def test_a_hundred_thousand_random_operands_of_every_fast_operation(m: int, backend: str) -> None:
    rng = random.Random(m + 4)
    for _ in range(50):
        cases: list[Case] = []
        for _ in range(2000):
            cases += one_of_each(m, *(rng.getrandbits(m) for _ in range(4)), rng.randrange(13))
        agree(cases, backend)


@pytest.mark.full
@pytest.mark.parametrize("m", FIELDS)
def test_a_hundred_thousand_inverses_square_roots_traces_and_half_traces(m: int) -> None:
    """Expected values from the other side: a root from its square, a half-trace from H(z^2 + z) = z + Tr(z)."""
    rng = random.Random(m + 6)
    f, n = fields()[m], (m + 31) // 32
    traces = sum(ref.trace(1 << i, f) << i for i in range(m))
    half_of_one = ref.half_trace(1, f)
    for _ in range(50):
        cases: list[Case] = []
        for _ in range(2000):
            z, one = rng.getrandbits(m), rng.getrandbits(1)
            square, trace = ref.sqr(z, f), (z & traces).bit_count() & 1
            cases += [
                (v.field(v.INV, m, z), v.words(ref.inverse(z, f), n)),
                (v.field(v.SQRT, m, square), v.words(z, n)),
                (v.field(v.TRACE, m, z), v.words(trace, 1)),
                (v.field(v.HALF_TRACE, m, square ^ z ^ one), v.words(z ^ trace ^ (half_of_one if one else 0), n)),
            ]
        agree(cases, NATIVE)


@pytest.mark.parametrize("backend", NATIVES)
@pytest.mark.parametrize("m", [163, 233])
def test_the_rtl_and_the_interpreter_run_the_kernels_in_lockstep(m: int, backend: str) -> None:
    rng = random.Random(m + 5)
    agree(one_of_each(m, *(rng.getrandbits(m) for _ in range(4)), 9), backend, engine="lockstep")
