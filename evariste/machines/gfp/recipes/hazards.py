# SPDX-License-Identifier: Apache-2.0
"""A register written by one instruction and read by the next: every kind of producer, every reading operand.

The value is prepared first. A producer of the requested kind then writes it (mrs writes another usable value). The
consumer follows directly.
"""

from evariste.isa.model import Instruction
from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import CORE
from evariste.machines.gfp.recipes.galois import DESCRIPTORS_IN_ROM
from evariste.machines.gfp.recipes.generator import LOW, WIDE, Generator
from evariste.machines.gfp.recipes.memory import READABLE, WRITABLE, is_store
from evariste.verification.randprog.writer import Label, operand

PRODUCERS = ("alu", "load", "multiple", "gf", "high word", "special")
SCRATCH = layout.VARIABLES.first + 0x10
APSR = 0
CARRY = 0x20000000  # as flags: C alone; as an address: the first word of RAM

CONSUMERS: list[tuple[Instruction, str]] = [
    (insn, name)
    for insn in CORE
    for name in insn.fields
    if name in ("rn", "rm") or (name == "rd" and insn.spec.class_ == "store")
]


def hazard(g: Generator) -> None:
    """Any producer, any consumer."""
    insn, name = g.rng.choice(CONSUMERS)
    kind = g.rng.choice(PRODUCERS)
    address = insn.spec.class_ in ("load", "store", "branch")
    if kind == "high word" and address and not g.recipe.gf_addresses:
        kind = "gf"  # whose fault leaves the address as it was
    if insn.name in ("bx", "blx"):
        branch(g, insn.name, kind)
    elif insn.spec.class_ in ("load", "store"):
        access(g, insn, name, kind)
    elif insn.name == "gfcfg":
        (r,) = g.dests(1)
        g.literal(r, layout.DATA_ROM.first + 8 * g.rng.randrange(DESCRIPTORS_IN_ROM))
        produce(g, r, kind, CARRY)
        g.put("gfcfg", rn=r)
    elif insn.name == "gfst":
        (r,) = g.dests(1)
        g.literal(r, layout.DATA_RAM.first + 4 * g.rng.randrange(64))
        produce(g, r, kind, CARRY)
        g.put("gfst", rn=r)
    elif insn.name == "msr":
        (r,) = g.dests(1)
        g.set(r, g.rng.randrange(16) << 28)
        produce(g, r, kind, CARRY)
        g.put("msr", rn=r, imm=APSR)
    else:
        compute(g, insn, name, kind)


def compute(g: Generator, insn: Instruction, name: str, kind: str) -> None:
    """A consumer that computes: its other operands are any."""
    (r,) = g.dests(1)
    operands: dict[str, int] = {}
    for other, field in insn.fields.items():
        if other in ("rd", "rh"):
            operands[other] = g.dest(WIDE if field.width == 4 else LOW)
        elif other == "imm":
            operands[other] = max(field.value(operand(g.rng, field.width)), 1 if insn.name == "lsls_imm" else 0)
        else:
            operands[other] = g.source(WIDE if field.width == 4 else LOW)
    if insn.name == "cmp_hi":  # not with two low registers
        operands["rm" if name == "rn" else "rn"] = g.rng.choice((8, 9, 10, 11, 12, 14))
    operands[name] = r
    produce(g, r, kind)
    g.put(insn.name, **operands)
    g.wrote(*{operands[o] for o in ("rd", "rh") if o in operands})


def access(g: Generator, insn: Instruction, name: str, kind: str) -> None:
    """A load or store that reads the register as base, index or data."""
    rng = g.rng
    ranges = WRITABLE if insn.spec.class_ == "store" else READABLE
    if "rn" not in insn.fields:
        if insn.name == "str_sp":
            (r,) = g.dests(1)
            g.put("sub_sp_imm7", imm=4)
            produce(g, r, kind)
            g.put("str_sp", rd=r, imm=0)
            g.put("add_sp_imm7", imm=4)
        return
    base, index, data = g.dests(3)
    where = rng.choice(ranges)
    address = CARRY if kind == "special" and name in ("rn", "rm") else rng.randrange(where.first, where.end - 64) & ~3
    consumed = {"rn": base, "rm": index, "rd": data}[name]
    g.literal(base, address if name != "rm" else 0)
    if "rm" in insn.fields:
        g.literal(index, address if name == "rm" else 0)
    with g.reserve(base, index):
        produce(g, consumed, kind, CARRY)
    if "list" in insn.fields:
        chosen = sorted(rng.sample([r for r in LOW if r not in g.reserved and r != base], 2))
        g.put(insn.name, rn=base, list=sum(1 << r for r in chosen))
        g.wrote(base, *(chosen if insn.name == "ldm" else ()))
        return
    last = {"rm": index} if "rm" in insn.fields else {"imm": 0}
    g.put(insn.name, rd=data, rn=base, **last)
    g.wrote(base, index, *(() if is_store(insn.name) else (data,)))


def branch(g: Generator, name: str, kind: str) -> None:
    """bx or blx to the label behind it; after mrs to an even address, from where the HardFault handler comes back."""
    r, cell, resume = g.dests(3)
    after = Label()
    if kind == "special" and not g.recipe.faults:
        return
    with g.code.together():
        if kind == "special":
            g.literal(cell, layout.RESUME)
            g.literal(resume, after)
            g.put("str_imm", rd=resume, rn=cell, imm=0)
            g.spent += g.times * 30
        g.literal(r, after, 1)
        with g.reserve(r):
            produce(g, r, kind, CARRY)
        g.put(name, rm=r)
        g.wrote(r, *((14,) if name == "blx" else ()))
        g.garbage()
        g.land(after)


def produce(g: Generator, r: int, kind: str, special: int | None = None) -> None:
    """The last instruction emitted writes r and is of this kind. r keeps its value, but for its top bit after gfmul32,
    and for mrs, which writes `special` (a value that the flags can have) or any special register."""
    t = g.dest(tuple(x for x in LOW if x != r))
    if kind == "alu":
        way = g.rng.randrange(3)
        if way == 0:
            g.put("adds_imm3", rd=r, rn=r, imm=0)
        elif way == 1:
            g.put("orrs", rd=r, rm=r)
        else:
            g.put("mov_hi", rd=r, rm=r)
    elif kind == "load":
        g.literal(t, SCRATCH)
        g.put("str_imm", rd=r, rn=t, imm=0)
        g.put("ldr_imm", rd=r, rn=t, imm=0)
    elif kind == "multiple":
        g.put("push", list=1 << r)
        g.put("pop", list=1 << r)
    elif kind == "gf":
        g.set(t, 0)
        g.put("gfadd", rd=r, rn=r, rm=t)
    elif kind == "high word":
        g.set(t, 0x80000000)
        g.put("adds_reg", rd=r, rn=r, rm=r)
        g.put("gfmul32", rh=r, rd=t, rn=r, rm=t)
    elif special is not None:
        g.set(t, special)
        g.put("msr", rn=t, imm=APSR)
        g.put("mrs", rd=r, imm=APSR)
    else:
        g.put("mrs", rd=r, imm=g.rng.choice((0, 5, 8, 9, 16, 20)))
    g.wrote(t, r)
