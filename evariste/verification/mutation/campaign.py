# SPDX-License-Identifier: Apache-2.0
"""A mutation campaign: mutants, runs, proofs, and what survived."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import yaml

from evariste import machines
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.verification.mutation import controller, core, interrupts, mutants, proofs, unit
from evariste.verification.mutation.equivalence import Comparison, Invariant
from evariste.verification.mutation.mutants import Mutant

Say = Callable[[str], object]


@dataclass
class Result:
    """`equivalent`: proved to behave like the original from any state. `unreachable`: proved from any reachable state.
    `unproved`: survivors for which no proof decides whether they are errors; they count as survivors.
    """

    target: str
    configuration: str
    seed: int
    total: int
    killed: dict[int, str] = field(default_factory=dict)
    equivalent: list[Mutant] = field(default_factory=list)
    unreachable: list[Mutant] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)
    unproved: int = 0
    work: int = 0  # clocks, or operations of the unit

    @property
    def score(self) -> float:
        """The killed share of the mutants, without those proved to be no errors."""
        return len(self.killed) / max(1, self.total - len(self.equivalent) - len(self.unreachable))


def configuration(target: str) -> str:
    """The configuration of the core whose mutants they are."""
    core = machines.default()
    return core.interrupts if target == "interrupts" and core.interrupts else core.configuration


def run(target: str, count: int, seed: int = 1, rounds: int = 6, more: int = 0, say: Say = print) -> Result:
    """Mutate the `unit`, the `core`, or its `interrupts`. `rounds` is the number of rounds before the proofs, `more`
    the number after them, on the survivors. A round is one matrix for every degree, or some thirty programs.
    """
    if target == "unit":
        kind: Any = unit
        plan: Iterable[Any] = unit.vectors(seed, 7 * (rounds + more))
        first = 7 * rounds
    elif target in ("core", "interrupts"):
        kind = core if target == "core" else interrupts
        plan, first = kind.plan(0, rounds + more), kind.size(rounds)
    else:
        raise UserError(f"There is nothing called '{target}' to mutate; there are unit, core and interrupts.")
    netlist, made = mutants.build(kind.ELABORATE, kind.SELECTION, count, seed, kind.TOP)
    known = {m.number: m for m in made}
    result = Result(target, configuration(target), seed, len(made))
    hunt = kind.Hunt(netlist)
    alive = list(known)

    def hunted(runs: Iterable[Any], alive: list[int]) -> list[int]:
        for one in runs:
            if not alive:
                break
            found = hunt.kill(one, alive)
            result.killed |= found
            alive = [n for n in alive if n not in found]
        return alive

    plan = iter(plan)
    alive = hunted(islice(plan, first), alive)
    say(f"{len(result.killed)} of {len(made)} mutants killed; proving which of the other {len(alive)} are none")
    comparison = Comparison(netlist, netlist.ports[mutants.SELECT], lambda *three: kind.observe(netlist, *three))
    proved = {n: comparison.soon_equivalent(n) for n in alive}
    alive = hunted(plan, [n for n in alive if not proved[n]])
    proved |= {n: comparison.equivalent(n) for n in alive}
    result.equivalent = [known[n] for n, found in proved.items() if found]
    alive = [n for n in alive if not proved[n]]
    if kind is core and alive:
        invariant = Invariant(netlist, comparison)
        proved |= {n: invariant.equivalent(n) for n in alive}
        result.unreachable = [known[n] for n in alive if proved[n]]
    alive = [n for n in alive if not proved[n]]
    if kind is interrupts and alive:
        say(f"{len(result.killed)} killed; putting the other {len(alive)} to the proofs")
        for number, verdict in kind.judge([known[n] for n in alive]).items():
            if verdict == proofs.NONE:
                result.unreachable.append(known[number])
            elif verdict != proofs.SURVIVES:
                result.killed[number] = f"proof: {verdict}"
        none = {m.number for m in result.unreachable}
        alive = [n for n in alive if n not in result.killed and n not in none]
    result.survivors = [known[n] for n in alive]
    result.unproved = sum(proved[m.number] is None for m in result.survivors)
    result.work = hunt.work
    none = len(result.equivalent) + len(result.unreachable)
    say(f"{len(result.killed)} killed, {none} proved to be no error, {len(result.survivors)} left")
    return result


def against_proofs(target: str, count: int, seed: int = 1, jobs: int = 1, say: Say = print) -> Result:
    """Mutate the `core`, including its register file, or the controller of its `interrupts`, and count what their
    proofs refute.
    """
    if target == "core":
        made, verdicts = proofs.campaign(count, seed, jobs, say)
    else:
        made, verdicts = controller.campaign(count, seed, say)
    result = Result(f"{target}.proofs", configuration(target), seed, len(made))
    for mutant in made:
        match verdicts[mutant.number]:
            case proofs.NONE:
                result.equivalent.append(mutant)
            case proofs.SURVIVES | proofs.OPEN as verdict:
                result.survivors.append(mutant)
                result.unproved += verdict == proofs.OPEN
            case verdict:
                result.killed[mutant.number] = verdict
    say(f"{len(result.killed)} refuted, {len(result.equivalent)} proved to be no error, {len(result.survivors)} left")
    return result


def reason(mutant: Mutant) -> str | None:
    """Why a mutant survives, from the list beside the tests of mutation."""
    reasons = ROOT / machines.default().verify / "mutation/survivors.yaml"
    for entry in yaml.safe_load(reasons.read_text()):
        if re.search(entry["mutant"], str(mutant)):
            return str(entry["reason"])
    return None


def record(result: Result) -> dict[str, Any]:
    """The campaign as a record."""
    from evariste.record import record as a_record

    survivors = [{"mutant": str(m), "reason": reason(m)} for m in result.survivors]
    return a_record(
        workload=f"mutation.{result.target}", engine="gates",
        configuration=result.configuration, cycles=None, backend=None,
        params={"mutants": result.total, "seed": result.seed},
        passed=result.score >= (1.0 if result.target == "unit" else 0.98),
        checked=f"{result.score:.2%} of the mutants that are errors killed",
    ) | {
        "killed": len(result.killed), "equivalent": len(result.equivalent), "unreachable": len(result.unreachable),
        "survivors": survivors, "unproved": result.unproved, "score": result.score, "work": result.work,
        "killed_by": dict(Counter(result.killed.values())),
    }  # fmt: skip
