# SPDX-License-Identifier: Apache-2.0
"""The proofs of the core hold, and a core with an error is refuted by the proof that the error concerns."""

from collections.abc import Callable
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.machines.vword.proofs import catalogue
from evariste.machines.vword.proofs.core import CORE, FOLDER, proofs
from evariste.parts.mips.proofs import core
from evariste.parts.mips.proofs.semantics import Semantics
from evariste.paths import ROOT
from evariste.verification import abc
from evariste.verification.aig import Builder
from evariste.verification.unroll import Design
from verify.mips.wrong_cores import wrong_cores

# What is wrong: file, what is there, what is put there, the proof that must fail, and what it must say.
ERRORS = {
    "no BD": ("mips_cp0.sv", "trap_i & ~exl_q ? slot_i : bd_q", "trap_i & ~exl_q ? slot_i & ~WRONG : bd_q",
              "insn.syscall", "system"),
    "EPC of the slot": ("mips_cp0.sv", "pc_i - {29'd0, slot_i, 2'b00}", "pc_i - {29'd0, slot_i & ~WRONG, 2'b00}",
                        "insn.tlti", "system"),
    "EPC in a handler": ("mips_cp0.sv", "epc_d = trap_i & ~exl_q ?", "epc_d = trap_i & (~exl_q | WRONG) ?",
                         "insn.syscall", "system"),
    "sign of a byte": ("mips_align.sv", "{24{m_op_i.sign & shifted[7]}}", "{24{m_op_i.sign & shifted[7] & ~WRONG}}",
                       "insn.lb", "write"),
    "bytes of LWL": ("mips_align.sv", "(32'hffff_ffff << left));", "(32'hffff_ffff << (WRONG ? right : left)));",
                     "insn.lwl", "write"),
    "lanes of a half": ("mips_align.sv", "x_byte[1] ? 4'b1100 : 4'b0011", "x_byte[1] & ~WRONG ? 4'b1100 : 4'b0011",
                        "insn.sh", "access"),
    "shift to the right": ("mips_decode.sv", "d.x.alu = ALU_SHIFT; d.x.arithmetic = 1; end",
                           "d.x.alu = ALU_SHIFT; d.x.arithmetic = ~WRONG; end", "insn.srav", "write"),
    "a likely branch": ("mips_decode.sv", "OPC_BGTZL:   begin branch1 = 1; d.transfer.likely = 1;",
                        "OPC_BGTZL:   begin branch1 = 1; d.transfer.likely = ~WRONG;", "insn.bgtzl", "next"),
    "a word beyond": ("mips_decode.sv", "default: legal = 0;", "default: legal = WRONG;", "unknown", "trap"),
    "success of SC": ("mips_core.sv", "m_late = {31'd0, m_access_q};", "m_late = {31'd0, m_access_q | WRONG};",
                      "insn.sc", "write"),
    "no forwarding": ("mips_forward.sv", "x_i.write & x_i.rd == number_i", "~WRONG & x_i.write & x_i.rd == number_i",
                      "rule.28", "rule 28"),
    "no load-use stall": ("mips_forward.sv", "x_hit ? x_i.late :", "x_hit ? x_i.late & ~WRONG :", "rule.28", "rule 28"),
    "late store data": ("mips_core.sv", "m_data_q <= x_b_late_q ? m_late : x_b_q;",
                        "m_data_q <= x_b_late_q & ~WRONG ? m_late : x_b_q;", "rule.36", "rule 36"),
    "an early branch": ("mips_forward.sv", "x_hit | (m_hit & m_i.late);", "x_hit | (m_hit & m_i.late & ~WRONG);",
                        "rule.30", "rule 30"),
    "a link": ("mips_execute.sv", "op_i.link ? 32'd8", "op_i.link ? (WRONG ? 32'd4 : 32'd8)", "insn.jal", "write"),
    "overflow": ("mips_exception.sv", "if (op_i.overflows & overflow_i)", "if (op_i.overflows & overflow_i & ~WRONG)",
                 "rule.32", "rule 32"),
    "an access too early": ("mips_core.sv", "x_can = x_valid_q & m_free", "x_can = x_valid_q & (m_free | WRONG)",
                            "rule.2", "rule 2"),
    "a branch in a slot": ("mips_core.sv", "(d_slot_q & dec.transfer != '0);",
                           "(d_slot_q & ~WRONG & dec.transfer != '0);", "rule.24", "rule 24"),
    "ERET keeps the link": ("mips_core.sv", "if (x_commit & x_op_q.eret) link_q",
                            "if (x_commit & x_op_q.eret & ~WRONG) link_q", "rule.13", "rule 13"),
    "a wrong word": ("mips_fetch.sv", "if (granted) f_word_pc_q <= addr;",
                     "if (granted) f_word_pc_q <= WRONG ? behind : addr;", "words", "memory"),
    "a hang": ("mips_core.sv", "assign m_free = ~m_valid_q | m_done;",
               "assign m_free = (~m_valid_q | m_done) & ~WRONG;", "no-hang", "nearer"),
}  # fmt: skip
UNTOUCHED = ("no BD", "insn.addu")
QUICK = ("register-file",)  # the others wait for the core's elaboration


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.full) for n in (p.name for p in proofs())]
)
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


def test_rules_do_not_rest_on_each_other_in_a_circle() -> None:
    assert set(TopologicalSorter(core.GIVEN).static_order()) <= set(range(core.RULES))


def test_an_instruction_without_a_meaning_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "semantics.yaml"
    text = (FOLDER / "semantics.yaml").read_text()
    assert "\naddu: " in text
    table.write_text(text.replace("\naddu: ", "\n# addu: "))
    with pytest.raises(UserError, match="does not say what addu does"):
        Semantics("mips", (table,)).instructions()
    table.write_text(f"{text}frob: y = a;\n")
    with pytest.raises(UserError, match="describes frob"):
        Semantics("mips", (table,)).instructions()


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Design]:
    return wrong_cores(CORE, ERRORS, ("rtl/mips",), tmp_path_factory.mktemp("wrong"))


@pytest.mark.full
@pytest.mark.parametrize("name", ERRORS)
def test_a_wrong_core_is_refuted(name: str, selected: Callable[[str], Design]) -> None:
    *_, proof, complaint = ERRORS[name]
    counterexample = CORE.refuted(selected(name), proof)
    assert counterexample
    assert core.WRONG.get(complaint, complaint) in counterexample


@pytest.mark.full
def test_an_error_that_does_not_concern_an_instruction_leaves_its_proof(selected: Callable[[str], Design]) -> None:
    name, proof = UNTOUCHED
    assert CORE.refuted(selected(name), proof) is None


@pytest.mark.full
def test_the_cases_are_not_empty() -> None:
    """A proof of what cannot happen would say nothing: each case, and a retirement in it, has a state of the
    invariant."""
    design = CORE.running
    for name in ("unknown", "nothing", *(f"insn.{n}" for n in core.SAMPLE)):
        start = [*core.STARTS, *CORE.conditions_of(name), "ends_o"]
        built = Builder(design.graph.inputs)
        made = built.add(design.graph, built.literals, start)
        assert abc.satisfied(built.graph({"possible": built.every(made[n] for n in start)}), "possible"), name


@pytest.mark.full
def test_a_register_file_that_forgets_is_noticed(tmp_path: Path) -> None:
    text = (ROOT / "rtl/mips/mips_regfile.sv").read_text()
    wrong = tmp_path / "mips_regfile.sv"
    for old, new in (("if (we_i)", "if (we_i & wa_i != 5'd9)"), ("rb_i == '0 ? '0", "rb_i == 5'd1 ? '0")):
        assert text.count(old) == 1
        wrong.write_text(text.replace(old, new))
        assert core.register_file(FOLDER, wrong)
