# SPDX-License-Identifier: Apache-2.0
"""What the commands compute, against Python's integers and galois, and in how many cycles of the arithmetic unit."""

from random import Random

import pytest

from verify.monte.programs import (
    BINARY_FIELDS,
    BINARY_GENERIC,
    DIGIT_FIELDS,
    GENERIC_FIELDS,
    SMALL_FIELDS,
    Code,
    Field,
    by_any,
    execute,
    read_slot,
    simulator,
)

P, A, B, PRODUCT, SQUARE, SUM, DIFFERENCE, COPY = range(8)
FULL = GENERIC_FIELDS + DIGIT_FIELDS + BINARY_FIELDS + BINARY_GENERIC + SMALL_FIELDS
PAPER = GENERIC_FIELDS + SMALL_FIELDS
DIGITS = GENERIC_FIELDS + DIGIT_FIELDS + SMALL_FIELDS
DUAL = GENERIC_FIELDS + BINARY_GENERIC + SMALL_FIELDS
FIELDS = {"full": FULL, "paper": PAPER, "digits": DIGITS, "squares": PAPER, "dual": DUAL}
CASES = [(name, f) for name, fields in FIELDS.items() for f in fields]
SOME, MANY, POLYNOMIALS = 12, 100_000, 2000  # galois takes longer than integers


def name(value: object) -> str:
    return value.name if isinstance(value, Field) else str(value)


def check(configuration: str, f: Field, count: int) -> None:
    code = Code()
    code.begin(f, P)
    for command, dest in (("pmul", PRODUCT), ("padd", SUM), ("psub", DIFFERENCE)):
        code.put(command, dest=dest, first=A, other=B, fetch=0)
    code.put("psqr", dest=SQUARE, first=A, fetch=0)
    code.put("pcpy", dest=COPY, first=SQUARE, fetch=0)
    code.wait()
    program, core, rng = code.finish(), simulator(configuration), Random(f.name)
    for _ in range(count):
        a, b = f.element(rng), f.element(rng)
        execute(core, program, f, {P: f.stored, A: a, B: b})
        assert core.regs[2] == 0
        got = [read_slot(core, f, slot) for slot in (PRODUCT, SQUARE, SUM, DIFFERENCE, COPY)]
        square = f.product(a, a)
        assert got == [f.product(a, b), square, f.sum(a, b), f.difference(a, b), square], (hex(a), hex(b))


@pytest.mark.parametrize(("configuration", "f"), CASES, ids=name)
def test_commands_give_what_integers_and_polynomials_give(configuration: str, f: Field) -> None:
    check(configuration, f, SOME)


@pytest.mark.full
@pytest.mark.parametrize(("configuration", "f"), CASES, ids=name)
def test_so_do_many_operands(configuration: str, f: Field) -> None:
    check(configuration, f, POLYNOMIALS if f.binary else MANY)


# Cycles from a product to the next one, with the operands at hand: product, square.
REACHED = {
    "paper": {"generic 192": (90, 90), "generic 224": (118, 118), "generic 256": (150, 150), "generic 384": (318, 318),
              "generic 521": (618, 618)},
    "full": {"generic 192": (90, 75), "generic 224": (118, 97), "generic 256": (150, 122), "generic 384": (318, 252),
             "generic 521": (618, 482), "P-192": (42, 27), "P-224": (55, 34), "P-256": (72, 49), "P-384": (150, 84),
             "P-521": (295, 159), "2^255 - 19": (94, 66), "m = 163": (60, 35), "m = 233": (70, 24),
             "m = 283": (114, 50), "m = 409": (175, 34), "m = 571": (384, 95)},
}  # fmt: skip


def cycles(configuration: str, f: Field, command: str, **operands: int) -> int:
    """Cycles that one more of a command takes, behind others of it."""
    taken = []
    for count in (6, 7):
        code = Code()
        code.begin(f, P)
        for _ in range(count):
            code.put(command, **operands)
        code.wait()
        core = simulator(configuration)
        execute(core, code.finish(), f, {P: f.stored, A: 1, B: 1})
        taken.append(core.cycles)
    return taken[1] - taken[0]


@pytest.mark.parametrize(("configuration", "f"), [(c, f) for c, f in CASES if f.name in REACHED.get(c, {})], ids=name)
def test_a_product_takes_the_cycles_of_its_columns(configuration: str, f: Field) -> None:
    found = (cycles(configuration, f, "pmul", dest=A, first=A, other=B, fetch=0),
             cycles(configuration, f, "psqr", dest=A, first=A, fetch=0))  # fmt: skip
    assert found == REACHED[configuration][f.name]


@pytest.mark.parametrize("f", GENERIC_FIELDS + BINARY_FIELDS, ids=name)
def test_a_generic_product_takes_two_k_squared(f: Field) -> None:
    generic = by_any(f.name, f.modulus, f.binary)
    k = f.k
    assert cycles("full", generic, "pmul", dest=A, first=A, other=B, fetch=0) == 2 * k * k + 2 * k + 6


@pytest.mark.parametrize("f", GENERIC_FIELDS, ids=name)
@pytest.mark.parametrize("command", ["padd", "psub"])
def test_a_sum_takes_four_cycles_more_than_words(f: Field, command: str) -> None:
    assert cycles("full", f, command, dest=A, first=A, other=B, fetch=0) == f.k + 4
