# SPDX-License-Identifier: Apache-2.0
"""Interrupts in random programs: accesses to the System Control Space, sleep, and changes of the lines.

SysTick runs from the start and is never stopped, so no sleep is endless. Handlers pay from a store (`layout.FUEL`) for
each interrupt that they make pending, so they end.
"""

from random import Random

from evariste.isa import load
from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import Code
from evariste.machines.gfp.recipes.generator import Generator
from evariste.verification.randprog.writer import Label

_scs = next(p for p in load.soc("gfp").peripherals if p.name == "scs")
REGISTER = {r.name: _scs.base + r.offset for r in _scs.registers}
NMI, PENDSV, SYSTICK, EXTERNAL, VECTORS = 2, 14, 15, 16, 48
LINES, LINE_NMI = 32, 1 << 32
NMISET, PENDSVSET, PENDSVCLR, PENDSTSET, PENDSTCLR = (1 << bit for bit in (31, 28, 27, 26, 25))
SLEEPONEXIT = 2
PERIODS = (400, 3000)  # of SysTick, cycles: well above what all handlers take
FUEL = 60


def store(g: Generator, name: str, value: int, offset: int = 0) -> None:
    base, data = g.dests(2)
    g.literal(base, REGISTER[name] + offset)
    g.literal(data, value)
    g.put("str_imm", rd=data, rn=base, imm=0)


def few_bits(rng: Random) -> int:
    return sum({1 << rng.randrange(LINES) for _ in range(rng.choice((1, 1, 2, 5)))})


def set_pending(g: Generator) -> None:
    """By ISPR or ICSR; several at once, so that priorities decide. The fuel goes down by one, or nothing happens."""
    over, (cell, left) = Label(), g.dests(2)
    with g.code.together():
        g.literal(cell, layout.FUEL)
        g.put("ldr_imm", rd=left, rn=cell, imm=0)
        g.put("subs_imm8", rd=left, imm=1)
        g.branch("b_cond", over, cond=4)
        g.put("str_imm", rd=left, rn=cell, imm=0)
        if g.rng.random() < 0.6:
            store(g, "nvic_ispr", few_bits(g.rng))
        else:
            store(g, "icsr", g.rng.choice((NMISET, PENDSVSET, PENDSTSET, PENDSVSET | PENDSTSET, NMISET | PENDSVSET)))
        g.land(over)
    g.spent += g.times * 60
    g.forget()


def control(g: Generator) -> None:
    """Enables, priorities, what is pending, SysTick's period, SCR."""
    rng = g.rng
    kind = rng.randrange(9)
    if kind == 0:
        store(g, "nvic_iser", rng.getrandbits(32) | few_bits(rng))
    elif kind == 1:
        store(g, "nvic_icer", few_bits(rng))
    elif kind == 2:
        store(g, "nvic_icpr", rng.choice((few_bits(rng), rng.getrandbits(32))))
    elif kind == 3:
        store(g, "icsr", rng.choice((PENDSVCLR, PENDSTCLR, PENDSVCLR | PENDSTCLR)))
    elif kind == 4:
        store(g, "nvic_ipr0", rng.getrandbits(32), 4 * rng.randrange(8))
    elif kind == 5:
        store(g, rng.choice(("shpr2", "shpr3")), rng.getrandbits(32))
    elif kind == 6:
        store(g, "syst_rvr", rng.randrange(*PERIODS))
    elif kind == 7:
        store(g, "syst_cvr", rng.getrandbits(32))
    else:
        store(g, "scr", rng.choice((0, 4, 0x10, SLEEPONEXIT, SLEEPONEXIT | 0x10) if g.naps else (0, 4, 0x10)))


def look(g: Generator) -> None:
    """Loads one register or several; what is not listed reads as zero. Narrow accesses are bus errors."""
    rng, base = g.rng, g.dest()
    name = rng.choice([*REGISTER, "icsr", "syst_cvr", "syst_csr"])
    if rng.random() < 0.2:
        g.literal(base, REGISTER["syst_csr"])
        g.put("ldm", rn=base, list=sum(1 << r for r in g.dests(rng.randint(2, 4), tuple(set(range(8)) - {base}))))
        g.forget()
        return
    g.literal(base, REGISTER[name] + (rng.choice((0, 4, 8, 28)) if rng.random() < 0.2 else 0))
    rd = g.dest()
    if rng.random() < 0.1 and g.recipe.faults and not g.handler:
        g.spent += g.times * 25
        g.put(rng.choice(("ldrb_imm", "ldrh_imm")), rd=rd, rn=base, imm=0)
    else:
        g.put("ldr_imm", rd=rd, rn=base, imm=0)
    g.wrote(rd)


def sleep(g: Generator) -> None:
    """wfi where SysTick wakes the core: not in a handler; wfe with an event, or with interrupts allowed."""
    if g.handler or g.rng.random() < 0.4:
        g.put("sev")
        g.put("wfe")
    elif g.rng.random() < 0.6:
        g.put("wfi")
    else:
        g.put("cps", imm=0)
        g.put("wfe")


def begin(g: Generator) -> None:
    """SysTick runs, most interrupts are enabled, the priorities are any."""
    rng = g.rng
    store(g, "syst_rvr", rng.randrange(*PERIODS))
    store(g, "syst_cvr", 0)
    store(g, "syst_csr", 3)
    store(g, "nvic_iser", rng.getrandbits(32) | rng.getrandbits(32))
    for i in rng.sample(range(8), rng.randint(0, 8)):
        store(g, "nvic_ipr0", rng.getrandbits(32), 4 * i)
    if rng.random() < 0.7:
        store(g, "shpr2", rng.getrandbits(32))
        store(g, "shpr3", rng.getrandbits(32))
    cell, data = g.dests(2)
    g.literal(cell, layout.FUEL)
    g.set(data, FUEL)
    g.put("str_imm", rd=data, rn=cell, imm=0)


def vectors(code: Code, rng: Random, labels: list[Label], taken: dict[int, Label]) -> None:
    """The entries from NMI up, behind those that the table has."""
    for number in range((code.here - code.base) // 4, VECTORS):
        code.word(taken.get(number) or rng.choice(labels), 1)


def lines(rng: Random, cycles: int) -> list[tuple[int, int]]:
    """Changes of the lines, as Machine.drive takes them: pulses and levels, single ones and many at once."""
    changes: dict[int, int] = {}
    now = 0
    level = 0
    while now < cycles:
        now += rng.choice((1, 2, 3, 7, rng.randrange(1, 60), rng.randrange(1, 400)))
        if level and rng.random() < 0.7:
            level = 0 if rng.random() < 0.6 else level & rng.getrandbits(33)
        else:
            level ^= few_bits(rng) if rng.random() < 0.8 else rng.getrandbits(32)
            if rng.random() < 0.1:
                level ^= LINE_NMI
        changes[now] = level
    changes[now + 20] = 0
    return sorted(changes.items())
