# SPDX-License-Identifier: Apache-2.0
"""A graph gives the same for many assignments at once as for each of them."""

import random

import numpy as np

from evariste.verification.aig import FALSE, TRUE, Builder
from evariste.verification.lanes import WORD, Lanes, columns


def test_lanes_are_what_the_graph_gives_for_each_assignment() -> None:
    chance = random.Random(1)
    built = Builder(f"a[{i}]" for i in range(8))
    literals = [*built.literals.values()]
    for _ in range(300):
        a, b, s = (chance.choice(literals) ^ chance.getrandbits(1) for _ in range(3))
        literals.append(built.gate(chance.choice(("AND", "XOR", "MUX", "NOR")), a, b, s))
    outputs = {f"o{i}": literal ^ i & 1 for i, literal in enumerate(literals[-40:])}
    graph = built.graph(outputs | {"input": literals[3] ^ 1, "zero": FALSE, "one": TRUE})
    values = np.arange(4 * WORD)
    given = {f"a[{i}]": signal for i, signal in enumerate(columns(values, 7))}  # a[7] is missing: 0
    found = Lanes(graph).value(given, 4)
    for lane in range(4 * WORD):
        right = graph.value({f"a[{i}]": lane >> i & 1 for i in range(7)})
        assert {n: int(signal[lane // WORD]) >> lane % WORD & 1 for n, signal in found.items()} == right
