# SPDX-License-Identifier: Apache-2.0
"""When an interrupt is recognised, how long entry, tail-chaining and return take, and what arrives late."""

import numpy as np
import pytest

from evariste.isa import load
from verify.gfp.interrupts.board import ENGINES, EXTERNAL, assembled, start

TIMING = {name: event.cycles for name, event in load.machine("gfp").spec.timing.items()}
RECOGNITION = 1  # a line is sampled at the end of its cycle
STACKED = 8  # address phases of the frame: up to the last of them a more urgent interrupt may come

pytestmark = pytest.mark.parametrize("engine", ENGINES)

# Interrupts 0 and 1 enabled, 1 the more urgent; then one-cycle instructions.
NOPS = """
start:
  put 3, GFP_NVIC_ISER
  put 0x40, GFP_NVIC_IPR0
  .rept 200
  movs r0, #1
  .endr
  bkpt #0
exception16:
  movs r0, #2
  bx lr
exception17:
  movs r0, #3
  bx lr
"""
RUN = 400  # retirements
FROM = 40  # cycle: the program is among its nops


def record(engine: str, text: str, lines: list[tuple[int, int]]) -> np.ndarray:
    return start(engine, text, lines).record(RUN)


def entries(events: np.ndarray) -> list[int]:
    """The exception numbers, in order of entry."""
    return [int(e["flags"] & 63) for e in events[events["trap"] == 1]]


def first_after(events: np.ndarray, index: int) -> int:
    """The cycle in which the instruction behind the event with this index began; it takes one cycle."""
    return int(events["cycle"][index + 1]) - 1


def test_a_line_reaches_its_handler_in_the_stated_cycles(engine: str) -> None:
    for at in range(FROM, FROM + 6):
        events = record(engine, NOPS, [(at, 1), (at + 1, 0)])
        (entry,) = np.flatnonzero((events["trap"] == 1) & (events["insn"] == 0))
        taken = at + RECOGNITION  # in place of the instruction that would begin then
        assert events["cycle"][entry - 1] == taken
        assert first_after(events, entry) == taken + TIMING["interrupt_cycles"] + TIMING["exception_entry_cycles"]
        back = int(np.flatnonzero(events["insn"] == 0x4770)[0])
        begun = int(events["cycle"][back - 1])
        assert first_after(events, back) == begun + 1 + TIMING["exception_return_cycles"]
        assert events["pc"][entry] == events["pc"][back + 1] == events["next_pc"][entry - 1]


def test_a_return_chains_to_the_next_handler(engine: str) -> None:
    """Pending meanwhile: in place of the return, 1 + 5 cycles from bx to the first instruction."""
    # Of 1 and then 0: 0 is the less urgent and waits for the end of 1.
    events = record(engine, NOPS, [(FROM, 3), (FROM + 1, 0)])
    assert entries(events) == [17, 16]
    (chained,) = np.flatnonzero((events["trap"] == 1) & (events["insn"] == 0x4770))
    begun = int(events["cycle"][chained - 1])
    assert first_after(events, chained) == begun + 1 + TIMING["tail_chain_cycles"]


def test_a_more_urgent_interrupt_is_served_first_while_the_frame_is_stored(engine: str) -> None:
    """Late arrival: with a line this many cycles behind the first one's."""
    late = []
    for behind in range(STACKED + 6):
        events = record(engine, NOPS, [(FROM, 1), *([(FROM + behind, 3)] if behind else []), (FROM + 30, 0)])
        if not behind:
            events = record(engine, NOPS, [(FROM, 3), (FROM + 30, 0)])
        late.append(entries(events)[0] == 17)
    assert late == [True] * (STACKED + 1) + [False] * 5


def test_one_that_comes_too_late_preempts_the_first_instruction(engine: str) -> None:
    events = record(engine, NOPS, [(FROM, 1), (FROM + STACKED + 1, 3), (FROM + 40, 0)])
    assert entries(events)[:2] == [16, 17]
    first, second = np.flatnonzero(events["trap"] == 1)[:2]
    assert second == first + 1 and events["pc"][second] == events["next_pc"][first]


def test_an_instruction_is_never_interrupted_halfway(engine: str) -> None:
    """Loads of eight registers: whenever the line rises, the instruction before the handler is complete."""
    text = """
start:
  put 1, GFP_NVIC_ISER
  ldr r0, =0x20002000
  .rept 10
  ldm r0, {r0-r7}
  ldr r0, =0x20002000
  .endr
  bkpt #0
exception16:
  mov r8, r0
  bx lr
"""
    text = text.replace("ldm r0, {r0-r7}", ".inst.n 0xc8ff")
    for at in range(FROM, FROM + 14):
        events = record(engine, text, [(at, 1), (at + 1, 0)])
        (entry,) = np.flatnonzero((events["trap"] == 1) & (events["insn"] == 0))
        assert at < events["cycle"][entry - 1] <= at + 1 + 9  # at most one load of eight registers later
        assert events["next_pc"][entry - 1] == events["pc"][entry]


def test_systick_comes_every_reload_plus_one_cycles(engine: str) -> None:
    text = """
start:
  put 99, GFP_SYST_RVR
  put 0, GFP_SYST_CVR
  put 7, GFP_SYST_CSR
1: wfi
  b 1b
exception15:
  movs r0, #1
  bx lr
"""
    events = record(engine, text, [])
    handler = int.from_bytes(assembled(text)[60:64], "little") & ~1
    begins = events["cycle"][events["pc"] == handler].astype(np.int64)
    assert len(begins) > 50 and set(np.diff(begins)) == {100}


def test_a_sleeping_core_wakes_and_enters_at_once(engine: str) -> None:
    """From the line to the handler one cycle more than running: the last one of wfi."""
    text = "start:\n put 1, GFP_NVIC_ISER\n wfi\n bkpt #0\nexception16:\n movs r0, #1\n bx lr\n"
    for at in (60, 61, 62, 5000):
        events = record(engine, text, [(at, 1), (at + 1, 0)])
        (entry,) = np.flatnonzero((events["trap"] == 1) & (events["insn"] == 0))
        expected = at + RECOGNITION + 1 + TIMING["interrupt_cycles"] + TIMING["exception_entry_cycles"]
        assert first_after(events, entry) == expected
        assert events["flags"][entry] & 63 == EXTERNAL
