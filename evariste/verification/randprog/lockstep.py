# SPDX-License-Identifier: Apache-2.0
"""Random programs in lock-step: how many instructions the RTL and the interpreter agreed on, and smaller programs that
still differ.

A program that differs loses instructions while the difference stays. Statements and functions go first, the longest
before the others. Then runs of instructions, of half the program down to single ones. What is left cannot lose an
instruction.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evariste import cache
from evariste.bench.pool import each
from evariste.build import identity
from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.errors import UserError
from evariste.isa.load import machine as instruction_set
from evariste.machines import MachineDef, named
from evariste.sim import Machine, Stop
from evariste.verification.randprog import run
from evariste.verification.randprog.writer import OutOfReach, Part, Program, listing

PIECE = 100  # programs of a piece
KEPT = Store("lockstep/pieces")  # instructions
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
    core = run.machine(machine.name, "lockstep", configuration, waits)
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


def resumed(
    machine: MachineDef, kind: str, first: int, programs: int, say: Callable[[str], object] = lambda text: None
) -> Count:
    """As `measure`, in pieces. Pieces without a difference are kept while nothing changes that the programs and both
    engines are made of. So a campaign that was stopped goes on where it was."""
    (count,) = campaign(machine, [kind], first, programs, say, 1)
    return count


def campaign(
    machine: MachineDef, wanted: Iterable[str], first: int, programs: int,
    say: Callable[[str], object] = lambda text: None, processes: int | None = None, dask: str | None = None,
) -> list[Count]:  # fmt: skip
    """As `resumed`, for several kinds, on processes or on the Dask cluster of a scheduler's address."""
    wholes = {}
    for kind in wanted:
        recipe, _, configuration = kinds(machine)[kind]
        wholes[kind] = Count(kind, recipe, first, programs, configuration, machine.name)
    identity(machine.name, *{machine.simulated[w.configuration] for w in wholes.values()})  # built once
    jobs = [Piece(machine.name, kind, start, min(PIECE, first + programs - start))
            for kind in wholes for start in range(first, first + programs, PIECE)]  # fmt: skip
    for piece, count in each(one, jobs, processes, dask):
        if isinstance(count, UserError):
            raise count
        wholes[piece.kind].instructions += count.instructions
        wholes[piece.kind].differences += count.differences
        say(f"{piece.kind}: seeds {piece.first} to {piece.first + piece.programs - 1}, "
            f"{count.instructions} instructions")  # fmt: skip
    return list(wholes.values())


@dataclass(frozen=True)
class Piece:
    machine: str
    kind: str
    first: int
    programs: int


def one(piece: Piece) -> Count:
    """A piece, or what is kept of it."""
    machine = named(piece.machine)
    recipe, _, configuration = kinds(machine)[piece.kind]
    made = [keys.code(__name__, machine.module("recipes").__name__, without=("evariste.bench",)), keys.tree("isa"),
            identity(machine.name, machine.simulated[configuration])]  # fmt: skip
    key = keys.digest(made, piece.kind, piece.first, piece.programs)
    if (kept := KEPT.get(key)) is not None:
        return Count(piece.kind, recipe, piece.first, piece.programs, configuration, machine.name, kept)
    count = measure(machine, piece.kind, piece.first, piece.programs)
    if not count.differences:
        KEPT.put(key, count.instructions)
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


# ---- smaller programs ----

TRIES = 3000  # programs at the most
SLACK = 200  # cycles that a smaller program may take more
FOLDER = "lockstep/found"
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")


@dataclass(frozen=True)
class Small:
    """What is left of a program: how many of its parts, and after how many tries."""

    program: Program
    left: int
    before: int
    tries: int


def shrink(program: Program, differs: Callable[[Program], bool]) -> Small | None:
    """The smallest program found that differs. None if the program itself does not."""
    every = program.parts
    removed: set[Part] = set()
    tries = 0

    def goes_without(parts: Collection[Part]) -> bool:
        """Whether the difference stays when these are removed too; they then are."""
        nonlocal tries
        more = removed.union(parts)
        if len(more) == len(removed) or tries >= TRIES:
            return False
        tries += 1
        try:
            found = differs(program.without(more))
        except OutOfReach:
            return False
        if found:
            removed.update(parts)
        return found

    if not differs(program.without(())):
        return None
    for span in sorted(program.spans, key=len, reverse=True):
        goes_without(span)
    size = len(every) // 2
    while size:
        left = [part for part in every if part not in removed]
        runs = [left[at : at + size] for at in range(0, len(left), size)]
        gone = [some for some in reversed(runs) if goes_without(some)]
        if size > 1 or not gone:
            size //= 2
    return Small(program.without(removed), len(every) - len(removed), len(every), tries)


def kind(stop: Stop) -> str:
    """What a difference is about: its first line without numbers."""
    return _NUMBER.sub("#", stop.sentence.partition("\n")[0])


def smaller(core: Machine, program: Program, stop: Stop) -> str:
    """Shrinks a program that ended in this difference, writes what is left, and says so in a sentence."""
    limit, about = stop.cycles + SLACK, kind(stop)

    def differs(candidate: Program) -> bool:
        found = run.execute(core, candidate, limit)
        return found.reason == "difference" and kind(found) == about

    small = shrink(program, differs)
    if small is None:
        return f"{program.name} does not differ when it runs again, so it was not made smaller."
    return f"Made smaller: {small.left} of {small.before} instructions differ alike. {write(core, small.program)}"


def write(core: Machine, program: Program) -> str:
    """Keeps a program as a listing, and as an ELF file if its machine has such; says where."""
    place: Path = cache.folder(FOLDER) / f"{core.name}-{program.name.replace('/', '-').replace(' ', '-')}"
    shown = place.with_suffix(".txt")
    shown.write_text("\n".join(listing(instruction_set(core.name), program)) + "\n")
    image: Any = getattr(program, "elf", None)
    if image is None:
        return f"It is {shown}."
    file = place.with_suffix(".elf")
    file.write_bytes(image())
    return f"It is {file}, listed in {shown}."
