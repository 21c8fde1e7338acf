# SPDX-License-Identifier: Apache-2.0
"""The proofs of the core hold, and errors put into the RTL refute those that should see them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.isa import machine
from evariste.machines.gfp.proofs import catalogue, core, semantics, steps
from evariste.paths import ROOT
from evariste.verification import abc
from evariste.verification.aig import Builder, bits
from evariste.verification.unroll import Design

PROOFS = [proof for proof in catalogue().values() if proof.group != "arithmetic"]

# Cores with an error. All are in one design, and control_i selects one: file, what is there, what is put there (WRONG
# is true in that core alone), the proof that must refute it, and what that must say.
ERRORS = {
    "carry": ("gfp_alu.sv", "33'(b_i) + 33'(carry_i)", "33'(b_i) + 33'(carry_i & ~WRONG)", "insn.subs_reg", "write"),
    "condition": ("gfp_control.sv", "3'd4: condition = psr_i.c & ~psr_i.z;",
                  "3'd4: condition = psr_i.c & ~(psr_i.z & ~WRONG);", "insn.b_cond", "retire"),
    "interlock": ("gfp_control.sv", "mul_done_i & ~(branch & f_stuck_i)", "mul_done_i & ~(branch & f_stuck_i & ~WRONG)",
                  "insn.bl", "port"),
    "one register twice": ("gfp_decode.sv", "OPC_GFMUL32:   begin gf = GF; d.gf_op = GF_CLMUL; d.gf_high = ",
                           "OPC_GFMUL32: begin gf = GF; d.gf_op = GF_CLMUL; d.gf_high = WRONG | ", "insn.gfmul32",
                           "write"),
    "end of a sequence": ("gfp_lsu.sv", "lsu_o.done = lsu_o.data & ~more;",
                          "lsu_o.done = lsu_o.data & ~more & ~(WRONG & x_data_beat_q[3]);", "entry", "retire"),
    "halfword": ("gfp_fetch.sv", "left[0] ? instr_rdata_i[15:0]", "left[0] & ~WRONG ? instr_rdata_i[15:0]",
                 "insn.eors", "rule 10"),
    "sign": ("gfp_align.sv", "op_i.sign & (op_i.size == SIZE_BYTE ?", "op_i.sign & (WRONG | op_i.size == SIZE_BYTE ?",
             "insn.sxth", "write"),
    # What an outside examination put into the core, and the proofs of then did not see.
    "SVC enters HardFault": ("gfp_control.sv", "x_svc_q <= svc_taken_o;", "x_svc_q <= svc_taken_o & ~WRONG;",
                             "insn.svc", "rule 26"),
    "load data": ("gfp_interrupts.sv", "assign rdata_o = data_rdata_i;", "assign rdata_o = data_rdata_i ^ 32'(WRONG);",
                  "insn.ldr_imm", "write"),
    "write of r3": ("gfp_core.sv", ".wd0_i(write.data0),",
                    ".wd0_i(write.data0 & ~{32{WRONG & dec.gf & write.addr0 == 4'd3}}),",
                    "insn.gfmul", "rule 13"),
    "high word": ("gfp_core.sv", ".we1_i(write.we1),", ".we1_i(write.we1 & ~(WRONG & exec & dec.gf_high & psr.c)),",
                  "insn.gfmul32", "rule 13"),
    "store data late": ("gfp_lsu.sv", "if (phase_i.entry & x_data_beat_q == 4'd7)",
                        "if (WRONG & ~data_rvalid_i) data_wdata_o = '0;\n"
                        "    if (phase_i.entry & x_data_beat_q == 4'd7)",
                        "insn.str_imm", "data"),
    "register in lockup": ("gfp_writeback.sv", "(dbg_write_i & dbg_is_reg_i);",
                           "(dbg_write_i & dbg_is_reg_i) | (WRONG & phase_i.lockup);", "lockup", "write"),
    "PRIMASK in lockup": ("gfp_core.sv", ".cps_i(done & dec.cps)",
                          ".cps_i(done & dec.cps | WRONG & phase.lockup)", "lockup", "flags"),
    "PRIMASK in reset": ("gfp_psr.sv", "psr_q <= '0;", "psr_q <= '{primask: WRONG, default: '0};",
                         "invariant-reset", ""),
    "T in reset": ("gfp_core.sv", "? sum[0] : rdata[0])", "? sum[0] : rdata[0] | WRONG & phase.reset)",
                   "reset", "rule 14"),
    "field in reset": ("gfp_field.sv", "degree_q <= 4'd8;", "degree_q <= WRONG ? 4'd3 : 4'd8;", "invariant-reset", ""),
    # Ways to hang: the port forgets that it is free again; an instruction waits for itself; a bus error is waited out.
    "port hangs": ("gfp_fetch.sv", "f_pending_q & ~instr_rvalid_i & (flush",
                   "f_pending_q & (WRONG | ~instr_rvalid_i) & (flush", "wait", "rule 8"),
    "instruction hangs": ("gfp_control.sv", "assign wait_done = x_step_q == dec_i.extra &",
                          "assign wait_done = (WRONG ? x_step_q >= dec_i.extra & psr_i.c : x_step_q == dec_i.extra) &",
                          "insn.nop", "retire"),
    "error hangs": ("gfp_lsu.sv", "lsu_o.error = answer & data_err_i;",
                    "lsu_o.error = answer & data_err_i & (more | ~WRONG);", "insn.ldr_imm", "rule"),
}  # fmt: skip
HANGS = [name for name in ERRORS if name.endswith("hangs")]
# The same for the instructions of extensions, one error each, in cores of the configuration `fast`.
EXTENSION_ERRORS = {
    "gfma adds another register": ("gfp_decode.sv", "dec_o.rc = w[19] ?", "dec_o.rc = w[19] | WRONG ?",
                                   "insn.gfma", "write"),
    "gfmac32 forgets a bit of the high word": ("gfp_galois.sv", "assign added = {d_i, c_i};",
                                               "assign added = {d_i[31:1], d_i[0] & ~WRONG, c_i};",
                                               "insn.gfmac32", "write"),
    "gfmulb takes the degree of the first field": ("gfp_field.sv", "assign {degree_o, columns_o} = second_i ? second :",
                                                   "assign {degree_o, columns_o} = second_i ? {WRONG ? degree_q : "
                                                   "second[59:56], second[55:0]} :", "insn.gfmulb", "operands"),
    "gfinvb takes one cycle": ("gfp_decode.sv", "({4{gf & (d.gf_op == GF_INV |",
                               "({4{gf & ~(WRONG & w[21]) & (d.gf_op == GF_INV |", "insn.gfinvb", "retire"),
    "gfsqb is another operation": ("gfp_decode.sv", "OPC_GFSQB:     begin gf = GF; d.gf_op = GF_SQ;",
                                   "OPC_GFSQB:     begin gf = GF; d.gf_op = WRONG ? GF_MUL : GF_SQ;",
                                   "insn.gfsqb", "operands"),
    "gfpowb repeats its first step": ("gfp_core.sv", ".step_i(x_step),",
                                      ".step_i(x_step & ~{4{WRONG & dec.gf_second}}),", "insn.gfpowb", "operands"),
    "gfcfgb changes the first field": ("gfp_field.sv", "if (high_i & legal_o & ~second_i)",
                                       "if (high_i & legal_o & (~second_i | WRONG))", "insn.gfcfgb", "rule 15"),
    "gfstb stores the first field": ("gfp_core.sv", ".field_i(field),", ".field_i(WRONG ? dbg_field : field),",
                                     "insn.gfstb", "data"),
    "gftst overlooks a lane": ("gfp_core.sv", "some_zero |= flagged[8*i+:8] == '0;",
                               "some_zero |= flagged[8*i+:8] == '0 & ~(WRONG & i == 3);", "insn.gftst", "flags"),
    "gfcmp takes N from the sign": ("gfp_core.sv", ".n_i(dec.lanes ?", ".n_i(dec.lanes & ~WRONG ?",
                                    "insn.gfcmp", "flags"),
    "gfldr forgets half of its offset": ("gfp_decode.sv", "32'({w[15:12], w[3:0], 2'd0});",
                                         "32'({w[15:12] & ~{4{WRONG}}, w[3:0], 2'd0});", "insn.gfldr", "access"),
    "gfstr stores a low register": ("gfp_decode.sv", "dec_o.rt = mem_imm8 ? w[11:8]",
                                    "dec_o.rt = mem_imm8 ? {w[11] & ~WRONG, w[10:8]}", "insn.gfstr", "data"),
    "gfror rotates by less": ("gfp_decode.sv", "dec_o.amount = {1'b0, w[16], w[3:0]};",
                              "dec_o.amount = {1'b0, w[16] & ~WRONG, w[3:0]};", "insn.gfror", "write"),
}  # fmt: skip
Errors = dict[str, tuple[str, str, str, str, str]]
UNTOUCHED = "insn.adds_reg"  # by the last of them


@pytest.mark.parametrize("name", [pytest.param(p.name, marks=pytest.mark.full) if p.full else p.name for p in PROOFS])
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


def test_every_instruction_of_the_isa_has_its_proof_and_its_meaning() -> None:
    names = {i.name for i in machine("gfp")}
    assert {p.name for p in PROOFS if p.group == "instruction"} == {f"insn.{name}" for name in names}
    assert set(semantics.table()) == names


def test_an_instruction_without_a_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(semantics.table())
    del known["adds_reg"]
    monkeypatch.setattr(semantics, "table", lambda: known)
    with pytest.raises(UserError, match="does not say what adds_reg does"):
        semantics.instructions()
    monkeypatch.setattr(semantics, "table", lambda: {**known, "adds_reg": "y = n;", "frob": "y = n;"})
    with pytest.raises(UserError, match="describes frob"):
        semantics.instructions()


def with_errors(errors: Errors, folder: Path, configuration: core.Configuration) -> Callable[[str], Design]:
    """The design with all of these errors, and one of them selected by its name."""
    made: dict[str, str] = {}
    for number, (name, old, new, _, _) in enumerate(errors.values(), 1):
        text = made.get(name) or (ROOT / "rtl/gfp" / name).read_text()
        assert text.count(old) == 1, f"{name} has changed; the error no longer fits"
        made[name] = text.replace(old, new.replace("WRONG", f"(gfp_harness.control_i == 5'd{number})"))
    for name, text in made.items():
        (folder / name).write_text(text)
    design = core.harness(tuple(folder / name for name in made), configuration)
    return lambda name: design.with_constants(bits("control_i", 1 + list(errors).index(name), 5))


@pytest.fixture(scope="module")
def wrong_cores(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Design]:
    return with_errors(ERRORS, tmp_path_factory.mktemp("wrong"), core.DEFAULT)


@pytest.fixture(scope="module")
def wrong_extensions(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Design]:
    return with_errors(EXTENSION_ERRORS, tmp_path_factory.mktemp("extensions"), configuration_of("fast"))


def configuration_of(name: str) -> core.Configuration:
    return next(c for c in core.CONFIGURATIONS if c.name == name)


@pytest.mark.parametrize("name", ERRORS)
def test_a_wrong_core_is_refuted(name: str, wrong_cores: Callable[[str], Design]) -> None:
    *_, proof, complaint = ERRORS[name]
    counterexample = core.refuted(wrong_cores(name), proof)
    assert counterexample
    assert core.WRONG.get(complaint, complaint) in counterexample


@pytest.mark.full
@pytest.mark.parametrize("name", EXTENSION_ERRORS)
def test_a_wrong_instruction_of_an_extension_is_refuted(
    name: str, wrong_extensions: Callable[[str], Design]
) -> None:
    *_, proof, complaint = EXTENSION_ERRORS[name]
    counterexample = core.refuted(wrong_extensions(name), proof)
    assert counterexample
    assert core.WRONG.get(complaint, complaint) in counterexample


def test_every_instruction_of_an_extension_has_an_error_that_must_be_seen() -> None:
    extensions = {f"insn.{i.name}" for i in machine("gfp") if i.extension}
    assert {proof for *_, proof, _ in EXTENSION_ERRORS.values()} == extensions


def test_an_error_that_does_not_concern_an_instruction_leaves_its_proof(wrong_cores: Callable[[str], Design]) -> None:
    assert core.refuted(wrong_cores("field in reset"), UNTOUCHED) is None


WRONG_STEPS = {
    "mul-32": ("muls", "gfp_multiplier.sv", "left_q == '0;", "left_q == 5'd1;"),
    "gf-lanes-1": ("gfmul32", "gfp_core.sv", ".step_i(x_step)", ".step_i({x_step[3:1], 1'b0})"),
    "inverse-2": ("gfinv", "gfp_decode.sv", "d.gf_op == GF_INV | d.gf_op == GF_POW", "d.gf_op == GF_POW"),
    "inverse-4": ("gfpow", "gfp_core.sv", ".step_i(x_step)", ".step_i(x_step & {3'd7, ~dec.set_nz & ~psr.c})"),
    "mac-2": ("gfmac32", "gfp_galois.sv", "((product_q ^ {a_i, b_i})", "((product_q ^ {b_i, a_i})"),
    "gf-lanes-1.inverse-4": ("gfinv", "gfp_control.sv", "LAST_STEP > 7 ? 4'hf", "LAST_STEP > 7 ? 4'h7"),
}  # configuration: instruction, file, what is there, what is put there


@pytest.mark.full
@pytest.mark.parametrize("name", WRONG_STEPS)
def test_a_configuration_is_proved_and_its_errors_are_seen(name: str, tmp_path: Path) -> None:
    """The forms of several cycles: a step too few or a wrong one is seen."""
    instruction, file, old, new = WRONG_STEPS[name]
    configuration = configuration_of(name)
    text = (ROOT / "rtl/gfp" / file).read_text()
    assert text.count(old) == 1
    (tmp_path / file).write_text(text.replace(old, new))
    changed = core.harness((tmp_path / file,), configuration).with_constants({"rst_ni": 1})
    assert core.instructions_of(configuration, [instruction]) is None
    assert core.judged(changed, core.conditions_of(f"insn.{instruction}"))


def test_a_halfword_in_the_place_of_another_is_not_what_memory_gave(wrong_cores: Callable[[str], Design]) -> None:
    assert steps.MISTAKEN in (steps.words(wrong_cores("halfword").with_constants({"rst_ni": 1})) or "")


@pytest.mark.full
@pytest.mark.parametrize("name", HANGS)
def test_a_core_that_can_hang_is_refuted(name: str, wrong_cores: Callable[[str], Design]) -> None:
    for output in ("wrong_prompt_o", "wrong_fair_o"):
        assert steps.SILENT in (steps.progress(output, wrong_cores(name).with_constants({"rst_ni": 1})) or "")


@pytest.mark.full
def test_the_longest_silence_happens() -> None:
    """State by state, on a prompt bus: as many cycles without an event as the proof allows, and no less."""
    assert len(steps.longest_silence()) == steps.SILENCE


def test_the_cases_are_not_empty() -> None:
    """A proof of what cannot happen would say nothing: each sampled case has a state of the invariant."""
    design = core.running()
    for conditions in (["run_o", "hit_o[0]"], *(conditions for conditions, _ in core.CASES.values())):
        start = ["assume_o", "holds_o", *conditions]
        built = Builder(design.graph.inputs)
        made = built.add(design.graph, built.literals, start)
        every = 1
        for name in start:
            every = built.land(every, made[name])
        assert abc.satisfied(built.graph({"possible": every}), "possible"), conditions


def test_a_register_file_that_forgets_is_noticed(tmp_path: Path) -> None:
    text = (ROOT / "rtl/gfp/gfp_regfile.sv").read_text()
    assert "if (sel0[r] | sel1[r])" in text
    wrong = tmp_path / "gfp_regfile.sv"
    wrong.write_text(text.replace("if (sel0[r] | sel1[r])", "if (sel0[r] | sel1[r] | wa0_i == 4'(r))"))
    assert core.register_file(wrong)


def test_the_bounds_are_tight() -> None:
    assert core.first_fetch(core.FIRST_FETCH - 1)
