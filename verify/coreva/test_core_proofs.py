# SPDX-License-Identifier: Apache-2.0
"""The proofs of the core hold, and a core with an error is refuted by the proof that the error concerns."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.machines.coreva.proofs import catalogue, core, semantics
from evariste.paths import ROOT
from evariste.verification.aig import bits
from evariste.verification.unroll import Design

# What is wrong: file, what is there, what is put there, the proof that must fail, and what it must say.
ERRORS = {
    "no forwarding": ("coreva_forward.sv", "if (x_i[k].en[half] & x_i[k].rd == number_i)",
                      "if (x_i[k].en[half] & x_i[k].rd == number_i & ~WRONG)", "rule.34", "rule 34"),
    "forwarding of words": ("coreva_forward.sv", "if (m_i[k].en[half] & m_i[k].rd == number_i)",
                            "if ((WRONG ? m_i[k].en[0] : m_i[k].en[half]) & m_i[k].rd == number_i)",
                            "rule.35", "rule 35"),
    "no wait for a load": ("coreva_interlock.sv", "(x_late_i[j] | ~FORWARD)", "((x_late_i[j] & ~WRONG) | ~FORWARD)",
                           "rule.37", "rule 37"),
    "no wait for a third operand": ("coreva_interlock.sv", "r_op_i[k].third ?", "r_op_i[k].third & ~WRONG ?",
                                    "rule.37", "rule 37"),
    "no wait for a flag": ("coreva_core.sv", "d_wait &= r_valid_q &", "d_wait &= ~WRONG & r_valid_q &",
                           "rule.29", "rule 29"),
    "flags before a bundle that waits": ("coreva_core.sv", "r_on = flags_d[r_op_q[0].guard]",
                                         "r_on = WRONG ? flags[r_op_q[0].guard] : flags_d[r_op_q[0].guard]",
                                         "rule.33", "rule 33"),
    "a guard that is ignored": ("coreva_execute.sv", "x_on_o[k][0] = flags[x_op_i[k].guard];",
                                "x_on_o[k][0] = flags[x_op_i[k].guard] | WRONG;", "slot.2", "slot 2"),
    "a guard of halfwords": ("coreva_execute.sv", "x_op_i[k].guard[2:0]-3'd1}];",
                             "x_op_i[k].guard[2:0]-3'd1}] | WRONG;", "slot.1", "slot 1"),
    "a bundle with a fault writes": ("coreva_core.sv", "m_en_q[k] <= x_result[k].en & {2{x_commit}};",
                                     "m_en_q[k] <= x_result[k].en & {2{x_commit | (x_fault & WRONG)}};",
                                     "rule.5", "rule 5"),
    "a bundle with a fault sets flags": ("coreva_flags.sv", "if (commit_i) flags_q",
                                         "if (commit_i | (x_valid_i & WRONG)) flags_q", "bundle.rest", "rest"),
    "no delay bundle": ("coreva_core.sv", "d_valid_q <= f_valid & ~r_taken;",
                        "d_valid_q <= f_valid & ~r_taken & ~(d_taken & WRONG);", "rule.23", "rule 23"),
    "a branch in a delay bundle": ("coreva_bundle.sv", "(branch_taken | delay_i)",
                                   "(branch_taken | (delay_i & ~WRONG))", "bundle.cause", "cause"),
    "two accesses in a bundle": ("coreva_bundle.sv", "needs[k].memory & memory_taken",
                                 "needs[k].memory & memory_taken & ~WRONG", "bundle.cause", "cause"),
    "two products on a unit": ("coreva_bundle.sv", "needs[k].x_unit & x_taken[k%2]",
                               "needs[k].x_unit & x_taken[k%2] & ~WRONG", "bundle.cause", "cause"),
    "an address that is not noticed": ("coreva_core.sv", "r_taken & r_a[0][1:0] != '0 ?",
                                       "r_taken & r_a[0][1:0] != '0 & ~WRONG ?", "rule.31", "rule 31"),
    "an error of memory": ("coreva_core.sv", "data_err_i ? CAUSE_DATA_BUS_ERROR",
                           "data_err_i & ~WRONG ? CAUSE_DATA_BUS_ERROR", "bundle.cause", "cause"),
    "an access of a bundle with a fault": ("coreva_core.sv", "& x_cause_q == CAUSE_NONE;\n  assign data_we_o",
                                           "& (x_cause_q == CAUSE_NONE | WRONG);\n  assign data_we_o",
                                           "bundle.access", "access"),
    "the lane of a byte": ("coreva_lsu.sv", "x_be_o = 4'b0001 << x_addr_o[1:0];",
                           "x_be_o = WRONG ? 4'b0001 : 4'b0001 << x_addr_o[1:0];", "bundle.access", "access"),
    "the sign of a byte": ("coreva_lsu.sv", "{24{m_sign_q & moved[7]}}", "{24{m_sign_q & moved[7] & ~WRONG}}",
                           "slot.0", "slot 0"),
    "a product of another slot": ("coreva_execute.sv", ".x_a_i(x_a_i[upper_product?u+2 : u]),",
                                  ".x_a_i(x_a_i[upper_product & ~WRONG?u+2 : u]),", "slot.3", "slot 3"),
    "a division step without its guard": ("coreva_execute.sv", ".commit_i(x_commit_i & x_on_o[",
                                          ".commit_i(x_commit_i & WRONG | x_commit_i & x_on_o[", "slot.0", "slot 0"),
    "a flag of the lower slot": ("coreva_flags.sv", "flags_d[i] = x_holds_i[k][0];",
                                 "flags_d[i] = x_holds_i[WRONG ? 0 : k][0];", "slot.1", "slot 1"),
    "a link": ("coreva_core.sv", "r_behind_q <= d_pc_q + {27'd0, d_count_q, 2'b00};",
               "r_behind_q <= d_pc_q + (WRONG ? 32'd4 : {27'd0, d_count_q, 2'b00});", "rule.24", "rule 24"),
    "a bundle that does not wait": ("coreva_core.sv", "assign r_stall = r_valid_q & (x_hold | r_wait);",
                               "assign r_stall = r_valid_q & ((x_hold & ~WRONG) | r_wait);", "rule.11", "rule 11"),
    "a wait for results that are there": ("coreva_interlock.sv", "if (~FORWARD & needs",
                                          "if ((~FORWARD | WRONG) & needs", "rule.40", "rule 40"),
    "a wait for every compare": ("coreva_core.sv", "if (r_op_q[k].compare & (r_op_q[k].flag == d_guard |",
                                 "if (r_op_q[k].compare & (WRONG | r_op_q[k].flag == d_guard |", "rule.41", "rule 41"),
    "a bit of the quotient": ("coreva_divide.sv", "dq_q[30:0], ~below}", "dq_q[30:0], ~below ^ WRONG}",
                              "slot.0", "slot 0"),
    "a third operand of another slot": ("coreva_read.sv", "r_op_i[u+2].third ?", "r_op_i[u+2].third & ~WRONG ?",
                                        "rule.36", "rule 36"),
    "another bundle that is next": ("coreva_retire.sv", "m_q.cause != CAUSE_NONE ?",
                                    "m_q.cause != CAUSE_NONE | WRONG ?", "bundle.next", "next"),
    "another cycle": ("coreva_retire.sv", "m_q.cycle <= cycle_i;", "m_q.cycle <= cycle_i + 64'(WRONG);",
                      "bundle.time", "time"),
    "a wrong word": ("coreva_fetch.sv", "28'(2'(b) < next[3:2])", "28'(2'(b) < next[3:2] & ~WRONG)", "words", "memory"),
}  # fmt: skip
# Of the cores of other configurations: the same behind the configuration.
OTHERS = {
    "no wait for what is in m": ("interlock", "coreva_interlock.sv", "(needs[k][i] == m_rd_i[j] | ", "(",
                                 "rule.34", "rule 34"),
    "no wait for what is in w": ("interlock", "coreva_interlock.sv", " | needs[k][i] == w_rd_i[j])", ")",
                                 "rule.35", "rule 35"),
    "no wait for what is in x": ("interlock", "coreva_interlock.sv", "(x_late_i[j] | ~FORWARD)", "x_late_i[j]",
                                 "rule.34", "rule 34"),
    "a wait for what is written": ("interlock", "coreva_interlock.sv", "if (~FORWARD & needs[k][i] != '0 &",
                                   "if (needs[k][i] == 5'd9) wait_o = 1'b1;\n"
                                   "        if (~FORWARD & needs[k][i] != '0 &", "no-hang", "nearer"),
    "a fused operation": ("base", "coreva_decode.sv", "FUSE_XOR; legal = ISE;", "FUSE_XOR; legal = 1;",
                          "bundle.cause", "cause"),
    "a product without carries": ("ise", "coreva_decode.sv", "X_POLY_HIGH; legal = CLMUL;",
                                  "X_POLY_HIGH; legal = ISE;", "bundle.cause", "cause"),
}  # fmt: skip
# Of the decoder and the arithmetic: the same.
ARITHMETIC = {
    "zeros for the sign": ("coreva_decode.sv", "d.alu = ALU_SHIFT; d.mode = ShiftSign; end\n      OPC_ROR:",
                           "d.alu = ALU_SHIFT; end\n      OPC_ROR:", "sra"),
    "an unsigned compare": ("coreva_decode.sv", "d.is_signed = d.cond == CondLt |", "d.is_signed = 1'b0 &", "cmp_lt"),
    "a mask": ("coreva_alu.sv", "32'h0f0f0f0f", "32'h0f0f0f1f", "mvbits"),
    "a carry between halfwords": ("coreva_alu.sv", "op_i.halves ? op_i.sub : carry_low", "carry_low", "add2"),
    "zeros for what goes out": ("coreva_shifter.sv", "above = rotate_i ? in :", "above =", "ror"),
    "a count": ("coreva_count.sv", "if (zeros[5]) zeros[4:0] = '0;", "", "clz"),
}  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("name", [proof.name for proof in core.proofs()])
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


def test_an_operation_without_a_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(semantics.table())
    del known["add"]
    monkeypatch.setattr(semantics, "table", lambda: known)
    with pytest.raises(UserError, match="does not say what add does"):
        semantics.operations()
    monkeypatch.setattr(semantics, "table", lambda: {**known, "add": "y = a;", "frob": "y = a;"})
    with pytest.raises(UserError, match="describes frob"):
        semantics.operations()


@pytest.fixture(scope="module")
def wrong_cores(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Design]:
    """The design with all errors, and one of them selected by its name."""
    made: dict[str, str] = {}
    for number, (name, old, new, _, _) in enumerate(ERRORS.values(), 1):
        text = made.get(name) or (ROOT / "rtl/coreva" / name).read_text()
        chosen = f"(coreva_harness.control_i == 5'd{number})"
        assert text.count(old) == 1, f"{name} has changed; the error no longer fits"
        made[name] = text.replace(old, new.replace("WRONG", chosen))
    folder = tmp_path_factory.mktemp("wrong")
    for name, text in made.items():
        (folder / name).write_text(text)
    design = core.harness(tuple(folder / name for name in made))
    return lambda name: design.with_constants(bits("control_i", 1 + list(ERRORS).index(name), 5))


@pytest.mark.full
@pytest.mark.parametrize("name", ERRORS)
def test_a_wrong_core_is_refuted(name: str, wrong_cores: Callable[[str], Design]) -> None:
    *_, proof, complaint = ERRORS[name]
    counterexample = core.refuted(wrong_cores(name), proof)
    assert counterexample
    assert core.WRONG.get(complaint, ("", complaint))[1] in counterexample


@pytest.mark.full
@pytest.mark.parametrize("name", OTHERS)
def test_a_wrong_core_of_another_configuration_is_refuted(name: str, tmp_path: Path) -> None:
    configuration, file, old, new, proof, complaint = OTHERS[name]
    text = (ROOT / "rtl/coreva" / file).read_text()
    assert text.count(old) == 1, f"{file} has changed; the error no longer fits"
    (tmp_path / file).write_text(text.replace(old, new))
    counterexample = core.refuted(core.harness((tmp_path / file,), core.parameters(configuration)), proof)
    assert counterexample and core.WRONG.get(complaint, ("", complaint))[1] in counterexample


@pytest.mark.full
@pytest.mark.parametrize("name", ARITHMETIC)
def test_a_wrong_operation_is_refuted(name: str, tmp_path: Path) -> None:
    file, old, new, operation = ARITHMETIC[name]
    text = (ROOT / "rtl/coreva" / file).read_text()
    assert text.count(old) == 1, f"{file} has changed; the error no longer fits"
    (tmp_path / file).write_text(text.replace(old, new))
    assert core.operation(operation, core.arithmetic((tmp_path / file,)))


@pytest.mark.full
def test_bundles_end_in_the_states_of_the_invariant() -> None:
    """A proof of what cannot happen would say nothing."""
    for name in ("done_o", "ends_o"):
        assert core.asked(core.running(), [*core.STARTS, "leaves_o"], [name], core.STARTS), name
