# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core that go from one cycle to the next: it never falls silent, and it executes what memory holds.

Progress (verify/gfp/formal/core/gfp_progress.sv). An event is an instruction, a trap or an exception return at the
retirement port, lockup, sleep or a halt. A rank is a number read from the core's state. It is at most the bound after
an event, and falls in every cycle without one. So two events are no more cycles apart than the bound. On a slow bus the
rank need not fall while the core waits for a port that does not answer or does not grant; after both it has fallen.

Words (verify/gfp/formal/core/gfp_words.sv). There is an arbitrary word of memory at an arbitrary address, and the bus
gives it whenever it is requested. What retires from there is made of that word. A bus fault retires only if the bus
answered with an error.

Both start from any state of the invariant of evariste.machines.gfp.proofs.core, which holds at all times.
"""

from collections.abc import Callable, Iterable
from functools import partial

from evariste.machines.gfp.proofs.core import INPUTS, harness, running, story, word
from evariste.verification import abc
from evariste.verification.aig import number
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled

# Cycles of the longest silence on a prompt bus: from the architecture, not from the core.
FETCH = 2  # of the instruction, after an address that came as data
POP = 9 + 1  # of nine words
RETURN = 8 + 1  # from an exception, to which it leads: eight words loaded, the last one in error
VECTOR = 1 + 1  # of HardFault, which is in error
LOCKUP = 1  # that shows in the cycle after
SILENCE = FETCH + POP + RETURN + VECTOR + LOCKUP
STUCK = 2  # how often an ungranted request may block another address
RESET = 2 + 1  # cycles in which MSP and PC are read, after reset
BOUNDS = {"prompt_bound_o": SILENCE, "bound_o": SILENCE + STUCK,
          "prompt_reset_o": RESET + SILENCE, "reset_bound_o": RESET + SILENCE + STUCK}  # fmt: skip
STARTS = ["assume_o", "holds_o"]
HELD = ("place_i", "word_i", "error_i")  # the word of memory
SILENT = "it is silent, and no nearer to an event than a cycle before"
MISREAD = "what retires is not what memory gave"
MISTAKEN = "the prefetch buffer does not hold what memory gave"


def progress(output: str, design: Design | None = None) -> str | None:
    """A rank falls, and is within these bounds from an event on."""
    design = design or running()
    found = number_of(design)
    if found != BOUNDS:
        return f"the ranks are bounded by {found}, and not by {BOUNDS}."
    cycles = Unrolled(design, 2, {})
    now = cycles.step(STARTS, {})
    then = cycles.step([output], {}, last=True)
    return _answer(design, cycles, [*(now[n] for n in STARTS), then[output]], {}, {output: SILENT})


def number_of(design: Design) -> dict[str, int]:
    """The bounds as the harness has them: constants."""
    values = design.graph.value({})
    return {name: number(name, values, 8) for name in BOUNDS}


def longest_silence() -> list[str]:
    """A run on a prompt bus from one event to the next, in which the rank starts at its bound and falls by one in each
    cycle, for as long as possible. Gives the current instruction in each cycle after the first event.
    """
    design, state, run = running(), {}, list[str]()
    starts, wanted = ["holds_o", "event_o"], SILENCE
    while True:
        cycles = Unrolled(design, 2, state)
        starts += ["assume_o", "calm_o"]
        now = cycles.step(starts, {})
        rank = cycles.step(["sound_o", *(f"rank_o[{i}]" for i in range(8))], {}, last=True)
        right = [rank["sound_o"]]
        right += [rank[f"rank_o[{i}]"] ^ (wanted >> i & 1) ^ 1 for i in range(8)]
        found = abc.satisfied(cycles.built.graph({"bad": cycles.every([*(now[n] for n in starts), *right])}), "bad")
        if found is None:
            return run
        before = {n: found.get(n, 0) for n in design.state} | state
        values = design.graph.value({**before, **{n: found.get(f"{n}@0", 0) for n in design.ports}})
        state = {n: values[after] for n, after in design.state.items()}
        run.append(word(number("insn_o", design.graph.value(state), 32)))
        starts, wanted = [], wanted - 1


def early_enough() -> str | None:
    """The first event after reset comes within the bounds, too, because the ranks are small enough then."""
    cycles = Unrolled(harness(), 2, {})
    cycles.step(["assume_o"], {"rst_ni": 0})
    now = cycles.step(["late_o"], {"rst_ni": 1}, last=True)
    return "the rank after reset is greater than its bound." if abc.possible(cycles.built, now["late_o"]) else None


def words(design: Design | None = None) -> str | None:
    """What retires is made of the word of memory; reset leads to the invariant that says so, every cycle keeps it."""
    reset = Unrolled(harness(), 2, {})
    reset.step(["assume_o"], {"rst_ni": 0})
    after = reset.step(["words_hold_o"], {"rst_ni": 1}, last=True)
    if abc.possible(reset.built, after["words_hold_o"] ^ 1):
        return "reset leads to a prefetch buffer that holds what memory did not give."
    design = design or running()
    cycles = Unrolled(design, 2, {})
    held = {n: cycles.port(n, 0) for n in design.ports if n.partition("[")[0] in HELD}
    assumed = [*STARTS, "honest_o", "words_hold_o"]
    now = cycles.step([*assumed, "wrong_word_o"], {})
    then = cycles.step(["words_wrong_o"], held, last=True)
    bad = cycles.some([now["wrong_word_o"], then["words_wrong_o"]])
    return _answer(
        design, cycles, [*(now[n] for n in assumed), bad], {"wrong_word_o": MISREAD}, {"words_wrong_o": MISTAKEN}
    )


def _answer(
    design: Design, cycles: Unrolled, every: Iterable[int], now: dict[str, str], then: dict[str, str]
) -> str | None:
    """None when these literals cannot all be 1, else the two cycles."""
    found = abc.satisfied(cycles.built.graph({"bad": cycles.every(every)}), "bad")
    return None if found is None else story(design, found, now, then, HELD)


def proofs() -> list[Proof]:
    def of(name: str, states: str, question: Callable[[], str | None]) -> Proof:
        return Proof(name, "core", states, "abc sat", question, INPUTS)

    longest = (f"{FETCH} to fetch it, {POP} of a `pop` of nine words that returns from an exception, {RETURN} to load "
               f"its frame, the last word in error, {VECTOR} to load the vector of HardFault, which is in error, "
               f"{LOCKUP} until lockup shows")  # fmt: skip
    return [
        of("no-hang", f"on a bus that grants at once and answers in the cycle after, the next retirement, or lockup, "
           f"comes within {SILENCE} cycles: {longest}", partial(progress, "wrong_prompt_o")),
        of("no-hang-fair", f"on one that grants within g cycles more and answers within a more, it comes within "
           f"{SILENCE + STUCK} (1 + g + a)", partial(progress, "wrong_fair_o")),
        of("no-hang-reset", f"after reset, {RESET} cycles more are enough for both", early_enough),
        of("words", "what retires from an address is, halfword by halfword, what memory gives there; a fetch error is "
           "reported only where it gives one", words),
    ]  # fmt: skip
