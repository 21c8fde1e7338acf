# SPDX-License-Identifier: Apache-2.0
"""Which flip-flop of one circuit is which of another: of RTL and of the netlist that synthesis made of it.

Names match most of them: nets keep their names through synthesis. A match is only a guess. That partners stay equal is
proved afterwards (`equivalence`).
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from evariste.verification.aig import FALSE, TRUE, Aig, Builder
from evariste.verification.gates import KINDS, Netlist

PATTERNS = 256  # of random simulation
MANY = 4096  # of one that compares a few flip-flops with all others


@dataclass
class Matched:
    """The flip-flops of the first circuit: their names; their partners in the second, with 1 for one that holds the
    inverse; and those that are constant, without a partner. `moved`: flip-flops of the second that hold a signal of the
    first, which may be a flip-flop with another partner, again with 1 for the inverse."""

    name: dict[int, str]
    partner: dict[int, tuple[int, int]]
    constant: set[int]
    moved: dict[int, tuple[int, int]] = field(default_factory=dict)


def matched(one: Netlist, other: Netlist) -> Matched:
    """Partners have a name in common. Or the second flip-flop has the name of a signal of the first that is the value
    of a flip-flop once the constant ones are gone. The rest is matched by what they take next (`_alike`). What is left
    then was moved, or copied: synthesis reads a table of constants before the register of its address, not behind it,
    and gives each read port of a memory an address register of its own.

    Constant are those without a common name that stay 0 if they all are.
    """
    name: dict[int, str] = {}
    partner: dict[int, tuple[int, int]] = {}
    left = set(other.flops[:, 1].tolist())
    for n, q in (*one.names.items(), *one.carried.items()):
        name.setdefault(q, n)
        if other.carried.get(n) in left:
            partner.setdefault(q, (other.carried[n], (n in other.inverted) ^ (n in one.inverted)))
    left -= {n for n, _ in partner.values()}
    found = Matched(name, partner, _constant(one, partner.keys()))
    graph = Builder()
    state = {q: FALSE if q in found.constant else graph.variable() for q in one.flops[:, 1].tolist()}
    of = {literal >> 1: q for q, literal in state.items() if literal > TRUE and q not in partner}
    values = machine(graph, one, state, {}) if left else {}
    for n, q in other.carried.items():
        literal = values.get(one.wires.get(n, 0), FALSE)
        if q in left and literal >> 1 in of:
            partner.setdefault(of[literal >> 1], (q, (literal & 1) ^ (n in other.inverted)))
    _alike(one, other, found)
    left -= {n for n, _ in found.partner.values()}
    found.moved = {q: (one.wires[n], int(n in other.inverted)) for n, q in other.carried.items()
                   if q in left and n in one.wires}  # fmt: skip
    found.moved |= _copies(one, other, found)
    return found


def _constant(one: Netlist, others: Mapping[int, object] | set[int]) -> set[int]:
    """The most flip-flops besides others that stay 0 if they all are."""
    after = dict(one.flops[:, ::-1].tolist())
    found = set(after) - set(others)
    while True:
        graph = Builder()
        values = machine(graph, one, {q: FALSE if q in found else graph.variable() for q in after}, {})
        moving = {q for q in found if values.get(after[q], FALSE) != FALSE}
        if not moving:
            return found
        found -= moving


def _alike(one: Netlist, other: Netlist, found: Matched) -> None:
    """Match the rest by what they take next in a simulation, in which they all have the same value now."""
    after, then = dict(one.flops[:, ::-1].tolist()), dict(other.flops[:, ::-1].tolist())
    for inverse in (0, 1):
        mine = sorted(after.keys() - found.partner.keys() - found.constant)
        theirs = sorted(then.keys() - {n for n, _ in found.partner.values()})
        if not mine or not theirs:
            return
        graph, variables = Builder(), dict[str, int]()
        state = {n: graph.variable() for n in then}
        same = graph.variable()
        starts = {q: state[n] ^ i for q, (n, i) in found.partner.items()} | dict.fromkeys(found.constant, FALSE)
        left = machine(graph, one, starts | dict.fromkeys(mine, same), variables)
        right = machine(graph, other, state | dict.fromkeys(theirs, same ^ inverse), variables)
        nexts = {f"one {q}": left[after[q]] for q in mine}
        seen = simulated(graph.alone(nexts | {f"other {n}": right[then[n]] ^ inverse for n in theirs}))
        by = {seen[f"other {n}"]: n for n in theirs}
        found.partner |= {q: (by[value], inverse) for q in mine if (value := seen[f"one {q}"]) in by}


def _copies(one: Netlist, other: Netlist, found: Matched) -> dict[int, tuple[int, int]]:
    """Flip-flops of the second without a partner that take next what a flip-flop of the first takes, whenever both have
    the same value now in a simulation."""
    after, then = dict(one.flops[:, ::-1].tolist()), dict(other.flops[:, ::-1].tolist())
    theirs = then.keys() - {n for n, _ in found.partner.values()} - found.moved.keys()
    if not theirs:
        return {}
    graph, variables = Builder(), dict[str, int]()
    state = {n: graph.variable() for n in then}
    starts = {q: state[n] ^ i for q, (n, i) in found.partner.items()} | dict.fromkeys(found.constant, FALSE)
    left = machine(graph, one, starts, variables)
    state |= {n: left[m] ^ inverse for n, (m, inverse) in found.moved.items()}
    right = machine(graph, other, state, variables)
    asked = {f"one {q}": (starts[q], left[after[q]]) for q in found.partner}
    asked |= {f"other {n}": (state[n], right[then[n]]) for n in theirs}
    literals = {
        f"{when} {n}": value for n, pair in asked.items() for when, value in zip(("now", "next"), pair, strict=True)
    }
    seen = simulated(graph.alone(literals), MANY)
    ones, copies = (1 << MANY) - 1, dict[int, tuple[int, int]]()
    for n in theirs:
        for q in found.partner:
            unlike = seen[f"now one {q}"] ^ seen[f"now other {n}"]
            differ = seen[f"next one {q}"] ^ seen[f"next other {n}"]
            if not differ & ~unlike:
                copies[n] = q, 0
            elif not (differ ^ ones) & unlike:
                copies[n] = q, 1
    return copies


def machine(graph: Builder, netlist: Netlist, states: dict[int, int], variables: dict[str, int]) -> dict[int, int]:
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


def simulated(graph: Aig, patterns: int = PATTERNS) -> dict[str, int]:
    """The outputs of a graph for random inputs."""
    chance = random.Random(1)
    return graph.value({n: chance.getrandbits(patterns) for n in graph.inputs}, patterns)
