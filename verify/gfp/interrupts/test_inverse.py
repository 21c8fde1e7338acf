# SPDX-License-Identifier: Apache-2.0
"""An interrupt that arrives in any cycle of an inverse or a power of four cycles: the instruction completes first.

The unit has no state that an interrupt must save: the handler uses the unit too, with another field and operation.
"""

import numpy as np
import pytest

from evariste.gf.lanes import Lanes, descriptor
from evariste.sim import Machine
from verify.gfp.interrupts.board import ENGINES, assembled

CONFIGURATION, CYCLES = "interrupts_inverse4", 4
FIELD, OTHER = descriptor(0x11D), descriptor(0x13)
VALUE = 0x12345678
PROGRAM = f"""
start:
  put 1, GFP_NVIC_ISER
  ldr r0, =own
  gfcfg [r0]
  ldr r4, ={VALUE:#x}
  ldr r5, =0x80402010
  .rept 4
  nop
  .endr
  gfinv r1, r4
  gfinv r2, r1
  gfpow r3, r4, r5
  gfmul r6, r3, r4
  gfinv r7, r6
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


@pytest.fixture(scope="module", params=ENGINES)
def machine(request: pytest.FixtureRequest) -> Machine:
    return Machine(engine=request.param, configuration=CONFIGURATION)


def events(machine: Machine, at: int | None) -> np.ndarray:
    """The retirements of the program with the interrupt line high for the one cycle `at`."""
    machine.clear()
    machine.write(0, assembled(PROGRAM))
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


def is_chained(insn: int) -> bool:
    """gfinv or gfpow."""
    return insn >> 16 in (0xEC02, 0xEC04)


def test_it_is_taken_after_the_instruction_that_it_finds(machine: Machine) -> None:
    """In each cycle of the chain of instructions: those before it have retired whole, the next returns to its begin."""
    plain = events(machine, None)
    chained = [i for i, e in enumerate(plain) if is_chained(int(e["insn"]))]
    first, last = chained[0], chained[-1]
    assert [int(plain["cycle"][i]) - int(plain["cycle"][i - 1]) for i in chained] == [CYCLES] * 4
    inside = 0
    for at in range(int(plain["cycle"][first - 1]) - 2, int(plain["cycle"][last])):
        found = events(machine, at)
        assert [machine.regs[i] for i in (1, 2, 3, 6, 7)] == results(), at
        (entry,) = np.flatnonzero((found["trap"] == 1) & (found["insn"] == 0))
        before = int(entry) - 1
        assert np.array_equal(found["cycle"][: entry], plain["cycle"][: entry]), at
        begun, ended = int(plain["cycle"][before - 1]), int(plain["cycle"][before])
        assert begun < at + 1 <= ended, "it waits for the end of the instruction in work, and no longer"
        inside += is_chained(int(plain["insn"][before])) and at + 1 < ended
        back = int(np.flatnonzero(found["insn"] == 0x4770)[0])
        assert found["pc"][back + 1] == plain["pc"][before + 1]
    assert inside == 4 * (CYCLES - 1)
