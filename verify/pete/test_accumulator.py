# SPDX-License-Identifier: Apache-2.0
"""What each instruction does to U:HI:LO, against Python's integers; what a core does that lacks it."""

from random import Random

import pytest

from evariste.isa import machine
from evariste.machines.pete import MACHINE
from evariste.machines.pete.oracle import clmul
from evariste.sim import Machine

ISA = machine("pete")
ROM, VECTOR = 0xBFC00000, 0xBFC00380
RESERVED = 10
EDGES = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF)
ALL, WORD = 2**96 - 1, 2**32 - 1
OWN = [insn.name for insn in ISA if insn.extension]
ENGINES = ("iss", "rtl")

# What becomes of the accumulator A, and of a result, with operands a and b.
MEANING = {
    "maddu": lambda A, a, b: (A + a * b, None),
    "m2addu": lambda A, a, b: (A + 2 * a * b, None),
    "addau": lambda A, a, b: (A + a + b, None),
    "sha": lambda A, a, b: (A >> 32, A),
    "mtlhx": lambda A, a, b: (A << 32 | a, None),
    "mul": lambda A, a, b: (A, a * b),
    "mulgf2": lambda A, a, b: (clmul(a, b), None),
    "maddgf2": lambda A, a, b: (A ^ clmul(a, b), None),
    "mult": lambda A, a, b: (signed(a) * signed(b) & 2**64 - 1, None),
    "multu": lambda A, a, b: (a * b, None),
    "mthi": lambda A, a, b: (A & ~(WORD << 32) | a << 32, None),
    "mtlo": lambda A, a, b: (A & ~WORD | a, None),
    "divu": lambda A, a, b: (A >> 64 << 64 | (a % b << 32 | a // b if b else a << 32 | WORD), None),
    "mfhi": lambda A, a, b: (A, A >> 32),
    "mflo": lambda A, a, b: (A, A),
}


def signed(value: int) -> int:
    return (value ^ 1 << 31) - (1 << 31)


def accumulator(core: Machine) -> int:
    return core.reg("u") << 64 | core.reg("hi") << 32 | core.reg("lo")


def operands(name: str) -> dict[str, int]:
    places = {"rs": 3, "rt": 4, "rd": 2}
    return {o: places[o] for o in ISA.by_name[name].fields}


FULL = ("bise2", "rtl")  # of which the full test builds a model
CASES = [pytest.param((configuration, engine), name, marks=pytest.mark.full if (configuration, engine) == FULL else ())
         for configuration in ("ise", "bise", "bise2", "fast") for engine in ENGINES
         for name in MEANING if name not in MACHINE.configurations[configuration].lacks]  # fmt: skip


@pytest.fixture(scope="module")
def core(request: pytest.FixtureRequest) -> Machine:
    configuration, engine = request.param
    return Machine("pete", configuration, engine=engine)


@pytest.mark.parametrize(("core", "name"), CASES, indirect=["core"], ids=lambda value: "-".join(value)
                         if isinstance(value, tuple) else value)  # fmt: skip
def test_an_instruction_does_what_the_manual_says(core: Machine, name: str) -> None:
    rng = Random(name)
    core.write(ROM, ISA.encode(name, **operands(name)) + ISA.encode("nop") * 4)
    for case in range(60):
        a, b, *words = (rng.choice((*EDGES, rng.getrandbits(32))) for _ in range(5))
        before = words[0] << 64 | words[1] << 32 | words[2]
        core.reset()
        for register, value in zip((2, 3, 4, "u", "hi", "lo"), (case, a, b, *words), strict=True):
            core.set_reg(core.registers.index(register) if isinstance(register, str) else register, value)
        core.step(1)
        after, result = MEANING[name](before, a, b)
        assert core.regs[2] == (case if result is None else result & WORD), (name, a, b, words)
        core.step(3)
        assert accumulator(core) == after & ALL, (name, a, b, words)


@pytest.mark.parametrize("configuration", ["baseline", "ise"])
@pytest.mark.parametrize("name", OWN)
def test_a_missing_instruction_is_a_reserved_one_where_it_stands(configuration: str, name: str) -> None:
    lacks = MACHINE.configurations[configuration].lacks
    if name not in lacks:
        assert configuration == "ise" and name not in ("mulgf2", "maddgf2")
        return
    core = Machine("pete", configuration)
    core.write(ROM, ISA.encode("nop") + ISA.encode(name, **operands(name)))
    core.reset()
    core.step(2)
    assert core.reg("pc") == VECTOR and core.reg("epc") == ROM + 4
    assert core.reg("cause") >> 2 & 31 == RESERVED and core.regs[2] == 0


def test_gf2_without_ise_is_refused() -> None:
    with pytest.raises(ValueError, match="GF2 = 1 without ISE = 1"):
        Machine("pete", parameters={"GF2": 1})
