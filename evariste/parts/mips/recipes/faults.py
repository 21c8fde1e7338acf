# SPDX-License-Identifier: Apache-2.0
"""Statements that raise exceptions. The handler steps over the instruction, or continues at the address in RESUME."""

from evariste.parts.mips.recipes import arithmetic, control, layout, memory
from evariste.parts.mips.recipes.assembler import BRANCHES, ISA
from evariste.parts.mips.recipes.generator import Generator, Slot
from evariste.verification.randprog.writer import Label, operand

RESERVED, UNUSABLE = 10, 11  # codes of Cause
HANDLER = 25  # instructions
# Addresses that belong to nothing; the first ones to no memory of a machine with 512 MiB either.
UNMAPPED = (layout.RAM_END, layout.RAM_END + 0xFFC, layout.ROM_END, layout.ROM_END + 0x1000, 0xBF000040, 0xBF000080,
            0xBE000000, layout.ROM - 4)  # fmt: skip
FAR = (0, 4, 0x7FFFFFFC, 0x9FC00000, 0xA0000000, 0xC0000000, 0xFFFFFFFC)
TRAPS = ("tge", "tgeu", "tlt", "tltu", "teq", "tne")
TRAPS_IMMEDIATE = ("tgei", "tgeiu", "tlti", "tltiu", "teqi", "tnei")
COPROCESSORS = (1, 2, 3)


def unit_of(word: int) -> int:
    """The coprocessor 1 to 3 that a word belongs to, by its opcode; 0: none."""
    return {0x11: 1, 0x12: 2, 0x13: 3, 0x31: 1, 0x32: 2, 0x35: 1, 0x36: 2, 0x39: 1, 0x3A: 2, 0x3D: 1, 0x3E: 2}.get(
        word >> 26, 0
    )


def illegal_word(g: Generator) -> int:
    """A word that is no instruction: any, or one bit away from one, or of a coprocessor that is not there."""
    rng = g.rng
    while True:
        kind = rng.randrange(4)
        if kind == 0:
            word = rng.getrandbits(32)
        elif kind == 1:
            insn = rng.choice(list(g.code.ISA))
            word = (insn.match | rng.getrandbits(32) & ~insn.mask) ^ 1 << rng.randrange(32)
        elif kind == 2:
            word = rng.choice((0, 0x04000000, 0x70000000, 0x7C000000, 0x40000000)) | rng.getrandbits(26)
        else:
            word = rng.choice((0x11, 0x12, 0x13, 0x31, 0x32, 0x35, 0x36, 0x39, 0x3A, 0x3D, 0x3E)) << 26
            word |= rng.getrandbits(26)
        if g.code.ISA.decode(word) is None:
            return word


def put_illegal(g: Generator) -> None:
    word = illegal_word(g)
    unit = unit_of(word)
    g.word(word, UNUSABLE if unit else RESERVED, unit)


def put_branch(g: Generator) -> None:
    """A branch in a delay slot."""
    name = g.rng.choice(sorted(BRANCHES))
    insn = ISA.by_name[name]
    word = insn.match
    for operand_name, field in insn.fields.items():
        word |= field.place(operand(g.rng, field.width) if operand_name == "imm" else g.read())
    g.word(word, RESERVED)


def put_eret(g: Generator) -> None:
    g.word(ISA.by_name["eret"].match, RESERVED)


def request(g: Generator) -> None:
    """syscall or break."""
    g.spent += g.times * HANDLER
    if g.rng.random() < 0.5:
        g.put("syscall", code=g.rng.getrandbits(20))
    else:
        g.put("break_code", code=g.rng.getrandbits(10), second=g.rng.getrandbits(10))


def maybe(g: Generator) -> None:
    """An addition that may overflow, or a trap that may be taken."""
    rng, rd = g.rng, g.write()
    g.spent += g.times * HANDLER / 2
    kind = rng.randrange(5)
    if kind < 2:
        g.put(rng.choice(("add", "sub")), rd=rd, rs=g.read(), rt=g.read())
    elif kind == 2:
        g.put("addi", rt=rd, rs=g.read(), imm=arithmetic.signed(g))
    elif kind == 3:
        g.put(rng.choice(TRAPS), rs=g.read(), rt=g.read(), code=rng.getrandbits(10))
        return
    else:
        g.put(rng.choice(TRAPS_IMMEDIATE), rs=g.read(), imm=arithmetic.signed(g))
        return
    g.wrote(rd)


def prepared(g: Generator) -> Slot:
    """An access that is misaligned, or where no memory is; its base is set now."""
    rng = g.rng
    name = rng.choice([n for n in memory.SIZES if g.recipe.open or n not in ("sc", "swl", "swr")])
    size = memory.SIZES[name]
    base = g.dest()
    bad = rng.random() < 0.5 or size == 1
    places = (*UNMAPPED, *FAR) if g.recipe.open else UNMAPPED
    if size > 1 and not bad:
        address = rng.choice((layout.DATA_RAM.first, layout.ROM, *places)) + 4 * rng.randrange(16)
        address += rng.randint(1, 3) if size == 4 else rng.choice((1, 3))
    elif name in memory.STORES and rng.random() < 0.5:
        address = layout.DATA_ROM.first + 4 * rng.randrange(16)
    else:
        address = rng.choice(places)
    away = rng.choice((0, 0, 4, -4))
    g.literal(base, address - away)  # the last register written

    def put() -> None:
        g.spent += g.times * HANDLER
        rt = g.write()
        g.put(name, rt=rt, rs=base, imm=away)
        if name not in memory.STORES:
            g.wrote(rt)

    return put


def access(g: Generator) -> None:
    put = prepared(g)
    for _ in range(g.rng.choice((0, 0, 1, 2))):
        with g.reserve(*g.recent[:1]):
            arithmetic.alu(g)
    put()
    behind(g)


def illegal(g: Generator) -> None:
    put_illegal(g)
    behind(g)


def exception(g: Generator) -> None:
    (request if g.rng.random() < 0.4 else maybe)(g)
    behind(g)


def behind(g: Generator) -> None:
    """What is fetched behind an exception, and must not happen before its handler."""
    kind = g.rng.randrange(6)
    if kind == 0 and g.known:
        memory.store(g)
    elif kind == 1:
        arithmetic.start(g, (*arithmetic.MULTIPLY, *arithmetic.TO_UNIT))
    elif kind == 2:
        g.put("mtc0", rt=g.read(), cd=14)
    elif kind == 3:
        put = prepared(g)
        put()
    elif kind == 4:
        control.jump(g)


def wild_jump(g: Generator) -> None:
    """A jump to an odd address, or to where no memory is, or over the end of one. The handler comes back."""
    after, (cell, r, bad) = Label(), g.dests(3, tuple(x for x in g.REGISTERS if x != 31))
    g.literal(cell, layout.RESUME)
    g.literal(r, after)
    g.put("sw", rt=r, rs=cell, imm=0)
    slot = g.slot(False)
    places = [*UNMAPPED, layout.CODE_ROM_EDGE.first, layout.CODE_ROM_EDGE.end - 4]
    if g.rng.random() < 0.4:
        # An odd address would be another instruction set to some.
        places = [layout.CODE_ROM.first + n for n in ((1, 2, 3) if g.recipe.open else (2,))]
    g.literal(bad, g.rng.choice(places))
    if g.rng.random() < 0.5:
        g.put("jr", rs=bad)
    else:
        g.put("jalr", rd=r, rs=bad)
        g.wrote(r)
    slot()
    g.garbage()
    g.code.bind(after)
    g.spent += g.times * HANDLER
    g.forget()
