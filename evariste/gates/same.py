# SPDX-License-Identifier: Apache-2.0
"""Proof that two netlists are the same machine: equal outputs and equal next states from equal states.

Flip-flops correspond by name. Both netlists go into one and-inverter graph, every pair of functions that is not one
node there to ABC's combinational equivalence checker.
"""

import re
import subprocess
import tempfile
from dataclasses import dataclass

from evariste.errors import Refusal
from evariste.gates.graph import ABC, FALSE, TRUE, Graph
from evariste.gates.netlist import KINDS, Netlist


@dataclass
class Verdict:
    """`pairs` of functions compared, `alike` at once, `unmatched` flip-flops of only one of the two."""

    pairs: int
    alike: int
    unmatched: list[str]
    proved: bool | None  # None: the checker could not tell in its time


def _names(one: Netlist, other: Netlist) -> tuple[dict[int, str], dict[int, str]]:
    """A name for each flip-flop of the two, the same where some net of one name carries both."""
    mine = {node: name for name, node in one.names.items()}
    theirs = {node: mine[one.carried[name]] for name, node in other.carried.items() if one.carried.get(name) in mine}
    return mine, theirs


def _functions(graph: Graph, netlist: Netlist, names: dict[int, str], variables: dict[str, int]) -> dict[str, int]:
    """The literal of each output and of the next state of each flip-flop, by name."""
    values = {0: FALSE, 1: TRUE}
    driven = set(netlist.gates[:, 4].tolist())
    states = {q: d for d, q in netlist.flops.tolist()}

    def variable(name: str) -> int:
        return variables.setdefault(name, graph.variable())

    for q in states:
        values[q] = variable(names.get(q, f"node {q} of {id(netlist)}"))
    for port, nodes in netlist.ports.items():
        for i, n in enumerate(nodes):
            if n not in driven and n not in values:
                values[n] = variable(f"{port}[{i}]")
    for kind, a, b, s, y in netlist.gates.tolist():
        values[y] = graph.gate(KINDS[kind], values.get(a, FALSE), values.get(b, FALSE), values.get(s, FALSE))
    found = {f"next {names[q]}": values[d] for q, d in states.items() if q in names}
    for port, nodes in netlist.ports.items():
        found |= {f"{port}[{i}]": values[n] for i, n in enumerate(nodes) if n in driven}
    return found


def compare(one: Netlist, other: Netlist, skip: str = "", seconds: int = 300) -> Verdict:
    """Compare all functions whose names do not match `skip`."""
    graph = Graph()
    variables: dict[str, int] = {}
    mine, theirs = _names(one, other)
    left, right = _functions(graph, one, mine, variables), _functions(graph, other, theirs, variables)
    unmatched = sorted(left.keys() ^ right.keys())
    names = [n for n in left.keys() & right.keys() if not (skip and re.search(skip, n))]
    open_pairs = sorted((left[n], right[n]) for n in names if left[n] != right[n])
    alike = len(names) - len(open_pairs)
    if not open_pairs:
        return Verdict(len(names), alike, unmatched, True)
    with tempfile.NamedTemporaryFile(suffix=".aig") as file:
        file.write(graph.aiger([graph.xor(a, b) for a, b in open_pairs]))
        file.flush()
        try:
            done = subprocess.run([str(ABC), "-c", f"read_aiger {file.name}; &get -n; &cec -m -T {seconds}"],
                                  capture_output=True, text=True, timeout=2 * seconds)  # fmt: skip
        except subprocess.TimeoutExpired:
            return Verdict(len(names), alike, unmatched, None)
    said = done.stdout
    if "Networks are equivalent" in said:
        return Verdict(len(names), alike, unmatched, True)
    if "NOT EQUIVALENT" in said.upper():
        return Verdict(len(names), alike, unmatched, False)
    if "UNDECIDED" in said.upper():
        return Verdict(len(names), alike, unmatched, None)
    raise Refusal(f"ABC gave no answer: {said[-300:]}{done.stderr[-300:]}")
