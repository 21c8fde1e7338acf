# SPDX-License-Identifier: Apache-2.0
"""What is cut out of the core's proofs is proved apart, and an error in it is refuted."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from evariste.machines.coreva.proofs import catalogue, parts
from evariste.paths import ROOT

Ask = Callable[[Path], str | None]
REGFILE, PRODUCT = "coreva_regfile", "coreva_product"
# What is wrong: file, what is there, what is put there, the proof that must fail.
CONTROLS: dict[str, tuple[str, str, str, Ask]] = {
    "a halfword with the other one's enable": (
        REGFILE, "if (write_i[k].en[half])", "if (write_i[k].en[0])", parts.register_file),
    "a port that does not write": (REGFILE, "k = 0; k < Slots", "k = 1; k < Slots", parts.register_file),
    "register 0 with a value": (REGFILE, "number_i[i] == '0 ? '0 :", "", parts.register_file),
    "a port that reads another one's register": (
        REGFILE, "regs_q[number_i[i]]", "regs_q[number_i[i == 3 ? 4 : i]]", parts.register_file),
    "the sign of another byte": (PRODUCT, "i == 3 & x_b_i[31]", "i == 2 & x_b_i[31]",
                                 partial(parts.partial_products, "signed words")),
    "the lower half for the upper bytes": (PRODUCT, "{17'd0, x_a_i[31:16]}", "{17'd0, x_a_i[15:0]}",
                                           partial(parts.partial_products, "halfwords")),
    "an old rd that is not added": (PRODUCT, "x_op_i == X_ADD | ", "", partial(parts.partial_products, "words")),
    "a partial product in the wrong place": (PRODUCT, "<< (8 * i)", "<< (8 * (i ^ 32'(i > 1)))",
                                             partial(parts.sums, "high")),
    "a carry between halfwords": (PRODUCT, "{m_upper, m_sum[15:0]}", "m_sum[31:0]", partial(parts.sums, "halfwords")),
    "the bits of an operand in the other order": (PRODUCT, "if (x_b_i[i])", "if (x_b_i[31-i])", parts.polynomials),
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("name", [proof.name for proof in parts.proofs()])
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


@pytest.mark.full
@pytest.mark.parametrize("what", CONTROLS)
def test_an_error_is_refuted(what: str, tmp_path: Path) -> None:
    file, old, new, ask = CONTROLS[what]
    text = (ROOT / f"rtl/coreva/{file}.sv").read_text()
    assert text.count(old) == 1, f"{file} has changed; the error no longer fits"
    (tmp_path / f"{file}.sv").write_text(text.replace(old, new))
    assert ask(tmp_path / f"{file}.sv")
