# SPDX-License-Identifier: Apache-2.0
"""Statements that load and store."""

from evariste.parts.mips.recipes import layout
from evariste.parts.mips.recipes.generator import Generator

LOADS = {"lb": 1, "lbu": 1, "lh": 2, "lhu": 2, "lw": 4, "lwl": 1, "lwr": 1, "ll": 4}
STORES = {"sb": 1, "sh": 2, "sw": 4, "swl": 1, "swr": 1}
SIZES = {**LOADS, **STORES, "sc": 4}
MERGING = ("lwl", "lwr")


def load(g: Generator) -> None:
    name = g.rng.choice([*LOADS, "lw", "lw"])
    base, imm = g.pointer(layout.READABLE, LOADS[name])
    rt = g.write()
    g.put(name, rt=rt, rs=base, imm=imm)
    g.wrote(rt)


def store(g: Generator) -> None:
    name = g.rng.choice([*STORES, "sw", "sw"])
    base, imm = g.pointer(layout.WRITABLE, STORES[name])
    g.put(name, rt=g.read(), rs=base, imm=imm)


def store_load(g: Generator) -> None:
    """A store and a load of the same word, in any sizes."""
    base, imm = g.pointer(layout.WRITABLE, 4)
    for names in (STORES, LOADS):
        name = g.rng.choice([*names])
        offset = g.rng.randrange(0, 4, names[name])
        if imm + offset > 0x7FFF:
            return
        rt = g.read() if names is STORES else g.write()
        g.put(name, rt=rt, rs=base, imm=imm + offset)
        if names is LOADS:
            g.wrote(rt)


def unaligned(g: Generator) -> None:
    """A word at any address, by the pairs for it."""
    first, second = g.rng.choice((("lwr", "lwl"), ("swr", "swl")))
    base, imm = g.pointer(layout.WRITABLE[:1], 1)
    if first == "lwr":
        rt = g.dest(tuple(r for r in g.REGISTERS if r != base))
        g.put(first, rt=rt, rs=base, imm=imm)
        g.put(second, rt=rt, rs=base, imm=imm + 3)
        g.wrote(rt)
    else:
        rt = g.read()
        g.put(first, rt=rt, rs=base, imm=imm)
        g.put(second, rt=rt, rs=base, imm=imm + 3)


def linked(g: Generator) -> None:
    """ll and sc of one word; where the architecture leaves it open, also of two, or with a store between."""
    base, imm = g.pointer(layout.WRITABLE[:1], 4)
    old, new = g.dests(2, tuple(r for r in g.REGISTERS if r != base))
    if not g.recipe.open or g.rng.random() < 0.7:
        g.put("ll", rt=old, rs=base, imm=imm)
        g.wrote(old)
    if g.recipe.open and g.rng.random() < 0.5:
        with g.reserve(base, new):
            g.simple_block(g.rng.randint(0, 2))
    elif g.rng.random() < 0.5:
        g.put("addiu", rt=new, rs=old, imm=1)
        g.wrote(new)
    if base in g.known:
        g.put("sc", rt=new, rs=base, imm=imm)
        g.wrote(new)


def written_code(g: Generator) -> None:
    """Stores two instructions and calls them: jr $ra, and one in its delay slot."""
    base, data, to = g.dests(3, tuple(r for r in g.REGISTERS if r != 31))
    place = layout.CODE_WRITTEN.first + 8 * g.rng.randrange(7)
    encoded = g.code.encode("addiu", (("rt", data), ("rs", data), ("imm", g.rng.randrange(100))))
    g.literal(base, place)
    for offset, word in ((4, encoded), (0, g.code.encode("jr", (("rs", 31),)))):
        g.literal(data, int.from_bytes(word, "little"))
        g.put("sw", rt=data, rs=base, imm=offset)
    if g.recipe.cached:
        g.literal(to, layout.INVALIDATE)
        g.put("sw", rt=data, rs=to, imm=0)
    for _ in range(g.rng.randint(3, 5)):
        g.put("nop")
    g.put("jalr", rd=31, rs=base)
    g.put("addu", rd=to, rs=data, rt=0)
    g.spent += 2 * g.times
    g.wrote(31, to, data)


def cache(g: Generator) -> None:
    """What the instruction cache counted, or it is emptied; once in a while twice, or in a way that it refuses."""
    base, rt = g.dests(2)
    g.literal(base, layout.INVALIDATE)
    for _ in range(g.rng.choice((1, 1, 2, 3))):
        if g.rng.random() < 0.6:
            g.put(g.rng.choice(("lw", "lw", "lw", "lhu", "lb")), rt=rt, rs=base, imm=g.rng.choice((4, 4, 8, 8, 12)))
            g.wrote(rt)
        else:
            g.put(g.rng.choice(("sw", "sb", "swl")), rt=g.read(), rs=base, imm=0)
        for _ in range(g.rng.choice((0, 0, 1, 3))):
            g.put("nop")


def code_as_data(g: Generator) -> None:
    """A load of an instruction."""
    base, rt = g.dests(2)
    g.literal(base, g.code.base)
    g.put(g.rng.choice(("lw", "lbu", "lh")), rt=rt, rs=base, imm=4 * g.rng.randrange(8))
    g.wrote(rt)


def console(g: Generator) -> None:
    """A store of a byte, or of more, to the console, or a load."""
    base = g.dest()
    g.literal(base, layout.CONSOLE)
    name, offset = g.rng.choice((("sb", 0), ("sw", 0), ("sh", 2), ("lw", 0), ("swr", 1), ("swl", 3)))
    g.put(name, rt=0 if name == "lw" else g.read(), rs=base, imm=offset)


def counter(g: Generator) -> None:
    """The time: it shows each stall before."""
    base, rt = g.dests(2)
    g.literal(base, layout.CYCLE)
    g.put(g.rng.choice(("lw", "lw", "lw", "lhu", "lb")), rt=rt, rs=base, imm=g.rng.choice((0, 0, 0, 4)))
    g.wrote(rt)
