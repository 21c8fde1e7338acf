# SPDX-License-Identifier: Apache-2.0
"""The interpreter against a machine written from the manual: random bundles, legal and illegal, with dense hazards."""

from random import Random

import pytest

from evariste.isa.model import Instruction
from evariste.machines import named
from evariste.sim import Machine
from verify.coreva.model import CAUSES, CODE_SIZE, ISA, RAM, STOP, Model

SOME, MORE = 150, 20_000  # programs
LENGTH = 40  # bundles of a program
INSNS = [*ISA]
BASE, FAR, JUMP = 31, 30, 29  # registers that stay: the data, an address outside memory, a place in the code
FEW = 12  # the registers that most operations use


def operands(rng: Random, insn: Instruction, at: int) -> int:
    """A word of the instruction; most registers are few, so that hazards are many."""
    while True:
        word = insn.match
        for name, field in insn.fields.items():
            raw = rng.getrandbits(field.width)
            if name in ("rd", "rs1", "rs2", "value"):
                raw = rng.randrange(FEW) if rng.random() < 0.95 or name == "rd" else rng.randrange(32)
            if name == "guard":
                raw = 0 if rng.random() < 0.5 else rng.randrange(1, 15)
            if name == "imm" and insn.spec.runs_on == "memory":
                size = {"w": 4, "h": 2, "b": 1}[insn.name[1]]
                raw = rng.randrange(64) * size if rng.random() < 0.99 else rng.getrandbits(7)
            if name == "rs1" and insn.spec.runs_on == "memory":
                raw = BASE if rng.random() < 0.995 else FAR
            if name == "rs1" and insn.name in ("jr", "callr"):
                raw = JUMP
            if name == "offset":
                raw = rng.randrange(1, 12)
            if name == "imm" and insn.name == "trap":
                raw = 1
            word |= field.place(raw)
        if insn.accepts(word):
            return word


def program(rng: Random, wild: float) -> bytes:
    """Bundles of random operations; `wild` is the chance of a word without a rule."""
    words: list[int] = []
    delayed = False
    for _ in range(LENGTH):
        while True:
            chosen = [rng.choice(INSNS) for _ in range(rng.randint(1, 4))]
            branches = any(i.spec.runs_on == "branch" for i in chosen)
            trapping = any(i.name == "trap" for i in chosen) and rng.random() < 0.9
            if not trapping and not (delayed and branches) and (not ISA.illegal_bundle(chosen)):
                break
        bundle = [operands(rng, insn, 4 * len(words)) for insn in chosen]
        bundle[-1] |= STOP
        words += [rng.getrandbits(32) if rng.random() < wild else word for word in bundle]
        delayed = branches
    words += [ISA.by_name["trap"].match | 1 | STOP] * 16
    return b"".join(word.to_bytes(4, "little") for word in words)


def start(core: Machine, model: Model, rng: Random) -> None:
    """The same random state in both."""
    core.clear()
    core.write(0, model.code)
    core.reset()
    values = {i: rng.choice((rng.getrandbits(32), rng.getrandbits(4), 1 << 31, 0xFFFFFFFF)) for i in range(1, 32)}
    values |= {BASE: RAM + 0x100, FAR: 0x10000000, JUMP: 4 * rng.randrange(20, 60)}
    data = rng.randbytes(0x400)
    core.write(RAM, data)
    model.memory |= {RAM + i: byte for i, byte in enumerate(data)}
    for number, value in values.items():
        core.set_reg(number, value)
        model.r[number] = value


def compare(seed: int, core: Machine, lacks: frozenset[str] = frozenset(), wild: float = 0.0) -> Model:
    """One random program on both."""
    rng = Random(seed)
    model = Model(program(rng, wild), lacks)
    start(core, model, rng)
    events = core.record(400)
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


@pytest.mark.parametrize("configuration", ["base", "ise", "clmul"])
@pytest.mark.parametrize("wild", [0.0, 0.01])
def test_both_agree_on_random_bundles(configuration: str, wild: float) -> None:
    """Registers, flags, memory, faults, and the cycle of every bundle."""
    core = Machine("coreva", configuration)
    lacks = frozenset(named("coreva").has(configuration).lacks)
    ends = {compare(seed, core, lacks, wild).cause for seed in range(SOME // 3)}
    assert "illegal_instruction" in ends if configuration != "clmul" or wild else "" in ends


@pytest.mark.full
@pytest.mark.parametrize("wild", [0.0, 0.02])
def test_both_agree_on_many_random_bundles(wild: float) -> None:
    core = Machine("coreva", "clmul")
    models = [compare(seed, core, wild=wild) for seed in range(SOME, SOME + MORE)]
    assert sum(len(model.events) for model in models) > 100_000
    assert {model.cause for model in models} >= {"", "misaligned", "data_bus_error"}


def run(text: str) -> tuple[Machine, Model]:
    """A short program on both, up to its first fault or trap."""
    from evariste.vliw.assembler import Assembler

    code = bytes(Assembler(ISA).assemble(text, "t").sections[".text"].data)
    core, model = Machine("coreva", "clmul"), Model(code)
    start(core, model, Random(1))
    events = core.record(200)
    assert not all(model.step() for _ in range(100))
    assert [(int(e["pc"]), int(e["cycle"])) for e in events][: len(model.events)] == model.events
    assert core.regs[:32] == model.r
    return core, model


TRAP = "\ntrap 1 ;;"


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
        ("movi r4, 5 ;;\njr r4 ;;", "misaligned"),
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
