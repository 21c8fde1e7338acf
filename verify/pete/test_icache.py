# SPDX-License-Identifier: Apache-2.0
"""The instruction cache: what it keeps, what a miss costs, and what it counts; in the interpreter and in the RTL."""

import pytest

from evariste.bench import registry, runner
from evariste.errors import UserError
from evariste.isa import load, machine
from evariste.machines.pete import MACHINE as PETE
from evariste.machines.pete.workloads import CACHES
from evariste.paths import ROOT
from evariste.sim import Machine
from evariste.verification import proof

ISA = machine("pete")
ROM, RAM = 0xBFC00000, 0x80000000
RESET, MISS, LINE = 3, 6, 16
WAY = 512  # bytes of a way of the configuration
DEVICES = {r.name: p.base + r.offset for p in load.soc("mips").peripherals for r in p.registers}
NOP: tuple[str, dict[str, int]] = ("nop", {})
END: tuple[str, dict[str, int]] = ("sdbbp", {"code": 2})


@pytest.fixture(scope="module", params=["iss", "rtl"])
def core(request: pytest.FixtureRequest) -> Machine:
    return Machine("pete", "bise_icache2", engine=request.param)


def put(core: Machine, address: int, *program: tuple[str, dict[str, int]]) -> None:
    core.write(address, b"".join(ISA.encode(name, **operands) for name, operands in program))


def start(core: Machine, *program: tuple[str, dict[str, int]], **registers: int) -> None:
    """A program at reset, with values in registers: `r8` is $8."""
    put(core, ROM, *program)
    core.reset()
    for name, value in registers.items():
        core.set_reg(int(name[1:]), value)


def misses(core: Machine) -> int:
    return core.event_counts()["cache misses"]


def test_a_miss_takes_six_cycles_and_a_hit_none(core: Machine) -> None:
    start(core, *[NOP] * 20)
    assert core.step(1).cycles == RESET + 1 + MISS
    assert core.step(3).cycles == RESET + 4 + MISS
    assert core.step(1).cycles == RESET + 5 + 2 * MISS
    assert core.step(3).cycles == RESET + 8 + 2 * MISS


def test_a_loop_in_the_cache_runs_as_without_one(core: Machine) -> None:
    start(core, ("addiu", {"rt": 8, "rs": 8, "imm": -1}), ("bne", {"rs": 8, "rt": 0, "imm": -8}), NOP, END, r8=50)
    cycles = core.run(max_cycles=1000).cycles
    without = Machine("pete", "bise")
    start(without, ("addiu", {"rt": 8, "rs": 8, "imm": -1}), ("bne", {"rs": 8, "rt": 0, "imm": -8}), NOP, END, r8=50)
    assert cycles == without.run(max_cycles=1000).cycles + MISS


def rounds(core: Machine, lines: int, times: int) -> int:
    """Misses of so many rounds through lines of one set, each of which jumps to the next one."""
    for i in range(lines):
        put(core, ROM + LINE + WAY * i, ("jr", {"rs": 8 + (i + 1) % lines}), ("addiu", {"rt": 2, "rs": 2, "imm": 1}))
    start(core, ("jr", {"rs": 8}), NOP, **{f"r{8 + i}": ROM + LINE + WAY * i for i in range(lines)})
    core.step(2)
    before = misses(core)
    core.step(2 * lines * times)
    return misses(core) - before


def test_two_ways_keep_two_lines_of_a_set(core: Machine) -> None:
    assert rounds(core, 2, 5) == 1  # the first line was asked for already


def test_three_lines_of_a_set_replace_one_another(core: Machine) -> None:
    assert rounds(core, 3, 5) == 15


def test_a_word_that_memory_does_not_give_is_an_exception_each_time(core: Machine) -> None:
    """A line with a bus error is not kept, and its error reaches the instruction that wanted the word."""
    handler = [("lui", {"rt": 9, "imm": 0x9000}), ("addiu", {"rt": 2, "rs": 2, "imm": 1}), ("jr", {"rs": 9}), NOP]
    put(core, ROM + 0x380, ("mtc0", {"rt": 0, "cd": 12}), *handler)
    put(core, RAM + 0x180, ("mtc0", {"rt": 0, "cd": 12}), *handler)
    start(core, ("jr", {"rs": 9}), NOP, r9=0x90000000)
    before = 0
    for taken in range(1, 4):
        while core.reg("r2") < taken:
            core.step(1)
        assert core.reg("cause") >> 2 & 31 == 6
        assert core.reg("epc") == 0x90000000
        assert misses(core) > before
        before = misses(core)


@pytest.mark.parametrize("empties", [True, False])
def test_code_that_was_stored_needs_an_empty_cache(core: Machine, empties: bool) -> None:
    """Only the circuit shows the old code: the interpreter keeps no words."""
    if not empties and core.engine == "iss":
        return
    put(core, RAM, ("addiu", {"rt": 2, "rs": 0, "imm": 1}), ("jr", {"rs": 31}), NOP)
    new = int.from_bytes(ISA.encode("addiu", rt=2, rs=0, imm=2), "little")
    empty = [("sw", {"rt": 0, "rs": 9, "imm": 0})] if empties else [NOP]
    call = [("jalr", {"rd": 31, "rs": 8}), NOP]
    start(core, *call, ("sw", {"rt": 10, "rs": 8, "imm": 0}), *empty, NOP, NOP, NOP, *call, END,
          r8=RAM, r9=DEVICES["icache_invalidate"], r10=new)  # fmt: skip
    assert core.run(max_cycles=1000).reason == "breakpoint"
    assert core.reg("r2") == (2 if empties else 1)


def test_a_program_reads_what_was_counted(core: Machine) -> None:
    loads = [("lw", {"rt": 2 + i, "rs": 8, "imm": 4 * i}) for i in range(3)]
    start(core, *loads, END, r8=DEVICES["icache_hits"])
    core.run(max_cycles=1000)
    # In EX of each load the words up to the next one have been looked up.
    assert [core.reg(f"r{2 + i}") for i in range(3)] == [1, 1, MISS]


def test_its_registers_refuse_what_they_cannot_do(core: Machine) -> None:
    for name, access in (("icache_invalidate", "lw"), ("icache_hits", "sw"), ("icache_stalls", "sb")):
        start(core, (access, {"rt": 2, "rs": 8, "imm": 0}), *[NOP] * 4, r8=DEVICES[name])
        core.step(1)
        assert core.reg("cause") >> 2 & 31 == 7, name


def test_what_is_recorded_was_counted_in_the_measurement_alone() -> None:
    """One look-up for each instruction there, and few for words that are dropped. Start-up and files have many more."""
    record = runner.run(registry()["p192.ecdsa.bise_icache_1k"], "pete", "pete", "iss", fresh=True)
    found = record["params"]["counts"]
    dropped = found["cache hits"] + found["cache misses"] - record["instructions"]
    assert 0 <= dropped < record["instructions"] / 100
    assert found["cache stalls"] == pytest.approx(MISS * found["cache misses"], abs=MISS)


def test_each_size_that_there_is_has_a_configuration() -> None:
    has = [PETE.has(name).parameters for name in CACHES.values()]
    assert [(p["ICACHE_BYTES"] // 1024, p.get("ICACHE_WAYS", 1)) for p in has] == [*CACHES]


@pytest.mark.parametrize("wrong", [{"ICACHE_BYTES": 512}, {"ICACHE_BYTES": 3000}, {"ICACHE_BYTES": 16384},
                                   {"ICACHE_BYTES": 4096, "ICACHE_WAYS": 3}])  # fmt: skip
def test_another_size_is_refused(wrong: dict[str, int]) -> None:
    """By the interpreter, and when the core is elaborated."""
    with pytest.raises(ValueError, match="ICACHE"):
        Machine("pete", parameters=wrong)
    packages = [ROOT / file for file in PETE.rtl.packages]
    modules = [p for p in proof.sources(*(f"rtl/{f}" for f in PETE.rtl.folders)) if p not in packages]
    with pytest.raises(UserError, match=r"WAYS must be 1 or 2|ICACHE_BYTES must be"):
        proof.graph("pete_core", [*packages, *modules], wrong)


def test_a_core_without_a_cache_has_no_such_registers() -> None:
    core = Machine("pete", "bise")
    start(core, ("sw", {"rt": 2, "rs": 8, "imm": 0}), NOP, r8=DEVICES["icache_invalidate"])
    core.step(1)
    assert core.reg("cause") >> 2 & 31 == 7
    assert core.event_counts() == {}
