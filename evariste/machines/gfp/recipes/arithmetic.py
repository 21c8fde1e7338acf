# SPDX-License-Identifier: Apache-2.0
"""Statements of one or two instructions that compute: every instruction of class alu, and the hints."""

from evariste.machines.gfp.recipes.assembler import ISA
from evariste.machines.gfp.recipes.generator import LOW, WIDE, Generator, instructions
from evariste.machines.gfp.recipes.interrupts import sleep
from evariste.verification.randprog.writer import operand

# Class alu with a stack pointer or program counter in it; each has its own statement here or in control.py.
SPECIAL = {"add_hi", "cmp_hi", "mov_hi", "adr", "add_rd_sp_imm8", "add_sp_imm7", "sub_sp_imm7"}
PLAIN = [ISA.by_name[name] for name in instructions("alu") if name not in SPECIAL]
SHIFTS = {"lsls_reg", "lsrs_reg", "asrs_reg", "rors"}


def alu(g: Generator) -> None:
    """Any instruction on low registers, with any operands."""
    rng = g.rng
    insn = rng.choice(PLAIN)
    operands: dict[str, int] = {}
    for name, field in insn.fields.items():
        if name == "rd":
            operands[name] = g.dest()
        elif name == "imm":
            operands[name] = field.value(operand(rng, field.width))
        else:
            operands[name] = g.source()
    if insn.name == "lsls_imm" and operands["imm"] == 0:
        operands["imm"] = 1
    fresh = operands.get("rm", operands.get("rn"))
    if fresh is not None and fresh not in g.reserved and rng.random() < (0.6 if insn.name in SHIFTS else 0.06):
        g.set(fresh, rng.randrange(42) if insn.name in SHIFTS else g.value())
    g.put(insn.name, **operands)
    if "rd" in operands:
        g.wrote(operands["rd"])


def high(g: Generator) -> None:
    """add, cmp and mov on all registers, with sp and pc also as sources."""
    rng = g.rng
    kind = rng.choice(("add_hi", "mov_hi", "mov_hi", "cmp_hi"))
    if kind == "cmp_hi":
        rn = g.source((*WIDE, 13))
        rm = g.source((*WIDE, 13) if rn > 7 else (8, 9, 10, 11, 12, 13, 14))
        g.put("cmp_hi", rn=rn, rm=rm)
        return
    rd, rm = g.dest(WIDE), g.source((*WIDE, 13, 15))
    value = g.known.get(rm) if kind == "mov_hi" else None
    g.put(kind, rd=rd, rm=rm)
    g.wrote(rd)
    if value is not None:
        g.known[rd] = value


def compare_near(g: Generator) -> None:
    """A comparison with a value that is equal, or larger or smaller by little; the flags are kept."""
    what = g.source((*WIDE, 13))
    r = g.dest(tuple(x for x in LOW if x != what))
    g.put("mov_hi", rd=r, rm=what)
    g.put(g.rng.choice(("adds_imm3", "subs_imm3")), rd=r, rn=r, imm=g.rng.randrange(5))
    g.wrote(r)
    if what > 7:
        g.put("cmp_hi", rn=what, rm=r)
    else:
        g.put("cmp_reg", rn=what, rm=r)
    if g.rng.random() < 0.5:
        rd = g.dest(WIDE)
        g.put("mrs", rd=rd, imm=0)
        g.wrote(rd)


def address(g: Generator) -> None:
    """adr, and add rd, sp, #imm: the addresses themselves, as data."""
    name = g.rng.choice(("adr", "add_rd_sp_imm8"))
    rd = g.dest()
    g.put(name, rd=rd, imm=4 * operand(g.rng, 8))
    g.wrote(rd)


def carry_chain(g: Generator) -> None:
    """A wide addition or subtraction: flags go from each instruction to the next."""
    first, then = g.rng.choice((("adds_reg", "adcs"), ("subs_reg", "sbcs"), ("cmn", "adcs"), ("cmp_reg", "sbcs")))
    if first in ("cmn", "cmp_reg"):
        g.put(first, rn=g.source(), rm=g.source())
    else:
        rd = g.dest()
        g.put(first, rd=rd, rn=g.source(), rm=g.source())
        g.wrote(rd)
    for _ in range(g.rng.randint(1, 3)):
        rd = g.dest()
        g.put(then, rd=rd, rm=g.source(LOW))
        g.wrote(rd)


def fresh_value(g: Generator) -> None:
    """A new number, so that random computation does not degenerate."""
    g.set(g.dest(), g.value())


def hint(g: Generator) -> None:
    name = g.rng.choice(("nop", "yield_", "wfe", "wfi", "sev", "hint"))
    if name == "hint":
        g.put(name, imm=g.rng.randint(5, 15))
    else:
        if g.recipe.interrupts and name in ("wfe", "wfi"):
            sleep(g)
            return
        at = g.put(name)
        if name in ("yield_", "wfe", "wfi"):
            g.sites.hints.add(at)
