# SPDX-License-Identifier: Apache-2.0
"""The interpreter by itself: its Galois-field tables, its text, code that is rewritten, bounds that are kept."""

import ctypes
import random
import struct

import numpy as np
import pytest

from evariste import build, isa
from evariste.gf import lanes
from evariste.isa.text import text
from evariste.sim import Machine, disassemble
from verify.gfp.sim.tools import ENGINES, program, run

GFP = isa.machine("gfp")

STACK, START, RAM = 0x20001000, 0x100, 0x20000000


def loaded(code: list[int], engine: str = "iss", at: int = START, **options: object) -> Machine:
    """A machine that starts at `at` with these halfwords there."""
    machine = Machine(engine=engine, **options)
    machine.write(0, struct.pack("<16I", STACK, *[at | 1] * 15))
    machine.write(at, struct.pack(f"<{len(code)}H", *code))
    machine.reset()
    return machine


def wide(name: str, **operands: int) -> list[int]:
    """The two halfwords of a 32-bit instruction."""
    word = next(i for i in GFP.instructions if i.name == name).encode(**operands)
    return [word >> 16, word & 0xFFFF]


@pytest.mark.parametrize("seed", range(12))
def test_the_lanes_compute_what_the_reference_does_for_any_descriptor_and_operands(seed: int) -> None:
    rng = random.Random(seed)
    m = 2 + seed % 7
    field = bytes(rng.randrange(256) for _ in range(7)) + bytes([m])
    unit = lanes.Lanes(field)
    code = wide("gfcfg", rn=0)
    code += wide("gfmul", rd=4, rn=1, rm=2) + wide("gfinv", rd=5, rn=1) + wide("gfsq", rd=6, rn=1)
    code += wide("gfpow", rd=7, rn=1, rm=2) + wide("gfmul32", rh=8, rd=9, rn=1, rm=2) + wide("gfadd", rd=10, rn=1, rm=2)
    machine = loaded(code)
    machine.write(RAM, field)
    for _ in range(40):
        a, b = rng.getrandbits(32), rng.getrandbits(32)
        machine.reset()
        for register, value in ((0, RAM), (1, a), (2, b)):
            machine.set_reg(register, value)
        machine.step(7)
        got = machine.regs[4:11]
        expected = [unit.multiply(a, b), unit.inverse(a), unit.square(a), unit.power(a, b)]
        assert got[:4] == expected
        assert tuple(got[4:6]) == lanes.multiply32(a, b) and got[6] == a ^ b


def test_the_carry_less_product_is_the_same_with_and_without_the_hosts_multiplier() -> None:
    library = ctypes.CDLL(str(build.sim("gfp")["gfp"]))
    products = library.evariste_clmul32, library.evariste_clmul32_portable
    for product in products:
        product.restype = ctypes.c_uint64
    rng = random.Random(1)
    corners = [0, 1, 2, 0x80000000, 0xFFFFFFFF, 0x55555555, 0xAAAAAAAA]
    pairs = [(a, b) for a in corners for b in corners]
    pairs += [(rng.getrandbits(32), rng.getrandbits(32)) for _ in range(2000)]
    for a, b in pairs:
        high, low = lanes.multiply32(a, b)
        assert [product(ctypes.c_uint32(a), ctypes.c_uint32(b)) for product in products] == [high << 32 | low] * 2


def test_its_text_is_the_disassemblers() -> None:
    rng = random.Random(2)
    words = [(w, 2) for w in range(0x10000) if not GFP.is_long(w)]
    for insn in GFP.instructions:
        if insn.size == 4:
            free = ~insn.mask & 0xFFFFFFFF
            words += [(insn.match | rng.getrandbits(32) & free, 4) for _ in range(300)]
    for word, size in words:
        decoded = GFP.decode(word, size)
        shown = disassemble(word, 0x1234, "gfp")
        assert shown == text(GFP, decoded, 0x1234) if decoded else shown.startswith(".inst"), hex(word)


# strh r0, [r1] rewrites the movs r0, #1 behind it; then bkpt #0. The tests set r0 and r1.
STRH, MOVS_1, MOVS_2, BKPT, NOP = 0x8008, 0x2001, 0x2002, 0xBE00, 0xBF00
ISB = [0xF3BF, 0x8F6F]


def rewriting(barrier: list[int]) -> list[int]:
    return [STRH, *barrier, MOVS_1, BKPT]


@pytest.mark.parametrize("engine", ENGINES)
def test_code_that_a_barrier_separates_from_its_rewriting_runs_as_rewritten(engine: str) -> None:
    for _ in range(2):
        code = rewriting(ISB)
        machine = loaded(code, engine, RAM)
        machine.set_reg(1, RAM + 2 * code.index(MOVS_1))
        machine.set_reg(0, MOVS_2)
        stop = machine.run(max_cycles=1000)
        assert stop.reason == "breakpoint" and machine.regs[0] == 2, stop.sentence


def test_code_that_has_run_is_decoded_again_when_it_is_rewritten() -> None:
    machine = loaded(rewriting(ISB), at=RAM)
    for new in (3, 7, 255):
        machine.reset()
        machine.set_reg(1, RAM + 6)
        machine.set_reg(0, 0x2000 | new)
        machine.run(max_cycles=1000)
        assert machine.regs[0] == new
        machine.reset()
        machine.write(RAM + 6, struct.pack("<H", 0x2000 | new ^ 1))  # by the host
        machine.set_reg(1, RAM + 0x1000)
        machine.run(max_cycles=1000)
        assert machine.regs[0] == new ^ 1


def test_lockstep_reports_the_first_difference_with_both_sides() -> None:
    """Without a barrier the core runs what it has fetched already, and the interpreter what memory holds."""
    code = rewriting([])
    machine = loaded(code, "lockstep", RAM)
    machine.set_reg(1, RAM + 2)
    machine.set_reg(0, MOVS_2)
    stop = machine.run(max_cycles=1000)
    assert stop.reason == "difference" and stop.status != 0
    lines = stop.sentence.splitlines()
    assert "movs r0, #1" in lines[0] and f"{RAM + 2:#010x}" in lines[0]
    assert any("r0" in line and "rtl 0x00000001" in line and "iss 0x00000002" in line for line in lines)
    assert any("strh" in line for line in lines)  # the history
    assert machine.run(max_cycles=1000).reason == "difference"  # and it stays


def test_a_limit_stops_every_engine_at_the_same_instruction() -> None:
    elf = program("calls.c", "calls_asm.S")
    machines = [Machine(engine=engine) for engine in ENGINES]
    rng = random.Random(3)
    for machine in machines:
        machine.load(elf)
    bound = 0
    for _ in range(150):
        bound += rng.choice((1, 2, 3, 5, 40))
        ends = [(m.run(max_cycles=bound).reason, m.cycles, m.instructions, m.regs, m.reg("xpsr")) for m in machines]
        assert ends[0] == ends[1] == ends[2]
        assert ends[0][1] >= bound and ends[0][0] == "limit"


def test_stepping_gives_the_same_as_running() -> None:
    elf = program("devices.c")
    whole, stepped = Machine(), Machine()
    for machine in (whole, stepped):
        machine.load(elf)
    end = whole.run()
    rng = random.Random(4)
    while (stop := stepped.step(rng.choice((1, 2, 7, 1000)))).reason == "step":
        pass
    assert stop == end and stepped.regs == whole.regs and stepped.counters() == whole.counters()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_register_reads_as_it_was_written(engine: str) -> None:
    """Each with the bits that it has; a field descriptor whose degree no circuit has is ignored."""
    machine = loaded([NOP] * 8, engine)
    kept = [0xFFFFFFFF] * 13 + [0xFFFFFFFC, 0xFFFFFFFF, 0xFFFFFFFE]
    for register, mask in enumerate(kept):
        for value in (0x89ABCDEF, 0x20000767):
            machine.set_reg(register, value)
            assert machine.regs[register] == value & mask, register
    machine.set_reg(16, 0xF1000003)
    assert machine.reg("xpsr") == 0xF1000003
    machine.set_reg(16, 0xA1000000)
    for register, name, value, read in (
        (17, "msp", 0x20000103, 0x20000100), (18, "psp", 0x20000207, 0x20000204), (19, "primask", 0xFF, 1),
        (20, "control", 0xFF, 2), (21, "field0", 0x12345678, 0x12345678), (22, "field1", 0x07ABCDEF, 0x07ABCDEF),
    ):  # fmt: skip
        machine.set_reg(register, value)
        assert machine.special[name] == read
    assert machine.regs[13] == machine.special["psp"], "CONTROL has selected the other stack"
    for degree in (*range(256),):
        machine.set_reg(22, degree << 24 | 0x112233)
        last = degree if 2 <= degree <= 8 else 7 if degree < 2 else 8
        assert machine.special["field1"] >> 24 == last, degree
    machine.set_reg(15, START)
    assert machine.step().reason == "step"


@pytest.mark.parametrize("limit", (1, 5_000, 20_000, 100_000))
def test_straight_code_without_branches_stops_at_the_limit_too(limit: int) -> None:
    machine = Machine()
    machine.write(0, struct.pack("<16I", STACK, *[START | 1] * 15))
    machine.write(START, struct.pack("<H", NOP) * 0x40000)
    machine.reset()
    stop = machine.run(max_cycles=limit)
    assert stop.reason == "limit" and stop.cycles == max(limit, machine.cycles) and stop.cycles <= max(limit, 5)


def test_control_that_runs_off_the_end_of_memory_faults_there() -> None:
    for end in (0x100000, 0x20100000):
        machine = loaded([NOP] * 8, at=end - 16)
        stop = machine.run(max_cycles=1000)
        assert "instruction bus error" in stop.sentence and f"{end:#010x}" in stop.sentence


def test_recorded_retirements_are_the_same_on_every_engine() -> None:
    elf = program("calls.c", "calls_asm.S")
    records = []
    for engine in ENGINES:
        machine = Machine(engine=engine)
        machine.load(elf)
        records.append(machine.record(3000))
    assert len(records[0]) == 3000 and (np.diff(records[0]["cycle"].astype(np.int64)) > 0).all()
    assert (records[0] == records[1]).all() and (records[0] == records[2]).all()


def test_a_recording_that_begins_late_knows_nothing_of_earlier_exceptions() -> None:
    elf = program("calls.c", "calls_asm.S")
    whole = Machine()
    whole.load(elf)
    events = whole.record(100_000)
    late = int(np.flatnonzero(events["trap"])[-1]) + 1
    machine = Machine()
    machine.load(elf)
    machine.step(late)
    assert (machine.record(100_000) == events[late:]).all()


@pytest.mark.parametrize("waits", ((40, 0), (0, 40), (128, 128)))
def test_wait_states_cost_cycles_and_change_nothing_else(waits: tuple[int, int]) -> None:
    elf = program("calls.c", "calls_asm.S")
    plain, _, reference = run(elf)
    for engine in ("rtl", "lockstep"):
        machine = Machine(engine=engine, waits=waits, seed=5)
        machine.load(elf)
        stop = machine.run()
        assert (stop.reason, stop.status) == (plain.reason, plain.status), stop.sentence
        assert stop.cycles > plain.cycles and stop.instructions == plain.instructions
        assert machine.counters() == reference.counters()


def test_without_its_galois_field_unit_the_core_knows_no_galois_field_instruction() -> None:
    for engine in ENGINES:
        machine = loaded(wide("gfmul", rd=4, rn=1, rm=2), engine, configuration="baseline")
        machine.write(0, struct.pack("<4I", STACK, START | 1, 0, 0x201))
        machine.write(0x200, struct.pack("<H", BKPT))
        machine.reset()
        stop = machine.run(max_cycles=1000)
        assert stop.reason == "fault" and "illegal instruction 0xec010412" in stop.sentence


def test_a_fault_names_the_instruction_that_the_core_lacks() -> None:
    said = loaded(wide("gfmul", rd=4, rn=1, rm=2), configuration="baseline").run(max_cycles=1000).sentence
    assert said.endswith("The configuration 'baseline' has no gfmul; choose one that has, with --configuration: "
                         "full, interrupts, small5."), said  # fmt: skip
