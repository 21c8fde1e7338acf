# SPDX-License-Identifier: Apache-2.0
"""Random programs in lock-step: how many instructions the RTL and the interpreter agreed on."""

from collections.abc import Callable
from dataclasses import dataclass, field

from evariste.configurations import DEFAULT
from evariste.errors import UserError
from evariste.verification.randprog import generate, run, words

# Kind of run: recipe, wait states, configuration.
KINDS: dict[str, tuple[str, tuple[int, int], str]] = {
    "programs": ("timed", (0, 0), DEFAULT),
    "long programs": ("long", (0, 0), DEFAULT),
    "programs, wait states on both ports": ("timed", (100, 100), DEFAULT),
    "programs with interrupts": ("interrupts", (0, 0), "interrupts"),
    "programs with interrupts, wait states on both ports": ("interrupts", (100, 60), "interrupts"),
    "programs that lock up": ("lockup", (0, 0), DEFAULT),
    "programs that lose their stack": ("frames", (0, 0), DEFAULT),
    "programs with interrupts that lose their stack": ("nested frames", (0, 0), "interrupts"),
    "programs with interrupts that lose their stack, wait states on both ports": (
        "nested frames",
        (100, 60),
        "interrupts",
    ),
    "random words": ("words", (0, 0), DEFAULT),
    "random words, wait states on both ports": ("words", (50, 50), DEFAULT),
    "programs, `small5`": ("timed", (0, 0), "small5"),
    "programs, `small5`, wait states on both ports": ("timed", (100, 100), "small5"),
    "random words, `small5`": ("words", (0, 0), "small5"),
}


@dataclass
class Count:
    """`instructions` retired by `programs` programs, the first one of seed `first`."""

    kind: str
    recipe: str
    first: int
    programs: int
    instructions: int = 0
    differences: list[str] = field(default_factory=list)


def measure(kind: str, first: int, programs: int, say: Callable[[str], object] = lambda text: None) -> Count:
    """Run so many programs of a kind; every difference is a sentence that begins with what `ev replay` takes."""
    if kind not in KINDS:
        raise UserError(f"There is no kind '{kind}'; there are {', '.join(KINDS)}.")
    recipe, waits, configuration = KINDS[kind]
    machine = run.machine("lockstep", configuration, waits)
    count = Count(kind, recipe, first, programs)
    for seed in range(first, first + programs):
        if recipe == "words":
            stop = words.execute(machine, seed)
            wrong = words.wrong_end(stop)
        else:
            program = generate(seed, recipe)
            stop = run.execute(machine, program)
            wrong = run.wrong_end(program, stop)
        count.instructions += stop.instructions
        if wrong:
            count.differences.append(f"{recipe}/{seed}: {wrong}")
    say(f"{kind}: seeds {first} to {first + programs - 1}, {count.instructions} instructions")
    return count


def record(count: Count) -> dict:
    """The count as a record."""
    from evariste.record import record as a_record

    return a_record(
        workload=f"lockstep.{count.kind}", engine="lockstep", gf=True, cycles=None, instructions=count.instructions,
        params={"recipe": count.recipe, "first": count.first, "programs": count.programs},
        passed=not count.differences, checked=f"{len(count.differences)} differences",
    )  # fmt: skip
