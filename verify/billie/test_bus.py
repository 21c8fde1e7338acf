# SPDX-License-Identifier: Apache-2.0
"""A bus error at each word that the accelerator asks for, a memory that lets requests wait, and a reset in each cycle,
on the circuit as gates.
"""

from functools import partial

import pytest

from evariste.isa import load
from evariste.machines.billie.mutants import BASE, BLOCK, CONFIG, COUNT, ISA, TABLE, WORDS
from verify.bus import INDEX, RAM, STATUS, WRITE, Accelerator, Request, command, sometimes

pytestmark = pytest.mark.full
BUS = next(number for number, name in load.machine("billie").spec.registers["error"].names.items() if name == "bus")
ENTRIES = 3
A, B, RESULT, NEXT = range(6, 10)  # slots behind the table
BEGIN: list[Request] = [(WRITE, CONFIG, WORDS << 9), (WRITE, BASE, RAM), (WRITE, TABLE, RAM), (WRITE, COUNT, ENTRIES)]


def place(slot: int, word: int = 0) -> int:
    return RAM + 4 * (WORDS * slot + word)


put = partial(command, ISA)
WORK = [(WRITE, INDEX, 1), put("gld", dest=1, slot=A), put("gtsel", dest=2, slot=0),
        put("gadd", dest=3, first=1, other=2), put("gst", first=3, slot=RESULT),
        put("gst", first=1, slot=NEXT)]  # fmt: skip


def fresh(*wrong: int) -> Accelerator:
    return Accelerator(
        BLOCK, {place(slot, word): 16 * slot + word + 1 for slot in range(12) for word in range(WORDS)}, set(wrong)
    )


def done(one: Accelerator) -> Accelerator:
    one.do(*BEGIN, *WORK)
    assert one.wait() & 15 == 0
    return one


def test_the_work_without_an_error() -> None:
    one, before = done(fresh()), fresh().memory
    assert [one.memory[place(RESULT, w)] for w in range(WORDS)] == [
        before[place(A, w)] ^ before[place(1, w)] for w in range(WORDS)]  # fmt: skip


@pytest.mark.parametrize("slot", [A, 0, 1, 2, RESULT, NEXT])
@pytest.mark.parametrize("word", range(WORDS))
def test_a_bus_error_stops_everything_and_can_be_cleared(slot: int, word: int) -> None:
    one = fresh(place(slot, word))
    one.do(*BEGIN, *WORK)
    assert one.wait() & 15 == BUS
    one.rest()
    before = fresh().memory
    changed = {address for address, value in one.memory.items() if value != before[address]}
    # The word behind was granted in the cycle of the error.
    whole = {place(s, w) for s in (RESULT, NEXT) for w in range(WORDS) if place(s, w) <= place(slot, word + 1)}
    assert changed <= (whole if slot in (RESULT, NEXT) else set())
    asked = len(one.asked)
    one.do(put("gst", first=1, slot=NEXT))
    assert one.wait() & 15 == BUS and len(one.asked) == asked, "a command in error is ignored"
    one.wrong.clear()
    one.do((WRITE, STATUS, 0), *BEGIN, *WORK)
    assert one.wait() & 15 == 0
    assert one.memory == done(fresh()).memory


@pytest.mark.parametrize("chance", [0.1, 0.5, 0.9])
def test_a_memory_that_lets_requests_wait_changes_no_result(chance: float) -> None:
    right, one = done(fresh()), fresh()
    one.grants = sometimes(chance)
    done(one)
    assert (one.memory, one.written, sorted(one.asked)) == (right.memory, right.written, sorted(right.asked))


def test_a_reset_in_any_cycle_leaves_whole_words_and_a_working_unit() -> None:
    before, after = fresh().memory, done(fresh()).memory
    for cycles in range(60):
        one = fresh()
        one.do(*BEGIN, *WORK[:4])
        for request in WORK[4:]:
            if one.of("room"):
                one.cycle(request)
        for _ in range(cycles):
            one.cycle()
        one.reset()
        assert all(value in (before[address], after[address]) for address, value in one.memory.items())
        assert one.of("idle") and not one.of("failed")
        assert done(one).memory == after
