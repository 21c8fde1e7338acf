# SPDX-License-Identifier: Apache-2.0
"""Statements with the instructions of extensions. A core that lacks one faults there, and the handler steps over it."""

from evariste.isa.model import Instruction
from evariste.machines.gfp.recipes import layout
from evariste.machines.gfp.recipes.assembler import EXTENSIONS
from evariste.machines.gfp.recipes.galois import DESCRIPTORS_IN_ROM, gf, perhaps_high
from evariste.machines.gfp.recipes.generator import WIDE, Generator
from evariste.machines.gfp.recipes.hazards import PRODUCERS, produce
from evariste.machines.gfp.recipes.memory import WRITABLE, pointer

WRITTEN = ("rd", "rh")
ARITHMETIC = [i for i in EXTENSIONS if i.spec.field in ("", "read") and i.spec.class_ not in ("load", "store")]


def registers(g: Generator, insn: Instruction) -> dict[str, int]:
    """Any operands."""
    return {name: g.rng.randrange(32) if name == "imm" else (g.dest if name in WRITTEN else g.source)(WIDE)
            for name in insn.fields}  # fmt: skip


def extended(g: Generator) -> None:
    """Any of them on any registers: one register in two places, and results used at once, are common."""
    insn = g.rng.choice(ARITHMETIC)
    operands = registers(g, insn)
    for name in ("rn", "rm", "rh"):
        if "rd" in operands and name in operands and g.rng.random() < 0.15:
            operands[name] = operands["rd"]
    g.put(insn.name, **operands)
    g.wrote(*{operands[name] for name in WRITTEN if name in operands})


def extended_run(g: Generator) -> None:
    """Several in a row, some at addresses that are no multiple of four, some behind the unit's other instructions."""
    for _ in range(g.rng.randint(2, 5)):
        g.rng.choice((extended, extended, gf))(g)
        if g.rng.random() < 0.2:
            rd = g.dest()
            g.put("adds_imm8", rd=rd, imm=g.rng.randrange(256))
            g.wrote(rd)


def extended_hazard(g: Generator) -> None:
    """A register that the instruction just before has written, in each place: some are accumulated into."""
    insn = g.rng.choice(ARITHMETIC)
    (r,) = g.dests(1)
    operands = registers(g, insn)
    operands[g.rng.choice([name for name in operands if name != "imm"])] = r
    produce(g, r, g.rng.choice(PRODUCERS))
    g.put(insn.name, **operands)
    g.wrote(*{operands[name] for name in WRITTEN if name in operands})


def two_fields(g: Generator) -> None:
    """Both fields loaded in any order, arithmetic in either, and one stored and loaded into the other."""
    for _ in range(g.rng.choice((1, 2, 3))):
        (base,) = g.dests(1)
        g.literal(base, layout.DATA_ROM.first + 8 * g.rng.randrange(DESCRIPTORS_IN_ROM))
        g.put(g.rng.choice(("gfcfg", "gfcfgb", "gfcfgb")), rn=perhaps_high(g, base))
        extended_run(g)
    if g.rng.random() < 0.5:
        base = pointer(g, WRITABLE, 4, 8)
        g.put(g.rng.choice(("gfst", "gfstb", "gfstb")), rn=base)
        if g.rng.random() < 0.7:
            g.put(g.rng.choice(("gfcfg", "gfcfgb")), rn=base)
        extended_run(g)


def access_high(g: Generator) -> None:
    """Loads and stores of any register, from a low or a high base, or from sp; what is loaded is often used at once."""
    name = g.rng.choice(("gfldr", "gfstr"))
    slots = [i for i, free in enumerate(reversed(g.slots)) if free or name == "gfldr"]
    if slots and g.rng.random() < 0.4:
        base, imm = 13, 4 * g.rng.choice(slots)
    else:
        base, imm = perhaps_high(g, pointer(g, WRITABLE, 4, 0x40)), 4 * g.rng.randrange(16)
    rd = g.source(WIDE) if name == "gfstr" else g.dest(tuple(r for r in WIDE if r != base))
    g.put(name, rd=rd, rn=base, imm=imm)
    if name == "gfldr":
        g.wrote(rd)
        if g.rng.random() < 0.3:
            extended(g)
