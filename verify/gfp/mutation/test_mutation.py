# SPDX-License-Identifier: Apache-2.0
"""Small errors in the RTL are noticed: all in the Galois-field unit, nearly all in the rest of the core."""

from itertools import islice
from types import SimpleNamespace

import pytest

from evariste.errors import UserError
from evariste.machines.gfp import mutants as campaign
from evariste.machines.gfp.mutants import core, harness, interrupts, proofs
from evariste.machines.gfp.mutants.invariant import FACTS, Invariant
from evariste.verification import abc
from evariste.verification import gf_unit as unit
from evariste.verification import mutation as mutants
from evariste.verification.aig import FALSE, TRUE, Aig, Builder
from evariste.verification.equivalence import Comparison
from evariste.verification.mutant_proofs import Hunt, Part
from evariste.verification.mutation import Sample
from evariste.verification.unroll import Design


def quiet(text: str) -> None:
    """No progress on the test's output."""


def sufficient(target: str, result: mutants.Result) -> None:
    """So many mutants are killed as the record needs to pass, and each that survives is explained."""
    assert result.target == target and result.score >= campaign.NEEDED[target], [str(m) for m in result.survivors]
    assert not [str(m) for m in result.survivors if campaign.reason(m) is None]


def test_every_mutant_of_the_unit_in_a_sample_is_killed_or_no_error() -> None:
    result = campaign.run("unit", Sample(60, 2), rounds=60, say=quiet)
    assert not result.survivors
    assert len(result.killed) > 40


@pytest.mark.parametrize("target", campaign.FORMS)
def test_every_mutant_of_a_unit_with_registers_in_a_sample_is_killed_or_no_error(target: str) -> None:
    result = campaign.run(target, Sample(30, 2), rounds=20, say=quiet)
    assert not result.survivors
    assert len(result.killed) > 20


@pytest.mark.parametrize("target", campaign.FORMS)
def test_the_prover_calls_no_error_of_a_unit_with_registers_equivalent(target: str) -> None:
    form = campaign.of_unit(campaign.FORMS[target])
    netlist, made = mutants.build(form.ELABORATE, form.SELECTION, Sample(20, 5), form.TOP)
    assert len(netlist.flops) and max(form.ends)
    flat = form.unrolled(netlist)
    killed = form.Hunt(flat).kill(next(iter(unit.vectors(1, 1))), [m.number for m in made])
    comparison = Comparison(flat, flat.ports[mutants.SELECT], lambda *three: form.observe(flat, *three))
    assert len(killed) > 5
    assert not any(comparison.equivalent(number) for number in list(killed)[:2])


def test_a_round_kills_most_mutants_of_the_core_in_a_sample() -> None:
    netlist, made = mutants.build(core.ELABORATE, core.SELECTION, Sample(60, 2), core.TOP)
    hunt, killed = core.Hunt(netlist), dict[int, str]()
    for one in islice(core.plan(0, 1), 12):
        killed |= hunt.kill(one, [m.number for m in made if m.number not in killed])
    assert len(killed) > 0.7 * len(made), [str(m) for m in made if m.number not in killed]


@pytest.mark.full
def test_most_mutants_of_the_core_in_a_sample_are_killed() -> None:
    result = campaign.run("core", Sample(60, 2), rounds=2, more=2, say=quiet)
    assert result.score > 0.9, [str(m) for m in result.survivors]


def test_the_prover_calls_no_error_equivalent() -> None:
    netlist, made = mutants.build(unit.ELABORATE, unit.SELECTION, Sample(30, 5), unit.TOP)
    hunt = unit.Hunt(netlist)
    killed: dict[int, str] = {}
    for block in unit.vectors(1, 14):
        killed |= hunt.kill(block, [m.number for m in made])
    comparison = Comparison(netlist, netlist.ports[mutants.SELECT], lambda *three: unit.observe(netlist, *three))
    assert len(killed) > 15
    assert not any(comparison.equivalent(number) for number in list(killed)[:4])
    assert comparison.equivalent(0)


@pytest.mark.full
def test_the_core_keeps_the_facts_and_no_killed_mutant_hides_behind_them(monkeypatch: pytest.MonkeyPatch) -> None:
    netlist, made = mutants.build(core.ELABORATE, core.SELECTION, Sample(40, 5), core.TOP)
    comparison = Comparison(netlist, netlist.ports[mutants.SELECT], lambda *three: core.observe(netlist, *three))
    facts = Invariant(netlist, comparison)
    assert facts.equivalent(0)
    hunt, killed = core.Hunt(netlist), {}
    for one in islice(core.plan(0, 1), 3):
        killed |= hunt.kill(one, [m.number for m in made])
    assert len(killed) > 10
    assert not any(facts.equivalent(number) for number in list(killed)[:15])
    monkeypatch.setitem(FACTS, "no instruction takes two cycles", lambda s: s.started ^ 1)
    with pytest.raises(UserError, match="takes two cycles"):
        assert Invariant(netlist, comparison).holds
    monkeypatch.setitem(FACTS, "no instruction takes two cycles", lambda s: s("u_core.no_such_signal"))
    with pytest.raises(UserError, match=r"no signal .*no_such_signal"):
        assert Invariant(netlist, comparison).holds


def test_a_mutant_is_named_by_what_it_changes_not_by_where_it_stands() -> None:
    command = (
        "mutate -mode cnot0 -module gfp_soc -cell $flatten\\u_core.$295 -port A -portbit 2 -ctrlbit 1 "
        "-wire u_core.pc -wirebit 3 -src rtl/gfp/gfp_debug.sv:26.17 -src rtl/gf/gf_clmul8.sv:1.4-2.3"
    )
    mutant = mutants.parsed(7, command)
    assert str(mutant).startswith("rtl/gf/gf_clmul8.sv: `SPDX-License-Identifier: Apache-2.0 //` in `// SPDX")
    assert str(mutant).endswith("Apache-2.0`, bit 2 of A inverted where bit 1 is 0")
    for cell in ("$driver$pc_q", "$driver$u_core.pc_q"):  # the second in an instance that was flattened
        assert "`pc_q`, bit 2" in str(mutants.parsed(8, command.replace("$295", cell)))


def test_long_work_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(mutants, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    said: list[int] = []
    assert list(mutants.told("abcdefgh", said.append, seconds=25)) == [*"abcdefgh"]
    assert said == [2, 5]


def test_the_graph_knows_its_gates() -> None:
    graph = Builder()
    a, b = graph.variable(), graph.variable()
    assert graph.xor(a, b) == graph.xor(b, a) and graph.xor(a, a) == FALSE and graph.xor(a, TRUE) == a ^ 1
    same = graph.xor(graph.xor(a, b), graph.lor(graph.land(a, b ^ 1), graph.land(a ^ 1, b)))
    assert abc.never(graph, same, 60) and abc.never(graph, FALSE, 60)
    assert abc.never(graph, graph.land(a, b), 60) is False and abc.never(graph, TRUE, 60) is False


def test_a_graph_with_inputs_that_came_after_gates_computes_the_same_when_finished() -> None:
    built = Builder(["a", "b"])
    product = built.land(*built.literals.values())
    y = built.xor(product, built.variable("c"))
    finished = built.graph({"y": y})
    assert finished.inputs == ["a", "b", "c"] and built.alone({"product": product}).inputs == ["a", "b"]
    assert finished.value({"a": 0b00001111, "b": 0b00110011, "c": 0b01010101}, 8)["y"] == 0b01010110


def test_the_proofs_refute_the_mutants_of_a_sample_and_hold_for_the_original() -> None:
    part, file = harness.build(Sample(40, 3))
    hunt, refuted = Hunt(part.design, harness.Bus(1)), dict[int, str]()
    for _ in range(30):
        states = hunt.step()
        assert hunt.refuted(0, *states) is None
        refuted |= {m.number: what for m in part.mutants if (what := hunt.refuted(m.number, *states))}
    assert len(refuted) > 0.8 * len(part.mutants)
    prover = proofs.Prover(part.design, harness.WRONG)
    assert prover.verdict(0) == proofs.NONE
    assert prover.verdict(next(iter(refuted))) in ("output", "invariant", "reset")
    assert proofs.of_the_file(file, 1) == "register-file"


def test_an_interrupted_campaign_against_the_proofs_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    said, kept = list[str](), dict[str, dict[int, str]]()
    mutants = [mutants_of("dut", n) for n in range(1, 6)]
    part, file = Part(Design(Aig(), {}), mutants), Part(Design(Aig(), {}), [])
    monkeypatch.setattr(proofs, "build", lambda sample: (part, file))
    monkeypatch.setattr(proofs, "_hunted", lambda *_: {1: "write", 2: "flags"})
    monkeypatch.setattr(proofs, "STORE", SimpleNamespace(get=kept.get, put=kept.__setitem__))

    monkeypatch.setattr(proofs, "_prover", lambda *_: lambda n: (n <= 3 and proofs.NONE) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        proofs.campaign(Sample(5), said.append)
    assert [sorted(v) for v in kept.values()] == [[1, 2, 3]]
    monkeypatch.setattr(proofs, "_prover", lambda *_: lambda n: proofs.NONE)
    assert sorted(proofs.campaign(Sample(5), said.append)[1]) == [1, 2, 3, 4, 5]
    assert "asking the prover of the other 2" in "".join(said)


def test_a_mutant_that_the_prover_left_open_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    part = Part(Design(Aig(), {}), [mutants_of("dut", n) for n in range(1, 4)])
    monkeypatch.setattr(proofs, "build", lambda sample: (part, Part(Design(Aig(), {}), [])))
    kept = {1: "write", 2: proofs.OPEN, 3: proofs.SURVIVES}
    monkeypatch.setattr(proofs, "STORE", SimpleNamespace(get=lambda key: kept, put=lambda key, found: None))
    monkeypatch.setattr(proofs, "_prover", lambda *_: lambda n: proofs.NONE)
    assert proofs.campaign(Sample(3), quiet)[1] == {1: "write", 2: proofs.NONE, 3: proofs.SURVIVES}


def mutants_of(cell: str, number: int) -> mutants.Mutant:
    return mutants.Mutant(number, "inv", cell, "A", 0, None, "rtl/gfp/gfp_alu.sv", "a", "a")


@pytest.mark.full
def test_all_mutants_of_the_unit_are_killed() -> None:
    sufficient("unit", campaign.run("unit", Sample(1500), rounds=60, say=quiet))


@pytest.mark.full
@pytest.mark.parametrize("target", campaign.FORMS)
def test_all_mutants_of_a_unit_with_registers_are_killed(target: str) -> None:
    sufficient(target, campaign.run(target, Sample(300), rounds=60, say=quiet))


@pytest.mark.full
def test_the_proofs_refute_nearly_all_and_every_survivor_is_explained() -> None:
    sufficient("core.proofs", campaign.against_proofs("core", Sample(500), say=quiet))


@pytest.mark.full
def test_the_programs_kill_nearly_all_in_the_core_and_every_survivor_is_explained() -> None:
    sufficient("core", campaign.run("core", Sample(1500), rounds=6, more=20, say=quiet))


@pytest.mark.full
def test_the_programs_kill_nearly_all_in_the_core_with_extensions_and_every_survivor_is_explained() -> None:
    sufficient("extensions", campaign.run("extensions", Sample(500), rounds=3, more=10, say=quiet))


def test_the_proofs_of_the_interrupt_controller_refute_its_mutants() -> None:
    result = campaign.against_proofs("interrupts", Sample(15), say=quiet)
    assert result.total == 15 and not result.survivors
    assert set(result.killed.values()) >= {"output", "invariant"}


@pytest.mark.full
def test_a_mutant_of_the_interrupts_that_a_program_kills_is_refuted_by_the_proofs() -> None:
    """So the same error is meant, in the system and in the design of the proofs."""
    netlist, made = mutants.build(interrupts.ELABORATE, interrupts.SELECTION, Sample(40, 5), interrupts.TOP)
    hunt, killed = interrupts.Hunt(netlist), {}
    for run in interrupts.random(0, 1):
        killed |= hunt.kill(run, [m.number for m in made if m.number not in killed])
    assert len(killed) > 10
    verdicts = interrupts.judge([m for m in made if m.number in killed])
    assert verdicts.keys() == killed.keys()
    assert not [str(m) for m in made if verdicts.get(m.number) in (proofs.NONE, proofs.SURVIVES)]


@pytest.mark.full
def test_programs_and_proofs_kill_nearly_all_in_the_interrupts_and_every_survivor_is_explained() -> None:
    sufficient("interrupts", campaign.run("interrupts", Sample(500), say=quiet))
