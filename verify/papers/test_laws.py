# SPDX-License-Identifier: Apache-2.0
"""Relations between the papers' numbers, and their errata, worked out again here without the formulas in papers/."""

import itertools
import re
from fractions import Fraction

import pytest

from evariste.papers.load import Claim
from verify.papers.consistency import Claims

CHEN = Claims("chen2017")
IWASAKI = Claims("iwasaki")
TARGHETTA = Claims("targhetta2015")
WANG = Claims("wang")
JUNGEBLUT = Claims("jungeblut")


def value(claim: Claim) -> float:
    assert claim.number is not None
    return claim.number


def corrected(claim: Claim) -> object:
    assert claim.erratum is not None
    return claim.erratum.corrected


def clmul(a: int, b: int) -> int:
    """Product of polynomials over GF(2)."""
    product = 0
    while b:
        product ^= a * (b & -b)
        b &= b - 1
    return product


def reduced(a: int, modulus: int) -> int:
    while a.bit_length() >= modulus.bit_length():
        a ^= modulus << (a.bit_length() - modulus.bit_length())
    return a


def bits(polynomial: str) -> int:
    """x^4 + x + 1 as an integer."""
    exponents = {"1": 0, "x": 1}
    return sum(1 << (exponents.get(t, -1) if t in exponents else int(t[2:])) for t in polynomial.split(" + "))


def in_m(polynomial: str) -> tuple[Fraction, Fraction, Fraction]:
    """Coefficients of m^2, m and 1 of a text like 6.5m^2 - 7.75m + 2."""
    found = {"m^2": Fraction(0), "m": Fraction(0), "": Fraction(0)}
    for sign, number, power in re.findall(r"(^|[+-]) ?([\d.]*)(m\^2|m|)", polynomial):
        if number or power:
            found[power] += (-1 if sign == "-" else 1) * Fraction(number or 1)
    return found["m^2"], found["m"], found[""]


def combined(*terms: tuple[float, str]) -> tuple[Fraction, ...]:
    """A weighted sum of such texts."""
    parts = [[Fraction(weight) * c for c in in_m(text)] for weight, text in terms]
    return tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))


# --- Chen et al. 2017


def test_the_scalar_multiplication_is_its_doublings_and_additions() -> None:
    double, add = value(CHEN["t9.point_double.karatsuba"]), value(CHEN["t9.point_add.karatsuba"])
    assert 112 * double + 56 * add == value(CHEN["scalar.cycles"]) == 617_120
    total = value(CHEN["scalar.cycles"]) + value(CHEN["scalar.support"])
    assert round(total / 100e6 * 1e3, 2) == 7.75 == value(CHEN["scalar.time"])


def test_a_scalar_of_full_length_costs_nearly_twice_as_much() -> None:
    double, add = value(CHEN["t9.point_double.karatsuba"]), value(CHEN["t9.point_add.karatsuba"])
    full = 231 * double + 231 / 2 * add + value(CHEN["scalar.support"])
    assert 1.43e6 < full < 1.44e6
    assert corrected(CHEN["scalar.security"]) == (113 - 1) // 2


def test_the_support_is_not_explained_by_two_inverses() -> None:
    rest = value(CHEN["scalar.support"]) - 2 * value(CHEN["t9.inv.karatsuba"])
    assert rest == 80_698
    assert "80,698" in CHEN["scalar.support"].conditions


def test_both_columns_of_table_9_hold_whole_numbers_of_products() -> None:
    saved = value(CHEN["t9.mul.direct"]) - value(CHEN["t9.mul.karatsuba"])
    counts = {
        row: (value(CHEN[f"t9.{row}.direct"]) - value(CHEN[f"t9.{row}.karatsuba"])) / saved
        for row in ("point_add", "point_double", "inv")
    }
    assert counts == {"point_add": 9, "point_double": 4, "inv": 10}


def test_the_inverse_is_ten_products_and_232_squares_and_the_same_rest_in_both_columns() -> None:
    chain, products, squares = [1], 0, 0
    for bit in bin(232)[3:]:
        squares, products = squares + chain[-1], products + 1
        chain.append(2 * chain[-1])
        if bit == "1":
            squares, products = squares + 1, products + 1
            chain.append(chain[-1] + 1)
    assert (chain[-1], products, squares + 1) == (232, 10, 232)
    rest = {
        column: value(CHEN[f"t9.inv.{column}"])
        - 232 * value(CHEN["t9.sqr.direct"])
        - 10 * value(CHEN[f"t9.mul.{column}"])
        for column in ("direct", "karatsuba")
    }
    assert rest["direct"] == rest["karatsuba"] > 0


def test_a_row_wise_product_has_exactly_the_instructions_of_table_7() -> None:
    """Eight words of b in registers, the sum in memory; the top word of a 233-bit product is always zero."""
    count = {"load": 8, "store": 0, "gf": 0, "alu": 0}
    for i in range(8):
        count["load"] += 1  # a[i]
        for j in range(8):
            count["gf"] += 1
            count["alu"] += j > 0  # the high word of the product before
            count["load"] += i > 0  # the sum so far
            count["alu"] += i > 0
            count["store"] += 1
        count["store"] += i < 7  # the row's own top word
    assert count == {key: value(CHEN[f"t7.mul.product.{key}"]) for key in count}


def test_the_baseline_point_addition_is_cheaper_than_nine_products_and_four_squares() -> None:
    least = 9 * value(CHEN["t9.mul.clercq"]) + 4 * value(CHEN["t9.sqr.clercq"])
    assert least == 34_628 > value(CHEN["t9.point_add.clercq"])


def test_the_totals_of_tables_2_and_4_follow_from_the_gate_counts() -> None:
    text = {key: str(c.value) for key, c in CHEN.items() if key.startswith(("t2.", "t4."))}
    xor, ff = value(CHEN["t2.weight-xor"]), value(CHEN["t2.weight-ff"])
    systolic = combined(
        (1, text["t2.and.systolic"]), (xor, text["t2.xor.systolic"]),
        *((ff, text[f"t2.ff-{k}.systolic"]) for k in ("a", "b", "between")),
    )  # fmt: skip
    assert systolic == in_m(text["t2.total.systolic"])
    own = combined((1, text["t2.and.own"]), (xor, text["t2.xor.own"]))
    assert own == in_m(str(corrected(CHEN["t2.total.own"]))) != in_m(text["t2.total.own"])
    euclid = combined(
        (xor, text["t4.xor.euclid"]), (1, text["t4.and.euclid"]), (value(CHEN["t2.weight-mux"]), text["t4.mux.euclid"]),
        (ff, text["t4.ff.euclid"]),
    )  # fmt: skip
    assert euclid[0] == in_m(text["t4.total.euclid"])[0]
    cascade = combined((1, text["t4.and.own"]), (xor, text["t4.xor.own"]))
    assert cascade[0] == in_m(text["t4.total.own"])[0]


def test_the_inverter_is_four_multipliers_and_seven_squarers_and_its_xor_count_is_misprinted() -> None:
    squarer = "m^2 - m"  # a reduction alone: m(m-1) of each gate
    assert combined((4, str(CHEN["t2.and.own"].value)), (7, squarer)) == in_m(str(CHEN["t4.and.own"].value))
    xor = combined((4, str(CHEN["t2.xor.own"].value)), (7, squarer))
    assert xor == in_m(str(corrected(CHEN["t4.xor.own"]))) != in_m(str(CHEN["t4.xor.own"].value))


def test_the_corrected_coefficients_undo_mixcolumns_and_the_printed_ones_do_not() -> None:
    def coefficients(text: object) -> list[int]:
        return [int(c, 16) for c in re.findall(r"0x\w+", str(text))]

    def undone(first: list[int], second: list[int]) -> bool:
        for shift in range(4):
            terms = [reduced(clmul(first[i], second[(shift - i) % 4]), 0x11B) for i in range(4)]
            if terms[0] ^ terms[1] ^ terms[2] ^ terms[3] != (shift == 0):
                return False
        return True

    orders = {
        which: any(
            undone([0x02, 0x03, 0x01, 0x01], list(order))
            for order in itertools.permutations(coefficients(text))
        )
        for which, text in (("printed", CHEN["aes.invmix"].value), ("corrected", corrected(CHEN["aes.invmix"])))
    }  # fmt: skip
    assert orders == {"printed": False, "corrected": True}
    decimal = [int(c[2:]) for c in re.findall(r"0x\w+", str(CHEN["aes.invmix"].value))]
    assert decimal == coefficients(corrected(CHEN["aes.invmix"]))


def test_even_syndromes_of_a_binary_code_are_squares() -> None:
    modulus, alpha = 0b100101, 2
    power = [1]
    while len(power) < 31:
        power.append(reduced(clmul(power[-1], alpha), modulus))
    word = [0, 3, 4, 11, 19, 26, 30]

    def syndrome(i: int) -> int:
        total = 0
        for position in word:
            total ^= power[i * position % 31]
        return total

    assert all(syndrome(2 * i) == reduced(clmul(syndrome(i), syndrome(i)), modulus) for i in range(1, 6))
    assert CHEN["bch.syndromes"].erratum


def test_gf_2_5_is_no_subfield_of_gf_2_8() -> None:
    assert 8 % 5 != 0
    assert (2**8 - 1) % (2**5 - 1) != 0
    assert CHEN["s23.subset"].erratum


def test_two_kernels_gain_less_than_the_claimed_five() -> None:
    gains = [
        value(CHEN["t8.sqr.clercq"]) / value(CHEN["t8.sqr.own"]),
        value(CHEN["t9.inv.clercq"]) / value(CHEN["t9.inv.direct"]),
    ]
    assert all(gain < value(CHEN["s5.speedup-low"]) for gain in gains)
    assert round(min(gains), 1) == corrected(CHEN["s5.speedup-low"])


def test_areas_powers_and_cells_add_up_to_the_processor() -> None:
    for column in ("cells", "area"):
        parts = [value(CHEN[f"t11.{row}.{column}"]) for row in ("logic", "registers", "unit")]
        assert sum(parts) == value(CHEN[f"t11.total.{column}"])
    assert value(CHEN["t11.shell.power"]) + value(CHEN["t11.unit.power"]) == value(CHEN["t11.total.power"])
    printed = sum(value(CHEN[f"t10.{row}.total"]) for row in ("mul", "sq", "control"))
    assert printed == 5975 != value(CHEN["t10.unit-area"])


def test_the_aes_throughput_is_about_1049_cycles_a_block() -> None:
    assert round(128 * 100 / value(CHEN["abs.throughput"])) == 1049


# --- Iwasaki et al.


def test_table_1_is_table_2_at_32_bits_and_degree_283() -> None:
    for row, column, term in (("a", "x12", 12), ("b", "x7", 7), ("c", "x5", 5), ("one", "one", 0)):
        for side in ("right", "left"):
            formula = str(IWASAKI[f"t2.{row}.{side}"].value).replace("mod", "%")
            shift = eval(formula, {}, {"m": 283, "w": 32, row: term})
            assert shift == value(IWASAKI[f"t1.{column}.{side}"])


def test_figure_1_reduces_with_nine_different_shifts() -> None:
    amounts = {
        (side, value(IWASAKI[f"t1.{row}.{side}"])) for row in ("x12", "x7", "x5", "one") for side in ("right", "left")
    }
    assert len(amounts) == value(IWASAKI["s22.shifts"]) == 8
    spill_back = ("left", 283 % 32)  # line 15
    assert spill_back not in amounts
    assert corrected(IWASAKI["s22.shifts"]) == len(amounts | {spill_back})


@pytest.mark.parametrize("claim", ["eval.drop-128", "eval.drop-256"])
def test_the_memory_widens_above_the_printed_word_lengths(claim: str) -> None:
    def width(w: int) -> int:
        return max(1 << (w - 1).bit_length(), 32)

    printed = int(value(IWASAKI[claim]))
    assert width(printed) == printed
    assert width(int(str(corrected(IWASAKI[claim])))) == 2 * printed


def test_294_is_the_least_word_that_does_not_spill_into_itself() -> None:
    m, a = 283, 12
    spills = {w: m - a < w < m + a - 1 for w in range(280, 301)}
    assert min(w for w in spills if not spills[w]) == value(IWASAKI["eval.best-word"])


# --- Targhetta et al. 2015


def test_the_worked_examples_of_the_slides_are_right() -> None:
    product = clmul(bits("x^6 + x^3 + x"), bits("x^6 + x^2 + 1"))
    assert product == bits(str(TARGHETTA["bg.product"].value))
    assert reduced(product, bits("x^7 + x + 1")) == bits(str(TARGHETTA["bg.reduced"].value))
    total = bits("x^6 + x^4 + x^3 + 1") ^ bits("x^5 + x^4 + x^2 + 1")
    assert total == bits(str(TARGHETTA["bg.sum"].value))
    assert value(TARGHETTA["bg.sum-mod-7"]) == (3 + 5) % 7


def test_the_shares_of_time_are_a_whole() -> None:
    assert sum(value(TARGHETTA[f"time.{part}"]) for part in ("products", "sums", "other")) == 100


# --- Wang et al.


@pytest.mark.parametrize("task", ["expand", "encrypt", "decrypt", "point"])
def test_energy_is_power_times_time(task: str) -> None:
    seconds = value(WANG[f"t2.{task}.cycles"]) / (value(WANG["t2.clock"]) * 1e6)
    nanojoules = value(WANG[f"t2.{task}.power"]) * 1e-3 * seconds * 1e9
    assert round(nanojoules, 2) == value(WANG[f"t2.{task}.energy"])


# --- Jungeblut et al.


def test_the_wrong_energies_of_table_4_are_products_of_wrong_rows() -> None:
    power = ("base", "ise", "squ233", "mul233", "ff233")
    kernels = ("scalar", "mul", "sqr", "word")
    rows = ("c", "c-ise", "asm", "asm-ise", "squ233", "mul233", "ff233")
    wrong = [(r, k) for r in rows for k in kernels if JUNGEBLUT[f"t4.{r}.{k}"].erratum]
    assert len(wrong) == 8
    for row, kernel in wrong:
        printed = value(JUNGEBLUT[f"t4.{row}.{kernel}"])
        products = [
            value(JUNGEBLUT[f"t1.{p}.power"]) * value(JUNGEBLUT[f"t2.{r}.{kernel}"]) / 200 for p in power for r in rows
        ]
        assert any(abs(p - printed) <= 0.0051 for p in products)
        right = value(JUNGEBLUT[f"t1.{row}.power"]) * value(JUNGEBLUT[f"t2.{row}.{kernel}"]) / 200
        assert abs(right - float(str(corrected(JUNGEBLUT[f"t4.{row}.{kernel}"])))) <= 0.0051


def test_the_scalar_multiplication_holds_a_ladder_of_products_and_squares() -> None:
    """Each accelerator saves a fixed number of cycles a call, which gives the number of calls."""
    scalar = {row: value(JUNGEBLUT[f"t2.{row}.scalar"]) for row in ("c", "squ233", "mul233", "ff233")}
    products = (scalar["c"] - scalar["mul233"]) / (value(JUNGEBLUT["t2.c.mul"]) - value(JUNGEBLUT["t2.mul233.mul"]))
    squares = (scalar["c"] - scalar["squ233"]) / (value(JUNGEBLUT["t2.c.sqr"]) - value(JUNGEBLUT["t2.squ233.sqr"]))
    assert (round(products), round(squares)) == (1407, 1393)
    both = scalar["c"] - (scalar["c"] - scalar["mul233"]) - (scalar["c"] - scalar["squ233"])
    assert both - scalar["ff233"] == 1000


def test_29_is_the_gain_of_the_field_product_not_of_the_scalar_multiplication() -> None:
    assert round(value(JUNGEBLUT["t2.c.mul"]) / value(JUNGEBLUT["t2.mul233.mul"])) == value(JUNGEBLUT["abs.speedup"])
    gain = value(JUNGEBLUT["t2.c.scalar"]) / value(JUNGEBLUT["t2.ff233.scalar"])
    assert round(gain, 1) == corrected(JUNGEBLUT["abs.speedup"])


def test_the_word_product_of_figure_6_is_a_carryless_product() -> None:
    first, second = (int(mask, 16) for mask in re.findall(r"0x\w+", str(JUNGEBLUT["fig6.masks"].value)))
    for a, b in ((0xDEADBEEF, 0xF00DFACE), (0xFFFFFFFF, 0xFFFFFFFF), (1 << 31, 1 << 31), (3 << 30, 0x12345678)):
        table = [clmul(a, i) & 0xFFFFFFFF for i in range(8)]
        low, high = table[b & 7], 0
        for shift in range(3, 31, 3):
            entry = table[b >> shift & 7]
            low, high = low ^ entry << shift & 0xFFFFFFFF, high ^ entry >> 32 - shift
        high ^= (b & first) >> 1 if a >> 31 else 0
        high ^= (b & second) >> 2 if a >> 30 & 1 else 0
        assert high << 32 | low == clmul(a, b)
