# SPDX-License-Identifier: Apache-2.0
"""k P on a curve over GF(2^233) by the accelerator with eight elements, which keeps the whole state of the ladder.

The ladder of López and Dahab (CHES 1999) on x alone. It begins with infinity and P, so every scalar takes the same
steps. Which of the two points is doubled depends on an exchange, whose time depends on nothing. In the end y is
recovered with one inversion (Itoh and Tsujii):

    y1 = (x + x1) ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) / (x Z1 Z2) + y

For Z2 = 0, k P is -P = (x, x + y). The text has no bundles: the assembler makes them.
"""

from collections.abc import Iterator

from evariste.machines.coreva.kernels.field import BITS, DEGREE, WORDS
from evariste.machines.coreva.kernels.units import REGISTER, UNIT

NAME = "ev_coreva_point_x"
MUL, SQUARE, ADD, EXCHANGE = 1, 2, 3, 4
X1, Z1, X2, Z2, T, U, X, B = range(8)  # elements; B is sqrt(b), later y
Y = 72  # bytes from x to y of a point: EV_CURVE_WORDS_MAX words
TEMPORARY = ("r28", "r29", "r30", "r31")
BASE, RESULT, SCALAR, LENGTH, POINT, ROOT = "r3", "r10", "r11", "r12", "r13", "r14"
WORD, COUNT, BEFORE, BIT = "r4", "r5", "r6", "r7"
FIRST, SECOND = "r15", "r16"  # the two exchanges
CONDITION = "r17"


class Text:
    """Lines of the function; commands of the accelerator among them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.turn = 0

    def op(self, *lines: str) -> None:
        self.lines += [f"    {line}" for line in lines]

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def constant(self, register: str, value: int) -> None:
        self.op(f"movi {register}, {value & 0xFFFF}", f"movhi {register}, {value >> 16}")

    def command(self, operation: int, rd: int, ra: int, rb: int = 0, times: int = 0) -> None:
        register = TEMPORARY[self.turn % len(TEMPORARY)]
        self.turn += 1
        self.constant(register, command(operation, rd, ra, rb, times))
        self.op(f"sw {register}, {REGISTER['field_command']}({BASE})")

    def exchange(self, one: int, other: int, when: str, register: str) -> None:
        """Exchanges two elements if bit 16 of `when` is set."""
        self.constant(register, command(EXCHANGE, one, other))
        self.op(f"or {register}, {register}, {when}", f"sw {register}, {REGISTER['field_command']}({BASE})")

    def put(self, element: int, base: str, offset: int = 0) -> None:
        """An element from memory."""
        for i in range(WORDS):
            register = TEMPORARY[i % len(TEMPORARY)]
            self.op(f"lw {register}, {offset + 4 * i}({base})", f"sw {register}, {place(element, i)}({BASE})")

    def small(self, element: int, value: int) -> None:
        self.op(f"movi {TEMPORARY[0]}, {value}")
        for i in range(WORDS):
            self.op(f"sw {TEMPORARY[0] if i == 0 else 'r0'}, {place(element, i)}({BASE})")


def command(operation: int, rd: int, ra: int, rb: int = 0, times: int = 0) -> int:
    """The word of a command."""
    return operation << 28 | times << 16 | rb << 8 | ra << 4 | rd


def place(element: int, word: int) -> int:
    return 4 * (WORDS * element + word)


def output() -> str:
    """The function: r10 = r, r11 = k, r12 = bits, r13 = p, r14 = sqrt(b), or 0 for b = 1. Gives 1 for infinity."""
    t = Text()
    t.constant(BASE, UNIT.base)
    t.put(X, POINT)
    t.put(X2, POINT)
    for element, value in ((X1, 1), (Z1, 0), (Z2, 1)):
        t.small(element, value)
    # The words of the scalar, from the highest; the first one has `bits` mod 32 bits.
    t.op(f"addi {COUNT}, {LENGTH}, 31", f"srli {COUNT}, {COUNT}, 5", f"slli {COUNT}, {COUNT}, 2",
         f"add {SCALAR}, {SCALAR}, {COUNT}", f"sub {BIT}, r0, {LENGTH}", f"lw {WORD}, -4({SCALAR})",
         f"addi {SCALAR}, {SCALAR}, -4", f"sll {WORD}, {WORD}, {BIT}", f"addi {COUNT}, {LENGTH}, -1",
         f"andi {COUNT}, {COUNT}, 31", f"addi {COUNT}, {COUNT}, 1", f"sub {LENGTH}, {LENGTH}, {COUNT}",
         f"movi {BEFORE}, 0", f"cmpi.eq p1, {ROOT}, 0", "[p1] br .Lkoblitz")  # fmt: skip
    t.put(B, ROOT)
    for name, koblitz in (("general", False), ("koblitz", True)):
        t.label(f".L{name}")
        _step(t, koblitz)
        t.op(f"cmpi.ne p2, {COUNT}, 0", f"cmpi.ne p3, {LENGTH}, 0", f"[p2] br .L{name}",
             f"[p3] lw {WORD}, -4({SCALAR})", f"movi {COUNT}, {BITS}", f"addi {LENGTH}, {LENGTH}, {-BITS}",
             f"addi {SCALAR}, {SCALAR}, -4", f"[p3] br .L{name}")  # fmt: skip
        if not koblitz:
            t.op("br .Lrecover")
    t.label(".Lrecover")
    _recover(t)
    t.op("jr r1")
    head = [f".section .text.{NAME}", ".balign 4", ".schedule", f".globl {NAME}", f".type {NAME}, @function",
            f"{NAME}:"]  # fmt: skip
    return "\n".join([*head, *t.lines, f".size {NAME}, . - {NAME}", ""])


def _step(t: Text, koblitz: bool) -> None:
    t.op(f"srli {BIT}, {WORD}, 31", f"xor {CONDITION}, {BIT}, {BEFORE}", f"addi {BEFORE}, {BIT}, 0",
         f"slli {WORD}, {WORD}, 1", f"slli {CONDITION}, {CONDITION}, 16", f"addi {COUNT}, {COUNT}, -1")  # fmt: skip
    t.exchange(X1, X2, CONDITION, FIRST)
    t.exchange(Z1, Z2, CONDITION, SECOND)
    t.command(MUL, T, X1, Z2)
    t.command(MUL, U, X2, Z1)
    t.command(ADD, Z2, T, U)
    t.command(SQUARE, Z2, Z2, times=1)
    t.command(MUL, T, T, U)
    t.command(MUL, X2, X, Z2)
    t.command(ADD, X2, X2, T)
    t.command(SQUARE, X1, X1, times=1)
    t.command(SQUARE, Z1, Z1, times=1)
    if koblitz:
        t.command(ADD, U, X1, Z1)
        t.command(MUL, Z1, X1, Z1)
        t.command(SQUARE, X1, U, times=1)
    else:
        t.command(MUL, U, B, Z1)
        t.command(MUL, Z1, X1, Z1)
        t.command(ADD, X1, X1, U)
        t.command(SQUARE, X1, X1, times=1)


def _recover(t: Text) -> None:
    t.op(f"slli {CONDITION}, {BEFORE}, 16")
    t.exchange(X1, X2, CONDITION, FIRST)
    t.exchange(Z1, Z2, CONDITION, SECOND)
    for element, register in ((Z1, FIRST), (Z2, SECOND)):
        t.op(f"movi {register}, 0")
        for i in range(WORDS):
            word = TEMPORARY[i % len(TEMPORARY)]
            t.op(f"lw {word}, {place(element, i)}({BASE})", f"or {register}, {register}, {word}")
        t.op(f"sltiu {register}, {register}, 1")
    t.op(f"slli {CONDITION}, {SECOND}, 16", f"addi {BIT}, {FIRST}, 0")  # k = n - 1; infinity
    t.put(B, POINT, Y)
    t.command(MUL, T, X, Z1)
    t.command(ADD, T, T, X1)
    t.command(MUL, U, X, Z2)
    t.command(ADD, X2, X2, U)
    t.command(MUL, X2, X2, T)  # (X1 + x Z1)(X2 + x Z2)
    t.command(MUL, T, Z1, Z2)
    t.command(MUL, Z1, Z1, U)  # x Z1 Z2
    t.command(MUL, X1, X1, U)  # X1 x Z2
    for operation, rd, ra, rb, times in inversion(Z2, Z1, U):
        t.command(operation, rd, ra, rb, times)
    t.command(MUL, X1, X1, Z2)  # x1
    t.command(SQUARE, U, X, times=1)
    t.command(ADD, U, U, B)
    t.command(MUL, U, U, T)
    t.command(ADD, U, U, X2)
    t.command(MUL, U, U, Z2)
    t.command(ADD, T, X, X1)
    t.command(MUL, T, T, U)
    t.command(ADD, T, T, B)  # y1
    t.command(ADD, U, X, B)
    t.exchange(X1, X, CONDITION, FIRST)
    t.exchange(T, U, CONDITION, SECOND)
    for element, offset in ((X1, 0), (T, Y)):
        for i in range(WORDS):
            word = TEMPORARY[i % len(TEMPORARY)]
            t.op(f"lw {word}, {place(element, i)}({BASE})", f"sw {word}, {offset + 4 * i}({RESULT})")
    for element in range(8):
        t.command(ADD, element, element, element)  # no secret stays
    t.op(f"addi {RESULT}, {BIT}, 0")


def inversion(result: int, a: int, scratch: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Commands of 1/a, 0 for 0: a^(2^(m-1) - 1) by the addition chain of the bits of m - 1, then one square."""
    n, held = 1, a  # held = a^(2^n - 1)
    for bit in range((DEGREE - 1).bit_length() - 2, -1, -1):
        yield SQUARE, scratch, held, 0, n
        yield MUL, result, scratch, held, 0
        n, held = 2 * n, result
        if (DEGREE - 1) >> bit & 1:
            yield SQUARE, result, result, 0, 1
            yield MUL, result, result, a, 0
            n += 1
    yield SQUARE, result, result, 0, 1
