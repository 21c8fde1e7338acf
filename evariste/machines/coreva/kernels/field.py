# SPDX-License-Identifier: Apache-2.0
"""Products and squares modulo f = x^233 + x^74 + 1, from memory to memory, in constant time and without tables.

A product is Karatsuba's method down to words: 27 products of words. Parts of it wait below the stack pointer.
"""

from collections.abc import Callable
from functools import partial

from evariste.isa import machine
from evariste.machines.coreva.kernels import words
from evariste.machines.coreva.kernels.words import BITS, Product
from evariste.vliw.kernel import Kernel

DEGREE, MIDDLE = 233, 74
WORDS = -(-DEGREE // BITS)
TOP = DEGREE % BITS  # bits of the highest word
Element = list[int]
Multiply = Callable[[list[tuple[int, int, bool]]], list[tuple[int, int]]]  # products of words; True: both are short


def load(k: Kernel, base: int, at: int) -> int:
    """Word `at` of an operand. The result may be where an operand is, so its words come behind the operand's."""
    return k.access("lw", ("word", at), base, imm=4 * at)


def store(k: Kernel, base: int, value: Element) -> None:
    for at, v in enumerate(value):
        k.access("sw", ("word", at), base, v, imm=4 * at)


def shifted(k: Kernel, fused: bool, into: int, v: int, amount: int) -> int:
    """Adds v << amount, or v >> -amount, to a variable, which may be 0."""
    left, count = amount > 0, abs(amount)
    if not count:
        return k.op("xor", into, v, into=into) if into else v
    shift = "slli" if left else "srli"
    if not into:
        return k.op(shift, v, amount=count)
    if fused:
        return k.op("lslxor" if left else "lsrxor", into, v, amount=count, into=into)
    return k.op("xor", into, k.op(shift, v, amount=count), into=into)


def fold(k: Kernel, fused: bool, c: Element, at: int) -> None:
    """Adds to the words below what word `at`, which is above the degree, is modulo f."""
    v = c[at]
    for term in (0, MIDDLE):
        down = BITS * at - DEGREE + term
        word, bit = divmod(down, BITS)
        c[word] = shifted(k, fused, c[word], v, bit)
        if bit:
            c[word + 1] = shifted(k, fused, c[word + 1], v, bit - BITS)


def reduced(k: Kernel, fused: bool, c: Element) -> Element:
    """The remainder of 2 WORDS words. Words without a variable are 0."""
    for at in reversed(range(WORDS, 2 * WORDS)):
        if c[at]:
            fold(k, fused, c, at)
    return topped(k, fused, c)


def topped(k: Kernel, fused: bool, c: Element) -> Element:
    """Folds the bits of the highest word that are above the degree."""
    over = k.op("srli", c[WORDS - 1], amount=TOP)
    for term in (0, MIDDLE):
        word, bit = divmod(term, BITS)
        c[word] = shifted(k, fused, c[word], over, bit)
        if bit + BITS - TOP > BITS:
            c[word + 1] = shifted(k, fused, c[word + 1], over, bit - BITS)
    c[WORDS - 1] = k.op("andi", c[WORDS - 1], imm=(1 << TOP) - 1)
    return c[:WORDS]


# Karatsuba's method. An operand is a function that gives its word i as a variable.
Operand = Callable[[int], int]


def product_2(k: Kernel, multiply: Multiply, a: Operand, b: Operand, at: int, top: bool) -> Element:
    """Four words of the product of words `at` and `at` + 1. `top`: the second ones are short."""
    a0, a1, b0, b1 = a(at), a(at + 1), b(at), b(at + 1)
    sums = k.op("xor", a0, a1), k.op("xor", b0, b1)
    low, high, both = multiply([(a0, b0, False), (a1, b1, top), (*sums, False)])
    t = k.op("xor", low[1], high[0])
    k.add(both[0], low[0], t)
    k.add(both[1], t, high[1])
    return [low[0], both[0], both[1], high[1]]


def joined(k: Kernel, low: Element, high: Element, both: Element) -> Element:
    """The product of operands with two halves, from three products of halves."""
    n = len(low) // 2
    t = [k.xor(low[n + i], high[i]) for i in range(n)]
    first = [k.xor(t[i], low[i], both[i]) for i in range(n)]
    second = [k.xor(t[i], high[n + i], both[n + i]) for i in range(n)]
    return [*low[:n], *first, *second, *high[n:]]


def product_4(k: Kernel, multiply: Multiply, a: Operand, b: Operand, at: int, top: bool, spilled: bool) -> Element:
    low = put_away(k, product_2(k, multiply, a, b, at, False), spilled)
    high = put_away(k, product_2(k, multiply, a, b, at + 2, top), spilled)
    both = product_2(k, multiply, lambda i: k.op("xor", a(i), a(i + 2)), lambda i: k.op("xor", b(i), b(i + 2)), at,
                     False)  # fmt: skip
    return joined(k, low(), high(), both)


def product_8(k: Kernel, multiply: Multiply, a: Operand, b: Operand, spilled: bool) -> Element:
    low = put_away(k, product_4(k, multiply, a, b, 0, False, spilled), True)
    high = put_away(k, product_4(k, multiply, a, b, 4, True, spilled), True)
    both = product_4(k, multiply, lambda i: k.op("xor", a(i), a(i + 4)), lambda i: k.op("xor", b(i), b(i + 4)), 0,
                     False, spilled)  # fmt: skip
    return joined(k, low(), high(), both)


def put_away(k: Kernel, value: Element, spilled: bool) -> Callable[[], Element]:
    """Lets an element wait below the stack pointer if `spilled`; what gives it back."""
    if not spilled:
        return lambda: value
    places = [k.spill(v) if v else 0 for v in value]
    return lambda: [k.fetch(at) if at else 0 for at in places]


def multiplier(k: Kernel, kind: str) -> Multiply:
    """How words are multiplied: guarded, integer, polynomial."""
    masks = words.holes(k) if kind == "integer" else []

    def guarded(pairs: list[tuple[int, int, bool]]) -> list[tuple[int, int]]:
        products = []
        for a, b, short in pairs:
            low, high = k.op("movi", imm=0), 0 if short else k.op("movi", imm=0)
            products.append(Product(a, b, low, high, TOP if short else BITS))
        words.together(k, products)
        return [(p.low, p.high) for p in products]

    def integer(pairs: list[tuple[int, int, bool]]) -> list[tuple[int, int]]:
        return [words.integer(k, masks, words.parts(k, masks, a), words.parts(k, masks, b), short)
                for a, b, short in pairs]  # fmt: skip

    def polynomial(pairs: list[tuple[int, int, bool]]) -> list[tuple[int, int]]:
        return [(k.op("clmul", a, b), 0 if short else k.op("clmulh", a, b)) for a, b, short in pairs]

    return {"guarded": guarded, "integer": integer, "polynomial": polynomial}[kind]


def product(name: str, kind: str, saved: int, adds: bool = False) -> Kernel:
    """r = a b, or a b + c: these are the arguments."""
    k = Kernel(machine("coreva"), name, saved)
    r, a, b = k.argument(0), k.argument(1), k.argument(2)
    places = [k.spill(v) for v in (r, *([k.argument(3)] if adds else []))]
    multiply = multiplier(k, kind)
    product = product_8(k, multiply, lambda i: load(k, a, i), lambda i: load(k, b, i), kind == "integer")
    value = reduced(k, kind != "integer", product)
    r, *more = (k.fetch(at) for at in places)
    for c in more:
        value = [k.xor(v, load(k, c, i)) for i, v in enumerate(value)]
    store(k, r, value)
    k.finish()
    return k


# Squares.

SPREADS = {8: 0x0000FF00, 4: 0x00F000F0, 2: 0x0C0C0C0C, 1: 0x22222222}  # bits that move up by so many places


def spread_fused(k: Kernel, half: int) -> int:
    """Zeros between the bits of a half-word."""
    for amount in SPREADS:
        half = k.op("mvbits", half, amount=amount)
    return half


class Spreader:
    """The same without fused operations: to move bits up by n places is to add 2^n - 1 times them."""

    def __init__(self, k: Kernel) -> None:
        self.k = k
        self.masks = {n: k.constant(mask) for n, mask in SPREADS.items()}
        self.factors = {n: k.constant((1 << n) - 1) for n in SPREADS if n > 1}

    def __call__(self, half: int) -> int:
        k = self.k
        for n, mask in self.masks.items():
            moved = k.op("and", half, mask)
            half = k.op("mla", moved, self.factors[n], into=half) if n > 1 else k.op("add", half, moved)
        return half


def squared(k: Kernel, fused: bool, word: Operand) -> Element:
    """The square of an element."""
    spread = partial(spread_fused, k) if fused else Spreader(k)
    c = [0] * (2 * WORDS)
    for at in reversed(range(WORDS)):
        value = word(at)
        if at < WORDS - 1:
            c[2 * at + 1] = spread(k.op("srli", value, amount=BITS // 2))
            value = k.op("zexth", value)
        c[2 * at] = spread(value)
    return reduced(k, fused, c)


def square(name: str, fused: bool, saved: int, adds: bool = False, selects: bool = False) -> Kernel:
    """r = a^2: see `operand`."""
    k = Kernel(machine("coreva"), name, saved)
    r, word = k.argument(0), operand(k, adds, selects)
    store(k, r, squared(k, fused, word))
    k.finish()
    return k


def ladder(name: str, square_twice: Callable[[Kernel, Element], Element], saved: int) -> Kernel:
    """r = X, Z of the arguments a or b, as in `operand`, and behind them (X + Z)^4, where a may be."""
    k = Kernel(machine("coreva"), name, saved)
    r, word = k.argument(0), operand(k, False, True)
    sums = []
    for i in range(WORDS):
        chosen = word(i), word(WORDS + i)
        sums.append(k.op("xor", *chosen))
        for at, v in zip((i, WORDS + i), chosen, strict=True):
            k.access("sw", ("result", at), r, v, imm=4 * at)
    for i, v in enumerate(square_twice(k, sums)):
        k.access("sw", ("word", i), r, v, imm=4 * (2 * WORDS + i))
    k.finish()
    return k


def squared_twice(fused: bool, k: Kernel, value: Element) -> Element:
    return squared(k, fused, squared(k, fused, value.__getitem__).__getitem__)


def operand(k: Kernel, adds: bool, selects: bool) -> Operand:
    """What is squared: the argument a, or a + b, or a for a fourth argument of 0, b for 1."""
    a = k.argument(1)
    b = k.argument(2) if adds or selects else 0
    flags = k.op("mtc", k.argument(3), bit=0) if selects else 0

    def word(at: int) -> int:
        value = load(k, a, at)
        other = load(k, b, at) if b else 0
        if selects:
            return k.op("addi", other, into=value, guard=(flags, 0), imm=0)
        return k.xor(value, other)

    return word
