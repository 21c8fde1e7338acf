# SPDX-License-Identifier: Apache-2.0
"""The Galois-field unit's RTL against the reference arithmetic: every field it can be configured for, every operand,
with inverses of one to four cycles.

Products are held against shift-and-add multiplication modulo the polynomial, which knows nothing of the reduction
matrix; what the unit does with operands that are no field elements, against evariste.gf.lanes.
"""

import numpy as np
import pytest

from evariste import sim
from evariste.gf import polynomial
from evariste.gf.lanes import Lanes, descriptor, multiply32
from evariste.verification.gf_unit import operations
from verify.gfp.unit.conftest import CHAINED

DEGREES = range(2, 9)
POLYNOMIALS = [poly for m in DEGREES for poly in polynomial.irreducibles(m)]


def words(lanes: np.ndarray) -> np.ndarray:
    """Bytes, four to a word; the last word filled up with zeros."""
    padded = np.zeros(-(-len(lanes) // 4) * 4, np.uint8)
    padded[: len(lanes)] = lanes
    return padded.view(np.uint32)


def all_pairs(n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Every pair of a byte below n and one below k."""
    a, b = np.meshgrid(np.arange(n, dtype=np.uint8), np.arange(k, dtype=np.uint8), indexing="ij")
    return a.ravel(), b.ravel()


def in_every_lane(x: np.ndarray) -> np.ndarray:
    """Words in which each of the bytes x stands in each of the four lanes, beside different neighbours."""
    quads = words(x).view(np.uint8).reshape(-1, 4)
    return np.concatenate([np.roll(quads, lane, axis=1) for lane in range(4)]).view(np.uint32).ravel()


def shift_and_add(a: np.ndarray, b: np.ndarray, poly: int) -> np.ndarray:
    """Products in GF(2)[x]/poly of bytes below x^m."""
    m = polynomial.degree(poly)
    shifted, total = a.astype(np.uint16), np.zeros(a.shape, np.uint16)
    for i in range(m):
        total ^= shifted * (b >> i & 1)
        shifted <<= 1
        shifted ^= np.uint16(poly) * (shifted >> m)
    return total.astype(np.uint8)


def test_there_are_69_fields_and_2304912_pairs_to_multiply() -> None:
    assert len(POLYNOMIALS) == 69
    assert sum(4 ** polynomial.degree(poly) for poly in POLYNOMIALS) == 2_304_912


@pytest.mark.parametrize("m", DEGREES)
def test_every_product_is_that_of_shift_and_add_in_every_lane(gf_unit, m: int) -> None:
    a, b = (in_every_lane(x) for x in all_pairs(1 << m, 1 << m))
    for poly in polynomial.irreducibles(m):
        low, _ = gf_unit("MUL", descriptor(poly), a, b)
        expected = shift_and_add(a.view(np.uint8), b.view(np.uint8), poly)
        assert np.array_equal(low.view(np.uint8), expected), f"product modulo {poly:#x}"


@pytest.mark.parametrize("m", range(2, 8))
def test_keeping_the_mapping_of_degree_8_for_a_smaller_field_is_noticed(gf_unit, m: int) -> None:
    """A test of the test above: with the reduction taking its bits from where they stand for m = 8, it must fail."""
    a, b = (words(x) for x in all_pairs(1 << m, 1 << m))
    for poly in polynomial.irreducibles(m):
        low, _ = gf_unit("MUL", descriptor(poly)[:7] + bytes([8]), a, b)
        expected = shift_and_add(a.view(np.uint8), b.view(np.uint8), poly)
        wrong = np.count_nonzero(low.view(np.uint8) != expected) / len(expected)
        assert wrong > 0.15, f"only {wrong:.0%} of the products modulo {poly:#x} were wrong"


@pytest.mark.parametrize("m", DEGREES)
def test_every_square_is_the_product_with_itself_in_every_lane(gf_unit, m: int) -> None:
    a = in_every_lane(np.arange(1 << m, dtype=np.uint8))
    for poly in polynomial.irreducibles(m):
        low, _ = gf_unit("SQ", descriptor(poly), a, np.zeros_like(a))
        assert np.array_equal(low.view(np.uint8), shift_and_add(a.view(np.uint8), a.view(np.uint8), poly))


@pytest.mark.parametrize("m", DEGREES)
def test_every_element_times_its_inverse_is_one_in_every_lane_and_zero_gives_zero(gf_unit, m: int) -> None:
    a = in_every_lane(np.arange(1 << m, dtype=np.uint8))
    for poly in polynomial.irreducibles(m):
        low, _ = gf_unit("INV", descriptor(poly), a, np.zeros_like(a))
        product = shift_and_add(a.view(np.uint8), low.view(np.uint8), poly)
        assert np.array_equal(product, (a.view(np.uint8) != 0).astype(np.uint8)), f"inverse modulo {poly:#x}"
        assert low.view(np.uint8)[a.view(np.uint8) == 0].max() == 0


@pytest.mark.parametrize("m", DEGREES)
def test_every_power_is_the_sum_of_repeated_squares_that_the_exponent_names(gf_unit, m: int) -> None:
    elements, exponents = all_pairs(1 << m, 256)
    a, e = words(elements), words(exponents)
    for poly in polynomial.irreducibles(m):
        low, _ = gf_unit("POW", descriptor(poly), a, e)
        expected, square = np.zeros_like(elements), np.arange(1 << m, dtype=np.uint8)
        for i in range(8):
            expected ^= square[elements] * (exponents >> i & 1)
            square = shift_and_add(square, square, poly)
        assert np.array_equal(low.view(np.uint8)[: len(elements)], expected), f"power modulo {poly:#x}"


def test_a_power_of_two_as_exponent_is_the_power_and_255_the_trace(gf_unit) -> None:
    poly = 0x11D
    elements = np.arange(256, dtype=np.uint8)
    power = elements.copy()
    for exponent in (1, 2, 4, 8, 16, 32, 64, 128):
        low, _ = gf_unit("POW", descriptor(poly), words(elements), words(np.full(256, exponent, np.uint8)))
        assert np.array_equal(low.view(np.uint8), power)
        power = shift_and_add(power, power, poly)
    low, _ = gf_unit("POW", descriptor(poly), words(elements), words(np.full(256, 255, np.uint8)))
    assert np.bincount(low.view(np.uint8)).tolist() == [128, 128]


@pytest.mark.parametrize("fields", [8, pytest.param(40, marks=pytest.mark.full)])
def test_words_that_are_no_field_elements_and_matrices_of_no_polynomial_follow_the_formula(
    gf_unit, fields: int
) -> None:
    rng = np.random.default_rng(20170624)
    for m in DEGREES:
        for _ in range(fields):
            field = rng.bytes(7) + bytes([m])
            reference = Lanes(field)
            a, b = rng.integers(0, 1 << 32, (2, 500), np.uint32)
            expected = {
                "ADD": a ^ b,
                "SQ": reference.square(a),
                "POW": reference.power(a, b),
                "INV": reference.inverse(a),
                "MUL": reference.multiply(a, b),
                "CLMUL": multiply32(a, b)[1],
            }
            for op, result in expected.items():
                low, _ = gf_unit(op, field, a, b)
                assert np.array_equal(low, result), f"{op} with the descriptor {field.hex()}"


def test_the_carry_less_product_is_right_on_100000_random_pairs_and_on_corners(gf_unit) -> None:
    rng = np.random.default_rng(31)
    ones = np.uint32(1) << np.arange(32, dtype=np.uint32)
    corners = np.concatenate([ones, ones - 1, ~ones, np.uint32([0xFFFFFFFF, 0x55555555, 0xAAAAAAAA, 0x80000001])])
    a = np.concatenate([rng.integers(0, 1 << 32, 100_000, np.uint32), np.repeat(corners, len(corners))])
    b = np.concatenate([rng.integers(0, 1 << 32, 100_000, np.uint32), np.tile(corners, len(corners))])
    high, low = multiply32(a, b)
    for field in (descriptor(0x11B), bytes(7) + b"\x08", b"\xff" * 7 + b"\x02"):
        unit_low, unit_high = gf_unit("CLMUL", field, a, b)
        assert np.array_equal(unit_low, low) and np.array_equal(unit_high, high)


@pytest.mark.parametrize("op", ["IDLE", "ADD", "SQ", "POW", "INV", "MUL", "CLMUL"])
def test_operands_of_zero_give_zero_whatever_the_operation_and_field(gf_unit, op: str) -> None:
    zero = np.zeros(1, np.uint32)
    for field in (descriptor(0x11B), b"\xff" * 7 + b"\x05"):
        low, high = gf_unit(op, field, zero, zero)
        assert low[0] == 0 and high[0] == 0


@pytest.mark.parametrize("cycles", (2, 3, 4))
@pytest.mark.parametrize("op", ["INV", "POW"])
def test_the_cycle_before_the_last_is_too_early(op: str, cycles: int) -> None:
    """The registers are used: a cycle less gives something else for most operands."""
    codes, a = operations(), in_every_lane(np.arange(256, dtype=np.uint8))
    b = np.full_like(a, 0x80808080)
    field = descriptor(0x11D)
    _, early = sim.gf_unit(codes[op], field, a, b, cycles, cycles - 2)
    _, late = sim.gf_unit(codes[op], field, a, b, cycles, cycles - 1)
    assert np.count_nonzero(early != late) > len(a) // 2


@pytest.mark.parametrize("cycles", (2, 3, 4))
def test_no_result_depends_on_what_the_registers_hold(cycles: int) -> None:
    """Operations follow one another in any order, each as if it were the first."""
    codes, rng, field = operations(), np.random.default_rng(cycles), descriptor(0x11B)
    sequence = list(rng.choice(list(codes), 400))
    a, b = rng.integers(0, 1 << 32, (2, 400), np.uint32)
    steps = [cycles - 1 if op in CHAINED else 0 for op in sequence]
    mixed = sim.gf_unit([codes[op] for op in sequence], field, a, b, cycles, steps)
    for i, op in enumerate(sequence):
        alone = sim.gf_unit(codes[op], field, a[i : i + 1], b[i : i + 1], cycles, steps[i])
        assert (mixed[0][i], mixed[1][i]) == (alone[0][0], alone[1][0]), op
