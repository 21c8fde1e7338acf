# SPDX-License-Identifier: Apache-2.0
"""What a record says about a claim, and that every claim has an answer."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evariste.commands.claims import command
from evariste.machines import DEFAULT, NATIVE
from evariste.papers import WORDS, Claim, Paper, names, paper, verdict
from evariste.papers.formula import all_records, instruction_facts
from evariste.papers.load import existing, planned
from evariste.papers.rows import peers
from evariste.papers.schema import Answer, Erratum, Head

CLAIM = Claim("x", "Table 1", "cycles of a kernel", 100, Answer(measured="[kernel]"), better="lower")
HEAD = Head(title="T", authors=["A"], venue="V", year=None, year_note="none", machine=DEFAULT)
PAPER = Paper("p", HEAD, {"x": CLAIM})


def record(cycles: int, **other: Any) -> dict[str, Any]:
    common = {"workload": "kernel", "backend": NATIVE, "engine": "rtl", "cycles": cycles, "mix": {"gf": 7}}
    return common | {"verdict": {"passed": True, "checked": "by hand"}} | other


def judge(records: list[dict[str, Any]], **properties: Any) -> tuple[str, float | None]:
    claim = dataclasses.replace(CLAIM, **properties)
    said = verdict(PAPER, claim, records)
    return said.word, said.ratio


@pytest.mark.parametrize(
    ("ours", "properties", "word"),
    [
        (100, {}, "reproduced"),
        (102, {}, "reproduced"),
        (98, {}, "reproduced"),
        (97, {}, "exceeded"),
        (103, {}, "contradicted"),
        (103, {"tolerance": 0.05}, "reproduced"),
        (97, {"better": "higher"}, "contradicted"),
        (103, {"better": "higher"}, "exceeded"),
        (100, {"better": "same"}, "reproduced"),
        (101, {"better": "same"}, "contradicted"),
        (99, {"better": "same"}, "contradicted"),
        (109, {"relation": "~"}, "reproduced"),
        (111, {"relation": "~"}, "contradicted"),
        (89, {"relation": "~"}, "exceeded"),
        (99, {"relation": "<"}, "reproduced"),
        (50, {"relation": "<"}, "exceeded"),
        (100, {"relation": "<"}, "contradicted"),
        (100, {"relation": "<="}, "reproduced"),
        (101, {"relation": "<="}, "contradicted"),
        (101, {"relation": ">", "better": "higher"}, "reproduced"),
        (200, {"relation": ">", "better": "higher"}, "exceeded"),
        (100, {"relation": ">", "better": "higher"}, "contradicted"),
        (100, {"relation": ">=", "better": "higher"}, "reproduced"),
        (99, {"relation": ">=", "better": "higher"}, "contradicted"),
        (300, {"relation": ">", "better": "same"}, "reproduced"),
    ],
)
def test_the_word_follows_from_value_relation_and_tolerance(ours: int, properties: dict[str, Any], word: str) -> None:
    assert judge([record(ours)], **properties) == (word, ours / 100)


@pytest.mark.parametrize(
    ("ours", "word"), [(150, "explained"), (120, "explained"), (160, "contradicted"), (100, "reproduced")]
)
def test_a_corrected_figure_explains_what_the_printed_one_contradicts(ours: int, word: str) -> None:
    assert judge([record(ours)], erratum=Erratum(150, "it was miscounted"))[0] == word


def test_a_count_may_differ_for_a_reason() -> None:
    different = dataclasses.replace(CLAIM, otherwise="Another schedule.")
    assert verdict(PAPER, different, [record(110)]).word == "contradicted"
    said = verdict(PAPER, dataclasses.replace(different, better="same"), [record(90)])
    assert (said.word, said.why) == ("explained", "Another schedule.")


def test_a_missing_record_leaves_the_claim_unanswered_and_says_which() -> None:
    said = verdict(PAPER, CLAIM, [])
    assert (said.word, said.ours, said.ratio) == ("unanswered", None, None)
    assert f"No record of kernel on {NATIVE} yet." in said.why


def test_a_record_with_wrong_output_answers_nothing() -> None:
    said = verdict(PAPER, CLAIM, [record(100, verdict={"passed": False, "checked": "oracle"})])
    assert said.word == "unanswered"
    assert "was wrong" in said.why


def test_the_hardware_s_own_record_is_preferred() -> None:
    assert judge([record(50, engine="iss"), record(100)]) == ("reproduced", 1)


def test_another_backend_does_not_answer() -> None:
    assert judge([record(100, backend="portable")])[0] == "unanswered"


def test_a_record_of_no_program_answers_where_no_backend_is_named() -> None:
    size = [record(100, backend=None)]
    assert judge(size) == ("reproduced", 1)
    assert judge(size, answer=Answer(measured="[kernel@portable]"))[0] == "unanswered"


def test_another_machine_does_not_answer() -> None:
    assert judge([record(100, machine=DEFAULT)])[0] == "reproduced"
    assert judge([record(100, machine="another")])[0] == "unanswered"


def test_a_machine_that_is_named_answers() -> None:
    answer = Answer(measured="[another::kernel@portable]")
    own, other = record(100, machine=DEFAULT, backend="portable"), record(98, machine="another", backend="portable")
    assert judge([own, other], answer=answer) == ("reproduced", 0.98)
    assert judge([own], answer=answer) == ("unanswered", None)


def test_fields_of_records_and_other_claims_enter_a_formula() -> None:
    answer = Answer(measured="{x} * [kernel@portable] / [kernel:mix.gf]")
    records = [record(100), record(14, backend="portable")]
    assert judge(records, answer=answer, value=200) == ("reproduced", 1)
    assert judge(records, answer=Answer(measured="[kernel:mix.alu]"))[0] == "unanswered"


@pytest.mark.parametrize(
    ("answer", "word"),
    [(Answer(reason="figure"), "explained"), (Answer(awaits="another"), "unanswered"),
     (Answer(shown="isa/schema.md", says="It is there."), "reproduced")],
)  # fmt: skip
def test_words_can_answer_too(answer: Answer, word: str) -> None:
    said = verdict(PAPER, dataclasses.replace(CLAIM, answer=answer), [])
    assert said.word == word
    assert said.why


@pytest.mark.parametrize("name", names())
def test_every_claim_is_judged_and_says_why_when_no_record_does(name: str) -> None:
    whole, records = paper(name), all_records()
    for claim in whole.claims.values():
        said = verdict(whole, claim, records)
        assert said.word in WORDS
        assert said.ratio is not None or said.ours == 0 or len(said.why) > 20, claim.id


def test_every_claim_of_the_built_machine_is_answered_but_for_what_is_announced() -> None:
    whole, records, announced = paper("chen2017"), all_records(), planned()
    recorded = {(r["workload"], r["backend"]) for r in records}
    for claim in whole.claims.values():
        if verdict(whole, claim, records).word != "unanswered":
            continue
        from evariste.papers.formula import Formula

        references = Formula(claim.answer.measured or "", DEFAULT).records
        missing = [r for r in references if (r.workload, r.backend) not in recorded]
        assert missing, f"{claim.id} has its records and no verdict"
        assert all(r.workload in announced or r.workload in existing() for r in missing)


def test_nothing_that_exists_is_still_announced() -> None:
    assert sorted(planned().keys() & existing()) == []


def test_everything_announced_is_named_by_a_claim_or_a_peer() -> None:
    from evariste.papers.formula import Formula

    named = {g.workload for g in peers().groups}
    for name in names():
        for claim in paper(name).claims.values():
            if claim.answer.measured:
                named |= {r.workload for r in Formula(claim.answer.measured, DEFAULT).records}
    assert sorted(planned().keys() - named) == []


def test_the_specification_answers_for_single_instructions() -> None:
    facts = {r["workload"]: r["cycles"] for r in instruction_facts()}
    assert facts["isa.gfmul"] == facts["isa.gfinv"] == facts["isa.gfmul32"] == 1
    assert facts["isa.ldr_imm"] == 2


@pytest.mark.parametrize(
    ("claim", "name", "workload"),
    [("t8.mul.clercq", "De Clercq et al.", "gf2_233.mul"), ("t8.sqr.clercq", "De Clercq et al.", "gf2_233.sqr"),
     ("t9.inv.clercq", "De Clercq et al.", "gf2_233.inv")],
)  # fmt: skip
def test_peers_that_a_paper_quotes_have_the_paper_s_figure(claim: str, name: str, workload: str) -> None:
    group = next(g for g in peers().groups if g.workload == workload)
    peer = next(p for p in group.peers if p.name == name)
    assert peer.cycles == paper("chen2017").claims[claim].value
    assert peer.standing == "published"


def test_the_command_counts_lists_and_writes(tmp_path: Path) -> None:
    run = CliRunner().invoke
    counted = run(command, [])
    assert counted.exit_code == 0
    assert all(name in counted.output for name in names())
    listed = run(command, ["chen2017", "--verdict", "reproduced", "--why", "--json", str(tmp_path / "c.json")])
    assert listed.exit_code == 0
    entries = json.loads((tmp_path / "c.json").read_text())
    assert {e["verdict"] for e in entries} == {"reproduced"}
    assert {"claim": "abs.wide", "measured": 1, "value": 1}.items() <= next(
        e for e in entries if e["claim"] == "abs.wide"
    ).items()


@pytest.mark.parametrize(
    ("arguments", "said"), [(["nobody2099"], "no paper is called"), (["--verdict", "fine"], "no verdict is called")]
)
def test_the_command_refuses_what_does_not_exist(arguments: list[str], said: str) -> None:
    refused = CliRunner().invoke(command, arguments)
    assert refused.exit_code == 2
    assert said in refused.output


def test_what_is_held_against_the_papers_library_says_which_is_ours_and_counts_buffers() -> None:
    """Cells, shares and ratios are of a netlist with its buffers; the remark names the process."""
    of = [claim for claim in paper("chen2017").claims.values() if "[silicon." in (claim.answer.measured or "")]
    assert len(of) > 15
    for claim in of:
        assert "180 nm" in claim.answer.says, claim.id
        assert not re.search(r":(full\.)?(fewest_)?(cells|ge)\]", claim.answer.measured or ""), claim.id
