# SPDX-License-Identifier: Apache-2.0
"""The blocks of rtl/gf/mont: products of random operands at full size, proofs for all operands, and errors that each
proof must find.
"""

import random
from pathlib import Path

import pytest

from evariste.ecc import reference
from evariste.errors import UserError
from evariste.isa import load
from evariste.paths import ROOT
from evariste.verification import montgomery, proof
from evariste.verification.fixed_field import bits

CURVES = {field.degree: sum(1 << term for term in field.terms) for field in load.fields().binary}
# R is x^(digit n) with the least n digits that hold an element: for digits of 8, 16, 32 and 64 bits.
SQUARES = [(m, -(-m // d) * d) for m in (163, 233, 239, 283, 409, 571) for d in (8, 16, 32, 64)]
SMALL = {31: 1 << 31 | 0b1001, 14: 0b100000000101011}  # the second is of no field: the blocks do not ask
FIELDS = CURVES | SMALL


def columns(port: str, values: list[int], width: int) -> dict[str, int]:
    """A port's bits, each with one bit for each of the values."""
    return {name: sum((value >> i & 1) << place for place, value in enumerate(values))
            for i, name in enumerate(bits(port, width))}  # fmt: skip


def products(f: int, digit: int, width: int, a: list[int], b: list[int]) -> list[int]:
    """What gf_mont gives, with the polynomial and the inverse that Python computes."""
    many, digits = len(a), -(-(f.bit_length() - 1) // digit)
    ones, chance = (1 << many) - 1, random.Random(digit)
    inverse = pow_inverse(f, digit)
    design = montgomery.block("gf_mont", DIGIT=digit, WIDTH=width)
    ports = {"rst_ni": ones} | columns("p_i", [f] * many, width + 1) | columns("p_inverse_i", [inverse] * many, digit)
    counter = [name for name in design.graph.inputs if name.startswith("digits_i")]
    ports |= {name: ones if digits >> i & 1 else 0 for i, name in enumerate(counter)}
    state = {name: chance.getrandbits(many) for name in design.state}
    for cycle in range(digits + 1):
        later = [[chance.getrandbits(width) for _ in a] for _ in "ab"]
        x, y = later if cycle else (a, b)
        given = columns("a_i", x, width) | columns("b_i", y, width) | {"start_i": 0 if cycle else ones}
        found = design.graph.value(ports | given | state, many)
        state = {name: found[after] for name, after in design.state.items()}
    assert found["done_o"] == ones and found["busy_o"] == 0
    names = bits("product_o", width)
    return [sum((found[name] >> place & 1) << i for i, name in enumerate(names)) for place in range(many)]


def pow_inverse(f: int, digit: int) -> int:
    """1/f modulo x^digit, by Newton's iteration."""
    x = 1
    for _ in range(digit.bit_length()):
        x = reference.mul(x, reference.mul(x, f, 1 << 2 * digit), 1 << digit)
    return x


WIDE = [(163, 16, 256), (233, 8, 256), (233, 16, 256), (239, 32, 256), (233, 64, 256), (283, 16, 384), (571, 32, 640)]


@pytest.mark.parametrize(
    ("m", "digit", "width"), [(31, 8, 32), *(pytest.param(*case, marks=pytest.mark.full) for case in WIDE)]
)
def test_products_of_random_elements_are_right(m: int, digit: int, width: int) -> None:
    f, chance = FIELDS[m], random.Random(m)
    a = [chance.getrandbits(m) for _ in range(30)] + [0, 1, (1 << m) - 1]
    b = [chance.getrandbits(m) for _ in range(30)] + [(1 << m) - 1] * 3
    scale = reference.inverse(reference.mod(1 << -(-m // digit) * digit, f), f)
    wanted = [reference.mul(reference.mul(x, y, f), scale, f) for x, y in zip(a, b, strict=True)]
    assert products(f, digit, width, a, b) == wanted


@pytest.mark.parametrize(("digit", "width"), [
    (8, 32), (16, 32), *(pytest.param(*case, marks=pytest.mark.full) for case in ((8, 256), (16, 256)))])  # fmt: skip
def test_a_step_is_proved_for_all_operands(digit: int, width: int) -> None:
    assert montgomery.step(digit, width) is None


@pytest.mark.parametrize("digit", [8, 16, pytest.param(32, marks=pytest.mark.full)])
def test_the_inverse_is_one_for_every_polynomial(digit: int) -> None:
    assert montgomery.inverse(digit) is None


@pytest.mark.parametrize("width", [32, *(pytest.param(w, marks=pytest.mark.full) for w in (256, 384, 640))])
def test_exponents_are_accepted_exactly_when_they_are_a_field(width: int) -> None:
    assert montgomery.legal(width) is None


@pytest.mark.parametrize(("m", "r"), [
    (31, 32), (14, 16), *(pytest.param(*case, marks=pytest.mark.full) for case in dict.fromkeys(SQUARES))])  # fmt: skip
def test_squares_are_proved_for_all_operands(m: int, r: int) -> None:
    assert montgomery.square(FIELDS[m], r) is None


@pytest.mark.parametrize("digits", [1, 2, 4])
def test_products_are_proved_to_be_their_steps_from_any_state(digits: int) -> None:
    assert montgomery.product(8, 32, digits) is None


def with_error(folder: Path, file: str, old: str, new: str) -> list[Path]:
    """The blocks with one thing changed."""
    text = (ROOT / montgomery.FOLDER / file).read_text()
    assert text.count(old) == 1
    wrong = folder / file
    wrong.write_text(text.replace(old, new))
    return [wrong if path.name == file else path for path in proof.sources(montgomery.FOLDER)]


WRONG = [
    ("step", (8, 16), "gf_mont_step.sv", "DIGIT{p_inverse_i[j]}}) << j", "DIGIT{p_inverse_i[j]}})", "differs"),
    ("step", (8, 16), "gf_mont_step.sv", "WIDTH{digit_i[j]}}) << j", "WIDTH{digit_i[j]}}) << (j ^ 1)", "differs"),
    ("inverse", (8,), "gf_mont_field.sv", "rest_q <= DIGIT'(1)", "rest_q <= DIGIT'(3)", "is not the inverse"),
    ("inverse", (8,), "gf_mont_field.sv", "Steps'(DIGIT);", "Steps'(DIGIT - 1);", "busy_o is not 1"),
    ("legal", (16,), "gf_mont_field.sv", "m <= WIDTH &&", "m < WIDTH &&", "[16,"),
    ("legal", (16,), "gf_mont_field.sv", "'0 && k1 < k2", "'0 && k1 <= k2", "wrongly"),
    ("legal", (16,), "gf_mont_field.sv", "&& k3 < m &&", "&& k3[15:0] < m[15:0] &&", "wrongly"),
    ("square", (SMALL[14], 16), "gf_mont_square.sv", "q << M ^ q << K3", "q << M", "differs"),
    ("square", (SMALL[31], 32), "gf_mont_square.sv", "rest[0] ? rest ^ p : rest", "rest", "differs"),
    ("product", (8, 32, 4), "gf_mont.sv", "b_q <= b_q >> DIGIT", "b_q <= b_q >> 1", "is not that of the steps"),
    ("product", (8, 32, 2), "gf_mont.sv", "left_q <= digits_i - 1'b1", "left_q <= digits_i", "done_o or busy_o"),
    ("product", (8, 32, 1), "gf_mont.sv", "digits_i == Bits'(1) :", "1'b0 :", "done_o or busy_o"),
]


@pytest.mark.parametrize(("what", "size", "file", "old", "new", "complaint"), WRONG)
def test_an_error_refutes_the_proof(
    what: str, size: tuple[int, ...], file: str, old: str, new: str, complaint: str, tmp_path: Path
) -> None:
    assert complaint in (getattr(montgomery, what)(*size, with_error(tmp_path, file, old, new)) or "")


@pytest.mark.parametrize(("top", "parameters", "said"), [
    ("gf_mont", {"DIGIT": 16, "WIDTH": 250}, "WIDTH must be a multiple of DIGIT above it"),
    ("gf_mont_field", {"DIGIT": 12, "WIDTH": 252}, "DIGIT must be a power of two"),
    ("gf_mont_square", {"M": 11, "K3": 3, "K2": 0, "K1": 2}, "M > K3 > K2 > K1 > 0 must hold"),
])  # fmt: skip
def test_bad_parameters_are_refused_when_a_block_is_elaborated(top: str, parameters: dict[str, int], said: str) -> None:
    with pytest.raises(UserError, match=said):
        montgomery.block(top, **parameters)
