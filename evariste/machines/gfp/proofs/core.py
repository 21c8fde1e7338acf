# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core, rtl/gfp/gfp_core.sv, against a specification generated from isa/ (proofs/semantics.py).

verify/gfp/formal/core/gfp_harness.sv has the properties. They need no history except the invariant. So each is asked
for one cycle, from an arbitrary state in which the invariant holds. If the reset state fulfils the invariant and every
cycle keeps it, the properties hold for all time, any bus and any number of wait states.

There is one question per instruction, and one for each other activity of the core. Together these cases are complete
(`cases` proves it). In a case, nothing wrong happens in the cycle, and the invariant holds after it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache as once
from functools import partial
from pathlib import Path
from typing import Any

from evariste import cache
from evariste.cache import keys
from evariste.isa import machine
from evariste.machines.gfp import MACHINE, VERIFY
from evariste.machines.gfp.proofs import semantics
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.aig import Aig, number
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled, forced, merged

SPECIFICATION = f"{VERIFY}/formal/core"
FOLDER = ROOT / SPECIFICATION
INPUTS = ("rtl/gf/gf_pkg.sv", "rtl/gfp", "gen/gfp/gfp_isa_pkg.sv", "isa/gfp/isa.yaml", SPECIFICATION)
WRONG = {
    "fetch": "the instruction port asks for another word, or at another time",
    "access": "an access has another time, address, size or direction",
    "data": "a store that waits for its answer shows other data",
    "retire": "something retires at another time, or with another address, word or next address",
    "trap": "it faults or locks up where it should not, or does not where it should, or with another cause or address",
    "memory": "an access is reported that was not made, or otherwise than it was",
    "write": "a register is written that should not be, or not, or with another value",
    "flags": "flags or special registers change otherwise than they should",
    "operands": "a unit is asked something else",
    "quiet": "an idle unit has operands",
    "port": "a port asks while an access is outstanding, or changes a request before it is granted",
}
PASSES = (
    *("proc", "flatten", "opt_clean -purge", "setundef -undriven -anyseq", "setundef -anyseq", "async2sync"),
    *("opt -nodffe -nosdff", "opt_clean -purge", "memory -nomap", "memory_map", "opt -nodffe -nosdff"),
)
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "aigmap", "opt_clean -purge")


def files(changed: tuple[Path, ...] = (), kept: tuple[str, ...] = ()) -> list[Path]:
    """The core without its units and register file, its specification, and the properties of one cycle. `changed`:
    files that take the place of those of the same name; `kept`: those that are not cut out."""
    text = semantics.module()
    made = cache.built("prove", "specification", keys.digest(text), lambda at: (at / "gfp_spec.sv").write_text(text))
    specification = made / "gfp_spec.sv"
    cut = [path for path in proof.sources(f"{SPECIFICATION}/cut") if path.name not in kept]
    other = {path.name: path for path in (*cut, *changed)}
    rtl = [path for path in proof.sources("rtl/gfp") if path.name not in other]
    first = [ROOT / "gen/gfp/gfp_isa_pkg.sv", ROOT / "rtl/gf/gf_pkg.sv", FOLDER / "gfp_spec_pkg.sv"]
    checks = [FOLDER / f"gfp_{name}.sv" for name in ("reference_fetch", "reference", "progress", "words", "harness")]
    return [*first, *rtl, *other.values(), specification, *checks]


def parameters() -> dict[str, int]:
    """Of the harness."""
    return {"HIT_LAST": len(semantics.instructions()) - 1}


@dataclass(frozen=True)
class Configuration:
    """Parameters of gfp_core that differ from the default, and what is not cut out then."""

    name: str
    about: str
    given: tuple[tuple[str, int], ...]
    kept: tuple[str, ...] = ()


CONFIGURATIONS = (
    Configuration("mul-32", "`MUL_CYCLES` = 32, the multiplier not cut out", (("MUL_CYCLES", 32),),
                  ("gfp_multiplier.sv",)),
    Configuration("gf-lanes-1", "`GF_LANES` = 1", (("GF_LANES", 1),)),
    Configuration("gf-lanes-2", "`GF_LANES` = 2", (("GF_LANES", 2),)),
    *(Configuration(f"inverse-{n}", f"`GF_INVERSE_CYCLES` = {n}", (("GF_INVERSE_CYCLES", n),)) for n in (2, 3, 4)),
    Configuration("ma", "`GF_MA` = 1", (("GF_MA", 1),)),
    Configuration("field2", "`GF_FIELD2` = 1", (("GF_FIELD2", 1),)),
    Configuration("test", "`GF_TEST` = 1", (("GF_TEST", 1),)),
    Configuration("high", "`GF_HIGH` = 1", (("GF_HIGH", 1),)),
    Configuration("fast", "the parameters of `fast`", tuple(MACHINE.configurations["fast"].parameters.items())),
    *(Configuration(f"mac-{n}", f"`GF_MAC` = {n}", (("GF_MAC", n),)) for n in (1, 2)),
    Configuration("gf-lanes-1.inverse-4", "`GF_LANES` = 1 and `GF_INVERSE_CYCLES` = 4",
                  (("GF_LANES", 1), ("GF_INVERSE_CYCLES", 4))),
)  # fmt: skip
DEFAULT = Configuration("default", "", ())


@once
def harness(changed: tuple[Path, ...] = (), configuration: Configuration = DEFAULT) -> Design:
    """The design of the proofs. `changed`: as for `files`."""
    sources, given = files(changed, configuration.kept), parameters() | dict(configuration.given)
    return unroll.read(proof.graph("gfp_harness", sources, given, passes=PASSES, to_graph=TO_GATES))


@once
def running() -> Design:
    """After reset."""
    return harness().with_constants({"rst_ni": 1})


def assumed(conditions: Iterable[str]) -> list[str]:
    """The assumptions at the start of a case. `cases` shows that both machines have the same instruction word."""
    conditions = list(conditions)
    return ["assume_o", "holds_o", *(["alike_o"] if "run_o" in conditions else []), *conditions]


def case(design: Design, conditions: Iterable[str]) -> Aig:
    """The question of one case: its conditions hold in an arbitrary state of the invariant. Is anything wrong, or is
    the invariant lost a cycle later? `bad` says so. While an instruction continues, its word stays the same. When it is
    over, a new one begins.
    """
    graph, start = design.graph, assumed(conditions)
    known = forced(graph, start)
    bit = {2 * (i + 1): name for i, name in enumerate(graph.inputs)}
    word = {name: known[name] for i in range(32) if (name := bit.get(graph.outputs[f"insn_o[{i}]"])) in known}
    fresh = bit[graph.outputs["fresh_o"]]
    wrong = [f"wrong_{name}_o" for name in WRONG]

    cycles = Unrolled(design.with_constants(word), 2, known)
    cycles.merge(merged(graph.fixed(known, start), start))
    now = cycles.step([*start, "over_o", *wrong], {})
    land, after = cycles.built.land, cycles.state
    goes_on = land(now["over_o"] ^ 1, after[fresh] ^ 1)
    kept = [after[name] ^ value ^ 1 for name, value in word.items()]
    lost = cycles.every([*kept, cycles.look("holds_o", {**word, fresh: 0})]) ^ 1
    begun = Unrolled(design, 2, {})
    begun.built, begun.state, begun.cycle = cycles.built, cycles.state, 1
    bad = cycles.some([*(now[name] for name in wrong), land(goes_on, lost),
                       land(goes_on ^ 1, land(after[fresh], begun.look("holds_o", {fresh: 1})) ^ 1)])  # fmt: skip
    return cycles.built.graph({"bad": cycles.every([*(now[name] for name in start), bad])})


# The activities of the core besides instructions.
CASES = {
    "unknown": (["run_o", "unknown_o"], "a word that is no instruction faults, and does nothing else"),
    "fault": (
        ["fault_o"],
        "a bus error in place of an instruction, or T clear, faults with its cause and does nothing else",
    ),
    "wait": (["wait_o"], "while no instruction has arrived, nothing changes"),
    "entry": (["entry_o"], "exception entry stores the frame, loads the vector, and sets LR, SP and xPSR"),
    "return": (["return_o"], "exception return loads the frame, and sets registers, SP, PC and xPSR from it"),
    "reset": (["reset_o"], "the reset sequence loads MSP and PC, and does nothing else"),
    "lockup": (["locked_o"], "lockup lasts, and does nothing"),
}
# Instructions that represent their kind if not all are proved.
SAMPLE = (
    "adds_reg",
    "rors",
    "muls",
    "add_hi",
    "bx",
    "ldr_imm",
    "strb_imm",
    "b_cond",
    "bl",
    "svc",
    "msr",
    "gfmul32",
    "gfcfg",
)
FIRST_FETCH = 4  # cycles


def judged(design: Design, conditions: list[str]) -> str | None:
    """None when nothing goes wrong in a case, else what does."""
    found = abc.satisfied(case(design, conditions), "bad")
    if found is None:
        return None
    start = assumed(conditions)
    known = forced(design.graph, start)
    same = merged(design.graph.fixed(known, start), start)
    found = {**found, **known}
    found |= {name: found.get(other, 0) for name, other in same.items()}
    return story(design, found, {f"wrong_{key}_o": text for key, text in WRONG.items()})


def story(design: Design, found: dict[str, int], wrong: dict[str, str], later: dict[str, str] | None = None,
          held: Iterable[str] = ()) -> str:  # fmt: skip
    """Two cycles of a counterexample in words: instruction, bus, and which outputs of `wrong` are 1 in the first, of
    `later` in the second cycle, or which rule of the invariant is broken there. Ports `held` keep their values."""
    state = {n: found.get(n, 0) for n in design.state}
    shown = []
    for t in range(2):
        ports = {n: found.get(f"{n}@{0 if n.partition('[')[0] in held else t}", 0) for n in design.ports}
        now = design.graph.value({**state, **ports})
        broken = [f"rule {k} of the invariant is broken" for k in range(64) if not number("rule_o", now, 64) >> k & 1]
        said = [text for key, text in ((later or {}) if t else wrong).items() if now[key]]
        bus = [name for name in BUS if ports[name]] if not t else []
        place = f"cycle {t}: {word(number('insn_o', now, 32))} at 0x{number('pc_o', now, 32):08x}"
        shown.append("; ".join([" ".join([place, *bus]), *said, *(broken if t else [])]))
        state = {n: now[after] for n, after in design.state.items()}
    return ". ".join(shown) + "."


BUS = ("instr_gnt_i", "instr_rvalid_i", "instr_err_i", "data_gnt_i", "data_rvalid_i", "data_err_i")


def word(bits: int) -> str:
    """An instruction word as its instruction and operands."""
    bits, size = (bits, 4) if machine("gfp").is_long(bits >> 16) else (bits >> 16, 2)
    found = machine("gfp").decode(bits, size)
    if found is None:
        return f"illegal word 0x{bits:x}"
    return " ".join([found.insn.name, *(f"{name}={value:#x}" for name, value in found.operands.items())])


def from_reset(design: Design | None = None) -> str | None:
    """Reset leads to the invariant. Registers without a reset hold anything, and the reference machine starts with the
    same. The two lowest bits of PSP are assumed to be clear, as the manual says.
    """
    cycles = Unrolled(design or harness(), 2, {})
    cycles.step(["assume_o"], {"rst_ni": 0})
    now = cycles.step(["holds_o", "born_alike_o"], {"rst_ni": 1}, last=True)
    bad = cycles.built.land(now["born_alike_o"], now["holds_o"] ^ 1)
    return "a state after reset is not one of the invariant." if abc.possible(cycles.built, bad) else None


def all_cases(design: Design | None = None) -> str | None:
    """The cases leave nothing out."""
    cycles = Unrolled(design or running(), 1, {})
    hits = [f"hit_o[{i.index}]" for i in semantics.instructions()]
    others = [conditions[0] for name, (conditions, _) in CASES.items() if name != "unknown"]
    now = cycles.step(["holds_o", "alike_o", "run_o", "unknown_o", *others, *hits], {}, last=True)
    known = cycles.some([now["unknown_o"], *(now[h] for h in hits)])
    instruction = cycles.every([now["run_o"], now["alike_o"], known])
    covered = cycles.some([instruction, *(now[name] for name in others)])
    bad = cycles.built.land(now["holds_o"], covered ^ 1)
    return "a state of the invariant belongs to no case." if abc.possible(cycles.built, bad) else None


def first_fetch(depth: int = FIRST_FETCH) -> str | None:
    """After reset, with a bus that answers at once, the first instruction is requested within `depth` cycles."""
    cycles = Unrolled(harness(), depth + 1, {})
    cycles.step(["assume_o"], {"rst_ni": 0})
    still = []
    for t in range(depth):
        now = cycles.step(["assume_o", "prompt_o", "fetching_o", "locked_o"], {"rst_ni": 1}, last=t == depth - 1)
        still += [now["assume_o"], now["prompt_o"], now["fetching_o"] ^ 1, now["locked_o"] ^ 1]
    late = abc.possible(cycles.built, cycles.every(still))
    return f"no instruction is asked for within {depth} cycles of reset." if late else None


def file_check(source: Path = ROOT / "rtl/gfp/gfp_regfile.sv") -> list[Path]:
    """The register file, and what it promises."""
    return [ROOT / "rtl/gf/gf_pkg.sv", source, FOLDER / "gfp_regfile_check.sv"]


def register_file(source: Path | None = None, ports: int = 2) -> str | None:
    """The file made of gates, with so many read ports, keeps the promise that the core's proofs rely on."""
    sources, given = file_check(source) if source else file_check(), {"READ_PORTS": ports}
    return forgets(unroll.read(proof.graph("gfp_regfile_check", sources, given, passes=PASSES, to_graph=TO_GATES)))


def forgets(design: Design) -> str | None:
    """The same of this file."""
    cycles = Unrolled(design, 2, {})
    before = cycles.step(["assume_o"], {})["assume_o"]
    wrong = cycles.step(["wrong_o"], {}, last=True)["wrong_o"]
    found = abc.possible(cycles.built, cycles.built.land(before, wrong))
    return "an entry does not read as what was last written to it." if found else None



def conditions_of(name: str) -> list[str]:
    """Of the case that a proof is about."""
    if name in CASES:
        return CASES[name][0]
    return ["run_o", f"hit_o[{machine('gfp').by_name[name.removeprefix('insn.')].index}]"]


def refuted(design: Design, name: str) -> str | None:
    """The answer of the proof of this name for another design of the same shape."""
    if name == "invariant-reset":
        return from_reset(design)
    return judged(design.with_constants({"rst_ni": 1}), conditions_of(name))


def machine_of(configuration: Configuration) -> str | None:
    """Reset, the cases and what is no instruction, in another configuration."""
    design = harness(configuration=configuration)
    after = design.with_constants({"rst_ni": 1})
    questions = [partial(from_reset, design), partial(all_cases, after),
                 *(partial(judged, after, conditions) for conditions, _ in CASES.values())]  # fmt: skip
    return next((answer for ask in questions if (answer := ask())), None)


def instructions_of(configuration: Configuration, names: Iterable[str] | None = None) -> str | None:
    """All instructions in another configuration, or those of these names."""
    after = harness(configuration=configuration).with_constants({"rst_ni": 1})
    for name in names or [i.name for i in semantics.instructions()]:
        if answer := judged(after, conditions_of(f"insn.{name}")):
            return answer
    return None


def proofs() -> list[Proof]:
    """All of them; those outside SAMPLE are long together."""

    def ask(conditions: list[str]) -> str | None:
        return judged(running(), conditions)

    def of(name: str, states: str, question: Callable[[], str | None], **more: Any) -> Proof:
        return Proof(name, "core", states, "abc sat", question, INPUTS, **more)

    return [
        of("invariant-reset", "reset leads to a state of the invariant", from_reset),
        of("cases", "instructions, and the cases below, are all that the core can be doing", all_cases),
        *(of(name, states, partial(ask, conditions)) for name, (conditions, states) in CASES.items()),
        of("register-file", "the register file reads as what was last written, at both ports", register_file),
        *(of(f"register-file-{n}", f"with {n} read ports: the same, at each port", partial(register_file, ports=n))
          for n in (3, 4)),
        of("first-fetch", "after reset the first instruction is asked for", first_fetch, depth=FIRST_FETCH),
        *(Proof(f"insn.{i.name}", "instruction", f"`{i.name}` does what the manual says, and nothing else", "abc sat",
                partial(ask, ["run_o", f"hit_o[{i.index}]"]), INPUTS, full=i.name not in SAMPLE)
          for i in semantics.instructions()),
        *(of(f"{c.name}.machine", f"with {c.about}: reset, the cases, and what is no instruction, as above",
             partial(machine_of, c), full=True) for c in CONFIGURATIONS),
        *(of(f"{c.name}.instructions", f"with {c.about}: every instruction, as above", partial(instructions_of, c),
             full=True) for c in CONFIGURATIONS),
    ]  # fmt: skip
