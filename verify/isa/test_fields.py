# SPDX-License-Identifier: Apache-2.0
"""The fields of isa/fields.yaml are what they are said to be, and the reference arithmetic obeys its laws.

Independent of evariste.gf: the package galois (irreducibility, primitivity), NIST's and SEC 2's points of binary
curves, FIPS 197 (AES products and affine map), and sieves written here.
"""

import random
import re
from pathlib import Path

import cryptography_vectors
import galois
import numpy as np
import pytest

from evariste.gf import lanes, polynomial
from evariste.gf.field import Field
from evariste.gf.lanes import Lanes
from evariste.isa import load

SMALL = load.fields().small
BINARY = load.fields().binary
POLYS = [f.poly for f in SMALL]


def product(a: int, b: int) -> int:
    """Carry-less, by the definition."""
    return 0 if not b else (a if b & 1 else 0) ^ product(a << 1, b >> 1)


def test_the_list_has_all_69_irreducible_polynomials_of_degree_2_to_8() -> None:
    """By a sieve: what is no product of two polynomials of positive degree."""
    reducible = {product(a, b) for a in range(2, 256) for b in range(2, a + 1)}
    assert set(POLYS) == set(range(4, 512)) - reducible
    assert [sum(f.degree == m for f in SMALL) for m in range(2, 9)] == [1, 2, 3, 6, 9, 18, 30]


@pytest.mark.parametrize("f", SMALL, ids=lambda f: f"{f.poly:#x}")
def test_degree_order_and_primitivity_are_right(f) -> None:
    assert f.degree == f.poly.bit_length() - 1
    power, order = 2, 1
    while power != 1:
        power, order = power << 1, order + 1
        power ^= f.poly if power >> f.degree else 0
    assert f.order == order == polynomial.order_of_x(f.poly)
    assert f.primitive == (order == 2**f.degree - 1) == polynomial.is_primitive(f.poly)
    theirs = galois.Poly.Int(f.poly)
    assert theirs.is_irreducible()
    assert theirs.is_primitive() == f.primitive


@pytest.mark.parametrize("f", BINARY, ids=lambda f: f.name)
def test_a_binary_fields_polynomial_is_irreducible_of_its_degree(f) -> None:
    assert f.terms == sorted(f.terms, reverse=True)
    assert (f.terms[0], f.terms[-1], f.name) == (f.degree, 0, f"f{f.degree}")
    assert polynomial.is_irreducible(sum(1 << t for t in f.terms))


def nist_points(curve: str) -> list[tuple[int, int, str]]:
    """x, y and verdict of NIST's public-key validation vectors (CAVP, FIPS 186-3)."""
    path = Path(cryptography_vectors.__file__).parent / "asymmetric/ECDSA/FIPS_186-3/PKV.rsp"
    part = path.read_text().split(f"[{curve}]")[1].split("[")[0]
    found = re.findall(r"Qx = (\w+)\s+Qy = (\w+)\s+Result = (.*)", part)
    return [(int(x, 16), int(y, 16), verdict) for x, y, verdict in found]


@pytest.mark.parametrize("degree", [163, 233, 283, 409, 571])
def test_nists_points_lie_on_the_koblitz_curve_over_the_field(degree: int) -> None:
    """y^2 + xy = x^3 + a x^2 + 1, a = 1 for degree 163 and 0 for the others (SP 800-186)."""
    field = Field.of_terms(next(f for f in BINARY if f.degree == degree).terms)
    a = int(degree == 163)
    verdicts = set()
    for x, y, verdict in nist_points(f"K-{degree}"):
        if "out of range" in verdict:
            continue
        on_curve = field.square(y) ^ field.multiply(x, y) == field.multiply(field.square(x), x ^ a) ^ 1
        assert on_curve == verdict.startswith("P")
        verdicts.add(on_curve)
    assert verdicts == {True, False}


def test_the_base_point_of_sect239k1_lies_on_its_curve() -> None:
    """SEC 2, section 3.4.1: y^2 + xy = x^3 + 1."""
    field = Field.of_terms(next(f for f in BINARY if f.degree == 239).terms)
    x = 0x29A0B6A887A983E9730988A68727A8B2D126C44CC2CC7B2A6555193035DC
    y = 0x76310804F12E549BDB011C103089E73510ACB275FC312A5DC6B76553F0CA
    assert field.square(y) ^ field.multiply(x, y) == field.multiply(field.square(x), x) ^ 1


def test_products_of_fips_197() -> None:
    """Sections 4.2 and 4.2.1: {57}{83} = {c1}, {57}{13} = {fe}."""
    for multiply in (Field(0x11B).multiply, Lanes(lanes.descriptor(0x11B)).multiply):
        assert multiply(0x57, 0x83) == 0xC1
        assert multiply(0x57, 0x13) == 0xFE


def test_the_ring_of_x8_plus_1_gives_the_affine_maps_of_aes() -> None:
    """FIPS 197, equation 5.1: b'_i = b_i + b_(i+4) + b_(i+5) + b_(i+6) + b_(i+7) + c_i, indices mod 8."""
    ring = next(r for r in load.fields().rings if r.name == "aes_affine")
    unit = Lanes(lanes.descriptor(ring.poly))
    for b in range(256):
        bits = [sum(b >> (i + k) % 8 & 1 for k in (0, 4, 5, 6, 7)) & 1 for i in range(8)]
        linear = sum(bit << i for i, bit in enumerate(bits))
        assert unit.multiply(b, 0x1F) == linear
        assert unit.multiply(linear, 0x4A) == b
    aes = Lanes(lanes.descriptor(0x11B))
    sbox = [unit.multiply(aes.inverse(b), 0x1F) ^ 0x63 for b in range(256)]
    assert (sbox[0x00], sbox[0x53], sbox[0x10], sbox[0xFF]) == (0x63, 0xED, 0xCA, 0x16)  # FIPS 197, figure 7
    assert sorted(sbox) == list(range(256))


@pytest.mark.parametrize("poly", POLYS, ids=hex)
def test_the_descriptor_multiplies_squares_inverts_and_powers_as_the_field_does(poly: int) -> None:
    field, unit = Field(poly), Lanes(lanes.descriptor(poly))
    n = 1 << field.m
    every = np.arange(n, dtype=np.uint8)
    rng = random.Random(poly)
    for b in range(n) if n <= 32 else rng.sample(range(n), 12):
        assert unit.multiply(every, np.full(n, b, np.uint8)).tolist() == [field.multiply(a, b) for a in range(n)]
    assert unit.square(every).tolist() == [field.square(a) for a in range(n)]
    assert unit.inverse(every).tolist() == [0] + [field.inverse(a) for a in range(1, n)]
    for i in range(field.m):
        assert unit.power(every, np.full(n, 1 << i, np.uint8)).tolist() == [field.power(a, 1 << i) for a in range(n)]
    assert unit.power(every, np.full(n, n - 1, np.uint8)).tolist() == [field.trace(a) for a in range(n)]


def literal_multiply(columns: bytes, m: int, a: int, b: int) -> int:
    """The formula that the facts give for a lane's product, bit by bit."""
    c = product(a, b)
    result = c % (1 << m)
    for j in range(m - 1):
        if c >> m + j & 1:
            result ^= columns[j]
    return result


def test_the_lanes_follow_the_formulas_for_any_operands_and_any_matrix() -> None:
    rng = random.Random(7)
    for _ in range(300):
        m = rng.randint(2, 8)
        columns = rng.randbytes(7)
        unit = Lanes(columns + bytes([m]))
        a, b = rng.randrange(256), rng.randrange(256)

        def mul(x: int, y: int, columns: bytes = columns, m: int = m) -> int:
            return literal_multiply(columns, m, x, y)

        def sq(x: int) -> int:
            return mul(x, x)

        # A product's bits above 2m-2 are ignored, so squaring by the product is squaring by spreading.
        assert unit.multiply(a, b) == mul(a, b)
        assert unit.square(a) == sq(a)
        s1 = sq(a)
        m1 = mul(s1, a)
        s2 = sq(m1)
        m2 = mul(s2, a)
        s3 = sq(m2)
        s5 = sq(sq(s3))
        m3 = mul(s5, m2) if m in (2, 4, 7, 8) else mul(s3, a)
        s6 = sq(m3)
        assert unit.inverse(a) == (s6 if m in (5, 7) else sq(mul(s6, a)))
        expected, power = 0, a
        for i in range(8):
            expected ^= power if b >> i & 1 else 0
            power = sq(power)
        assert unit.power(a, b) == expected


def test_lanes_do_not_touch_each_other() -> None:
    unit = Lanes(lanes.descriptor(0x25))
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 1 << 32, (2, 500), dtype=np.uint32)
    for operation in (unit.multiply, unit.power):
        whole = operation(a, b).view(np.uint8)
        assert (whole == operation(a.view(np.uint8), b.view(np.uint8))).all()
        assert [operation(int(x), int(y)) for x, y in zip(a[:50], b[:50], strict=True)] == operation(a, b)[:50].tolist()
    for single in (unit.inverse, unit.square):
        assert (single(a).view(np.uint8) == single(a.view(np.uint8))).all()


def test_the_32_bit_product_is_carry_less_multiplication() -> None:
    rng = np.random.default_rng(32)
    a, b = rng.integers(0, 1 << 32, (2, 300), dtype=np.uint32)
    a[:4], b[:4] = [0, 1, 0xFFFFFFFF, 0x80000000], [0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x80000000]
    high, low = lanes.multiply32(a, b)
    for x, y, h, g in zip(a.tolist(), b.tolist(), high.tolist(), low.tolist(), strict=True):
        assert h << 32 | g == product(x, y) == polynomial.multiply(x, y)
        assert lanes.multiply32(x, y) == (h, g)


@pytest.mark.parametrize("f", BINARY, ids=lambda f: f.name)
def test_large_fields_obey_the_laws(f) -> None:
    field, rng = Field.of_terms(f.terms), random.Random(f.degree)
    for _ in range(5):
        a, b, c = (rng.getrandbits(f.degree) | 1 for _ in range(3))
        assert field.multiply(a, b) == polynomial.remainder(polynomial.multiply(a, b), field.modulus)
        assert field.multiply(a, b ^ c) == field.multiply(a, b) ^ field.multiply(a, c)
        assert field.multiply(a, field.inverse(a)) == 1
        assert field.divide(field.multiply(a, b), b) == a
        assert field.square(field.square_root(a)) == a
        z = field.half_trace(a)
        assert field.square(z) ^ z == a ^ field.trace(a)
        assert field.trace(field.square(a) ^ a) == 0
        assert field.power(a, -3) == field.inverse(field.power(a, 3))
    assert field.power(rng.getrandbits(f.degree) | 1, (1 << f.degree) - 1) == 1


def test_polynomials_divide_with_remainder() -> None:
    rng = random.Random(2)
    for _ in range(200):
        a, b = rng.getrandbits(80), rng.getrandbits(30) | 1
        quotient, rest = polynomial.divide(a, b)
        assert polynomial.multiply(quotient, b) ^ rest == a
        assert polynomial.degree(rest) < polynomial.degree(b)
        assert polynomial.remainder(a, polynomial.gcd(a, b)) == 0 == polynomial.remainder(b, polynomial.gcd(a, b))


def test_what_is_no_field_is_refused() -> None:
    with pytest.raises(ValueError, match="not irreducible"):
        Field(0x101)
    with pytest.raises(ValueError, match="degree 2 to 8"):
        lanes.descriptor(0x211)
    with pytest.raises(ZeroDivisionError):
        Field(0x11B).inverse(0)
