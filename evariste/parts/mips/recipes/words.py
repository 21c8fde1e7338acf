# SPDX-License-Identifier: Apache-2.0
"""Random instruction words in a row: legal ones, ones almost legal, anything. The handler steps over an exception.

Unlike the programs of `generate`, these have no structure. They go wherever their words lead, some of them in circles.
A run of them needs a bound. Registers begin with useful values: addresses of memory, of the words, small numbers.
"""

from random import Random

from evariste.isa.model import Machine
from evariste.parts.mips.recipes import layout, system
from evariste.parts.mips.recipes.assembler import BRANCHES, ISA, Code
from evariste.parts.mips.recipes.generator import K0, K1, Program
from evariste.parts.mips.recipes.runtime import entries, segments
from evariste.verification.randprog.writer import Label, Recipe

COUNT = 50  # words in a row
STALE = "stored over after it was fetched"  # lock-step says so of a difference
# If a store overwrites a word that the RTL has already fetched, either word may execute; the comparison ends there.
RECIPE = Recipe("words", length=COUNT, ends=(), cycles=800, excuse=STALE)
ROOM = 4 * (COUNT + 80)
FETCH_BUS_ERROR = 6


def program(seed: int, isa: Machine = ISA) -> Program:
    """The words, those of `isa` among them, and what brings control to them."""
    rng = Random(f"words/{seed}")
    reset, exception, body = Label(), Label(), Label()
    first, end = rng.choice(((layout.CODE_ROM.first, layout.ROM_END), (layout.CODE_RAM.first, layout.RAM_END)))
    base = rng.choice((rng.randrange(first, end - ROOM), end - ROOM)) & ~3
    code = Code(base, end)
    code.bind(reset)
    for r in range(1, 32):
        code.literal(r, _value(rng, base))
    code.bind(body)
    while code.here < min(end, base + ROOM) and len(code.data) < 4 * (COUNT + 62):
        code.raw(_word(rng, isa))
    handler = Code(layout.RAM + 0x2000, layout.RAM + 0x3000)
    _handler(handler, exception, body)
    codes = [*entries(reset, exception), code, handler]
    data = [(r.first, rng.randbytes(r.end - r.first)) for r in (layout.DATA_RAM, layout.DATA_RAM_EDGE)]
    return Program(seed, RECIPE, [*data, *segments(codes)], codes)


def _value(rng: Random, base: int) -> int:
    kind = rng.randrange(6)
    if kind < 2:
        return (rng.choice((layout.DATA_RAM.first + 0x200, layout.DATA_RAM_EDGE.first + 0x80)) + rng.randrange(64)) & (
            ~3 if rng.random() < 0.9 else ~0
        )
    if kind == 2:
        return base + 4 * (62 + rng.randrange(COUNT)) + (rng.random() < 0.05)
    if kind == 3:
        return rng.choice((0, 1, 2, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000))
    return rng.getrandbits(32 if kind == 4 else 8)


def _handler(code: Code, label: Label, body: Label) -> None:
    """Behind the instruction or its delay slot; to the first of the words if there was none."""
    done, slot = Label(), Label()
    code.bind(label)
    code.put("mfc0", rt=K1, cd=system.CAUSE)
    code.put("srl", rd=K0, rt=K1, imm=2)
    code.put("andi", rt=K0, rs=K0, imm=31)
    code.put("addiu", rt=K0, rs=K0, imm=-FETCH_BUS_ERROR)
    code.branch("beq", done, rs=K0, rt=0)
    code.literal(K0, body)
    code.put("mfc0", rt=K0, cd=system.EPC)
    code.branch("bgez", slot, rs=K1)
    code.put("addiu", rt=K0, rs=K0, imm=4)
    code.put("addiu", rt=K0, rs=K0, imm=4)
    code.bind(slot)
    code.put("ori", rt=K0, rs=K0, imm=3)
    code.put("xori", rt=K0, rs=K0, imm=3)
    code.bind(done)
    code.put("mtc0", rt=K0, cd=system.EPC)
    code.put("eret")


def _word(rng: Random, isa: Machine) -> int:
    """A word; a branch of it does not go far."""
    kind = rng.randrange(10)
    if kind == 0:
        return rng.getrandbits(32)
    insn = rng.choice(list(isa))
    word = insn.match | rng.getrandbits(32) & ~insn.mask
    if insn.name in BRANCHES and "imm" in insn.fields and insn.fields["imm"].width == 16:
        word = word & ~0xFFFF | rng.randrange(-COUNT // 2, COUNT // 2) & 0xFFFF
    elif insn.spec.class_ in ("load", "store") and rng.random() < 0.9:
        word = word & ~0xFFFF | (rng.randrange(-64, 64) & (~3 if rng.random() < 0.8 else ~0)) & 0xFFFF
    return word ^ 1 << rng.randrange(32) if kind == 1 else word
