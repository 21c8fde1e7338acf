# SPDX-License-Identifier: Apache-2.0
"""Operand isolation: the Galois-field unit sees zeros unless a Galois-field instruction executes.

Proved by SAT on the core's logic, from every state of its registers: an instruction whose first six bits differ from
the unit's prefix in any place leaves both operands of the unit at zero.
"""

import pytest

from verify.gfp.unit.elaborated import run_on

PREFIX = 0b111011
SAT = "sat -ignore_unknown_cells"  # flip-flops: any state
PREPARE = (
    "proc",
    "memory",
    "flatten",
    "cd gfp_core",
    "rename u_execute.u_galois.gen_unit.u_gf_unit.a_i unit_a",
    "rename u_execute.u_galois.gen_unit.u_gf_unit.b_i unit_b",
)


def test_any_other_instruction_leaves_the_operands_at_zero() -> None:
    proofs = [
        f"{SAT} -set f_insn[{31 - i}] {1 - (PREFIX >> 5 - i & 1)} -prove unit_a 0 -prove unit_b 0 -verify"
        for i in range(6)
    ]
    printed = run_on("gfp_core", ["-GGF=1"], *PREPARE, *proofs)
    assert printed.count("SAT proof finished - no model found: SUCCESS!") == 6


@pytest.mark.parametrize("operand", ["unit_a", "unit_b"])
def test_a_galois_field_instruction_brings_them_in(operand: str) -> None:
    counterexample = f"{SAT} -set f_insn[31:26] {PREFIX} -prove {operand} 0 -falsify"
    run_on("gfp_core", ["-GGF=1"], *PREPARE, counterexample)
