# SPDX-License-Identifier: Apache-2.0
"""Interrupt lines, the timer and the requests of software: when they are taken, and that RTL and interpreter agree."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import pytest

from evariste.isa import machine
from evariste.parts.mips.oracle import Oracle
from evariste.parts.mips.recipes import layout
from evariste.sim import Machine

ISA = machine("vword")
ROM, VECTOR, CODE, DATA = 0xBFC00000, 0xBFC00380, 0x80010000, 0x80020000
COUNT, COMPARE, STATUS, CAUSE, EPC = 9, 11, 12, 13, 14
BEV, LINE0, TIMER, SOFT0 = 0x0040_0000, 0x400, 0x8000, 0x100
RESET, EXCEPTION = 3, 4  # cycles
NOP = ("nop", {})
END = ("sdbbp", {"code": 2})
Word = tuple[str, dict[str, int]]


def put(core: Machine, address: int, *program: Word) -> None:
    core.write(address, b"".join(ISA.encode(name, **operands) for name, operands in program))


def load(register: int, value: int) -> list[Word]:
    return [("lui", {"rt": register, "imm": value >> 16}),
            ("ori", {"rt": register, "rs": register, "imm": value & 0xFFFF})]  # fmt: skip


def allow(mask: int) -> list[Word]:
    """Five instructions that enable these bits of Cause.IP; the fifth is the last that no interrupt can replace."""
    return [*load(8, BEV | mask | 1), NOP, NOP, ("mtc0", {"rt": 8, "cd": STATUS})]


@pytest.fixture(scope="module", params=["iss", "lockstep"])
def core(request: pytest.FixtureRequest) -> Iterator[Machine]:
    yield Machine("vword", "interrupts", engine=request.param)


def run(core: Machine, *program: Word, lines: list[tuple[int, int]] | None = None, handler: tuple[Word, ...]) -> None:
    core.clear()
    put(core, ROM, *program)
    put(core, VECTOR, *handler, END)
    core.drive(lines or [])
    core.reset()
    assert core.run(max_cycles=10_000).reason == "breakpoint", core.stop().sentence


def test_a_line_is_taken_in_its_cycle(core: Machine) -> None:
    """The instruction that would be in EX in that cycle goes; the handler is in EX four cycles later. Count is that of
    the cycle behind EX."""
    handler = (("mfc0", {"rt": 2, "cd": COUNT}), ("mfc0", {"rt": 3, "cd": EPC}), ("mfc0", {"rt": 4, "cd": CAUSE}))
    run(core, *allow(LINE0), *[NOP] * 60, END, lines=[(40, 1)], handler=handler)
    assert core.regs[2] == 40 + EXCEPTION + 1
    assert core.regs[3] == ROM + 4 * (40 - RESET)
    assert core.regs[4] == LINE0 | TIMER  # Count met Compare at reset, as nobody has written it


def test_a_line_that_falls_in_time_is_not_taken(core: Machine) -> None:
    run(core, *[NOP] * 10, *allow(LINE0), *[NOP] * 20, END, lines=[(5, 1), (18, 0)], handler=(NOP,))
    assert core.reg("epc") == 0


@pytest.mark.parametrize("status", [BEV | 0xFF00, BEV | LINE0 | 1, BEV | 0xFF03])
def test_a_line_is_not_taken_without_ie_or_its_mask_or_with_exl(core: Machine, status: int) -> None:
    program = [*load(8, status), ("mtc0", {"rt": 8, "cd": STATUS}), *[NOP] * 20, END]
    run(core, *program, lines=[(5, 62)], handler=(NOP,))
    assert core.reg("epc") == 0


def test_the_instruction_behind_the_one_that_enables_is_the_first_to_go(core: Machine) -> None:
    run(core, *allow(LINE0), *[NOP] * 20, END, lines=[(0, 1)], handler=(("mfc0", {"rt": 3, "cd": EPC}),))
    assert core.regs[3] == ROM + 4 * len(allow(LINE0))


def test_a_delay_slot_goes_with_its_branch(core: Machine) -> None:
    program = [*allow(LINE0), *[NOP] * 4, ("beq", {"rs": 0, "rt": 0, "imm": 12}), NOP, NOP, NOP, END]
    slot = RESET + len(allow(LINE0)) + 5
    handler = (("mfc0", {"rt": 3, "cd": EPC}), ("mfc0", {"rt": 4, "cd": CAUSE}))
    run(core, *program, lines=[(slot, 1)], handler=handler)
    assert core.regs[3] == ROM + 4 * (slot - 1 - RESET)
    assert core.regs[4] == 1 << 31 | LINE0 | TIMER


def test_the_timer_asks_behind_the_match(core: Machine) -> None:
    program = [*load(9, 50), ("mtc0", {"rt": 9, "cd": COMPARE}), *allow(TIMER), *[NOP] * 80, END]
    handler = (("mfc0", {"rt": 2, "cd": COUNT}), ("mtc0", {"rt": 0, "cd": COMPARE}), ("mfc0", {"rt": 4, "cd": CAUSE}))
    run(core, *program, handler=handler)
    assert core.regs[2] == 51 + EXCEPTION + 1
    assert core.regs[4] == 0  # the write of Compare takes the request back


def test_software_asks_by_cause(core: Machine) -> None:
    program = [*allow(SOFT0), *load(9, SOFT0), NOP, ("mtc0", {"rt": 9, "cd": CAUSE}), NOP, NOP, END]
    run(core, *program, handler=(("mfc0", {"rt": 3, "cd": EPC}), ("mfc0", {"rt": 4, "cd": CAUSE})))
    assert core.regs[3] == ROM + 4 * (len(program) - 3)
    assert core.regs[4] == SOFT0 | TIMER


def test_count_can_be_set(core: Machine) -> None:
    program = [*load(9, 0x12340000), ("mtc0", {"rt": 9, "cd": COUNT}), NOP, ("mfc0", {"rt": 2, "cd": COUNT}), END]
    run(core, *program, handler=(NOP,))
    # Written at the end of EX; read two instructions later, in MEM.
    assert core.regs[2] == 0x12340000 + 2


# --------------------------------------------------------------------------------------------
# Random programs

HANDLER = [
    ("mfc0", {"rt": 26, "cd": CAUSE}), ("andi", {"rt": 27, "rs": 26, "imm": 0x7C}),
    ("bne", {"rs": 27, "rt": 0, "imm": 40}), NOP,
    ("mfc0", {"rt": 27, "cd": COUNT}), ("addiu", {"rt": 27, "rs": 27, "imm": 61}),
    ("mtc0", {"rt": 27, "cd": COMPARE}), ("mtc0", {"rt": 0, "cd": CAUSE}),
    ("lui", {"rt": 27, "imm": DATA >> 16}), ("lw", {"rt": 26, "rs": 27, "imm": -16}),
    ("addiu", {"rt": 26, "rs": 26, "imm": 1}), ("sw", {"rt": 26, "rs": 27, "imm": -16}), ("eret", {}),
]  # fmt: skip
COUNTED = DATA - 16
LENGTH = 120


def word(rng: Random) -> Word:
    """No branch; without overflow and misalignment."""
    d, s, t, m = rng.randrange(1, 26), rng.randrange(26), rng.randrange(26), rng.randrange(64)
    return rng.choice((
        (rng.choice(("addu", "subu", "xor_reg", "slt", "sllv")), {"rd": d, "rs": s, "rt": t}),
        (rng.choice(("mult", "multu", "div", "divu")), {"rs": s, "rt": t}),
        (rng.choice(("mfhi", "mflo")), {"rd": d}),
        (rng.choice(("mthi", "mtlo")), {"rs": s}),
        (rng.choice(("lw", "ll", "sw", "sc")), {"rt": d, "rs": 28, "imm": 4 * m}),
        (rng.choice(("lb", "lwl", "lwr", "sb", "swl", "swr")), {"rt": d, "rs": 28, "imm": m}),
        ("mfc0", {"rt": d, "cd": rng.choice((COUNT, COMPARE, STATUS, CAUSE, EPC))}),
        ("mtc0", {"rt": d, "cd": rng.choice((COMPARE, CAUSE))}),
    ))  # fmt: skip


def program(rng: Random) -> list[Word]:
    words: list[Word] = [("lui", {"rt": 28, "imm": DATA >> 16})]
    while len(words) < LENGTH:
        if rng.random() < 0.2:
            ahead = 4 * rng.randrange(2, 6)
            words.append(rng.choice((
                (rng.choice(("beq", "bnel")), {"rs": rng.randrange(26), "rt": rng.randrange(26), "imm": ahead}),
                (rng.choice(("bgezal", "bltzl")), {"rs": rng.randrange(26), "imm": ahead}),
            )))  # fmt: skip
        words.append(word(rng))
    return [*words, *[NOP] * 6, END]


def start(core: Machine, seed: int) -> Random:
    rng, at, lines = Random(seed), 0, []
    for _ in range(30):
        at += rng.randrange(1, 40)
        lines.append((at, rng.choice((0, 0, 1, 2, 32, 63))))
    core.clear()
    put(core, CODE, *program(rng))
    put(core, ROM, ("addiu", {"rt": 27, "rs": 0, "imm": rng.randrange(5, 200)}), ("mtc0", {"rt": 27, "cd": COMPARE}),
        *load(27, BEV | 0xFF01), *load(26, CODE), ("mtc0", {"rt": 27, "cd": STATUS}), ("jr", {"rs": 26}),
        NOP)  # fmt: skip
    put(core, VECTOR, *HANDLER, END)
    core.drive([*lines, (at + 1, 0)])
    core.reset()
    for number in range(1, 26):
        core.set_reg(number, rng.choice((0, 1, 0xFFFFFFFF, rng.getrandbits(32))))
    return rng


@pytest.mark.parametrize("waits", [(0, 0), (60, 60)])
def test_both_agree_on_random_programs(waits: tuple[int, int]) -> None:
    both, taken = Machine("vword", "interrupts", engine="lockstep", waits=waits), 0
    for seed in range(12):
        start(both, seed)
        stop = both.run(max_cycles=30_000)
        assert stop.reason in ("breakpoint", "fault"), f"program {seed}: {stop.sentence}"
        taken += int.from_bytes(both.read(COUNTED, 4), "little")
    assert taken > 100


@pytest.mark.full
def test_both_agree_on_many_random_programs() -> None:
    for waits in ((0, 0), (60, 60)):
        both = Machine("vword", "interrupts", engine="lockstep", waits=waits)
        for seed in range(12, 1500):
            start(both, seed)
            stop = both.run(max_cycles=30_000)
            assert stop.reason in ("breakpoint", "fault"), f"program {seed}: {stop.sentence}"


# --------------------------------------------------------------------------------------------
# An oracle: what Unicorn leaves of a program without interrupts, an interrupted program leaves, too.

PLACE = layout.DATA_RAM.first + 0x200  # of data
DIVISOR = 25  # a register that is never written, and not 0


def undisturbed(rng: Random) -> Word:
    """No branch, no exception, and nothing that an interrupt may change: no CP0, no linked pair."""
    d, s, t, m = rng.randrange(1, DIVISOR), rng.randrange(26), rng.randrange(26), rng.randrange(64)
    return rng.choice((
        (rng.choice(("addu", "subu", "and_reg", "xor_reg", "nor", "slt", "sltu", "sllv", "srav")),
         {"rd": d, "rs": s, "rt": t}),
        (rng.choice(("mult", "multu")), {"rs": s, "rt": t}),
        (rng.choice(("div", "divu")), {"rs": s, "rt": DIVISOR}),
        (rng.choice(("mfhi", "mflo")), {"rd": d}),
        (rng.choice(("mthi", "mtlo")), {"rs": s}),
        (rng.choice(("lw", "sw")), {"rt": d, "rs": 28, "imm": 4 * m}),
        (rng.choice(("lb", "lbu", "lwl", "lwr", "sb", "swl", "swr")), {"rt": d, "rs": 28, "imm": m}),
    ))  # fmt: skip


def whole(rng: Random) -> bytes:
    """From reset on: values, interrupts allowed, random instructions with branches."""
    words = [*load(28, PLACE), *load(DIVISOR, rng.getrandbits(20) | 1)]
    for number in range(1, DIVISOR):
        words += load(number, rng.choice((0, 1, 0xFFFFFFFF, rng.getrandbits(32))))
    words += [("addiu", {"rt": 27, "rs": 0, "imm": rng.randrange(200, 400)}), ("mtc0", {"rt": 27, "cd": COMPARE}),
              *load(27, BEV | 0xFF01), ("mtc0", {"rt": 27, "cd": STATUS})]  # fmt: skip
    end = len(words) + 110
    while len(words) < end:
        if rng.random() < 0.2:
            name = rng.choice(("beq", "bne", "beql", "bnel", "bgez", "bltzal"))
            second = {"rt": rng.randrange(26)} if name[1] in "en" else {}
            words.append((name, {"rs": rng.randrange(26), "imm": 4 * rng.randrange(2, 6), **second}))
        words.append(undisturbed(rng))
    return b"".join(ISA.encode(name, **operands) for name, operands in [*words, *[NOP] * 6, END])


def disturbed(core: Machine, program: bytes, rng: Random) -> int:
    """Runs it with lines that rise and fall; the number of interrupts."""
    at, lines = 0, []
    for _ in range(30):
        at += rng.randrange(1, 40)
        lines.append((at, rng.choice((0, 0, 1, 2, 32, 63))))
    core.clear()
    core.write(ROM, program)
    put(core, VECTOR, *HANDLER, END)
    core.drive([*lines, (at + 1, 0)])
    core.reset()
    stop = core.run(max_cycles=30_000)
    assert stop.reason == "breakpoint", stop.sentence
    return int.from_bytes(core.read(COUNTED, 4), "little")


def unlike(core: Machine, oracle: Oracle, program: bytes) -> list[str]:
    """Registers, HI, LO and memory that differ from those of the oracle, which knows no interrupts."""
    code = SimpleNamespace(base=ROM, data=program)
    alone = SimpleNamespace(name="interrupted", segments=[(ROM, program)], codes=[code],
                            sites=SimpleNamespace(reserved={}))  # fmt: skip
    state = oracle.run(alone)  # type: ignore[arg-type]
    assert state.ended == "breakpoint", state.ended
    kept = [n for n in range(1, 32) if n not in (26, 27)]
    found = [f"$r{n}" for n in kept if core.regs[n] != state.registers[n]]
    found += [name for name, value in (("lo", state.lo), ("hi", state.hi)) if core.reg(name) != value]
    return found + [f"memory at {at:#x}" for at, held in state.memory.items() if core.read(at, len(held)) != held]


def transparent(core: Machine, programs: range) -> int:
    """Runs programs with interrupts; how many were taken."""
    oracle, taken = Oracle(), 0
    for seed in programs:
        rng = Random(seed)
        program = whole(rng)
        taken += disturbed(core, program, rng)
        assert not (found := unlike(core, oracle, program)), f"program {seed}: {', '.join(found)}"
    oracle.close()
    return taken


def test_interrupts_change_nothing_of_what_unicorn_computes() -> None:
    assert transparent(Machine("vword", "interrupts"), range(20)) > 100


@pytest.mark.full
@pytest.mark.parametrize("waits", [(0, 0), (60, 60)])
def test_many_interrupts_change_nothing_of_what_unicorn_computes(waits: tuple[int, int]) -> None:
    assert transparent(Machine("vword", "interrupts", engine="lockstep", waits=waits), range(20, 1200)) > 5_000


def test_a_handler_that_does_not_restore_a_register_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    monkeypatch.setitem(globals(), "HANDLER", [("addiu", {"rt": 9, "rs": 9, "imm": 1}), *HANDLER])
    with pytest.raises(AssertionError, match=r"\$r9"):
        transparent(Machine("vword", "interrupts"), range(3))


@pytest.mark.parametrize("engine", ["iss", "rtl", "lockstep"])
def test_a_program_run_in_steps_ends_as_when_run_at_once(engine: str) -> None:
    core = Machine("vword", "interrupts", engine=engine)
    for seed in range(3):
        start(core, seed)
        core.run(max_cycles=30_000)
        at_once = core.cycles, core.instructions, core.regs, core.special, core.read(COUNTED, 4)
        rng = start(core, seed)
        while core.cycles < 30_000 and core.step(rng.choice((1, 1, 2, 7))).reason == "step":
            pass
        assert (core.cycles, core.instructions, core.regs, core.special, core.read(COUNTED, 4)) == at_once
