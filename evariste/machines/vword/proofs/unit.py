# SPDX-License-Identifier: Apache-2.0
"""Proofs of HI, LO, the multiplier and the divider of the core, rtl/mips/mips_hilo.sv.

The definitions are in the folder formal/unit of the machine's tests. mips_unit_check.sv does a division or product step
by step beside the circuit. The questions are asked for one step, from any state of an invariant: every step of the unit
is one of the definition, the time is right, and so is what it ends with.
"""

from functools import partial
from pathlib import Path

from evariste.machines.vword import MACHINE
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled, forced, merged

SPECIFICATION = f"{MACHINE.verify}/formal/unit"
FOLDER = ROOT / SPECIFICATION
INPUTS = ("rtl/mips", SPECIFICATION)
PASSES = ("proc", "flatten", "opt_clean -purge", "async2sync", "opt -nodffe -nosdff")
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "setundef -anyseq", "aigmap", "opt_clean -purge")
PARTS = ("mips_hilo.sv", "mips_divider.sv", "mips_multiplier.sv")
RULES = range(13)
CYCLES = (1, 4, 32)  # of a multiplication


def design(cycles: int = 4, changed: tuple[Path, ...] = ()) -> Design:
    """The unit beside its definition. `changed`: files that take the place of those of the same name."""
    other = {path.name: path for path in changed}
    rtl = [other.get(name, ROOT / "rtl/mips" / name) for name in PARTS]
    files = [*rtl, FOLDER / "mips_step.sv", FOLDER / "mips_unit_check.sv"]
    parameters = {"MULTIPLY_CYCLES": cycles}
    return unroll.read(proof.graph("mips_unit_check", files, parameters, passes=PASSES, to_graph=TO_GATES))


def steps(cycles: int, unit: Design | None = None) -> str | None:
    """From reset, and from any state of the invariant: each rule is kept, and nothing wrong is seen."""
    unit = unit or design(cycles)
    reset = Unrolled(unit, 2, {})
    reset.step([], {"rst_ni": 0})
    after = reset.step([f"rule_o[{k}]" for k in (0, 1)], {"rst_ni": 1}, last=True)
    if abc.possible(reset.built, reset.some(v ^ 1 for v in after.values())):
        return "reset leads to a state in which the unit is busy."
    unit = unit.with_constants({"rst_ni": 1})
    last = ["wrong_o", *(f"rule_o[{k}]" for k in RULES)]
    idle = [(0, {"multiply_i": m, "divide_i": d}) for m, d in ((0, 0), (1, 0), (0, 1))]
    busy = [(k, {"multiply_i": 0, "divide_i": 0}) for k in range(1, 33 + cycles)]
    for case, asked in (*idle, *busy):
        # In one case most conditions are constants, and registers that are equal are one.
        start = ["assume_o", "holds_o", f"case_o[{case}]"]
        known = forced(unit.graph, start)
        same = merged(unit.graph.fixed(known, start), start)
        two = Unrolled(unit, 2, {n: v for n, v in known.items() if n in unit.state})
        two.merge({n: o for n, o in same.items() if o in unit.state})
        now = two.step(start, asked)
        then = two.step(last, {}, last=True)
        wrong = two.some([then["wrong_o"], *(then[n] ^ 1 for n in last[1:])])
        if abc.possible(two.built, two.every([*(now[n] for n in start), wrong])):
            return f"with multiplications in {cycles} cycles, case {case}: a rule does not stay, or wrong_o is seen."
    return None



def proofs() -> list[Proof]:
    return [Proof(f"unit.{n}", "arithmetic", f"each step of a division and of a product in {n} cycles is one of the "
                  f"definition, for all operands; HI and LO are as defined after 34 and {n} cycles, and otherwise keep "
                  "what was written", "abc sat", partial(steps, n), INPUTS, full=True)
            for n in CYCLES]  # fmt: skip
