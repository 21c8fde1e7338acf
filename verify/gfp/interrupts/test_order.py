# SPDX-License-Identifier: Apache-2.0
"""The order in which exceptions are entered and left, against a model of the manual's priority rules alone.

The programs make exceptions pending by stores, in thread mode and in handlers, and change PRIMASK; every handler notes
its begin and its end, so that the notes are the whole nesting.
"""

from random import Random

import pytest

from evariste.sim import Machine
from verify.gfp.interrupts.board import EXTERNAL, NMI, NOTES, PENDSV, SYSTICK, assembled, noted, notes
from verify.gfp.interrupts.model import Order

EXCEPTIONS = [NMI, PENDSV, SYSTICK, *range(EXTERNAL, EXTERNAL + 6)]
END = 0x80  # noted at a handler's end: this and its number
PROGRAMS = 12


class Case:
    """One random program: priorities, and what thread mode and each handler make pending."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.priorities = {e: rng.randrange(4) for e in EXCEPTIONS}
        # Handlers pend only what comes later in a random order, so that all ends.
        order = EXCEPTIONS[1:]
        rng.shuffle(order)
        self.requests = {
            e: rng.sample(order[i + 1 :], min(len(order) - i - 1, rng.randrange(3))) for i, e in enumerate(order)
        }
        self.requests[NMI] = []
        self.thread = [
            (rng.random() < 0.4, rng.sample(EXCEPTIONS, rng.randint(1, 4))) for _ in range(8)
        ]  # masked?, what becomes pending

    def text(self) -> str:
        out = ["start:", " put 0x3f, GFP_NVIC_ISER"]
        for word in range(2):
            values = [self.priorities.get(EXTERNAL + 4 * word + i, 0) << 6 for i in range(4)]
            out.append(f" put {int.from_bytes(bytes(values), 'little'):#x}, GFP_NVIC_IPR0 + {4 * word}")
        out.append(f" put {self.priorities[SYSTICK] << 30 | self.priorities[PENDSV] << 22:#x}, GFP_SHPR3")
        for masked, requests in self.thread:
            if masked:
                out.append(" cpsid i")
            out += [request(e) for e in requests]
            out.append(" cpsie i")
        out.append(" bkpt #0")
        for e in EXCEPTIONS:
            out += [".pool", f"exception{e}:", " push {lr}", f" movs r3, #{e}", " note r3"]
            out += [request(other) for other in self.requests[e]]
            out += [f" movs r3, #{END + e}", " note r3", " pop {pc}"]
        return "\n".join(out) + "\n"

    def expected(self, order: type[Order] = Order) -> list[int]:
        state = order(dict(self.priorities))
        seen: list[int] = []

        def settle() -> None:
            """Takes whatever preempts, and runs each handler to its end."""
            while (e := state.next()) is not None:
                state.take(e)
                seen.append(e)
                for other in self.requests[e]:
                    state.pending.add(other)
                    settle()
                seen.append(END + e)
                state.leave()

        for masked, requests in self.thread:
            state.primask = masked
            for e in requests:
                state.pending.add(e)
                settle()
            state.primask = False
            settle()
        return seen


def request(exception: int) -> str:
    """A store that makes it pending."""
    if exception >= EXTERNAL:
        return f" put {1 << exception - EXTERNAL}, GFP_NVIC_ISPR"
    return f" put {1 << {NMI: 31, PENDSV: 28, SYSTICK: 26}[exception]:#x}, GFP_ICSR"


@pytest.mark.parametrize("engine", ["iss", "rtl", "lockstep"])
def test_exceptions_nest_as_the_manual_says(engine: str) -> None:
    for seed in range(PROGRAMS):
        case = Case(seed)
        expected = case.expected()
        assert len(expected) > 20
        assert noted(engine, case.text()) == expected, f"seed {seed}"


@pytest.mark.parametrize("waits", [(100, 0), (0, 100), (60, 180)], ids=lambda w: f"{w[0]}-{w[1]}")
def test_wait_states_change_nothing_of_that(waits: tuple[int, int]) -> None:
    """What stores make pending does not depend on time, so lock-step can compare all but the cycles."""
    machine = Machine(engine="lockstep", configuration="interrupts", waits=waits)
    for seed in range(PROGRAMS):
        case = Case(seed)
        machine.clear()
        machine.write(0, assembled(NOTES + case.text()))
        machine.reset()
        stop = machine.run(max_cycles=1_000_000)
        assert stop.sentence.startswith("breakpoint 0 "), stop.sentence
        assert notes(machine) == case.expected(), f"seed {seed}"


@pytest.mark.full
def test_exceptions_nest_as_the_manual_says_in_many_programs() -> None:
    for seed in range(PROGRAMS, 1000):
        case = Case(seed)
        assert noted("lockstep", case.text()) == case.expected(), f"seed {seed}"


class EqualPreempts(Order):
    def next(self) -> int | None:
        best = min(self.pending, key=lambda e: (self.priority(e), e), default=None)
        return best if best is not None and self.priority(best) <= self.execution_priority() else None


class HighestNumberFirst(Order):
    def next(self) -> int | None:
        if not self.pending:
            return None
        best = min(self.pending, key=lambda e: (self.priority(e), -e))
        return best if self.priority(best) < self.execution_priority() else None


class PrimaskForgotten(Order):
    def execution_priority(self) -> int:
        return min((priority for _, priority in self.active), default=5)


@pytest.mark.parametrize("wrong", [EqualPreempts, HighestNumberFirst, PrimaskForgotten])
def test_a_wrong_rule_would_be_noticed(wrong: type[Order]) -> None:
    """A test of the test: the programs tell each of these apart from the right one."""
    assert sum(Case(seed).expected(wrong) != Case(seed).expected() for seed in range(PROGRAMS)) >= PROGRAMS // 3
