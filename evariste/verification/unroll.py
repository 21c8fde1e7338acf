# SPDX-License-Identifier: Apache-2.0
"""A design over several cycles, as one combinational graph: from an arbitrary state, or from a given one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from evariste.verification import aig
from evariste.verification.aig import Aig, Builder


@dataclass(frozen=True)
class Design:
    """One cycle; `state` maps each bit of state, an input of the graph, to the output that is its next value."""

    graph: Aig
    state: dict[str, str]

    @property
    def ports(self) -> list[str]:
        """The inputs proper."""
        return [name for name in self.graph.inputs if name not in self.state]

    def with_constants(self, values: Mapping[str, int]) -> "Design":
        """The design with constants on some inputs or state bits, in every cycle."""
        return Design(self.graph.fixed(values), self.state)


def read(path: Path) -> Design:
    return Design(*aig.read_state(path))


def forced(graph: Aig, outputs: Iterable[str]) -> dict[str, int]:
    """Inputs that must have one value for these outputs to be 1: those found by following conjunctions."""
    known: dict[str, int] = {}
    outputs = list(outputs)
    while True:
        folded = graph.fixed(known, outputs)
        new: dict[str, int] = {}
        todo = [folded.outputs[name] for name in outputs]
        while todo:
            lit = todo.pop()
            node = lit >> 1
            if not node:
                continue
            if node < folded.first_gate:
                new[folded.inputs[node - 1]] = 1 ^ lit & 1
            elif not lit & 1:
                todo += folded.gates[node - folded.first_gate]
        if not new.keys() - known.keys():
            return known
        known |= new


def merged(graph: Aig, outputs: Iterable[str]) -> dict[str, str]:
    """Inputs that must equal another one for these outputs to be 1, and which: found by following conjunctions."""
    first, leader = graph.first_gate, dict[int, int]()
    clauses: set[tuple[int, int]] = set()  # of these two literals one is 0

    def leads(node: int) -> int:
        while node in leader:
            node = leader[node]
        return node

    def equal(a: int, b: int) -> None:
        one, other = sorted((leads(a >> 1), leads(b >> 1)))
        if one != other and not (a ^ b) & 1:
            leader[other] = one

    todo = [graph.outputs[name] for name in outputs]
    seen: set[int] = set()
    while todo:
        lit = todo.pop()
        if lit >> 1 < first or lit in seen:
            continue
        seen.add(lit)
        a, b = graph.gates[(lit >> 1) - first]
        if not lit & 1:
            todo += (a, b)
        elif a >> 1 < first and b >> 1 < first:
            a, b = sorted((a, b))
            clauses.add((a, b))
            if (a ^ 1, b ^ 1) in clauses:
                equal(a, b ^ 1)
        elif a & b & 1 and a >> 1 >= first and b >> 1 >= first:
            one, other = (tuple(sorted(graph.gates[(x >> 1) - first])) for x in (a, b))
            if one == tuple(x ^ 1 for x in other) and max(one) >> 1 < first:  # their exclusive or is 0
                equal(*one)
    return {graph.inputs[node - 1]: graph.inputs[leads(node) - 1] for node in leader}


class Unrolled:
    """Cycles built one after the other. Inputs of cycle t are called `name@t`, the first state's bits `name`."""

    def __init__(self, design: Design, cycles: int, first: Mapping[str, int]) -> None:
        names = [*design.state, *(f"{name}@{t}" for t in range(cycles) for name in design.ports)]
        self.design, self.built = design, Builder(names)
        self._literals = self.built.literals
        self.state = {name: first.get(name, self._literals[name]) for name in design.state}
        self.cycle = 0

    def merge(self, same: Mapping[str, str]) -> None:
        """Take bits of the first state for others that they equal."""
        self.state |= {name: self.state[other] for name, other in same.items() if name in self.state}

    def port(self, name: str, cycle: int) -> int:
        """The literal of an input in a cycle."""
        return self._literals[f"{name}@{cycle}"]

    def step(self, outputs: Iterable[str], ports: Mapping[str, int], last: bool = False) -> dict[str, int]:
        """The literals of some outputs in the next cycle; `ports` have these literals in it."""
        given = {n: ports.get(n, self._literals[f"{n}@{self.cycle}"]) for n in self.design.ports}
        wanted = [*outputs, *([] if last else self.design.state.values())]
        made = self.built.add(self.design.graph, {**self.state, **given}, wanted)
        if not last:
            self.state = {name: made[after] for name, after in self.design.state.items()}
        self.cycle += 1
        return made

    def look(self, output: str, known: Mapping[str, int]) -> int:
        """An output's literal in the next cycle, with some known state bits."""
        ports = {n: self._literals[f"{n}@{self.cycle}"] for n in self.design.ports}
        return self.built.add(self.design.graph, {**self.state, **ports, **known}, [output])[output]

    def every(self, literals: Iterable[int]) -> int:
        """Their conjunction."""
        return self.built.every(literals)

    def some(self, literals: Iterable[int]) -> int:
        """Their disjunction."""
        return self.built.some(literals)
