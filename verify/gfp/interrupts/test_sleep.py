# SPDX-License-Identifier: Apache-2.0
"""WFI, WFE, SEV, SEVONPEND, SLEEPONEXIT; runs that end asleep or in a loop; bounds in the middle of a sleep."""

import pytest

from verify.gfp.interrupts.board import ENGINES, EXTERNAL, NOTES, PENDSV, noted, notes, run, start

pytestmark = pytest.mark.parametrize("engine", ENGINES)

HANDLER = "exception16: log\nexception14: log\n"
SLEEPS = "start:\n put 1, GFP_NVIC_ISER\n wfi\n movs r3, #1\n note r3\n bkpt #0\n"


def test_wfi_waits_for_an_interrupt_and_serves_it_first(engine: str) -> None:
    assert noted(engine, SLEEPS + HANDLER, [(5000, 1), (5001, 0)]) == [EXTERNAL, 1]


def test_wfi_under_primask_goes_on_without_serving(engine: str) -> None:
    text = """
start:
  put 1, GFP_NVIC_ISER
  cpsid i
  wfi
  movs r3, #1
  note r3
  wfi                                   // still pending: no wait
  cpsie i
  movs r3, #2
  note r3
  bkpt #0
"""
    assert noted(engine, text + HANDLER, [(5000, 1), (5001, 0)]) == [1, EXTERNAL, 2]


def test_wfi_does_not_wake_for_what_would_not_preempt(engine: str) -> None:
    """A disabled interrupt, and one that is not more urgent than what is being handled."""
    machine, stop = run(engine, "start:\n wfi\n bkpt #0\n", [(100, 1), (101, 0)])
    assert stop.reason == "asleep" and "no interrupt is to come" in stop.sentence
    text = "start:\n put 3, GFP_NVIC_ISER\n wfi\n bkpt #0\nexception16:\n wfi\n bkpt #1\nexception17:\n bkpt #2\n"
    machine, stop = run(engine, text, [(100, 1), (101, 0), (200, 2), (201, 0)])
    assert stop.reason == "asleep" and machine.reg("xpsr") & 63 == EXTERNAL


def test_wfe_takes_an_event_or_waits_for_one(engine: str) -> None:
    text = """
start:
  sev
  wfe                                   // takes it
  put 1 << 4, GFP_SCR                   // SEVONPEND
  wfe                                   // ended by interrupt 1, which is not enabled
  get r2, GFP_NVIC_ISPR
  note r2
  put 1 << 28, GFP_ICSR                 // an exception's entry and return are events
  wfe
  movs r3, #2
  note r3
  cpsid i
  put 1, GFP_NVIC_ISER
  wfe                                   // that PendSV became pending was one, too; taken above
  bkpt #0
"""
    assert noted(engine, text + HANDLER, [(900, 2), (901, 0), (5000, 4), (5001, 0)]) == [2, PENDSV, 2]


def test_the_entry_of_an_exception_is_an_event_and_so_is_its_return(engine: str) -> None:
    """The handler takes the first; without the second the thread would sleep for good."""
    text = """
start:
  put 1 << 28, GFP_ICSR
  wfe
  movs r3, #1
  note r3
  wfe
  bkpt #1
exception14:
  push {lr}
  wfe
  number
  pop {pc}
"""
    machine, stop = run(engine, NOTES + text)
    assert stop.reason == "asleep" and notes(machine) == [PENDSV, 1]


def test_sleep_on_exit_keeps_the_thread_asleep(engine: str) -> None:
    text = """
start:
  put 3, GFP_NVIC_ISER
  put 2, GFP_SCR
  wfi
  movs r3, #1
  note r3
  bkpt #0
exception16: log
exception17:
  push {lr}
  number
  put 0, GFP_SCR
  pop {pc}
"""
    lines = [(1000, 1), (1001, 0), (2000, 1), (2001, 0), (9000, 2), (9001, 0)]
    assert noted(engine, text, lines) == [16, 16, 17, 1]


def test_a_loop_that_waits_for_an_interrupt_is_no_endless_loop(engine: str) -> None:
    text = "start:\n put 1, GFP_NVIC_ISER\n1: b 1b\nexception16: bkpt #7\n"
    _, stop = run(engine, text, [(3000, 1), (3001, 0)])
    assert stop.reason == "breakpoint" and stop.sentence.startswith("breakpoint 7 ")
    _, stop = run(engine, text.replace("ISER", "ICER"), [(3000, 1), (3001, 0)])
    assert stop.reason == "loop" and 3000 < stop.cycles < 3010


def test_a_limit_in_the_middle_of_a_sleep_is_kept_to_the_cycle(engine: str) -> None:
    machine = start(engine, NOTES + SLEEPS + HANDLER, [(5000, 1), (5001, 0)])
    for limit in (1000, 1001, 1234, 4999, 5000, 5001):
        stop = machine.run(max_cycles=limit)
        assert (stop.reason, stop.cycles) == ("limit", limit)
    assert machine.run(max_cycles=10_000).reason == "breakpoint"


def test_a_sleeping_machine_can_be_sent_elsewhere(engine: str) -> None:
    """A new program counter ends the sleep: the instruction there is begun from its start."""
    text = "start:\n wfi\n bkpt #1\n nop\nother:\n bl away\n bkpt #2\naway: bx lr\n"
    machine = start(engine, text, [(10**6, 1)])
    machine.run(max_cycles=500)
    machine.set_reg(15, machine.regs[15] + 6)
    assert machine.run(max_cycles=2000).sentence.startswith("breakpoint 2 ")
