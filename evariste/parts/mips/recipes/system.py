# SPDX-License-Identifier: Apache-2.0
"""Statements on CP0: reads and writes of its registers at every distance, eret, EXL, BEV."""

from evariste.isa import load
from evariste.parts.mips.recipes import arithmetic
from evariste.parts.mips.recipes.generator import Generator
from evariste.verification.randprog.writer import Label

REGISTERS = tuple(load.machine("mips").register_names("c0"))
STATUS, CAUSE, EPC, BADVADDR, PRID = 12, 13, 14, 8, 15
EXL, BEV, MASKS = 1 << 1, 1 << 22, 0xFF << 8


def read(g: Generator) -> None:
    """mfc0 of any register."""
    rt = g.write()
    g.put("mfc0", rt=rt, cd=g.rng.choice((STATUS, CAUSE, EPC, BADVADDR, PRID, g.rng.choice(REGISTERS))))
    g.wrote(rt)


def write(g: Generator) -> None:
    """mtc0, and perhaps mfc0 some instructions later. Status keeps EXL and IE clear."""
    rng = g.rng
    register = rng.choice((STATUS, EPC, CAUSE, BADVADDR, PRID))
    rt = g.read()
    if register == STATUS:
        rt = g.dest()
        g.set(rt, rng.choice((0, BEV)) | rng.getrandbits(8) << 8 | rng.choice((0, 0x8F8000E0)))
        g.recent = [rt]
    g.put("mtc0", rt=rt, cd=register)
    for _ in range(rng.choice((0, 0, 1, 2))):
        arithmetic.alu(g)
    if rng.random() < 0.7:
        rt = g.write()
        g.put("mfc0", rt=rt, cd=register)
        g.wrote(rt)


def go_by_eret(g: Generator) -> None:
    """Sets EPC, perhaps EXL, and executes eret."""
    rng, after, r = g.rng, Label(), g.dest()
    if rng.random() < 0.5:
        level = g.dest()
        g.set(level, EXL | BEV | rng.getrandbits(8) << 8)
        g.put("mtc0", rt=level, cd=STATUS)
        for _ in range(rng.randint(0, 3)):
            arithmetic.alu(g)
    g.literal(r, after)
    for _ in range(rng.choice((0, 0, 1))):
        g.put("nop")
    g.put("mtc0", rt=r, cd=EPC)
    for _ in range(rng.choice((0, 0, 1, 2))):
        g.put("nop")
    g.put("eret")
    g.wrote(r)
    g.garbage()
    with g.perhaps():
        g.code.bind(after)
