# SPDX-License-Identifier: Apache-2.0
"""Statements with the instructions of extensions. A core that lacks one faults there, and the handler steps over it."""

from evariste.machines.gfp.recipes.assembler import EXTENSIONS
from evariste.machines.gfp.recipes.galois import gf
from evariste.machines.gfp.recipes.generator import WIDE, Generator
from evariste.machines.gfp.recipes.hazards import PRODUCERS, produce

WRITTEN = ("rd", "rh")


def extended(g: Generator) -> None:
    """Any of them on any registers: one register in two places, and results used at once, are common."""
    insn = g.rng.choice(EXTENSIONS)
    operands = {name: (g.dest if name in WRITTEN else g.source)(WIDE) for name in insn.fields}
    for name in ("rn", "rm", "rh"):
        if name in operands and g.rng.random() < 0.15:
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
    insn = g.rng.choice(EXTENSIONS)
    (r,) = g.dests(1)
    operands = {name: (g.dest if name in WRITTEN else g.source)(WIDE) for name in insn.fields}
    operands[g.rng.choice(list(operands))] = r
    produce(g, r, g.rng.choice(PRODUCERS))
    g.put(insn.name, **operands)
    g.wrote(*{operands[name] for name in WRITTEN if name in operands})
