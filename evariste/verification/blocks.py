# SPDX-License-Identifier: Apache-2.0
"""Mutants of a block with ports: all of them side by side with the original, as one graph, on inputs that follow the
rules of its ports.

A mutant is killed in the first cycle in which an output that somebody looks at differs. One that survives is asked of
the prover: can its outputs or next state differ in any state?
"""

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from evariste import yosys
from evariste.paths import ROOT
from evariste.verification import abc, aig, mutation, proof
from evariste.verification.aig import Aig, Builder, bits
from evariste.verification.gates import FLATTEN
from evariste.verification.mutation import SELECT, Mutant, Result, Say

CYCLES = 400  # of a round
SECONDS = 30  # of the prover, for one mutant
TO_GRAPH = ("memory_collect", "memory_map", "opt -nodffe -nosdff", "techmap", "opt -nodffe -nosdff", "dffunmap",
            "setundef -zero", "aigmap", "opt_clean")  # fmt: skip


@dataclass(frozen=True)
class Block:
    """What is mutated, and with which parameters."""

    top: str
    folders: tuple[str, ...]
    packages: tuple[str, ...]
    parameters: dict[str, int]
    around: Path | None = None  # a module with parameters that no command can give
    cycles: int = CYCLES  # of a round

    @property
    def elaborate(self) -> list[str]:
        files = [*(str(ROOT / path) for path in self.packages), *map(str, proof.sources(*self.folders))]
        files += [str(self.around)] if self.around else []
        given = " ".join(f"-G{name}={value}" for name, value in self.parameters.items())
        known = dict.fromkeys(files)
        return [f"read_slang --top {self.top} {given} {' '.join(known)}", f"hierarchy -check -top {self.top}", *FLATTEN]


class Drive(Protocol):
    """Gives the inputs of a cycle, and says which outputs count in it."""

    def ask(self) -> dict[str, int]:
        """The inputs that are known before the block's answers of this cycle."""

    def go(self, answers: "Ports") -> dict[str, int]:
        """All inputs, from what the original answers to those."""

    def seen(self, answers: "Ports") -> list[tuple[str, int]]:
        """The ports that count, with a mask of their bits."""


class Ports:
    """The original's outputs."""

    def __init__(self, value: dict[str, int]) -> None:
        self.value = value

    def __call__(self, port: str, width: int = 1) -> int:
        if width == 1:
            return self.value[port] & 1
        return sum((self.value[f"{port}[{i}]"] & 1) << i for i in range(width))


_FIELD = re.compile(r"^\s+(\w+)\s*(?:\[\s*(\d+):0\])?\s+(\w+);", re.MULTILINE)


def fields(name: str, text: str) -> dict[str, tuple[int, int]]:
    """The lowest bit and the width of each field of a packed struct of this package."""
    bodies = {struct: body for body, struct in re.findall(r"typedef struct packed \{([^}]*)\} (\w+);", text)}
    found, low = dict[str, tuple[int, int]](), 0
    for kind, high, field in reversed(_FIELD.findall(bodies[name])):
        width = int(high) + 1 if high else 1
        if kind.endswith("_t"):
            width = sum(w for _, w in fields(kind, text).values())
        found[field] = (low, width)
        low += width
    return found


# ---- a campaign ----


def build(block: Block, count: int, seed: int) -> tuple[Aig, dict[str, str], list[Mutant]]:
    """The block with all mutants as a graph, its state, and what the mutants are."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        commands = mutation.choose(block.elaborate, f"{block.top}/c:* {block.top}/t:$mem* %d", count, seed, block.top,
                                   folder)  # fmt: skip
        path = folder / "mutated.aig"
        yosys.run(*block.elaborate, mutation.put_in(commands, folder), *TO_GRAPH, f"{proof.WRITE} {path}")
        graph, state = aig.read_state(path)
        return graph, state, [mutation.parsed(n, c) for n, c in enumerate(commands, 1)]


class Side:
    """The original, lane 0, and mutants in the other lanes."""

    def __init__(self, graph: Aig, state: dict[str, str], numbers: list[int]) -> None:
        self.graph, self.names, self.lanes = graph, state, 1 + len(numbers)
        self.every = (1 << self.lanes) - 1
        self.ports = [name for name in graph.inputs if name not in state]
        self.widths = Counter(name.partition("[")[0] for name in self.ports)
        self.selected = dict[str, int]()
        for lane, number in enumerate(numbers, 1):
            for name, bit in bits(SELECT, number, self.widths[SELECT]).items():
                self.selected[name] = self.selected.get(name, 0) | bit << lane
        self.state = dict.fromkeys(state, 0)

    def value(self, inputs: dict[str, int]) -> dict[str, int]:
        """All outputs and next states, of all lanes."""
        given = self.state | self.selected
        for port, number in inputs.items():
            given |= {name: self.every * bit for name, bit in bits(port, number, self.widths[port]).items()}
        return self.graph.value(given, self.lanes)

    def after(self, value: dict[str, int]) -> None:
        self.state = {name: value[following] for name, following in self.names.items()}

    def unlike(self, value: dict[str, int], seen: list[tuple[str, int]]) -> int:
        """The lanes in which some of these bits are not the original's."""
        found = 0
        for port, mask in seen:
            names = [port] if port in value else [f"{port}[{i}]" for i in range(mask.bit_length()) if mask >> i & 1]
            for name in names:
                lanes = value[name]
                found |= lanes ^ (self.every if lanes & 1 else 0)
        return found


def rounds_of(side: Side, drive: Drive, cycles: int) -> Iterator[int]:
    """The lanes that differ, cycle by cycle, from reset on."""
    side.after(side.value({"rst_ni": 0}))
    for _ in range(cycles):
        asked = Ports(side.value(drive.ask()))
        value = side.value(drive.go(asked))
        yield side.unlike(value, drive.seen(Ports(value)))
        side.after(value)


def equivalent(graph: Aig, state: dict[str, str], number: int) -> bool:
    """Whether a mutant has the original's outputs and next state in every state. False, too, if that takes too long."""
    select = [name for name in graph.inputs if name.startswith(SELECT) and name not in state]
    built = Builder([name for name in graph.inputs if name not in select])
    both = [built.add(graph, built.literals | bits(SELECT, n, len(select)), list(graph.outputs)) for n in (0, number)]
    differ = built.some(built.xor(both[0][name], both[1][name]) for name in graph.outputs)
    question = built.graph({"bad": built.land(differ, built.literals["rst_ni"])})
    try:
        return abc.satisfied(question, "bad", SECONDS) is None
    except abc.OutOfTime:
        return False


def campaign(block: Block, drives: Callable[[Random], Drive], result: Result, rounds: int, more: int,
             say: Say) -> Result:  # fmt: skip
    """Mutate a block. `rounds` come before the proofs; `more` after them, on the survivors."""
    seed = result.seed
    graph, state, made = build(block, result.total, seed)
    result.total = len(made)
    alive = [m.number for m in made]

    def hunted(numbers: list[int], first: int, last: int) -> list[int]:
        for at in range(first, last):
            if not numbers:
                break
            side, killed = Side(graph, state, numbers), 0
            for lanes in rounds_of(side, drives(Random(f"{seed} {at}")), block.cycles):
                fresh = lanes & ~killed
                killed |= lanes
                result.killed |= {n: f"round {at}" for lane, n in enumerate(numbers, 1) if fresh >> lane & 1}
                result.work += side.lanes
            numbers = [n for lane, n in enumerate(numbers, 1) if not killed >> lane & 1]
            say(f"round {at}: {len(result.killed)} of {len(made)} mutants killed")
        return numbers

    alive = hunted(alive, 0, rounds)
    proved = {n for n in alive if equivalent(graph, state, n)}
    alive = hunted([n for n in alive if n not in proved], rounds, rounds + more)
    result.equivalent = [m for m in made if m.number in proved]
    result.survivors = [m for m in made if m.number in alive]
    say(f"{len(result.killed)} killed, {len(proved)} proved to be no error, {len(alive)} left")
    return result
