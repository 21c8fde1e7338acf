# SPDX-License-Identifier: Apache-2.0
"""The arithmetic unit is proved with short words, its order of words for every length. Changed lines are noticed."""

from pathlib import Path

import pytest

from evariste.machines.monte.proofs import product
from evariste.machines.monte.proofs.product import (
    BITS,
    BY_DIGITS,
    GENERIC,
    MOST,
    MUL,
    SQR,
    UPPER_DIGITS,
    WIDE,
    Reduction,
)
from evariste.paths import ROOT

TWO = {GENERIC: Reduction(2), BY_DIGITS: Reduction(2, BY_DIGITS, False, ((1, True, 0), (2, False, 0))),
       UPPER_DIGITS: Reduction(2, UPPER_DIGITS, False, ((1, True, 0), (2, False, 0)))}  # fmt: skip
NEGATIVE = Reduction(2, BY_DIGITS, True, ((1, False, 0), (2, True, 0)))
# What: the module, the line, the changed line, the reduction that notices it, the command.
WRONG_PRODUCTS = {
    "a sum that is too long by a bit is kept": ("datapath", "sum[Acc-2:W] != '0;", "1'b0;", TWO[GENERIC], MUL),
    "r - p is never the result": ("datapath", ": ~under_q & (over_q | again[W]);", ": 1'b0;", TWO[GENERIC], MUL),
    "a borrow is lost": ("datapath", "? ~adds : again_q;", "? ~adds : ~adds;", TWO[GENERIC], MUL),
    "a negative digit is added": ("datapath", "s_step_q.minus & ~binary", "1'b0", TWO[BY_DIGITS], MUL),
    "a negative sum is shifted as a positive one": ("datapath", ">>> W)", ">> W)", TWO[BY_DIGITS], MUL),
    "p is not added to a negative result": ("datapath", "(sign & is_product(command_i))", "1'b0", NEGATIVE, MUL),
    "the factor of the column before comes too late": (
        "datapath", "m_we & m_place == x_step_q.m_place ? m_data :", "1'b0 ? m_data :", TWO[BY_DIGITS], MUL),
}  # fmt: skip
WRONG_STEPS = {
    "the diagonal counts twice": (
        "step_o.twice   = square & ~diagonal & j_q != i_q;", "step_o.twice   = square & ~diagonal;"),
    "a column of a square lacks its middle": ("place_t'((6'(new_all) + 6'd1) >> 1)", "place_t'((6'(new_all)) >> 1)"),
    "a digit reaches a column too far": ("6'(field_i.digits[d].place) + k;", "6'(field_i.digits[d].place) + k + 6'd1;"),
    "a digit has another factor": ("place_t'(c_q - 6'(digit.place))", "place_t'(c_q - 6'(digit.place) + 6'd1)"),
    "products of m begin one word late": ("i_q <= place_t'(c_q - 6'(first_place(c_q, k)));", "i_q <= place_t'(c_q);"),
    "the last column is left out": (
        "assign end_all = c_q == {k[4:0], 1'b0} - 6'd1;", "assign end_all = c_q == {k[4:0], 1'b0} - 6'd2;"),
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("command", [MUL, SQR])
@pytest.mark.parametrize("words", [1, 2, 3])
def test_products_are_right_for_all_moduli_and_operands(words: int, command: int) -> None:
    assert product.wrong_products(Reduction(words), command) is None


@pytest.mark.full
@pytest.mark.parametrize("command", [MUL, SQR])
def test_so_they_are_with_words_of_8_bits(command: int) -> None:
    assert product.wrong_products(Reduction(1, bits=WIDE), command) is None


@pytest.mark.full
@pytest.mark.parametrize("words", [1, 2, 3])
def test_so_they_are_by_digits(words: int) -> None:
    assert product.wrong_digits(words, MUL) is None
    assert product.wrong_digits(words, SQR) is None


def test_every_mode_has_moduli() -> None:
    assert len(Reduction(2).moduli) == 127
    assert {(r.mode, r.sign) for r in product.reductions(2)} == {
        (BY_DIGITS, False), (BY_DIGITS, True), (UPPER_DIGITS, False)}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("what", WRONG_PRODUCTS)
def test_a_changed_datapath_is_noticed(what: str, tmp_path: Path) -> None:
    module, old, new, reduction, command = WRONG_PRODUCTS[what]
    assert product.wrong_products(reduction, command, (_changed(module, old, new, tmp_path),))


@pytest.mark.full
def test_an_accumulator_that_is_too_short_is_noticed_with_a_word_more(tmp_path: Path) -> None:
    """A column of two words of 4 bits adds up to 10 bits at most, one of three words to 11."""
    changed = (
        _changed("datapath", "localparam int unsigned Acc = 96;", "localparam int unsigned Acc = 11;", tmp_path),
    )
    assert product.wrong_products(Reduction(2), MUL, changed) is None
    assert product.wrong_products(Reduction(3), MUL, changed)


def test_the_operands_of_a_wrong_product_are_named(tmp_path: Path) -> None:
    """r - p is never the result: the first operands with a product that is too large are those for the largest p."""
    module, old, new, _, command = WRONG_PRODUCTS["r - p is never the result"]
    for bits, largest in ((BITS, 15), (WIDE, 255)):
        said = product.wrong_products(Reduction(1, bits=bits), command, (_changed(module, old, new, tmp_path),))
        assert said and said.endswith(f"modulo {largest}, 1 words, mode 0, is wrong.")


@pytest.mark.parametrize("words", [1, 2, *(pytest.param(k, marks=pytest.mark.full) for k in range(3, MOST + 1))])
def test_each_column_adds_what_the_definition_says(words: int) -> None:
    assert product.wrong_order(words) is None


@pytest.mark.full
@pytest.mark.parametrize("what", WRONG_STEPS)
def test_a_changed_order_is_noticed(what: str, tmp_path: Path) -> None:
    assert product.wrong_order(3, (_changed("columns", *WRONG_STEPS[what], tmp_path),))


@pytest.mark.full
def test_no_word_has_an_influence_on_control() -> None:
    assert product.wrong_control() is None


@pytest.mark.full
def test_an_influence_is_noticed(tmp_path: Path) -> None:
    changed = _changed(
        "datapath", "w_valid_q & command_i != C_EQ;", "w_valid_q & (command_i != C_EQ | carry_q);", tmp_path
    )
    assert product.wrong_control((changed,))


def _changed(module: str, old: str, new: str, folder: Path) -> Path:
    text = (ROOT / f"rtl/monte/monte_{module}.sv").read_text()
    assert text.count(old) == 1
    changed = folder / f"monte_{module}.sv"
    changed.write_text(text.replace(old, new))
    return changed
