# SPDX-License-Identifier: Apache-2.0
"""Interrupts of a core with an instruction cache: which words were asked for behind the instruction that one replaces
shows in the cycles and in what the cache keeps. Both engines agree on every cycle."""

from random import Random

import pytest

from evariste.isa import machine
from evariste.sim import Machine

ISA = machine("pete")
ROM, VECTOR, CODE = 0xBFC00000, 0xBFC00380, 0x80010000
STATUS_CP0, STATUS = 12, 0x0040_0401  # BEV, line 0, IE
BLOCKS, BLOCK, CYCLES = 24, 48, 3_000  # blocks of so many bytes: more than the cache has
NUMBERS, POINTERS, TAKEN = range(2, 8), range(16, 24), 25
COMPARED = (("beq", 2), ("bne", 2), ("blez", 1), ("bgtz", 1), ("bltz", 1), ("bgez", 1), ("bltzal", 1), ("bgezal", 1),
            ("beql", 2), ("bnel", 2), ("blezl", 1), ("bgtzl", 1), ("bltzl", 1), ("bgezl", 1), ("bltzall", 1),
            ("bgezall", 1))  # fmt: skip
Word = tuple[str, dict[str, int]]


def put(core: Machine, address: int, words: list[Word]) -> None:
    core.write(address, b"".join(ISA.encode(name, **operands) for name, operands in words))


def simple(rng: Random) -> Word:
    """An instruction that takes its time, or none."""
    a, b, c = (rng.choice(NUMBERS) for _ in range(3))
    kind = rng.choice(("addiu", "addu", "maddu", "mul", "mflo", "lw", "sw"))
    operands = {"addiu": {"rt": a, "rs": b, "imm": rng.randrange(-9, 9)}, "addu": {"rd": a, "rs": b, "rt": c},
                "maddu": {"rs": a, "rt": b}, "mul": {"rd": a, "rs": b, "rt": c}, "mflo": {"rd": a},
                "lw": {"rt": a, "rs": 28, "imm": 0}, "sw": {"rt": a, "rs": 28, "imm": 4}}  # fmt: skip
    return kind, operands[kind]


def transfer(rng: Random, at: int) -> Word:
    """A branch or jump at this address to the beginning of a block."""
    name, operands = rng.choice((*COMPARED, ("j", 0), ("jal", 0), ("jr", 0), ("jalr", 0)))
    to = CODE + BLOCK * rng.randrange(BLOCKS)
    if name in ("j", "jal"):
        return name, {"imm": to & 0x0FFF_FFFC}
    if name in ("jr", "jalr"):
        return name, {"rs": rng.choice(POINTERS), **({"rd": 31} if name == "jalr" else {})}
    second = {"rt": rng.choice(NUMBERS)} if operands == 2 else {}
    return name, {"rs": rng.choice(NUMBERS), "imm": to - at - 4, **second}


def start(core: Machine, seed: int) -> None:
    """A program without end, and a line that rises and falls. The handler leads it elsewhere."""
    rng = Random(seed)
    core.clear()
    for number in range(BLOCKS):
        at = CODE + BLOCK * number
        body = [simple(rng) for _ in range(rng.randrange(BLOCK // 4 - 2))]
        rest = [simple(rng) for _ in range(BLOCK // 4 - 1 - len(body))]
        put(core, at, [*body, transfer(rng, at + 4 * len(body)), *rest])
    put(core, CODE + BLOCK * BLOCKS, [("j", {"imm": CODE & 0x0FFF_FFFC}), ("nop", {})])
    put(core, ROM, [("lui", {"rt": 8, "imm": STATUS >> 16}), ("ori", {"rt": 8, "rs": 8, "imm": STATUS & 0xFFFF}),
                    ("jr", {"rs": 16}), ("mtc0", {"rt": 8, "cd": STATUS_CP0})])  # fmt: skip
    turn = zip((1, *POINTERS), (*POINTERS, 1), strict=True)
    moves = [("addu", {"rd": to, "rs": register, "rt": 0}) for to, register in turn]
    other = [("addu", {"rd": number, "rs": number, "rt": TAKEN}) for number in NUMBERS]
    put(core, VECTOR, [("addiu", {"rt": TAKEN, "rs": TAKEN, "imm": 1}), *moves, *other, ("eret", {}), simple(rng)])
    changes, cycle = [], 20
    while cycle < CYCLES:
        changes += [(cycle, 1), (cycle + rng.randrange(1, 9), 0)]
        cycle = changes[-1][0] + rng.randrange(1, 40)
    core.drive(changes)
    core.reset()
    for register in (*NUMBERS, *POINTERS, 28):
        core.set_reg(register, rng.choice((0, 1, 0xFFFFFFFF, rng.getrandbits(32))))
    for register in POINTERS:
        core.set_reg(register, CODE + BLOCK * rng.randrange(BLOCKS))
    core.set_reg(28, 0x80020000)


def taken(waits: tuple[int, int], seeds: range) -> int:
    """Runs these programs in lock-step; how many interrupts were taken."""
    both, count = Machine("pete", "interrupts_icache", engine="lockstep", waits=waits), 0
    misses = 0
    for seed in seeds:
        start(both, seed)
        stop = both.run(max_cycles=CYCLES)
        assert stop.reason == "limit", f"program {seed}: {stop.sentence}"
        count += both.regs[TAKEN]
        misses += both.event_counts()["cache misses"]
    assert misses > 20 * len(seeds)
    return count


@pytest.mark.parametrize("waits", [(0, 0), (100, 100), (150, 0)])
def test_both_agree_wherever_an_interrupt_comes(waits: tuple[int, int]) -> None:
    assert taken(waits, range(25)) > 400


@pytest.mark.full
@pytest.mark.parametrize("waits", [(0, 0), (100, 100)])
def test_both_agree_on_many_interrupts(waits: tuple[int, int]) -> None:
    assert taken(waits, range(25, 1500)) > 25_000
