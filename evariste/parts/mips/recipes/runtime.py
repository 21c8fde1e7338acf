# SPDX-License-Identifier: Apache-2.0
"""The common parts of every random program: reset, the exception handler, start and end."""

from evariste.parts.mips.recipes import layout, system
from evariste.parts.mips.recipes.assembler import Code
from evariste.parts.mips.recipes.generator import COUNTERS, FREE, K0, K1, LINK, STACK_POINTER, Generator, Program
from evariste.verification.randprog.writer import Label

END = 2  # the code of sdbbp at a program's end


def jump_to(code: Code, label: Label) -> None:
    """From a vector."""
    code.literal(K0, label)
    code.put("jr", rs=K0)
    code.put("nop")


def handler(g: Generator, label: Label) -> None:
    """Counts, adds up CP0; continues at RESUME if it is set, else behind the instruction or its delay slot."""
    code, rng = g.code, g.rng
    resume, slot = Label(), Label()
    code.bind(label)
    base = {"rs": K0}
    code.put("lui", rt=K0, imm=layout.VARIABLES.first >> 16)

    def at(place: int) -> dict[str, int]:
        return {**base, "imm": place & 0xFFFF}

    code.put("sw", rt=1, **at(layout.KEPT))
    code.put("lw", rt=K1, **at(layout.FAULTS))
    code.put("lw", rt=1, **at(layout.SEEN))
    code.put("addiu", rt=K1, rs=K1, imm=1)
    code.put("sw", rt=K1, **at(layout.FAULTS))
    for register in (system.CAUSE, system.BADVADDR, system.STATUS, system.EPC):
        code.put("mfc0", rt=K1, cd=register)
        for _ in range(rng.choice((0, 0, 1))):
            code.put("nop")
        code.put("addu", rd=1, rs=1, rt=K1)
        code.put("sll", rd=1, rt=1, imm=1)
    code.put("sw", rt=1, **at(layout.SEEN))
    code.put("lw", rt=1, **at(layout.KEPT))
    code.put("lw", rt=K1, **at(layout.RESUME))
    code.put("sw", rt=0, **at(layout.RESUME))
    code.branch("bne", resume, rs=K1, rt=0)
    code.put("mfc0", rt=K0, cd=system.CAUSE)
    code.put("mfc0", rt=K1, cd=system.EPC)
    code.branch("bgez", slot, rs=K0)
    code.put("addiu", rt=K1, rs=K1, imm=4)
    code.put("addiu", rt=K1, rs=K1, imm=4)
    code.bind(slot)
    code.bind(resume)
    code.put("mtc0", rt=K1, cd=system.EPC)
    for _ in range(rng.choice((0, 0, 1))):
        code.put("nop")
    code.put("eret")
    code.raw(rng.getrandbits(32))


def enter(g: Generator, label: Label) -> None:
    """The beginning of a function: it keeps what its caller counts with."""
    g.code.bind(label)
    g.put("addiu", rt=STACK_POINTER, rs=STACK_POINTER, imm=-16)
    for place, register in enumerate((LINK, *COUNTERS)):
        g.put("sw", rt=register, rs=STACK_POINTER, imm=4 * place)


def leave(g: Generator) -> None:
    """Its end."""
    registers = list(enumerate((LINK, *COUNTERS)))
    g.rng.shuffle(registers)
    for place, register in registers:
        g.put("lw", rt=register, rs=STACK_POINTER, imm=4 * place)
    g.put("jr", rs=LINK)
    g.put("addiu", rt=STACK_POINTER, rs=STACK_POINTER, imm=16)
    g.garbage()


def begin(g: Generator, label: Label) -> None:
    """Random values in most registers."""
    g.code.bind(label)
    g.spent = 0.0
    g.code.literal(STACK_POINTER, layout.STACK.end - 16 * g.rng.randrange(1, 9))
    for r in g.rng.sample(FREE, len(FREE)):
        if g.rng.random() < 0.9:
            g.literal(r, g.value())
    if g.rng.random() < 0.7:
        g.put("mthi", rs=g.read())
        g.put("mtlo", rs=g.read())


def end(g: Generator) -> None:
    """Stops, perhaps with an exception while EXL is 1."""
    if g.recipe.lockup:
        level = g.dest()
        g.set(level, system.EXL | g.rng.choice((0, system.BEV)))
        g.put("mtc0", rt=level, cd=system.STATUS)
        for _ in range(g.rng.randrange(3)):
            g.put("nop")
        g.put(*g.rng.choice((("syscall",),)), code=7)
    g.put("sdbbp", code=END)
    g.put("nop")
    g.put("nop")


def entries(reset: Label, exception: Label) -> list[Code]:
    """The words at the addresses where reset and exceptions begin."""
    codes = [Code(at, at + layout.VECTOR_SIZE) for at in (layout.ROM, *layout.VECTORS)]
    for code, label in zip(codes, (reset, exception, exception), strict=True):
        jump_to(code, label)
    return codes


def edge(g: Generator) -> Code:
    """The last instructions of ROM: control runs over its end, at times from a branch."""
    code = Code(layout.CODE_ROM_EDGE.first, layout.CODE_ROM_EDGE.end)
    while code.here < code.end - 4:
        code.put("ori", rt=g.dest(), rs=g.read(), imm=g.rng.randrange(256))
    code.put("beq", rs=0, rt=0, imm=-8) if g.recipe.open and g.rng.random() < 0.5 else code.put("nop")
    return code


def segments(codes: list[Code]) -> list[tuple[int, bytes]]:
    return [(code.base, bytes(code.data)) for code in codes if code.data]


__all__ = ["Program", "begin", "edge", "end", "enter", "entries", "handler", "leave", "segments"]
