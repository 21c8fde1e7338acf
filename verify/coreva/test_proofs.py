# SPDX-License-Identifier: Apache-2.0
"""The accelerators are proved. A changed line of their text refutes the proof that it concerns."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from evariste.machines.coreva.proofs import catalogue, field
from evariste.paths import ROOT

# What is wrong: file, what is there, what is put there, the proof that must fail.
Ask = Callable[[list[Path]], str | None]
CONTROLS: dict[str, tuple[str, str, str, Ask]] = {
    "a product begins with the last result": ("coreva_field", "r_q <= '0;", "r_q <= product;", field.product),
    "a product ends a step early": (
        "coreva_field", "left_q <= Bits'(Digits);", "left_q <= Bits'(Digits - 1);", field.product),
    "a product with other digits ends a step early": ("coreva_field", "left_q <= Bits'(Digits);",
                                                      "left_q <= Bits'(Digits - 1);", partial(field.product, digit=64)),
    "the bits of a digit in the other order": ("coreva_field_step", "<< j;", "<< (D - 1 - j);", field.product),
    "another polynomial": ("coreva_pkg", "FieldTerm = 74", "FieldTerm = 73", field.square),
    "a square in place of the operand": ("coreva_field", "square_r_q ? r_q : a_q", "a_q", field.square),
    "a sum that is no sum": ("coreva_elements", "OpAdd: value = a ^ b;", "OpAdd: value = a | b;", field.commands),
    "an exchange copies": ("coreva_elements", "e_q[ra_q] <= e_q[rd_q];", "e_q[ra_q] <= a;", field.commands),
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("name", [proof.name for proof in field.proofs()])
def test_the_accelerators_are_proved(name: str) -> None:
    assert catalogue()[name].answer().counterexample is None


@pytest.mark.full
@pytest.mark.parametrize("what", CONTROLS)
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    file, old, new, ask = CONTROLS[what]
    top = "coreva_elements" if ask is field.commands else "coreva_field"
    sources = [ROOT / path for path in field.files(top)]
    (changed,) = (path for path in sources if path.stem == file)
    text = changed.read_text()
    assert text.count(old) == 1
    copy = tmp_path / changed.name
    copy.write_text(text.replace(old, new))
    assert ask([copy if path == changed else path for path in sources])
