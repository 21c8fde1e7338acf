# SPDX-License-Identifier: Apache-2.0
"""Taint on the core: every bit of a result that another secret changes is tainted."""

import struct
from collections.abc import Callable
from random import Random

import pytest

from evariste.isa import machine
from evariste.sim import Machine

ISA = machine("pete")
ROM, BUFFER, WORDS = 0xBFC00000, 0x80000000, 4
POINTER = 16  # the register with the buffer's address; nothing writes it
FREE = range(2, 16)
MOVES = ("mflo", "mfhi", "sha")
THREE = ("addu", "subu", "slt", "sltu", "and_reg", "or_reg", "xor_reg", "nor", "sllv", "srlv", "srav", "mul")
IMMEDIATE = ("addiu", "slti", "sltiu", "andi", "ori", "xori")
SHIFTS = ("sll", "srl", "sra")
PRODUCTS = ("mult", "multu", "div", "divu", "maddu", "m2addu", "addau", "mulgf2", "maddgf2")
INTO = ("mtlhx", "mthi", "mtlo")
ACCESS = {"lb": 1, "lbu": 1, "lh": 2, "lhu": 2, "lw": 4, "lwl": 1, "lwr": 1, "sb": 1, "sh": 2, "sw": 4, "swl": 1,
          "swr": 1}  # fmt: skip
ALL = (*MOVES, *THREE, *IMMEDIATE, *SHIFTS, *PRODUCTS, *INTO, "lui", *ACCESS)
ENDS = ("sha", "sha", "sha")  # the accumulator becomes a result, too

Bits = list[int]


def encoded(name: str, rng: Random, rd: int = 0) -> bytes:
    rd = rd or rng.choice(FREE)
    rs, rt = rng.choice(FREE), rng.choice(FREE)
    match name:
        case _ if name in MOVES:
            return ISA.encode(name, rd=rd)
        case _ if name in THREE:
            return ISA.encode(name, rd=rd, rs=rs, rt=rt)
        case _ if name in IMMEDIATE:
            low = 0 if name in ("andi", "ori", "xori") else -0x8000
            return ISA.encode(name, rt=rd, rs=rs, imm=rng.choice((0, 1, rng.randrange(low, 0x8000))))
        case _ if name in SHIFTS:
            return ISA.encode(name, rd=rd, rt=rt, imm=rng.randrange(1, 32))
        case _ if name in PRODUCTS:
            return ISA.encode(name, rs=rs, rt=rt)
        case _ if name in INTO:
            return ISA.encode(name, rs=rs)
        case "lui":
            return ISA.encode(name, rt=rd, imm=rng.getrandbits(16))
    size = ACCESS[name]
    return ISA.encode(name, rt=rd, rs=POINTER, imm=size * rng.randrange(4 * WORDS // size))


class Trial:
    """A random program, its values and its secret bits."""

    def __init__(self, core: Machine, rng: Random, names: list[str]) -> None:
        code = [encoded(name, rng) for name in names]
        code += [encoded(name, rng, rd) for name, rd in zip(ENDS, (17, 18, 19), strict=True)]
        self.core, self.length = core, len(code)
        core.write(ROM, b"".join(code) + ISA.encode("nop") * 2)
        self.values = [value(rng) for _ in FREE]
        self.memory = [value(rng) for _ in range(WORDS)]
        self.secret = [rng.choice((0, 0, 1 << rng.randrange(32), 0xFF << 8 * rng.randrange(4), rng.getrandbits(32),
                                   0xFFFFFFFF)) for _ in FREE]  # fmt: skip

    def run(self, flipped: Bits, taint: bool = False) -> tuple[Bits, Bits]:
        """The result, and if it is followed its taint."""
        core = self.core
        core.reset()
        core.write(BUFFER, struct.pack(f"<{WORDS}I", *self.memory))
        core.set_reg(POINTER, BUFFER)
        for n, register in enumerate(FREE):
            core.set_reg(register, self.values[n] ^ flipped[n])
        tracker = core.track_taint(0, 0, [], 1) if taint else None
        for n, register in enumerate(FREE if tracker else ()):
            tracker.set_register(register, self.secret[n])
        core.step(self.length)
        result = [*core.regs[2:20], *struct.unpack(f"<{WORDS}I", core.read(BUFFER, 4 * WORDS))]
        if not tracker:
            return result, []
        core.stop_tracking()
        tainted = [*map(tracker.register, range(2, 20)), *(tracker.memory(BUFFER + 4 * k) for k in range(WORDS))]
        return result, tainted

    def unsound(self, rng: Random, times: int, spoil: Callable[[Bits], Bits] = lambda t: t) -> bool:
        result, tainted = self.run([0] * len(FREE), taint=True)
        tainted = spoil(tainted)
        for time in range(times):
            mask = 0xFFFFFFFF if time == 0 else None
            flipped = [s & (mask if mask is not None else rng.choice((rng.getrandbits(32), 1 << rng.randrange(32))))
                       for s in self.secret]  # fmt: skip
            other, _ = self.run(flipped)
            if any((a ^ b) & ~t for a, b, t in zip(result, other, tainted, strict=True)):
                return True
        return False


def value(rng: Random) -> int:
    return rng.choice((0, 1, 0xFFFFFFFF, 0x80000000, rng.randrange(64), 1 << rng.randrange(32), rng.getrandbits(32)))


@pytest.fixture(scope="module")
def core() -> Machine:
    return Machine("pete", "fast")


def test_what_each_instruction_makes_of_secret_bits_has_taint(core: Machine) -> None:
    for name in ALL:
        rng = Random(name)
        for _ in range(4):
            assert not Trial(core, rng, ["mtlhx", "mtlhx", "mtlhx", name]).unsound(rng, 8), name


def test_what_a_random_program_makes_of_secret_bits_has_taint(core: Machine) -> None:
    rng = Random(1)
    for _ in range(40):
        assert not Trial(core, rng, rng.choices(ALL, k=rng.randrange(5, 40))).unsound(rng, 16)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 120))
def test_what_a_long_random_program_makes_of_secret_bits_has_taint(seed: int, core: Machine) -> None:
    rng = Random(seed)
    for _ in range(100):
        assert not Trial(core, rng, rng.choices(ALL, k=rng.randrange(5, 80))).unsound(rng, 60)


@pytest.mark.parametrize("place", [3, 15])  # a register that is written, and LO
def test_a_result_without_its_taint_is_noticed(place: int, core: Machine) -> None:
    rng = Random(place)

    def forgotten(tainted: Bits) -> Bits:
        return [0 if i == place else t for i, t in enumerate(tainted)]

    trials = (Trial(core, rng, ["addu", "xor_reg", "maddu", "or_reg", "maddgf2"] * 4) for _ in range(20))
    assert any(trial.unsound(rng, 16, forgotten) for trial in trials)


def test_a_secret_that_is_hidden_by_public_bits_has_no_taint(core: Machine) -> None:
    for name, operands, other, tainted in (
        ("and_reg", {"rd": 2, "rs": 2, "rt": 3}, 0x0000FF00, 0x0000FF00),
        ("or_reg", {"rd": 2, "rs": 2, "rt": 3}, 0x0000FF00, 0xFFFF00FF),
        ("mul", {"rd": 2, "rs": 2, "rt": 3}, 0x00010000, 0xFFFF0000),
        ("andi", {"rt": 2, "rs": 2, "imm": 0xFF}, 0, 0xFF),
        ("xor_reg", {"rd": 2, "rs": 2, "rt": 2}, 0, 0),
        ("subu", {"rd": 2, "rs": 2, "rt": 2}, 0, 0),
        ("sltu", {"rd": 2, "rs": 3, "rt": 2}, 0xFFFFFFFF, 0),  # nothing is larger
    ):
        core.write(ROM, ISA.encode(name, **operands) + ISA.encode("nop") * 4)
        core.reset()
        core.set_reg(3, other)
        tracker = core.track_taint(0, 0, [], 1)
        tracker.set_register(2, 0xFFFFFFFF)
        core.step(1)
        core.stop_tracking()
        assert tracker.register(2) == tainted, name
