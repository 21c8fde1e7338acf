# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs: read from Yosys' AIGER files or built gate by gate, specialised, joined, changed in one gate,
made polynomials. `Aig` is a finished graph, `Builder` one that grows; evariste/verification/abc.py proves.

A literal is 2 * node, plus 1 if inverted; node 0 is the constant 0, so that literal 0 is false and literal 1 true.
Nodes 1..inputs are inputs, then come latches, then AND gates in topological order, as in the binary AIGER format
(Biere, Heljanko, Wieringa: AIGER 1.9 and beyond, 2011).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from evariste.errors import UserError

Monomial = frozenset[int]  # of input nodes
Polynomial = frozenset[Monomial]  # their sum modulo 2
FALSE, TRUE = 0, 1


@dataclass
class Aig:
    """A combinational graph. Inputs and outputs have the names of ports with their bit: `a_i[3]`."""

    inputs: list[str] = field(default_factory=list)
    outputs: dict[str, int] = field(default_factory=dict)
    gates: list[tuple[int, int]] = field(default_factory=list)

    @property
    def first_gate(self) -> int:
        """The first gate's node."""
        return len(self.inputs) + 1

    def fixed(self, values: Mapping[str, int], outputs: Iterable[str] | None = None) -> Aig:
        """The graph with constants on some input bits, without gates that no chosen output needs.

        All inputs stay, so that graphs of one interface can be compared input by input. Outputs are sorted by name.
        """
        unknown = values.keys() - set(self.inputs)
        if unknown:
            raise UserError(f"the design has no input {sorted(unknown)[0]}.")
        built = Builder(self.inputs)
        return built.graph(built.add(self, {**built.literals, **values}, outputs))

    def cone(self, literals: Iterable[int]) -> set[int]:
        """The nodes on which these literals depend."""
        first, gates = self.first_gate, self.gates
        return _cone(literals, lambda node: gates[node - first] if node >= first else ())

    def support(self) -> set[str]:
        """The inputs on which the outputs depend structurally."""
        return {self.inputs[n - 1] for n in self.cone(self.outputs.values()) if 0 < n < self.first_gate}

    def value(self, inputs: Mapping[str, int], many: int = 1) -> dict[str, int]:
        """The outputs for `many` assignments at once, one to each bit of the integers; a missing input is 0."""
        ones = (1 << many) - 1
        table = [0, *(inputs.get(n, 0) for n in self.inputs)]
        for a, b in self.gates:
            table.append((table[a >> 1] ^ (ones if a & 1 else 0)) & (table[b >> 1] ^ (ones if b & 1 else 0)))
        return {n: table[lit >> 1] ^ (ones if lit & 1 else 0) for n, lit in self.outputs.items()}

    def with_one_gate_changed(self, chance: random.Random) -> tuple[Aig, str]:
        """A copy with one gate of the outputs' cone changed, and what was changed: an input of the gate inverted,
        or left out, or the gate's output inverted."""
        gate = chance.choice(sorted(n for n in self.cone(self.outputs.values()) if n >= self.first_gate))
        index = gate - self.first_gate
        a, b = self.gates[index]
        what, new = chance.choice((("first input inverted", (a ^ 1, b)), ("second input inverted", (a, b ^ 1)),
                                   ("first input left out", (b, b)), ("second input left out", (a, a))))  # fmt: skip
        gates = [*self.gates[:index], new, *self.gates[index + 1 :]]
        return replace(self, gates=gates), f"gate {gate}: {what}"

    def polynomials(self) -> dict[str, Polynomial]:
        """Each output as a sum of products of inputs modulo 2. This form is unique: two functions are equal if and only
        if their forms are. Its size is exponential in general; for (bi)linear functions it is small.

        A sum is kept as an integer with one bit for each monomial, until no gate needs it any more.
        """
        place: dict[Monomial, int] = {frozenset(): 0}
        monomials: list[Monomial] = [frozenset()]

        def bit(monomial: Monomial) -> int:
            if monomial not in place:
                place[monomial] = len(monomials)
                monomials.append(monomial)
            return 1 << place[monomial]

        def product(p: int, q: int) -> int:
            total = 0
            for u in set_bits(p):
                for v in set_bits(q):
                    total ^= bit(monomials[u] | monomials[v])
            return total

        steps = self.steps()
        uses = Counter(operand >> 1 for _, operands, _ in steps for operand in operands)
        uses.update(literal >> 1 for literal in self.outputs.values())
        table = {0: 0} | {i: bit(frozenset([i])) for i in range(1, self.first_gate) if i in uses}

        def take(literal: int) -> int:
            node = literal >> 1
            uses[node] -= 1
            return (table[node] if uses[node] else table.pop(node)) ^ literal & 1

        for node, (a, b), summed in steps:
            p, q = take(a), take(b)
            table[node] = p ^ q if summed else product(p, q)
        return {n: frozenset(monomials[i] for i in set_bits(take(lit))) for n, lit in self.outputs.items()}

    def steps(self) -> list[tuple[int, tuple[int, int], bool]]:
        """The gates that the outputs need, in order: node, operands, and whether it is their exclusive OR, that is
        not (p and q) and not (not p and not q). The gates inside one are left out: a product of sums would be large.
        """
        first, needed = self.first_gate, {literal >> 1 for literal in self.outputs.values()}
        steps = []
        for node in range(first + len(self.gates) - 1, first - 1, -1):
            if node in needed:
                a, b = self.gates[node - first]
                summed = False
                if a & b & 1 and min(a, b) >> 1 >= first:
                    (p, q), other = self.gates[(a >> 1) - first], self.gates[(b >> 1) - first]
                    summed = sorted(other) == sorted((p ^ 1, q ^ 1))
                    if summed:
                        a, b = p, q
                steps.append((node, (a, b), summed))
                needed |= {a >> 1, b >> 1}
        return steps[::-1]

    def write(self, path: Path, state: Mapping[str, str] = MappingProxyType({})) -> None:
        """As a binary AIGER file. `state`: the last of the inputs are registers, which begin with 0; by their names, in
        their order, the outputs that are their next values.
        """
        assert self.inputs[len(self.inputs) - len(state) :] == list(state), "registers are not the last inputs"
        count, outputs = len(self.gates), [n for n in self.outputs if n not in set(state.values())]
        head = len(self.inputs) + count, len(self.inputs) - len(state), len(state), len(outputs), count
        body = bytearray(f"aig {' '.join(map(str, head))}\n".encode())
        body += "".join(f"{self.outputs[name]}\n" for name in (*state.values(), *outputs)).encode()
        for node, (a, b) in enumerate(self.gates, self.first_gate):
            high, low = max(a, b), min(a, b)
            for delta in (2 * node - high, high - low):
                while delta > 127:
                    body.append(delta & 127 | 128)
                    delta >>= 7
                body.append(delta)
        path.write_bytes(bytes(body))


def set_bits(value: int) -> list[int]:
    """The places of the bits that are 1."""
    text = bin(value)[:1:-1]
    found, at = [], text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found


def _cone(literals: Iterable[int], operands: Callable[[int], tuple[int, ...]]) -> set[int]:
    """The nodes of these literals, with all that they depend on."""
    seen: set[int] = set()
    todo = [lit >> 1 for lit in literals]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            todo += [lit >> 1 for lit in operands(node)]
    return seen


class Builder:
    """A graph that grows. Each gate is made once: constants, equal and opposite operands are folded."""

    def __init__(self, inputs: Iterable[str] = ()) -> None:
        self.literals: dict[str, int] = {}  # the inputs by name, in the order of their nodes
        self._operands: dict[int, tuple[int, int]] = {}  # of the gates, by node
        self._known: dict[tuple[int, int], int] = {}
        self._nodes = 1
        for name in inputs:
            self.variable(name)

    def variable(self, name: str = "") -> int:
        """A new input. Its literal."""
        name = name or f"variable {self._nodes}"
        assert name not in self.literals, f"two inputs are called {name}"
        self.literals[name] = 2 * self._nodes
        self._nodes += 1
        return self.literals[name]

    def add(self, graph: Aig, inputs: Mapping[str, int], outputs: Iterable[str] | None = None) -> dict[str, int]:
        """The literals of a graph's outputs (all, or the chosen ones) when its inputs are these literals."""
        wanted = {n: graph.outputs[n] for n in sorted(graph.outputs if outputs is None else outputs)}
        needed = graph.cone(wanted.values())
        first, gates = graph.first_gate, graph.gates
        table = dict(enumerate((FALSE, *(inputs[n] for n in graph.inputs))))
        for node in sorted(needed):
            if node >= first:
                a, b = gates[node - first]
                table[node] = self.land(table[a >> 1] ^ a & 1, table[b >> 1] ^ b & 1)
        return {n: table[lit >> 1] ^ lit & 1 for n, lit in wanted.items()}

    def land(self, a: int, b: int) -> int:
        """a AND b"""
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        found = self._known.get((a, b))
        if found is None:
            found = self._known[a, b] = 2 * self._nodes
            self._operands[self._nodes] = (a, b)
            self._nodes += 1
        return found

    def lor(self, a: int, b: int) -> int:
        return self.land(a ^ 1, b ^ 1) ^ 1

    def xor(self, a: int, b: int) -> int:
        if a < 2 or b < 2 or a >> 1 == b >> 1:
            return b ^ a
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        return self.lor(self.land(a, b ^ 1), self.land(a ^ 1, b)) ^ sign

    def mux(self, a: int, b: int, s: int) -> int:
        """s ? b : a"""
        return a if a == b else self.lor(self.land(a, s ^ 1), self.land(b, s))

    def every(self, literals: Iterable[int]) -> int:
        """Their conjunction."""
        found = TRUE
        for literal in literals:
            found = self.land(found, literal)
        return found

    def some(self, literals: Iterable[int]) -> int:
        """Their disjunction."""
        return self.every(literal ^ 1 for literal in literals) ^ 1

    def gate(self, kind: str, a: int, b: int, s: int) -> int:
        """A gate of a netlist (evariste/verification/gates.py)."""
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

    def graph(self, outputs: Mapping[str, int]) -> Aig:
        """These literals as outputs, with every input, so that graphs can be compared."""
        return self._finished(outputs, _cone(outputs.values(), self._of), self.literals)

    def alone(self, outputs: Mapping[str, int]) -> Aig:
        """These literals as outputs, with only the inputs on which they depend."""
        cone = _cone(outputs.values(), self._of)
        return self._finished(outputs, cone, {n: lit for n, lit in self.literals.items() if lit >> 1 in cone})

    def _of(self, node: int) -> tuple[int, ...]:
        return self._operands.get(node, ())

    def _finished(self, outputs: Mapping[str, int], cone: set[int], inputs: Mapping[str, int]) -> Aig:
        """The graph in AIGER's order: first the inputs, then the gates."""
        gates = sorted(cone & self._operands.keys())
        new = {0: 0} | {node: 2 * i for i, node in enumerate([*(lit >> 1 for lit in inputs.values()), *gates], 1)}

        def of(literal: int) -> int:
            return new[literal >> 1] | literal & 1

        pairs = (self._operands[node] for node in gates)
        return Aig(list(inputs), {n: of(lit) for n, lit in outputs.items()}, [(of(a), of(b)) for a, b in pairs])


def read(path: Path) -> Aig:
    """A combinational graph from a binary AIGER file with symbols; one with state is refused."""
    graph, state = read_state(path)
    if state:
        raise UserError(f"{path.name} has {len(state)} bits of state; a combinational block has none.")
    return graph


def read_state(path: Path) -> tuple[Aig, dict[str, str]]:
    """One cycle of a design as a graph: its state is among the inputs, and each bit's next value is the output that
    the dictionary names."""
    data = path.read_bytes()
    end = data.index(b"\n")
    _, inputs, latches, outputs, gates = (int(n) for n in data[:end].split()[1:6])
    at = end + 1
    literals = []
    for _ in range(latches + outputs):
        end = data.index(b"\n", at)
        literals.append(int(data[at:end].split()[0]))
        at = end + 1

    def delta() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    pairs = []
    for node in range(inputs + latches + 1, inputs + latches + 1 + gates):
        high = 2 * node - delta()
        pairs.append((high, high - delta()))
    names = dict(line.split(" ", 1) for line in data[at:].split(b"\nc\n")[0].decode().splitlines() if " " in line)
    state = {f"{names.get(f'l{i}', '')}#{i}": f"next {i}" for i in range(latches)}
    made = {names[f"o{i}"]: literals[latches + i] for i in range(outputs)}
    made |= {f"next {i}": literals[i] for i in range(latches)}
    return Aig([*(names.get(f"i{i}", f"any#{i}") for i in range(inputs)), *state], made, pairs), state


def bits(port: str, value: int, width: int, low: int = 0) -> dict[str, int]:
    """An assignment to bits low..low+width-1 of a port; a port of one bit has its bare name."""
    if width == 1 and low == 0:
        return {port: value & 1}
    return {f"{port}[{low + i}]": value >> i & 1 for i in range(width)}


def number(port: str, values: Mapping[str, int], width: int) -> int:
    """A port's value from its bits."""
    return sum(values.get(name, 0) << i for i, name in enumerate(bits(port, 0, width)))
