# SPDX-License-Identifier: Apache-2.0
"""A bus error while a frame is stored or loaded is HardFault in place of the exception, or of the return; where
HardFault or NMI is entered, or a return from NMI leads to HardFault, it is lockup. On every engine."""

import pytest

from evariste.sim import Machine
from verify.gfp.interrupts.board import (  # fmt: skip
    ENGINES,
    EXTERNAL,
    HARDFAULT,
    NOTES,
    SVCALL,
    assembled,
    noted,
    notes,
    run,
    words,
)

pytestmark = pytest.mark.parametrize("engine", ENGINES)

RAM, RAM_END, OUTSIDE = 0x20000000, 0x20100000, 0x60000000
TO_THREAD, TO_HANDLER, TO_PROCESS = 0xFFFFFFF9, 0xFFFFFFF1, 0xFFFFFFFD
STRAY = """
.macro stray register
  ldr r0, =0x60000000
  msr \\register, r0
.endm
"""
# HardFault notes SP, LR and its number with a stack that is good.
FAULT = (
    STRAY
    + """
exception3:
  mov r4, sp
  mov r5, lr
  ldr r0, =0x20000800
  mov sp, r0
  note r4
  note r5
  number
"""
)
STOPS = FAULT + "  bkpt #0\n"
# ... and continues in thread mode.
GOES_ON = (
    FAULT
    + """
  ldr r1, =go_on
  str r1, [r0, #24]
  ldr r1, =1 << 24
  str r1, [r0, #28]
  ldr r1, =0xfffffff9
  bx r1
"""
)


def faulted(engine: str, text: str) -> list[int]:
    """The notes of a program that ends in the HardFault handler; the fault is told with its cause and address."""
    machine, stop = run(engine, NOTES + text)
    assert stop.reason == "fault" and "data bus error: address 0x" in stop.sentence, stop.sentence
    return notes(machine)


def test_a_supervisor_call_without_a_stack_is_hardfault(engine: str) -> None:
    text = GOES_ON + "start:\n stray msp\n svc #1\n bkpt #1\ngo_on: bkpt #0\n"
    assert noted(engine, text) == [OUTSIDE - 32, TO_THREAD, HARDFAULT]


@pytest.mark.parametrize("interrupts", [False, True], ids=["without", "with"])
@pytest.mark.parametrize("stored", [0, 2, 4, 6])
def test_the_words_before_the_error_are_stored_and_none_behind_it(engine: str, stored: int, interrupts: bool) -> None:
    """Of a frame that reaches beyond RAM, or begins before it, in which case none is."""
    text = """
start:
  ldr r0, =0x11111111
  ldr r1, =0x22222222
  ldr r2, =0x33333333
  ldr r3, =0x44444444
  mov r12, r1
  mov lr, r2
  ldr r7, =TOP
  mov sp, r7
  svc #1
next: nop
exception3: bkpt #0
"""
    for top, expected in ((RAM_END + 32 - 4 * stored, stored), (RAM + 4 * stored, 0)):
        machine = Machine(engine=engine, configuration="interrupts" if interrupts else None)
        machine.write(0, assembled(text.replace("TOP", hex(top))))
        machine.write(RAM, b"\xee" * 32)
        machine.write(RAM_END - 32, b"\xee" * 32)
        machine.reset()
        stop = machine.run(max_cycles=1000)
        told = RAM_END if expected else top - 32 & ~7 & 0xFFFFFFFF
        assert f"data bus error: address {told:#010x}, by the instruction 0xdf01" in stop.sentence, stop.sentence
        frame = [0x11111111, 0x22222222, 0x33333333, 0x44444444, 0x22222222, 0x33333333]
        found = words(machine, 8, RAM_END - 32)
        assert found[: 8 - expected] == [0xEEEEEEEE] * (8 - expected)
        assert found[8 - expected :][:6] == frame[:expected]
        assert words(machine, 8, RAM) == [0xEEEEEEEE] * 8
        assert machine.regs[13] == top - 32 & ~7 & 0xFFFFFFFF
        assert machine.special["control"] == 0 and machine.reg("xpsr") & 63 == HARDFAULT


def test_an_interrupt_whose_frame_cannot_be_stored_stays_pending(engine: str) -> None:
    text = (
        GOES_ON
        + """
start:
  put 1, GFP_NVIC_ISER
  stray msp
  ldr r1, =GFP_NVIC_ISPR
  movs r2, #1
  str r2, [r1]
1: b 1b
go_on: bkpt #0
exception16: log
"""
    )
    # Its handler runs in place of the return from HardFault, or behind it.
    assert noted(engine, text) == [OUTSIDE - 32, TO_THREAD, HARDFAULT, EXTERNAL]


def test_the_instruction_that_it_would_have_interrupted_runs_once(engine: str) -> None:
    text = (
        GOES_ON
        + """
start:
  movs r7, #0
  put 1, GFP_NVIC_ISER
  stray msp
  ldr r1, =GFP_NVIC_ISPR
  movs r2, #1
  str r2, [r1]
go_on:
  adds r7, #1
  note r7
  bkpt #0
exception16: log
"""
    )
    assert noted(engine, text) == [OUTSIDE - 32, TO_THREAD, HARDFAULT, EXTERNAL, 1]


def test_in_a_handler_the_link_register_says_so(engine: str) -> None:
    text = (
        STOPS
        + """
start:
  put 3, GFP_NVIC_ISER
  put 0x00000080, GFP_NVIC_IPR0
  put 1, GFP_NVIC_ISPR
  bkpt #1
exception16:
  stray msp
  ldr r1, =GFP_NVIC_ISPR
  movs r2, #2
  str r2, [r1]
1: b 1b
"""
    )
    assert faulted(engine, text) == [OUTSIDE - 32, TO_HANDLER, HARDFAULT]


def test_from_the_process_stack_as_well(engine: str) -> None:
    text = (
        STOPS
        + """
start:
  movs r0, #2
  msr control, r0
  stray psp
  svc #1
"""
    )
    assert faulted(engine, text)[1:] == [TO_PROCESS, HARDFAULT]


def locks_up(engine: str, text: str) -> list[int]:
    machine, stop = run(engine, NOTES + text)
    assert stop.reason == "lockup", stop.sentence
    return notes(machine)


def test_hardfault_and_nmi_without_a_stack_lock_up(engine: str) -> None:
    locks_up(engine, STOPS + "start:\n stray msp\n udf #0\n")
    locks_up(engine, STOPS + """
exception2: bkpt #0
start:
  stray msp
  ldr r1, =GFP_ICSR
  ldr r2, =1 << 31
  str r2, [r1]
1: b 1b
""")  # fmt: skip


@pytest.mark.parametrize("register", ["msp", "psp"])
def test_a_return_whose_frame_cannot_be_loaded_is_hardfault_and_leaves_the_stack(engine: str, register: str) -> None:
    text = (
        STOPS
        + f"""
start:
  movs r0, #{2 * (register == "psp")}
  msr control, r0
  ldr r0, =0x20000c00
  msr psp, r0
  svc #1
  bkpt #1
exception11:
  stray {register}
  bx lr
"""
    )
    sp, lr, number = faulted(engine, text)
    assert (lr, number) == (TO_PROCESS if register == "psp" else TO_THREAD, HARDFAULT)
    assert register == "psp" or sp == OUTSIDE


def test_it_can_be_loaded_by_hardfaults_own_return(engine: str) -> None:
    """With the stack put right, HardFault returns to where the failed return was to lead."""
    text = """
start:
  movs r7, #5
  mov r6, sp
  svc #1
  note r7
  bkpt #0
exception11:
  mov r4, sp
  ldr r0, =0x60000000
  mov sp, r0
  movs r0, #1
  bx lr
exception3:
  mov sp, r4
  adds r7, #1
  bx lr
"""
    assert noted(engine, text) == [6]


def test_registers_are_loaded_as_far_as_the_frame_reaches(engine: str) -> None:
    text = f"""
start:
  svc #1
exception11:
  ldr r0, ={RAM_END - 12:#x}
  ldr r1, =0x01020304
  ldr r2, =0x05060708
  ldr r3, =0x090a0b0c
  str r1, [r0]
  str r2, [r0, #4]
  str r3, [r0, #8]
  mov sp, r0
  movs r0, #0
  movs r1, #0
  movs r2, #0
  bx lr
exception3: bkpt #0
"""
    machine, stop = run(engine, text)
    assert f"data bus error: address {RAM_END:#010x}" in stop.sentence, stop.sentence
    assert machine.regs[:4] == [0x01020304, 0x05060708, 0x090A0B0C, 0x090A0B0C]


@pytest.mark.parametrize("interrupts", [False, True], ids=["without", "with"])
def test_hardfault_may_fail_to_return_to_a_handler_and_is_entered_again(engine: str, interrupts: bool) -> None:
    """The link register goes on to tell that a handler is to go on."""
    text = """
start: svc #1
exception11:
  mov r7, sp
  movs r6, #0
  udf #0
  bkpt #0
exception3:
  adds r6, #1
  cmp r6, #2
  beq 1f
  mov r5, sp
  ldr r0, =0x60000000
  mov sp, r0
  bx lr
1:
  mov r4, lr
  ldr r1, [r5, #24]
  adds r1, #2
  str r1, [r5, #24]
  mov sp, r5
  bx lr
"""
    machine = Machine(engine=engine, configuration="interrupts" if interrupts else None)
    machine.write(0, assembled(text))
    machine.reset()
    stop = machine.run(max_cycles=1000)
    assert stop.sentence.startswith("breakpoint 0 "), stop.sentence
    assert machine.reg("xpsr") & 63 == SVCALL
    assert machine.regs[4] == TO_HANDLER and machine.regs[6] == 2 and machine.regs[13] == machine.regs[7]


NMI_RETURNS = """
exception2:
  number
  stray msp
  bx lr
"""


def test_a_return_from_nmi_to_the_thread_is_hardfault(engine: str) -> None:
    text = STOPS + NMI_RETURNS + "start:\n put 1 << 31, GFP_ICSR\n nop\n bkpt #1\n"
    assert faulted(engine, text) == [2, OUTSIDE, TO_THREAD, HARDFAULT]


def test_a_return_from_nmi_to_hardfault_locks_up(engine: str) -> None:
    text = (
        STRAY
        + NMI_RETURNS
        + """
start: udf #0
exception3:
  put 1 << 31, GFP_ICSR
  nop
  bkpt #1
"""
    )
    assert locks_up(engine, text) == [2]


def test_once_hardfault_is_left_nmi_returns_to_the_thread(engine: str) -> None:
    text = """
start:
  udf #0
  put 1 << 31, GFP_ICSR
  nop
  bkpt #1
exception2:
  ldr r0, =0x60000000
  mov sp, r0
  bx lr
exception3:
  mrs r0, ipsr
  adds r7, #1
  cmp r7, #2
  beq 1f
  ldr r1, [sp, #24]
  adds r1, #2
  str r1, [sp, #24]
  bx lr
1: bkpt #0
"""
    machine, stop = run(engine, text)
    assert "data bus error: address 0x60000000" in stop.sentence, stop.sentence
    assert machine.regs[7] == 2


# What the handler of NMI does, which HardFault's pends and which starts at 0x104; and the end of the sentence about the
# lockup.
BAD_STACK = "stray msp\n"
RETURN = "lockup: on return from the exception handler at {}, data bus error on the stack at {}."
INSIDE = "then, in the HardFault handler, {}."
LOCKUPS = {
    "bx": (BAD_STACK + "bx lr", RETURN.format("0x00000108", "0x60000000")),
    "pop of pc, from the frame": (
        "ldr r0, =0x200ffff8\nmov sp, r0\nstr r0, [sp]\nmov r1, lr\nstr r1, [sp, #4]\npop {r0, pc}",
        RETURN.format("0x0000010c", "0x20100000"),
    ),
    "pop of pc itself": (
        BAD_STACK + "pop {r0, pc}",
        INSIDE.format("data bus error: address 0x60000000, by the instruction 0xbd01 at 0x00000108"),
    ),
    "pop": (
        BAD_STACK + "pop {r0}",
        INSIDE.format("data bus error: address 0x60000000, by the instruction 0xbc01 at 0x00000108"),
    ),
    "branch to nothing, behind a return": (
        "ldr r0, =0x200ffffc\nldr r1, =0x47704770\nstr r1, [r0]\nadds r0, #5\nbx r0",
        INSIDE.format("instruction bus error at 0x20100000"),
    ),
}


@pytest.mark.parametrize("case", LOCKUPS)
def test_a_lockup_in_nmi_is_named(engine: str, case: str) -> None:
    body, sentence = LOCKUPS[case]
    text = f"""{STRAY}
exception2:
  {body}
exception3:
  ldr r1, =GFP_ICSR
  ldr r2, =1 << 31
  str r2, [r1]
1: b 1b
start: udf #0
"""
    _, stop = run(engine, NOTES + text)
    assert stop.sentence.endswith(sentence), stop.sentence


def test_a_frame_that_would_lie_in_rom_is_named(engine: str) -> None:
    text = """
exception3:
start:
  ldr r0, =0x28
  mov sp, r0
  udf #0
"""
    _, stop = run(engine, NOTES + text)
    assert stop.sentence.endswith("data bus error on the stack at 0x00000008."), stop.sentence
