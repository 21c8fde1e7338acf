# SPDX-License-Identifier: Apache-2.0
"""A register written by one instruction and read by another, one to four later: every kind of producer, every operand
that is read, in each stage that reads one.

The value is prepared first. The producer keeps it where the consumer needs an address. Instructions between them have
nothing to do with the register.
"""

from collections.abc import Callable, Sequence

from evariste.parts.mips.recipes import arithmetic, control, faults, layout, memory, system
from evariste.parts.mips.recipes.generator import LINK, Generator
from evariste.verification.randprog.writer import Label

Produce = Callable[[Generator, int, int], None]  # into a register; another register points at a free word
Consume = Callable[[Generator, int, int], Callable[[], object]]  # prepares; then puts what reads the register


def by_alu(g: Generator, r: int, cell: int) -> None:
    name = g.rng.choice(("addu", "or_reg", "xor_reg", "sll", "subu", "sllv", "addiu", "ori"))
    if name == "sll":
        g.put(name, rd=r, rt=r, imm=0)
    elif name == "sllv":
        g.put(name, rd=r, rt=r, rs=0)
    elif name in ("addiu", "ori"):
        g.put(name, rt=r, rs=r, imm=0)
    else:
        g.put(name, rd=r, rs=r, rt=0)


def by_load(g: Generator, r: int, cell: int) -> None:
    g.put("sw", rt=r, rs=cell, imm=0)
    g.put(g.rng.choice(("lw", "lw", "ll")), rt=r, rs=cell, imm=0)


def by_merge(g: Generator, r: int, cell: int) -> None:
    g.put("sw", rt=r, rs=cell, imm=0)
    name, offset = g.rng.choice((("lwl", 3), ("lwr", 0)))
    g.put(name, rt=r, rs=cell, imm=offset)


def by_unit(g: Generator, r: int, cell: int) -> None:
    half = g.rng.choice(("hi", "lo"))
    g.put(f"mt{half}", rs=r)
    g.put(f"mf{half}", rd=r)


def by_product(g: Generator, r: int, cell: int) -> None:
    """The product by 1, at once or after a while."""
    one = g.dest(tuple(x for x in g.REGISTERS if x not in (r, cell)))
    g.put("addiu", rt=one, rs=0, imm=1)
    g.put(g.rng.choice(("mult", "multu", "mult", "divu")), rs=r, rt=one)
    for _ in range(g.rng.choice((0, 0, 1, 2, 3, 4))):
        g.put("nop")
    g.put("mflo", rd=r)
    g.wrote(one)


def by_cp0(g: Generator, r: int, cell: int) -> None:
    g.put("mtc0", rt=r, cd=system.EPC)
    g.put("mfc0", rt=r, cd=system.EPC)


KEEPING: tuple[Produce, ...] = (by_alu, by_alu, by_load, by_load, by_merge, by_unit, by_product, by_cp0)


def by_narrow_load(g: Generator, r: int, cell: int) -> None:
    g.put("sw", rt=r, rs=cell, imm=0)
    g.put(g.rng.choice(("lb", "lbu", "lh", "lhu")), rt=r, rs=cell, imm=g.rng.choice((0, 2)))


def by_part(g: Generator, r: int, cell: int) -> None:
    g.put("sw", rt=g.read(), rs=cell, imm=0)
    g.put(g.rng.choice(memory.MERGING), rt=r, rs=cell, imm=g.rng.randrange(4))


def by_condition(g: Generator, r: int, cell: int) -> None:
    if not g.recipe.open or g.rng.random() < 0.5:
        g.put("ll", rt=0, rs=cell, imm=0)
    g.put("sc", rt=r, rs=cell, imm=0)


def by_register_of_cp0(g: Generator, r: int, cell: int) -> None:
    g.put("mfc0", rt=r, cd=g.rng.choice(system.REGISTERS))


def by_link(g: Generator, r: int, cell: int) -> None:
    """jalr to the word behind its delay slot; the slot is no further away than the consumer may be."""
    after, to = Label(), g.dest(tuple(x for x in g.REGISTERS if x not in (r, cell)))
    g.literal(to, after)
    g.put("jalr", rd=r, rs=to)
    g.put("nop")
    g.code.bind(after)


CHANGING: tuple[Produce, ...] = (*KEEPING, by_narrow_load, by_part, by_condition, by_register_of_cp0, by_link)


def hazard(g: Generator) -> None:
    """Any producer, any consumer, at any distance that matters."""
    between(g, KEEPING, CHANGING, CONSUMERS)


def between(
    g: Generator, keeping: Sequence[Produce], changing: Sequence[Produce], consumers: Sequence[tuple[Consume, bool]]
) -> None:
    """One of the producers, then one of the consumers. Some consumers need a producer that keeps the value."""
    rng = g.rng
    r, cell, other = g.dests(3, tuple(x for x in g.REGISTERS if x != LINK))
    consume, keeps = rng.choice(consumers)
    g.literal(cell, layout.SCRATCH)
    with g.reserve(r, cell, other):
        ready = consume(g, r, other)
        rng.choice(keeping if keeps else changing)(g, r, cell)
        g.wrote(r)
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
            rt = g.dest() if rng.random() < 0.3 else 0
            g.put("addiu", rt=rt, rs=cell, imm=1)
            g.wrote(rt)
        ready()
    g.forget()


def compute(g: Generator, r: int, other: int) -> Callable[[], object]:
    rd, name = g.write(), g.rng.choice((*arithmetic.THREE, *arithmetic.BY_REGISTER))
    sources = g.rng.choice(({"rs": r, "rt": other}, {"rs": other, "rt": r}, {"rs": r, "rt": r}))
    return lambda: g.put(name, rd=rd, **sources)


def immediate(g: Generator, r: int, other: int) -> Callable[[], object]:
    rd, name = g.write(), g.rng.choice((*arithmetic.SIGNED, *arithmetic.LOGIC, *arithmetic.SHIFT))
    if name in arithmetic.SHIFT:
        return lambda: g.put(name, rd=rd, rt=r, imm=7)
    return lambda: g.put(name, rt=rd, rs=r, imm=5)


def unit(g: Generator, r: int, other: int) -> Callable[[], object]:
    name = g.rng.choice((*arithmetic.MULTIPLY, *arithmetic.TO_UNIT, *(arithmetic.DIVIDE if g.recipe.open else ())))
    if name in arithmetic.TO_UNIT:
        return lambda: g.put(name, rs=r)
    return lambda: g.put(name, **g.rng.choice(({"rs": r, "rt": other}, {"rs": other, "rt": r})))


def stored(g: Generator, r: int, other: int) -> Callable[[], object]:
    name = g.rng.choice([*memory.STORES, *(("sc",) if g.recipe.open else ())])
    address = g.rng.randrange(layout.DATA_RAM.first, layout.DATA_RAM.end) & -memory.SIZES[name]
    g.literal(other, address)
    return lambda: g.put(name, rt=r, rs=other, imm=0)


def merged(g: Generator, r: int, other: int) -> Callable[[], object]:
    name = g.rng.choice(memory.MERGING)
    g.literal(other, g.rng.randrange(layout.DATA_RAM.first, layout.DATA_RAM.end))
    return lambda: g.put(name, rt=r, rs=other, imm=0)


def address(g: Generator, r: int, other: int) -> Callable[[], object]:
    name = g.rng.choice([n for n in memory.SIZES if g.recipe.open or n != "sc"])
    where = g.rng.choice(layout.WRITABLE)
    g.literal(r, g.rng.randrange(where.first, where.end - 3) & -4)
    rt = other if name in memory.LOADS or name == "sc" else g.rng.choice((other, r))
    return lambda: g.put(name, rt=rt, rs=r, imm=0)


def condition(g: Generator, r: int, other: int) -> Callable[[], object]:
    name, over, slot = g.rng.choice((*control.TWO, *control.TWO, *control.ONE)), Label(), g.slot()
    sources = g.rng.choice(({"rs": r, "rt": other}, {"rs": other, "rt": r}, {"rs": r, "rt": 0}))
    if name not in control.TWO:
        sources = {"rs": r}

    def put() -> None:
        g.jump(name, over, slot, **sources)
        with g.perhaps():
            g.simple_block(g.rng.randrange(2))
        g.code.bind(over)

    return put


def target(g: Generator, r: int, other: int) -> Callable[[], object]:
    after, slot, name = Label(), g.slot(False), g.rng.choice(("jr", "jalr"))
    g.literal(r, after)

    def put() -> None:
        link = {"rd": g.dest()} if name == "jalr" else {}
        g.put(name, rs=r, **link)
        g.wrote(*link.values())
        slot()
        g.garbage()
        g.code.bind(after)

    return put


def trap(g: Generator, r: int, other: int) -> Callable[[], object]:
    if not g.recipe.faults:
        return compute(g, r, other)
    name = g.rng.choice((*faults.TRAPS, *faults.TRAPS_IMMEDIATE))
    g.spent += g.times * faults.HANDLER
    if name in faults.TRAPS:
        return lambda: g.put(name, **g.rng.choice(({"rs": r, "rt": other}, {"rs": other, "rt": r})), code=0)
    return lambda: g.put(name, rs=r, imm=0)


def to_cp0(g: Generator, r: int, other: int) -> Callable[[], object]:
    return lambda: g.put("mtc0", rt=r, cd=system.EPC)


CONSUMERS: tuple[tuple[Consume, bool], ...] = (
    (compute, False), (compute, False), (immediate, False), (unit, False), (stored, False), (stored, False),
    (merged, False), (address, True), (address, True), (condition, False), (condition, False), (condition, False),
    (target, True), (target, True), (trap, False), (to_cp0, False),
)  # fmt: skip
