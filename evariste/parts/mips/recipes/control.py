# SPDX-License-Identifier: Apache-2.0
"""Statements that change the order of execution: branches of every kind, bounded loops, calls."""

from evariste.parts.mips.recipes.generator import COUNTERS, LINK, LINKING, Generator, Slot
from evariste.verification.randprog.writer import Label

TWO = ("beq", "bne", "beql", "bnel")
ONE = ("blez", "bgtz", "bltz", "bgez", "blezl", "bgtzl", "bltzl", "bgezl", *LINKING[1:])


def operands(g: Generator, name: str) -> dict[str, int]:
    """Of a branch: any registers."""
    return {"rs": g.read(), "rt": g.read()} if name in TWO else {"rs": g.read()}


def skip_some(g: Generator) -> None:
    """A conditional branch over a few statements."""
    name, over = g.rng.choice((*TWO, *TWO, *ONE)), Label()
    slot = g.slot()
    g.jump(name, over, slot, **operands(g, name))
    with g.perhaps():
        g.simple_block(g.rng.choice((0, 1, 1, 2, 4)))
    g.code.bind(over)


def either(g: Generator) -> None:
    """if and else, the bodies of any kind."""
    other, end, name = Label(), Label(), g.rng.choice((*TWO, *ONE))
    slot = g.slot()
    g.jump(name, other, slot, **operands(g, name))
    g.forget()
    g.block(g.rng.randint(1, 3))
    g.jump(*unconditional(g, end))
    g.garbage()
    g.code.bind(other)
    g.forget()
    g.block(g.rng.randint(1, 3))
    g.code.bind(end)
    g.forget()


def unconditional(g: Generator, label: Label) -> tuple[str, Label, Slot]:
    """What `jump` takes for a branch that is always taken, whose slot does not fault."""
    return "j" if g.rng.random() < 0.5 else "jal", label, g.slot(False)


def jump(g: Generator) -> None:
    """A branch forward that is taken, over words that are no instructions: j, jal, jr, jalr, beq of equal registers."""
    label, way = Label(), g.rng.choice(("j", "jal", "jr", "jalr", "beq", "bgezall"))
    slot = g.slot(False)
    if way in ("jr", "jalr"):
        with g.reserve(LINK):
            r = g.dest()
        g.literal(r, label)
        if g.rng.random() < 0.5:
            g.put("nop")
        link = {"rd": g.dest()} if way == "jalr" else {}
        g.put(way, rs=r, **link)
        g.wrote(r, *link.values())
        slot()
    elif way in ("j", "jal"):
        g.jump(way, label, slot)
    elif way == "beq":
        r = g.read()
        g.jump("beq", label, slot, rs=r, rt=r)
    else:
        g.jump(way, label, slot, rs=0)
    g.garbage()
    with g.perhaps():
        g.code.bind(label)


def loop(g: Generator) -> None:
    """A loop of 2 to 6 turns, with a branch of any kind that can count down."""
    turns = min(g.rng.randint(2, 6), int(g.left() / 20))
    if turns < 2 or g.loops == len(COUNTERS):
        return
    counter, top = COUNTERS[g.loops], Label()
    g.set(counter, turns)
    with g.repeated(turns):
        g.loops += 1
        g.code.bind(top)
        g.forget()
        g.block(g.rng.randint(1, 4)) if g.rng.random() < 0.5 else g.simple_block(g.rng.randint(0, 5))
        g.loops -= 1
        slot = g.slot()
        g.put("addiu", rt=counter, rs=counter, imm=-1)
        name = g.rng.choice(("bne", "bnel", "bgtz", "bgtzl"))
        g.jump(name, top, slot, rs=counter, **({"rt": 0} if name in TWO else {}))
    g.forget()


def call(g: Generator) -> None:
    """A call of one of the program's functions, by jal, jalr, or a branch with link."""
    affordable = [f for f in g.functions if f.cost < g.left()]
    if not affordable:
        return
    function = g.rng.choice(affordable)
    prepared = g.slot()

    def slot() -> None:
        with g.reserve(LINK):  # which the function returns to
            prepared()

    way = g.rng.choice(("jal", "bgezal", "jalr")) if function.code is g.code else "jalr"
    if way == "jalr":
        with g.reserve(LINK):
            r = g.dest()
        g.literal(r, function.label)
        g.put("jalr", rd=LINK, rs=r)
        g.wrote(LINK)
        slot()
    else:
        g.jump(way, function.label, slot, **({"rs": 0} if way == "bgezal" else {}))
    g.spent += g.times * function.cost
    g.forget()
    g.recent = [LINK, 2, 3]
