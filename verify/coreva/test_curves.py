# SPDX-License-Identifier: Apache-2.0
"""The curves with kernels on each configuration, against the oracles of the library's own tests: Python integers, and
NIST's vectors.
"""

import pytest

from evariste.ecc import reference as ref
from evariste.ecc import vectors as v
from evariste.ecc.curves import BinaryCurve, binary_curves
from evariste.machines.coreva.workloads import CONFIGURATIONS
from verify.ecc import multiples

QUICK = "x"
CURVES = [binary_curves()[name] for name in ("k233", "b233")]
each_curve = pytest.mark.parametrize("c", CURVES, ids=lambda c: c.name)
each_configuration = pytest.mark.parametrize(
    "configuration", [pytest.param(name, marks=() if name == QUICK else pytest.mark.full) for name in CONFIGURATIONS]
)


def on(configuration: str) -> v.Target:
    """With the kernels of the configuration."""
    return v.Target("coreva", configuration, "coreva", (f"-mcpu={configuration}",))


@each_configuration
def test_every_operation_of_the_field_is_right(configuration: str) -> None:
    multiples.check_field(233, on(configuration))


@each_configuration
@each_curve
def test_multiples_of_points_are_right_for_random_and_for_extreme_scalars(c: BinaryCurve, configuration: str) -> None:
    multiples.check_multiples(c, on(configuration))


@each_configuration
@each_curve
def test_a_scalar_that_is_none_is_refused(c: BinaryCurve, configuration: str) -> None:
    """0, the order and more. n - 1 is one, and gives the negative point."""
    g = ref.generator(c)
    top = (1 << 32 * ((c.n.bit_length() + 31) // 32)) - 1
    refused = {0: "scalar zero", c.n: "scalar too large", c.n + 1: "scalar too large", top: "scalar too large"}
    requests = [request for k in (*refused, c.n - 1) for ks in [v.scalar(c, k)]
                for request in (v.on(c, v.POINT_MUL, ks, v.point(c, g)), v.on(c, v.BASE_MUL, ks))]  # fmt: skip
    *nothing, p, q = v.ask(requests, on(configuration))
    assert [(v.statuses()[status], set(data)) for status, data in nothing[::2]] == [(s, {0}) for s in refused.values()]
    assert nothing[::2] == nothing[1::2]
    assert p == q == (0, v.point(c, ref.negate(c, g)))


@each_configuration
@each_curve
def test_two_multiples_are_added_in_any_relation(c: BinaryCurve, configuration: str) -> None:
    multiples.check_two_multiples(c, on(configuration))


@each_configuration
@each_curve
def test_nist_vectors(c: BinaryCurve, configuration: str) -> None:
    multiples.check_nist(c, on(configuration))


@each_configuration
@each_curve
def test_circuit_and_interpreter_agree_on_the_kernels(c: BinaryCurve, configuration: str) -> None:
    """In every cycle, so cycles on the interpreter are those of the circuit."""
    g = ref.generator(c)
    requests = [v.on(c, v.BASE_MUL, v.scalar(c, 5)), v.on(c, v.POINT_MUL, v.scalar(c, c.n - 5), v.point(c, g))]
    answers = v.ask(requests, on(configuration), engine="lockstep")
    assert answers == [(0, v.point(c, ref.multiply(c, k, g))) for k in (5, c.n - 5)]
