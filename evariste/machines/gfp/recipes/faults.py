# SPDX-License-Identifier: Apache-2.0
"""Statements that fault. The HardFault handler steps over the instruction, or continues at the address in RESUME.

`Sites` collects the addresses, for emulators that do not detect such a fault themselves.
"""

from evariste.machines.gfp.recipes import arithmetic, galois, layout
from evariste.machines.gfp.recipes.assembler import CORE, ISA
from evariste.machines.gfp.recipes.control import branch_to_next
from evariste.machines.gfp.recipes.generator import LOW, WIDE, Generator
from evariste.machines.gfp.recipes.memory import (
    COUNTER,
    READABLE,
    SINGLE,
    WRITABLE,
    is_store,
    pointer,
    transfer,
    width,
)
from evariste.verification.randprog.writer import Label, operand

UNMAPPED = (0x00100000, 0x10000000, 0x1FFFFFFC, 0x20100000, 0x40000004, 0x4000000C, 0x40000030, 0xE000ED00, 0xFFFFFFFC)
GF = [i for i in CORE if i.spec.class_ == "gf"]


def illegal_word(g: Generator) -> int:
    """An illegal word: a halfword, or a 32-bit instruction that is almost one of the machine's."""
    rng = g.rng
    while True:
        kind = rng.randrange(6)
        if kind == 0:
            insn = ISA.by_name[rng.choice(("udf", "udf_w"))]
            field = insn.fields["imm"]
            word = insn.match | field.place(operand(rng, field.width))
        elif kind == 1:
            word = rng.choice((0xB000, 0xB600, 0xBA80, 0xBF00, 0x4700, 0x4780, 0x4500, 0xC000)) | rng.randrange(256)
        elif kind == 2:
            word = rng.randrange(0x10000)
        elif kind == 3:  # an unassigned opcode of the GF prefix, or one with bits set that must be clear
            word = 0xEC000000 | rng.choice((rng.randrange(1024), rng.randrange(18))) << 16 | rng.getrandbits(16)
        elif kind == 4:  # sp or pc as operand of a GF instruction
            insn = rng.choice(GF)
            word = insn.match
            for field in insn.fields.values():
                word |= field.place(rng.choice((13, 15, rng.randrange(16))))
        else:
            word = rng.randrange(0xE800, 0x10000) << 16 | rng.getrandbits(16)
        wide = word > 0xFFFF
        if not wide and word >= 0xE800:
            continue
        found = ISA.decode(word, 4 if wide else 2)
        if found is None or found.insn.name in ("udf", "udf_w"):
            return word
        if found.insn.extension and not g.recipe.extensions:
            return word


def between(g: Generator, *kept: int) -> None:
    """Perhaps an instruction of any class between the address and the faulting access. It keeps the address."""
    with g.reserve(*kept):
        kind = g.rng.randrange(8)
        if kind == 0:
            arithmetic.alu(g)
        elif kind == 1:
            galois.gf(g)
        elif kind == 2:
            g.put(g.rng.choice(("dmb", "isb")), imm=15)
        elif kind == 3:
            base = pointer(g, WRITABLE, 4, 4)
            g.put("str_imm", rd=g.source(), rn=base, imm=0)
        elif kind == 4:
            branch_to_next(g)


def illegal(g: Generator) -> None:
    """An illegal instruction, often right after a load, or at the target of a branch."""
    over = Label()
    place = g.rng.randrange(4)
    with g.code.together():
        if place == 0:
            g.branch("b_cond", over, cond=g.rng.randrange(14))
            g.code.bind(over)
        elif place == 1:
            base = pointer(g, READABLE, 4, 4)
            rd = g.dest()
            g.put("ldr_imm", rd=rd, rn=base, imm=0)
            g.wrote(rd)
        elif place == 2:
            between(g)
        word = illegal_word(g)
        g.spent += g.times * 25
        g.sites.illegal.add(g.code.raw(*((word >> 16, word & 0xFFFF) if word > 0xFFFF else (word,))))


def misaligned(g: Generator) -> None:
    """A word or halfword access, ldm, stm, gfcfg or gfst at an address that is not a multiple of its size."""
    rng = g.rng
    g.spent += g.times * 25
    base = g.dest()
    kind = rng.randrange(4)
    if kind == 0:
        g.literal(base, layout.DATA_RAM.first + 4 * rng.randrange(64) + rng.randint(1, 3))
        between(g, base)
        g.sites.misaligned.add(g.put(rng.choice(("gfcfg", "gfst")), rn=base))
    elif kind == 1:
        g.literal(base, rng.choice((layout.DATA_RAM.first, 0x60000000)) + 4 * rng.randrange(64) + rng.randint(1, 3))
        chosen = g.dests(rng.randint(1, 3))
        name = rng.choice(("ldm", "stm"))
        between(g, base)
        g.sites.misaligned.add(g.put(name, rn=base, list=sum(1 << r for r in chosen)))
        g.wrote(base, *chosen)
    else:
        name = rng.choice([n for n in SINGLE if width(n) > 1 and n.endswith("_imm")])
        odd = 1 if width(name) == 2 else rng.randint(1, 3)
        g.literal(base, rng.choice((layout.DATA_RAM.first, 0x60000000)) + 4 * rng.randrange(64) + odd)
        between(g, base)
        g.sites.misaligned.add(transfer(g, name, {"rn": base, "imm": width(name) * rng.randrange(8)}))


def maybe_misaligned(g: Generator) -> None:
    """An access whose alignment depends on computed data."""
    name = g.rng.choice([n for n in SINGLE if width(n) > 1 and n.endswith("_reg")])
    index, base = g.dests(2)
    g.set(base, 0x7F)
    g.put("ands", rd=index, rm=base)
    where = g.rng.choice(WRITABLE if is_store(name) else READABLE)
    g.literal(base, g.rng.randrange(where.first, where.end - 0x88))
    g.wrote(index)
    g.known.pop(base, None)
    g.spent += g.times * 15
    g.sites.misaligned.add(transfer(g, name, {"rn": base, "rm": index}))


def bus_error(g: Generator) -> None:
    """A load or store where nothing is, or a store to ROM."""
    name = g.rng.choice([n for n in SINGLE if n.endswith("_imm")])
    base = g.dest()
    if is_store(name) and g.rng.random() < 0.4:
        g.literal(base, g.rng.choice((layout.CODE_ROM.first, layout.DATA_ROM.first, layout.ROM_END - 4, COUNTER)))
    else:
        g.literal(base, g.rng.choice(UNMAPPED))
    g.spent += g.times * 25
    between(g, base)
    g.sites.accesses.add(transfer(g, name, {"rn": base, "imm": 0}))


def bus_error_in_burst(g: Generator) -> None:
    """ldm or stm that runs over the end of RAM or ROM, or begins below RAM."""
    name = g.rng.choice(("ldm", "stm"))
    count = g.rng.randint(1, 6)
    base = g.dest()
    edge = layout.RAM_END if name == "stm" or g.rng.random() < 0.7 else layout.ROM_END
    address = g.rng.choice((edge - 4 * g.rng.randint(0, count), layout.RAM - 4 * g.rng.randint(1, count)))
    others = [r for r in LOW if r != base and r not in g.reserved]
    chosen = g.rng.sample(others, min(count, len(others)))
    if g.recipe.corners and g.rng.random() < 0.3:
        chosen = [*chosen[1:], base]  # the base is loaded last here, and in list order by Unicorn
    g.literal(base, address)
    g.spent += g.times * 25
    between(g, base)
    g.sites.accesses.add(g.put(name, rn=base, list=sum(1 << r for r in chosen)))
    g.wrote(*chosen, base)


def field_fault(g: Generator) -> None:
    """gfcfg of an illegal descriptor, or of one that is only half in memory; gfst where there is no RAM."""
    base = g.dest(LOW)
    if g.rng.random() < 0.3:
        g.literal(base, g.rng.choice((layout.RAM_END - 4, layout.RAM - 4, layout.ROM_END - 4, 0x60000000)))
    else:
        g.literal(base, layout.DATA_ROM.first + 8 * g.rng.randrange(BAD_DESCRIPTORS.start, BAD_DESCRIPTORS.stop))
    g.spent += g.times * 25
    between(g, base)
    g.put("gfcfg", rn=base)
    if g.rng.random() < 0.3:
        g.literal(base, g.rng.choice((layout.RAM_END - 4, layout.RAM - 4, layout.DATA_ROM.first, 0x60000000)))
        g.put("gfst", rn=base)
    if g.rng.random() < 0.7:  # the field is still the old one
        rd = g.dest(WIDE)
        g.put("gfmul", rd=rd, rn=g.source(WIDE), rm=g.source(WIDE))
        g.wrote(rd)


BAD_DESCRIPTORS = range(64, 80)  # positions of illegal descriptors among the constants, 8 bytes each


def wild_branch(g: Generator) -> None:
    """A branch to an even address, or to an address without memory. The handler continues at the label after it."""
    rng = g.rng
    after = Label()
    target, cell, resume = g.dests(3)
    even = rng.random() < 0.5
    with g.code.together():
        g.literal(cell, layout.RESUME)
        g.literal(resume, after)
        g.put("str_imm", rd=resume, rn=cell, imm=0)
        if even:
            g.literal(target, after if rng.random() < 0.5 else rng.choice((0x20, 0x20000100, 0x60000000)))
        else:
            # In thread mode the values that return from an exception are addresses like any other.
            # In a handler, those that are almost such values.
            almost = (0xE0000001, 0xEFFFFFF9, 0xD0000001, 0xBFFFFFF9, 0x70000001)
            returns = almost if g.handler else (0xFFFFFFF1, 0xFFFFFFF9, 0xFFFFFFFD, 0xF0000001)
            g.literal(target, rng.choice((0x60000001, 0x00100001, 0x20100001, 0x1FFFFFFF, 0x40000011, *returns)))
        way = rng.choice(("bx", "blx", "pop"))
        g.spent += g.times * 30
        between(g, target)
        if even and way != "pop" and rng.random() < 0.2:
            target = 13  # the stack pointer is always even
        if way == "pop":
            g.put("push", list=1 << target)
            g.put("pop", list=1 << 15)
        else:
            g.put(way, rm=target)
            if way == "blx":
                g.wrote(14)
        g.garbage()
        g.land(after)


def run_off(g: Generator) -> None:
    """Calls the last instructions of ROM: they return, or run over the end into a fetch error."""
    r, cell, resume = g.dests(3)
    after = Label()
    with g.code.together():
        g.literal(cell, layout.RESUME)
        g.literal(resume, after)
        g.put("str_imm", rd=resume, rn=cell, imm=0)
        g.literal(r, layout.ROM_END - 2 * g.rng.randint(1, 6) + 1)
        g.put("blx", rm=r)
        g.wrote(14)
        g.land(after)
        g.spent += g.times * 30
        g.set(resume, 0)
        g.literal(cell, layout.RESUME)
        g.put("str_imm", rd=resume, rn=cell, imm=0)
