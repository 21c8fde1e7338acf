# SPDX-License-Identifier: Apache-2.0
"""The core together with the accumulator is proved, and one with an error is refuted by the proof that it concerns."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.machines.pete.proofs import catalogue
from evariste.machines.pete.proofs.core import CONFIGURATIONS, OWN, of, proofs
from evariste.parts.mips.proofs import core
from evariste.parts.mips.proofs.semantics import Semantics
from evariste.verification import abc
from evariste.verification.aig import Builder
from evariste.verification.unroll import Design
from verify.mips.wrong_cores import wrong_cores

CONTROLS = of("bise")
# What is wrong: file, what is there, what is put there, the proof that must fail, and what it must say.
ERRORS = {
    "a reader that does not wait": ("pete_accumulator.sv", "assign unit_ready = left_q <= 6'd1 &",
                                    "assign unit_ready = (left_q <= 6'd1 | WRONG) &", "rule.14", "rule 14"),
    "a reader just behind a product": ("pete_accumulator.sv", "~(x_product & PASSES != 1);",
                                       "~(x_product & PASSES != 1 & ~WRONG);", "rule.14", "rule 14"),
    "a product that an exception stops": ("pete_accumulator.sv", "(left_q != '0 & ~dividing_q);",
                                          "(left_q != '0 & ~dividing_q & ~(req_i.x_drop & WRONG));", "rule.47",
                                          "rule 47"),
    "a product that an exception does not drop": ("pete_accumulator.sv", "x_start = req_i.x_go & x_valid_q;",
                                                  "x_start = (req_i.x_go | (WRONG & req_i.x_drop)) & x_valid_q;",
                                                  "rule.16", "rule 16"),
    "a dropped instruction that stays": ("pete_accumulator.sv", "(x_valid_q & ~req_i.x_go & ~req_i.x_drop)",
                                         "(x_valid_q & ~req_i.x_go & ~(req_i.x_drop & ~WRONG))", "rule.14", "rule 14"),
    "a product for a register that nobody waits for": ("mips_core.sv", "~(UNIT & m_op_q.unit & unit_i.m_wait);",
                                                       "~(UNIT & m_op_q.unit & unit_i.m_wait & ~WRONG);", "insn.mul",
                                                       "unit"),
    "a result that is not late": ("mips_core.sv", "if (UNIT & unit_i.d_result) {dec.m.late",
                                  "if (UNIT & unit_i.d_result & ~WRONG) {dec.m.late", "rule.27", "rule 27"),
    "a word of another result": ("pete_accumulator.sv", "default: rsp_o.m_data = lo_q;",
                                 "default: rsp_o.m_data = WRONG ? hi_q : lo_q;", "insn.sha", "write"),
    "sha without a shift": ("pete_decode.sv", "begin to_register = 1; op_o.shift = 1; end",
                            "begin to_register = 1; op_o.shift = ~WRONG; op_o.keep = WRONG; end", "insn.sha", "unit"),
    "mtlhx into HI": ("pete_accumulator.sv", "acc_next = {acc[63:0], addend_q[31:0]};",
                      "acc_next = WRONG ? {acc[63:32], addend_q[31:0], acc[31:0]} : {acc[63:0], addend_q[31:0]};",
                      "insn.mtlhx", "unit"),
    "m2addu once": ("pete_decode.sv", "op_o.add = 1; op_o.twice = 1; end",
                    "op_o.add = 1; op_o.twice = ~WRONG; end", "rule.16", "rule 16"),
    "addau without its carry": ("pete_accumulator.sv", "addend_q <= {req_i.x_carry, req_i.x_sum};",
                                "addend_q <= {req_i.x_carry & ~WRONG, req_i.x_sum};", "rule.50", "rule 50"),
    "maddgf2 that forgets": ("pete_decode.sv", "op_o.polynomial = 1; op_o.add = 1;",
                             "op_o.polynomial = 1; op_o.add = ~WRONG;", "rule.16", "rule 16"),
    "mulgf2 of integers": ("pete_decode.sv", "op_o.product = 1; op_o.polynomial = 1; ours_o = GF2; end",
                           "op_o.product = 1; op_o.polynomial = ~WRONG; ours_o = GF2; end", "rule.16", "rule 16"),
    "maddu of another register": ("pete_decode.sv", "dec_o.rb = two ? insn_i[20:16] : '0;",
                                  "dec_o.rb = two ? (WRONG ? insn_i[15:11] : insn_i[20:16]) : '0;", "rule.47",
                                  "rule 47"),
    "a sum of the operands that forwarding misses": ("mips_core.sv", "{unit_o.d_a, unit_o.d_b} = {value[0], value[1]};",
                                                     "{unit_o.d_a, unit_o.d_b} = {WRONG ? rf_a : value[0], value[1]};",
                                                     "rule.15", "rule 15"),
    "an order of passes": ("pete_accumulator.sv", "2'(PASSES - 32'(left_q))",
                           "2'(WRONG ? 32'(left_q) : PASSES - 32'(left_q))", "rule.47", "rule 47"),
    "U behind a quotient": ("pete_accumulator.sv", "acc_next = {upper_q, remainder, quotient};",
                            "acc_next = {WRONG ? 32'd0 : upper_q, remainder, quotient};", "rule.49", "rule 49"),
    "a unit that stays busy": ("pete_accumulator.sv", "else if (left_q != '0) left_q <= left_q - 6'd1;",
                               "else if (left_q != '0 & ~WRONG) left_q <= left_q - 6'd1;", "no-hang", "nearer"),
    "an instruction that is held up for ever": ("mips_core.sv", "~(UNIT & unit_i.d_hold)",
                                                "~(UNIT & unit_i.d_hold | WRONG)", "no-hang", "nearer"),
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("name", [proof.name for proof in proofs()])
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


def test_an_extension_that_a_configuration_lacks_has_no_instructions_in_its_specification() -> None:
    names = {configuration: {i.name for i in of(configuration).semantics.instructions()}
             for configuration in CONFIGURATIONS}  # fmt: skip
    assert names["bise"] - names["ise"] == {"mulgf2", "maddgf2"} and {*OWN} <= names["fast"]


def test_an_instruction_without_a_meaning_is_refused(tmp_path: Path) -> None:
    base, own = of("bise").semantics.tables
    table = tmp_path / own.name
    text = own.read_text()
    assert "\nmaddu: " in text
    table.write_text(text.replace("\nmaddu: ", "\n# maddu: "))
    with pytest.raises(UserError, match="does not say what maddu does"):
        Semantics("pete", (base, table)).instructions()


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Design]:
    return wrong_cores(CONTROLS, ERRORS, ("rtl/mips", "rtl/pete"), tmp_path_factory.mktemp("wrong"))


@pytest.mark.full
@pytest.mark.parametrize("name", ERRORS)
def test_a_wrong_core_is_refuted(name: str, selected: Callable[[str], Design]) -> None:
    *_, proof, complaint = ERRORS[name]
    counterexample = CONTROLS.refuted(selected(name), proof)
    assert counterexample
    assert core.WRONG.get(complaint, complaint) in counterexample


@pytest.mark.full
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_the_cases_are_not_empty(configuration: str) -> None:
    """A proof of what cannot happen would say nothing: each instruction, and its end, has a state of the invariant."""
    made = of(configuration)
    design = made.running
    for name in (*OWN, "mult", "multu", "div", "mfhi", "mflo", "mthi", "mtlo"):
        if name not in {i.name for i in made.semantics.instructions()}:
            continue
        start = [*core.STARTS, *made.conditions_of(f"insn.{name}"), "ends_o"]
        built = Builder(design.graph.inputs)
        found = built.add(design.graph, built.literals, start)
        assert abc.satisfied(built.graph({"possible": built.every(found[n] for n in start)}), "possible"), name
