# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter: every register of the core, the accelerator's accesses to RAM, the ends of commands,
and the cycles of all of them.

`trace` folds accesses and ends, with the cycles between them, into one word. Both engines report it whenever the core
asks the accelerator something.
"""

from random import Random

import pytest

from evariste.machines.billie import MACHINE
from evariste.sim import Machine
from verify import accelerated
from verify.accelerated import BASE, CONFIG, COUNT, END_OF_RAM, FLAG, ID, INDEX, STATUS, TABLE
from verify.billie.programs import (
    ENTRIES,
    RESULTS,
    SLOT_COUNT,
    STRIDE,
    TABLE_SLOT,
    Code,
    command,
    contents,
    degree,
    put,
    slots_of,
)

SOME, MANY = 12, 1500
SIMULATED = [name for name, part in MACHINE.simulated.items() if part]


def beside(rng: Random, code: Code) -> None:
    """What the core does between commands: other memory, registers of the accelerator, waiting."""
    match rng.randrange(8):
        case 0:
            control = rng.choice((STATUS, CONFIG, BASE, TABLE, COUNT, INDEX, FLAG, ID))
            code.put("cfc2", rt=rng.randrange(1, 8), control=control)
        case 1:
            code.wait(rng.randrange(1, 8))
        case 2:
            code.put("sw", rt=rng.randrange(1, 8), rs=10, imm=4 * rng.randrange(16))
        case 3:
            code.put("lw", rt=rng.randrange(1, 8), rs=10, imm=4 * rng.randrange(16))
        case 4:
            for _ in range(rng.randrange(1, 30)):
                code.put("nop")
        case _:
            code.put("addu", rd=rng.randrange(1, 8), rs=rng.randrange(1, 8), rt=rng.randrange(1, 8))


def wrong(rng: Random, code: Code) -> None:
    """Something with an error, then the way out of it."""
    match rng.randrange(8):
        case 0:  # no command
            code.words.append((0x4A000000 | 15 << 21 | rng.getrandbits(21)).to_bytes(4, "little"))
        case 1:
            code.put("gsqr", dest=1, first=2, times=0)
        case 2:
            code.set(BASE, END_OF_RAM - 64)
            code.put("gst", first=rng.randrange(4), slot=rng.randrange(4))
        case 3:
            code.set(BASE, accelerated.SLOTS + rng.randrange(1, 4))
        case 4:
            code.set(COUNT, rng.choice((0, 65, 1 << 31)))
        case 5:
            code.set(CONFIG, rng.getrandbits(14))
        case 6:
            code.set(INDEX, rng.choice((ENTRIES, 64, 1 << 20)))
            code.put("gtsel", dest=1, slot=0)
        case _:  # a slot with all bits
            code.put("gld", dest=rng.randrange(4), slot=TABLE_SLOT - 1)
    for _ in range(rng.randrange(5)):
        command(rng, code, 6, 6)
    code.wait(rng.randrange(1, 8))
    code.clear_error()
    code.set(BASE, accelerated.SLOTS)
    code.set(CONFIG, STRIDE << 9)
    code.set(COUNT, ENTRIES)
    code.set(INDEX, 0)


def start(core: Machine, seed: int, m: int) -> None:
    rng, code = Random(seed), Code(m)
    code.load(10, accelerated.SLOTS - 0x100)
    registers, slots = rng.choice((2, 4, 16)), rng.choice((2, SLOT_COUNT))
    errors = rng.random() < 0.5
    for _ in range(rng.choice((20, 60))):
        for _ in range(rng.choice((1, 1, 3, 8))):
            command(rng, code, registers, slots)
        if rng.random() < 0.6:
            beside(rng, code)
        if errors and rng.random() < 0.1:
            wrong(rng, code)
    for register in range(16):
        code.put("gst", first=register, slot=RESULTS + register)
    code.wait()
    code.wait()
    put(core, m, *contents(seed, m))
    accelerated.write(core, TABLE_SLOT - 1, STRIDE, STRIDE, (1 << 32 * STRIDE) - 1)
    core.write(accelerated.ROM, code.end())
    core.reset()


def agree(configuration: str, first: int, count: int) -> int:
    both = accelerated.simulator("billie", configuration, "lockstep")
    cycles = 0
    for seed in range(first, first + count):
        start(both, seed, degree(configuration))
        stop = both.run(max_cycles=2_000_000)
        assert stop.reason == "breakpoint", f"program {seed}: {stop.sentence}"
        cycles += both.cycles
    return cycles


def test_both_agree_on_random_commands() -> None:
    assert agree("f163_d8", 0, SOME) > 10_000


@pytest.mark.full
@pytest.mark.parametrize("configuration", SIMULATED)
def test_both_agree_on_many_random_commands(configuration: str) -> None:
    assert agree(configuration, SOME, MANY) > 1_000_000


def test_memory_is_the_same_behind_a_program() -> None:
    m = degree("f163_d8")
    engines = [accelerated.simulator("billie", "f163_d8", engine) for engine in ("iss", "rtl")]
    for seed in range(100, 106):
        after = []
        for core in engines:
            start(core, seed, m)
            assert core.run(max_cycles=2_000_000).reason == "breakpoint"
            after.append((slots_of(core, m, range(RESULTS + 16)), core.cycles))
        assert after[0] == after[1]
