# SPDX-License-Identifier: Apache-2.0
"""An interrupt that arrives in any cycle of an inverse or a power of several cycles: the instruction completes first.

The unit has no state that an interrupt must save: the handler uses the unit too, with another field and operation.
In the second field it saves nothing, because the handler uses the first one.
"""

from dataclasses import dataclass

import numpy as np
import pytest

from evariste.gf.lanes import Lanes, descriptor
from evariste.isa import load
from evariste.sim import Machine
from verify.gfp.interrupts.board import ENGINES, assembled


@dataclass(frozen=True)
class Core:
    """A configuration, the cycles of its inverse, and the last letter of instructions in the field that is used."""

    configuration: str
    cycles: int
    bank: str = ""

    def is_chained(self, insn: int) -> bool:
        """An inverse or a power."""
        known = load.machine("gfp").by_name
        return any(insn >> 16 == known[f"{name}{self.bank}"].match >> 16 for name in ("gfinv", "gfpow"))


CORES = (Core("interrupts_inverse4", 4), Core("interrupts_fast", 2), Core("interrupts_fast", 2, "b"))
FIELD, OTHER = descriptor(0x11D), descriptor(0x13)
VALUE = 0x12345678
PROGRAM = f"""
start:
  put 1, GFP_NVIC_ISER
  ldr r0, =own
  gfcfgBANK [r0]
  ldr r4, ={VALUE:#x}
  ldr r5, =0x80402010
  .rept 4
  nop
  .endr
  gfinvBANK r1, r4
  gfinvBANK r2, r1
  gfpowBANK r3, r4, r5
  gfmulBANK r6, r3, r4
  gfinvBANK r7, r6
  bkpt #0
exception16:
  ldr r0, =other
  gfcfg [r0]
  gfinv r3, r4
  gfpow r2, r3, r5
  ldr r0, =own
  gfcfg [r0]
  bx lr
.align 2
own: .byte {", ".join(map(str, FIELD))}
other: .byte {", ".join(map(str, OTHER))}
"""


def events(machine: Machine, core: Core, at: int | None) -> np.ndarray:
    """The retirements of the program with the interrupt line high for the one cycle `at`."""
    machine.clear()
    machine.write(0, assembled(PROGRAM.replace("BANK", core.bank)))
    machine.drive([] if at is None else [(at, 1), (at + 1, 0)])
    machine.reset()
    return machine.record(200)


def results() -> list[int]:
    """r1, r2, r3, r6, r7 at the end, by the reference arithmetic."""
    field = Lanes(FIELD)
    a, e = np.uint32([VALUE]), np.uint32([0x80402010])
    inverse, power = field.inverse(a), field.power(a, e)
    product = field.multiply(power, a)
    return [int(x[0]) for x in (inverse, field.inverse(inverse), power, product, field.inverse(product))]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("core", CORES, ids=lambda core: core.configuration + core.bank)
def test_it_is_taken_after_the_instruction_that_it_finds(core: Core, engine: str) -> None:
    """In each cycle of the chain of instructions: those before it have retired whole, the next returns to its begin."""
    machine = Machine(engine=engine, configuration=core.configuration)
    plain = events(machine, core, None)
    chained = [i for i, e in enumerate(plain) if core.is_chained(int(e["insn"]))]
    first, last = chained[0], chained[-1]
    assert [int(plain["cycle"][i]) - int(plain["cycle"][i - 1]) for i in chained] == [core.cycles] * 4
    inside = 0
    for at in range(int(plain["cycle"][first - 1]) - 2, int(plain["cycle"][last])):
        found = events(machine, core, at)
        assert [machine.regs[i] for i in (1, 2, 3, 6, 7)] == results(), at
        (entry,) = np.flatnonzero((found["trap"] == 1) & (found["insn"] == 0))
        before = int(entry) - 1
        assert np.array_equal(found["cycle"][: entry], plain["cycle"][: entry]), at
        begun, ended = int(plain["cycle"][before - 1]), int(plain["cycle"][before])
        assert begun < at + 1 <= ended, "it waits for the end of the instruction in work, and no longer"
        inside += core.is_chained(int(plain["insn"][before])) and at + 1 < ended
        back = int(np.flatnonzero(found["insn"] == 0x4770)[0])
        assert found["pc"][back + 1] == plain["pc"][before + 1]
    assert inside == 4 * (core.cycles - 1)
