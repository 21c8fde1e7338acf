# SPDX-License-Identifier: Apache-2.0
"""Proofs of the accelerator, rtl/vword/vword_accelerator.sv, at small instances: its instructions, and their order.

formal/accelerator/vword_harness.sv of the machine's tests has the properties. Each is asked for one cycle, from an
arbitrary state in which the invariant holds. If the reset state fulfils the invariant and every cycle keeps it, the
properties hold for all time and for any core that keeps to the rules of the port. A rule of the invariant is asked for
cycles in which nothing is wrong, which the other questions show.

The register file and the multiplier are replaced by their contracts. Operations at full size have proofs of their own
(proofs/operations.py), and so has the multiplier (`evariste.verification.fixed_field`).
"""

from collections.abc import Callable
from functools import cache as once
from functools import partial
from pathlib import Path

from evariste.machines.vword import MACHINE
from evariste.machines.vword.proofs import operations
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.aig import number
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled, merged

SPECIFICATION = f"{MACHINE.verify}/formal/accelerator"
FOLDER = ROOT / SPECIFICATION
INPUTS = (*operations.FOLDERS, *operations.PACKAGES, SPECIFICATION)
WRONG = {
    "legal": "a word is taken for an instruction, or an instruction for none",
    "write": "a register is written that should not be, or not, or with another value",
    "store": "a store gives another row",
    "read": "the core reads another value",
    "row": "an access of a row is not said to be one, or another one is",
    "wait": "an instruction waits for nothing, or for longer than a product takes",
    "unit": "the multiplier is asked for another product",
}
RULES = 13
# The instances, with x^11 + x^2 + 1.
SMALL = {
    "paper": {"W": 8, "LEVEL": 1, "D": 1},
    "fused": {"W": 8, "LEVEL": 2, "D": 1},
    "field": {"W": 11, "LEVEL": 3, "D": 3},
}
PASSES = (
    *("proc", "flatten", "opt_clean -purge", "setundef -undriven -anyseq", "setundef -anyseq", "async2sync"),
    *("opt -nodffe -nosdff", "opt_clean -purge"),
)
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "setundef -anyseq", "aigmap", "opt_clean -purge")
STARTS = ["assume_o", "holds_o"]
MOVES = ("d_go_i", "x_go_i", "x_drop_i", "m_go_i", "m_drop_i")


def files(changed: tuple[Path, ...] = ()) -> list[Path]:
    """The accelerator with its contracts, its specification, and the properties. `changed`: files that take the place
    of those of the same name."""
    other = {path.name: path for path in (*proof.sources(f"{SPECIFICATION}/cut"), *changed)}
    packages = [path for path in operations.sources() if path.stem.endswith("_pkg")]
    modules = [path for path in operations.sources() if path not in packages and path.name not in other]
    own = [FOLDER / f"vword_{name}.sv" for name in ("spec", "harness")]
    return [*packages, FOLDER / "vword_spec_pkg.sv", *modules, *other.values(), *own]


@once
def harness(name: str, changed: tuple[Path, ...] = ()) -> Design:
    """The design of the proofs with a small instance."""
    return unroll.read(proof.graph("vword_harness", files(changed), SMALL[name], passes=PASSES, to_graph=TO_GATES))


def right(name: str, design: Design | None = None) -> str | None:
    """Reset leads to the invariant, every cycle keeps it, and in a state of it nothing is wrong."""
    design = design or harness(name)
    reset = Unrolled(design, 2, {})
    reset.step(["assume_o"], {"rst_ni": 0})
    now = reset.step(["holds_o", "born_alike_o"], {"rst_ni": 1}, last=True)
    if _found(reset, reset.built.land(now["born_alike_o"], now["holds_o"] ^ 1)):
        return f"{name}: a state after reset is not one of the invariant."
    running = design.with_constants({"rst_ni": 1})
    wrong = {f"wrong_{key}_o": text for key, text in WRONG.items()}
    # Registers that are equal in the invariant, those of the file among them, are one in the question.
    same = {n: o for n, o in merged(running.graph.fixed({}, STARTS), STARTS).items() if {n, o} <= running.state.keys()}
    for output in wrong:
        one = Unrolled(running, 1, {})
        one.merge(same)
        now = one.step([*STARTS, output], {}, last=True)
        if found := _found(one, one.every(now.values())):
            return f"{name}: {_story(running, found, same, wrong)}"
    for rule in range(RULES):
        two = Unrolled(running, 2, {})
        two.merge(same)
        before = two.step([*STARTS, *wrong], {})
        after = two.step([f"rule_o[{rule}]"], {}, last=True)[f"rule_o[{rule}]"]
        fine = [*(before[n] for n in STARTS), *(before[n] ^ 1 for n in wrong)]
        if found := _found(two, two.every([*fine, after ^ 1])):
            return f"{name}: {_story(running, found, same, wrong)}"
    return None


def _found(cycles: Unrolled, literal: int) -> dict[str, int] | None:
    """An assignment that makes a literal 1."""
    return abc.assignment(cycles.built, literal)


def _story(design: Design, found: dict[str, int], same: dict[str, str], wrong: dict[str, str]) -> str:
    """Two cycles of a counterexample: what moves, what is wrong, which rules of the invariant are broken."""
    state, shown = {n: found.get(same.get(n, n), 0) for n in design.state}, []
    for t in range(2):
        ports = {n: found.get(f"{n}@{t}", 0) for n in design.ports}
        values = design.graph.value({**state, **ports})
        moves = [n for n in MOVES if ports.get(n)] or ["nothing moves"]
        broken = [f"rule {k} is broken" for k in range(RULES) if not number("rule_o", values, 16) >> k & 1]
        said = [text for output, text in wrong.items() if values[output]]
        place = f"cycle {t}, 0x{number('insn_o', values, 32):08x} in m: {' '.join(moves)}"
        shown.append("; ".join([place, *said, *broken]))
        state = {n: values[after] for n, after in design.state.items()}
    return ". ".join(shown) + "."


def contract(source: Path = ROOT / "rtl/vword/vword_regfile.sv") -> str | None:
    """The register file of gates reads as what was last written, at both ports."""
    packages = [path for path in operations.sources() if path.stem.endswith("_pkg")]
    sources = [*packages, source, FOLDER / "vword_regfile_check.sv"]
    passes = (*PASSES, "memory -nomap", "memory_map", "opt -nodffe -nosdff")
    design = unroll.read(proof.graph("vword_regfile_check", sources, {"W": 5}, passes=passes, to_graph=TO_GATES))
    cycles = Unrolled(design, 2, {})
    cycles.step([], {})
    found = _found(cycles, cycles.step(["wrong_o"], {}, last=True)["wrong_o"])
    return "a register does not read as what was last written to it." if found else None


def proofs() -> list[Proof]:
    """One for each small instance."""

    def of(name: str, states: str, question: Callable[[], str | None], full: bool = False) -> Proof:
        return Proof(name, "accelerator", states, "abc glucose", question, INPUTS, full=full)

    return [
        *(of(f"accelerator.{name}", "every instruction does what the manual says, in any order, behind any other one, "
             f"with any waiting and any drop: x^11 + x^2 + 1, words of {p['W']} bits, level {name}",
             partial(right, name), name != "field")
          for name, p in SMALL.items()),
        of("accelerator.registers", "the register file reads as what was last written, at both ports", contract),
    ]  # fmt: skip
