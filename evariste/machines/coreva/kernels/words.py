# SPDX-License-Identifier: Apache-2.0
"""Carry-less products of two words, 32 x 32 bits.

`guarded`: bits of one word become flags, and each flag guards two fused operations that add the other word, shifted. A
product by itself has three products of half-words.
`integer`: sixteen products of integers with holes. Of each operand every fourth bit is kept, so at most eight partial
products meet in a column, and the carries stay in the three empty bits above it.
"""

from collections.abc import Iterable, Iterator

from evariste.isa import machine
from evariste.vliw.kernel import FLAGS, Kernel

BITS, HALF = 32, 16
HOLES = tuple(0x11111111 << i for i in range(4))


class Product:
    """Adds the product of a and b to the variables low and high."""

    def __init__(self, a: int, b: int, low: int, high: int, bits: int = BITS) -> None:
        self.a, self.b, self.low, self.high, self.bits = a, b, low, high, bits

    def guarded(self, k: Kernel) -> Iterator[None]:
        """The operations, some bits at a time."""
        for first in range(0, self.bits, FLAGS):
            flags = k.op("mtc", self.b, bit=first)
            for i in range(first, min(first + FLAGS, self.bits)):
                guard = flags, i - first
                k.op("lslxor", self.low, self.a, amount=i, into=self.low, guard=guard)
                if i and self.high:
                    k.op("lsrxor", self.high, self.a, amount=BITS - i, into=self.high, guard=guard)
            yield


def together(k: Kernel, products: Iterable[Product]) -> None:
    """Guarded products, two at a time: each has one of the two registers of flags."""
    waiting = list(products)
    for one, other in zip(waiting[::2], [*waiting[1::2], None], strict=False):
        steps = [one.guarded(k), *([other.guarded(k)] if other else [])]
        while steps:
            steps = [s for s in steps if next(s, k) is None]


def holes(k: Kernel) -> list[int]:
    """The masks as variables."""
    first = k.constant(HOLES[0])
    return [first, *(k.op("slli", first, amount=i) for i in range(1, 4))]


def parts(k: Kernel, masks: list[int], word: int) -> list[int]:
    return [k.op("and", word, mask) for mask in masks]


def integer(k: Kernel, masks: list[int], a: list[int], b: list[int], short: bool = False) -> tuple[int, int]:
    """Both words of a product, from the parts of its operands; only the low one if `short`."""
    words = []
    for multiply in ("mul",) if short else ("mul", "mulhu"):
        columns = []
        for c in range(4):
            sums = 0
            for i in range(4):
                product = k.op(multiply, a[i], b[(c - i) % 4])
                sums = k.op("xor", sums, product, into=sums) if sums else product
            columns.append(k.op("and", sums, masks[c]))
        words.append(k.op("or", k.op("or", columns[0], columns[1]), k.op("or", columns[2], columns[3])))
    return words[0], 0 if short else words[1]


# A product by itself: the words come in the first two arguments, and the result goes there.

LOW, HIGH = 10, 11


def alone_guarded(k: Kernel) -> None:
    """Karatsuba's method with half-words, so that no bit needs a shift to the right.

    Two sums for each product of halves let four operations fit into a bundle. The product of the sums of halves is
    added to those of low and high halves, which then are the middle of the result; copies are kept before.
    """
    a, b = k.argument(0), k.argument(1)
    low, high = k.op("zexth", a), k.op("srli", a, amount=HALF)
    folded, both = k.op("lsrxor", b, b, amount=HALF), k.op("xor", low, high)
    sums = [k.op("movi", imm=0) for _ in range(4)]

    def guarded(source: int, first: int, count: int) -> None:
        """Adds the products of some bits, which one register of flags has."""
        flags = k.op("mtc", source, bit=first)
        for i in range(first, first + count):
            if source == folded:
                into, word = i % 4, both
            else:
                into, word = 2 * (i // HALF) + i % 2, high if i >= HALF else low
            k.op("lslxor", sums[into], word, amount=i % HALF, into=sums[into], guard=(flags, i - first))

    for first in (0, 25, 7, 18):
        guarded(b, first, FLAGS)
    guarded(b, 14, 4)
    low, high = k.op("xor", *sums[:2]), k.op("xor", *sums[2:])
    for first in range(0, HALF, FLAGS):
        guarded(folded, first, min(FLAGS, HALF - first))
    for middle in (k.op("xor", *sums[:2]), k.op("xor", *sums[2:])):
        low = k.op("lslxor", low, middle, amount=HALF)
        high = k.op("lsrxor", high, middle, amount=HALF)
    k.result(low, LOW)
    k.result(high, HIGH)


def alone_integer(k: Kernel) -> None:
    a, b = k.argument(0), k.argument(1)
    masks = holes(k)
    low, high = integer(k, masks, parts(k, masks, a), parts(k, masks, b))
    k.result(low, LOW)
    k.result(high, HIGH)


ALONE = {"guarded": alone_guarded, "integer": alone_integer}


def product(name: str, kind: str, saved: int) -> Kernel:
    """r10, r11 = the product of r10 and r11."""
    k = Kernel(machine("coreva"), name, saved)
    ALONE[kind](k)
    k.finish()
    return k
