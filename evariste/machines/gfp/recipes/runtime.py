# SPDX-License-Identifier: Apache-2.0
"""The common parts of every random program: vectors, the exception handlers, start and end."""

from evariste.machines.gfp.recipes import frames, interrupts, layout, system
from evariste.machines.gfp.recipes.assembler import ISA, Code
from evariste.machines.gfp.recipes.faults import BAD_DESCRIPTORS
from evariste.machines.gfp.recipes.galois import DESCRIPTORS_IN_ROM, any_descriptor
from evariste.machines.gfp.recipes.generator import WIDE, Generator
from evariste.verification.randprog.writer import Label

SVCALL, HARDFAULT, VECTORS = 11, 3, 16
XPSR_T = 24
FRAME_PC, FRAME_XPSR, FRAME_R0, FRAME_R12 = 24, 28, 0, 16


def vectors(code: Code, reset: Label, hardfault: Label, svcall: Label, stack: int, fill: int) -> None:
    """The vector table; entries that this machine never uses hold `fill`."""
    code.word(stack)
    for number in range(1, VECTORS):
        handler = {1: reset, HARDFAULT: hardfault, SVCALL: svcall}.get(number)
        code.word(handler if handler else fill, 1 if handler else 0)


def hardfault(g: Generator, label: Label) -> None:
    """Counts the fault; continues at RESUME when it is set, else behind the faulting instruction."""
    code, rng = g.code, g.rng
    resume, two, done = Label(), Label(), Label()
    code.bind(label)
    if rng.random() < 0.4:
        code.put("dmb", imm=15)  # the first instruction of a handler may be 32 bits long, too
    if g.recipe.frames:
        frames.recover(g)
    frames.frame_of_interrupted(code)
    code.literal(2, layout.RESUME)
    code.put("ldr_imm", rd=3, rn=2, imm=layout.FAULTS - layout.RESUME)
    code.put("adds_imm8", rd=3, imm=1)
    code.put("str_imm", rd=3, rn=2, imm=layout.FAULTS - layout.RESUME)
    doomed = Label()
    if g.recipe.lockup:
        code.put("ldr_imm", rd=3, rn=2, imm=layout.DOOM - layout.RESUME)
        code.put("cmp_imm", rn=3, imm=0)
        code.branch("b_cond", doomed, cond=1)
    code.put("ldr_imm", rd=3, rn=2, imm=0)
    code.put("cmp_imm", rn=3, imm=0)
    code.branch("b_cond", resume, cond=1)
    code.put("ldr_imm", rd=1, rn=0, imm=FRAME_PC)
    code.put("ldrh_imm", rd=3, rn=1, imm=0)
    code.put("lsrs_imm", rd=3, rm=3, imm=11)
    code.put("cmp_imm", rn=3, imm=0b11101)
    code.branch("b_cond", two, cond=3)
    code.put("adds_imm8", rd=1, imm=2)
    code.bind(two)
    code.put("adds_imm8", rd=1, imm=2)
    code.put("str_imm", rd=1, rn=0, imm=FRAME_PC)
    code.branch("b", done)
    code.bind(resume)
    code.put("str_imm", rd=3, rn=0, imm=FRAME_PC)
    code.put("movs_imm", rd=1, imm=0)
    code.put("str_imm", rd=1, rn=2, imm=0)
    code.put("movs_imm", rd=3, imm=1)
    code.put("lsls_imm", rd=3, rm=3, imm=XPSR_T)
    code.put("ldr_imm", rd=1, rn=0, imm=FRAME_XPSR)
    code.put("orrs", rd=1, rm=3)
    code.put("str_imm", rd=1, rn=0, imm=FRAME_XPSR)
    code.bind(done)
    if rng.random() < 0.5:
        code.put("push", list=1 << 14 | 1 << 4)
        code.put("pop", list=1 << 15 | 1 << 4)
    else:
        code.put("bx", rm=14)
    if g.recipe.lockup:
        code.bind(doomed)
        last_fault(g)
    code.pool()


def last_fault(g: Generator) -> None:
    """A fault inside the HardFault handler, perhaps after a return that failed."""
    code = g.code
    way = g.rng.randrange(7)
    if way == 0:
        code.put("udf", imm=1)
    elif way == 1:
        code.put("svc", imm=1)
    elif way == 2:
        code.literal(0, layout.DATA_RAM.first + 1)
        code.put("ldm", rn=0, list=0b1010)
    elif way == 3:
        code.literal(0, layout.RAM_END - 4)
        code.put(g.rng.choice(("stm", "ldm")), rn=0, list=0b1110)
    elif way == 4:
        code.literal(0, layout.DATA_RAM.first)
        code.put("bx", rm=0)
    elif way == 5:
        code.literal(0, layout.DATA_ROM.first + 8 * BAD_DESCRIPTORS.start)
        code.put("gfcfg", rn=0)
    else:  # the frame to return from is not, or only in part, in memory: the handler is entered again
        again = Label()
        code.put("cmp_imm", rn=3, imm=2)
        code.branch("b_cond", again, cond=0)
        code.put("movs_imm", rd=3, imm=2)
        code.put("str_imm", rd=3, rn=2, imm=layout.DOOM - layout.RESUME)
        code.literal(0, g.rng.choice((0x60000000, layout.RAM_END - 16, layout.RAM - 16)))
        code.put("mov_hi", rd=13, rm=0)
        code.put("msr", rn=0, imm=9)
        code.put("bx", rm=14)
        code.bind(again)
        code.put("udf", imm=2)


def doom(g: Generator) -> None:
    """The end of a program that locks up, in the HardFault handler or while the frame of an exception is stacked."""
    code = g.code
    way = g.rng.randrange(4)
    if way == 0:
        code.literal(0, 0x60000000)
        code.put("bx", rm=0)  # T is lost at an address that the HardFault handler cannot read
    elif way == 1:
        code.literal(0, g.rng.choice((0x60000000, layout.RAM + 16, layout.RAM_END + 8, layout.RAM, 16)))
        code.put("mov_hi", rd=13, rm=0)
        code.put(g.rng.choice(("udf", "svc")), imm=0)
    else:
        code.literal(0, layout.DOOM)
        code.put("movs_imm", rd=1, imm=1)
        code.put("str_imm", rd=1, rn=0, imm=0)
        code.put("udf", imm=0)


def svcall(g: Generator, label: Label) -> None:
    """Adds the number of the svc to the caller's r0, puts a random statement's result into its r12, returns."""
    code, rng = g.code, g.rng
    code.bind(label)
    if rng.random() < 0.4:
        code.put("isb", imm=15)
    frames.frame_of_interrupted(code)
    code.put("ldr_imm", rd=1, rn=0, imm=FRAME_PC)
    code.put("subs_imm8", rd=1, imm=2)
    code.put("ldrb_imm", rd=1, rn=1, imm=0)
    code.put("ldr_imm", rd=2, rn=0, imm=FRAME_R0)
    code.put("adds_reg", rd=2, rn=2, rm=1)
    code.put("str_imm", rd=2, rn=0, imm=FRAME_R0)
    code.put("mov_hi", rd=3, rm=0)
    g.handler = True
    saved = [4, 5, 6, 7, 14]
    code.put("push", list=sum(1 << r for r in saved))
    code.put("push", list=1 << 3)
    g.forget()
    g.slots = [False] * 6
    g.times, g.budget, g.spent = 1.0, 60.0, 0.0
    with g.reserve(8, 9, 10, 11):
        g.block(rng.randint(1, 4))
    g.handler = False
    code.put("pop", list=1 << 3)
    code.put("str_imm", rd=g.source(), rn=3, imm=FRAME_R12)
    if rng.random() < 0.4:  # the caller gets other flags back
        code.literal(2, rng.randrange(16) << 28)
        code.put("ldr_imm", rd=1, rn=3, imm=FRAME_XPSR)
        code.put("eors", rd=1, rm=2)
        code.put("str_imm", rd=1, rn=3, imm=FRAME_XPSR)
    ending(g, saved, exception=True)


def interrupt_handlers(g: Generator, count: int) -> list[Label]:
    """Handlers of any exception: a few statements, at times on the interrupt controller; then back."""
    rng, found = g.rng, []
    allowed = [(s, w) for s, w in zip(*g.simple, strict=True) if s.__name__ != "supervisor_call"]
    g.simple = ([s for s, _ in allowed], [w for _, w in allowed])
    for _ in range(count):
        label = Label()
        found.append(label)
        g.code.bind(label)
        if rng.random() < 0.3:
            g.put("dmb", imm=15)
        saved = [4, 5, 6, 7, 14]
        g.put("push", list=sum(1 << r for r in saved))
        g.handler = True
        g.slots = [False] * 5
        g.forget()
        with g.reserve(8, 9, 10, 11):
            g.simple_block(rng.randint(0, 3))
            if rng.random() < 0.5:
                rng.choice((interrupts.set_pending, interrupts.control, interrupts.look))(g)
            if rng.random() < 0.3:
                g.put("cps", imm=1)
                g.simple_block(rng.randint(0, 2))
                g.put("cps", imm=0)
            if g.naps:
                interrupts.store(g, "scr", rng.choice((0, 0x10)))
        g.handler = False
        ending(g, saved, exception=True)
    return found


def ending(g: Generator, saved: list[int], exception: bool = False) -> None:
    """Returns from a function or exception handler that pushed `saved`, lr among them, in one of the ways there are."""
    rest = [r for r in saved if r != 14]
    mask = sum(1 << r for r in rest)
    way = g.rng.choice(("pop", "pop", "bx", "bx_low", "bx" if exception else "mov_hi"))
    if exception and g.recipe.corners and g.rng.random() < 0.5:
        way = "odd value"
    if way == "pop":
        g.put("pop", list=mask | 1 << 15)
    else:
        if mask:
            g.put("pop", list=mask)
        g.put("pop", list=1 << 3)
        if exception and g.recipe.frames and g.rng.random() < 0.3:
            g.put("mov_hi", rd=14, rm=3)
            frames.lose_frame(g)
        if way == "odd value":  # of EXC_RETURN only bits 31:28 and bit 2, the stack, matter
            g.literal(2, 0xF0000000 | g.rng.getrandbits(28) & ~4)
            g.put("movs_imm", rd=1, imm=4)
            g.put("ands", rd=3, rm=1)
            g.put("orrs", rd=3, rm=2)
        if way in ("bx_low", "odd value"):
            g.put("bx", rm=3)
        else:
            g.put("mov_hi", rd=14, rm=3)
            if way == "bx":
                g.put("bx", rm=14)
            else:
                g.put("mov_hi", rd=15, rm=14)
    g.code.pool()
    g.garbage()


def begin(g: Generator, label: Label) -> None:
    """Reset: random registers, flags and field."""
    rng = g.rng
    g.land(label)
    g.spent = 0.0
    for r in rng.sample(WIDE, len(WIDE)):
        if rng.random() < 0.1:
            continue  # keeps its reset value
        if r < 8:
            g.literal(r, g.value())
        else:
            low = g.rng.randrange(8)
            g.literal(low, g.value())
            g.put("mov_hi", rd=r, rm=low)
    if rng.random() < 0.8:
        system.write_flags(g)
    if rng.random() < 0.8:
        r = g.dest()
        g.literal(r, layout.DATA_ROM.first + 8 * rng.randrange(DESCRIPTORS_IN_ROM))
        g.put("gfcfg", rn=r)


def end(g: Generator) -> None:
    """Stores registers, flags, both stack pointers and the field's effect to STATE; then bkpt #0, or lockup."""
    code = g.code
    code.put("push", list=0xFF)
    code.literal(0, layout.STATE)
    code.put("mrs", rd=1, imm=0)
    code.put("str_imm", rd=1, rn=0, imm=0)
    offset = 4
    for special in (8, 9, 16, 20, 3):
        code.put("mrs", rd=1, imm=special)
        code.put("str_imm", rd=1, rn=0, imm=offset)
        offset += 4
    for high in (8, 9, 10, 11, 12, 14):
        code.put("mov_hi", rd=1, rm=high)
        code.put("str_imm", rd=1, rn=0, imm=offset)
        offset += 4
    for bit in (0x01, 0x10):  # products by x^0..x^7 in the four lanes, twice, show all of the matrix
        code.literal(1, 0x08040201 * bit & 0xFFFFFFFF)
        code.literal(2, 0x80808080)
        code.put("gfmul", rd=3, rn=1, rm=2)
        code.put("str_imm", rd=3, rn=0, imm=offset)
        offset += 4
    if g.recipe.lockup:
        if g.rng.random() < 0.5:
            code.put("sub_sp_imm7", imm=4)
        doom(g)
    code.put("bkpt", imm=0)
    code.pool()


def constants(g: Generator) -> bytes:
    """Descriptors that gfcfg accepts, descriptors that it refuses, then anything."""
    rng = g.rng
    data = b"".join(any_descriptor(g) for _ in range(DESCRIPTORS_IN_ROM))
    for _ in BAD_DESCRIPTORS:
        degree = rng.choice((0, 1, 9, 10, 16, 18, 0x82, 0x88, 255, rng.randrange(9, 256)))
        data += rng.randbytes(7) + bytes([degree])
    return data + rng.randbytes(layout.DATA_ROM.end - layout.DATA_ROM.first - len(data))


def edge(g: Generator) -> Code:
    """The last instructions of ROM: they return, run over the end, or end inside a 32-bit instruction."""
    rng = g.rng
    code = Code(layout.CODE_ROM_EDGE.first, layout.CODE_ROM_EDGE.end + 2)
    while code.here < code.end - 4:
        code.put("cmp_imm", rn=rng.randrange(8), imm=rng.randrange(256))
    way = rng.randrange(3)
    if way == 0:
        code.put("bx", rm=14)
    elif way == 1:
        code.put("nop")
    else:
        code.raw(ISA.by_name[rng.choice(("gfmul", "dmb", "bl", "mrs"))].match >> 16)
    return code
