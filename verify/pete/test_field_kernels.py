# SPDX-License-Identifier: Apache-2.0
"""Field arithmetic on the accumulator: against Python integers, and as the generator says it is made."""

import itertools
import random

import pytest

from evariste.ecc import vectors as v
from evariste.ecc.curves import Prime, primes
from evariste.machines.pete import kernels
from evariste.machines.pete.kernels.code import ZERO, Code, Operation
from evariste.machines.pete.kernels.order import ordered, waits
from verify.ecc import test_fields as binary
from verify.ecc import test_prime_fields as prime

FIELDS = list(primes().values())
ONE_PASS, FOUR_PASSES = (v.Target("pete", configuration, "pete") for configuration in ("fast", "bise"))
each_field = pytest.mark.parametrize("f", FIELDS, ids=[f.name for f in FIELDS])
each_degree = pytest.mark.parametrize("m", list(binary.fields()))


def test_the_generated_files_are_fresh() -> None:
    assert kernels.stale() == []


def test_an_order_keeps_the_accumulators_operations_and_loads_before_their_use() -> None:
    code = Code()
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
    code = Code()
    first, second = code.load("a", 0), code.load("a", 1)
    code.store(code.add("addu", second, second), "r", 0)
    code.store(first, "r", 1)
    made = [(op.name, op.immediate) for op in ordered(code.operations, 28, 4) if op.name in ("lw", "sw")]
    assert made.index(("lw", 0)) < made.index(("sw", 0)) and made.index(("lw", 4)) < made.index(("sw", 4))


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
    cases = binary_cases(163) + binary_cases(409)
    assert [got for _, got in v.ask([request for request, _ in cases], ONE_PASS)] == [right for _, right in cases]


@pytest.mark.full
@pytest.mark.parametrize("target", [ONE_PASS, FOUR_PASSES], ids=["fast", "bise"])
@each_field
def test_every_operation_agrees_with_python_at_the_corners(f: Prime, target: v.Target) -> None:
    prime.agree(f, some(f, 500), target)


@pytest.mark.full
@each_field
def test_a_hundred_thousand_random_operands_of_prime_fields(f: Prime) -> None:
    rng = random.Random(f.name)
    for _ in range(20):
        pairs = [(rng.randrange(prime.modulus(f)), rng.randrange(prime.modulus(f))) for _ in range(5000)]
        prime.agree(f, [case for a, b in pairs for case in prime.operations(f, a, b)], ONE_PASS)


@pytest.mark.full
@pytest.mark.parametrize("target", [ONE_PASS, FOUR_PASSES], ids=["fast", "bise"])
@each_degree
def test_every_operation_of_binary_fields_agrees_with_python(m: int, target: v.Target) -> None:
    cases = binary_cases(m)
    assert [got for _, got in v.ask([request for request, _ in cases], target)] == [right for _, right in cases]
