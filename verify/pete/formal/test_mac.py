# SPDX-License-Identifier: Apache-2.0
"""The multiplier and adder of the accumulator are proved, and a gate that is changed refutes the proof."""

from random import Random

import pytest

from evariste.machines.pete.proofs import mac
from evariste.verification import aig, proof
from evariste.verification.aig import Aig

SAMPLES, MORE = 300, 3_000
CONTROLS = 4


@pytest.mark.parametrize("passes", [pytest.param(p, marks=() if p == 4 else pytest.mark.full) for p in mac.PASSES])
def test_products_of_polynomials_are_proved(passes: int) -> None:
    assert mac.wrong_polynomials(passes) is None


@pytest.mark.parametrize("passes", [pytest.param(p, marks=() if p == 4 else pytest.mark.full) for p in mac.PASSES])
def test_products_of_integers_are_the_sums_of_their_slices(passes: int) -> None:
    assert mac.wrong_integers(passes) is None
    assert mac.wrong_integers(passes, dual=False) is None


@pytest.mark.full
def test_a_slice_multiplies() -> None:
    assert mac.wrong_slice() is None


@pytest.mark.full
def test_the_sum_is_proved() -> None:
    assert mac.wrong_sum() is None
    assert mac.wrong_sum(dual=False) is None


@pytest.mark.parametrize(
    ("passes", "count"), [(4, SAMPLES), *(pytest.param(p, MORE, marks=pytest.mark.full) for p in mac.PASSES)]
)
def test_products_of_random_words_are_right(passes: int, count: int) -> None:
    assert all(here == python for _, _, here, python in mac.samples(passes, count))


def damaged(seed: int, outputs: str) -> tuple[Aig, dict[str, str]]:
    """The block with a gate changed that these outputs need."""
    graph, state = mac.design(4)
    ports = {name: literal for name, literal in graph.outputs.items() if name.startswith(outputs)}
    changed, _ = Aig(graph.inputs, ports, graph.gates).with_one_gate_changed(Random(seed))
    return Aig(graph.inputs, graph.outputs, changed.gates), state


@pytest.mark.parametrize("seed", [0, *(pytest.param(s, marks=pytest.mark.full) for s in range(1, CONTROLS))])
def test_a_gate_of_the_sum_that_is_changed_is_noticed(seed: int) -> None:
    assert mac.wrong_sum(damaged(seed, "sum_o"))


@pytest.mark.full
def test_a_slice_with_another_byte_and_one_in_another_place_are_noticed() -> None:
    """Two bits of an operand exchanged, and two of a slice's product."""
    product = mac.slice_ports(4)[0]
    for one, other in (("b_i[3]", "b_i[12]"), (f"{product}.i[4]", f"{product}.i[5]")):
        for dual in (True, False):
            graph, state = mac.cut(4, dual)
            names = [other if n == one else one if n == other else n for n in graph.inputs]
            assert mac.wrong_integers(4, (Aig(names, graph.outputs, graph.gates), state))


@pytest.mark.full
def test_a_gate_of_a_slice_that_is_changed_is_noticed() -> None:
    graph = aig.read(proof.graph("gf_mac_slice", proof.sources(*mac.FOLDERS), {"WIDTH": mac.SMALL}))
    changed, _ = graph.with_one_gate_changed(Random(1))
    assert mac.wrong_slice(changed)


def test_another_product_of_polynomials_is_noticed() -> None:
    """Two bits of an operand exchanged."""
    graph, state = mac.design(4)
    names = ["a_i[1]" if n == "a_i[2]" else "a_i[2]" if n == "a_i[1]" else n for n in graph.inputs]
    assert mac.wrong_polynomials(4, (Aig(names, graph.outputs, graph.gates), state))
