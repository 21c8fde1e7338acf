# SPDX-License-Identifier: Apache-2.0
"""Random programs of coreva: bundles of random operations, with dense hazards.

A program sets its registers, then has LENGTH bundles and some traps. Where its branches lead is not known, and it may
not end. Programs of the recipe `wild` have words between that follow no rule.
"""

from dataclasses import dataclass
from random import Random

from evariste.isa import load
from evariste.isa.model import Instruction
from evariste.machines.coreva import MACHINE
from evariste.verification.randprog.writer import Code as AnyCode
from evariste.verification.randprog.writer import Program
from evariste.verification.randprog.writer import Recipe as AnyRecipe

__all__ = ["KINDS", "RECIPES", "USUAL", "generate"]

ISA = load.machine("coreva")
STOP = 1 << ISA.spec.words.last if ISA.spec.words else 0
SLOTS = 4
CODE, CODE_END = 0, 0x1000
RAM, DATA = 0x20000000, 0x400  # random bytes at the beginning
LENGTH = 40  # bundles of a program, behind those that set the registers
INSNS = [*ISA]
BASE, FAR, JUMP = 31, 30, 29  # registers that stay: the data, an address outside memory, a place in the code
FEW = 12  # the registers that most operations use
GUARDS = 15


@dataclass(frozen=True)
class Recipe(AnyRecipe):
    """`wild` is the chance of a word without a rule."""

    wild: float = 0.0


class Code(AnyCode):
    """A bundle is put as words."""

    ISA = ISA


USUAL = "bundles"
RECIPES = {
    recipe.name: recipe
    for recipe in (
        Recipe("bundles", length=LENGTH, ends=(), cycles=1_500, configuration="clmul"),
        Recipe("wild", length=LENGTH, ends=(), cycles=1_500, configuration="clmul", wild=0.02),
    )
}
# Kinds of runs in lock-step: recipe, wait states, configuration.
KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    f"{recipe}, {configuration}": (recipe, (0, 0), configuration)
    for configuration in MACHINE.simulated
    for recipe in RECIPES
}


def operation(rng: Random, insn: Instruction) -> int:
    """A word of the instruction; most registers are few, so that hazards are many."""
    while True:
        word = insn.match
        for name, field in insn.fields.items():
            raw = rng.getrandbits(field.width)
            if name in ("rd", "rs1", "rs2", "value"):
                raw = rng.randrange(FEW) if rng.random() < 0.95 or name == "rd" else rng.randrange(32)
            if name == "guard":
                raw = 0 if rng.random() < 0.5 else rng.randrange(1, GUARDS)
            if name == "imm" and insn.spec.runs_on == "memory":
                size = {"w": 4, "h": 2, "b": 1}[insn.name[1]]
                raw = rng.randrange(64) * size if rng.random() < 0.99 else rng.getrandbits(7)
            if name == "rs1" and insn.spec.runs_on == "memory":
                raw = BASE if rng.random() < 0.995 else FAR
            if name == "rs1" and insn.name in ("jr", "callr"):
                raw = JUMP
            if name == "offset":
                raw = rng.randrange(1, 12)
            if name == "imm" and insn.name == "trap":
                raw = 1
            word |= field.place(raw)
        if insn.accepts(word):
            return word


def _settings(rng: Random) -> list[int]:
    """Words that set all registers and flags."""
    values = {i: rng.choice((rng.getrandbits(32), rng.getrandbits(4), 1 << 31, 0xFFFFFFFF)) for i in range(1, 32)}
    values |= {BASE: RAM + 0x100, FAR: 0x10000000, JUMP: 4 * rng.randrange(90, 130)}
    words = []
    for number, value in values.items():
        for name, half in (("movi", value & 0xFFFF), ("movhi", value >> 16)):
            words.append(int.from_bytes(ISA.encode(name, guard=0, rd=number, imm=half), "little"))
    for file in (0, 1):
        word = ISA.encode("mtc", guard=0, file=file, rs1=rng.randrange(1, FEW), bit=0)
        words.append(int.from_bytes(word, "little"))
    return words


def _bundles(rng: Random, code: Code, wild: float) -> None:
    delayed = False
    for _ in range(LENGTH):
        while True:
            picked = [rng.choice(INSNS) for _ in range(rng.randint(1, SLOTS))]
            branches = any(i.spec.runs_on == "branch" for i in picked)
            trapping = any(i.name == "trap" for i in picked) and rng.random() < 0.9
            if not trapping and not (delayed and branches) and not ISA.illegal_bundle(picked):
                break
        bundle = [operation(rng, insn) for insn in picked]
        bundle[-1] |= STOP
        code.raw(*(rng.getrandbits(32) if rng.random() < wild else word for word in bundle))
        delayed = branches


def generate(seed: int, recipe: Recipe | str = USUAL) -> Program:
    """The program of this seed."""
    kind = RECIPES[recipe] if isinstance(recipe, str) else recipe
    rng = Random(f"{kind.name}/{seed}")
    code = Code(CODE, CODE_END)
    code.mark("main")
    for word in _settings(rng):
        code.raw(word | STOP)
    _bundles(rng, code, kind.wild)
    trap = int.from_bytes(ISA.encode("trap", guard=0, imm=1), "little")
    for _ in range(16):
        code.raw(trap | STOP)
    return Program(seed, kind, [(RAM, rng.randbytes(DATA)), (CODE, bytes(code.data))], [code])
