# SPDX-License-Identifier: Apache-2.0
"""The carry bounds of reductions, at their extremes: the kernels run as lists of operations, by the definitions."""

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from evariste.ecc.curves import Prime, primes
from evariste.ecc.prime_headers import folds
from evariste.machines.pete.kernels.accumulator import IntegerCode
from evariste.parts.mips.kernels.code import ZERO, Code, Operation
from evariste.parts.mips.kernels.plain import PlainCode
from evariste.parts.mips.kernels.plain_prime import PlainKernel
from evariste.parts.mips.kernels.prime import Kernel, modulus

WORD, ALL = (1 << 32) - 1, (1 << 96) - 1
FIELDS = list(primes().values())
FOLDED = [f for f in FIELDS if folds(f)]
KERNELS: list[Callable[[Prime], Kernel]] = [lambda f: Kernel(f, IntegerCode), PlainKernel]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=["accumulator", "plain"])


def run(
    operations: Sequence[Operation], arrays: dict[str, list[int]], known: dict[str, int] | None = None
) -> list[int]:
    """The array `r` behind the operations. The accumulator wraps modulo 2^96."""
    values, acc = {ZERO: 0, **(known or {})}, 0
    memory = {name: dict(enumerate(words)) for name, words in arrays.items()} | {"r": {}, "sp": {}}
    for op in operations:
        place = op.immediate // 4
        if op.name == "lw":
            values[op.dest] = memory[op.sources[0]][place]
            continue
        if op.name == "sw":
            memory[op.sources[1]][place] = values[op.sources[0]]
            continue
        a, b = ([values[s] for s in op.sources] + [op.immediate, op.immediate])[:2]
        match op.name:
            case "multu":
                acc = a * b
            case "maddu":
                acc += a * b
            case "m2addu":
                acc += 2 * a * b
            case "addau":
                acc += a + b
            case "sha":
                if op.dest:
                    values[op.dest] = acc & WORD
                acc >>= 32
            case _:
                values[op.dest] = MEANING[op.name](a, b, acc) & WORD
        acc &= ALL
    return [memory["r"][k] for k in range(len(memory["r"]))]


MEANING: dict[str, Callable[[int, int, int], int]] = {
    "mflo": lambda a, b, acc: acc, "mfhi": lambda a, b, acc: acc >> 32, "addu": lambda a, b, acc: a + b,
    "subu": lambda a, b, acc: a - b, "sltu": lambda a, b, acc: int(a < b), "and": lambda a, b, acc: a & b,
    "or": lambda a, b, acc: a | b, "nor": lambda a, b, acc: ~(a | b), "addiu": lambda a, b, acc: a + b,
    "andi": lambda a, b, acc: a & b, "ori": lambda a, b, acc: a | b, "lui": lambda a, b, acc: a << 16,
    "sll": lambda a, b, acc: a << b, "srl": lambda a, b, acc: a >> b,
}  # fmt: skip


def words(x: int, n: int) -> list[int]:
    return [x >> 32 * k & WORD for k in range(n)]


def number(found: Sequence[int]) -> int:
    return sum(w << 32 * k for k, w in enumerate(found))


def extremes(f: Prime) -> list[int]:
    """The ends of the range, words all ones or nought, and what makes the words of a product so."""
    m, n = modulus(f), f.words
    patterns = [number([WORD if bits >> k & 1 else 0 for k in range(n)]) % m for bits in (1, 3, 0x55, 0xAA, 1 << n - 1)]
    return [0, 1, m - 1, m - 2, m // 2, *patterns, *(m - 1 - p for p in patterns)]


@each_kernel
@pytest.mark.parametrize("f", FIELDS, ids=[f.name for f in FIELDS])
def test_products_at_the_extremes_are_below_the_modulus_and_right(f: Prime, kernel: Callable[[Prime], Kernel]) -> None:
    code, square = kernel(f).product().operations, kernel(f).square().operations
    some, m = extremes(f), modulus(f)
    for a, b in itertools.product(some[:5], some):
        got = number(run(code, {"a": words(a, f.words), "b": words(b, f.words)}))
        assert got < m and got % f.p == a * b % f.p, (a, b)
    for a in some:
        got = number(run(square, {"a": words(a, f.words)}))
        assert got < m and got % f.p == a * a % f.p, a


@pytest.mark.parametrize("make", [IntegerCode, PlainCode], ids=["accumulator", "plain"])
@pytest.mark.parametrize("f", FOLDED, ids=[f.name for f in FOLDED])
def test_a_fold_takes_any_words_of_a_product(f: Prime, make: Callable[[], Code]) -> None:
    """Also such as no product has: words all ones where the prime's terms add them, and 0 where they subtract."""
    kernel = Kernel(f, make)
    code = make()
    names = [f"w{i}" for i in range(2 * f.words)]
    kernel._fold(code, names)
    rng = random.Random(f.name)
    rows = folds(f)
    assert rows is not None
    signs = [sum(row[i] for row in rows) > 0 for i in range(2 * f.words)]
    ends = [[WORD if sign is high else 0 for sign in signs] for high in (True, False)]
    for case in [*ends, *([rng.choice((0, 1, WORD - 1, WORD)) for _ in names] for _ in range(150))]:
        got = number(run(code.operations, {}, dict(zip(names, case, strict=True))))
        assert got < f.p and got == number(case) % f.p, case


def test_a_wrong_estimate_of_the_quotient_is_noticed() -> None:
    """The control."""
    for f in FOLDED:
        kernel, code = Kernel(f, IntegerCode), IntegerCode()
        names = [f"w{i}" for i in range(2 * f.words)]
        kernel._fold(code, names)
        spoiled = [
            replace(op, immediate=0) if (op.name, op.immediate) == ("addiu", 1) and op.sources != (ZERO,) else op
            for op in code.operations
        ]
        assert spoiled != code.operations
        rng = random.Random(f.name)
        cases = [[rng.choice((0, WORD)) for _ in names] for _ in range(50)]
        results = [number(run(spoiled, {}, dict(zip(names, case, strict=True)))) for case in cases]
        assert any(got >= f.p or got % f.p != number(c) % f.p for got, c in zip(results, cases, strict=True)), f.name
