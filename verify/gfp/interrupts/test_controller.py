# SPDX-License-Identifier: Apache-2.0
"""The interrupt controller, register by register and rule by rule, on every engine (ARMv6-M manual, B1.5 and B3)."""

import pytest

from evariste.errors import UserError
from evariste.sim import Machine
from verify.gfp.interrupts.board import (
    DATA,
    ENGINES,
    EXTERNAL,
    HARDFAULT,
    LINE_NMI,
    NMI,
    NOTES,
    PENDSV,
    STACK,
    SVCALL,
    SYSTICK,
    assembled,
    noted,
    run,
    words,
)  # fmt: skip

pytestmark = pytest.mark.parametrize("engine", ENGINES)

# Register, what is stored, what is read back: bits that there are.
READ_BACK = [
    ("SYST_CSR", 0x00000002, 0x00000006), ("SYST_CSR", 0, 0x00000004), ("SYST_RVR", 0xFFFFFFFF, 0x00FFFFFF),
    ("SYST_CVR", 0xFFFFFFFF, 0), ("SYST_CALIB", 0, 0xC0000000), ("NVIC_ISER", 0x80000001, 0x80000001),
    ("NVIC_IPR0", 0xFFFFFFFF, 0xC0C0C0C0), ("NVIC_IPR0 + 28", 0x40800000, 0x40800000), ("CPUID", 0, 0x000C0000),
    ("SCR", 0xFFFFFFFF, 0x16), ("CCR", 0, 0x208), ("SHPR2", 0xFFFFFFFF, 0xC0000000), ("SHPR3", 0xFFFFFFFF, 0xC0C00000),
    ("SYST_CSR + 0x300", 0xFFFFFFFF, 0), ("ICSR + 4", 0xFFFFFFFF, 0), ("CPUID + 0x2fc", 0xFFFFFFFF, 0),
]  # fmt: skip


def test_registers_keep_the_bits_that_exist(engine: str) -> None:
    text = "start:\n cpsid i\n" + "".join(
        f" put {value:#x}, GFP_{name}\n get r2, GFP_{name}\n note r2\n" for name, value, _ in READ_BACK
    )
    assert noted(engine, text + " bkpt #0\n") == [read for *_, read in READ_BACK]


def test_enables_and_pending_bits_are_set_and_cleared_by_ones(engine: str) -> None:
    text = """
start:
  cpsid i
  put 0xf0f0, GFP_NVIC_ISER
  put 0x1010, GFP_NVIC_ICER
  put 0xff, GFP_NVIC_ISPR
  put 0x0f, GFP_NVIC_ICPR
  .irp register, GFP_NVIC_ISER, GFP_NVIC_ICER, GFP_NVIC_ISPR, GFP_NVIC_ICPR
  get r2, \\register
  note r2
  .endr
  bkpt #0
"""
    assert noted(engine, text) == [0xE0E0, 0xE0E0, 0xF0, 0xF0]


def test_icsr_shows_what_is_pending_and_active(engine: str) -> None:
    text = """
start:
  cpsid i
  get r2, GFP_ICSR
  note r2
  put (1 << 28 | 1 << 26), GFP_ICSR
  put 0x30, GFP_NVIC_ISPR
  get r2, GFP_ICSR          // PendSV before SysTick, interrupts 4 and 5 not enabled
  note r2
  put 0x40000000, GFP_SHPR3
  put 0x00800000, GFP_SHPR3
  put 0x20, GFP_NVIC_ISER
  get r2, GFP_ICSR          // SysTick is more urgent now, and so is interrupt 5, of a higher number
  note r2
  put (1 << 27 | 1 << 25), GFP_ICSR
  put 0x4, GFP_NVIC_ICPR
  get r2, GFP_ICSR
  note r2
  cpsie i
  bkpt #0
exception21:
  get r2, GFP_ICSR
  note r2
  bx lr
"""
    idle, both = 0, 1 << 28 | 1 << 26 | 1 << 22
    last = 1 << 22 | 21 << 12
    # In its handler 21 is active; of 20, which is not enabled, it is told that something external is pending.
    assert noted(engine, text) == [idle, both | PENDSV << 12, both | SYSTICK << 12, last, 1 << 22 | 21]


def test_narrow_accesses_are_bus_errors(engine: str) -> None:
    for access in ("ldrb r2, [r1]", "ldrh r2, [r1]", "strb r2, [r1]", "strh r2, [r1]"):
        _, stop = run(engine, f"start:\n ldr r1, =GFP_NVIC_ISER\n {access}\n bkpt #0\n")
        assert stop.reason == "fault" and "data bus error: address 0xe000e100" in stop.sentence


def test_without_interrupts_the_space_is_not_there(engine: str) -> None:
    machine = Machine(engine=engine)
    machine.write(0, assembled("start:\n ldr r1, =GFP_NVIC_ISER\n ldr r2, [r1]\n bkpt #0\n"))
    machine.reset()
    assert "data bus error: address 0xe000e100" in machine.run(max_cycles=1000).sentence
    with pytest.raises(UserError, match="no interrupt lines"):
        machine.drive([(0, 1)])


def test_several_registers_are_moved_at_once(engine: str) -> None:
    text = """
start:
  ldr r0, =GFP_NVIC_IPR0
  ldr r1, =0x40404040
  ldr r2, =0x80808080
  stm r0!, {r1, r2}
  subs r0, #8
  ldm r0!, {r3, r4, r5}
  note r3
  note r4
  note r5
  ldr r0, =GFP_NVIC_IPR0
  gfst [r0]
  ldr r2, [r0, #4]
  note r2
  bkpt #0
"""
    assert noted(engine, text) == [0x40404040, 0x80808080, 0, 0]  # the field after reset is 0, 8 << 24


# What is pending at once is taken in the order of priority, then of exception number.
ALL = """
exception2: log
exception11: log
exception14: log
exception15: log
exception16: log
exception17: log
exception18: log
exception47: log
"""


def test_of_what_is_pending_the_most_urgent_comes_first(engine: str) -> None:
    text = """
start:
  cpsid i
  put 0x80000007, GFP_NVIC_ISER
  put 0x004080c0, GFP_NVIC_IPR0         // interrupt 0: 3, 1: 2, 2: 1
  put 0x40000000, GFP_NVIC_IPR0 + 28    // 31: 1
  put 0x80c00000, GFP_SHPR3             // systick 2, pendsv 3
  put 0x80000007, GFP_NVIC_ISPR
  put (1 << 28 | 1 << 26), GFP_ICSR
  cpsie i
  nop
  bkpt #0
"""
    assert noted(engine, text + ALL) == [18, 47, 15, 17, 14, 16]


def test_nothing_of_the_same_priority_preempts(engine: str) -> None:
    text = """
start:
  put 7, GFP_NVIC_ISER
  put 0x00004040, GFP_NVIC_IPR0         // interrupts 0 and 1: 1, 2: 0
  put 1, GFP_NVIC_ISPR
  nop
  bkpt #0
exception16:
  push {lr}
  number
  put 2, GFP_NVIC_ISPR                  // as urgent: waits
  put 4, GFP_NVIC_ISPR                  // more urgent: comes at once
  number
  pop {pc}
exception17: log
exception18: log
"""
    assert noted(engine, text) == [16, 18, 16, 17]


def test_primask_holds_back_all_but_nmi(engine: str) -> None:
    text = """
start:
  put 1, GFP_NVIC_ISER
  cpsid i
  put 1, GFP_NVIC_ISPR
  put 1 << 28 | 1 << 26, GFP_ICSR
  put 1 << 31, GFP_ICSR
  movs r3, #0
  note r3
  cpsie i
  bkpt #0
"""
    assert noted(engine, text + ALL) == [NMI, 0, PENDSV, SYSTICK, EXTERNAL]


def test_a_disabled_interrupt_stays_pending(engine: str) -> None:
    text = """
start:
  put 1, GFP_NVIC_ISPR
  movs r3, #0
  note r3
  put 1, GFP_NVIC_ISER
  movs r3, #1
  note r3
  bkpt #0
"""
    assert noted(engine, text + ALL) == [0, EXTERNAL, 1]


def test_svc_is_a_fault_where_its_priority_does_not_preempt(engine: str) -> None:
    text = """
start:
  put 1, GFP_NVIC_ISER
  put 0x40000000, GFP_SHPR2             // svcall: 1
  put 0x80, GFP_NVIC_IPR0               // interrupt 0: 2
  put 1, GFP_NVIC_ISPR
  put 0x40, GFP_NVIC_IPR0               // as urgent as svc
  put 1, GFP_NVIC_ISPR
  bkpt #0
exception16:
  push {lr}
  number
  svc #0
  pop {pc}
exception11: log
exception3:
  number
  ldr r0, [sp, #24]
  adds r0, #2
  str r0, [sp, #24]
  bx lr
"""
    assert noted(engine, text) == [EXTERNAL, SVCALL, EXTERNAL, HARDFAULT]


def test_nmi_preempts_hardfault_and_a_fault_in_it_locks_up(engine: str) -> None:
    text = """
start:
  udf #0
exception3:
  number
  put 1 << 31, GFP_ICSR
  number
  bkpt #0
exception2:
  push {lr}
  number
  put 1 << 31, GFP_ICSR                 // not itself
  put 1, GFP_NVIC_ISER
  put 1, GFP_NVIC_ISPR                  // nor anything else
  movs r2, #1
  ldr r0, =0x20003000
  ldr r1, [r0]
  cmp r1, #1
  str r2, [r0]
  bne 1f
  udf #1
1: pop {pc}
"""
    machine, stop = run(engine, NOTES + text)
    assert stop.reason == "lockup"
    assert words(machine, 1)[0] // 4 == 3
    assert words(machine, 3, DATA + 4) == [HARDFAULT, NMI, NMI]


def test_a_pulse_is_served_once_and_a_level_until_it_ends(engine: str) -> None:
    text = """
start:
  put 1, GFP_NVIC_ISER
  movs r4, #200
1: subs r4, #1
  bne 1b
  bkpt #0
exception16: log
"""
    assert noted(engine, text, [(60, 1), (61, 0)]) == [EXTERNAL]
    assert noted(engine, text, [(60, 1), (75, 0)]) == [EXTERNAL]  # it ends before the handler does
    assert len(noted(engine, text, [(60, 1), (300, 0)])) in range(7, 11)


def test_a_pulse_while_it_is_being_served_is_not_lost(engine: str) -> None:
    text = """
start:
  put 1, GFP_NVIC_ISER
  movs r4, #200
1: subs r4, #1
  bne 1b
  bkpt #0
exception16: log
"""
    assert noted(engine, text, [(60, 1), (61, 0), (80, 1), (81, 0)]) == [EXTERNAL] * 2


def test_a_level_cannot_be_cleared(engine: str) -> None:
    text = """
start:
  movs r4, #40
1: subs r4, #1
  bne 1b
  put 1, GFP_NVIC_ICPR
  get r2, GFP_NVIC_ISPR
  note r2
  movs r4, #100
1: subs r4, #1
  bne 1b
  get r2, GFP_NVIC_ISPR                  // low again: still pending
  note r2
  put 1, GFP_NVIC_ICPR
  get r2, GFP_NVIC_ISPR
  note r2
  bkpt #0
"""
    assert noted(engine, text, [(20, 1), (300, 0)]) == [1, 1, 0]


def test_the_nmi_line_is_taken_once_for_a_pulse(engine: str) -> None:
    text = "start:\n movs r4, #200\n1: subs r4, #1\n bne 1b\n bkpt #0\nexception2: log\n"
    assert noted(engine, text, [(60, LINE_NMI), (64, 0), (200, LINE_NMI), (201, 0)]) == [NMI] * 2


def test_the_frame_and_the_return_address_are_those_of_the_manual(engine: str) -> None:
    text = """
start:
  ldr r0, =0x20000804                    // not a multiple of 8
  msr psp, r0
  movs r0, #2
  msr control, r0
  isb
  put 1, GFP_NVIC_ISER
  ldr r0, =0x12345678
  mov r12, r0
  mov lr, r0
  movs r3, #0
  put 1, GFP_NVIC_ISPR
after: nop
  bkpt #0
exception16:
  mov r4, lr
  note r4
  mrs r0, psp
  .irp offset, 0x10, 0x14, 0x18, 0x1c
  ldr r4, [r0, #\\offset]
  note r4
  .endr
  note r0
  bx lr
"""
    code = assembled_address(text, "after")
    value = 0x12345678
    xpsr = noted(engine, text)
    assert xpsr[0] == 0xFFFFFFFD
    assert xpsr[1:3] == [value, value]
    assert xpsr[3] == code
    assert xpsr[4] == 1 << 30 | 1 << 24 | 1 << 9  # Z; T; the stack pointer was moved
    assert xpsr[5] == 0x20000804 - 32 - 4


def assembled_address(text: str, label: str) -> int:
    """Where a label of the program stands."""
    image = assembled(NOTES + text + f"\n.pool\n.word {label}, 0x5eed5eed\n")
    mark = image.rindex(0x5EED5EED.to_bytes(4, "little"))
    return int.from_bytes(image[mark - 4 : mark], "little") & ~1


def test_a_store_to_the_current_value_is_no_tick_in_whatever_cycle_it_comes(engine: str) -> None:
    """The counter goes from 20 to 0 and begins again; COUNTFLAG is read right behind the store, and later."""
    attempts = "\n".join(
        f"""
  str r4, [r5]
  str r6, [r7]
  .rept {delay}
  nop
  .endr
  str r4, [r5]
  ldr r0, [r7]
  lsrs r0, r0, #16
  adds r3, r0
  ldr r0, [r5]
  note r0
"""
        for delay in range(12, 22)
    )
    text = f"""
start:
  put 20, GFP_SYST_RVR
  ldr r5, =GFP_SYST_CVR
  ldr r7, =GFP_SYST_CSR
  movs r4, #0
  movs r6, #1
  movs r3, #0
  {attempts}
  note r3
  bkpt #0
"""
    *counters, flags = noted(engine, text)
    assert flags == 0
    # 0 in the cycle behind the store, then 20; a load, a shift, an addition and the load's first cycle make it 16.
    assert set(counters) == {16}


def test_the_link_register_tells_where_a_chained_handler_returns_to(engine: str) -> None:
    """To the thread, or to the handler that both preempted."""
    text = """
start:
  put 0x0f, GFP_NVIC_ISER
  put 0x00004040, GFP_NVIC_IPR0         // interrupts 0 and 1: 1; 2 and 3: 0
  put 3, GFP_NVIC_ISPR
  bkpt #0
exception16:
  push {lr}
  mov r3, lr
  note r3
  put 0x0c, GFP_NVIC_ISPR
  pop {pc}
exception17:
exception18:
exception19:
  mov r3, lr
  note r3
  bx lr
"""
    text = text.replace("exception17:\nexception18:\n", "exception17: b exception19\nexception18: b exception19\n")
    assert noted(engine, text) == [0xFFFFFFF9, 0xFFFFFFF1, 0xFFFFFFF1, 0xFFFFFFF9]


def test_a_chained_entry_leaves_the_stack_pointer_as_it_is(engine: str) -> None:
    """Also where a handler has moved the frame to an address that is no multiple of eight."""
    text = """
start:
  put 3, GFP_NVIC_ISER
  put 1, GFP_NVIC_ISPR
  mov r3, sp
  note r3
  bkpt #0
exception16:
  sub sp, #4
  mov r0, sp
  movs r2, #8
1: ldr r1, [r0, #4]
  str r1, [r0]
  adds r0, #4
  subs r2, #1
  bne 1b
  put 2, GFP_NVIC_ISPR
  bx lr
exception17:
  mov r3, sp
  note r3
  bx lr
"""
    assert noted(engine, text) == [STACK - 32 - 4, STACK - 4]
