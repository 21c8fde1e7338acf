# SPDX-License-Identifier: Apache-2.0
"""Frames that cannot be stored or loaded: the stack pointer is outside RAM when an exception comes or returns.

The HardFault handler finds a good stack pointer in RECOVER, once. It continues at RECOVER_AT, or where the frame there
says. An error in HardFault or NMI itself ends in lockup.
"""

from evariste.machines.gfp.recipes import interrupts, layout
from evariste.machines.gfp.recipes.assembler import Code
from evariste.machines.gfp.recipes.generator import Generator
from evariste.verification.randprog.writer import Label

SP, AT, XPSR, BEFORE, AGAIN, THUMB = 0, 4, 8, 12, 16, 20  # offsets from RECOVER
FRAME_PC, FRAME_XPSR, T = 24, 28, 24


def bad(g: Generator) -> int:
    """A stack pointer with a frame below it that lies, at least partly, outside RAM."""
    rng = g.rng
    edge = rng.choice((layout.RAM, layout.RAM_END + 32))
    return rng.choice((0x60000000, 0x40000000, 16, layout.ROM + 0x8000, edge + 4 * rng.randrange(1, 8)))


def bad_to_load(g: Generator) -> int:
    """The same for a frame above the stack pointer; ROM can be loaded from."""
    rng = g.rng
    return rng.choice((0x60000000, layout.RAM - 4 * rng.randrange(1, 9), layout.RAM_END - 4 * rng.randrange(8)))


def arm(code: Code, good: int, resume: Label | None) -> None:
    """Sets RECOVER to the register `good`. The frame there stays as it is, or is filled in to continue at `resume`.
    Uses r2 and r3.
    """
    code.literal(2, layout.RECOVER)
    if resume:
        code.put("mrs", rd=3, imm=5)  # IPSR
        code.put("str_imm", rd=3, rn=2, imm=XPSR)
        code.put("movs_imm", rd=3, imm=1)
        code.put("lsls_imm", rd=3, rm=3, imm=T)
        code.put("str_imm", rd=3, rn=2, imm=THUMB)
        code.literal(3, resume)
    else:
        code.put("movs_imm", rd=3, imm=0)
    code.put("str_imm", rd=3, rn=2, imm=AT)
    code.put("str_imm", rd=good, rn=2, imm=SP)


def lose_stack(g: Generator) -> None:
    """Sets a bad stack pointer, lets an exception come (or perhaps come), then restores it. No register changes."""
    code = g.code
    back = Label()
    with code.together():
        code.put("push", list=0xFF | 1 << 14)
        code.put("mov_hi", rd=0, rm=12)
        code.put("push", list=1)
        code.put("mov_hi", rd=1, rm=13)
        code.literal(2, layout.RECOVER)
        code.put("str_imm", rd=1, rn=2, imm=BEFORE)
        code.put("subs_imm8", rd=1, imm=72)
        code.put("lsrs_imm", rd=1, rm=1, imm=3)
        code.put("lsls_imm", rd=1, rm=1, imm=3)
        arm(code, 1, back)
        code.literal(3, bad(g))
        code.put("mov_hi", rd=13, rm=3)
        provoke(g)
        code.bind(back)
        code.literal(2, layout.RECOVER)
        code.put("movs_imm", rd=1, imm=0)
        code.put("str_imm", rd=1, rn=2, imm=SP)
        code.put("ldr_imm", rd=1, rn=2, imm=BEFORE)
        code.put("mov_hi", rd=13, rm=1)
        code.put("pop", list=1)
        code.put("mov_hi", rd=12, rm=0)
        code.put("ldr_sp", rd=0, imm=32)
        code.put("mov_hi", rd=14, rm=0)
        code.put("pop", list=0xFF)
        code.put("add_sp_imm7", imm=4)
    g.spent += g.times * 60
    g.forget()


def provoke(g: Generator) -> None:
    """Something that stores a frame: a supervisor call, an interrupt made pending, the wait for one, a fault."""
    code, rng = g.code, g.rng
    way = rng.random()
    if way < 0.06:
        code.put("udf", imm=0)
    elif not g.recipe.interrupts or way < 0.4:
        code.put("svc", imm=rng.randrange(256))
    elif way < 0.85:
        code.literal(0, interrupts.REGISTER["icsr"] if rng.random() < 0.4 else interrupts.REGISTER["nvic_ispr"])
        code.literal(1, interrupts.few_bits(rng) | (interrupts.PENDSVSET | interrupts.PENDSTSET))
        code.put("str_imm", rd=1, rn=0, imm=0)
        for _ in range(rng.randrange(4)):
            code.put("nop")
    else:
        for _ in range(rng.randrange(1, 20)):
            code.put("nop")


def frame_of_interrupted(code: Code) -> None:
    """r0 = address of the exception frame: bit 2 of EXC_RETURN says which stack has it."""
    main, got = Label(), Label()
    code.put("mov_hi", rd=0, rm=14)
    code.put("lsrs_imm", rd=0, rm=0, imm=3)
    code.branch("b_cond", main, cond=3)
    code.put("mrs", rd=0, imm=9)
    code.branch("b", got)
    code.bind(main)
    code.put("mrs", rd=0, imm=8)
    code.bind(got)


def lose_frame(g: Generator) -> None:
    """The end of an exception handler with a return frame that cannot be loaded. Pops what it pushed."""
    code = g.code
    process, go = Label(), Label()
    frame_of_interrupted(code)
    arm(code, 0, None)
    code.literal(1, bad_to_load(g))
    code.put("mov_hi", rd=0, rm=14)
    code.put("lsrs_imm", rd=0, rm=0, imm=3)
    code.branch("b_cond", process, cond=2)
    code.put("mov_hi", rd=13, rm=1)
    code.branch("b", go)
    code.bind(process)
    code.put("msr", rn=1, imm=9)
    code.bind(go)
    code.put("bx", rm=14)


def recover(g: Generator) -> None:
    """The beginning of the HardFault handler: continues with the stack of RECOVER, if there is one."""
    code, rng = g.code, g.rng
    usual, kept, process, go = Label(), Label(), Label(), Label()
    code.literal(2, layout.RECOVER)
    code.put("ldr_imm", rd=0, rn=2, imm=SP)
    code.put("cmp_imm", rn=0, imm=0)
    code.branch("b_cond", usual, cond=0)
    code.put("movs_imm", rd=1, imm=0)
    code.put("str_imm", rd=1, rn=2, imm=SP)
    code.put("ldr_imm", rd=1, rn=2, imm=AT)
    code.put("cmp_imm", rn=1, imm=0)
    code.branch("b_cond", kept, cond=0)
    code.put("str_imm", rd=1, rn=0, imm=FRAME_PC)
    code.put("ldr_imm", rd=1, rn=2, imm=XPSR)
    code.put("ldr_imm", rd=3, rn=2, imm=THUMB)
    code.put("orrs", rd=1, rm=3)
    code.put("str_imm", rd=1, rn=0, imm=FRAME_XPSR)
    code.bind(kept)
    if rng.random() < 0.3:  # the handler's own return fails, once or always
        code.put("movs_imm", rd=3, imm=0)
        code.put("str_imm", rd=3, rn=2, imm=AT)
        code.put("ldr_imm", rd=3, rn=2, imm=AGAIN)
        code.put("adds_imm8", rd=3, imm=1)
        code.put("str_imm", rd=3, rn=2, imm=AGAIN)
        code.put("lsrs_imm", rd=3, rm=3, imm=1)
        astray = Label()
        code.branch("b_cond", astray, cond=2)
        code.put("mov_hi", rd=13, rm=0)
        code.put("str_imm", rd=0, rn=2, imm=SP)
        code.literal(0, bad_to_load(g))
        code.bind(astray)
    code.put("mov_hi", rd=1, rm=14)
    code.put("lsrs_imm", rd=1, rm=1, imm=3)
    code.branch("b_cond", process, cond=2)
    code.put("mov_hi", rd=13, rm=0)
    code.branch("b", go)
    code.bind(process)
    code.put("msr", rn=0, imm=9)
    code.bind(go)
    if g.recipe.interrupts and rng.random() < 0.15:  # NMI while HardFault is active
        code.literal(0, interrupts.REGISTER["icsr"])
        code.literal(1, interrupts.NMISET)
        code.put("str_imm", rd=1, rn=0, imm=0)
        code.put("nop")
    code.put("bx", rm=14)
    code.bind(usual)
