# SPDX-License-Identifier: Apache-2.0
"""Statements with the accumulator: every instruction that writes it before every one that reads or writes it, at every
distance that matters, and its results as operands of the core's instructions.
"""

from collections.abc import Callable

from evariste.isa import load
from evariste.parts.mips.recipes import arithmetic, assembler, hazards
from evariste.parts.mips.recipes.generator import Generator, Slot
from evariste.verification.randprog.writer import Statement

PRODUCTS = ("maddu", "m2addu", "mulgf2", "maddgf2")
TWO = (*PRODUCTS, "addau")  # without a result in a register
TO = ("mtlhx", *arithmetic.TO_UNIT)
FROM = ("sha", *arithmetic.FROM_UNIT)
ALL = (*TWO, "mul", "sha", "mtlhx")
PAUSES = (0, 0, 0, 0, 1, 1, 2, 3, 4, 5)  # instructions between two of the accumulator


class Code(assembler.Code):
    """Instructions of pete."""

    ISA = load.machine("pete")


def put(g: Generator, name: str) -> None:
    """One instruction that reads or writes U, HI or LO, or `mul`."""
    if name in arithmetic.DIVIDE:
        arithmetic.start(g, (name,))
    elif name in TO:
        g.put(name, rs=g.read())
    elif name in FROM:
        rd = g.write()
        g.put(name, rd=rd)
        g.wrote(rd)
    elif name == "mul":
        rd = g.write()
        g.put(name, rd=rd, rs=g.read(), rt=g.read())
        g.wrote(rd)
    else:
        g.put(name, rs=g.read(), rt=g.read())


def some(g: Generator) -> str:
    """An instruction of the accumulator; a division is rare, since it takes long."""
    rare = arithmetic.DIVIDE if g.rng.random() < 0.1 else ()
    return g.rng.choice((*ALL, *PRODUCTS, *FROM, *arithmetic.MULTIPLY, *arithmetic.TO_UNIT, *rare))


def accumulate(g: Generator) -> None:
    """Some of them in a row, with nothing or a little in between."""
    for _ in range(g.rng.randint(2, 12)):
        put(g, some(g))
        for _ in range(g.rng.choice(PAUSES)):
            arithmetic.alu(g)


def column(g: Generator) -> None:
    """As a product of long numbers: products, then a shift into a register that is computed with."""
    product = g.rng.choice(PRODUCTS)
    for _ in range(g.rng.randint(1, 4)):
        put(g, product)
    if g.rng.random() < 0.3:
        put(g, "addau")
    put(g, "sha")
    for _ in range(g.rng.choice((0, 1, 2))):
        put(g, product)
    arithmetic.alu(g)


def saved_and_restored(g: Generator) -> None:
    """The accumulator goes to three registers and back, as at a switch of tasks."""
    kept = g.dests(3)
    for r in kept:
        g.put("sha", rd=r)
    if g.rng.random() < 0.5:
        put(g, g.rng.choice(PRODUCTS))
    for r in reversed(kept):
        g.put("mtlhx", rs=r)
    g.wrote(*kept)


SIMPLE: dict[Statement, float] = {accumulate: 3, column: 2, saved_and_restored: 0.4}


def by_shift(g: Generator, r: int, cell: int) -> None:
    g.put("mtlhx", rs=r)
    g.put("sha", rd=r)


def by_low_product(g: Generator, r: int, cell: int) -> None:
    one = g.dest(tuple(x for x in g.REGISTERS if x not in (r, cell)))
    g.put("addiu", rt=one, rs=0, imm=1)
    g.put("mul", rd=r, **g.rng.choice(({"rs": r, "rt": one}, {"rs": one, "rt": r})))
    g.wrote(one)


def in_a_product(g: Generator, r: int, other: int) -> Callable[[], object]:
    name, rd = g.rng.choice((*TWO, "mul")), g.write()
    sources = g.rng.choice(({"rs": r, "rt": other}, {"rs": other, "rt": r}, {"rs": r, "rt": r}))
    result = {"rd": rd} if name == "mul" else {}
    return lambda: g.put(name, **result, **sources)


def shifted_in(g: Generator, r: int, other: int) -> Callable[[], object]:
    return lambda: g.put("mtlhx", rs=r)


KEEPING = (by_shift, by_low_product)
CONSUMERS = ((in_a_product, False), (in_a_product, False), (shifted_in, False))


def result(g: Generator) -> None:
    """A result of the accumulator is any operand."""
    hazards.between(g, KEEPING, KEEPING, (*hazards.CONSUMERS, *CONSUMERS))


def operand(g: Generator) -> None:
    """Any result is an operand of the accumulator."""
    hazards.between(g, (*hazards.KEEPING, *KEEPING), (*hazards.CHANGING, *KEEPING), CONSUMERS)


NESTED: dict[Statement, float] = {result: 5, operand: 3}


def in_a_slot(g: Generator) -> Slot:
    return lambda: put(g, g.rng.choice(ALL))


def faulting_in_a_slot(g: Generator) -> Slot:
    """On a core that lacks it."""
    return in_a_slot(g)


SLOTS: dict[Callable[[Generator], Slot], float] = {in_a_slot: 1.5}
FAULTING: dict[Callable[[Generator], Slot], float] = {faulting_in_a_slot: 1.5}
