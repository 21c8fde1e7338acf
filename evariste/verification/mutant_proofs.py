# SPDX-License-Identifier: Apache-2.0
"""Mutants of a core in the design of its proofs: which of them the proofs would refute.

Every mutant is in the design, and a number selects it. First random states of the invariant are tried. A state is
reached from reset on random inputs. A mutant is refuted there if an output is wrong in that cycle, or if the invariant
does not hold in the next. This is a counterexample of the proofs, found without a prover. Only what a mutant changes is
computed again.

What is left goes to the prover, with one question in place of one for every case, since all cases together are all
states of the invariant: is there a state of the invariant in which the mutant does something wrong, or from which it
leaves the invariant? A mutant for which there is none, and which has the original's next state in all of them, is no
error.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evariste import yosys
from evariste.cache.keys import Store
from evariste.paths import ROOT
from evariste.verification import abc, unroll
from evariste.verification.aig import FALSE, TRUE, Aig, Builder
from evariste.verification.mutation import SELECT, Mutant, Result, Sample, Say, choose, parsed, put_in
from evariste.verification.unroll import Design, forced, merged

LANES = 1024  # states at once
START = ["assume_o", "holds_o"]
SECONDS = 120  # of the prover, for one question
NEAR, BRIEF = 30, 5  # signals behind a mutation that are looked at one by one; seconds for each
NONE, SURVIVES, OPEN = "no error", "survives", "open"  # other verdicts name what refuted


@dataclass(frozen=True)
class Part:
    """A design of the proofs with mutants in it, and the description of each. 0 on its input `mutant` selects the
    original.
    """

    design: Design
    mutants: list[Mutant]


@dataclass(frozen=True)
class Source:
    """What is mutated: a design of proofs with its files, and the cells that are."""

    top: str
    files: list[Path]
    parameters: dict[str, int]
    selection: str
    passes: Sequence[str]
    to_gates: Sequence[str]

    def choose(self, sample: Sample, folder: Path) -> tuple[int, list[str]]:
        """How many cells there are, and mutants. The design stays in the folder."""
        given = " ".join(f"-G{name}={value}" for name, value in self.parameters.items())
        files = " ".join(str(path.relative_to(ROOT)) for path in self.files)
        kept, sized = folder / f"{self.top}.il", folder / "cells"
        elaborate = [f"read_slang --top {self.top} {given} {files}", f"hierarchy -check -top {self.top}", *self.passes,
                     f"write_rtlil {kept}", f"tee -q -o {sized} select -count {self.selection}"]  # fmt: skip
        commands = choose(elaborate, self.selection, sample, folder)
        return int(sized.read_text().split()[0]), commands

    def mutated(self, commands: list[str], first: int, folder: Path) -> Part:
        """The design with these mutants; they are numbered from `first`, and selected from 1."""
        path = folder / f"{self.top}.aig"
        mutate = put_in(commands, folder)
        yosys.run(f"read_rtlil {folder}/{self.top}.il", mutate, *self.to_gates, f"write_aiger -symbols {path}")
        return Part(unroll.read(path), [parsed(n, c) for n, c in enumerate(commands, first)])


def pack(flags: np.ndarray) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def unpack(mask: int) -> np.ndarray:
    return np.unpackbits(np.frombuffer(mask.to_bytes(LANES // 8, "little"), np.uint8), bitorder="little").astype(bool)


class Stimulus:
    """Random inputs, a lane each. `wrong`: the outputs that must be 0. `seen`: outputs that the inputs of the next
    cycle depend on. `states`: outputs that are bits of state, which those of the same cycle depend on.
    """

    seen: Sequence[str] = ()
    states: Sequence[str] = ()

    def __init__(self, seed: int, wrong: Sequence[str]) -> None:
        self.rng, self.wrong = np.random.default_rng(seed), wrong

    def bits(self, share: float) -> int:
        return pack(self.rng.random(LANES) < share)

    def ports(self, seen: Mapping[str, int] | None, states: Mapping[str, int]) -> dict[str, int]:
        """Those that are not just random, reset (rst_ni) among them. Nothing was seen before the first cycle, a
        reset."""
        raise NotImplementedError


class Cycle:
    """One cycle in all lanes: the value of every node, for the original."""

    def __init__(self, graph: Aig, inputs: dict[str, int]) -> None:
        ones = (1 << LANES) - 1
        table = [0, *(inputs.get(name, 0) for name in graph.inputs)]
        for a, b in graph.gates:
            table.append((table[a >> 1] ^ (ones if a & 1 else 0)) & (table[b >> 1] ^ (ones if b & 1 else 0)))
        self.table = table


class Hunt:
    """Looks for refutations in random states."""

    def __init__(self, design: Design, stimulus: Stimulus) -> None:
        self.wrong = [name for name in design.graph.outputs if name.startswith("wrong_") and name in stimulus.wrong]
        wanted = ["assume_o", "holds_o", "born_alike_o", *stimulus.seen, *stimulus.states, *self.wrong,
                  *design.state.values()]  # fmt: skip
        self.graph = graph = design.graph.fixed({}, wanted)
        self.state = {name: graph.outputs[after] for name, after in design.state.items()}
        self.place = {name: i + 1 for i, name in enumerate(graph.inputs)}
        self.readers: list[list[int]] = [[] for _ in range(graph.first_gate + len(graph.gates))]
        for gate, (a, b) in enumerate(graph.gates, graph.first_gate):
            self.readers[a >> 1].append(gate)
            if b >> 1 != a >> 1:
                self.readers[b >> 1].append(gate)
        self.invariant = graph.cone([graph.outputs["holds_o"], graph.outputs["born_alike_o"]])
        self.states = {name: self._state_of(name) for name in stimulus.states}
        self.stimulus = stimulus
        self.values = dict.fromkeys(design.state, 0)  # with all zeros, both machines are in the same state
        self.seen: dict[str, int] | None = None
        self.cycle, self.reset = self._cycle()

    def _state_of(self, output: str) -> str:
        """The bit of state that an output is."""
        inputs = [self.graph.inputs[n - 1] for n in self.graph.cone([self.graph.outputs[output]])
                  if 0 < n < self.graph.first_gate]  # fmt: skip
        return next(name for name in inputs if name in self.state)

    def literal(self, table: list[int], name: str, ones: int = (1 << LANES) - 1) -> int:
        lit = self.graph.outputs[name]
        return table[lit >> 1] ^ (ones if lit & 1 else 0)

    def _cycle(self) -> tuple[Cycle, int]:
        """The next cycle, and the lanes that are reset in it."""
        ones = (1 << LANES) - 1
        ports = self.stimulus.ports(self.seen, {name: self.values[state] for name, state in self.states.items()})
        for name in self.place:
            if name not in ports and name not in self.values and not name.startswith((SELECT, "control_i")):
                ports[name] = self.stimulus.bits(0.5)
        cycle = Cycle(self.graph, {**self.values, **ports})
        self.seen = {name: self.literal(cycle.table, name) for name in self.stimulus.seen}
        return cycle, ones ^ ports["rst_ni"]

    def step(self) -> tuple[Cycle, int, Cycle]:
        """A cycle, the lanes reset in it, and the cycle after it."""
        before, reset = self.cycle, self.reset
        ones = (1 << LANES) - 1
        self.values = {name: before.table[lit >> 1] ^ (ones if lit & 1 else 0) for name, lit in self.state.items()}
        self.cycle, self.reset = self._cycle()
        return before, reset, self.cycle

    def changed(self, table: list[int], start: dict[int, int], inside: set[int] | None = None) -> dict[int, int]:
        """The nodes that change when some nodes get these values."""
        ones, gates, first = (1 << LANES) - 1, self.graph.gates, self.graph.first_gate
        new = dict(start)
        todo = [g for n in start for g in self.readers[n]]
        heapq.heapify(todo)
        last = -1
        while todo:
            gate = heapq.heappop(todo)
            if gate == last:
                continue
            last = gate
            if inside is not None and gate not in inside:
                continue
            a, b = gates[gate - first]
            x, y = new.get(a >> 1), new.get(b >> 1)
            x = table[a >> 1] if x is None else x
            y = table[b >> 1] if y is None else y
            value = (x ^ ones if a & 1 else x) & (y ^ ones if b & 1 else y)
            if value != table[gate]:
                new[gate] = value
                for reader in self.readers[gate]:
                    heapq.heappush(todo, reader)
        return new

    def selected(self, number: int) -> dict[int, int]:
        ones = (1 << LANES) - 1
        return {node: ones for name, node in self.place.items()
                if name.partition("[")[0] == SELECT and number >> _index(name) & 1}  # fmt: skip

    def refuted(self, number: int, before: Cycle, reset: int, after: Cycle) -> str | None:
        """What this mutant does wrong in one of the lanes."""
        ones = (1 << LANES) - 1
        select = self.selected(number)
        new = self.changed(before.table, select)

        def seen(values: dict[int, int], table: list[int], name: str) -> int:
            lit = self.graph.outputs[name]
            value = values.get(lit >> 1)
            value = table[lit >> 1] if value is None else value
            return value ^ (ones if lit & 1 else 0)

        runs = self.literal(before.table, "assume_o") & self.literal(before.table, "holds_o") & (ones ^ reset)
        for name in self.wrong:
            if self.graph.outputs[name] >> 1 in new and seen(new, before.table, name) & runs:
                return name.removeprefix("wrong_").removesuffix("_o")
        start = dict(select)
        for name, lit in self.state.items():
            if (value := new.get(lit >> 1)) is not None:
                start[self.place[name]] = value ^ (ones if lit & 1 else 0)
        if len(start) == len(select):
            return None
        later = self.changed(after.table, start, self.invariant)
        broken = ones ^ seen(later, after.table, "holds_o")
        if broken & runs:
            return "invariant"
        if broken & reset & seen(later, after.table, "born_alike_o"):
            return "reset"
        return None


def _index(name: str) -> int:
    return int(name.partition("[")[2].rstrip("]") or 0)


class Prover:
    """Original and mutant in one graph with shared equal gates, so only what a mutation changes exists twice."""

    def __init__(self, design: Design, wrong: Sequence[str]) -> None:
        self.design, self.wrong = design, wrong
        self.graph = Builder()
        self.outputs = [*START, *wrong, *design.state.values()]
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
        return table_of(self.graph, self.small, inputs, number, outputs, self.original, near)

    def verdict(self, number: int) -> str:
        """What refutes a mutant, or why nothing does."""
        graph, original = self.graph, self.original
        starts = graph.land(*(self.output(original, name) for name in START))
        mutant = self.table(self.now, number, self.outputs, NEAR)
        wrong = graph.some(graph.land(self.output(mutant, n), self.output(original, n) ^ 1) for n in self.wrong)
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


def table_of(graph: Builder, aig: Aig, inputs: dict[str, int], number: int, outputs: Iterable[str],
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


def hunted(hunt: Hunt, count: int, cycles: int, say: Say) -> dict[int, str]:
    """What random states refute of so many mutants, by number."""
    verdicts = dict[int, str]()
    for cycle in range(1, cycles + 1):
        states = hunt.step()
        for number in range(1, count + 1):
            if number not in verdicts and (what := hunt.refuted(number, *states)):
                verdicts[number] = what
        if cycle % 20 == 0:
            say(f"{len(verdicts)} of {count} mutants refuted in {cycle} cycles")
    return verdicts


Ask = Callable[[int], str]  # the prover's verdict on a mutant


def undecided(mutants: Iterable[Mutant], verdicts: Mapping[int, str]) -> list[int]:
    """The mutants to ask the prover about: also those that it left open before. How far it gets in its time depends on
    what else the computer does.
    """
    return [m.number for m in mutants if verdicts.get(m.number, OPEN) == OPEN]


def decided(store: Store, key: str, mutants: Sequence[Mutant], hunt: Callable[[], dict[int, str]],
            prover: Callable[[], Ask], say: Say) -> dict[int, str]:  # fmt: skip
    """The verdict on each mutant: what refuted it in random states, or else what the prover says, which is made only if
    it is needed. They are kept as they come, so a campaign that was interrupted goes on where it was.
    """
    verdicts = {int(n): v for n, v in (store.get(key) or {}).items()}
    if not verdicts:
        verdicts = hunt()
        store.put(key, verdicts)
    alive = undecided(mutants, verdicts)
    say(f"{len(mutants) - len(alive)} of {len(mutants)} mutants refuted in random states or asked before; asking the "
        f"prover of the other {len(alive)}")  # fmt: skip
    if alive:
        ask = prover()
        for done, number in enumerate(alive, 1):
            verdicts[number] = ask(number)
            store.put(key, verdicts)
            say(f"{done} of {len(alive)}: {verdicts[number]}: {mutants[number - 1]}")
    return verdicts


def counted(result: Result, mutants: Iterable[Mutant], verdicts: Mapping[int, str], say: Say) -> Result:
    """The verdicts as a result."""
    for mutant in mutants:
        match verdicts[mutant.number]:
            case verdict if verdict == NONE:
                result.equivalent.append(mutant)
            case verdict if verdict in (SURVIVES, OPEN):
                result.survivors.append(mutant)
                result.unproved += verdict == OPEN
            case verdict:
                result.killed[mutant.number] = verdict
    say(f"{len(result.killed)} refuted, {len(result.equivalent)} proved to be no error, {len(result.survivors)} left")
    return result
