# SPDX-License-Identifier: Apache-2.0
"""The accelerator's operations are proved at full size, and errors in them refute the proof."""

from pathlib import Path

import pytest

from evariste.machines.vword.instance import Instance, from_parameters, instance, recorded
from evariste.machines.vword.proofs import operations
from evariste.machines.vword.workloads import SPEC

SMALL = instance("x^11+x^2+1", 11, 3, 3)  # level field
SHORT = instance("x^11+x^2+1", 8, 2)  # level fused, two words
NAMED = [name for name, spec in SPEC.items() if recorded(spec.parameters)]


@pytest.mark.parametrize("made", [SMALL, SHORT], ids=lambda made: made.about)
def test_small_instances_are_proved(made: Instance) -> None:
    assert operations.wrong(made) is None


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in operations.QUICK else pytest.mark.full) for n in NAMED]
)
def test_named_instances_are_proved(name: str) -> None:
    assert operations.wrong(from_parameters(SPEC[name].parameters)) is None


WRONG = [
    (SHORT, "a_i << AMOUNTS[k]", "a_i << (AMOUNTS[k] ^ 1)", "V_SHIFT"),  # a wrong amount
    (SHORT, "k < SHIFTS; k++) begin\n      shifted |=", "k + 1 < SHIFTS; k++) begin\n      shifted |=",
     "V_SHIFT"),  # the last amount is missing
    (SHORT, "{W{1'b1}}) >> (W - Kept)", "{W{1'b1}}) >> (W - Kept - 1)", "V_MASK"),  # a bit too many
    (SHORT, "V_SHIFT_XOR: takes_b =", "V_SHIFT_XOR: takes_a =", "V_SHIFT_XOR"),
    (SMALL, "{cond_i[31], ~cond_i[31]}", "{cond_i[30], ~cond_i[30]}", "V_SELECT"),
    (SMALL, "wide[2*i] = a_i[i]", "wide[2*i] = b_i[i]", "V_SQUARE"),
    (SMALL, "both = {a_i, b_i}", "both = {b_i, a_i}", "V_REDUCE"),
    (SMALL, "& core_i[i%32]", "& core_i[(i+1)%32]", "V_PART"),
    (SMALL, "control = W;", "control = M + 1;", "V_CONTROL"),
]


@pytest.mark.parametrize(("made", "old", "new", "operation"), WRONG)
def test_an_error_is_found(made: Instance, old: str, new: str, operation: str, tmp_path: Path) -> None:
    files = operations.sources()
    source = next(path for path in files if path.name == "vword_execute.sv")
    text = source.read_text()
    assert text.count(old) == 1
    changed = tmp_path / source.name
    changed.write_text(text.replace(old, new))
    said = operations.wrong(made, [changed if path == source else path for path in files])
    assert said and f": {operation} " in said
