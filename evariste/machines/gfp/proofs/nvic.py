# SPDX-License-Identifier: Apache-2.0
"""Proofs of the interrupt controller and SysTick, rtl/gfp/gfp_nvic.sv, against a specification from the manual.

verify/gfp/formal/nvic/gfp_nvic_spec.sv keeps its own record, by exception number, of everything that the inputs do. In
any state in which that record and the controller agree, all outputs are the record's, and the next cycle keeps them
in agreement; reset leads to such a state. So it holds for all time, whatever the lines and the core do, as long as the
core keeps to what the specification assumes of it.
"""

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from evariste.machines.gfp import VERIFY
from evariste.machines.gfp.proofs import core
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled

SPECIFICATION = f"{VERIFY}/formal/nvic"
FOLDER = ROOT / SPECIFICATION
INPUTS = ("rtl/gfp/gfp_nvic.sv", "rtl/gfp/gfp_systick.sv", "gen/gfp/gfp_isa_pkg.sv", SPECIFICATION)
LINES = (1, 8, 32)
WRONG = {
    "preempt": "what is taken, whether SVCall would be, or whether a handler is active",
    "wake": "what ends a sleep",
    "read": "what a register reads",
}
STATES = {
    "preempt": "what preempts, and as which exception, follows from what is pending, enabled and active, the "
    "priorities and PRIMASK, late arrival and tail-chaining among it; so does whether SVCall does",
    "wake": "`wfi` and `wfe` end, and SysTick can end them, as the manual says: events, SEVONPEND with every "
    "exception, SLEEPONEXIT",
    "read": "a load gives what the manual says at each of the 1,024 words of the System Control Space, SysTick's "
    "among them",
}


def files(changed: tuple[Path, ...] = ()) -> list[Path]:
    """RTL and specification; `changed` files take the place of others."""
    other = {path.name: path for path in changed}
    rtl = [other.get(f"{name}.sv", ROOT / f"rtl/gfp/{name}.sv") for name in ("gfp_systick", "gfp_nvic")]
    return [
        ROOT / "gen/gfp/gfp_isa_pkg.sv",
        *rtl,
        *(FOLDER / f"gfp_nvic_{name}.sv" for name in ("spec", "rules", "harness")),
    ]


@cache
def harness(lines: int, changed: tuple[Path, ...] = ()) -> Design:
    """The controller with so many lines beside its specification."""
    made = proof.graph("gfp_nvic_harness", files(changed), {"INTERRUPTS": lines}, passes=core.PASSES,
                           to_graph=core.TO_GATES)  # fmt: skip
    return unroll.read(made)


def asked(design: Design, cycles: Unrolled, every: Iterable[int], outputs: Iterable[str]) -> str | None:
    """None when these literals cannot all be 1, else what the inputs were."""
    found = abc.satisfied(cycles.built.graph({"bad": cycles.every(every)}), "bad")
    if found is None:
        return None
    wrong = [WRONG[name.split("_")[1]] for name in outputs]
    ports = [name for name in design.ports if found.get(f"{name}@0") and name.endswith("_i") and name != "clk_i"]
    numbers = {name: number_of(found, name, width) for name, width in (("ipsr_i", 6), ("number_i", 6), ("wdata_i", 32))}
    address = 0xE000E000 + (number_of(found, "addr_i", 12, 2) << 2)
    shown = ", ".join([*ports, *(f"{name} {value:#x}" for name, value in numbers.items()), f"address {address:#x}"])
    return f"{'; '.join(wrong) or 'the record is left'}, with {shown}."


def number_of(found: dict[str, int], name: str, width: int, first: int = 0) -> int:
    return sum(found.get(f"{name}[{i}]@0", 0) << i - first for i in range(first, width))


def output(wrong: str, lines: int, changed: tuple[Path, ...] = ()) -> str | None:
    design = harness(lines, changed).with_constants({"rst_ni": 1})
    cycles = Unrolled(design, 1, {})
    names = ["assume_o", "holds_o", f"wrong_{wrong}_o"]
    now = cycles.step(names, {}, last=True)
    return asked(design, cycles, now.values(), names[2:])


def kept(lines: int, changed: tuple[Path, ...] = ()) -> str | None:
    """Every cycle leads from agreement to agreement, and reset to it."""
    design = harness(lines, changed)
    reset = Unrolled(design, 2, {})
    reset.step(["assume_o"], {"rst_ni": 0})
    after = reset.step(["holds_o"], {"rst_ni": 1}, last=True)
    if abc.satisfied(reset.built.graph({"bad": after["holds_o"] ^ 1}), "bad"):
        return "after reset the controller does not agree with the record."
    design = design.with_constants({"rst_ni": 1})
    cycles = Unrolled(design, 2, {})
    start = ["assume_o", "holds_o"]
    now = cycles.step(start, {})
    then = cycles.step(["holds_o"], {}, last=True)
    return asked(design, cycles, [*(now[name] for name in start), then["holds_o"] ^ 1], [])


def proofs() -> list[Proof]:
    agree = "the controller's registers and the specification's record agree after reset and after every cycle"
    found = []
    for lines in LINES:
        said = f"with {lines} line{'s' if lines > 1 else ''}, "
        questions = {"kept": (agree, partial(kept, lines))}
        questions |= {name: (states, partial(output, name, lines)) for name, states in STATES.items()}
        found += [
            Proof(f"nvic-{lines}.{name}", "nvic", said + states, "abc sat", ask, INPUTS)
            for name, (states, ask) in questions.items()
        ]
    return found
