# SPDX-License-Identifier: Apache-2.0
"""Statements on special registers, barriers, both stacks, supervisor calls, and code written at run time."""

from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import ISA, Code
from evariste.machines.gfp.recipes.control import branch_to_next
from evariste.machines.gfp.recipes.generator import LOW, WIDE, Generator
from evariste.verification.randprog.writer import operand

READABLE = tuple(ISA.register_names("special"))
FLAGS = (0, 1, 2, 3)  # numbers of msr that write the flags
IGNORED = (5, 6, 7)  # numbers of msr that write nothing


def barrier(g: Generator) -> None:
    g.put(g.rng.choice(("dmb", "dsb", "isb")), imm=g.rng.choice((15, 15, g.rng.randrange(16))))


def read_special(g: Generator) -> None:
    """mrs of every special register."""
    rd = g.dest(WIDE)
    g.put("mrs", rd=rd, imm=g.rng.choice(READABLE))
    g.wrote(rd)


def write_flags(g: Generator) -> None:
    """msr of random flags, and an instruction that reads them."""
    rn = g.source(WIDE)
    if not g.recipe.corners:  # Unicorn keeps bit 27, the saturation flag of larger cores
        rn = g.dest()
        g.set(rn, g.rng.randrange(16) << 28)
    g.put("msr", rn=rn, imm=g.rng.choice((*FLAGS, *IGNORED)))
    if g.rng.random() < 0.5:
        rd = g.dest()
        g.put(g.rng.choice(("adcs", "sbcs")), rd=rd, rm=g.source())
        g.wrote(rd)


def mask(g: Generator) -> None:
    """cpsid, statements, cpsie; or the same by msr primask."""
    if g.rng.random() < 0.7:
        g.put("cps", imm=1)
    else:
        r = g.dest()
        g.set(r, g.rng.choice((1, 0xFFFFFFFF, 3)))
        g.put("msr", rn=r, imm=16)
    g.simple_block(g.rng.randint(0, 2))
    if g.rng.random() < 0.7:
        g.put("cps", imm=0)
    else:
        r = g.dest()
        g.set(r, 0)
        g.put("msr", rn=r, imm=16)


def move_stack(g: Generator) -> None:
    """The active stack pointer moves down and up again, by msr, mov or add."""
    if len(g.slots) > 24:
        return
    words = g.rng.choice((1, 2, 5))
    old, new = g.dests(2)
    low = g.rng.randrange(4) if g.recipe.corners else 0  # bits 1:0 of a stack pointer read as zero
    g.put("mov_hi", rd=old, rm=13)
    g.put("mov_hi", rd=new, rm=old)
    g.put("subs_imm8", rd=new, imm=4 * words - low)
    g.put("mov_hi", rd=13, rm=new)
    g.wrote(old, new)
    g.slots += [True] * words
    with g.reserve(old):
        g.simple_block(g.rng.randint(0, 2))
    del g.slots[-words:]
    g.put("mov_hi", rd=13, rm=old)


def rewrite_stack_pointer(g: Generator) -> None:
    """mrs and msr of the main stack pointer, whether it is active or not; its bits 1:0 cannot be set."""
    r = g.dest(LOW)
    g.put("mrs", rd=r, imm=8)
    g.wrote(r)
    if g.recipe.corners:
        g.put("adds_imm8", rd=r, imm=g.rng.randrange(4))
    g.put("msr", rn=r, imm=8)


def process_stack(g: Generator) -> None:
    """Statements on the process stack, then back to the main stack. In a handler control does not change."""
    if g.on_process_stack or g.handler or g.depth > 2:
        return
    r = g.dest()
    low = g.rng.randrange(4) if g.recipe.corners else 0
    g.literal(r, layout.PROCESS_STACK.end - 4 * g.rng.randrange(16) + low)
    g.put("msr", rn=r, imm=9)
    g.set(r, 3 if g.recipe.corners and g.rng.random() < 0.3 else 2)
    g.put("msr", rn=r, imm=20)
    if g.rng.random() < 0.7:
        g.put("isb", imm=15)
    slots, g.slots = g.slots, []
    g.on_process_stack = g.switches_stack = True
    if g.rng.random() < 0.2:
        supervisor_call(g)
    g.block(g.rng.randint(1, 3))
    g.on_process_stack = False
    g.slots = slots
    r = g.dest()
    g.set(r, 0)
    g.put("msr", rn=r, imm=20)
    if g.rng.random() < 0.7:
        g.put("isb", imm=15)


def supervisor_call(g: Generator) -> None:
    """svc; the handler changes r0 and r12. With PRIMASK set, or in a handler, it is a fault that is stepped over."""
    if {0, 12} & g.reserved or (not g.recipe.faults and g.handler):
        return
    masked = g.recipe.faults and g.rng.random() < 0.15
    if masked:
        g.put("cps", imm=1)
    if g.rng.random() < 0.3:
        g.wide() if g.rng.random() < 0.7 else branch_to_next(g)
    g.put("svc", imm=operand(g.rng, 8))
    g.spent += g.times * 60
    g.wrote(0, 12)
    if masked:
        g.put("cps", imm=0)


def written_code(g: Generator) -> None:
    """Stores a few instructions to RAM, then calls them."""
    if g.reserved or g.handler:
        return
    body = bytearray()
    for _ in range(g.rng.randint(1, 3)):
        rd, rn = g.rng.randrange(8), g.rng.randrange(8)
        kind = g.rng.randrange(3)
        if kind == 0:
            body += Code.encode("adds_imm8", (("rd", rd), ("imm", g.rng.randrange(256))))
        elif kind == 1:
            body += Code.encode("eors", (("rd", rd), ("rm", rn)))
        else:
            body += Code.encode("gfmul", (("rd", rd), ("rn", rn), ("rm", g.rng.randrange(8))))
    body += Code.encode("bx", (("rm", 14),))
    body += bytes(-len(body) % 4)
    start = g.rng.randrange(layout.CODE_WRITTEN.first, layout.CODE_WRITTEN.end - 16) & ~3
    base, data = g.dests(2)
    g.literal(base, start)
    for i in range(0, len(body), 4):
        g.literal(data, int.from_bytes(body[i : i + 4], "little"))
        g.put("str_imm", rd=data, rn=base, imm=i)
    g.put("dsb", imm=15)
    g.put("isb", imm=15)
    g.put("adds_imm8", rd=base, imm=1)
    g.put("blx", rm=base)
    g.wrote(*LOW, 14)
