# SPDX-License-Identifier: Apache-2.0
"""What `ev field` tells a user."""

import re

import pytest
from click.testing import CliRunner

from evariste.commands.field import command
from evariste.gf import lanes
from evariste.isa import load


def ask(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, words)
    return result.exit_code, result.output


@pytest.mark.parametrize("f", load.fields().small[::4], ids=lambda f: f"{f.poly:#x}")
def test_a_field_is_described(f) -> None:
    status, said = ask(hex(f.poly))
    assert status == 0
    assert f"{f.poly:#x} = x^" in said
    assert "irreducible  yes" in said
    assert f"{'yes' if f.primitive else 'no'}, x has order {f.order}" in said
    assert lanes.descriptor(f.poly).hex(" ") in said
    assert f"GF_FIELD_0x{f.poly:x}" in said
    assert re.search(rf"all {4**f.degree} products .* are right, and all {2**f.degree - 1} inverses", said)


@pytest.mark.parametrize("written", ["0x11d", "285", "0b100011101", "x^8+x^4+x^3+x^2+1", "x^8 + x^4 + x^3 + x^2 + 1"])
def test_a_polynomial_may_be_written_in_several_ways(written: str) -> None:
    assert ask(written) == ask("0x11d")


def test_a_reducible_polynomial_is_told_so_with_its_factors() -> None:
    status, said = ask("0x11a")
    assert status == 2 or status == 1
    assert "0x11a = x^8 + x^4 + x^3 + x is not irreducible: it is (x) * (x + 1)" in said


def test_a_ring_gets_a_descriptor_when_asked_for() -> None:
    status, said = ask("0x101", "--ring")
    assert status == 0
    assert "01 02 04 08 10 20 40 08" in said
    assert "no: (x + 1)^8, a ring and not a field" in said
    assert "x has order 8" in said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("0x3", "has degree 1; a descriptor holds degrees 2 to 8"),
        ("0x211", "has degree 9; a descriptor holds degrees 2 to 8"),
        ("x^233+x^74+1", "larger fields are computed with gfmul32"),
        ("banana", "'banana' is not a polynomial; write it like 0x11d"),
        ("0", "'0' is not a polynomial"),
        ("", "'' is not a polynomial"),
        ("x^99999999999+1", "is not a polynomial"),
    ],
)
def test_what_is_no_polynomial_of_these_degrees_is_refused(written: str, said: str) -> None:
    status, output = ask(written)
    assert status == 2
    assert said in output
