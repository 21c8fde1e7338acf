# SPDX-License-Identifier: Apache-2.0
"""Random programs of coreva: bundles of random operations, with dense hazards.

A program sets its registers, then has LENGTH bundles and some traps. Where its branches lead is not known, and it may
not end. Each configuration has two recipes, and the first one has only operations that it knows. Programs of the other
one, `CONFIGURATION, wild`, have words between that follow no rule, operations that it lacks, and branches to
misaligned and unmapped addresses. Those of a configuration with an accelerator use it, at any time.
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
CODE, CODE_END, MEMORY_END = 0, 0x1000, 0x100000
RAM, DATA = 0x20000000, 0x400  # random bytes at the beginning
LENGTH = 40  # bundles of a program, behind those that set the registers
SETTINGS = 2 * 31 + 2  # operations that set them
INSNS = [*ISA]
# Registers that stay: the data, an address outside memory or the accelerator's, a place in the code, commands.
BASE, FAR, JUMP, COMMANDS = 31, 30, 29, range(24, 29)
FIELD = 0x40000000
FEW = 12  # the registers that most operations use
GUARDS = 15


@dataclass(frozen=True)
class Recipe(AnyRecipe):
    """`wild` is the chance of a word without a rule, and of an operation that the configuration lacks. `astray`: that a
    branch goes by any register, by any distance, or to the end of code memory. `stores` and `loads`: offsets of the
    accelerator's registers."""

    wild: float = 0.0
    astray: float = 0.0
    stores: tuple[int, ...] = ()
    loads: tuple[int, ...] = ()


class Code(AnyCode):
    """A bundle is put as words."""

    ISA = ISA


USUAL = "clmul"  # has every operation
WORDS = tuple(range(0, 32, 4))
MUL = (*WORDS, *(0x20 + i for i in WORDS), 0x3C, 0x3C, 0x3C), tuple(0x40 + i for i in WORDS)
SQU = (*(0x60 + i for i in WORDS), 0x7C, 0x7C), tuple(0x80 + i for i in WORDS)
ELEMENTS = tuple(range(0, 0x100, 4))
COMMAND = 0x100
# Stores and loads that the accelerator of a configuration has.
ACCELERATORS = {
    "mul233": MUL,
    "squ233": SQU,
    "ff233": ((*MUL[0], *SQU[0], 0x9C, 0x9C, 0x9C), (*MUL[1], *SQU[1])),
    "x": ((*ELEMENTS, *(COMMAND,) * len(ELEMENTS)), ELEMENTS),
}
WILD, ASTRAY = 0.02, 0.4
RECIPES = {
    recipe.name: recipe
    for configuration in MACHINE.simulated
    for stores, loads in (ACCELERATORS.get(configuration, ((), ())),)
    for name, wild, astray in ((configuration, 0.0, 0.0), (f"{configuration}, wild", WILD, ASTRAY))
    for recipe in (Recipe(name, length=LENGTH, ends=(), cycles=1_500, configuration=configuration, wild=wild,
                          astray=astray, stores=stores, loads=loads),)
}  # fmt: skip
# Kinds of runs in lock-step: recipe, wait states, configuration.
KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    name: (name, (0, 0), recipe.configuration) for name, recipe in RECIPES.items()
}


def strays(rng: Random, kind: Recipe) -> bool:
    """Whether a branch is one of those that go anywhere."""
    return kind.astray > 0 and rng.random() < kind.astray


def operation(rng: Random, insn: Instruction, kind: Recipe) -> int:
    """A word of the instruction; most registers are few, so that hazards are many."""
    if insn.name in ("lw", "sw") and kind.stores and rng.random() < 0.7:
        guard = 0 if rng.random() < 0.8 else rng.randrange(1, GUARDS)
        offset = rng.choice(kind.stores if insn.name == "sw" else kind.loads)
        number = rng.choice(COMMANDS) if offset == COMMAND else rng.randrange(FEW)
        return insn.encode(guard=guard, rs1=FAR, imm=offset, **{"rd" if insn.name == "lw" else "value": number})
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
            if name == "rs1" and insn.name in ("jr", "callr") and not strays(rng, kind):
                raw = JUMP
            if name == "offset" and not strays(rng, kind):
                raw = rng.randrange(1, 12)
            if name == "imm" and insn.name == "trap":
                raw = 1
            word |= field.place(raw)
        if insn.accepts(word):
            return word


def _settings(rng: Random, kind: Recipe) -> list[int]:
    """Words that set all registers and flags."""
    values = {i: rng.choice((rng.getrandbits(32), rng.getrandbits(4), 1 << 31, 0xFFFFFFFF)) for i in range(1, 32)}
    values |= {BASE: RAM + 0x100, FAR: FIELD if kind.stores else 0x10000000, JUMP: 4 * rng.randrange(90, 130)}
    if strays(rng, kind):
        values[JUMP] = MEMORY_END - 4 * rng.randrange(SLOTS + 2)
    if COMMAND in kind.stores:
        for number in COMMANDS:
            name = rng.randint(1, 4) if rng.random() < 0.97 else 5  # there is no command 5
            values[number] = name << 28 | rng.getrandbits(3) << 16 | rng.getrandbits(12)
    words = []
    for number, value in values.items():
        for name, half in (("movi", value & 0xFFFF), ("movhi", value >> 16)):
            words.append(int.from_bytes(ISA.encode(name, guard=0, rd=number, imm=half), "little"))
    for file in (0, 1):
        word = ISA.encode("mtc", guard=0, file=file, rs1=rng.randrange(1, FEW), bit=0)
        words.append(int.from_bytes(word, "little"))
    return words


def _bundles(rng: Random, code: Code, kind: Recipe) -> None:
    adding = [ISA.by_name["mla"], ISA.by_name["mla2"]]
    accesses = [ISA.by_name["lw"], ISA.by_name["sw"]]
    lacks = MACHINE.has(kind.configuration).lacks
    insns, lacking = ([i for i in INSNS if (i.name in lacks) == out] for out in (False, True))
    delayed = False
    for _ in range(LENGTH):
        while True:
            picked = [rng.choice(insns) for _ in range(rng.randint(1, SLOTS))]
            if rng.random() < 0.2:  # the only ones that read three registers
                picked[rng.randrange(len(picked))] = rng.choice(adding)
            if kind.stores and rng.random() < 0.7:
                picked[0] = rng.choice(accesses)
            if lacking and rng.random() < kind.wild:
                picked[rng.randrange(len(picked))] = rng.choice(lacking)
            branches = any(i.spec.runs_on == "branch" for i in picked)
            trapping = any(i.name == "trap" for i in picked) and rng.random() < 0.9
            if not trapping and not (delayed and branches) and not ISA.illegal_bundle(picked):
                break
        bundle = [operation(rng, insn, kind) for insn in picked]
        bundle[-1] |= STOP
        code.raw(*(rng.getrandbits(32) if rng.random() < kind.wild else word for word in bundle))
        delayed = branches


def generate(seed: int, recipe: Recipe | str = USUAL) -> Program:
    """The program of this seed."""
    kind = RECIPES[recipe] if isinstance(recipe, str) else recipe
    rng = Random(f"{kind.name}/{seed}")
    code = Code(CODE, CODE_END)
    code.mark("main")
    for word in _settings(rng, kind):
        code.raw(word | STOP)
    _bundles(rng, code, kind)
    trap = int.from_bytes(ISA.encode("trap", guard=0, imm=1), "little")
    for _ in range(16):
        code.raw(trap | STOP)
    return Program(seed, kind, [(RAM, rng.randbytes(DATA)), (CODE, bytes(code.data))], [code])
