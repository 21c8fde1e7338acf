# SPDX-License-Identifier: Apache-2.0
"""No bit that a secret can change is without taint: random programs are run again with other secrets.

Each program gets random values, of which some bits are secret. It runs once with its taint followed. Then it runs again
and again with other secret bits. Every bit of a register, a flag or memory that differs must have taint.
"""

import random
import struct
from collections.abc import Callable

import pytest

from evariste import isa
from evariste.sim import Machine
from verify.gfp.sim.test_interpreter import RAM, START, loaded

GFP = isa.machine("gfp")
BUFFER, FIELD, WORDS = RAM + 0x100, RAM + 0x80, 8
CONSOLE = 0x40000000
POINTER = 7  # the register with the buffer's address; nothing writes it
FREE = tuple(n for n in range(13) if n != POINTER)
LOW = tuple(n for n in range(8) if n != POINTER)

HANDLER = START + 0x800  # of svc

Bits = list[int]  # r0..r12, flags, words of the buffer
Code = list[tuple[str, dict]]


def low(rng: random.Random) -> int:
    return rng.choice(LOW)


def free(rng: random.Random) -> int:
    return rng.choice(FREE)


# Instructions by name, with random operands.
OPERANDS: dict[str, Callable[[random.Random], dict[str, int | list[int]]]] = {
    **{name: lambda r: {"rd": low(r), "rm": low(r)} for name in (
        "movs_reg", "ands", "eors", "lsls_reg", "lsrs_reg", "asrs_reg", "adcs", "sbcs", "rors", "orrs", "bics", "mvns",
        "sxth", "sxtb", "uxth", "uxtb", "rev", "rev16", "revsh")},
    **{name: lambda r: {"rd": low(r), "rm": low(r), "imm": r.randrange(1, 32)} for name in (
        "lsls_imm", "lsrs_imm", "asrs_imm")},
    **{name: lambda r: {"rd": low(r), "rn": low(r), "rm": low(r)} for name in ("adds_reg", "subs_reg")},
    **{name: lambda r: {"rd": low(r), "rn": low(r), "imm": r.randrange(8)} for name in ("adds_imm3", "subs_imm3")},
    **{name: lambda r: {"rd": low(r), "imm": r.randrange(256)} for name in ("adds_imm8", "subs_imm8", "movs_imm")},
    "cmp_imm": lambda r: {"rn": low(r), "imm": r.randrange(256)},
    **{name: lambda r: {"rn": low(r), "rm": low(r)} for name in ("tst", "cmp_reg", "cmn")},
    **{name: lambda r: {"rd": free(r), "rn": POINTER, "imm": 4 * r.randrange(WORDS)} for name in ("gfldr", "gfstr")},
    "gfror": lambda r: {"rd": free(r), "rn": free(r), "imm": r.randrange(32)},
    "gftst": lambda r: {"rn": free(r)},
    "gfcmp": lambda r: {"rn": free(r), "rm": free(r)},
    "rsbs": lambda r: {"rd": low(r), "rn": low(r)},
    "muls": lambda r: {"rd": low(r), "rn": low(r)},
    **{name: lambda r: {"rd": free(r), "rm": free(r)} for name in ("add_hi", "mov_hi")},
    **{name: lambda r: {"rd": low(r), "rn": POINTER, "imm": 4 * r.randrange(WORDS)} for name in ("ldr_imm", "str_imm")},
    **{name: lambda r: {"rd": low(r), "rn": POINTER, "imm": 2 * r.randrange(2 * WORDS)} for name in (
        "ldrh_imm", "strh_imm")},
    **{name: lambda r: {"rd": low(r), "rn": POINTER, "imm": r.randrange(4 * WORDS)} for name in (
        "ldrb_imm", "strb_imm")},
    **{name: lambda r: {"rd": free(r), "rn": free(r), "rm": free(r)} for name in (
        "gfmul", "gfpow", "gfadd", "gfmulb", "gfpowb")},
    **{name: lambda r: {"rd": free(r), "rn": free(r)} for name in ("gfinv", "gfsq", "gfinvb", "gfsqb")},
    **{name: lambda r: {"rh": free(r), "rd": free(r), "rn": free(r), "rm": free(r)} for name in (
        "gfmul32", "gfma", "gfmac32")},
}  # fmt: skip


def registers(rng: random.Random, count: int, among: tuple[int, ...] = LOW) -> int:
    """A list of registers, as its bits."""
    return sum(1 << n for n in rng.sample(among, count))


def transfer(name: str) -> Callable[[random.Random], Code]:
    """stm or ldm at the buffer, of which the base is then put back."""

    def code(rng: random.Random) -> Code:
        count = rng.randrange(1, 1 + len(LOW))
        back = {"rd": POINTER, "imm": 4 * count}
        return [(name, {"rn": POINTER, "list": registers(rng, count)}), ("subs_imm8", back)]

    return code


def push_and_pop(rng: random.Random) -> Code:
    """Registers to the stack, and from there to others."""
    count = rng.randrange(1, 1 + len(LOW))
    return [("push", {"list": registers(rng, count)}), ("pop", {"list": registers(rng, count)})]


def exception(rng: random.Random) -> Code:
    return [("svc", {"imm": rng.randrange(256)})]


# Instructions that come with others.
SEQUENCES: dict[str, Callable[[random.Random], Code]] = {
    "stm": transfer("stm"), "ldm": transfer("ldm"), "push, pop": push_and_pop, "svc": exception,
}  # fmt: skip
ALL = (*OPERANDS, *SEQUENCES)


def sequence(name: str, rng: random.Random) -> Code:
    return SEQUENCES[name](rng) if name in SEQUENCES else [(name, OPERANDS[name](rng))]


def handler(rng: random.Random) -> Code:
    """Takes registers from the stacked frame, puts registers there, computes, and returns."""
    code: Code = []
    for _ in range(4):
        code += [
            rng.choice([
                ("ldr_sp", {"rd": low(rng), "imm": 4 * rng.randrange(5)}),
                ("str_sp", {"rd": low(rng), "imm": 4 * rng.randrange(5)}),
                ("adds_reg", {"rd": low(rng), "rn": low(rng), "rm": low(rng)}),
            ])
        ]  # fmt: skip
    return [*code, ("bx", {"rm": 14})]


def encoded(name: str, operands: dict) -> list[int]:
    word = next(i for i in GFP.instructions if i.name == name).encode(**operands)
    return [word >> 16, word & 0xFFFF] if word >> 16 else [word]


class Trial:
    """A random program, its values and its secret bits."""

    def __init__(self, rng: random.Random, names: list[str]) -> None:
        program: Code = [("gfcfg", {"rn": 0}), *(part for name in names for part in sequence(name, rng))]
        handled = handler(rng)
        code = [halfword for part in program for halfword in encoded(*part)]
        self.length = len(program) + len(handled) * sum(name == "svc" for name, _ in program)
        self.end = START + 2 * len(code)
        self.machine = loaded(code, configuration="fast")  # which has every instruction
        self.machine.write(4 * 11, struct.pack("<I", HANDLER | 1))
        returning = [halfword for part in handled for halfword in encoded(*part)]
        self.machine.write(HANDLER, struct.pack(f"<{len(returning)}H", *returning))
        self.field = bytes(rng.randrange(256) for _ in range(7)) + bytes([rng.randrange(2, 9)])
        self.values = [value(rng) for _ in range(13)]
        self.memory = [value(rng) for _ in range(WORDS)]
        self.secret = [rng.choice((0, 0, 1 << rng.randrange(32), 0xFF << 8 * rng.randrange(4), rng.getrandbits(32), ~0))
                       & 0xFFFFFFFF for _ in range(13)]  # fmt: skip
        self.secret[0] = self.secret[POINTER] = 0
        self.values[0], self.values[POINTER] = FIELD, BUFFER

    def run(self, flipped: list[int], taint: bool = False) -> tuple[Bits, Bits]:
        """The result, and if it is followed its taint."""
        m: Machine = self.machine
        m.reset()
        m.write(FIELD, self.field)
        m.write(BUFFER, struct.pack(f"<{WORDS}I", *self.memory))
        for n in range(13):
            m.set_reg(n, self.values[n] ^ flipped[n])
        tracker = m.track_taint(0, 0, [], 1) if taint else None
        for n in range(13 if tracker else 0):
            tracker.set_register(n, self.secret[n])
        m.step(self.length)
        assert m.regs[15] == self.end
        result = [*m.regs[:13], m.reg("xpsr") >> 28, *struct.unpack(f"<{WORDS}I", m.read(BUFFER, 4 * WORDS))]
        if not tracker:
            return result, []
        m.stop_tracking()
        tainted = [*(tracker.register(n) for n in range(13)), tracker.flags() >> 28]
        return result, [*tainted, *(tracker.memory(BUFFER + 4 * k) for k in range(WORDS))]

    def changes(self, rng: random.Random, times: int) -> tuple[Bits, Bits]:
        """The bits that other secrets change, and the taint."""
        result, tainted = self.run([0] * 13, taint=True)
        changed = [0] * len(result)
        for time in range(times):
            # All bits, single bits, and random ones.
            choose = [lambda _s: ~0, lambda s: 1 << rng.randrange(32), lambda s: rng.getrandbits(32)][min(time, 2)]
            if time > 2 and rng.random() < 0.4:
                choose = lambda _s: 1 << rng.randrange(32)  # noqa: E731
            other, _ = self.run([s & choose(s) & 0xFFFFFFFF for s in self.secret])
            changed = [c | (a ^ b) for c, a, b in zip(changed, result, other, strict=True)]
        return changed, tainted


def value(rng: random.Random) -> int:
    return rng.choice((0, 1, 0xFFFFFFFF, 0x80000000, rng.randrange(64), 1 << rng.randrange(32), rng.getrandbits(32)))


def unsound(trial: Trial, rng: random.Random, times: int = 24, spoil: Callable[[Bits], Bits] = lambda t: t) -> bool:
    changed, tainted = trial.changes(rng, times)
    return any(c & ~t for c, t in zip(changed, spoil(tainted), strict=True))


@pytest.mark.parametrize("name", ALL)
def test_what_an_instruction_makes_of_secret_bits_has_taint(name: str) -> None:
    rng = random.Random(name)
    for _ in range(10):
        assert not unsound(Trial(rng, [name]), rng)


@pytest.mark.parametrize("seed", range(8))
def test_what_a_random_program_makes_of_secret_bits_has_taint(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(6):
        trial = Trial(rng, [rng.choice(ALL) for _ in range(rng.randrange(5, 40))])
        assert not unsound(trial, rng)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 140))
def test_what_a_long_random_program_makes_of_secret_bits_has_taint(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        trial = Trial(rng, [rng.choice(ALL) for _ in range(rng.randrange(5, 80))])
        assert not unsound(trial, rng, 60)


@pytest.mark.parametrize("place", [3, 13])  # a register that is written, and the flags
def test_a_result_without_its_taint_is_noticed(place: int) -> None:
    rng = random.Random(1)

    def forgotten(tainted: Bits) -> Bits:
        return [0 if i == place else t for i, t in enumerate(tainted)]

    trials = [Trial(rng, ["adds_reg", "eors", "muls", "orrs"] * 4) for _ in range(20)]
    assert any(unsound(trial, rng, spoil=forgotten) for trial in trials)


def test_a_secret_that_is_hidden_by_public_bits_has_no_taint() -> None:
    """ands, orrs, muls and uxtb with public operands, and a register combined with itself."""
    for name, operands, value, public in (
        ("ands", {"rd": 1, "rm": 2}, 0x0000FF00, 0x0000FF00),
        ("orrs", {"rd": 1, "rm": 2}, 0x0000FF00, 0xFFFF00FF),
        ("bics", {"rd": 1, "rm": 2}, 0x0000FF00, 0xFFFF00FF),
        ("muls", {"rd": 1, "rn": 2}, 0x00010000, 0xFFFF0000),
        ("uxtb", {"rd": 1, "rm": 1}, 0, 0x000000FF),
        ("eors", {"rd": 1, "rm": 1}, 0, 0),
        ("subs_reg", {"rd": 1, "rn": 1, "rm": 1}, 0, 0),
    ):
        machine = loaded(encoded(name, operands))
        machine.set_reg(2, value)
        tracker = machine.track_taint(0, 0, [], 1)
        tracker.set_register(1, 0xFFFFFFFF)
        machine.step(1)
        assert tracker.register(1) == public, name


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ([("cmp_imm", {"rn": 1, "imm": 3}), ("b_cond", {"cond": 0, "imm": 4})], 0),
        ([("mov_hi", {"rd": 15, "rm": 1})], 0),
        ([("bx", {"rm": 1})], 0),
        ([("ldr_reg", {"rd": 2, "rn": POINTER, "rm": 1})], 1),
        ([("strb_reg", {"rd": 2, "rn": POINTER, "rm": 1})], 1),
        ([("mov_hi", {"rd": 13, "rm": 1})], 1),
        ([("msr", {"imm": 16, "rn": 1})], 2),
        ([("str_imm", {"rd": 1, "rn": 3, "imm": 0})], 3),
    ],
)
def test_each_way_in_which_a_secret_shows_is_a_leak(code: list[tuple[str, dict]], kind: int) -> None:
    halfwords = [0xBF00]  # the mark at which the region begins
    for name, operands in code:
        halfwords += encoded(name, operands)
    machine = loaded(halfwords)
    machine.set_reg(1, 8)
    machine.set_reg(3, CONSOLE)
    machine.set_reg(POINTER, BUFFER)
    tracker = machine.track_taint(START, 0, [], 9)
    tracker.set_register(1, 0xFF)
    machine.step(1 + len(code))
    assert [finding[0] for finding in tracker.findings()] == [kind]
