# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/gfp/gfp_interrupts.sv, which connects the interrupt controller to the core, with the controller in it.

verify/gfp/formal/interrupts/gfp_interrupts_spec.sv says what its outputs have to be, from its ports and their history
alone, with the controller's specification in it (verify/gfp/formal/nvic). As for the controller, one cycle is asked
about, from any state in which specification and RTL agree; reset leads to such a state, and every cycle keeps it.
What the proofs of the controller assume of the core, as far as the RTL between them answers for it, is here among
what is proved.
"""

from functools import cache, partial
from pathlib import Path

from evariste.machines.gfp import VERIFY
from evariste.machines.gfp.proofs import core, nvic
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled

SPECIFICATION = f"{VERIFY}/formal/interrupts"
FOLDER = ROOT / SPECIFICATION
RTL = ("gfp_pkg", "gfp_systick", "gfp_nvic", "gfp_interrupts")
INPUTS = ("rtl/gf/gf_pkg.sv", *(f"rtl/gfp/{name}.sv" for name in RTL), "gen/gfp/gfp_isa_pkg.sv",
          nvic.SPECIFICATION, SPECIFICATION)  # fmt: skip
LINES = nvic.LINES
TOP = "gfp_interrupts_harness"
START = ("assume_o", "holds_o")
WRONG = {
    "take": "an interrupt is taken, or not, where it should not; or a fault locks up, or not",
    "enter": "another exception is entered, or with another link register",
    "sleep": "the core sleeps where it should not, or does not",
    "bus": "an access goes elsewhere, or is answered otherwise",
    "use": "the controller is used otherwise than its specification allows",
}
STATES = {
    "take": "an interrupt is taken in place of an instruction of which nothing has been done, or of a return that "
    "begins (tail-chaining), whenever one preempts then; a frame that fails is HardFault, or locks up, where it should",
    "enter": "what is entered is the most urgent of what is pending when its vector is asked for (late arrival), "
    "SVCall or HardFault; LR says whether its return leads to a handler",
    "sleep": "`wfi`, `wfe` and SLEEPONEXIT make the core sleep, and end to sleep, when they should",
    "bus": "an instruction's accesses to the System Control Space are answered by the controller in the next cycle, "
    "as errors unless they are words, and all others by the data port",
    "use": "only what preempts, or HardFault, begins, only what is handled ends, and neither while a register is "
    "accessed",
}
EVENTS = (
    "ready", "exec", "done", "svc_taken", "fault", "exc_return", "returned", "frame_failed", "entry",
    "vector", "entered", "halted", "redirected", "second_step", "wfi", "wfe", "access",
)  # fmt: skip


def files(changed: tuple[Path, ...] = ()) -> list[Path]:
    """RTL and specification; `changed` files take the place of others."""
    other = {path.name: path for path in changed}
    rtl = [other.get(f"{name}.sv", ROOT / f"rtl/gfp/{name}.sv") for name in RTL]
    specification = [nvic.FOLDER / "gfp_nvic_spec.sv", nvic.FOLDER / "gfp_nvic_rules.sv",
                     FOLDER / "gfp_interrupts_spec.sv", FOLDER / "gfp_interrupts_harness.sv"]  # fmt: skip
    return [ROOT / "gen/gfp/gfp_isa_pkg.sv", ROOT / "rtl/gf/gf_pkg.sv", *rtl, *specification]


@cache
def harness(lines: int, changed: tuple[Path, ...] = ()) -> Design:
    """The RTL with so many lines beside its specification."""
    made = proof.graph(TOP, files(changed), {"INTERRUPTS": lines}, passes=core.PASSES, to_graph=core.TO_GATES)
    return unroll.read(made)


def output(wrong: str, lines: int, changed: tuple[Path, ...] = ()) -> str | None:
    """None when this output cannot be 1, else what the inputs were."""
    design = harness(lines, changed).with_constants({"rst_ni": 1})
    cycles = Unrolled(design, 1, {})
    now = cycles.step([*START, f"wrong_{wrong}_o"], {}, last=True)
    found = abc.satisfied(cycles.built.graph({"bad": cycles.every(now.values())}), "bad")
    return None if found is None else f"{WRONG[wrong]}, {_ports(found)}."


def kept(lines: int, changed: tuple[Path, ...] = ()) -> str | None:
    """Every cycle leads from agreement to agreement, and reset to it."""
    design = harness(lines, changed)
    if leaves_reset_wrong(design):
        return "after reset the RTL does not agree with the record."
    cycles = Unrolled(design.with_constants({"rst_ni": 1}), 2, {})
    now = cycles.step(START, {})
    rules = [name for name in design.graph.outputs if name.startswith("rule_o")]
    then = cycles.step(["holds_o", *rules], {}, last=True)
    made = cycles.built.graph(
        {"bad": cycles.every([*(now[name] for name in START), then["holds_o"] ^ 1]), **{n: then[n] for n in rules}}
    )
    found = abc.satisfied(made, "bad")
    if found is None:
        return None
    broken = [name.partition("[")[2].rstrip("]") for name in rules if not made.value(found)[name]]
    return f"the record is left (rule {', '.join(broken)}), {_ports(found)}."


def leaves_reset_wrong(design: Design) -> bool:
    """Whether there is a reset that does not lead to agreement."""
    reset = Unrolled(design, 3, {})
    reset.step([], {"rst_ni": 0})
    asserted = reset.step(["assume_o"], {"rst_ni": 0})["assume_o"]
    after = reset.step(["holds_o"], {"rst_ni": 1}, last=True)
    bad = reset.every([asserted, after["holds_o"] ^ 1])
    return abc.satisfied(reset.built.graph({"bad": bad}), "bad") is not None


def _ports(found: dict[str, int]) -> str:
    shown = [f"{name}_i" for name in EVENTS if found.get(f"{name}_i@0")]
    return f"with {', '.join(shown) or 'no event'}"


def proofs() -> list[Proof]:
    agree = (
        "the registers of late arrival, tail-chaining and sleep agree with the specification's record, after reset "
        "and after every cycle"
    )
    found = []
    for lines in LINES:
        said = f"with {lines} line{'s' if lines > 1 else ''}, "
        questions = {"kept": (agree, partial(kept, lines))}
        questions |= {name: (states, partial(output, name, lines)) for name, states in STATES.items()}
        found += [
            Proof(f"interrupts-{lines}.{name}", "interrupts", said + states, "abc sat", ask, INPUTS)
            for name, (states, ask) in questions.items()
        ]
    return found
