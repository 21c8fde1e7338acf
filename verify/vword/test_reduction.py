# SPDX-License-Identifier: Apache-2.0
"""Reduction programs: their length and cycles for each word size, and a proof of each by unit vectors.

Reduction is linear, so a straight-line program that is right for each unit vector is right for every input. galois
says what is right.
"""

from functools import cache
from random import Random

import galois
import pytest

from evariste.errors import UserError
from evariste.machines.vword.check import Runner, check, proving
from evariste.machines.vword.instance import FUSED, PAPER, Instance, best, instance, row_of
from evariste.machines.vword.polynomial import parse
from evariste.machines.vword.reduction import reduction

F283, F241, F163 = "x^283+x^12+x^7+x^5+1", "x^241+x^70+1", "x^163+x^7+x^6+x^3+1"
# Word: operations counted, executed, cycles from memory to memory, the same at level fused.
TABLE = {
    F283: {
        32: (150, 150, 178, 104), 40: (122, 122, 146, 86), 46: (87, 87, 108, 69), 52: (90, 90, 108, 64),
        57: (88, 88, 104, 61), 64: (74, 74, 89, 53), 69: (61, 61, 76, 49), 78: (66, 66, 79, 47), 80: (66, 66, 79, 47),
        92: (48, 48, 60, 39), 128: (42, 42, 51, 31), 138: (35, 35, 44, 29), 156: (34, 34, 41, 25),
        163: (34, 34, 41, 25), 169: (34, 34, 41, 25), 171: (34, 34, 41, 25), 240: (26, 26, 32, 20),
        241: (26, 26, 32, 20), 242: (26, 26, 32, 20), 256: (26, 26, 32, 20), 271: (22, 22, 28, 19),
        276: (22, 22, 28, 19), 283: (20, 19, 23, 15), 293: (28, 27, 31, 19), 294: (18, 18, 22, 15),
        300: (18, 18, 22, 15), 320: (18, 18, 22, 15),
    },
    F241: {
        32: (66, 66, 91, 59), 40: (52, 52, 73, 48), 46: (46, 46, 64, 42), 52: (42, 42, 58, 38), 57: (25, 25, 40, 31),
        64: (34, 34, 47, 31), 69: (30, 30, 42, 28), 78: (30, 30, 42, 28), 80: (28, 28, 40, 27), 92: (28, 28, 38, 25),
        128: (20, 20, 27, 18), 138: (20, 20, 27, 18), 156: (18, 18, 25, 17), 163: (14, 14, 20, 14),
        169: (14, 14, 20, 14), 171: (10, 10, 16, 13), 240: (18, 18, 24, 17), 241: (8, 7, 11, 9), 242: (16, 15, 19, 13),
        256: (16, 15, 19, 13), 271: (16, 15, 19, 13), 276: (16, 15, 19, 13), 283: (16, 15, 19, 13),
        293: (16, 15, 19, 13), 294: (16, 15, 19, 13), 300: (16, 15, 19, 13), 320: (10, 10, 14, 11),
    },
    F163: {
        32: (74, 74, 92, 59), 40: (61, 61, 76, 49), 46: (66, 66, 79, 47), 52: (48, 48, 60, 39), 57: (50, 50, 60, 36),
        64: (50, 50, 60, 36), 69: (42, 42, 51, 31), 78: (35, 35, 44, 29), 80: (35, 35, 44, 29), 92: (34, 34, 41, 25),
        128: (26, 26, 32, 20), 138: (26, 26, 32, 20), 156: (22, 22, 28, 19), 163: (20, 19, 23, 15),
        **dict.fromkeys((169, 171, 240, 241, 242, 256, 271, 276, 283, 293, 294, 300), (18, 18, 22, 15)),
        320: (28, 28, 32, 21),
    },
}  # fmt: skip
SWEPT = range(32, 321)
SPILLING = range(272, 294)  # the words of x^283+... that spill into themselves
SAMPLE = {F283: (32, 46, 100, 138, *SPILLING[::3], 283, 293, 294, 320), F241: (32, 57, 171, 241, 320),
          F163: (32, 80, 157, 163, 169, 320)}  # fmt: skip


@cache
def remainders(f: str) -> dict[int, int]:
    """x^k mod f for each bit of a product."""
    modulus = galois.Poly.Int(parse(f).bits)
    inputs = proving(2 * parse(f).degree - 1)
    return {v: int(galois.Poly.Int(v) % modulus) if v else 0 for v in inputs}


@pytest.mark.parametrize("f", TABLE)
def test_a_program_has_as_many_operations_and_cycles_as_the_table_says(f: str) -> None:
    for word, (counted, executed, cycles, fused) in TABLE[f].items():
        paper, other = instance(f, word, PAPER), instance(f, word, FUSED)
        found = paper.reduction.operations, paper.program.operations, paper.program.cycles, other.program.cycles
        assert found == (counted, executed, cycles, fused), word


@pytest.mark.parametrize(
    ("f", "words", "operations"), [(F283, range(294, 321), 18), (F241, range(241, 242), 8), (F163, range(169, 320), 18)]
)
def test_the_best_words_have_the_fewest_operations(f: str, words: range, operations: int) -> None:
    count = {word: reduction(parse(f), word).operations for word in SWEPT}
    assert {word for word, n in count.items() if n == min(count.values())} == {*words}
    assert min(count.values()) == operations


def test_the_best_word_has_few_cycles_then_a_small_row_then_few_bits() -> None:
    assert [best([instance(f, w, PAPER) for w in SWEPT]).word for f in (F283, F241, F163)] == [294, 241, 169]


def prove(made: Instance, f: str) -> None:
    runner = Runner(made, made.program)
    wanted = remainders(f)
    assert runner.reduce([*wanted]) == [*wanted.values()]
    assert runner.cycles() == made.program.cycles


@pytest.mark.parametrize(("f", "word"), [(f, w) for f, words in SAMPLE.items() for w in words])
@pytest.mark.parametrize("level", [PAPER, FUSED])
def test_a_program_is_right_for_every_input(f: str, word: int, level: int) -> None:
    prove(instance(f, word, level), f)


@pytest.mark.full
@pytest.mark.parametrize("f", TABLE)
@pytest.mark.parametrize("level", [PAPER, FUSED])
def test_every_program_is_right_for_every_input(f: str, level: int) -> None:
    for word in SWEPT:
        prove(instance(f, word, level), f)


@pytest.mark.parametrize(
    ("f", "word"),
    [("x^571+x^10+x^5+x^2+1", 32), ("x^571+x^300+x^5+x^2+1", 16), ("x^1024+x^700+x^5+x^2+1", 8), ("x^256+1", 32),
     ("x^127+x+1", 600), ("x^8+x^4+x^3+x+1", 8)],
)  # fmt: skip
def test_other_polynomials_too_also_when_the_registers_do_not_suffice(f: str, word: int) -> None:
    for level in (PAPER, FUSED):
        made = instance(f, word, level)
        assert check(made, made.program) == made.program.cycles


def test_random_polynomials_and_words(seed: int = 17) -> None:
    rng = Random(seed)
    for _ in range(12):
        m = rng.randrange(8, 400)
        middle = sorted(rng.sample(range(1, m * 3 // 4), rng.choice((1, 3))), reverse=True)
        f = "+".join([f"x^{m}", *(f"x^{e}" if e > 1 else "x" for e in middle), "1"])
        made = instance(f, rng.randrange(8, 640), rng.choice((PAPER, FUSED)))
        assert check(made, made.program) == made.program.cycles, f


def test_a_program_may_write_over_its_input() -> None:
    """Each word is loaded before that word of the result is stored."""
    for f, word in ((F283, 32), (F283, 294), (F163, 80), ("x^571+x^300+x^5+x^2+1", 16)):
        loaded = set()
        for i in instance(f, word, PAPER).program.instructions:
            if i.name == "vl" and i.operands["rs"] == 5:
                assert i.operands["imm"] not in stored(f, word, i.cycle)
                loaded.add(i.operands["imm"])
            if i.name == "vs" and i.operands["rs"] == 4:
                assert i.operands["imm"] in loaded


def stored(f: str, word: int, cycle: int) -> set[int]:
    """The result's rows that are written before a cycle."""
    program = instance(f, word, PAPER).program.instructions
    return {i.operands["imm"] for i in program if i.name == "vs" and i.operands["rs"] == 4 and i.cycle < cycle}


@pytest.mark.parametrize("word", [283, 294, 320])
def test_one_instruction_of_level_field_reduces_in_six_cycles(word: int) -> None:
    made = instance(F283, word, 3)
    runner = Runner(made, made.reducer)
    wanted = remainders(F283)
    assert runner.reduce([*wanted]) == [*wanted.values()]
    assert runner.cycles() == made.reducer.cycles == 6


def test_a_wrong_amount_is_noticed() -> None:
    """The control: the program of one instance on another with an amount that is one off."""
    made = instance(F283, 294, PAPER)
    amounts = [*made.amounts]
    for place in range(len(amounts)):
        wrong = instance(F283, 294, PAPER)
        wrong.amounts[:] = [a + (i == place) for i, a in enumerate(amounts)]
        runner = Runner(wrong, made.program)
        wanted = remainders(F283)
        assert runner.reduce([*wanted]) != [*wanted.values()]


def test_fig_1_cannot_run_with_the_eight_amounts_of_table_1() -> None:
    """The erratum: line 15 shifts by m mod w to the left, which Tables 1 and 2 lack."""
    right, left = (15, 20, 22, 27), (17, 12, 10, 5)
    amounts = instance(F283, 32, PAPER).amounts
    assert {*amounts} - {*left, *(-r for r in right)} == {27}
    assert len(instance(F283, 32, FUSED).amounts) == 8


def test_nine_amounts_are_enough_for_every_polynomial() -> None:
    """Two for each term but the first, and the ninth of figure 1."""
    rng, most = Random(9), 0
    for _ in range(200):
        m = rng.randrange(8, 400)
        middle = sorted(rng.sample(range(1, max(m // 2, 5)), rng.choice((1, 3))), reverse=True)
        f = "+".join([f"x^{m}", *(f"x^{e}" if e > 1 else "x" for e in middle), "1"])
        most = max(most, *(len(instance(f, rng.randrange(8, 640), level).amounts) for level in (PAPER, FUSED)))
    assert most == 9


@pytest.mark.parametrize(("word", "row"), [(8, 32), (32, 32), (33, 64), (128, 128), (129, 256), (294, 512)])
def test_a_row_is_a_power_of_two(word: int, row: int) -> None:
    assert row_of(word) == row


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x^8+y", "'y' is not a term"),
        ("283", "'283' is not a term"),
        ("x^283+x^12+x^7+x^5", "no constant term"),
        ("x^7+x+1", "degree 7; it must be 8 to 1024"),
        ("x^1025+x+1", "degree 1025"),
        ("x^20+x^3+x+1", "even number of terms"),
        ("x^20+x^3+x^3+1", "twice"),
        ("x^20+x^6+x^5+x^4+x^3+x^2+1", "7 terms"),
        ("", "is not a term"),
    ],
)
def test_what_is_no_polynomial_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence.replace("^", r"\^").replace("+", r"\+")):
        parse(text)


@pytest.mark.parametrize(
    ("f", "word", "level", "digit", "sentence"),
    [
        (F283, 7, 1, None, "8 to 1024 bits, not 7"),
        (F283, 1025, 1, None, "8 to 1024 bits, not 1025"),
        (F283, 282, 3, None, "the shortest that work have 283"),
        (F283, 283, 3, 0, "The digit is 0"),
        (F283, 283, 3, 284, "takes 1 to 283 bits"),
        (F283, 294, 1, 8, "no multiplier"),
        ("x^283+x^282+x^2+x+1", 294, 1, None, "more than 64 passes"),
        ("x^16+x^5+1", 16, 3, 4, "has a factor of degree"),
    ],
)
def test_what_cannot_be_built_is_refused(f: str, word: int, level: int, digit: int | None, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        _ = instance(f, word, level, digit).amounts


def test_irreducibility_is_that_of_galois() -> None:
    rng = Random(5)
    for _ in range(60):
        m = rng.randrange(8, 80)
        middle = rng.sample(range(1, m), rng.choice((1, 3)))
        f = "+".join([f"x^{m}", *(f"x^{e}" if e > 1 else "x" for e in sorted(middle, reverse=True)), "1"])
        assert (parse(f).factor_degree() is None) == galois.Poly.Int(parse(f).bits).is_irreducible(), f
