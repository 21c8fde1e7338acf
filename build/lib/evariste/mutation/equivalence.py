# SPDX-License-Identifier: Apache-2.0
"""Which mutants are no mutants at all: proofs that a mutant computes what the original computes.

Both are written into one and-inverter graph with structural hashing, so that only what the mutation changes is there
twice; the difference of what can be observed goes to ABC's prover.
"""

import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pyosys

from evariste.errors import Refusal
from evariste.gates.netlist import KINDS, Netlist

ABC = Path(pyosys.__file__).parent / "yosys-abc"
SECONDS = 60
FALSE, TRUE = 0, 1


class Graph:
    """And-inverter graph: literal 2n is node n, 2n+1 its complement; node 0 is false."""

    def __init__(self) -> None:
        self.ands: dict[tuple[int, int], int] = {}
        self.operands: dict[int, tuple[int, int]] = {}
        self.nodes = 1

    def variable(self) -> int:
        self.nodes += 1
        return 2 * (self.nodes - 1)

    def land(self, a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        found = self.ands.get((a, b))
        if found is None:
            found = self.ands[a, b] = self.variable()
            self.operands[found >> 1] = (a, b)
        return found

    def lor(self, a: int, b: int) -> int:
        return self.land(a ^ 1, b ^ 1) ^ 1

    def xor(self, a: int, b: int) -> int:
        if a < 2 or b < 2 or a >> 1 == b >> 1:
            return b ^ a if a < 2 or b < 2 else a ^ b
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        return self.lor(self.land(a, b ^ 1), self.land(a ^ 1, b)) ^ sign

    def mux(self, a: int, b: int, s: int) -> int:
        """s ? b : a"""
        return a if a == b else self.lor(self.land(a, s ^ 1), self.land(b, s))

    def gate(self, kind: str, a: int, b: int, s: int) -> int:
        match kind:
            case "AND":
                return self.land(a, b)
            case "OR":
                return self.lor(a, b)
            case "XOR":
                return self.xor(a, b)
            case "XNOR":
                return self.xor(a, b) ^ 1
            case "NOT":
                return a ^ 1
            case "MUX":
                return self.mux(a, b, s)
            case "NAND":
                return self.land(a, b) ^ 1
            case "NOR":
                return self.lor(a, b) ^ 1
            case "ANDNOT":
                return self.land(a, b ^ 1)
        return self.lor(a, b ^ 1)

    def never(self, literal: int, seconds: int = SECONDS) -> bool | None:
        """Whether the literal is false for all values of the variables; None when ABC cannot say in time."""
        if literal < 2:
            return literal == FALSE
        cone, stack = set(), [literal >> 1]
        while stack:
            n = stack.pop()
            if n not in cone:
                cone.add(n)
                stack += [x >> 1 for x in self.operands.get(n, ())]
        inputs = sorted(n for n in cone if n not in self.operands and n)
        gates = sorted(n for n in cone if n in self.operands)
        number = {0: 0} | {n: i for i, n in enumerate([*inputs, *gates], 1)}

        def lit(x: int) -> int:
            return 2 * number[x >> 1] | x & 1

        data = bytearray(f"aig {len(number) - 1} {len(inputs)} 0 1 {len(gates)}\n{lit(literal)}\n".encode())
        for n in gates:
            low, high = sorted(map(lit, self.operands[n]))
            for delta in (2 * number[n] - high, high - low):
                while delta > 127:
                    data.append(delta & 127 | 128)
                    delta >>= 7
                data.append(delta)
        with tempfile.NamedTemporaryFile(suffix=".aig") as file:
            file.write(data)
            file.flush()
            try:
                done = subprocess.run([ABC, "-c", f"read_aiger {file.name}; iprove"], timeout=seconds,
                                      capture_output=True, text=True)  # fmt: skip
            except subprocess.TimeoutExpired:
                return None
        if "SATISFIABLE" in re.sub("UNSATISFIABLE", "", done.stdout):
            return False
        if "UNSATISFIABLE" in done.stdout:
            return True
        raise Refusal(f"ABC gave no answer: {done.stdout[-300:]}{done.stderr[-300:]}")


Pairs = Callable[[Graph, dict[int, int], dict[int, int]], int]


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
            self._compute(self.original, row)

    def _compute(self, values: dict[int, int], row: list[int]) -> None:
        kind, a, b, s, y = row
        values[y] = self.graph.gate(KINDS[kind], values[a], values[b], values[s])

    def difference(self, number: int) -> int:
        """A literal that is true where the mutant shows, or stores in a flip-flop, something else."""
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
                if values[y] != self.original[y]:
                    changed.add(y)
        return self.observe(graph, self.original, values)

    def equivalent(self, number: int) -> bool | None:
        return self.graph.never(self.difference(number))
