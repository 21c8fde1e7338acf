# SPDX-License-Identifier: Apache-2.0
"""Many outputs that have to be false: one that is true once in billions of cases is found, wherever it is."""

import pytest

from evariste.verification import abc
from evariste.verification.aig import Builder


@pytest.mark.parametrize("order", [("never", "rare"), ("rare", "never"), ("never",), ("rare",)])
def test_an_output_that_is_rarely_true_is_found_behind_one_that_never_is(order: tuple[str, ...]) -> None:
    graph = Builder()
    inputs = [graph.variable() for _ in range(40)]
    rare = inputs[0]
    for one in inputs[1:34]:
        rare = graph.land(rare, one)
    never = graph.land(inputs[35], graph.land(inputs[35] ^ 1, inputs[36]))
    found = graph.alone({name: {"never": never, "rare": rare}[name] for name in order})
    assert abc.constant(found, 60) is ("rare" not in order)
