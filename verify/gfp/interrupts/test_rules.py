# SPDX-License-Identifier: Apache-2.0
"""Rules of handlers that random programs seldom put to the test, each by a program of its own, on every engine."""

import pytest

from verify.gfp.interrupts.board import (  # fmt: skip
    ENGINES,
    EXTERNAL,
    HARDFAULT,
    NMI,
    NOTES,
    PENDSV,
    SVCALL,
    SYSTICK,
    noted,
    notes,
    run,
)

pytestmark = pytest.mark.parametrize("engine", ENGINES)

# In its handler NMI takes the event of its entry, becomes pending again, and waits for an event.
AGAIN = """
start:
  movs r7, #0
  put {scr}, GFP_SCR
  put 1 << 31, GFP_ICSR
  nop
  bkpt #0
exception2:
  adds r7, #1
  cmp r7, #1
  bne 1f
  wfe
  put 1 << 31, GFP_ICSR
  wfe
1: push {{lr}}
  note r7
  pop {{pc}}
"""


def test_sevonpend_is_for_nmi_too(engine: str) -> None:
    assert noted(engine, AGAIN.format(scr="1 << 4")) == [1, 2]


def test_without_sevonpend_nothing_that_becomes_pending_is_an_event(engine: str) -> None:
    _, stop = run(engine, NOTES + AGAIN.format(scr="0"))
    assert stop.reason == "asleep", stop.sentence


# How the handler of each comes to run.
OUTER = {
    HARDFAULT: "udf #0",
    SVCALL: "svc #0",
    PENDSV: "put 1 << 28, GFP_ICSR",
    SYSTICK: "put 1 << 26, GFP_ICSR",
    EXTERNAL: "put 1, GFP_NVIC_ISPR",
    EXTERNAL + 1: "put 2, GFP_NVIC_ISPR",
    32: "put 1 << 16, GFP_NVIC_ISPR",
    47: "put 1 << 31, GFP_NVIC_ISPR",
}


@pytest.mark.parametrize("outer", OUTER)
def test_sleep_on_exit_lets_the_handler_go_on_to_which_another_returns(engine: str, outer: int) -> None:
    """A return to a handler does not sleep, whatever its number; its own return to the thread does."""
    text = f"""
start:
  put 0xffffffff, GFP_NVIC_ISER
  put 2, GFP_SCR
  {OUTER[outer]}
  nop
  bkpt #1
exception{outer}:
  push {{lr}}
  put 1 << 31, GFP_ICSR
  nop
  number
  pop {{pc}}
exception2: log
"""
    machine, stop = run(engine, NOTES + text)
    assert notes(machine) == [NMI, outer]
    assert stop.reason == "asleep" and machine.reg("xpsr") & 63 == 0


def test_in_a_handler_msr_leaves_control_alone(engine: str) -> None:
    text = """
start:
  ldr r0, =0x20000c00
  msr psp, r0
  mov r4, sp
  svc #0
  mov r5, sp
  subs r4, r5
  note r4
  mrs r3, control
  note r3
  bkpt #0
exception11:
  mov r6, sp
  movs r0, #2
  msr control, r0
  mov r5, sp
  subs r6, r5
  mrs r3, control
  push {lr}
  note r6
  note r3
  pop {pc}
"""
    assert noted(engine, text) == [0, 0, 0, 0]


@pytest.mark.parametrize("how", ["blx r0", "mov pc, r0"])
def test_in_a_handler_only_bx_and_pop_return(engine: str, how: str) -> None:
    """Other branches to 0xfffffff8 go there, where there is nothing."""
    text = f"""
start: svc #0
  bkpt #1
exception11:
  ldr r0, =0xfffffff9
  {how}
exception3:
  ldr r3, [sp, #24]
  ldr r4, [sp, #28]
  note r3
  lsls r4, r4, #26
  lsrs r4, r4, #26
  note r4
  bkpt #0
"""
    machine, stop = run(engine, NOTES + text)
    assert "instruction bus error" in stop.sentence, stop.sentence
    assert notes(machine) == [0xFFFFFFF8, SVCALL]


@pytest.mark.parametrize("how", ["bx r0", "push {r0}\n mov r1, sp\n pop {pc}"])
def test_in_thread_mode_nothing_returns(engine: str, how: str) -> None:
    text = f"""
start:
  ldr r0, =0xfffffff9
  {how}
exception3:
  ldr r3, [sp, #24]
  note r3
  bkpt #0
"""
    machine, stop = run(engine, NOTES + text)
    assert "instruction bus error" in stop.sentence, stop.sentence
    assert notes(machine) == [0xFFFFFFF8]


def test_an_exception_that_is_entered_keeps_the_level_it_began_with(engine: str) -> None:
    """Its register may be written meanwhile: interrupt 1 of level 1 does not preempt what began with level 1."""
    text = """
start:
  put 3, GFP_NVIC_ISER
  put 0x00004040, GFP_NVIC_IPR0
  put 1, GFP_NVIC_ISPR
  nop
  bkpt #0
exception16:
  push {lr}
  put 0x000040c0, GFP_NVIC_IPR0
  put 2, GFP_NVIC_ISPR
  nop
  number
  pop {pc}
exception17: log
"""
    assert noted(engine, text) == [16, 17]
