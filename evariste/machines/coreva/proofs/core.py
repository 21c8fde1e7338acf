# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core, rtl/coreva/coreva_core.sv, against a specification from isa/ (proofs/semantics.py).

formal/coreva_harness.sv of the machine's tests has the properties. A question takes two cycles, from an arbitrary state
in which the invariant holds. Reset leads to such a state, and every cycle keeps the invariant. So the properties hold
for all time, any program, and any memory of data that lets accesses wait.

The reference executes a bundle when the core says that it ends. The arithmetic of the slots, the units of products and
the register file are cut out: the core may get any answer from them, and must ask what it should. What the arithmetic
answers is asked operation by operation (`op.*`), of the decoder and the arithmetic of a slot. That every cycle keeps
the invariant is asked rule by rule, for all bundles at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache as once
from functools import partial
from pathlib import Path
from typing import Any

from evariste import cache
from evariste.cache import keys
from evariste.machines.coreva import MACHINE
from evariste.machines.coreva.proofs import semantics
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.aig import Builder, number
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled, forced, merged

SPECIFICATION = f"{MACHINE.verify}/formal"
FOLDER = ROOT / SPECIFICATION
INPUTS = ("rtl/coreva", "gen/coreva/coreva_isa_pkg.sv", "isa/coreva/isa.yaml", SPECIFICATION)
OTHERS = ("coreva_top.sv", "coreva_field.sv", "coreva_field_step.sv", "coreva_elements.sv")  # not of the core
RULES = range(46)
WRONG = {
    "retire": ("a bundle that ends is the next one of the program, with all its words and no more",
               "a bundle ends that is not the next one, or with other words"),
    "cause": ("a bundle has the fault that the manual says, with its address, and no other one",
              "a bundle has another fault than it should, or none, or with another address"),
    "rest": ("what no operation of a bundle writes stays as it is; a bundle with a fault writes nothing",
             "something is written that no operation writes, or by a bundle with a fault"),
    "access": ("the data port makes the accesses of the bundles that end, each once, and no other ones",
               "an access was made that should not be, or not, or otherwise"),
    "port": ("a request stays as it is until memory grants it", "a request changes before memory grants it"),
    "next": ("the port says which bundle is next", "the port says that another bundle is next"),
    "time": ("the port says when a bundle was executed", "the port says another cycle than that of the bundle"),
    "wait": ("a bundle waits as long as the manual's rules say, and no longer",
             "a bundle waits longer than the rules say, or less long"),
    "link": ("a call leaves the address behind its delay bundle", "a call leaves another address in r1"),
}  # fmt: skip
SLOT = "an operation is asked, or its answer used, otherwise than it should be"
Parameters = tuple[tuple[str, int], ...]
FULL = {"ISE": 1, "CLMUL": 1, "LSLADD": 1, "FORWARD": 1}  # the core of `clmul`
NONE = {"ISE": 0, "CLMUL": 0, "LSLADD": 0, "FORWARD": 1}
CORES = ("base", "ise", "interlock")  # configurations with other cores; those with an accelerator have that of `base`
TIMED = ("bundle.wait", *(f"rule.{k}" for k in range(39, 46)))  # say nothing of a core without forwarding
PASSES = (
    *("proc", "flatten", "opt_clean -purge", "setundef -undriven -anyseq", "setundef -anyseq", "async2sync"),
    *("opt -nodffe -nosdff", "opt_clean -purge", "memory -nomap", "memory_map", "opt -nodffe -nosdff"),
)
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "setundef -anyseq", "aigmap", "opt_clean -purge")
HELD = ("place_i", "word_i", "error_i", "entry_i")  # the word of code, and the register
STARTS = ("assume_o", "holds_o")


def specification() -> Path:
    """The file with the modules coreva_spec and coreva_clash."""
    text = semantics.module()
    made = cache.built("prove", "specification", keys.digest(text), lambda at: (at / "coreva_spec.sv").write_text(text))
    return made / "coreva_spec.sv"


def files(changed: tuple[Path, ...] = ()) -> list[Path]:
    """The core without what is cut out, its specification, and the properties. `changed`: files that take the place of
    those of the same name."""
    other = {path.name: path for path in (*proof.sources(f"{SPECIFICATION}/cut"), *changed)}
    rtl = [path for path in proof.sources("rtl/coreva") if path.name not in {*other, *OTHERS}]
    first = [ROOT / "gen/coreva/coreva_isa_pkg.sv", ROOT / "rtl/coreva/coreva_pkg.sv", FOLDER / "coreva_spec_pkg.sv"]
    rest = [path for path in rtl if path not in first]
    checks = [FOLDER / name for name in ("coreva_waits.sv", "coreva_harness.sv")]
    return [*first, *rest, *other.values(), specification(), *checks]


@once
def harness(changed: tuple[Path, ...] = (), parameters: Parameters = ()) -> Design:
    """The design of the proofs. `changed`: as for `files`."""
    given = FULL | dict(parameters) | {"HIT_LAST": len(semantics.operations()) - 1}
    path = proof.graph("coreva_harness", files(changed), given, passes=PASSES, to_graph=TO_GATES)
    design = unroll.read(path)
    unused = [name for name in design.graph.inputs if name.startswith("control_i") and not changed]
    return design.with_constants(dict.fromkeys(unused, 0))


@once
def running(parameters: Parameters = ()) -> Design:
    """After reset."""
    return harness(parameters=parameters).with_constants({"rst_ni": 1})


def rules(*numbers: int) -> list[str]:
    return [f"rule_o[{k}]" for k in numbers]


def asked(
    design: Design, start: Sequence[str], wrong: Sequence[str], then: Sequence[str] = ()
) -> dict[str, int] | None:
    """An assignment in which the outputs `start` are 1, and in the next cycle `then` and one of `wrong`. None if there
    is none."""
    known = forced(design.graph, start)
    same = merged(design.graph.fixed(known, start), start)
    cycles = Unrolled(design, 2, {name: value for name, value in known.items() if name in design.state})
    cycles.merge({name: other for name, other in same.items() if name in design.state})
    given = {name: known[name] for name in design.ports if name in known}
    held = {n: cycles.port(n, 0) for n in design.ports if n.partition("[")[0] in HELD}
    now = cycles.step(start, {**held, **given})
    later = cycles.step([*then, *wrong], held, last=True)
    is_wrong = cycles.some(later[name] for name in wrong)
    bad = cycles.every([*(now[name] for name in start), *(later[name] for name in then), is_wrong])
    found = abc.assignment(cycles.built, bad)
    if found is None:
        return None
    found |= {n if n in design.state else f"{n}@0": v for n, v in known.items()}
    return found | {name: found.get(other, 0) for name, other in same.items() if name in design.state}


def parameters(configuration: str) -> Parameters:
    """Of the core of a configuration."""
    own = MACHINE.has(configuration).parameters
    return tuple((name, own.get(name, value)) for name, value in NONE.items())


@once
def arithmetic(changed: tuple[Path, ...] = (), parameters: Parameters = ()) -> Design:
    """The decoder and the arithmetic of a slot beside the meaning of operations. `changed`: as for `files`."""
    other = {path.name: path for path in changed}
    parts = ("coreva_decode", "coreva_alu", "coreva_shifter", "coreva_count")
    rtl = [other.get(f"{name}.sv", ROOT / f"rtl/coreva/{name}.sv") for name in parts]
    first = [ROOT / "gen/coreva/coreva_isa_pkg.sv", ROOT / "rtl/coreva/coreva_pkg.sv", FOLDER / "coreva_spec_pkg.sv"]
    known = {name: value for name, value in (FULL | dict(parameters)).items() if name != "FORWARD"}
    given = known | {"HIT_LAST": len(semantics.operations()) - 1}
    sources = [*first, *rtl, specification(), FOLDER / "coreva_slot_check.sv"]
    return unroll.read(proof.graph("coreva_slot_check", sources, given, passes=PASSES, to_graph=TO_GATES))


def operation(name: str, design: Design | None = None) -> str | None:
    """What a slot computes for an operation is what it means. None, or a sentence with operands."""
    design = design or arithmetic()
    start = ["assume_o", f"hit_o[{semantics.ISA.by_name[name].index}]"]
    known = forced(design.graph, start)
    folded = design.graph.fixed(known, [*start, "wrong_o"])
    built = Builder(folded.inputs)
    made = built.add(folded, built.literals)
    bad = built.every(made.values())
    found = abc.assignment(built, bad)
    if found is None:
        return None
    found |= known
    a, b = (number(port, found, 32) for port in ("a_i", "b_i"))
    return f"{word(number('word_i', found, 32))} with the operands {a:#x} and {b:#x} is not what the manual says."


def slot(k: int, design: Design | None = None) -> str | None:
    """Nothing is wrong with what a slot is asked, nor with what becomes of its answer. None, or what is."""
    design, wrong = design or running(), f"wrong_slot_o[{k}]"
    found = asked(design, list(STARTS), [wrong], ["assume_o", "holds_o"])
    return None if found is None else story(design, found, {wrong: f"slot {k}: {SLOT}"})


def bundle(name: str, design: Design | None = None) -> str | None:
    """Nothing of this kind is wrong with a bundle. None, or what is."""
    wrong = f"wrong_{name}_o"
    found = asked(design or running(), list(STARTS), [wrong], ["assume_o", "holds_o"])
    return None if found is None else story(design or running(), found, {wrong: WRONG[name][1]})


def kept(rule: int, design: Design | None = None) -> str | None:
    """Every cycle keeps a rule of the invariant."""
    design = design or running()
    turned = f"broken_o[{rule}]"
    found = asked(design, list(STARTS), [turned], ["assume_o"])
    return None if found is None else f"rule {rule} of the invariant: {story(design, found, {})}"


def story(design: Design, found: dict[str, int], wrong: dict[str, str]) -> str:
    """Two cycles of a counterexample in words: the bundle that ends, which outputs of `wrong` are 1, and which rules of
    the invariant are broken."""
    state = {n: found.get(n, 0) for n in design.state}
    shown = []
    for t in range(2):
        ports = {n: found.get(f"{n}@{0 if n.partition('[')[0] in HELD else t}", 0) for n in design.ports}
        now = design.graph.value({**state, **ports})
        broken = [f"rule {k} is broken" for k in RULES if not now[f"rule_o[{k}]"]]
        said = [text for key, text in wrong.items() if now[key]]
        count = number("there_o", now, semantics.SLOTS).bit_count()
        ends = " | ".join(word(number("words_o", now, 128) >> 32 * k & 0xFFFFFFFF) for k in range(count))
        place = f"0x{number('pc_o', now, 32):08x}"
        shown.append("; ".join([f"cycle {t}: {ends} ends at {place}" if now["ends_o"] else f"cycle {t}: nothing ends",
                                *said, *broken]))  # fmt: skip
        state = {n: now[after] for n, after in design.state.items()}
    return ". ".join(shown) + "."


def word(bits: int) -> str:
    """A word as its operation and operands."""
    found = semantics.ISA.decode(bits)
    if found is None:
        return f"illegal word 0x{bits:x}"
    return " ".join([found.insn.name, *(f"{name}={value:#x}" for name, value in found.operands.items())])


def from_reset(design: Design | None = None) -> str | None:
    """Reset leads to the invariant. Registers without a reset hold anything; the reference starts with the same."""
    cycles = Unrolled(design or harness(), 2, {})
    cycles.step(["assume_o"], {"rst_ni": 0})
    now = cycles.step(["holds_o", "born_alike_o"], {"rst_ni": 1}, last=True)
    bad = cycles.built.land(now["born_alike_o"], now["holds_o"] ^ 1)
    return "a state after reset is not one of the invariant." if abc.possible(cycles.built, bad) else None


def words(design: Design | None = None) -> str | None:
    """What ends is the word of memory; reset leads to the invariant that says so, every cycle keeps it."""
    design = design or harness()
    reset = Unrolled(design, 2, {})
    reset.step(["assume_o"], {"rst_ni": 0})
    after = reset.step(["words_hold_o"], {"rst_ni": 1}, last=True)
    if abc.possible(reset.built, after["words_hold_o"] ^ 1):
        return "reset leads to a state that holds what memory did not give."
    design = design.with_constants({"rst_ni": 1})
    found = asked(design, [*STARTS, "honest_o", "words_hold_o"], ["words_wrong_o", "wrong_word_o"])
    return None if found is None else f"what ends is not what memory gave. {story(design, found, {})}"


SILENCE = 5  # cycles at most without the end of a bundle, while memory lets nothing wait


def progress(design: Design | None = None) -> str | None:
    """A number falls in every cycle in which nothing ends."""
    design = design or running()
    found = asked(design, list(STARTS), ["wrong_prompt_o"])
    return None if found is None else f"nothing ends, and nothing comes nearer. {story(design, found, {})}"


# Operations that represent their kind.
SAMPLE = ("add", "slti", "sra", "clz", "movhi", "lslxor", "cmpn_ltu", "callr", "divs", "add2", "cmp2_lt", "rdcycle")


def refuted(design: Design, name: str) -> str | None:
    """The answer of the proof of this name for another design of the same shape."""
    after = design.with_constants({"rst_ni": 1})
    kind, _, what = name.partition(".")
    match kind:
        case "invariant-reset":
            return from_reset(design)
        case "words":
            return words(design)
        case "no-hang":
            return progress(after)
        case "rule":
            return kept(int(what), after)
        case "bundle":
            return bundle(what, after)
        case "slot":
            return slot(int(what), after)
    return operation(what, design)


def configured(configuration: str, name: str) -> str | None:
    """The answer of the proof of this name for the core of a configuration."""
    given = parameters(configuration)
    if name.startswith("op."):
        return operation(name.removeprefix("op."), arithmetic((), given))
    return refuted(harness((), given), name)


def stated(configuration: str, of_all: list[Proof]) -> list[Proof]:
    """The proofs of a configuration's core. The arithmetic of `interlock` is that of `base`."""
    forwards, lacks = dict(parameters(configuration))["FORWARD"], MACHINE.has(configuration).lacks
    left = {f"op.{name}" for name in lacks} | ({*TIMED} if not forwards else set())
    chosen = [p for p in of_all if p.name not in left and (forwards or p.group == "core")]
    return [replace(p, name=f"{configuration}.{p.name}", group=f"core.{configuration}", full=True,
                    ask=partial(configured, configuration, p.name)) for p in chosen]  # fmt: skip


def proofs() -> list[Proof]:
    """All of them."""
    full = _proofs()
    return [*full, *(proof for name in CORES for proof in stated(name, full))]


def _proofs() -> list[Proof]:
    """Of the core with everything."""

    def of(name: str, states: str, question: Callable[[], str | None], **more: Any) -> Proof:
        return Proof(name, "core", states, "abc sat", question, INPUTS, **more)

    return [
        of("invariant-reset", "reset leads to a state of the invariant", from_reset),
        of("words", "what ends at an address is what memory gives there; a fetch error only where it gives one", words),
        of("no-hang", f"while memory lets nothing wait, a bundle ends at least every {SILENCE} cycles", progress),
        *(of(f"bundle.{name}", states, partial(bundle, name)) for name, (states, _) in WRONG.items()),
        *(of(f"rule.{k}", f"every cycle keeps rule {k} of the invariant", partial(kept, k)) for k in RULES),
        *(of(f"slot.{k}", f"slot {k} computes with its registers' values before the bundle; its results, flags, DQ, "
             "accesses and branches are those of its operation, and only if its guard is on", partial(slot, k))
          for k in range(semantics.SLOTS)),
        *(Proof(f"op.{i.name}", "operation", f"`{i.name}` computes what the manual says, for all operands", "abc sat",
                partial(operation, i.name), INPUTS, full=i.name not in SAMPLE)
          for i in semantics.operations() if semantics.computed(i)),
    ]  # fmt: skip
