# SPDX-License-Identifier: Apache-2.0
"""The interpreter against a machine written from the manual: random bundles, legal and illegal, with dense hazards."""

import re
from random import Random

import pytest

from evariste.machines import named
from evariste.machines.coreva import recipes
from evariste.sim import Machine
from evariste.verification.randprog import run as randprog
from evariste.vliw.assembler import Assembler
from verify.coreva.model import CAUSES, CODE, CODE_SIZE, FIELD, ISA, RAM, Accelerator, Model

SOME, MORE = 150, 20_000  # programs
LONGEST = 500  # bundles
TRAP = "\ntrap 1 ;;"


def compare(seed: int, core: Machine, recipe: str) -> Model:
    """One random program on both."""
    has = named("coreva").has(core.configuration)
    lacks, forward = frozenset(has.lacks), bool(has.parameters.get("FORWARD", 1))
    units = frozenset(name for name in has.parameters if name.endswith("233"))
    accelerator = Accelerator(units, -(-233 // has.parameters.get("D", 32)))
    generated = recipes.generate(seed, recipe)
    segments = dict(generated.segments)
    model = Model(segments[CODE], lacks, forward, accelerator)
    model.memory |= {RAM + i: byte for i, byte in enumerate(segments[RAM])}
    randprog.start(core, generated)
    events = core.record(LONGEST)
    count = 0
    for event in events:
        count += 1
        if not model.step():
            break
        assert model.events[-1] == (int(event["pc"]), int(event["cycle"])), f"program {seed}"
    assert count == len(events), f"program {seed}"
    if model.cause:
        assert (int(events[-1]["cause"]), int(events[-1]["pc"])) == (CAUSES[model.cause], model.pc), f"program {seed}"
    assert core.regs[:32] == model.r, f"program {seed}"
    flags = sum(on << i for i, on in enumerate(model.p) if i)
    assert (core.reg("c0"), core.reg("c1")) == (flags & 0xFE, flags >> 7 & 0xFE), f"program {seed}"
    assert [core.reg("dq0"), core.reg("dq1")] == model.dq, f"program {seed}"
    assert core.read(RAM, 0x400) == bytes(model.memory.get(RAM + i, 0) for i in range(0x400)), f"program {seed}"
    return model


@pytest.mark.parametrize("configuration", ["base", "ise", "clmul", "interlock"])
@pytest.mark.parametrize("wild", ["", ", wild"])
def test_both_agree_on_random_bundles(configuration: str, wild: str) -> None:
    """Registers, flags, memory, faults, and the cycle of every bundle."""
    core = Machine("coreva", configuration)
    models = [compare(seed, core, f"{configuration}{wild}") for seed in range(SOME // 3)]
    assert ("illegal_instruction" in {model.cause for model in models}) == bool(wild)
    lengths = sorted(len(model.events) for model in models)
    assert lengths[len(models) // 2] > (recipes.SETTINGS + (5 if wild else 30))


def state(core: Machine) -> tuple[object, ...]:
    return core.special, core.regs, core.counters(), core.cycles, core.read(RAM, 0x400)


@pytest.mark.parametrize("recipe", recipes.KINDS)
def test_a_program_ends_alike_if_nobody_watches(recipe: str) -> None:
    """Then the interpreter runs most bundles operation by operation, and decides anew at every stop how."""
    core = Machine("coreva", recipe.partition(",")[0])
    for seed in range(SOME):
        generated, rng = recipes.generate(seed, recipe), Random(seed)
        randprog.start(core, generated)
        core.record(LONGEST)
        watched, cycles = state(core), core.cycles
        randprog.start(core, generated)
        while core.cycles < cycles:
            if core.run(max_cycles=min(cycles, core.cycles + rng.choice((1, 2, 50)))).reason != "limit":
                break
        assert state(core) == watched, f"program {seed}"


@pytest.mark.parametrize("watched", [True, False])
def test_a_branch_in_a_delay_bundle_is_refused(watched: bool) -> None:
    core = Machine("coreva", "base")
    core.write(CODE, 2 * bytes(Assembler(ISA).assemble("br 0 ;;\nnop ;;", "t").sections[".text"].data[:4]))
    core.reset()
    core.watch(profile=watched)
    assert re.match(r"illegal bundle 0x\w+ at 0x00000004", core.run(max_cycles=20).sentence)


@pytest.mark.parametrize("configuration", recipes.ACCELERATORS)
def test_both_agree_on_accelerators(configuration: str) -> None:
    """The results of random products, squares and commands, and when they are there."""
    core = Machine("coreva", configuration)
    models = [compare(seed, core, configuration) for seed in range(SOME // 5)]
    assert any(model.accelerator.result or any(model.accelerator.elements) for model in models)


@pytest.mark.parametrize("configuration", [name for name in recipes.ACCELERATORS if name != "squ233"])
def test_both_agree_on_illegal_bundles_while_an_accelerator_is_busy(configuration: str) -> None:
    core = Machine("coreva", configuration)
    models = [compare(seed, core, f"{configuration}, wild") for seed in range(SOME // 3)]
    busy = [model.cause for model in models if model.accelerator.free > model.cycle + 1]
    assert "illegal_instruction" in busy


@pytest.mark.parametrize(
    ("configuration", "text"),
    [
        ("base", "sw r4, 0(r30) ;;"),
        ("mul233", "lw r4, 0(r30) ;;"),
        ("mul233", "sw r4, 0x40(r30) ;;"),
        ("mul233", "sw r4, 0x7c(r30) ;;"),
        ("mul233", "sh r4, 0x20(r30) ;;"),
        ("squ233", "sw r4, 0x3c(r30) ;;"),
        ("squ233", "sw r4, 0x9c(r30) ;;"),
        ("squ233", "lbu r4, 0x80(r30) ;;"),
        ("ff233", "lw r4, 0x60(r30) ;;"),
        ("ff233", "lw r4, 0xa0(r30) ;;"),
        ("x", "lw r4, 0x100(r30) ;;"),
        ("x", "sw r4, 0x104(r30) ;;"),
        ("x", "movhi r4, 0x5000 ;;\nsw r4, 0x100(r30) ;;"),
    ],
)
def test_an_accelerator_refuses_what_it_has_not(configuration: str, text: str) -> None:
    core = Machine("coreva", configuration)
    core.write(CODE, bytes(Assembler(ISA).assemble(text + TRAP, "t").sections[".text"].data))
    core.reset()
    core.set_reg(30, FIELD)
    assert core.run().sentence.startswith("data bus error")


@pytest.mark.full
@pytest.mark.parametrize("recipe", ["clmul", "clmul, wild"])
def test_both_agree_on_many_random_bundles(recipe: str) -> None:
    core = Machine("coreva", "clmul")
    models = [compare(seed, core, recipe) for seed in range(SOME, SOME + MORE)]
    assert sum(len(model.events) for model in models) > 100_000
    assert {model.cause for model in models} >= {"", "misaligned", "data_bus_error"}


def run(text: str) -> tuple[Machine, Model]:
    """A short program on both, up to its first fault or trap."""
    code = bytes(Assembler(ISA).assemble(text, "t").sections[".text"].data)
    core, model = Machine("coreva", "clmul"), Model(code)
    core.write(CODE, code)
    core.reset()
    for number, value in {31: RAM + 0x100, 30: 0x10000000}.items():
        core.set_reg(number, value)
        model.r[number] = value
    events = core.record(200)
    assert not all(model.step() for _ in range(100))
    assert [(int(e["pc"]), int(e["cycle"])) for e in events][: len(model.events)] == model.events
    assert core.regs[:32] == model.r
    return core, model


@pytest.mark.parametrize(
    ("text", "cycles"),
    [
        ("add r4, r5, r6 ;;\nadd r7, r4, r4 ;;", 2),
        ("lw r4, 0(r31) ;;\nadd r7, r4, r4 ;;", 3),
        ("lw r4, 0(r31) ;;\nnop ;;\nadd r7, r4, r4 ;;", 3),
        ("mul r4, r5, r6 ;;\nsw r4, 0(r31) ;;", 3),
        ("[p1] lw r4, 0(r31) ;;\nadd r7, r4, r4 ;;", 3),
        ("mla r4, r5, r6 ;;\nmla r4, r5, r6 ;;", 3),
        ("cmp.eq p1, r4, r4 ;;\n[p1] add r7, r4, r4 ;;", 2),
        ("cmp.eq p1, r4, r4 ;;\n[p1] br next ;;\nnop ;;\nnext:", 4),
        ("cmp.ne p1, r4, r4 ;;\n[p1] br next ;;\nnop ;;\nnext:", 4),
        ("br next ;;\nnop ;;\nnop ;;\nnext:", 2),
        ("movi r4, 16 ;;\njr r4 ;;\nnop ;;\nnop ;;", 4),
        ("movi r4, 20 ;;\njr r4 ;;\nlw r5, 0(r31) ;;\nadd r6, r5, r5 ;;\nnop ;;\n", 4),
        ("divs r4, r5, r6\ndivs r7, r8, r9 ;;\ndivs r4, r4, r6\ndivs r7, r7, r9 ;;", 2),
    ],
)
def test_a_hazard_costs_what_the_manual_says(text: str, cycles: int) -> None:
    core, _ = run(text + TRAP)
    assert core.cycles - 3 - 1 == cycles


def test_a_bundle_reads_before_it_writes() -> None:
    core, _ = run("movi r4, 1\nmovi r5, 2 ;;\nmov r4, r5\nmov r5, r4 ;;" + TRAP)
    assert core.regs[4:6] == [2, 1]


def test_the_higher_slot_wins() -> None:
    core, _ = run("cmp.eq p1, r4, r4\ncmp.eq p2, r4, r4 ;;\n[p1] movi r4, 1\n[p2] movi r4, 2 ;;" + TRAP)
    assert core.regs[4] == 2


def test_a_call_links_behind_its_delay_bundle() -> None:
    core, _ = run("call f ;;\nmov r4, r1\nnop ;;\ntrap 1 ;;\nf: jr r1 ;;\nnop ;;")
    assert core.regs[1] == core.regs[4] == 12


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (".word 0", "illegal_instruction"),
        ("movi r4, 5 ;;\njr r4 ;;\nnop ;;", "misaligned"),
        ("movi r4, 1\nlw r5, 1(r31) ;;", "misaligned"),
        ("movi r4, 1\nsb r5, 0(r30) ;;", "data_bus_error"),
        ("movi r4, 0 ;;\nmovhi r4, 0x10 ;;\njr r4 ;;\nnop ;;", "fetch_bus_error"),
        (".word 0x00400000, 0x00400000, 0x00400000, 0x00400000", "illegal_bundle"),
        (".word 0x00400000, 0x00400000, 0x83042000", "illegal_bundle"),
        ("br 8 ;;\n.word 0x85c00000", "illegal_bundle"),
    ],
)
def test_a_fault_leaves_nothing_of_its_bundle(text: str, cause: str) -> None:
    core, model = run(text)
    assert model.cause == cause and core.stop().reason in ("fault", "lockup")


def test_the_address_where_code_ends_is_a_fault() -> None:
    core = Machine("coreva")
    core.reset()
    core.write(CODE_SIZE - 4, (ISA.by_name["add"].match).to_bytes(4, "little"))
    core.set_reg(core.registers.index("pc"), CODE_SIZE - 4)
    assert core.run().sentence.startswith("instruction bus error")
