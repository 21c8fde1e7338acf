# SPDX-License-Identifier: Apache-2.0
"""The designs that the paper compares with compute what they should: their netlists, on every operand."""

import numpy
import pytest

from evariste.gf.field import Field
from evariste.silicon import activity, designs
from evariste.silicon.circuit import Circuit, Net
from evariste.silicon.synth import synthesise
from verify.needs import needs

pytestmark = needs("osu018")

POLYNOMIALS = (0x11B, 0x11D, 0x1F5)  # irreducible


def numbers(column: list[int]) -> list[int]:
    """The bits of the operands, each over all rows."""
    rows = numpy.array(column, dtype=numpy.uint8)[:, None]
    bits = numpy.packbits(numpy.unpackbits(rows, axis=1, bitorder="little").T, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in bits]


def run(circuit: Circuit, inputs: dict[str, list[int]], rows: int, depth: int) -> list[int]:
    """What a pipeline without feedback gives for rows of inputs, one a cycle; the results of the first cycle come
    `depth` cycles later."""
    known: dict[Net, int] = {net: 0 for bits in circuit.inputs.values() for net in bits}
    cycles = rows + depth
    for name, column in inputs.items():
        for net, value in zip(circuit.inputs[name], numbers([*column, *([column[-1]] * depth)]), strict=True):
            known[net] = value
    held: dict[Net, int] = {net: 0 for gate in circuit.flops for _, net in gate.outputs}
    for _ in range(depth + 1):
        values = activity.evaluate(circuit, known | held, cycles)
        held = {net: values[gate.nets["D"]] << 1 & (1 << cycles) - 1 for gate in circuit.flops
                for _, net in gate.outputs}  # fmt: skip
    out = [values[net].to_bytes(cycles // 8 + 1, "little") for net in circuit.outputs["out_o"]]
    bits = numpy.unpackbits(numpy.array([list(o) for o in out], dtype=numpy.uint8), axis=1, bitorder="little")
    return list(numpy.packbits(bits, axis=0, bitorder="little")[0][depth : depth + rows])


@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_the_systolic_multiplier_multiplies_every_pair(polynomial: int) -> None:
    circuit = Circuit(synthesise(designs.compared("mul")))
    a, b = [x for x in range(256) for _ in range(256)], list(range(256)) * 256
    got = run(circuit, {"a_i": a, "b_i": b, "poly_i": [polynomial & 255] * len(a)}, len(a), 7)
    field = Field(polynomial)
    doubled = [[field.multiply(x, 1 << i) for i in range(8)] for x in range(256)]
    expected = numpy.zeros(len(a), dtype=numpy.uint8)
    for i in range(8):
        column = numpy.array([doubled[x][i] for x in range(256)], dtype=numpy.uint8)
        expected ^= column[numpy.array(a)] * (numpy.array(b) >> i & 1).astype(numpy.uint8)
    assert list(expected) == got


@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_the_euclidean_inverter_inverts_every_element(polynomial: int) -> None:
    circuit = Circuit(synthesise(designs.compared("inv")))
    elements = list(range(1, 256))
    got = run(circuit, {"a_i": elements, "poly_i": [polynomial & 255] * 255}, 255, 15)
    assert [Field(polynomial).multiply(x, int(y)) for x, y in zip(elements, got, strict=True)] == [1] * 255


def test_they_have_about_the_flip_flops_that_the_tables_count() -> None:
    """Table 2: 2.5 (m^2 - m) for the multiplier. The inverter of table 4 is another than ours: 6 m^2 + 4 m there."""
    flops = {name: len(Circuit(synthesise(designs.compared(name))).flops) for name in ("mul", "inv")}
    assert abs(flops["mul"] - 2.5 * (64 - 8)) <= 8
    assert 0.5 * (6 * 64 + 32) < flops["inv"] < 2 * (6 * 64 + 32)
