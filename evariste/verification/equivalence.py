# SPDX-License-Identifier: Apache-2.0
"""Whether two circuits compute the same: a netlist and its RTL, or a mutant and the original.

`compare` compares two netlists, the first of them the RTL's. Their flip-flops are matched before (`matching`). A
partner may hold the inverse, if the library lacks a flip-flop for the value after reset. A flip-flop without a partner
was removed as constant: it is assumed to be 0, and proved to stay 0. A flip-flop of the netlist may hold a signal of
the RTL: it is assumed to, and proved to in the next state. Flip-flops with a reset are equal after it, since reset is
part of the compared next states. Those without are assumed to start equal.

`Comparison` is for mutants of one netlist. Both circuits are written into one and-inverter graph with structural
hashing, so that only what the mutation changes is there twice.

Functions that are not the same node of the graph go to ABC's prover. `compare` simulates them first, which finds
differences quickly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evariste.verification import abc
from evariste.verification.aig import FALSE, TRUE, Builder
from evariste.verification.gates import KINDS, Netlist
from evariste.verification.matching import machine, matched, simulated


@dataclass
class Verdict:
    """`pairs`: number of functions compared. Flip-flops with partners and without: `constant` were removed from the
    second, `unmatched` are only in the second (and outputs of only one of the two). `differs`: a function that differs.
    """

    pairs: int
    matched: int
    constant: list[str]
    unmatched: list[str]
    proved: bool | None  # None: the checker could not decide in time
    differs: str = ""


def _outputs(netlist: Netlist, values: dict[int, int]) -> dict[str, int]:
    ports = ((port, nodes) for port, nodes in netlist.ports.items() if port in netlist.outputs)
    return {f"{port}[{i}]": values.get(n, FALSE) for port, nodes in ports for i, n in enumerate(nodes)}


def compare(one: Netlist, other: Netlist, seconds: int = 300) -> Verdict:
    """Whether the second machine, a netlist, is the first."""
    graph = Builder()
    next_one, next_other = dict(one.flops[:, ::-1].tolist()), dict(other.flops[:, ::-1].tolist())
    found = matched(one, other)
    name, partner = found.name, found.partner
    state = {q: graph.variable() for q in next_other}
    variables: dict[str, int] = {}
    starts = dict.fromkeys(next_one, FALSE) | {q: state[n] ^ inverse for q, (n, inverse) in partner.items()}
    left = machine(graph, one, starts, variables)
    state |= {q: left[n] ^ inverse for q, (n, inverse) in found.moved.items()}
    right = machine(graph, other, state, variables)
    mine, theirs = _outputs(one, left), _outputs(other, right)
    unmatched = sorted(mine.keys() ^ theirs.keys())
    there = {n for n, _ in partner.values()} | found.moved.keys()
    unmatched += [f"flip-flop {q} of the netlist" for q in next_other.keys() - there]
    unmatched += [f"flip-flop {name.get(q, q)}, which is to be 0," for q in one.zero & partner.keys()]
    constant = sorted(name.get(q, f"flip-flop {q}") for q in next_one if q not in partner)

    pairs = {n: (mine[n], theirs[n]) for n in mine.keys() & theirs.keys()}
    for q, d in next_one.items():
        at, inverse = partner.get(q, (0, 0))
        after = right[next_other[at]] ^ inverse if q in partner else FALSE
        pairs[f"next {name.get(q, q)}"] = (left[d], after)
    then = machine(graph, one, {q: left[d] for q, d in next_one.items()}, {}) if found.moved else {}
    for q, (n, inverse) in found.moved.items():  # in the next state, whatever the inputs are then
        pairs[f"next flip-flop {q} of the netlist"] = (then[n] ^ inverse, right[next_other[q]])
    verdict = Verdict(len(pairs), len(partner), constant, unmatched, None)
    unlike = graph.alone({n: graph.xor(a, b) for n, (a, b) in sorted(pairs.items()) if a != b})
    verdict.differs = next((n for n, value in simulated(unlike).items() if value), "")
    if verdict.differs or unmatched:
        verdict.proved = False
    else:
        verdict.proved = abc.constant(unlike, seconds)
    return verdict


Pairs = Callable[[Builder, dict[int, int], dict[int, int]], int]
Same = Callable[[int, int], bool]
NEAR, BRIEF = 40, 5  # signals that are checked one by one; seconds for each
WHOLE = 60  # seconds for the whole question


class Comparison:
    """The original in a graph, with every flip-flop and free input a variable."""

    def __init__(self, netlist: Netlist, select: Sequence[int], observe: Pairs) -> None:
        self.netlist, self.select, self.observe = netlist, list(select), observe
        self.graph = Builder()
        driven = set(netlist.gates[:, 4].tolist())
        self.rows = netlist.gates.tolist()
        self.original = {0: FALSE, 1: TRUE}
        for n in range(2, netlist.nodes):
            if n not in driven and n not in self.select:
                self.original[n] = self.graph.variable()
        self.original |= dict.fromkeys(self.select, FALSE)
        for row in self.rows:
            self.compute(self.original, row)
        self.selecting = {row[4] for row in self.rows[: netlist.held]}  # the gates that select the mutant

    def compute(self, values: dict[int, int], row: list[int]) -> None:
        kind, a, b, s, y = row
        values[y] = self.graph.gate(KINDS[kind], values[a], values[b], values[s])

    def difference(self, number: int, same: Same = lambda one, other: False) -> int:
        """A literal that is true where the mutant shows, or stores in a flip-flop, something else. If `same` says that
        a signal (two literals) may be assumed equal in both, the logic behind it is not examined.
        """
        graph, values = self.graph, dict(self.original)
        changed = set()
        for i, node in enumerate(self.select):
            values[node] = number >> i & 1
            if values[node] != self.original[node]:
                changed.add(node)
        for row in self.rows:
            kind, a, b, s, y = row
            if a in changed or b in changed or s in changed:
                values[y] = graph.gate(KINDS[kind], values[a], values[b], values[s])
                if values[y] == self.original[y]:
                    continue
                if y not in self.selecting and same(self.original[y], values[y]):
                    values[y] = self.original[y]
                else:
                    changed.add(y)
        return self.observe(graph, self.original, values)

    def equivalent(self, number: int, given: int = TRUE, seconds: int = WHOLE) -> bool | None:
        """Whether the mutant does the same from every state in which the literal `given` is true. None if ABC does not
        decide it.

        The first signals that the mutant changes are checked one by one. Most changes that do not matter end there. The
        rest, behind the multiplier, would take long to prove.
        """
        left = NEAR

        def same(one: int, other: int) -> bool:
            nonlocal left
            left -= 1
            unlike = self.graph.land(given, self.graph.xor(one, other)) if left >= 0 else TRUE
            return abc.never(self.graph, unlike, BRIEF) is True

        return abc.never(self.graph, self.graph.land(given, self.difference(number, same)), seconds)

    def soon_equivalent(self, number: int) -> bool | None:
        """The same for every state, if it can be decided in a few seconds."""
        return abc.never(self.graph, self.difference(number), BRIEF)
