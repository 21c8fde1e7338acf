# SPDX-License-Identifier: Apache-2.0
"""Proof that two netlists are the same machine: from equal states, they have equal outputs and equal next states.

Flip-flops of the first netlist (the RTL's) are matched with those of the second by name: nets keep their names through
synthesis. A partner may hold the inverse, if the library lacks a flip-flop for the value after reset. A flip-flop
without a partner was removed as constant: it is assumed to be 0, and proved to stay 0. Flip-flops with a reset are
equal after it, since reset is part of the compared next states. Those without are assumed to start equal.

Both netlists go into one and-inverter graph. Pairs of functions that are not the same node there are first simulated,
which finds differences quickly, and then given to ABC's combinational equivalence checker.
"""

import random
import re
import subprocess
import tempfile
from dataclasses import dataclass

from evariste.errors import UserError
from evariste.verification.gates.graph import ABC, FALSE, TRUE, Graph
from evariste.verification.gates.netlist import KINDS, Netlist

PATTERNS = 256  # of random simulation


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


def _partners(one: Netlist, other: Netlist) -> tuple[dict[int, str], dict[int, tuple[int, int]]]:
    """The name of each flip-flop of the first, and its partner in the second, which carries a net of the same name,
    with 1 if it holds the inverse."""
    name: dict[int, str] = {}
    partner: dict[int, tuple[int, int]] = {}
    theirs = set(other.flops[:, 1].tolist())
    for n, q in (*one.names.items(), *one.carried.items()):
        name.setdefault(q, n)
        if other.carried.get(n) in theirs:
            partner.setdefault(q, (other.carried[n], (n in other.inverted) ^ (n in one.inverted)))
    return name, partner


def _machine(graph: Graph, netlist: Netlist, states: dict[int, int], variables: dict[str, int]) -> dict[int, int]:
    """The literals of all nodes, when the flip-flops have those of `states`; inputs by name and bit in `variables`."""
    values = {0: FALSE, 1: TRUE, **states}
    for port, nodes in netlist.ports.items():
        for i, n in enumerate(nodes):
            if port not in netlist.outputs and n not in values:
                name = f"{port}[{i}]"
                if name not in variables:
                    variables[name] = graph.variable()
                values[n] = variables[name]
    for kind, a, b, s, y in netlist.gates.tolist():
        values[y] = graph.gate(KINDS[kind], values.get(a, FALSE), values.get(b, FALSE), values.get(s, FALSE))
    return values


def _outputs(netlist: Netlist, values: dict[int, int]) -> dict[str, int]:
    ports = ((port, nodes) for port, nodes in netlist.ports.items() if port in netlist.outputs)
    return {f"{port}[{i}]": values.get(n, FALSE) for port, nodes in ports for i, n in enumerate(nodes)}


def compare(one: Netlist, other: Netlist, seconds: int = 300) -> Verdict:
    """Whether the second machine, a netlist, is the first."""
    graph = Graph()
    next_one, next_other = dict(one.flops[:, ::-1].tolist()), dict(other.flops[:, ::-1].tolist())
    name, partner = _partners(one, other)
    state = {q: graph.variable() for q in next_other}
    variables: dict[str, int] = {}
    starts = dict.fromkeys(next_one, FALSE) | {q: state[n] ^ inverse for q, (n, inverse) in partner.items()}
    left = _machine(graph, one, starts, variables)
    right = _machine(graph, other, state, variables)
    mine, theirs = _outputs(one, left), _outputs(other, right)
    unmatched = sorted(mine.keys() ^ theirs.keys())
    unmatched += [f"flip-flop {q} of the netlist" for q in next_other.keys() - {n for n, _ in partner.values()}]
    constant = sorted(name.get(q, f"flip-flop {q}") for q in next_one if q not in partner)

    pairs = {n: (mine[n], theirs[n]) for n in mine.keys() & theirs.keys()}
    for q, d in next_one.items():
        at, inverse = partner.get(q, (0, 0))
        after = right[next_other[at]] ^ inverse if q in partner else FALSE
        pairs[f"next {name.get(q, q)}"] = (left[d], after)
    found = Verdict(len(pairs), len(partner), constant, unmatched, None)
    open_pairs = {n: pair for n, pair in sorted(pairs.items()) if pair[0] != pair[1]}
    value = graph.simulate(random.Random(1), PATTERNS)
    found.differs = next((n for n, (a, b) in open_pairs.items() if value(a) != value(b)), "")
    if found.differs or unmatched:
        found.proved = False
    else:
        found.proved = _equal(graph, list(open_pairs.values()), seconds)
    return found


def _equal(graph: Graph, pairs: list[tuple[int, int]], seconds: int) -> bool | None:
    """ABC's answer for pairs of literals. None if it does not decide in time."""
    if not pairs:
        return True
    with tempfile.NamedTemporaryFile(suffix=".aig") as file:
        file.write(graph.aiger([graph.xor(a, b) for a, b in pairs]))
        file.flush()
        try:
            done = subprocess.run([str(ABC), "-c", f"read_aiger {file.name}; &get -n; &cec -m -T {seconds}"],
                                  capture_output=True, text=True, timeout=2 * seconds)  # fmt: skip
        except subprocess.TimeoutExpired:
            return None
    said = done.stdout
    if "Networks are equivalent" in said:
        return True
    if "NOT EQUIVALENT" in said.upper():
        return False
    if re.search("UNDECIDED", said, re.IGNORECASE):
        return None
    raise UserError(f"ABC gave no answer: {said[-300:]}{done.stderr[-300:]}")
