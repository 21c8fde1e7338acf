# SPDX-License-Identifier: Apache-2.0
"""The proofs of the core hold, and errors put into the RTL refute those that should see them."""

from pathlib import Path

import pytest

from evariste.errors import Refusal
from evariste.isa import gfp
from evariste.paths import ROOT
from evariste.prove import abc, catalogue, core, semantics, steps
from evariste.prove.aig import Builder

PROOFS = [proof for proof in catalogue().values() if proof.group != "arithmetic"]

# Errors that do not meet in one instruction: file, what stands there, what is put there.
ERRORS = [
    ("gfp_alu.sv", "33'(b_i) + 33'(carry_i)", "33'(b_i)"),
    ("gfp_core.sv", "3'd4: condition = psr.c & ~psr.z;", "3'd4: condition = psr.c;"),
    ("gfp_core.sv", "mul_done & ~(branch & f_stuck)", "mul_done"),
    ("gfp_decode.sv", "is_gfmul32(w) & (w[15:12] != w[11:8])", "is_gfmul32(w)"),
    ("gfp_sequencer.sv", "assign done_o = data_o & ~more;", "assign done_o = data_o & ~more & ~x_data_place_q[3];"),
    ("gfp_fetch.sv", "left[0] ? instr_rdata_i[15:0]", "left[0] ? instr_rdata_i[31:16]"),
    ("gfp_bytes.sv", "op_i.sign & (op_i.size == SIZE_BYTE ? word_o[7] : word_o[15])", "op_i.sign & word_o[7]"),
]
# The proof that must see each, and its words; and one that none of them concerns.
COMPLAINTS = {
    "subs_reg": "a register is written that should not be, or not, or with another value",
    "b_cond": "the retired address, word or next address is not its own",
    "bl": "a port asks while an access is outstanding, or changes a request before it is granted",
    "gfmul32": "a register is written that should not be, or not, or with another value",
    "sxth": "a register is written that should not be, or not, or with another value",
}
UNTOUCHED = "eors"


@pytest.mark.parametrize("name", [pytest.param(p.name, marks=pytest.mark.full) if p.full else p.name for p in PROOFS])
def test_it_is_proved(name: str) -> None:
    answer = catalogue()[name].answer()
    assert answer.holds, answer.counterexample


def test_every_instruction_of_the_isa_has_its_proof_and_its_meaning() -> None:
    names = {i.name for i in gfp()}
    assert {p.name for p in PROOFS if p.group == "instruction"} == {f"insn.{name}" for name in names}
    assert set(semantics.table()) == names


def test_an_instruction_without_a_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(semantics.table())
    del known["adds_reg"]
    monkeypatch.setattr(semantics, "table", lambda: known)
    with pytest.raises(Refusal, match="does not say what adds_reg does"):
        semantics.instructions()
    monkeypatch.setattr(semantics, "table", lambda: {**known, "adds_reg": "y = n;", "frob": "y = n;"})
    with pytest.raises(Refusal, match="describes frob"):
        semantics.instructions()


def with_errors(folder: Path, errors: list[tuple[str, str, str]]) -> tuple[Path, ...]:
    """Copies of the files with the errors in them."""
    made: dict[str, str] = {}
    for name, old, new in errors:
        text = made.get(name) or (ROOT / "rtl/gfp" / name).read_text()
        assert text.count(old) == 1, f"{name} has changed; the error no longer fits"
        made[name] = text.replace(old, new)
    for name, text in made.items():
        (folder / name).write_text(text)
    return tuple(folder / name for name in made)


def test_errors_in_the_core_are_seen_by_the_proofs_they_concern(tmp_path: Path) -> None:
    design = core.harness(with_errors(tmp_path, ERRORS)).with_constants({"rst_ni": 1})
    hit = {i.name: ["run_o", f"hit_o[{i.index}]"] for i in semantics.instructions()}
    for name, complaint in COMPLAINTS.items():
        counterexample = core.judged(design, hit[name])
        assert counterexample and name.partition("_")[0] in counterexample, name
        assert complaint in counterexample or "invariant is broken" in counterexample, counterexample
    assert core.judged(design, hit[UNTOUCHED]) is None
    for output in ("wrong_prompt_o", "wrong_fair_o"):
        assert steps.SILENT in (steps.progress(output, design) or ""), "the entry of exceptions never ends"
    assert steps.MISTAKEN in (steps.words(design) or ""), "a halfword is put into the place of another"


# Ways to hang, one at a time: the port forgets that it is free again; an instruction waits for itself; a bus error
# is waited out.
HANGS = [
    ("gfp_fetch.sv", "f_kill_q <= f_pending_q & ~instr_rvalid_i & (flush | f_kill_q);",
     "f_kill_q <= f_pending_q & (flush | f_kill_q);"),
    ("gfp_core.sv", "assign wait_done = x_step_q == dec.extra &", "assign wait_done = x_step_q >= dec.extra & psr.c &"),
    ("gfp_sequencer.sv", "assign error_o = answer & data_err_i;", "assign error_o = answer & data_err_i & more;"),
]  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("error", HANGS, ids=[name for name, _, _ in HANGS])
def test_a_core_that_can_hang_is_refuted(error: tuple[str, str, str], tmp_path: Path) -> None:
    design = core.harness(with_errors(tmp_path, [error])).with_constants({"rst_ni": 1})
    for output in ("wrong_prompt_o", "wrong_fair_o"):
        assert steps.SILENT in (steps.progress(output, design) or "")


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
            every = built.both(every, made[name])
        assert abc.satisfied(built.graph({"possible": every}), "possible"), conditions


def test_a_register_file_that_forgets_is_noticed(tmp_path: Path) -> None:
    text = (ROOT / "rtl/gfp/gfp_regfile.sv").read_text()
    assert "if (sel0[r] | sel1[r])" in text
    wrong = tmp_path / "gfp_regfile.sv"
    wrong.write_text(text.replace("if (sel0[r] | sel1[r])", "if (sel0[r] | sel1[r] | wa0_i == 4'(r))"))
    assert core.register_file(wrong)


def test_the_bounds_are_tight() -> None:
    assert core.first_fetch(core.FIRST_FETCH - 1)
