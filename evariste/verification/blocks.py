# SPDX-License-Identifier: Apache-2.0
"""Mutants of a block with ports: all of them side by side with the original, as one graph, on inputs that follow the
rules of its ports.

A mutant is killed in the first cycle in which an output that somebody looks at differs. One that survives is asked of
the prover: can its outputs or next state differ in any state? What a block says of its registers (`Block`) decides
which states there are, and which differences in them nobody sees.
"""

import dataclasses
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Protocol

from evariste import yosys
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.verification import abc, aig, mutation, proof, reached
from evariste.verification.aig import FALSE, TRUE, Aig, Builder, bits, set_bits
from evariste.verification.gates import FLATTEN
from evariste.verification.mutation import SELECT, Mutant, Result, Sample, Say

CYCLES = 400  # of a round
SECONDS = 30  # of the prover, for one question
PAIRS = 40  # of values of counters
LANES = 2000  # mutants at once, those of all rounds together, from which on more take longer
TO_GRAPH = ("memory_collect", "memory_map", "opt -nodffe -nosdff", "techmap", "opt -nodffe -nosdff", "dffunmap",
            "setundef -zero", "aigmap", "opt_clean")  # fmt: skip


@dataclass(frozen=True)
class Block:
    """What is mutated, and with which parameters. `files`: only the logic of these files and folders.

    What is known of registers has to hold in the original and needs no mutant: `registers` that have a name here, and
    the outputs that show them; those that are `dead`, so that nobody looks at them, while an output is 1, by register
    or by its bit; counters that are `loose`, since their values matter only by what follows from them; and an output
    that `holds` in every state that is reached from reset, which is proved. These outputs serve nothing else. They
    depend on the state alone. With `from_reset`, it is also asked whether a state that tells is ever reached
    (evariste/verification/reached.py), by inputs that are `allowed`. Outputs that are `counted` count only while the
    ports that they have are 1.
    """

    top: str
    folders: tuple[str, ...]
    packages: tuple[str, ...]
    parameters: dict[str, int]
    around: Path | None = None  # a module with parameters that no command can give
    files: tuple[str, ...] = ()
    cycles: int = CYCLES  # of a round
    registers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    dead: Mapping[str, str] = dataclasses.field(default_factory=dict)
    loose: tuple[str, ...] = ()
    holds: str = ""
    from_reset: bool = False
    counted: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    allowed: reached.Allowed | None = None

    @property
    def elaborate(self) -> list[str]:
        files = [*(str(ROOT / path) for path in self.packages), *map(str, proof.sources(*self.folders))]
        files += [str(self.around)] if self.around else []
        given = " ".join(f"-G{name}={value}" for name, value in self.parameters.items())
        known = dict.fromkeys(files)
        return [f"read_slang --top {self.top} {given} {' '.join(known)}", f"hierarchy -check -top {self.top}", *FLATTEN]


class Drive(Protocol):
    """Gives the inputs of a cycle, and says which outputs count in it. It may have a method `leap`: registers, by name,
    that have another value in the next cycle, as after more cycles of the same; and `cycles`, if its round has not as
    many as the block says.
    """

    def ask(self) -> dict[str, int]:
        """The inputs that are known before the block's answers of this cycle."""

    def go(self, answers: "Ports") -> dict[str, int]:
        """All inputs, from what the original answers to those."""

    def seen(self, answers: "Ports") -> list[tuple[str, int]]:
        """The ports that count, with a mask of their bits."""


class Ports:
    """The original's outputs. `lane`: where it is in each value."""

    def __init__(self, value: dict[str, int], lane: int = 0) -> None:
        self.value, self.lane = value, lane

    def __call__(self, port: str, width: int = 1, low: int = 0) -> int:
        """A port of one bit, or some bits of a wider one."""
        if width == 1 and port in self.value:
            return self.value[port] >> self.lane & 1
        return sum((self.value[f"{port}[{low + i}]"] >> self.lane & 1) << i for i in range(width))


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


def build(block: Block, sample: Sample) -> tuple[Aig, dict[str, str], list[Mutant]]:
    """The block with all mutants as a graph, its state, and what the mutants are."""
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        selection = f"{block.top}/c:* {block.top}/t:$mem* %d"
        if block.around:  # its own logic is not mutated
            selection += f" {block.top}/a:src=* %i {block.top}/a:src=*/{block.around.parent.name}/* %d"
        if block.files:
            unions = "".join(f" {block.top}/a:src=*{file}*{' %u' * (i > 0)}" for i, file in enumerate(block.files))
            selection += f"{unions} %i"
        commands = mutation.choose(block.elaborate, selection, sample, folder)
        path = folder / "mutated.aig"
        yosys.run(*block.elaborate, mutation.put_in(commands, folder), *TO_GRAPH, f"{proof.WRITE} {path}")
        graph, state = _named(*aig.read_state(path), block.registers)
        return graph, state, [mutation.parsed(n, c) for n, c in enumerate(commands, 1)]


def _named(graph: Aig, state: dict[str, str], registers: Mapping[str, str]) -> tuple[Aig, dict[str, str]]:
    """The graph with the names of these registers, which a reset has taken from them."""
    names = {}
    for register, port in registers.items():
        shown = [name for name in graph.outputs if name.partition("[")[0] == port]
        original = graph.fixed({name: 0 for name in graph.inputs if name.partition("[")[0] == SELECT}, shown)
        for name in shown:
            inside = [original.inputs[n - 1] for n in original.cone([original.outputs[name]])
                      if 0 < n < original.first_gate]  # fmt: skip
            (held,) = (n for n in inside if n in state)
            names[held] = register + (name.removeprefix(port) or "[0]")
    inputs = [names.get(name, name) for name in graph.inputs]
    return replace(graph, inputs=inputs), {names.get(name, name): after for name, after in state.items()}


class Side:
    """The original and mutants, once for each drive. In the lanes of a drive the original is lane 0. `seeds`: of the
    state before reset, one for each drive.
    """

    def __init__(self, graph: Aig, state: dict[str, str], numbers: list[int], seeds: Sequence[int] = (0,)) -> None:
        self.graph, self.names, self.lanes, self.drives = graph, state, 1 + len(numbers), len(seeds)
        self.every = (1 << self.lanes) - 1  # of a drive
        self.firsts = [self.lanes * k for k in range(self.drives)]
        self.ports = [name for name in graph.inputs if name not in state]
        self.widths = Counter(name.partition("[")[0] for name in self.ports)
        spread = sum(1 << first for first in self.firsts)
        self.selected = dict[str, int]()
        for lane, number in enumerate(numbers, 1):
            for name, bit in bits(SELECT, number, self.widths[SELECT]).items():
                self.selected[name] = self.selected.get(name, 0) | (bit << lane) * spread
        chances = [Random(seed) for seed in seeds]
        self.state = {name: self._side_by_side(rng.getrandbits(1) for rng in chances) for name in state}

    def _side_by_side(self, each: Iterable[int]) -> int:
        """A bit for all lanes of each drive."""
        return sum(self.every << first for first, bit in zip(self.firsts, each, strict=True) if bit)

    def value(self, inputs: Sequence[dict[str, int]]) -> dict[str, int]:
        """All outputs and next states, of all lanes. `inputs`: those of each drive."""
        given = self.state | self.selected
        for port in {port: None for one in inputs for port in one}:
            numbers = [one.get(port, 0) for one in inputs]
            given |= {name: self._side_by_side(n >> i & 1 for n in numbers)
                      for i, name in enumerate(bits(port, 0, self.widths[port]))}  # fmt: skip
        return self.graph.value(given, self.lanes * self.drives)

    def after(self, value: dict[str, int]) -> None:
        self.state = {name: value[following] for name, following in self.names.items()}

    def leap(self, drive: int, values: Mapping[str, int]) -> None:
        """Give registers a value in all lanes of a drive."""
        here = self.every << self.firsts[drive]
        for register, number in values.items():
            for name in self.state:
                if name.startswith(f"{register}["):
                    bit = number >> int(name[len(register) + 1 : -1]) & 1
                    self.state[name] = self.state[name] & ~here | here * bit

    def unlike(self, drive: int, value: dict[str, int], seen: list[tuple[str, int]]) -> int:
        """The lanes of a drive in which some of these bits are not the original's."""
        found, first = 0, self.firsts[drive]
        for port, mask in seen:
            names = [port] if port in value else [f"{port}[{i}]" for i in set_bits(mask)]
            for name in names:
                lanes = value[name] >> first & self.every
                found |= lanes ^ (self.every if lanes & 1 else 0)
        return found


def rounds_of(side: Side, drives: Sequence[Drive], cycles: int) -> Iterator[int]:
    """The lanes that differ under some drive, cycle by cycle, from reset on."""
    side.after(side.value([{"rst_ni": 0}] * len(drives)))
    for _ in range(cycles):
        value = side.value([drive.ask() for drive in drives])
        value = side.value([drive.go(Ports(value, first)) for drive, first in zip(drives, side.firsts, strict=True)])
        answers = [Ports(value, first) for first in side.firsts]
        unlike = 0
        for number, (drive, answer) in enumerate(zip(drives, answers, strict=True)):
            unlike |= side.unlike(number, value, drive.seen(answer))
        yield unlike
        side.after(value)
        for number, (drive, answer) in enumerate(zip(drives, answers, strict=True)):
            if leap := getattr(drive, "leap", None):
                side.leap(number, leap(answer))


class Comparison:
    """Asks of mutants whether they are errors."""

    def __init__(self, block: Block, graph: Aig, state: dict[str, str]) -> None:
        self.block, self.graph, self.state = block, graph, state
        self.select = [name for name in graph.inputs if name.startswith(SELECT) and name not in state]
        self.inputs = [name for name in graph.inputs if name not in self.select and name not in state]
        self.ends = set(state.values())
        helpers = {name.partition("[")[0] for name in (*block.registers.values(), *block.dead.values(), block.holds)}
        self.outputs = [n for n in graph.outputs if n not in self.ends and n.partition("[")[0] not in helpers]
        self.loose = {register: [n for n in state if n.startswith(f"{register}[")] for register in block.loose}
        self.dead = {name: block.dead[known] for name in state for known in (name, name.partition("[")[0])
                     if known in block.dead}  # fmt: skip
        if block.holds and not self._holds():
            raise UserError(f"{block.top} does not keep {block.holds}.")

    def cycle(self, built: Builder, state: Mapping[str, int], number: int, outputs: Iterable[str], at: str = ""
               ) -> dict[str, int]:  # fmt: skip
        """The literals of outputs in a cycle."""
        given = {name: built.literals.get(at + name) or built.variable(at + name) for name in self.inputs}
        return built.add(self.graph, {**given, **state, **bits(SELECT, number, len(self.select))}, outputs)

    def next(self, found: Mapping[str, int]) -> dict[str, int]:
        return {name: found[after] for name, after in self.state.items()}

    def _holds(self) -> bool:
        """Whether reset leads to `holds`, and each cycle keeps it."""
        built = Builder([*self.inputs, *self.state])
        now = {name: built.literals[name] for name in self.state}
        first = self.cycle(built, now, 0, [self.block.holds, *self.ends])
        after = self.cycle(built, self.next(first), 0, [self.block.holds], "then ")[self.block.holds]
        starts = built.lor(first[self.block.holds], built.literals["rst_ni"] ^ 1)
        return abc.never(built, built.land(starts, after ^ 1), SECONDS) is True

    def equivalent(self, number: int) -> bool:
        """Whether a mutant has the original's outputs, and its next state, in every state. False, too, if that takes
        too long.
        """
        if Both(self, number, set(), {}).alike():
            return True
        free = set[str]()
        for _ in range(PAIRS):
            found = self._related(number, free)
            if isinstance(found, bool):
                return found
            free |= found
        return False

    def never_told(self, number: int, seconds: int = reached.SECONDS) -> bool:
        """Whether no state that is reached tells a mutant from the original. False, too, if that takes more of the
        processor's time.
        """
        wanted = [*self.outputs, *self.ends]
        one, two = (self.graph.fixed(bits(SELECT, n, len(self.select)), wanted) for n in (0, number))
        seen = {name: self.block.counted.get(name, ()) for name in self.outputs}
        return reached.never_told(one, two, self.state, seen, self.block.allowed, seconds=seconds)

    def _related(self, number: int, free: set[str]) -> bool | set[str]:
        """The same for states that are unlike in these registers only; or more registers that they lead to."""
        loose = [register for register, names in self.loose.items() if free.intersection(names)]
        reset = [self.next(self.graph.value(bits(SELECT, n, len(self.select)))) for n in (0, number)]  # rst_ni is 0
        pairs = [tuple(self._value(register, one) for register in loose for one in reset)]
        for at in range(PAIRS):
            if at == len(pairs):
                return True
            values = zip(pairs[at][::2], pairs[at][1::2], strict=True)
            both = Both(self, number, free, dict(zip(loose, values, strict=True)))
            unlike = {name for name in self.state if both.after[name] != both.later[name]} - free
            more = unlike & self.dead.keys()
            more |= {name for names in self.loose.values() if unlike.intersection(names) for name in names}
            if more:
                return more
            if not both.alike():
                return False
            while (found := both.leads_out(pairs)) is not None:
                if found in pairs or len(pairs) > PAIRS:
                    return False
                pairs.append(found)
        return False

    def _value(self, register: str, state: Mapping[str, int]) -> int:
        """The value of a loose register."""
        return sum(state[name] << i for i, name in enumerate(self.loose[register]))


class Both:
    """A cycle of the original and of a mutant, from any state. Registers that are `free` are unlike, if they are dead
    or loose. `values`: those of loose registers, of both.
    """

    def __init__(self, of: Comparison, number: int, free: set[str], values: Mapping[str, tuple[int, int]]) -> None:
        self.of, self.number, self.free, self.values = of, number, free, values
        self.built = built = Builder([*of.inputs, *of.state])
        self.one = {name: built.literals[name] for name in of.state}
        self.loose = [name for names in of.loose.values() for name in names if name in free]
        for start, (value, _) in values.items():
            self.one |= {name: value >> i & 1 for i, name in enumerate(of.loose[start])}
        self.said = of.cycle(built, self.one, 0, {*of.block.dead.values(), of.block.holds} - {""})
        other = dict(self.one)
        for name in sorted(free.intersection(of.dead)):
            other[name] = built.mux(self.one[name], built.variable(f"free {name}"), self.said[of.dead[name]])
        for name in self.loose:
            other[name] = built.variable(f"free {name}")
        for start, (_, value) in values.items():
            other |= {name: value >> i & 1 for i, name in enumerate(of.loose[start])}
        wanted = [*of.outputs, *of.ends]
        self.here, self.there = of.cycle(built, self.one, 0, wanted), of.cycle(built, other, number, wanted)
        self.after, self.later = of.next(self.here), of.next(self.there)

    def alike(self) -> bool:
        """Whether no output is unlike, and no register of the next state that is looked at. False, too, if it is not
        decided."""
        of, built = self.of, self.built
        unseen = of.cycle(built, self.after, 0, of.block.dead.values(), "then ")
        outputs = built.some(built.xor(self.here[name], self.there[name]) for name in of.outputs)
        lasts = built.some(built.land(built.xor(self.after[name], self.later[name]),
                                      unseen[of.dead[name]] ^ 1 if name in self.free else TRUE)
                           for name in of.state if name not in self.loose)  # fmt: skip
        wrong = built.lor(built.land(outputs, built.literals["rst_ni"]), lasts)
        return abc.never(built, built.land(self.said.get(of.block.holds, TRUE), wrong), SECONDS) is True

    def leads_out(self, pairs: list[tuple[int, ...]]) -> tuple[int, ...] | None:
        """Values of the loose registers in the next cycle that are not among these pairs."""
        of, built = self.of, self.built

        def are(pair: tuple[int, ...]) -> int:
            each = zip(self.values, pair[::2], pair[1::2], strict=True)
            return built.every(state[name] ^ (value >> i & 1) ^ 1 for start, one, other in each
                               for value, state in ((one, self.after), (other, self.later))
                               for i, name in enumerate(of.loose[start]))  # fmt: skip

        bad = built.land(self.said.get(of.block.holds, TRUE), built.some(map(are, pairs)) ^ 1)
        if bad == FALSE or (found := abc.satisfied(built.graph({"bad": bad}), "bad")) is None:
            return None
        ends = {f"{i} {n}": state[n] for i, state in enumerate((self.after, self.later)) for n in self.loose}
        values = built.graph(ends).value(found)
        return tuple(sum(values[f"{i} {n}"] << k for k, n in enumerate(of.loose[start]))
                     for start in self.values for i in (0, 1))  # fmt: skip


def campaign(block: Block, drives: Callable[[Random], Drive], result: Result, rounds: int, more: int,
             say: Say) -> Result:  # fmt: skip
    """Mutate a block. `rounds` come before the proofs; `more` after them, on the survivors."""
    seed = result.sample.seed
    graph, state, made = build(block, result.sample)
    result.total = len(made)
    alive = [m.number for m in made]

    def hunted(numbers: list[int], first: int, last: int) -> list[int]:
        while numbers and first < last:
            seeds = range(first, min(last, first + max(1, LANES // (1 + len(numbers)))))
            first, killed = seeds.stop, 0
            side, driven = Side(graph, state, numbers, seeds), [drives(Random(f"{seed} {at}")) for at in seeds]
            for lanes in rounds_of(side, driven, max(getattr(d, "cycles", 0) or block.cycles for d in driven)):
                killed |= lanes
                result.work += side.lanes * side.drives
            dead = [n for lane, n in enumerate(numbers, 1) if killed >> lane & 1]
            result.killed |= dict.fromkeys(dead, f"rounds up to {first}")
            numbers = [n for n in numbers if n not in dead]
            say(f"{first} rounds: {len(result.killed)} of {len(made)} mutants killed")
        return numbers

    alive = hunted(alive, 0, rounds)
    comparison = Comparison(block, graph, state)
    proved = {n for n in alive if comparison.equivalent(n)}
    alive = hunted([n for n in alive if n not in proved], rounds, rounds + more)
    never = never_told(comparison, alive, say) if block.from_reset else set[int]()
    result.equivalent = [m for m in made if m.number in proved]
    result.unreachable = [m for m in made if m.number in never]
    result.survivors = [m for m in made if m.number in alive and m.number not in never]
    none = len(proved) + len(never)
    say(f"{len(result.killed)} killed, {none} proved to be no error, {len(result.survivors)} left")
    return result


def never_told(comparison: Comparison, alive: Iterable[int], say: Say, seconds: int = reached.SECONDS) -> set[int]:
    """The mutants of which it is proved that they do what the original does in every state that is reached, in this
    time for each.
    """
    found = set[int]()
    for n in alive:
        if comparison.never_told(n, seconds):
            found.add(n)
        say(f"mutant {n}: {'nobody ever sees a difference' if n in found else 'left'}")
    return found
