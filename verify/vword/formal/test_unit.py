# SPDX-License-Identifier: Apache-2.0
"""HI, LO, multiplier and divider are proved, and an error in them refutes the proof."""

from pathlib import Path

import pytest

from evariste.machines.vword.proofs import unit
from evariste.paths import ROOT

ERRORS = {
    "a quotient's sign": ("mips_hilo.sv", "(sign_a ^ sign_b) & b_i != '0", "(sign_a ^ sign_b)"),
    "a remainder's sign": ("mips_hilo.sv", "negate_remainder_q <= sign_a;", "negate_remainder_q <= sign_a ^ sign_b;"),
    "one step less": ("mips_hilo.sv", "left_q <= 6'd33;", "left_q <= 6'd32;"),
    "a divisor that just fits": ("mips_divider.sv", "~difference[32]", "~difference[32] & difference != '0"),
    "a write while it works": ("mips_hilo.sv", "if (mthi_i) hi_q <= a_i;", "if (mtlo_i) hi_q <= a_i;"),
    "a sign forgotten": ("mips_hilo.sv", "signed_q & ~multiply_i & left_q == 6'd1;", "signed_q & left_q == 6'd2;"),
    "a digit's sign": ("mips_multiplier.sv", "last_signed_i & low_i[Bits-1],", "last_signed_i & low_i[Bits-2],"),
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("cycles", unit.CYCLES)
def test_every_step_is_one_of_the_definition(cycles: int) -> None:
    assert unit.steps(cycles) is None


@pytest.mark.parametrize(
    "name", [n if not i else pytest.param(n, marks=pytest.mark.full) for i, n in enumerate(ERRORS)]
)
def test_a_wrong_unit_is_refuted(name: str, tmp_path: Path) -> None:
    file, old, new = ERRORS[name]
    text = (ROOT / "rtl/mips" / file).read_text()
    assert text.count(old) == 1, f"{file} has changed; the error no longer fits"
    (tmp_path / file).write_text(text.replace(old, new))
    assert unit.steps(4, unit.design(4, (tmp_path / file,)))
