# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core, rtl/mips/mips_core.sv, against a specification from isa/ (semantics.py), for each machine that
has it.

mips_harness.sv of the specification has the properties. Each is asked for one cycle, from an arbitrary state in which
the invariant holds. Reset leads to such a state, and every cycle keeps the invariant. So the properties hold for all
time, any bus and any number of wait states.

The reference executes an instruction when the core says that it ends: registers, delay slots, exceptions. There is one
question per instruction: nothing wrong happens when it ends. That every cycle keeps the invariant is asked rule by
rule, for all instructions at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache as once
from functools import partial
from pathlib import Path

from evariste import cache
from evariste.cache import keys
from evariste.isa import machine
from evariste.parts.mips.proofs.semantics import Semantics
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.aig import number
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled, forced, merged

WRONG = {
    "retire": "an instruction ends that is not the next one, or was not fetched",
    "trap": "it raises another exception than it should, or none, or with another address",
    "access": "an access was made that should not be, or not, or otherwise, or by another instruction",
    "data": "a store puts other bytes on the bus",
    "write": "a register is written that should not be, or not, or with another value",
    "next": "control goes elsewhere, or what follows is, or is not, in a delay slot",
    "system": "registers of CP0 or the link bit change otherwise than they should",
    "unit": "HI and LO, or the accumulator, change otherwise than they should, or their unit is asked something else",
    "port": "a port asks while an access is outstanding, or changes a request before it is granted",
}
RULES = 46  # of the invariant; a machine's own unit may have more
GIVEN = {  # rules that follow from others of the same cycle
    **{19: (18, 22), 20: (18, 19, 22), 21: (18, 19, 20, 22)},
    **{32: (37,), 35: (36, 43, 45), 37: (36, 43, 44), 39: (36, 43), 42: (36, 39, 43)},
}
PASSES = (
    *("proc", "flatten", "opt_clean -purge", "setundef -undriven -anyseq", "setundef -anyseq", "async2sync"),
    *("opt -nodffe -nosdff", "opt_clean -purge", "memory -nomap", "memory_map", "opt -nodffe -nosdff"),
)
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "setundef -anyseq", "aigmap", "opt_clean -purge")
HELD = ("place_i", "word_i", "error_i")  # the word of memory
STARTS = ["assume_o", "holds_o"]
# What can be in m besides an instruction, and what can be when nothing is.
CASES = {
    "unknown": (["valid_o", "unknown_o"], "a word that is no instruction is RI or CpU, and does nothing else"),
    "nothing": (["valid_o", "nothing_o"], "a fetch that failed is IBE, one from an odd address AdEL, and no more"),
}
# Instructions that represent their kind if not all are proved.
SAMPLE = ("add", "slti", "srav", "mult", "mfhi", "lwl", "sh", "sc", "jalr", "bgtzl", "tlti", "mtc0", "eret")


@dataclass(frozen=True)
class Core:
    """The core in a machine.

    `semantics`: its instructions and what they mean. `specification`: the folder of mips_harness.sv. `unit`: files for
    the unit of HI and LO, mips_unit_reference.sv among them; they take the place of the core's of the same name.
    `parameters`: of the harness. `rules`: of the invariant. `silence`: cycles of a prompt bus between two instructions
    that end. `sample`: instructions that represent their kind if not all are proved.
    """

    semantics: Semantics
    specification: Path
    unit: tuple[Path, ...]
    parameters: tuple[tuple[str, int], ...]
    silence: int
    inputs: tuple[str, ...]
    rules: int = RULES
    sample: tuple[str, ...] = SAMPLE

    def files(self, changed: tuple[Path, ...] = ()) -> list[Path]:
        """The core without its unit and register file, its specification, and the properties. `changed`: files that
        take the place of those of the same name."""
        text = self.semantics.module()
        made = cache.built("prove", "specification", keys.digest(text),
                           lambda at: (at / "mips_spec.sv").write_text(text))  # fmt: skip
        other = {path.name: path for path in ((self.specification / "cut/mips_regfile.sv"), *self.unit, *changed)}
        rtl = [path for path in proof.sources("rtl/mips") if path.name not in other]
        packages = [ROOT / "gen/mips/mips_isa_pkg.sv", self.specification / "mips_spec_pkg.sv"]
        rest = sorted((*rtl, *other.values()), key=lambda path: not path.stem.endswith("_pkg"))
        checks = [self.specification / name for name in ("mips_follow.sv", "mips_harness.sv")]
        return [*packages, *rest, made / "mips_spec.sv", *checks]

    def harness(self, changed: tuple[Path, ...] = ()) -> Design:
        """The design of the proofs. `changed`: as for `files`."""
        return _harness(self, changed)

    @property
    def running(self) -> Design:
        """After reset."""
        return _running(self)

    def conditions_of(self, name: str) -> list[str]:
        """Of the case that a proof is about."""
        if name in CASES:
            return CASES[name][0]
        return ["valid_o", f"hit_o[{machine(self.semantics.isa).by_name[name.removeprefix('insn.')].index}]"]

    def refuted(self, design: Design, name: str) -> str | None:
        """The answer of the proof of this name for another design of the same shape."""
        after = design.with_constants({"rst_ni": 1})
        if name == "invariant-reset":
            return from_reset(design)
        if name == "words":
            return words(design, after)
        if name == "no-hang":
            return progress(after, self.silence)
        if name == "idle":
            return all_cases(after)
        if name.startswith("rule."):
            return kept(after, int(name.removeprefix("rule.")))
        return judged(after, self.conditions_of(name), self.semantics.isa)

    def answer(self, name: str) -> str | None:
        """The answer of the proof of this name."""
        return self.refuted(self.harness(), name)

    def proofs(self, configuration: str = "") -> list[Proof]:
        """All of them. With a configuration, its name is in their names, and all are long. Otherwise the instructions
        outside `sample` are."""
        prefix, group_of, about, full = "", "", "", False
        if configuration:
            prefix, group_of, about, full = f"core.{configuration}.", f".{configuration}", f" (`{configuration}`)", True

        def of(name: str, states: str, group: str = "core", long: bool = False) -> Proof:
            return Proof(f"{prefix}{name}", f"{group}{group_of}", f"{states}{about}", "abc sat",
                         partial(self.answer, name), self.inputs, full=full or long)  # fmt: skip

        return [
            of("invariant-reset", "reset leads to a state of the invariant"),
            of("idle", "while no instruction is in the stage of memory, nothing ends and no answer comes"),
            *(of(name, states) for name, (_, states) in CASES.items()),
            of("words", "what ends at an address is what memory gives there; a fetch error only where it gives one"),
            of("no-hang", "on a bus that grants at once and answers in the cycle after, something ends at least every "
               f"{self.silence} cycles; on another one, what is left of them falls in every cycle in which the port "
               "that the oldest instruction needs does not wait"),
            *(of(f"rule.{k}", f"every cycle keeps rule {k} of the invariant") for k in range(self.rules)),
            *(of(f"insn.{i.name}", f"`{i.name}` does what the manual says, and nothing else", "instruction",
                 long=i.name not in self.sample)
              for i in self.semantics.instructions()),
        ]  # fmt: skip


@once
def _harness(core: Core, changed: tuple[Path, ...]) -> Design:
    parameters = {"HIT_LAST": core.semantics.last, **dict(core.parameters)}
    path = proof.graph("mips_harness", core.files(changed), parameters, passes=PASSES, to_graph=TO_GATES)
    design = unroll.read(path)
    unused = [name for name in design.graph.inputs if name.startswith("control_i") and not changed]
    return design.with_constants(dict.fromkeys(unused, 0))


@once
def _running(core: Core) -> Design:
    return core.harness().with_constants({"rst_ni": 1})


def judged(design: Design, conditions: Iterable[str], isa: str = "mips") -> str | None:
    """Nothing is wrong in a cycle in which these outputs are 1. None, or what is."""
    start = [*STARTS, *conditions]
    known = forced(design.graph, start)
    same = merged(design.graph.fixed(known, start), start)
    wrong = [f"wrong_{name}_o" for name in WRONG]
    cycles = Unrolled(design.with_constants({n: v for n, v in known.items() if n in design.ports}), 1, known)
    cycles.merge({n: o for n, o in same.items() if o in design.state})
    now = cycles.step([*start, *wrong], {}, last=True)
    bad = cycles.every([*(now[n] for n in start), cycles.some(now[n] for n in wrong)])
    found = abc.satisfied(cycles.built.graph({"bad": bad}), "bad")
    if found is None:
        return None
    found = {**found, **{f"{n}@0" if n in design.ports else n: v for n, v in known.items()}}
    found |= {name: found.get(other, 0) for name, other in same.items() if name in design.state}
    return story(design, found, {f"wrong_{key}_o": text for key, text in WRONG.items()}, isa)


def kept(design: Design, rule: int) -> str | None:
    """Every cycle keeps a rule of the invariant. The rules GIVEN for it may be taken as kept, since they have proofs of
    their own."""
    output, given = f"rule_o[{rule}]", [f"rule_o[{k}]" for k in GIVEN.get(rule, ())]
    same = merged(design.graph.fixed({}, STARTS), STARTS)
    cycles = Unrolled(design, 2, {})
    cycles.merge({n: o for n, o in same.items() if o in design.state})
    now = cycles.step(STARTS, {})
    then = cycles.step([output, *given], {}, last=True)
    bad = cycles.every([*(now[n] for n in STARTS), *(then[n] for n in given), then[output] ^ 1])
    found = abc.assignment(cycles.built, bad)
    if found is None:
        return None
    found |= {name: found.get(other, 0) for name, other in same.items() if name in design.state}
    return f"rule {rule} of the invariant: {story(design, found, {})}"



def story(design: Design, found: dict[str, int], wrong: dict[str, str], isa: str = "mips") -> str:
    """Two cycles of a counterexample in words: the instruction in m, the bus, which outputs of `wrong` are 1, and which
    rules of the invariant are broken."""
    state = {n: found.get(n, 0) for n in design.state}
    shown = []
    for t in range(2):
        ports = {n: found.get(f"{n}@{0 if n.partition('[')[0] in HELD else t}", 0) for n in design.ports}
        now = design.graph.value({**state, **ports})
        broken = [f"rule {k} is broken" for k in range(64) if not number("rule_o", now, 64) >> k & 1]
        said = [text for key, text in wrong.items() if now[key]]
        bus = [name for name in BUS if ports.get(name)]
        ends = "ends" if now["ends_o"] else "does not end"
        place = f"cycle {t}: {word(number('insn_o', now, 32), isa)} at 0x{number('pc_o', now, 32):08x} {ends}"
        shown.append("; ".join([" ".join([place, *bus]), *said, *broken]))
        state = {n: now[after] for n, after in design.state.items()}
    return ". ".join(shown) + "."


BUS = ("instr_gnt_i", "instr_rvalid_i", "instr_err_i", "data_gnt_i", "data_rvalid_i", "data_err_i")


def word(bits: int, isa: str) -> str:
    """An instruction word as its instruction and operands."""
    found = machine(isa).decode(bits)
    if found is None:
        return f"illegal word 0x{bits:x}"
    return " ".join([found.insn.name, *(f"{name}={value:#x}" for name, value in found.operands.items())])


def from_reset(design: Design) -> str | None:
    """Reset leads to the invariant. Registers without a reset hold anything; the reference starts with the same."""
    cycles = Unrolled(design, 2, {})
    cycles.step(["assume_o"], {"rst_ni": 0})
    now = cycles.step(["holds_o", "born_alike_o"], {"rst_ni": 1}, last=True)
    bad = cycles.built.land(now["born_alike_o"], now["holds_o"] ^ 1)
    return "a state after reset is not one of the invariant." if abc.possible(cycles.built, bad) else None


def words(born: Design, design: Design) -> str | None:
    """What ends is the word of memory; reset leads to the invariant that says so, every cycle keeps it."""
    reset = Unrolled(born, 2, {})
    reset.step(["assume_o"], {"rst_ni": 0})
    after = reset.step(["words_hold_o"], {"rst_ni": 1}, last=True)
    if abc.possible(reset.built, after["words_hold_o"] ^ 1):
        return "reset leads to a state that holds what memory did not give."
    cycles = Unrolled(design, 2, {})
    held = {n: cycles.port(n, 0) for n in design.ports if n.partition("[")[0] in HELD}
    assumed = [*STARTS, "honest_o", "words_hold_o"]
    now = cycles.step([*assumed, "wrong_word_o"], {})
    then = cycles.step(["words_wrong_o"], held, last=True)
    bad = cycles.every([*(now[n] for n in assumed), cycles.some([now["wrong_word_o"], then["words_wrong_o"]])])
    found = abc.satisfied(cycles.built.graph({"bad": bad}), "bad")
    return None if found is None else f"what ends is not what memory gave. {story(design, found, {})}"


def progress(design: Design, silence: int) -> str | None:
    """A number falls in every cycle in which nothing ends, unless the port that the oldest instruction needs waits. On
    a prompt bus none does."""
    found = number("bound_o", design.graph.value({}), 8)
    if found != silence:
        return f"the bound is {found}, and not {silence}."
    cycles = Unrolled(design, 2, {})
    now = cycles.step(STARTS, {})
    then = cycles.step(["wrong_prompt_o", "wrong_wait_o"], {}, last=True)
    bad = cycles.every([*(now[n] for n in STARTS), cycles.some(then.values())])
    found_at = abc.satisfied(cycles.built.graph({"bad": bad}), "bad")
    return None if found_at is None else f"nothing ends, and nothing comes nearer. {story(design, found_at, {})}"


def register_file(specification: Path, source: Path = ROOT / "rtl/mips/mips_regfile.sv") -> str | None:
    """The file made of gates keeps the promise that the core's proofs rely on."""
    sources = [source, specification / "mips_regfile_check.sv"]
    design = unroll.read(proof.graph("mips_regfile_check", sources, passes=PASSES, to_graph=TO_GATES))
    cycles = Unrolled(design, 2, {})
    before = cycles.step(["assume_o"], {})["assume_o"]
    wrong = cycles.step(["wrong_o"], {}, last=True)["wrong_o"]
    found = abc.possible(cycles.built, cycles.built.land(before, wrong))
    return "an entry does not read as what was last written to it." if found else None



def all_cases(design: Design) -> str | None:
    """When nothing is in m, nothing is wrong."""
    cycles = Unrolled(design, 1, {})
    wrong = [f"wrong_{name}_o" for name in WRONG]
    now = cycles.step([*STARTS, "valid_o", *wrong], {}, last=True)
    bad = cycles.every([*(now[n] for n in STARTS), now["valid_o"] ^ 1, cycles.some(now[n] for n in wrong)])
    return "something is wrong while no instruction is in m." if abc.possible(cycles.built, bad) else None
