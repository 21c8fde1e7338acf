# SPDX-License-Identifier: Apache-2.0
"""A bus error at each word that the accelerator asks for, a memory that lets requests wait, and a reset in each cycle,
on the circuit as gates.
"""

from dataclasses import replace
from functools import partial

import pytest

from evariste.isa import load
from evariste.machines.monte.mutants import BASE, BLOCK, CONFIG, COUNT, ISA, N0, TABLE
from verify.bus import INDEX, RAM, STATUS, WRITE, Accelerator, Request, command, sometimes

pytestmark = pytest.mark.full
BUS = next(number for number, name in load.machine("monte").spec.registers["error"].names.items() if name == "bus")
WORDS, ENTRIES = 2, 3
P, A, CHOSEN, RESULT, NEXT = range(6, 11)  # slots behind the table
STORED = (CHOSEN, RESULT, NEXT)  # in this order
MODULUS = 2**64 - 5


def place(slot: int, word: int = 0) -> int:
    return RAM + 4 * (WORDS * slot + word)


put = partial(command, ISA)
BEGIN: list[Request] = [
    (WRITE, CONFIG, WORDS | WORDS << 9), (WRITE, BASE, RAM), (WRITE, N0, -pow(MODULUS, -1, 2**32) % 2**32),
    (WRITE, TABLE, RAM), (WRITE, COUNT, ENTRIES), put("psetp", first=P)]  # fmt: skip
WORK = [(WRITE, INDEX, 1), put("ptsel", dest=CHOSEN, first=0),
        put("padd", dest=RESULT, first=A, other=CHOSEN, fetch=0), put("pcpy", dest=NEXT, first=A, fetch=0)]  # fmt: skip


def fresh(*wrong: int) -> Accelerator:
    memory = {place(slot, word): 16 * slot + word + 1 for slot in range(12) for word in range(WORDS)}
    memory |= {place(P, word): MODULUS >> 32 * word & 0xFFFFFFFF for word in range(WORDS)}
    return Accelerator(BLOCK, memory, set(wrong))


def done(one: Accelerator) -> Accelerator:
    one.do(*BEGIN, *WORK)
    assert one.wait() & 15 == 0
    return one


def test_the_work_without_an_error() -> None:
    one, before = done(fresh()), fresh().memory
    assert [one.memory[place(RESULT, w)] for w in range(WORDS)] == [
        before[place(A, w)] + before[place(1, w)] for w in range(WORDS)]  # fmt: skip
    assert one.memory[place(NEXT)] == before[place(A)]


@pytest.mark.parametrize("slot", [P, A, 0, 1, 2, CHOSEN, RESULT, NEXT])
@pytest.mark.parametrize("word", range(WORDS))
def test_a_bus_error_stops_everything_and_can_be_cleared(slot: int, word: int) -> None:
    one = fresh(place(slot, word))
    one.do(*BEGIN, *WORK)
    assert one.wait() & 15 == BUS
    one.rest()
    before, right = fresh().memory, done(fresh()).memory
    # Stores of earlier commands end. The word behind the error was granted in its cycle.
    may = {place(s, w) for s in STORED for w in range(WORDS)
           if (slot in STORED and place(s, w) <= place(slot, word + 1)) or (slot == A and s == CHOSEN)}  # fmt: skip
    changed = {address for address, value in one.memory.items() if value != before[address]}
    assert changed <= may
    assert all(one.memory[address] == right[address] for address in changed)
    asked = len(one.asked)
    one.do(put("pcpy", dest=NEXT, first=A, fetch=0))
    assert one.wait() & 15 == BUS and len(one.asked) == asked, "a command in error is ignored"
    one.wrong.clear()
    one.do((WRITE, STATUS, 0), *BEGIN, *WORK)
    assert one.wait() & 15 == 0
    assert one.memory == right


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
        one.do(*BEGIN, *WORK[:3])
        for request in WORK[3:]:
            if one.of("room"):
                one.cycle(request)
        for _ in range(cycles):
            one.cycle()
        one.reset()
        assert all(value in (before[address], after[address]) for address, value in one.memory.items())
        assert one.of("idle") and not one.of("failed")
        assert done(one).memory == after


def test_nothing_is_left_of_a_product_that_a_bus_error_has_ended() -> None:
    """The error is of the store of the command before. The next command begins in each cycle after that."""
    words, p, a, other, first, dropped, result = 5, *range(1, 7)
    modulus, one_more = 2 ** (32 * words) - 5, 2 ** (32 * words - 7) + 3

    def at(slot: int, word: int = 0) -> int:
        return RAM + 4 * (words * slot + word)

    def value(slot: int) -> int:
        return sum(one.memory[at(slot, word)] << 32 * word for word in range(words))

    begin: list[Request] = [
        (WRITE, CONFIG, words | words << 9), (WRITE, BASE, RAM), (WRITE, N0, -pow(modulus, -1, 2**32) % 2**32),
        put("psetp", first=p)]  # fmt: skip
    memory = {at(slot, word): number >> 32 * word & 0xFFFFFFFF for word in range(words)
              for slot, number in enumerate((0, modulus, one_more, one_more + 1, 0, 0, 0))}  # fmt: skip
    one = Accelerator(BLOCK, memory, {at(first)})
    one.do(*begin, put("padd", dest=first, first=a, other=other, fetch=0),
           put("pmul", dest=dropped, first=a, other=other, fetch=0))  # fmt: skip
    assert one.wait() & 15 == BUS
    one.wrong.clear()
    one.do((WRITE, STATUS, 0))
    before = one
    for _ in range(30):  # that product would go on for a little longer
        before.cycle()
    for rest in range(30, 2 * words**2):
        one = replace(before, memory=dict(before.memory))
        one.state, one.answer = before.state, before.answer
        one.do(put("psub", dest=result, first=other, other=a, fetch=0))
        assert one.wait() & 15 == 0
        assert value(result) == 1 and value(dropped) == 0, rest
        before.cycle()
