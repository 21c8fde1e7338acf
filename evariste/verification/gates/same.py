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
from dataclasses import dataclass

from evariste.verification import abc
from evariste.verification.aig import FALSE, TRUE, Aig, Builder
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


def _machine(graph: Builder, netlist: Netlist, states: dict[int, int], variables: dict[str, int]) -> dict[int, int]:
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
    graph = Builder()
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
    unlike = graph.alone({n: graph.xor(a, b) for n, (a, b) in sorted(pairs.items()) if a != b})
    found.differs = _simulated(unlike)
    if found.differs or unmatched:
        found.proved = False
    else:
        found.proved = abc.constant(unlike, seconds)
    return found


def _simulated(graph: Aig) -> str:
    """An output that is true for a random input, if one shows."""
    chance = random.Random(1)
    seen = graph.value({n: chance.getrandbits(PATTERNS) for n in graph.inputs}, PATTERNS)
    return next((n for n, value in seen.items() if value), "")
