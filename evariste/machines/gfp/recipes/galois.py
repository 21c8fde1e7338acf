# SPDX-License-Identifier: Apache-2.0
"""Statements with Galois-field instructions: every instruction of class gf, at every alignment."""

from evariste.gf.lanes import descriptor
from evariste.isa import load
from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import ISA
from evariste.machines.gfp.recipes.generator import LOW, WIDE, Generator, instructions
from evariste.machines.gfp.recipes.memory import WRITABLE, pointer

ARITHMETIC = [ISA.by_name[n] for n in instructions("gf") if n not in ("gfcfg", "gfst")]
DESCRIPTORS = [descriptor(field.poly) for field in load.fields().small]


def gf(g: Generator) -> None:
    """Any arithmetic instruction on any registers; two results in one register and results used at once are common."""
    insn = g.rng.choice(ARITHMETIC)
    operands = {name: g.source(WIDE) for name in insn.fields}
    operands["rd"] = g.dest(WIDE)
    if "rh" in operands:
        operands["rh"] = operands["rd"] if g.rng.random() < 0.15 else g.dest(WIDE)
    g.put(insn.name, **operands)
    g.wrote(*{operands["rd"], operands.get("rh", operands["rd"])})


def gf_run(g: Generator) -> None:
    """Several in a row, with or without a halfword in between: aligned and straddling."""
    for _ in range(g.rng.randint(2, 4)):
        gf(g)
        if g.rng.random() < 0.2:
            rd = g.dest()
            g.put("adds_imm8", rd=rd, imm=g.rng.randrange(256))
            g.wrote(rd)


def product_used(g: Generator) -> None:
    """gfmul32, and both words of its result in the next instruction."""
    if g.rng.random() < 0.5:
        high, low = g.dests(2)
    else:
        high, low = g.dests(2, WIDE)
    g.put("gfmul32", rh=high, rd=low, rn=g.source(WIDE), rm=g.source(WIDE))
    g.wrote(high, low)
    to = g.dest(WIDE)
    kind = g.rng.randrange(4)
    if kind == 0:
        g.put("gfadd", rd=to, rn=high, rm=low)
    elif kind == 1:
        g.put("gfmul32", rh=to, rd=low, rn=low, rm=high)
    elif kind == 2 and high < 8 and low < 8:
        g.put("eors", rd=low, rm=high)
        return
    else:
        g.put("gfmul", rd=to, rn=low, rm=high)
    g.wrote(to)


def any_descriptor(g: Generator) -> bytes:
    """A field's descriptor, or any matrix with a legal degree."""
    if g.rng.random() < 0.7:
        return g.rng.choice(DESCRIPTORS)
    return g.rng.randbytes(7) + bytes([g.rng.randint(2, 8)])


def perhaps_high(g: Generator, base: int) -> int:
    """The address again, sometimes moved to a register that only some instructions reach."""
    if g.rng.random() < 0.7:
        return base
    high = g.dest((8, 9, 10, 11, 12, 14))
    g.put("mov_hi", rd=high, rm=base)
    g.wrote(high)
    return high


def configure(g: Generator) -> None:
    """gfcfg from one of the descriptors in ROM, once or several times, and arithmetic right behind it."""
    for _ in range(g.rng.choice((1, 1, 2, 3))):
        base = g.dest()
        g.literal(base, layout.DATA_ROM.first + 8 * g.rng.randrange(DESCRIPTORS_IN_ROM))
        base = perhaps_high(g, base)
        for _ in range(g.rng.choice((1, 1, 2, 3))):  # back to back
            g.put("gfcfg", rn=base)
    if g.rng.random() < 0.7:
        gf(g)


DESCRIPTORS_IN_ROM = 64  # at the start of the constants, 8 bytes each


def store_field(g: Generator) -> None:
    """gfst, a load of what it stored at once, and often gfcfg of it, with another field in between."""
    base = pointer(g, WRITABLE, 4, 8)
    g.put("gfst", rn=perhaps_high(g, base))
    rd = g.dest(tuple(r for r in LOW if r != base))
    g.put("ldr_imm", rd=rd, rn=base, imm=g.rng.choice((0, 4)))
    g.wrote(rd)
    if g.rng.random() < 0.5 and len(set(LOW) - g.reserved) > 2:
        with g.reserve(base):
            configure(g)
        g.put("gfcfg", rn=base)
        gf(g)


def configure_stored(g: Generator) -> None:
    """A descriptor stored to RAM just before gfcfg loads it."""
    base = pointer(g, WRITABLE, 4, 8)
    low, high = g.dests(2, tuple(r for r in LOW if r != base))
    data = any_descriptor(g)
    g.literal(low, int.from_bytes(data[:4], "little"))
    g.literal(high, int.from_bytes(data[4:], "little"))
    g.put("str_imm", rd=low, rn=base, imm=0)
    g.put("str_imm", rd=high, rn=base, imm=4)
    g.put("gfcfg", rn=base)
    if g.rng.random() < 0.5:
        g.put("str_imm", rd=g.source(), rn=base, imm=4)
    gf(g)
