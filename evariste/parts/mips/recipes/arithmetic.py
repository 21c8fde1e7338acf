# SPDX-License-Identifier: Apache-2.0
"""Statements that compute: the ALU, and the unit that multiplies and divides, at every distance from its readers."""

from evariste.parts.mips.recipes.generator import Generator
from evariste.verification.randprog.writer import operand

THREE = ("addu", "subu", "slt", "sltu", "and_reg", "or_reg", "xor_reg", "nor")
BY_REGISTER = ("sllv", "srlv", "srav")
SIGNED = ("addiu", "slti", "sltiu")
LOGIC = ("andi", "ori", "xori")
SHIFT = ("sll", "srl", "sra")
MULTIPLY, DIVIDE = ("mult", "multu"), ("div", "divu")
FROM_UNIT, TO_UNIT = ("mfhi", "mflo"), ("mthi", "mtlo")
ALU = (*THREE, *BY_REGISTER, *SIGNED, *LOGIC, *SHIFT, "lui")
DIVISION = 34  # cycles


def signed(g: Generator) -> int:
    """An immediate of 16 bits."""
    return (operand(g.rng, 16) ^ 0x8000) - 0x8000


def alu(g: Generator) -> None:
    """One instruction of the ALU."""
    rng, name = g.rng, g.rng.choice(ALU)
    rd = g.write()
    if name in THREE or name in BY_REGISTER:
        g.put(name, rd=rd, rs=g.read(), rt=g.read())
    elif name in SIGNED:
        g.put(name, rt=rd, rs=g.read(), imm=signed(g))
    elif name in LOGIC:
        g.put(name, rt=rd, rs=g.read(), imm=operand(rng, 16))
    elif name in SHIFT:
        rt, amount = g.read(), operand(rng, 5)
        if name == "sll" and not (rd or rt or amount):
            rd = g.dest()
        g.put(name, rd=rd, rt=rt, imm=amount)
    else:
        g.put("lui", rt=rd, imm=operand(rng, 16))
    g.wrote(rd)


def fresh_value(g: Generator) -> None:
    g.set(g.dest(), g.value())


def nothing(g: Generator) -> None:
    g.put(g.rng.choice(("nop", "sync")))


def add_without_overflow(g: Generator) -> None:
    """add, addi and sub of operands that are small."""
    rd, rs, rt = g.dests(3)
    g.put("sra", rd=rs, rt=g.read(), imm=g.rng.randrange(1, 20))
    g.wrote(rs)
    if g.rng.random() < 0.3:
        g.put("addi", rt=rd, rs=rs, imm=signed(g))
    else:
        g.put("andi", rt=rt, rs=g.read(), imm=0x7FFF)
        g.put("sra", rd=rs, rt=rs, imm=1)
        g.put(g.rng.choice(("add", "sub")), rd=rd, rs=rs, rt=rt)
    g.wrote(rt, rs, rd)


def start(g: Generator, names: tuple[str, ...]) -> None:
    """One instruction that occupies the unit, or writes HI or LO."""
    name = g.rng.choice(names)
    if name in TO_UNIT:
        g.put(name, rs=g.read())
    elif name in DIVIDE and not g.recipe.open:
        by = g.dest()
        g.put("ori", rt=by, rs=by, imm=1)
        g.wrote(by)
        g.put(name, rs=g.read(), rt=by)
    else:
        g.put(name, rs=g.read(), rt=g.read())


def finish(g: Generator) -> None:
    rd = g.write()
    g.put(g.rng.choice(FROM_UNIT), rd=rd)
    g.wrote(rd)


def unit(g: Generator) -> None:
    """The unit is asked; some instructions later a result is read, or it is asked again."""
    divides = g.rng.random() < 0.25
    start(g, DIVIDE if divides else (*MULTIPLY, *TO_UNIT))
    longest = DIVISION if divides and g.rng.random() < 0.3 else 5
    for _ in range(g.rng.randint(0, longest)):
        alu(g)
    if g.rng.random() < 0.25:
        start(g, (*MULTIPLY, *DIVIDE, *TO_UNIT))
    if g.rng.random() < 0.9:
        finish(g)
    if g.rng.random() < 0.4:
        finish(g)
