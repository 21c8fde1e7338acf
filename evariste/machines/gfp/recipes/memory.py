# SPDX-License-Identifier: Apache-2.0
"""Statements that load and store where memory is: every instruction of the classes load and store."""

from collections.abc import Callable

from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import ISA
from evariste.machines.gfp.recipes.generator import LOW, Generator, instructions
from evariste.machines.gfp.recipes.layout import Range
from evariste.verification.randprog.writer import Label, operand

READABLE = (layout.DATA_RAM, layout.DATA_RAM, layout.DATA_ROM, layout.DATA_RAM_EDGE)
WRITABLE = (layout.DATA_RAM, layout.DATA_RAM_EDGE)
BYTES = {"str": 4, "ldr": 4, "strh": 2, "ldrh": 2, "ldrsh": 2, "strb": 1, "ldrb": 1, "ldrsb": 1}

SINGLE = [n for n in instructions("load", "store") if n.endswith(("_imm", "_reg"))]
CONSOLE = 0x40000000
COUNTER = 0x40000010


def width(name: str) -> int:
    """How many bytes the instruction of this name accesses."""
    return BYTES[name.split("_")[0]]


def is_store(name: str) -> bool:
    return ISA.by_name[name].spec.class_ == "store"


def pointer(g: Generator, ranges: tuple[Range, ...], size: int, span: int, also: Callable[[int], bool] = bool) -> int:
    """A low register that holds the address of `span` bytes inside one of the ranges, a multiple of `size`."""
    for r in LOW:
        address = g.known.get(r)
        fits = address and not address % size and also(r) and any(x.holds(address, span) for x in ranges)
        if fits and g.rng.random() < 0.7:
            return r
    where = g.rng.choice(ranges)
    address = g.rng.randrange(where.first, where.end - span + 1) // size * size
    r = g.dest(tuple(r for r in LOW if also(r)))
    g.literal(r, max(address, where.first))
    return r


def single(g: Generator) -> None:
    """One load or store of a byte, halfword or word, immediate or register offset."""
    name = g.rng.choice(SINGLE)
    ranges = WRITABLE if is_store(name) else READABLE
    size = width(name)
    if name.endswith("_imm"):
        base = pointer(g, ranges, size, size)
        room = next(x for x in ranges if x.holds(g.known[base])).end - size - g.known[base]
        imm = min(operand(g.rng, 5) * size, room // size * size)
        operands = {"rn": base, "imm": imm}
    else:
        operands = register_offset(g, ranges, size)
    transfer(g, name, operands)


def register_offset(g: Generator, ranges: tuple[Range, ...], size: int) -> dict[str, int]:
    """Two registers whose sum (mod 2^32) is an address in one of the ranges."""
    where = g.rng.choice(ranges)
    address = g.rng.randrange(where.first, where.end - size + 1) // size * size
    base, index = g.dests(2)
    if g.rng.random() < 0.2 and not address // 2 % size:
        base = index
        g.literal(base, address // 2)
    else:
        offset = g.rng.choice((0, size, -size, g.rng.getrandbits(8), g.rng.getrandbits(32), address))
        g.set(index, offset)
        g.literal(base, address - offset)
    return {"rn": base, "rm": index}


def transfer(g: Generator, name: str, operands: dict[str, int]) -> int:
    """Emits the load or store with a random data register; gives the instruction's address."""
    rd = g.source() if is_store(name) else g.dest()
    at = g.put(name, rd=rd, **operands)
    if not is_store(name):
        g.wrote(rd)
        if g.rng.random() < 0.3:  # the loaded value at once
            to = g.dest()
            g.put("adds_reg", rd=to, rn=rd, rm=g.source())
            g.wrote(to)
    return at


def computed_index(g: Generator) -> None:
    """An access whose address depends on computed data: a base plus a masked register."""
    name = g.rng.choice([n for n in SINGLE if n.endswith("_reg")])
    size = width(name)
    index, mask = g.dests(2)
    g.set(mask, 0x7C if size == 4 else 0x7E if size == 2 else 0x7F)
    g.put("ands", rd=index, rm=mask)
    g.wrote(index)
    base = mask
    where = g.rng.choice(WRITABLE if is_store(name) else READABLE)
    g.literal(base, g.rng.randrange(where.first, where.end - 0x84) & ~3)
    pair = (base, index) if g.rng.random() < 0.5 else (index, base)
    transfer(g, name, {"rn": pair[0], "rm": pair[1]})


def literal(g: Generator) -> None:
    g.literal(g.dest(), g.value())


def store_load(g: Generator) -> None:
    """A store, and at once a load of the same word, or of a part of it."""
    base = pointer(g, WRITABLE, 4, 4)
    name = g.rng.choice(("str_imm", "strh_imm", "strb_imm"))
    g.put(name, rd=g.source(), rn=base, imm=0)
    again = g.rng.choice(("ldr_imm", "ldrh_imm", "ldrb_imm"))
    rd = g.dest()
    g.put(again, rd=rd, rn=base, imm=g.rng.randrange(0, 4, width(again)))
    g.wrote(rd)


def multiple(g: Generator) -> None:
    """ldm or stm of any list, the base in the list or not."""
    name = g.rng.choice(("ldm", "stm"))
    free = [r for r in LOW if r not in g.reserved] if name == "ldm" else list(LOW)
    count = g.rng.choice((1, 2, 2, 3, 4, len(free)))
    chosen = sorted(g.rng.sample(free, min(count, len(free))))
    mask = sum(1 << r for r in chosen)
    base = pointer(g, WRITABLE if name == "stm" else READABLE, 4, 4 * len(chosen), lambda r: r not in g.reserved)
    address = g.known[base] + 4 * len(chosen)
    g.put(name, rn=base, list=mask)
    if name == "ldm":
        g.wrote(*chosen)
        if mask >> base & 1:
            return
    g.wrote(base)
    g.known[base] = address


def in_frame(g: Generator) -> None:
    """Loads and stores relative to sp, inside the function's own words."""
    if not any(g.slots):
        return
    free = [4 * (len(g.slots) - 1 - i) for i, own in enumerate(g.slots) if own]
    if g.rng.random() < 0.5:
        g.put("str_sp", rd=g.source(), imm=g.rng.choice(free))
    else:
        rd = g.dest()
        g.put("ldr_sp", rd=rd, imm=g.rng.choice((*free, 4 * operand(g.rng, 8))))
        g.wrote(rd)


def frame(g: Generator) -> None:
    """sub sp, some statements, add sp."""
    words = g.rng.choice((0, 1, 2, 3, 8, 21, 127))
    if len(g.slots) + words > (40 if words < 127 else 150):
        return
    g.put("sub_sp_imm7", imm=4 * words)
    g.slots += [True] * words
    for _ in range(g.rng.randint(1, 3)):
        in_frame(g)
    g.simple_block(1)
    if words:
        del g.slots[-words:]
    release(g, 4 * words)


def deep_frame(g: Generator) -> None:
    """More words than str sp reaches; the farthest one written and read."""
    if len(g.slots) > 24 or g.depth > 1 or g.handler:
        return
    for _ in range(3):
        g.put("sub_sp_imm7", imm=508)
    g.put("str_sp", rd=g.source(), imm=1020)
    rd = g.dest()
    g.put("ldr_sp", rd=rd, imm=1020)
    g.wrote(rd)
    for _ in range(3):
        g.put("add_sp_imm7", imm=508)


def code_as_data(g: Generator) -> None:
    """A literal load of whatever stands in the code there, or of a word right behind the load."""
    rd = g.dest()
    if g.rng.random() < 0.5:
        g.put("ldr_lit", rd=rd, imm=4 * operand(g.rng, 8))
        g.wrote(rd)
        return
    over = Label()
    with g.code.together():
        if g.code.here % 4:
            g.put("nop")
        g.put("ldr_lit", rd=rd, imm=0)
        g.branch("b", over)
        g.code.word(g.value())
        g.code.bind(over)
    g.wrote(rd)


def release(g: Generator, count: int) -> None:
    """sp = sp + count, in one of the ways there are."""
    way = g.rng.randrange(4)
    if way == 0:
        r = g.dest()
        g.set(r, count)
        g.put("add_hi", rd=13, rm=r)
    elif way == 1:
        r = g.dest()
        g.put("add_rd_sp_imm8", rd=r, imm=count)
        g.wrote(r)
        g.put("mov_hi", rd=13, rm=r)
    else:
        g.put("add_sp_imm7", imm=count)


def push_pop(g: Generator) -> None:
    """push of any list, statements, pop of as many registers."""
    if len(g.slots) > 24:
        return
    free = [r for r in LOW if r not in g.reserved]
    count = min(g.rng.choice((1, 2, 3, 5, 8)), len(free))
    pushed = g.rng.sample((*LOW, 14), count)
    g.put("push", list=sum(1 << r for r in pushed))
    g.slots += [True] * count
    g.simple_block(g.rng.randint(0, 2))
    del g.slots[-count:]
    popped = g.rng.sample(free, count)
    g.put("pop", list=sum(1 << r for r in popped))
    g.wrote(*sorted(popped))


def pop_jump(g: Generator) -> None:
    """A forward jump by pop {.., pc}."""
    free = [r for r in LOW if r not in g.reserved]
    count = min(g.rng.choice((0, 0, 1, 2, 4)), len(free) - 1)
    target = max(g.dests(count + 1))
    pushed = g.rng.sample(range(target), min(count, target))
    label = Label()
    with g.code.together():
        g.literal(target, label, 1)
        g.put("push", list=sum(1 << r for r in (*pushed, target)))
        popped = g.rng.sample(free, len(pushed))
        g.put("pop", list=sum(1 << r for r in popped) | 1 << 15)
        g.wrote(*sorted(popped))
        g.garbage()
        g.land(label)


def console(g: Generator) -> None:
    """Prints a byte by a store of any width."""
    base = g.dest()
    g.literal(base, CONSOLE)
    g.put(g.rng.choice(("strb_imm", "str_imm", "strh_imm")), rd=g.source(), rn=base, imm=0)


def counter(g: Generator) -> None:
    """Reads the cycle counter: a difference of one cycle becomes a difference of data."""
    base, rd = g.dests(2)
    g.literal(base, COUNTER)
    if g.rng.random() < 0.2:
        g.put("ldm", rn=base, list=1 << base | 1 << rd)
        g.wrote(rd, base)
        return
    g.put("ldr_imm", rd=rd, rn=base, imm=g.rng.choice((0, 0, 0, 4)))
    g.wrote(rd)
