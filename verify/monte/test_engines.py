# SPDX-License-Identifier: Apache-2.0
"""The RTL against the interpreter: every register, the accelerator's accesses to RAM and their cycles.

`trace` folds these accesses and the ends of commands, with the cycles between them, into one word. Both engines report
it whenever the core asks the accelerator something.
"""

from random import Random

import pytest

from evariste.machines.monte import MACHINE
from evariste.sim import Machine
from verify.accelerated import BASE, CONFIG, COUNT, END_OF_RAM, FLAG, INDEX, ROM, SLOTS, STATUS, TABLE
from verify.monte.programs import (
    BINARY_FIELDS,
    BINARY_GENERIC,
    DIGIT_FIELDS,
    GENERIC_FIELDS,
    SMALL_FIELDS,
    Code,
    Field,
    place,
    write_slot,
)

FIELDS = GENERIC_FIELDS + DIGIT_FIELDS + BINARY_FIELDS + BINARY_GENERIC + SMALL_FIELDS
SOME, MANY = 12, 1500
ENTRIES, SLOT_COUNT = 5, 12


def command(rng: Random, code: Code, slots: int) -> None:
    """A command on few slots, so that each hazard is frequent."""
    def slot() -> int:
        return rng.randrange(1, slots)

    def fetch(bits: int) -> int:
        return rng.getrandbits(bits) if rng.random() < 0.2 else 0

    match rng.choices(("pmul", "psqr", "padd", "psub", "pcpy", "pcswap", "ptsel", "peq", "pnop", "index", "flag"),
                      (8, 5, 8, 8, 3, 5, 4, 3, 1, 3, 3))[0]:
        case "pmul" | "padd" | "psub" as name:
            code.put(name, dest=slot(), first=slot(), other=slot(), fetch=fetch(2))
        case "psqr" | "pcpy" as name:
            code.put(name, dest=slot(), first=slot(), fetch=fetch(1))
        case "pcswap":
            code.put("pcswap", dest=slot(), other=slot(), fetch=fetch(2))
        case "ptsel":
            code.put("ptsel", dest=slot(), first=rng.randrange(2))
        case "peq":
            code.put("peq", first=slot(), other=slot(), fetch=fetch(2))
        case "pnop":
            code.put("pnop")
        case "index":
            code.put("addiu", rt=9, rs=0, imm=rng.randrange(ENTRIES))
            code.put("ctc2", rt=9, control=INDEX)
        case "flag":
            code.put("addiu", rt=9, rs=0, imm=rng.randrange(4))
            code.put("ctc2", rt=9, control=FLAG)


def beside(rng: Random, code: Code) -> None:
    """What the core does between commands: other memory, registers of the accelerator, waiting."""
    match rng.randrange(8):
        case 0:
            code.put("cfc2", rt=rng.randrange(1, 8), control=rng.choice((STATUS, CONFIG, BASE, COUNT, INDEX, FLAG)))
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
            code.words.append((0x4A000000 | rng.getrandbits(25) | 4).to_bytes(4, "little"))
        case 1:
            code.set(BASE, END_OF_RAM - 64)
            code.put("pcpy", dest=rng.randrange(4), first=rng.randrange(4), fetch=0)
        case 2:
            code.set(BASE, SLOTS + rng.randrange(1, 4))
        case 3:
            code.set(COUNT, rng.choice((0, 65, 1 << 31)))
        case 4:
            code.set(CONFIG, rng.getrandbits(14))
        case 5:
            code.set(INDEX, rng.choice((ENTRIES, 64, 1 << 20)))
            code.put("ptsel", dest=1, first=0)
        case 6:
            code.put("psetp", first=62)  # 0, which is even
        case _:
            code.set(TABLE, END_OF_RAM - 8)
            code.put("ptsel", dest=1, first=0)
    for _ in range(rng.randrange(5)):
        command(rng, code, 6)
    code.wait(rng.randrange(1, 8))
    code.put("ctc2", rt=0, control=STATUS)


def setup(code: Code, f: Field) -> None:
    code.begin(f, 0)
    code.set(TABLE, place(2))
    code.set(COUNT, ENTRIES)


def program(seed: int, fields: list[Field]) -> tuple[bytes, Field]:
    """A random program, and its field."""
    rng, code = Random(seed), Code()
    f = rng.choice(fields)
    code.load(10, SLOTS - 0x100)
    setup(code, f)
    slots = rng.choice((4, 6, SLOT_COUNT))
    errors = rng.random() < 0.5
    for _ in range(rng.choice((20, 60))):
        for _ in range(rng.choice((1, 1, 3, 8))):
            command(rng, code, slots)
        if rng.random() < 0.6:
            beside(rng, code)
        if errors and rng.random() < 0.1:
            wrong(rng, code)
            setup(code, f)
    code.wait()
    return code.end(), f


def start(core: Machine, seed: int, fields: list[Field]) -> None:
    code, f = program(seed, fields)
    rng = Random(~seed)
    core.clear()
    core.write(ROM, code)
    for slot in range(1, 62):
        write_slot(core, f, slot, f.element(rng) if rng.random() < 0.8 else rng.getrandbits(32 * f.k))
    write_slot(core, f, 0, f.stored_modulus)
    core.reset()


def agree(configuration: str, first: int, count: int) -> int:
    both = Machine("monte", configuration, engine="lockstep")
    has = MACHINE.configurations[configuration].parameters
    fields = [f for f in FIELDS if (has.get("DIGITS") or not f.mode) and (has.get("DUAL") or not f.binary)]
    cycles = 0
    for seed in range(first, first + count):
        start(both, seed, fields)
        stop = both.run(max_cycles=2_000_000)
        assert stop.reason == "breakpoint", f"program {seed}: {stop.sentence}"
        cycles += both.cycles
    return cycles


def test_both_agree_on_random_commands() -> None:
    assert agree("full", 0, SOME) > 10_000


@pytest.mark.full
@pytest.mark.parametrize("configuration", MACHINE.simulated)
def test_both_agree_on_many_random_commands(configuration: str) -> None:
    assert agree(configuration, SOME, MANY) > 1_000_000


def test_memory_is_the_same_behind_a_program() -> None:
    engines = [Machine("monte", "full", engine=engine) for engine in ("iss", "rtl")]
    for seed in range(100, 106):
        after = []
        for core in engines:
            start(core, seed, FIELDS)
            assert core.run(max_cycles=2_000_000).reason == "breakpoint"
            after.append((core.read(SLOTS, 0x2000), core.cycles))
        assert after[0] == after[1]


def test_a_difference_is_noticed() -> None:
    """A test of the test: another value in a slot changes what is stored."""
    core = Machine("monte", "full")
    traces = []
    for change in (0, 1):
        code = Code()
        code.begin(GENERIC_FIELDS[0], 0)
        code.put("pcpy", dest=2, first=1, fetch=0)
        code.wait()
        code.wait()
        core.clear()
        core.write(ROM, code.end())
        write_slot(core, GENERIC_FIELDS[0], 0, GENERIC_FIELDS[0].modulus)
        write_slot(core, GENERIC_FIELDS[0], 1, 4 + change)
        core.reset()
        core.run(max_cycles=10_000)
        traces.append(core.reg("trace"))
    assert traces[0] != traces[1]
