# SPDX-License-Identifier: Apache-2.0
"""Field arithmetic with and without the accumulator: against Python integers, and as the generators say it is made."""

import itertools
import random

import pytest

from evariste.ecc import vectors as v
from evariste.ecc.curves import Prime, primes
from evariste.machines.pete import kernels
from evariste.machines.pete.kernels.accumulator import IntegerCode
from evariste.parts.mips import kernels as plain_kernels
from evariste.parts.mips.kernels.code import ZERO, Operation
from evariste.parts.mips.kernels.order import ordered, waits
from evariste.parts.mips.kernels.pipeline import pipelined
from evariste.parts.mips.kernels.plain import PlainCode
from verify.ecc import test_fields as binary
from verify.ecc import test_prime_fields as prime

FIELDS = list(primes().values())
ONE_PASS, FOUR_PASSES = (v.Target("pete", configuration, "pete") for configuration in ("fast", "bise"))
BASELINE = v.Target("pete", "baseline", "portable")
each_target = pytest.mark.parametrize("target", [ONE_PASS, FOUR_PASSES, BASELINE], ids=["fast", "bise", "baseline"])
each_field = pytest.mark.parametrize("f", FIELDS, ids=[f.name for f in FIELDS])
each_degree = pytest.mark.parametrize("m", list(binary.fields()))


def test_the_generated_files_are_fresh() -> None:
    assert kernels.stale() == [] and plain_kernels.stale() == []


def test_an_order_keeps_the_accumulators_operations_and_loads_before_their_use() -> None:
    code = IntegerCode()
    for k in range(3):
        code.multiply(code.load("a", k), code.load("b", k))
        code.store(code.word([code.load("c", k)]), "r", k)
    made = ordered(code.operations, 28, 4)
    assert sorted(map(str, made)) == sorted(map(str, code.operations))
    assert [op for op in made if op.name in ("multu", "maddu", "addau", "sha")] == [
        op for op in code.operations if op.name in ("multu", "maddu", "addau", "sha")
    ]
    there = {"a", "b", "c", "r", ZERO}
    for op in made:
        assert there.issuperset(op.sources)
        there.add(op.dest)


def test_a_store_does_not_pass_a_load_of_the_word_that_it_may_overwrite() -> None:
    code = IntegerCode()
    first, second = code.load("a", 0), code.load("a", 1)
    code.store(code.add("addu", second, second), "r", 0)
    code.store(first, "r", 1)
    made = [(op.name, op.immediate) for op in ordered(code.operations, 28, 4) if op.name in ("lw", "sw")]
    assert made.index(("lw", 0)) < made.index(("sw", 0)) and made.index(("lw", 4)) < made.index(("sw", 4))


def test_a_product_without_accumulator_moves_up_but_not_past_a_store_of_its_operand() -> None:
    code = PlainCode()
    code.multiply(code.load("a", 0), code.load("b", 0))
    code.store(code.word(), "r", 1)
    code.multiply(code.load("a", 1), code.load("b", 1))
    code.store(code.word(), "r", 2)
    made = [(op.name, op.immediate) for op in pipelined(code.operations)]
    assert made.index(("sw", 4)) < made.index(("lw", 4))
    assert [name for name, _ in made if name in ("multu", "mflo", "mfhi")] == ["multu", "mflo", "mfhi"] * 2


def test_a_sum_in_registers_is_exact_and_has_no_more_words_than_it_needs() -> None:
    code = PlainCode()
    values = [code.load("a", k) for k in range(6)]
    for k in range(3):
        code.multiply(values[k], values[k + 3])
    words = [code.word([values[0], values[1]]), code.word(), code.word(), code.word()]
    numbers = (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE)
    known = run(code.operations, dict(zip(values, numbers, strict=True)))
    right = sum(numbers[k] * numbers[k + 3] for k in range(3)) + numbers[0] + numbers[1]
    assert sum(known[w] << 32 * i for i, w in enumerate(words)) == right
    assert words[3] == ZERO


def run(operations: list[Operation], known: dict[str, int]) -> dict[str, int]:
    """What each value is, by the definitions of the instructions; loaded values are given."""
    known[ZERO] = product = 0
    for op in operations:
        a, b = ([known[s] for s in op.sources] + [0, 0])[:2] if op.name != "lw" else (0, 0)
        match op.name:
            case "multu":
                product = a * b
            case "mflo" | "mfhi":
                known[op.dest] = product >> (32 if op.name == "mfhi" else 0) & 0xFFFFFFFF
            case "addu":
                known[op.dest] = (a + b) & 0xFFFFFFFF
            case "sltu":
                known[op.dest] = int(a < b)
    return known


def test_the_model_of_waits_knows_loads_and_passes() -> None:
    load, use = Operation("lw", "x", ("a",)), Operation("addu", "y", ("x", "x"))
    product, word = Operation("multu", "", ("a", "a")), Operation("sha", "z", ())
    assert waits([load, use], 1) == [0, 1]
    assert waits([load, Operation("sw", "", ("x", "a"))], 1) == [0, 0]
    assert [waits([product, word, product], passes)[1] for passes in (1, 2, 4)] == [0, 1, 3]


def some(f: Prime, count: int) -> list[v.Request]:
    rng, corners = random.Random(f.name), prime.corners(f)
    pairs = rng.sample(list(itertools.product(corners, corners)), count)
    pairs += [(rng.randrange(prime.modulus(f)), rng.randrange(prime.modulus(f))) for _ in range(count // 4)]
    return [case for a, b in pairs for case in prime.operations(f, a, b)]


def binary_cases(m: int) -> list[tuple[v.Request, bytes]]:
    rng, corners = random.Random(m), binary.corners(m)
    cases = binary.products(m, [(a, b) for a in corners[:8] for b in corners[:8]])
    for k in (1, 2, 3, m - 1):
        cases += binary.one_of_each(m, *(rng.getrandbits(m) for _ in range(4)), k)
    return cases


def test_every_operation_of_some_fields_agrees_with_python() -> None:
    for f in FIELDS:
        prime.agree(f, some(f, 12), ONE_PASS)
        prime.agree(f, some(f, 4), BASELINE)
    cases = binary_cases(163) + binary_cases(409)
    assert [got for _, got in v.ask([request for request, _ in cases], ONE_PASS)] == [right for _, right in cases]


@pytest.mark.full
@each_target
@each_field
def test_every_operation_agrees_with_python_at_the_corners(f: Prime, target: v.Target) -> None:
    prime.agree(f, some(f, 500), target)


@pytest.mark.full
@pytest.mark.parametrize("target", [ONE_PASS, BASELINE], ids=["fast", "baseline"])
@each_field
def test_a_hundred_thousand_random_operands_of_prime_fields(f: Prime, target: v.Target) -> None:
    rng = random.Random(f.name)
    for _ in range(20):
        pairs = [(rng.randrange(prime.modulus(f)), rng.randrange(prime.modulus(f))) for _ in range(5000)]
        prime.agree(f, [case for a, b in pairs for case in prime.operations(f, a, b)], target)


@pytest.mark.full
@pytest.mark.parametrize("target", [ONE_PASS, BASELINE], ids=["fast", "baseline"])
@each_degree
def test_a_hundred_thousand_random_operands_of_binary_fields(m: int, target: v.Target) -> None:
    """Sums, products, squares, products and sums, reductions and steps of the ladder, also over an operand."""
    rng = random.Random(m)
    for _ in range(200):
        some = ([rng.getrandbits(m) for _ in range(4)] for _ in range(500))
        cases = [case for operands in some for case in binary.one_of_each(m, *operands, rng.randrange(1, 4))]
        assert [got for _, got in v.ask([request for request, _ in cases], target)] == [right for _, right in cases]


@pytest.mark.full
@each_target
@each_degree
def test_every_operation_of_binary_fields_agrees_with_python(m: int, target: v.Target) -> None:
    cases = binary_cases(m)
    assert [got for _, got in v.ask([request for request, _ in cases], target)] == [right for _, right in cases]
