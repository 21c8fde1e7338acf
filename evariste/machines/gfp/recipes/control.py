# SPDX-License-Identifier: Apache-2.0
"""Statements that change the order of execution: branches of every kind, bounded loops, calls."""

from evariste.machines.gfp.recipes.generator import LOW, Generator
from evariste.verification.randprog.writer import Label

CONDITIONS = range(14)


def skip_some(g: Generator) -> None:
    """A conditional branch over a few statements."""
    if g.rng.random() < 0.6:
        g.put("cmp_reg" if g.rng.random() < 0.7 else "cmn", rn=g.source(), rm=g.source())
    over = Label()
    with g.code.together():
        g.branch("b_cond", over, cond=g.rng.choice(CONDITIONS))
        with g.perhaps():
            g.simple_block(g.rng.choice((0, 1, 1, 2, 4)))
        g.land(over)


def either(g: Generator) -> None:
    """if and else, the bodies of any kind."""
    other, end, skip = Label(), Label(), Label()
    with g.code.together():
        g.branch("b_cond", skip, cond=g.rng.choice(CONDITIONS))
        g.branch("b", other)
        g.garbage()
        g.land(skip)
    g.forget()
    g.block(g.rng.randint(1, 3))
    g.branch("b", end)
    g.code.pool()
    g.garbage()
    g.land(other)
    g.forget()
    g.block(g.rng.randint(1, 3))
    g.land(end)
    g.forget()


def jump(g: Generator) -> None:
    """An unconditional forward branch: b, bx, blx, bl, mov pc, add pc."""
    way = g.rng.choice(("b", "bl", "bx", "blx", "mov_hi", "mov_hi", "add_hi"))
    label = Label()
    with g.code.together():
        if way in ("b", "bl"):
            g.branch(way, label)
        elif way == "add_hi":
            r = g.dest()
            high = g.rng.random() < 0.4
            g.literal(r, label, -(g.code.here + 2 + 2 * high + 4) + g.rng.getrandbits(1))
            g.put("add_hi", rd=15, rm=into_high(g, r) if high else r)
        else:
            r = g.dest()
            g.literal(r, label, 1 if way != "mov_hi" else g.rng.getrandbits(1))
            if g.rng.random() < 0.4:
                r = into_high(g, r)
            if way == "mov_hi":
                g.put("mov_hi", rd=15, rm=r)
            else:
                g.put(way, rm=r)
        if way in ("bl", "blx"):
            g.wrote(14)
        g.garbage()
        with g.perhaps():
            g.land(label)


def into_high(g: Generator, r: int) -> int:
    """A high register with this one's value."""
    high = g.dest((8, 9, 10, 11, 12, 14))
    g.put("mov_hi", rd=high, rm=r)
    g.wrote(high)
    return high


def branch_to_next(g: Generator) -> None:
    """A taken branch, so that the next statement is the first at its target."""
    after = Label()
    with g.code.together():
        if g.rng.random() < 0.5:
            g.branch("b", after)
        else:
            g.put("cmp_reg", rn=0, rm=0)
            g.branch("b_cond", after, cond=0)
        g.garbage()
        g.code.bind(after)


def loop(g: Generator) -> None:
    """A loop of 2 to 6 turns. The counter is in a low register, a high register or on the stack."""
    turns = min(g.rng.randint(2, 6), int(g.left() / 20))
    if turns < 2:
        return
    place = g.rng.choice(("low", "high", "stack"))
    if place == "stack" and len(g.slots) > 24:
        place = "low"
    if place == "high" and g.reserved >= {8, 9, 10, 11}:
        place = "low"
    counter = g.dest((8, 9, 10, 11)) if place == "high" else g.dest()
    temporary = g.dest()
    while temporary == counter:
        temporary = g.dest()
    g.set(temporary, turns)
    if place == "stack":
        g.put("push", list=1 << temporary)
        g.slots.append(False)
    elif place == "high":
        g.put("mov_hi", rd=counter, rm=temporary)
    else:
        g.put("mov_hi", rd=counter, rm=temporary)
    short = g.rng.random() < 0.5
    top = Label()
    if short:
        g.code.room()
    with g.repeated(turns), g.reserve(*(() if place == "stack" else (counter,))):
        if short:
            with g.code.together():
                turn(g, top, place, counter, short)
        else:
            turn(g, top, place, counter, short)
    if place == "stack":
        g.slots.pop()
        g.put("add_sp_imm7", imm=4)


def turn(g: Generator, top: Label, place: str, counter: int, short: bool) -> None:
    """The loop's body, the counting and the branch back."""
    g.land(top)
    g.forget()
    if short:
        g.simple_block(g.rng.randint(0, 5))
    else:
        g.block(g.rng.randint(1, 4))
    if place == "low":
        g.put("subs_imm8", rd=counter, imm=1)
    else:
        r = g.dest()
        if place == "stack":
            g.put("ldr_sp", rd=r, imm=0)
        else:
            g.put("mov_hi", rd=r, rm=counter)
        g.put("subs_imm8", rd=r, imm=1)
        if place == "stack":
            g.put("str_sp", rd=r, imm=0)
        else:
            g.put("mov_hi", rd=counter, rm=r)
        g.wrote(r)
    if short and g.rng.random() < 0.8:
        g.branch("b_cond", top, cond=1)
    else:
        out = Label()
        with g.code.together():
            g.branch("b_cond", out, cond=0)
            g.branch("b", top)
            g.code.bind(out)


def call(g: Generator) -> None:
    """A call of one of the program's functions, by bl or blx."""
    affordable = [
        f for f in g.functions if f.cost < g.left() and not (f.switches_stack and (g.on_process_stack or g.handler))
    ]
    if not affordable or g.reserved - set(LOW) or len(g.slots) > 30:
        return
    function = g.rng.choice(affordable)
    kept = sum(1 << r for r in g.reserved)
    if kept:
        g.put("push", list=kept)
    if function.code is g.code and g.rng.random() < 0.7:
        g.branch("bl", function.label)
    else:
        r = g.dest()
        g.literal(r, function.label, 1)
        g.put("blx", rm=r)
    g.spent += g.times * function.cost
    g.switches_stack |= function.switches_stack
    if kept:
        g.put("pop", list=kept)
    g.forget()
    g.recent = [0, 14]
