# SPDX-License-Identifier: Apache-2.0
"""Every instruction takes the cycles of the Cortex-M0+ Technical Reference Manual, on the interpreter and on the RTL.

A program measures itself with the machine's cycle counter, as a user's would. trm_cycles.py has the manual's figures.
"""

from dataclasses import replace

import pytest

from evariste import machines
from evariste.isa import load
from evariste.machines.gfp.recipes.assembler import Code, Label
from evariste.sim import Machine
from evariste.verification.randprog import run
from verify.gfp.cosim.trm_cycles import COUNTER, EXTENDED, NOT_IN_TABLE, OVERHEAD, OWN, TRM, Row, jumps, program

ISA = load.machine("gfp")
ENGINES = ("iss", "rtl")


def measure(machine: Machine, contents: list[tuple[int, bytes]]) -> int:
    """The difference of the program's two readings of the cycle counter."""
    machine.clear()
    for address, data in contents:
        machine.write(address, data)
    machine.reset()
    stop = machine.run(max_cycles=10_000)
    assert stop.reason == "breakpoint", stop.sentence
    return machine.regs[7] - machine.regs[8]


def wrong_rows(engine: str, rows: tuple[Row, ...], configuration: str | None = None) -> list[str]:
    """A line for every row that does not take its cycles, at one of both alignments."""
    machine = run.machine("gfp", engine, configuration)
    found = []
    for row in rows:
        for offset in (0, 2):
            cycles = measure(machine, program(row, offset)) - OVERHEAD - row.extra
            if cycles != row.cycles:
                found.append(f"{row.group}, {row.operation}, offset {offset}: {cycles} cycles, not {row.cycles}")
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_base_instructions_take_the_cycles_of_the_reference_manual(engine: str) -> None:
    assert wrong_rows(engine, TRM) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_galois_field_instructions_and_hazards_take_the_promised_cycles(engine: str) -> None:
    assert wrong_rows(engine, OWN) == []


@pytest.mark.parametrize("cycles", (2, 3, 4))
@pytest.mark.parametrize("engine", ENGINES)
def test_a_configuration_takes_its_own_cycles_for_inverse_and_power(engine: str, cycles: int) -> None:
    name = f"inverse{cycles}"
    set_by = machines.default().configurations[name].cycles
    assert set_by == dict.fromkeys(("gfinv", "gfpow", "gfinvb", "gfpowb"), cycles)
    rows = tuple(replace(row, cycles=set_by.get(row.code[-1][0], row.cycles)) for row in OWN)
    assert wrong_rows(engine, rows, name) == []


@pytest.mark.parametrize("configuration", ("fast", "mac2"))
@pytest.mark.parametrize("engine", ENGINES)
def test_instructions_of_extensions_take_the_cycles_of_their_configuration(engine: str, configuration: str) -> None:
    known = machines.default().configurations[configuration]
    rows = tuple(
        replace(row, cycles=sum(known.cycles.get(name, ISA.by_name[name].spec.cycles) for name, _ in row.code))
        for row in (*OWN[:6], *EXTENDED)
        if {name for name, _ in row.code}.isdisjoint(known.lacks)
    )
    assert len(rows) > 6 and wrong_rows(engine, rows, configuration) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_branch_to_a_straddling_32_bit_instruction_costs_one_cycle_more(engine: str) -> None:
    machine = run.machine("gfp", engine)
    branches = [row for row in TRM if jumps(row)]
    assert len(branches) >= 8
    for row in branches:
        cycles = measure(machine, program(row, 0, straddled_target=True)) - OVERHEAD - row.extra
        assert cycles == row.cycles + 1 + 1, f"{row.operation}: the 32-bit instruction itself takes 1"


def test_the_table_has_every_instruction() -> None:
    named = {name for row in (*TRM, *OWN, *EXTENDED) for name, _ in row.code}
    assert named | NOT_IN_TABLE == {insn.name for insn in ISA}


def test_the_instruction_set_states_the_same_cycles() -> None:
    """isa/gfp/isa.yaml, from which the simulator takes its cycles, against the manual's figures."""
    for row in (*TRM, *OWN, *EXTENDED):
        if row.group in ("Hazard", "Fetch") or len({name for name, _ in row.code}) < len(row.code):
            continue
        name, operands = row.code[-1]
        spec = ISA.by_name[name].spec
        taken = spec.taken if jumps(row) or row.operation.endswith(", taken") else 0
        stated = (taken or spec.cycles) + spec.per.get("register", 0) * int(operands.get("list", 0)).bit_count()
        assert stated == row.cycles, f"{row.group}, {row.operation}"


@pytest.mark.parametrize("engine", ENGINES)
def test_exceptions_and_reset_take_the_stated_cycles(engine: str) -> None:
    """From the counter's reading before svc to the one after the handler's bx: 2 + 1 + entry + 1 + return."""
    code, handler = Code(0x100, 0x200), Label()
    code.put("ldr_lit", rd=7, imm=0x20)
    code.put("ldr_imm", rd=6, rn=7, imm=0)
    code.put("svc", imm=0)
    code.put("ldr_imm", rd=7, rn=7, imm=0)
    code.put("mov_hi", rd=8, rm=6)
    code.put("bkpt", imm=0)
    code.raw(*[0] * (0x24 // 2 - 6))
    code.word(COUNTER)
    code.bind(handler)
    code.put("bx", rm=14)
    table = [0x20001000, 0x101, 0, handler.address | 1, *[0] * 7, handler.address | 1]
    vectors = b"".join(word.to_bytes(4, "little") for word in table)
    machine = run.machine("gfp", engine)
    timing = {name: t.cycles for name, t in ISA.spec.timing.items()}
    cycles = measure(machine, [(0, vectors), (code.base, bytes(code.data))])
    assert cycles == 2 + 1 + timing["exception_entry_cycles"] + 1 + timing["exception_return_cycles"] == 27
    # The first instruction's load is two cycles; the counter then shows reset and that load.
    assert machine.regs[8] == timing["reset_cycles"] + 2 == 7
