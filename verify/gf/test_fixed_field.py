# SPDX-License-Identifier: Apache-2.0
"""The blocks for one fixed field, rtl/gf/fixed: every operand of small fields, random and basis elements of the curves'
fields, proofs for all operands, and errors that each proof must find.
"""

import random
from functools import cache
from pathlib import Path

import pytest

from evariste.ecc import reference
from evariste.errors import UserError
from evariste.gf import polynomial
from evariste.isa import load
from evariste.paths import ROOT
from evariste.verification import fixed_field, proof
from evariste.verification.aig import Aig
from evariste.verification.unroll import Design

CURVES = {field.degree: sum(1 << term for term in field.terms) for field in load.fields().binary}
SMALL = [f for m in range(2, 7) for f in polynomial.irreducibles(m) if f.bit_count() in (3, 5)]
QUICK = [0b111, 0b1011, 0b11111, 0b100101, 0b1011011]
RARE = [f for f in SMALL if f not in QUICK]


def mostly_full(quick: list, rare: list) -> list:
    """Cases of one parameter, or tuples of several. The second ones run only in the full test."""
    return [*quick, *(pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.full)
                      for case in rare)]  # fmt: skip


@cache
def reducer(f: int, n: int) -> Aig:
    return fixed_field.block("gf_fixed_reduce", f, N=n).graph


@cache
def squarer(f: int) -> Aig:
    return fixed_field.block("gf_fixed_square", f).graph


@cache
def multiplier(f: int, d: int) -> Design:
    return fixed_field.block("gf_digit_mul", f, D=d)


def columns(port: str, values: list[int], width: int) -> dict[str, int]:
    """A port's bits, each with one bit for each of the values."""
    return {name: sum((value >> i & 1) << place for place, value in enumerate(values))
            for i, name in enumerate(fixed_field.bits(port, width))}  # fmt: skip


def rows(port: str, found: dict[str, int], width: int, many: int) -> list[int]:
    """The values of a port."""
    names = fixed_field.bits(port, width)
    return [sum((found[name] >> place & 1) << i for i, name in enumerate(names)) for place in range(many)]


def linear(graph: Aig, operands: list[int], width: int, m: int) -> list[int]:
    found = graph.value(columns("a_i", operands, width), len(operands))
    return rows("out_o", found, m, len(operands))


def products(design: Design, f: int, d: int, a: list[int], b: list[int], chance: random.Random) -> list[int]:
    """What the multiplier gives, started in a random state, with random operands on its ports later."""
    m, many = f.bit_length() - 1, len(a)
    ones = (1 << many) - 1
    state = {name: chance.getrandbits(many) for name in design.state}
    for cycle in range(-(-m // d) + 1):
        later = [[chance.getrandbits(m) for _ in range(many)] for _ in "ab"]
        x, y = (a, b) if cycle == 0 else later
        ports = columns("a_i", x, m) | columns("b_i", y, m) | {"rst_ni": ones, "start_i": 0 if cycle else ones}
        found = design.graph.value(ports | state, many)
        assert cycle == 0 or found["busy_o"] == ones
        state = {name: found[after] for name, after in design.state.items()}
    found = design.graph.value(ports | state, many)
    assert found["busy_o"] == 0
    return rows("product_o", found, m, many)


@pytest.mark.parametrize("f", mostly_full(QUICK, RARE), ids=polynomial.text)
def test_every_square_and_every_remainder_of_a_small_field_is_right(f: int) -> None:
    m = f.bit_length() - 1
    elements = list(range(1 << m))
    assert linear(squarer(f), elements, m, m) == [reference.sqr(a, f) for a in elements]
    for n in (m + 1, 2 * m - 1, 2 * m + 3):
        longer = list(range(1 << n)) if n < 12 else random.Random(n).sample(range(1 << n), 4000)
        assert n <= m or linear(reducer(f, n), longer, n, m) == [polynomial.remainder(a, f) for a in longer]


@pytest.mark.parametrize("f", mostly_full(QUICK, RARE), ids=polynomial.text)
@pytest.mark.parametrize("d", [1, 2, *(pytest.param(d, marks=pytest.mark.full) for d in (3, 4, 5, 6))])
def test_every_product_of_a_small_field_is_right_for_every_digit(f: int, d: int) -> None:
    m = f.bit_length() - 1
    if d > m:
        with pytest.raises(UserError, match="D must be 1 to M"):
            multiplier(f, d)
        return
    a, b = [i >> m for i in range(1 << 2 * m)], [i & (1 << m) - 1 for i in range(1 << 2 * m)]
    expected = [reference.mul(x, y, f) for x, y in zip(a, b, strict=True)]
    assert products(multiplier(f, d), f, d, a, b, random.Random(d)) == expected


@pytest.mark.parametrize("m", mostly_full([163, 283], [233, 239, 409, 571]))
def test_squares_and_remainders_of_the_curves_fields_are_right_for_random_and_for_basis_elements(m: int) -> None:
    f, chance = CURVES[m], random.Random(m)
    elements = [*(1 << i for i in range(m)), 0, (1 << m) - 1, *(chance.getrandbits(m) for _ in range(200))]
    assert linear(squarer(f), elements, m, m) == [reference.sqr(a, f) for a in elements]
    longer = [*(1 << i for i in range(2 * m)), *(chance.getrandbits(2 * m) for _ in range(200))]
    assert linear(reducer(f, 2 * m), longer, 2 * m, m) == [polynomial.remainder(a, f) for a in longer]


@pytest.mark.parametrize(("m", "d"), mostly_full([(163, 32)], [(233, 16), (283, 8), (283, 32), (409, 64), (571, 32)]))
def test_products_of_the_curves_fields_are_right_for_random_and_for_basis_elements(m: int, d: int) -> None:
    f, chance = CURVES[m], random.Random(m + d)
    a = [chance.getrandbits(m) for _ in range(100)] + [1 << chance.randrange(m) for _ in range(100)] + [0, (1 << m) - 1]
    b = [chance.getrandbits(m) for _ in range(50)] + [1 << chance.randrange(m) for _ in range(150)] + [(1 << m) - 1] * 2
    expected = [reference.mul(x, y, f) for x, y in zip(a, b, strict=True)]
    assert products(multiplier(f, d), f, d, a, b, chance) == expected


@pytest.mark.parametrize("m", mostly_full([163, 239], [233, 283, 409, 571]))
def test_squares_and_remainders_are_proved_for_all_operands(m: int) -> None:
    assert fixed_field.square(CURVES[m]) is None
    assert fixed_field.remainder(CURVES[m], 2 * m) is None


@pytest.mark.parametrize(
    ("m", "d"), mostly_full([(163, 32)], [(163, 16), (233, 32), (283, 8), (283, 16), (283, 32), (283, 64)])
)
def test_products_are_proved_for_all_operands_and_any_state_before(m: int, d: int) -> None:
    assert fixed_field.product(CURVES[m], d) is None


def with_error(folder: Path, file: str, old: str, new: str) -> list[Path]:
    """The blocks with one thing changed."""
    text = (ROOT / fixed_field.FOLDER / file).read_text()
    assert text.count(old) == 1
    wrong = folder / file
    wrong.write_text(text.replace(old, new))
    return [wrong if path.name == file else path for path in proof.sources(fixed_field.FOLDER)]


WRONG = [
    ("gf_fixed_reduce.sv", "high << T3", "high << T2", "differs from its definition"),
    ("gf_fixed_reduce.sv", "N - M + M - T1 - 1", "N - M - 1", "differs from its definition"),  # a pass too few
    ("gf_digit_mul.sv", "digit[j]}}) << j", "digit[j]}}) << (j ^ 1)", "differs from its definition"),
    ("gf_digit_mul.sv", "Bits'(Digits)", "Bits'(Digits - 1)", "busy_o is not 1"),
    ("gf_digit_mul.sv", "Bits'(Digits);\n      product_q <= '0;", "Bits'(Digits);", "depends on"),
    ("gf_digit_mul.sv", "<= product_d;\n    end", "<= product_d;\n    end else product_q <= product_d;",
     "does not stay"),
    ("gf_digit_mul.sv", "b_q <= b_q << D", "b_q <= b_q << 1", "differs from its definition"),
]


@pytest.mark.parametrize(("file", "old", "new", "complaint"), WRONG)
def test_an_error_in_the_multiplier_refutes_its_proof(
    file: str, old: str, new: str, complaint: str, tmp_path: Path
) -> None:
    f = 0b100000000101011  # x^14 + x^5 + x^3 + x + 1, of no field: the blocks do not ask
    assert fixed_field.product(f, 4) is None
    assert complaint in (fixed_field.product(f, 4, with_error(tmp_path, file, old, new)) or "")


@pytest.mark.parametrize(("file", "old", "new"), [
    ("gf_fixed_square.sv", "spread[2*i] = a_i[i]", "spread[i] = a_i[i]"),
    ("gf_fixed_reduce.sv", "^ high ^ high << T1", "^ high << T1"),
])  # fmt: skip
def test_an_error_in_the_squarer_refutes_its_proof(file: str, old: str, new: str, tmp_path: Path) -> None:
    wrong = fixed_field.square(CURVES[163], with_error(tmp_path, file, old, new))
    assert "the square modulo x^163 + x^7 + x^6 + x^3 + 1: bit" in (wrong or "")


@pytest.mark.parametrize("parameters", [{"T1": 0, "T2": 0, "T3": 0}, {"T1": 3, "T2": 3, "T3": 1}, {"T2": 0, "T3": 3}])
def test_terms_in_a_wrong_order_are_refused_when_the_block_is_elaborated(parameters: dict[str, int]) -> None:
    given = {"M": 11, "T1": 5, "T2": 3, "T3": 1} | parameters
    with pytest.raises(UserError, match="T1 > T2 > T3 > 0 must hold"):
        proof.graph("gf_fixed_square", proof.sources(fixed_field.FOLDER), given)
