# SPDX-License-Identifier: Apache-2.0
"""Random programs of the toy: they compute, access memory, and branch forwards; a few words are no instructions."""

from random import Random

from evariste.isa.load import machine
from evariste.verification.randprog import writer
from evariste.verification.randprog.writer import Choice, Label, Program, Recipe, chosen, written

ISA = machine("toy")
ROM_END = 0x1000
RAM, REACH = 0x1000, 20  # where the register BASE points, and how many words from there are used
BASE = 7

RECIPES = {"mixed": Recipe("mixed", length=60, ends=("loop", "fault"))}
USUAL = "mixed"
KINDS = {"programs": ("mixed", (0, 0), "full")}  # recipe, wait states, configuration


class Code(writer.Code):
    ISA = ISA


class Generator(writer.Generator):
    REGISTERS = tuple(range(BASE))


def load_immediate(g: Generator) -> None:
    g.put("li", rd=g.dest(), imm=g.rng.choice((0, 1, -1, g.rng.randrange(-(2**15), 2**15))))


def add(g: Generator) -> None:
    rd = g.dest()
    g.put("add", rd=rd, rn=g.source(), rm=g.source((*g.REGISTERS, BASE)))
    g.wrote(rd)


def load(g: Generator) -> None:
    rd = g.dest()
    g.put("ld", rd=rd, rn=BASE, imm=4 * g.rng.randrange(-REACH, REACH))
    g.wrote(rd)


def store(g: Generator) -> None:
    g.put("st", rm=g.source(), rn=BASE, imm=4 * g.rng.randrange(-REACH, REACH))


def branch(g: Generator) -> None:
    """Over a few statements, forwards."""
    over = Label()
    g.branch("bnz", over, rn=g.source())
    g.simple_block(g.rng.randrange(4))
    g.code.bind(over)


def nonsense(g: Generator) -> None:
    g.code.raw(g.rng.getrandbits(32))


SIMPLE = {load_immediate: 3, add: 3, load: 3, store: 3}
NESTED = {**SIMPLE, branch: 3, nonsense: 0.1}


def generate(seed: int, recipe: str = USUAL) -> Program:
    """The program of this seed."""
    return written(RECIPES[recipe], lambda rng: _program(rng, RECIPES[recipe]))(seed)


def _program(rng: Random, recipe: Recipe) -> Program:
    code, end = Code(0, ROM_END), Label()
    g = Generator(rng, recipe, code)
    g.simple, g.nested = _choice(rng, SIMPLE), _choice(rng, NESTED)
    g.budget = 1000
    code.mark("start")
    g.put("li", rd=BASE, imm=RAM + 4 * REACH)
    while g.spent < recipe.length:
        g.statement()
    g.put("li", rd=1, imm=1)
    code.mark("end")
    code.bind(end)
    g.branch("bnz", end, rn=1)
    return Program(0, recipe, [(0, bytes(code.data))], [code])


def _choice(rng: Random, table: dict[writer.Statement, float]) -> Choice:
    weights = chosen(rng, table)
    weights[add] += 1  # so that there is always one
    return list(weights), list(weights.values())
