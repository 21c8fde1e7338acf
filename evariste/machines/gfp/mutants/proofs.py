# SPDX-License-Identifier: Apache-2.0
"""Mutants of the core against its proofs: which of them `ev prove` would refute.

Every mutant is in the design of the proofs, and a number selects it. First random states of the invariant are tried
(mutants/harness.py): what goes wrong in one is a counterexample. What is left goes to the prover, with one
question in place of one for every case, since all cases together are all states of the invariant: is there a state of
the invariant in which the mutant does something wrong, or from which it leaves the invariant? A mutant for which there
is none, and which has the original's next state in all of them, is no error. A mutant of the register file is asked
the question of that file's proof, and whether it is the original in every state. Verdicts are kept as they come; a
campaign that was interrupted goes on where it was.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.machines.gfp.mutants.harness import WRONG, Hunt, Part, build
from evariste.machines.gfp.proofs import core
from evariste.verification import abc
from evariste.verification.aig import FALSE, TRUE, Aig, Builder, bits
from evariste.verification.mutation import SELECT, Mutant
from evariste.verification.unroll import Design, forced, merged

STORE = Store("mutation-proofs")
CYCLES = 300  # of random states
START = ["assume_o", "holds_o"]
SECONDS = 120  # of the prover, for one question
NEAR, BRIEF = 30, 5  # signals behind a mutation that are looked at one by one; seconds for each
NONE, SURVIVES, OPEN = "no error", "survives", "open"  # other verdicts name what refuted
Say = Callable[[str], object]


def campaign(count: int, seed: int, jobs: int, say: Say, cycles: int = CYCLES) -> tuple[list[Mutant], dict[int, str]]:
    """The mutants, and for each what refuted it, or one of the verdicts above."""
    sources = [path.read_bytes() for path in (*core.files(), *core.file_check())]
    key = keys.digest("mutants", count, seed, sources, keys.code(__name__))
    verdicts = {int(n): v for n, v in (STORE.get(key) or {}).items()}
    harness, file = build(count, seed)
    mutants = [*harness.mutants, *file.mutants]
    if not verdicts:
        verdicts = _hunted(harness, seed, cycles, say)
        STORE.put(key, verdicts)
    alive = [m.number for m in mutants if m.number not in verdicts]
    say(f"{len(verdicts)} of {len(mutants)} mutants refuted in random states or asked before; asking the prover of "
        f"the other {len(alive)}")  # fmt: skip
    with _asking(harness, file, jobs) as ask:
        for done, (number, verdict) in enumerate(ask(alive), 1):
            verdicts[number] = verdict
            STORE.put(key, verdicts)
            say(f"{done} of {len(alive)}: {verdict}: {mutants[number - 1]}")
    return mutants, verdicts


def _hunted(part: Part, seed: int, cycles: int, say: Say) -> dict[int, str]:
    hunt, verdicts = Hunt(part.design, seed), dict[int, str]()
    for cycle in range(1, cycles + 1):
        states = hunt.step()
        for mutant in part.mutants:
            if mutant.number not in verdicts and (what := hunt.refuted(mutant.number, *states)):
                verdicts[mutant.number] = what
        if cycle % 50 == 0:
            say(f"{len(verdicts)} of {len(part.mutants)} mutants of the core refuted in {cycle} cycles")
    return verdicts


_ask: Callable[[int], str]


def _one(number: int) -> tuple[int, str]:
    return number, _ask(number)


@contextmanager
def _asking(harness: Part, file: Part, jobs: int) -> Iterator[Callable[[list[int]], Iterable[tuple[int, str]]]]:
    """Gets the verdicts of mutants, so many at a time, in processes that share the designs with this one."""
    global _ask
    prover, last = Prover(harness.design), len(harness.mutants)

    def ask(number: int) -> str:
        return prover.verdict(number) if number <= last else of_the_file(file, number - last)

    _ask = ask
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        yield lambda numbers: pool.map(_one, numbers)


def of_the_file(file: Part, number: int) -> str:
    """The verdict on a mutant of the register file."""
    chosen = bits(SELECT, number, len(file.mutants).bit_length())
    if core.forgets(file.design.with_constants(chosen)):
        return "register-file"
    graph, aig = Builder(), file.design.graph
    inputs = {n: graph.variable() for n in aig.inputs if n.partition("[")[0] != SELECT}
    one, other = (_table(graph, aig, inputs, which, aig.outputs) for which in (0, number))
    differ = graph.some(graph.xor(one[lit >> 1], other[lit >> 1]) for lit in aig.outputs.values())
    return NONE if abc.never(graph, differ, SECONDS) else SURVIVES


class Prover:
    """Original and mutant in one graph with shared equal gates, so only what a mutation changes exists twice."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.graph = Builder()
        self.outputs = [*START, *WRONG, *design.state.values()]
        self.small = design.graph.fixed({}, [*self.outputs, "born_alike_o"])
        known = forced(design.graph, START)
        same = merged(design.graph.fixed(known, START), START)
        self.now = {n: self.graph.variable() for n in design.graph.inputs if n.partition("[")[0] != SELECT}
        self.now |= {name: value for name, value in known.items() if name in self.now} | {"rst_ni": TRUE}
        self.now |= {name: self.now[other] for name, other in same.items()}
        self.later = {n: self.graph.variable() for n in self.now if n not in design.state}
        self.original: list[int] = []
        self.original = self.table(self.now, 0, self.outputs)
        self.was = self.holds(self.state(self.original), 0)

    def output(self, table: list[int], name: str) -> int:
        lit = self.small.outputs[name]
        return table[lit >> 1] ^ lit & 1

    def state(self, table: list[int]) -> dict[str, int]:
        """The inputs of the next cycle, outside of reset."""
        state = {name: self.output(table, after) for name, after in self.design.state.items()}
        return state | self.later | {"rst_ni": TRUE}

    def holds(self, inputs: dict[str, int], number: int) -> int:
        return self.output(self.table(inputs, number, ["holds_o"]), "holds_o")

    def table(self, inputs: dict[str, int], number: int, outputs: Iterable[str], near: int = 0) -> list[int]:
        return _table(self.graph, self.small, inputs, number, outputs, self.original, near)

    def verdict(self, number: int) -> str:
        """What refutes a mutant, or why nothing does."""
        graph, original = self.graph, self.original
        starts = graph.land(*(self.output(original, name) for name in START))
        mutant = self.table(self.now, number, self.outputs, NEAR)
        wrong = graph.some(graph.land(self.output(mutant, n), self.output(original, n) ^ 1) for n in WRONG)
        lost = graph.land(self.was, self.holds(self.state(mutant), number) ^ 1)
        after = self.design.state.values()
        other = graph.some(graph.xor(self.output(mutant, n), self.output(original, n)) for n in after)
        verdict = SURVIVES
        for what, literal in (("output", wrong), ("invariant", lost), (NONE, other)):
            found = abc.never(graph, graph.land(starts, literal), SECONDS)
            if what != NONE and found is False:
                return what
            if found is None:
                verdict = OPEN
            elif what == NONE and found and verdict != OPEN:
                verdict = NONE
        return "reset" if self.leaves_reset_wrong(number) else verdict

    def leaves_reset_wrong(self, number: int) -> bool:
        """Whether there is a reset that does not lead to the invariant."""
        graph = self.graph
        state = {n: graph.variable() for n in self.design.state}
        ports = {n: graph.variable() for n in self.later} | {"rst_ni": FALSE}
        made = self.table(state | ports, number, list(self.design.state.values()))
        after = self.table(self.state(made), number, ["holds_o", "born_alike_o"])
        bad = graph.land(self.output(after, "born_alike_o"), self.output(after, "holds_o") ^ 1)
        return abc.never(graph, bad, SECONDS) is False


def _table(graph: Builder, aig: Aig, inputs: dict[str, int], number: int, outputs: Iterable[str],
           original: Sequence[int] = (), near: int = 0) -> list[int]:  # fmt: skip
    """The literals of a mutant's gates in one cycle. The first signals that may differ from the original's are checked
    one by one: many are equal.
    """
    table = [FALSE] * (aig.first_gate + len(aig.gates))
    selecting = [False] * len(table)  # constants that select the mutant
    for node, name in enumerate(aig.inputs, 1):
        port, _, index = name.partition("[")
        selecting[node] = port == SELECT
        table[node] = number >> int(index.rstrip("]") or 0) & 1 if port == SELECT else inputs[name]
    for node in sorted(n for n in aig.cone(aig.outputs[n] for n in outputs) if n >= aig.first_gate):
        a, b = aig.gates[node - aig.first_gate]
        found = graph.land(table[a >> 1] ^ a & 1, table[b >> 1] ^ b & 1)
        selecting[node] = selecting[a >> 1] and selecting[b >> 1]
        if near and not selecting[node] and found != original[node]:
            near -= 1
            if abc.never(graph, graph.xor(found, original[node]), BRIEF):
                found = original[node]
        table[node] = found
    return table
