# SPDX-License-Identifier: Apache-2.0
"""Random programs in lock-step: how many instructions the RTL and the interpreter agreed on."""

from collections.abc import Callable
from dataclasses import dataclass, field

from evariste.errors import UserError
from evariste.machines import MachineDef
from evariste.verification.randprog import run
from evariste.verification.randprog.shrink import smaller

Kinds = dict[str, tuple[str, tuple[int, int], str]]


def kinds(machine: MachineDef) -> Kinds:
    """The kinds of runs of a machine: recipe, wait states, configuration."""
    found: Kinds = machine.module("recipes").KINDS
    return found


@dataclass
class Count:
    """`instructions` retired by `programs` programs, the first one of seed `first`."""

    kind: str
    recipe: str
    first: int
    programs: int
    configuration: str
    machine: str
    instructions: int = 0
    differences: list[str] = field(default_factory=list)


def measure(
    machine: MachineDef, kind: str, first: int, programs: int, say: Callable[[str], object] = lambda text: None
) -> Count:
    """Run so many programs of a kind. A difference is a text that begins with the argument for `ev replay`, and ends
    with a smaller program that differs alike.
    """
    known = kinds(machine)
    if kind not in known:
        raise UserError(f"There is no kind '{kind}'; there are {', '.join(known)}.")
    recipe, waits, configuration = known[kind]
    core = run.machine("lockstep", configuration, waits, machine.name)
    count = Count(kind, recipe, first, programs, configuration, machine.name)
    recipes = machine.module("recipes")
    for seed in range(first, first + programs):
        program = recipes.generate(seed, recipe)
        stop = run.execute(core, program)
        wrong = run.wrong_end(program, stop)
        count.instructions += stop.instructions
        if wrong:
            count.differences.append(f"{recipe}/{seed}: {wrong}")
        if wrong and stop.reason == "difference":
            count.differences[-1] += "\n" + smaller(core, program, stop)
    say(f"{kind}: seeds {first} to {first + programs - 1}, {count.instructions} instructions")
    return count


def record(count: Count) -> dict:
    """The count as a record."""
    from evariste.record import record as a_record

    return a_record(
        workload=f"lockstep.{count.kind}", engine="lockstep",
        machine=count.machine, configuration=count.configuration, cycles=None, instructions=count.instructions,
        params={"recipe": count.recipe, "first": count.first, "programs": count.programs},
        passed=not count.differences, checked=f"{len(count.differences)} differences",
    )  # fmt: skip
