# SPDX-License-Identifier: Apache-2.0
"""Proofs of the core of the coprocessor, with any program and any host.

formal/core/asip_core_harness.sv of the machine's tests has a second machine, the properties and the invariant. Each
question is about one cycle, from any state in which the invariant holds. Reset leads to such a state and every cycle
keeps it, so that the answers hold for all time. What stage X computes, multiplier, field register, program, register
file and data memory are replaced by their contracts (formal/core/cut), which have proofs of their own.
"""

from collections.abc import Callable
from functools import cache as once
from functools import partial
from pathlib import Path

from evariste.machines.asip import MACHINE
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.aig import FALSE, number
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled

SPECIFICATION = f"{MACHINE.verify}/formal/core"
INPUTS = ("rtl/asip", *MACHINE.rtl.packages, SPECIFICATION)
WRONG = {
    "operand": "an operand is not what was last written",
    "order": "a step leaves that is not the next one, or whose operands are not there",
    "unit": "the multiplier or the field register starts at another time",
    "fifo": "a word of a FIFO is lost, doubled or changed",
    "error": "an error comes without a reason, or does not come",
    "clean": "something secret is there when an error has been cleaned up",
    "time": "nothing happens for too long",
}
RULES = 32
STARTS = ["assume_o", "holds_o"]
HELD = "held_"
PASSES = (
    *("proc", "flatten", "opt_clean -purge", "setundef -undriven -anyseq", "async2sync"),
    *("opt -nodffe -nosdff", "opt_clean -purge", "memory_collect", "memory_map", "opt -nodffe -nosdff"),
)
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "setundef -anyseq", "aigmap", "opt_clean -purge")


def files(changed: tuple[Path, ...] = ()) -> list[Path]:
    """The core with its contracts, the specification and the properties. `changed`: files that take the place of those
    of the same name."""
    given = [ROOT / path for path in MACHINE.rtl.packages]
    packages = [*given, ROOT / SPECIFICATION / "asip_spec_pkg.sv"]
    chosen = {path.name: path for path in proof.sources("rtl/asip", f"{SPECIFICATION}/cut", SPECIFICATION)}
    for path in packages:
        chosen.pop(path.name, None)
    for top in MACHINE.rtl.lint:  # the adapters
        chosen.pop(f"{top[0]}.sv", None)
    return [*packages, *(chosen | {path.name: path for path in changed}).values()]


@once
def harness(width: int = 256, digit: int = 16, changed: tuple[Path, ...] = ()) -> Design:
    """The design of the proofs."""
    given = {"WIDTH": width, "DIGIT": digit}
    made = proof.graph("asip_core_harness", files(changed), given, passes=PASSES, to_graph=TO_GATES)
    return unroll.read(made)


def _found(cycles: Unrolled, literal: int, seconds: int = 1200) -> dict[str, int] | None:
    """An assignment that makes a literal 1."""
    return None if literal == FALSE else abc.satisfied(cycles.built.alone({"bad": literal}), "bad", seconds)


def from_reset(design: Design) -> str | None:
    """None if reset leads to the invariant. Registers without a reset hold anything."""
    cycles = Unrolled(design, 2, {})
    cycles.step([], {"rst_ni": 0})
    now = cycles.step(STARTS, {"rst_ni": 1}, last=True)
    bad = cycles.every([now["assume_o"], now["holds_o"] ^ 1])
    return None if _found(cycles, bad) is None else "a state after reset is not one of the invariant."


def judged(design: Design, output: str) -> str | None:
    """None if a wrong_* output is 0 in every state of the invariant."""
    cycles = Unrolled(design, 1, {})
    now = cycles.step([*STARTS, output], {"rst_ni": 1}, last=True)
    found = _found(cycles, cycles.every(now.values()))
    return None if found is None else story(design, found)


def kept(design: Design, rule: int) -> str | None:
    """None if a cycle without anything wrong keeps a rule."""
    cycles = Unrolled(design, 2, {})
    wrong = [f"wrong_{name}_o" for name in WRONG]
    before = cycles.step([*STARTS, *wrong], {"rst_ni": 1})
    same = {name: cycles.port(name, 0) for name in design.ports if name.startswith(HELD)}
    name = f"rule_o[{rule}]"
    after = cycles.step(["assume_o", name], {**same, "rst_ni": 1}, last=True)
    fine = [*(before[n] for n in STARTS), *(before[n] ^ 1 for n in wrong), after["assume_o"], after[name] ^ 1]
    found = _found(cycles, cycles.every(fine))
    return None if found is None else story(design, found)


def story(design: Design, found: dict[str, int]) -> str:
    """Two cycles of a counterexample: what is wrong, and which rules are broken."""
    state, shown = {n: found.get(n, 0) for n in design.state}, []
    held = {n: found.get(f"{n}@0", 0) for n in design.ports if n.startswith(HELD)}
    for t in range(2):
        ports = {n: found.get(f"{n}@{t}", 0) for n in design.ports} | held | {"rst_ni": 1}
        values = design.graph.value({**state, **ports})
        broken = [f"rule {k} is broken" for k in range(RULES) if not number("rule_o", values, RULES) >> k & 1]
        said = [text for name, text in WRONG.items() if values[f"wrong_{name}_o"]]
        shown.append(f"cycle {t}: {'; '.join([*said, *broken]) or 'nothing wrong'}")
        state = {n: values[after] for n, after in design.state.items()}
    return ". ".join(shown) + "."


# What each output says, when it is proved to be 0.
STATES = {
    "operand": "an operand that a step reads is the one last written: forwarding, interlocks, products of any length",
    "order": "steps leave in the program's order, one instruction after the other: counters, flags, branches, calls",
    "unit": "the multiplier starts exactly for products, at the earliest behind the one before; so does the field",
    "fifo": "no word of a FIFO is lost, doubled or changed, from ports and streams to operands, and back",
    "error": "each error of a program is raised in its cycle, and none else but the watchdog's",
    "clean": "behind an error w0 to w7 and the secret words of the data memory are zero, behind zeroise all",
    "time": "a task that runs makes a step, or ends, within WATCHDOG + n + 5 cycles, n the digits of the widest field, "
            "whatever the host does; cleaning takes 512",
}  # fmt: skip
# Width of a register, and of a digit.
SIZES = {"": (256, 16), "digit-8": (256, 8), "digit-64": (256, 64), "width-384": (384, 16)}


def every_rule(width: int, digit: int) -> str | None:
    """None if every cycle keeps the invariant."""
    made = harness(width, digit)
    return next((said for rule in range(RULES) if (said := kept(made, rule))), None)


def proofs() -> list[Proof]:
    """Reset, each property, and the invariant, for each size."""

    def of(name: str, states: str, question: Callable[[], str | None], full: bool) -> Proof:
        return Proof(name, "asip", states, "sat", question, INPUTS, full=full)

    found = []
    for size, (width, digit) in SIZES.items():
        place, note = f"core.{size}." if size else "core.", f": DIGIT {digit}, WIDTH {width}" if size else ""

        def ask(question: Callable[..., str | None], *given: str, width: int = width, digit: int = digit) -> str | None:
            return question(harness(width, digit), *given)

        found += [
            of(f"{place}reset", f"reset leads to a state of the invariant{note}", partial(ask, from_reset), bool(size)),
            *(of(f"{place}{name}", f"{states}{note}", partial(ask, judged, f"wrong_{name}_o"), bool(size))
              for name, states in STATES.items()),
            of(f"{place}kept", f"every cycle keeps the {RULES} rules of the invariant{note}",
               partial(every_rule, width, digit), bool(size)),
        ]  # fmt: skip
    return found
