# SPDX-License-Identifier: Apache-2.0
"""Which mutants are no mutants at all: proofs that a mutant computes what the original computes.

Both are written into one and-inverter graph with structural hashing, so that only what the mutation changes is there
twice; the difference of what can be observed goes to ABC's prover.
"""

from collections.abc import Callable, Sequence

from evariste.gates.graph import FALSE, SECONDS, TRUE, Graph
from evariste.gates.netlist import KINDS, Netlist

Pairs = Callable[[Graph, dict[int, int], dict[int, int]], int]
Same = Callable[[int, int], bool]
NEAR, BRIEF = 40, 5  # signals that are looked at one by one; seconds for each


class Comparison:
    """The original in a graph, with every flip-flop and free input a variable."""

    def __init__(self, netlist: Netlist, select: Sequence[int], observe: Pairs) -> None:
        self.netlist, self.select, self.observe = netlist, list(select), observe
        self.graph = Graph()
        driven = set(netlist.gates[:, 4].tolist())
        self.rows = netlist.gates.tolist()
        self.original = {0: FALSE, 1: TRUE}
        for n in range(2, netlist.nodes):
            if n not in driven and n not in self.select:
                self.original[n] = self.graph.variable()
        self.original |= dict.fromkeys(self.select, FALSE)
        for row in self.rows:
            self.compute(self.original, row)
        self.selecting = {row[4] for row in self.rows[: netlist.held]}  # what decides which mutant it is

    def compute(self, values: dict[int, int], row: list[int]) -> None:
        kind, a, b, s, y = row
        values[y] = self.graph.gate(KINDS[kind], values[a], values[b], values[s])

    def difference(self, number: int, same: Same = lambda one, other: False) -> int:
        """A literal that is true where the mutant shows, or stores in a flip-flop, something else. Where `same` says
        that a signal of both, two literals, can be taken for one, nothing behind it is looked at."""
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

    def equivalent(self, number: int, given: int = TRUE, seconds: int = SECONDS) -> bool | None:
        """Whether the mutant does the same from every state in which the literal `given` is true; None when ABC has not
        found out.

        The first signals that the mutant changes are looked at one by one: most of those that do not matter end there,
        and what is left, behind the multiplier and all, would be long to prove."""
        left = NEAR

        def same(one: int, other: int) -> bool:
            nonlocal left
            left -= 1
            return left >= 0 and self.graph.never(self.graph.land(given, self.graph.xor(one, other)), BRIEF) is True

        return self.graph.never(self.graph.land(given, self.difference(number, same)), seconds)

    def soon_equivalent(self, number: int) -> bool | None:
        """The same for every state, where that is found out in a few seconds."""
        return self.graph.never(self.difference(number), BRIEF)
