# SPDX-License-Identifier: Apache-2.0
"""An and-inverter graph, evaluated for thousands of assignments at once: to try all operands of a circuit.

A signal is an array of words of 64 bits, one bit, a lane, for each assignment. Each gate of the graph is one operation
on arrays, or two if it takes the inverse of one operand. What no later gate needs gives its array to another one, so
that all arrays stay in the processor's cache.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from evariste.verification.aig import Aig

WORD = 64  # lanes of a word

Signal = np.ndarray  # of uint64
Operation = tuple[Callable[..., Any], tuple[int, ...]]  # operands and result, by the numbers of their arrays


class Lanes:
    """A graph, ready to be evaluated."""

    def __init__(self, graph: Aig) -> None:
        self.inputs = {name: i for i, name in enumerate(graph.inputs, 1)}  # array 0 is the constant 0
        code, inverted = _code(graph)
        self.code, self.arrays, at = _placed(code, graph.first_gate, {lit >> 1 for lit in graph.outputs.values()})
        self.outputs = {n: (at[lit >> 1], bool(lit & 1 ^ inverted[lit >> 1])) for n, lit in graph.outputs.items()}

    def value(self, inputs: Mapping[str, Signal], words: int) -> dict[str, Signal]:
        """The outputs. An input that is missing is 0 in all lanes."""
        arrays = [np.zeros(words, np.uint64) for _ in range(self.arrays)]
        for name, signal in inputs.items():
            arrays[self.inputs[name]] = signal
        for operation, places in self.code:
            operation(*(arrays[i] for i in places))
        return {n: ~arrays[at] if inverse else arrays[at] for n, (at, inverse) in self.outputs.items()}


def columns(values: Signal, width: int) -> list[Signal]:
    """The bits of a number that each lane has, the lowest first."""
    return [np.packbits((values & (1 << i)) != 0, bitorder="little").view(np.uint64) for i in range(width)]


def _code(graph: Aig) -> tuple[list[Operation], list[int]]:
    """The operations by the nodes of the graph, and which nodes are kept as their inverses. A node that is also needed
    the other way round has a second one, with a negative number."""
    code: list[Operation] = []
    inverted = [0] * (graph.first_gate + len(graph.gates))
    both: set[int] = set()
    for node, (a, b), summed in graph.steps():
        x, y = a >> 1, b >> 1
        not_x, not_y = a & 1 ^ inverted[x], b & 1 ^ inverted[y]
        if summed:
            inverted[node] = not_x ^ not_y
            code.append((np.bitwise_xor, (x, y, node)))
        elif not_x == not_y:
            inverted[node] = not_x
            code.append((np.bitwise_or if not_x else np.bitwise_and, (x, y, node)))
        else:
            if not_x:
                x, y = y, x
            if y not in both:
                both.add(y)
                code.append((np.invert, (y, -y)))
            code.append((np.bitwise_and, (x, -y, node)))
    return code, inverted


def _placed(code: list[Operation], first: int, kept: set[int]) -> tuple[list[Operation], int, dict[int, int]]:
    """The operations by the numbers of arrays, how many arrays there are, and where each node is."""
    last = {node: i for i, (_, nodes) in enumerate(code) for node in nodes}
    at = {node: node for node in range(first)}
    free: list[int] = []
    found, arrays = [], first
    for i, (operation, nodes) in enumerate(code):
        *operands, result = nodes
        if free:
            at[result] = free.pop()
        else:
            at[result] = arrays
            arrays += 1
        found.append((operation, tuple(at[n] for n in nodes)))
        free += [at[n] for n in {*operands, result} if last[n] == i and n not in kept and not 0 <= n < first]
    return found, arrays, at
