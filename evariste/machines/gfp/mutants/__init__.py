# SPDX-License-Identifier: Apache-2.0
"""What can be mutated, and which of it the proofs can judge.

core, interrupts       the runs that should notice a mutant of the core, or of its interrupts
extensions             the same of the core with every extension
invariant              proofs that a mutant is no error in any state that the core gets to
harness, proofs        mutants of the core in the design of its proofs, and which of them the proofs refute
controller             the same for the interrupt controller
"""

from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Any

from evariste.errors import UserError
from evariste.machines.gfp import DEFAULT, MACHINE, VERIFY
from evariste.machines.gfp.mutants import controller, core, extensions, interrupts, proofs
from evariste.machines.gfp.mutants.invariant import Invariant
from evariste.paths import ROOT
from evariste.verification import gf_unit, mutation
from evariste.verification.equivalence import Comparison
from evariste.verification.gf_unit_forms import Form
from evariste.verification.mutant_proofs import counted
from evariste.verification.mutation import Judge, Judged, Mutant, Result, Sample, Say, Subject

FORMS = {f"unit.{name}": name for name in ("inverse2", "tiny")}  # the unit of other configurations
TARGETS = ("unit", *FORMS, "core", "extensions", "interrupts")
PROVED = ("core", "interrupts")
# The least share of errors that must be noticed.
NEEDED = dict.fromkeys(("unit", *FORMS), 1.0) | dict.fromkeys(TARGETS[len(FORMS) + 1 :], 0.99)
NEEDED |= {f"{target}.proofs": 0.98 for target in PROVED}
REASONS = ROOT / VERIFY / "mutation/survivors.yaml"


def configuration(target: str) -> str:
    """The configuration of the core whose mutants they are."""
    if target in FORMS:
        return FORMS[target]
    if target == "extensions":
        return extensions.CONFIGURATION
    return MACHINE.interrupts if target == "interrupts" and MACHINE.interrupts else DEFAULT


def run(target: str, sample: Sample, rounds: int = 6, more: int = 0, say: Say = print) -> Result:
    """Mutate the `unit`, that of another configuration, the `core`, that with `extensions`, or its `interrupts`.
    `rounds` is the number of rounds before the proofs, `more` the number after them, on the survivors. A round is one
    matrix for every degree, or some thirty programs.
    """
    subject: Subject
    judge: Judge | None = None
    before: Iterable[Any]
    after: Iterable[Any]
    result = Result(target, configuration(target), sample)
    if target in FORMS:
        form, (before, after) = of_unit(FORMS[target]), _vectors(sample.seed, rounds, more)
        return mutation.run(result, form, before, after, None, say, form.unrolled)
    match target:
        case "unit":
            subject, (before, after) = gf_unit, _vectors(sample.seed, rounds, more)
        case "core":
            subject, before, after, judge = core, core.plan(0, rounds), core.plan(rounds, more), unreachable
        case "extensions":
            subject, before, after = extensions, extensions.plan(0, rounds), extensions.plan(rounds, more)
            judge = unreachable
        case "interrupts":
            subject, before, after = interrupts, interrupts.plan(rounds), interrupts.random(rounds, more)
            judge = partial(refuted, say=say)
        case _:
            raise UserError(f"There is nothing called '{target}' to mutate; there are {', '.join(TARGETS)}.")
    return mutation.run(result, subject, before, after, judge, say)


def _vectors(seed: int, rounds: int, more: int) -> tuple[Iterable[Any], Iterable[Any]]:
    """Operands for the unit, a matrix for every degree in a round: those of the first rounds, and of the others."""
    found = gf_unit.vectors(seed, len(gf_unit.DEGREES) * (rounds + more))
    return islice(found, len(gf_unit.DEGREES) * rounds), found


def of_unit(name: str) -> Form:
    """The unit in a configuration of the core."""
    given = MACHINE.has(name).parameters.items()
    return Form({parameter.removeprefix("GF_"): value for parameter, value in given if parameter.startswith("GF_")})


def unreachable(result: Result, comparison: Comparison, mutants: list[Mutant]) -> Judged:
    """Which mutants of the core are no errors in any state that it gets to."""
    invariant = Invariant(comparison.netlist, comparison)
    return {m.number: invariant.equivalent(m.number) for m in mutants}


def refuted(result: Result, comparison: Comparison, mutants: list[Mutant], say: Say) -> Judged:
    """What the proofs say of mutants of the interrupts."""
    say(f"{len(result.killed)} killed; putting the other {len(mutants)} to the proofs")
    said = interrupts.judge(mutants)
    return {n: verdict == proofs.NONE or verdict for n, verdict in said.items() if verdict != proofs.SURVIVES}


def against_proofs(target: str, sample: Sample, say: Say = print) -> Result:
    """Mutate the `core`, including its register file, or the controller of its `interrupts`, and count what their
    proofs refute.
    """
    if target == "core":
        made, verdicts = proofs.campaign(sample, say)
    else:
        made, verdicts = controller.campaign(sample, say)
    return counted(Result(f"{target}.proofs", configuration(target), sample, len(made)), made, verdicts, say)


def reason(mutant: Mutant) -> str | None:
    """Why a mutant survives."""
    return mutation.reason(mutant, REASONS)


def record(result: Result) -> dict[str, Any]:
    """The campaign as a record."""
    return mutation.record(MACHINE, result, REASONS, NEEDED[result.target])
