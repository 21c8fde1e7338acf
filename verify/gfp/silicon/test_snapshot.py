# SPDX-License-Identifier: Apache-2.0
"""A netlist starts where the interpreter stopped: the code that restores the registers leads there, step by step."""

import pytest

from evariste.build import cc
from evariste.machines.gfp.snapshot import RAM, snapshot
from evariste.sim import Machine

PROGRAM = "sw/apps/board_demo.c"  # RS(255,239), then AES, which has the second field where there is one
PC, STEPS = 15, 40


def stopped(configuration: str, backend: str) -> Machine:
    """The program inside: after some cycles, and with something in the second field if the core has one."""
    machine = Machine(configuration=configuration)
    machine.load(cc.compile([PROGRAM], backend=backend, opt="-Os"))
    while machine.cycles < 3000 or not machine.special.get("second0", 1):
        assert machine.run(max_cycles=machine.cycles + 500).reason != "exit"
    return machine


@pytest.mark.parametrize(("configuration", "backend"), [
    ("full", "gfp"), ("fast", "gfp_fast"), ("baseline", "portable"),
])  # fmt: skip
def test_the_restoring_code_leads_to_where_the_interpreter_stopped(configuration: str, backend: str) -> None:
    first, other = stopped(configuration, backend), Machine(configuration=configuration)
    rom, ram, used = snapshot(first)
    other.clear()
    other.write(0, rom)
    other.write(RAM, ram)
    other.reset()
    steps = 0
    while other.regs[PC] != first.regs[PC]:
        other.step(1)
        steps += 1
        assert steps < STEPS
    assert other.regs == first.regs
    fields = [name for name in first.special if name.startswith(("field", "second"))]
    assert len(fields) == {"full": 2, "fast": 4, "baseline": 0}[configuration]
    assert [other.reg(name) for name in fields] == [first.reg(name) for name in fields]
    after, before = (bytearray(m.read(RAM, len(ram))) for m in (other, first))
    after[used : used + 4] = before[used : used + 4]
    assert after == before
