# SPDX-License-Identifier: Apache-2.0
"""Functions of GF(2^233) by the accelerator with eight elements: operands come from memory, results go there.

What a function leaves in the elements, it clears.
"""

from collections.abc import Callable, Iterator

from evariste.isa import machine
from evariste.machines.coreva.kernels import field
from evariste.machines.coreva.kernels.field import DEGREE, WORDS
from evariste.machines.coreva.kernels.point import ADD, MUL, SQUARE, command, inversion, place
from evariste.machines.coreva.kernels.units import REGISTER, UNIT, loaded
from evariste.vliw.kernel import Kernel

Command = tuple[int, int, int, int, int]  # operation, rd, ra, rb, number of squares
RESULT = 3
COUNT_AT = 16  # the place of that number in a command


class Elements:
    """The accelerator in a kernel."""

    def __init__(self, k: Kernel) -> None:
        self.k, self.base = k, k.constant(UNIT.base)
        self.used: set[int] = set()

    def put(self, element: int, base: int) -> None:
        self.used.add(element)
        for i, v in enumerate(loaded(self.k, base)):
            self.k.access("sw", "unit", self.base, v, ordered=True, imm=place(element, i))

    def command(self, what: Command, count: int = 0) -> None:
        """`count`: a variable to add to the command."""
        self.used.add(what[1])
        word = self.k.constant(command(*what))
        if count:
            self.k.add(word, count)
        self.k.access("sw", "unit", self.base, word, ordered=True, imm=REGISTER["field_command"])

    def get(self, element: int, r: int) -> None:
        value = [self.k.access("lw", "unit", self.base, ordered=True, imm=place(element, i)) for i in range(WORDS)]
        field.store(self.k, r, value)
        for used in sorted(self.used):
            self.command((ADD, used, used, used, 0))


def function(name: str, operands: int, commands: Callable[[], Iterator[Command]], counted: bool = False) -> Kernel:
    """r = what commands leave in RESULT of operands in elements 0, 1, ... `counted`: a last argument is a number of
    squares, for the only command.
    """
    k = Kernel(machine("coreva"), name)
    r, arguments = k.argument(0), [k.argument(1 + i) for i in range(operands)]
    count = k.op("slli", k.argument(1 + operands), amount=COUNT_AT) if counted else 0
    unit = Elements(k)
    for element, base in enumerate(arguments):
        unit.put(element, base)
    for what in commands():
        unit.command(what, count)
    unit.get(RESULT, r)
    k.finish()
    return k


def product() -> Iterator[Command]:
    yield MUL, RESULT, 0, 1, 0


def product_sum() -> Iterator[Command]:
    yield MUL, RESULT, 0, 1, 0
    yield ADD, RESULT, RESULT, 2, 0


def product_square() -> Iterator[Command]:
    yield MUL, RESULT, 0, 1, 0
    yield SQUARE, RESULT, RESULT, 0, 1


def squares() -> Iterator[Command]:
    yield SQUARE, RESULT, 0, 0, 0


def sum_square() -> Iterator[Command]:
    yield ADD, RESULT, 0, 1, 0
    yield SQUARE, RESULT, RESULT, 0, 1


def inverse() -> Iterator[Command]:
    yield from inversion(RESULT, 0, 1)


def half_trace() -> Iterator[Command]:
    """The sum of a^(4^i) for i < n = (m + 1) / 2: for 2 n it is H + H^(4^n), for n + 1 it is H^4 + a."""
    n, held = 1, 0
    wanted = (DEGREE + 1) // 2
    for bit in range(wanted.bit_length() - 2, -1, -1):
        yield SQUARE, 1, held, 0, 2 * n
        yield ADD, RESULT, held, 1, 0
        n, held = 2 * n, RESULT
        if wanted >> bit & 1:
            yield SQUARE, RESULT, RESULT, 0, 2
            yield ADD, RESULT, RESULT, 0, 0
            n += 1


# Names, what they compute, the operands, the commands, whether there is a number of squares.
FUNCTIONS = {
    "mul": ("a b", 2, product, False),
    "muladd": ("a b + c", 3, product_sum, False),
    "mulsqr": ("(a b)^2", 2, product_square, False),
    "sqrn": ("a^(2^n), n < 256,", 1, squares, True),
    "sumsqr": ("(a + b)^2", 2, sum_square, False),
    "inv": ("1/a, 0 for 0,", 1, inverse, False),
    "half_trace": ("the half-trace of a", 1, half_trace, False),
}
