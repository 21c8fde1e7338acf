# SPDX-License-Identifier: Apache-2.0
"""Writes random programs: recipes, code with labels, and the choice of the next statement.

`Code` remembers what was put into it, so that a program can be written again without some of its instructions
(`Program.without`). Labels then stay where they are in the code, whatever their addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from random import Random
from typing import Any, Self

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.isa.text import text

DRAFTS = 20  # how often a program is written at the most
FAVOURED = (0, 0.3, 1, 1, 3)  # what a program multiplies a statement's weight with
EDGES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF)


@dataclass(frozen=True)
class Recipe:
    """What may appear in a program. `name` is part of the seed. A machine's recipes have more fields."""

    name: str
    length: int  # executed instructions, about
    ends: tuple[str, ...] = ("breakpoint",)  # reasons for which a program may stop; without any, all but a difference
    cycles: int = 2_000_000  # more than any program needs
    excuse: str = ""  # a difference that says so is none
    configuration: str = ""  # of the machine; empty: the usual one


class OutOfReach(Exception):
    """A branch or literal is too far away for its instruction."""


class Label:
    """A place in a Code, and the places that wait for its address."""

    __slots__ = ("address", "waiting")

    def __init__(self) -> None:
        self.address: int | None = None
        self.waiting: list[tuple[Code, int, str, dict[str, int], int]] = []


INSTRUCTIONS = {"put", "raw", "branch", "literal"}  # what a program may be written without


def remembered(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of Code that is remembered when it is called from outside."""

    @wraps(method)
    def noted(code: Code, /, *arguments: Any, **operands: Any) -> Any:
        if code.busy:
            return method(code, *arguments, **operands)
        code.steps.append((method.__name__, arguments, operands))
        code.busy = True
        try:
            return method(code, *arguments, **operands)
        finally:
            code.busy = False

    return noted


class Code:
    """Instructions from `base` on, not beyond `end`. A machine's own class says which, and adds what else it has."""

    ISA: Machine
    AHEAD = 0  # what a branch adds to its own address besides its operand `imm`

    def __init__(self, base: int, end: int) -> None:
        self.base, self.end = base, end
        self.data = bytearray()
        self.symbols: dict[str, int] = {}
        self.steps: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.spans: list[tuple[int, int]] = []  # of steps that belong together: statements, functions
        self.busy = False

    @property
    def here(self) -> int:
        return self.base + len(self.data)

    @classmethod
    @lru_cache(maxsize=1 << 17)
    def encode(cls, name: str, operands: tuple[tuple[str, int], ...]) -> bytes:
        """An instruction's bytes; remembered, since random programs repeat themselves."""
        return cls.ISA.encode(name, **dict(operands))

    def distance(self, name: str, operands: tuple[tuple[str, int], ...]) -> bytes:
        """As `encode`, for operands that are distances."""
        try:
            return self.encode(name, operands)
        except UserError as refusal:
            raise OutOfReach from refusal

    def room(self) -> None:
        """Before anything is put."""
        assert self.here < self.end, "a random program outgrew its code range"

    @remembered
    def put(self, name: str, **operands: int) -> int:
        """Appends one instruction; gives its address."""
        self.room()
        at = self.here
        self.data += self.encode(name, tuple(operands.items()))
        return at

    @remembered
    def raw(self, *units: int) -> int:
        """Appends words, or halves of words, as they are."""
        self.room()
        at = self.here
        for unit in units:
            self.data += unit.to_bytes(self.ISA.unit_bytes, "little")
        return at

    @remembered
    def branch(self, name: str, label: Label, **operands: int) -> int:
        """Appends a branch to a label, bound or not; its distance is the operand `imm`."""
        self.room()
        at = self.here
        self.data += bytes(self.ISA.by_name[name].size)
        self._refer(label, at, name, operands, 0)
        return at

    @remembered
    def word(self, value: int | Label, addend: int = 0) -> None:
        """Appends a data word: a number, or a label's address plus `addend`."""
        at = self.here
        if isinstance(value, Label):
            self.data += bytes(4)
            self._refer(value, at, "", {}, addend)
        else:
            self.data += (value & 0xFFFFFFFF).to_bytes(4, "little")

    @remembered
    def bind(self, label: Label) -> None:
        """The label is here."""
        assert label.address is None
        label.address = self.here
        for code, at, name, operands, addend in label.waiting:
            code._patch(at, name, operands, label.address, addend)
        label.waiting.clear()

    @remembered
    def align(self, size: int) -> None:
        self.data += bytes(-self.here % size)

    @remembered
    def mark(self, symbol: str) -> None:
        """This place has a name."""
        self.symbols[symbol] = self.here

    @contextmanager
    def span(self) -> Iterator[None]:
        """What is put inside belongs together."""
        begin = len(self.steps)
        yield
        self.spans.append((begin, len(self.steps)))

    def _refer(self, label: Label, at: int, name: str, operands: dict[str, int], addend: int) -> None:
        if label.address is None:
            label.waiting.append((self, at, name, operands, addend))
        else:
            self._patch(at, name, operands, label.address, addend)

    def _patch(self, at: int, name: str, operands: dict[str, int], target: int, addend: int) -> None:
        if name:
            self._store(at, self.distance(name, (*operands.items(), ("imm", target - (at + self.AHEAD)))))
        else:
            self._store(at, (target + addend & 0xFFFFFFFF).to_bytes(4, "little"))

    def _store(self, at: int, data: bytes) -> None:
        self.data[at - self.base : at - self.base + len(data)] = data


Part = tuple[int, int]  # of a program: which Code, and which of its steps; -1 and which change of the lines


def again(codes: Sequence[Code], without: Collection[Part]) -> list[Code]:
    """The same code without some of its steps."""
    labels: dict[Label, Label] = {}
    made = []
    for number, code in enumerate(codes):
        fresh = type(code)(code.base, code.end)
        for at, (method, arguments, operands) in enumerate(code.steps):
            if (number, at) not in without:
                new = [labels.setdefault(a, Label()) if isinstance(a, Label) else a for a in arguments]
                getattr(fresh, method)(*new, **operands)
        fresh.spans = code.spans
        made.append(fresh)
    return made


@dataclass
class Program:
    """One random program. `segments` are (address, bytes); those of `codes` can be written again."""

    seed: int
    recipe: Recipe
    segments: list[tuple[int, bytes]]
    codes: list[Code] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)  # of interrupts, as Machine.drive takes them

    @property
    def name(self) -> str:
        """What `ev replay` takes."""
        return f"{self.recipe.name}/{self.seed}"

    @property
    def symbols(self) -> dict[str, int]:
        """Names of places in the code."""
        return {name: address for code in self.codes for name, address in code.symbols.items()}

    @property
    def parts(self) -> list[Part]:
        """What the program may be written without: instructions, and changes of the lines."""
        found = [(number, at) for number, code in enumerate(self.codes) for at, step in enumerate(code.steps)
                 if step[0] in INSTRUCTIONS]  # fmt: skip
        return [*found, *((-1, at) for at in range(len(self.lines)))]

    @property
    def spans(self) -> list[list[Part]]:
        """Parts that belong together: a statement, a function."""
        removable = set(self.parts)
        spans = ([(number, at) for at in range(*span)] for number, code in enumerate(self.codes) for span in code.spans)
        return [[part for part in span if part in removable] for span in spans]

    def without(self, parts: Collection[Part]) -> Self:
        """The program without these parts. Refused with OutOfReach if a branch does not reach its target any more."""
        codes = again(self.codes, parts)
        new = {code.base: bytes(code.data) for code in codes}
        segments = [(address, new.get(address, data)) for address, data in self.segments]
        lines = [change for at, change in enumerate(self.lines) if (-1, at) not in parts]
        return replace(self, segments=segments, codes=codes, lines=lines)


def written(recipe: Recipe, write: Callable[[Random], Program]) -> Callable[[int], Program]:
    """A program by its seed. If a branch does not reach its target, the draft is written again."""

    def program(seed: int) -> Program:
        for attempt in range(DRAFTS):
            try:
                return replace(write(Random(f"{recipe.name}/{seed}/{attempt}")), seed=seed)
            except OutOfReach:
                continue
        raise AssertionError(f"seed {seed} of {recipe.name} gives no program in {DRAFTS} attempts")

    return program


def listing(isa: Machine, program: Program) -> Iterator[str]:
    """The code with addresses, instructions and names; data in short. Literals appear as instructions too."""
    names = {address: name for name, address in program.symbols.items()}
    code = {c.base for c in program.codes}
    for base, data in program.segments:
        if base not in code:
            yield f"{base:#010x}  {len(data)} bytes of data"
            continue
        at = 0
        while at + isa.unit_bytes <= len(data):
            if base + at in names:
                yield f"{names[base + at]}:"
            word, size = isa.from_bytes(data[at : at + 2 * isa.unit_bytes])
            if base + at + isa.unit_bytes in names and size > isa.unit_bytes:
                word, size = isa.from_bytes(data[at : at + isa.unit_bytes])
            found = isa.decode(word, size)
            said = text(isa, found, base + at) if found else "(illegal)"
            yield f"{base + at:#010x}  {word:0{2 * size}x}".ljust(22) + said
            at += size


Statement = Callable[[Any], None]
Choice = tuple[list[Statement], list[float]]  # statements and their weights


def chosen(rng: Random, table: dict[Statement, float]) -> dict[Statement, float]:
    """Each program favours some statements and does without others, so that all combinations come up."""
    return {s: w * rng.choice(FAVOURED) for s, w in table.items()}


@dataclass
class Function:
    """A random function that may be called: its cost in executed instructions and the Code that holds it."""

    label: Label
    code: Any  # the machine's Code
    cost: float
    switches_stack: bool = False  # its caller must be able to do without the stack in use


class Generator:
    """What is known while a program is written into `code`. A machine's own class adds its registers' names.

    Registers with a known value at this place of the program (`known`) serve as addresses. All others hold the results
    of random computation. Sources prefer registers that the last instructions wrote, so hazards are common.
    """

    REGISTERS: tuple[int, ...]  # the usual ones
    LITERAL = 1  # instructions that bring any number into a register

    def __init__(self, rng: Random, recipe: Recipe, code: Any) -> None:
        self.rng, self.recipe, self.code = rng, recipe, code
        self.known: dict[int, int] = {}
        self.recent: list[int] = []
        self.reserved: set[int] = set()
        self.depth = 0
        self.times = 1.0  # how often this place is executed
        self.spent = 0.0  # instructions executed so far, about
        self.budget = 0.0
        self.simple: Choice = ([], [])
        self.nested: Choice = ([], [])
        self.functions: list[Function] = []  # that may be called

    # ---- emission ----

    def put(self, name: str, **operands: int) -> int:
        self.spent += self.times
        return self.code.put(name, **operands)

    def branch(self, name: str, label: Label, **operands: int) -> None:
        self.spent += self.times
        self.code.branch(name, label, **operands)

    def literal(self, rd: int, value: int | Label, addend: int = 0) -> None:
        self.spent += self.LITERAL * self.times
        self.code.literal(rd, value, addend)
        self.wrote(rd)
        if isinstance(value, int):
            self.known[rd] = value + addend & 0xFFFFFFFF

    # ---- registers ----

    def wrote(self, *registers: int) -> None:
        """These registers now hold unknown values."""
        for r in registers:
            self.known.pop(r, None)
        self.recent = [*registers, *self.recent][:3]

    def source(self, among: tuple[int, ...] = ()) -> int:
        among = among or self.REGISTERS
        if self.recent and self.rng.random() < 0.45:
            r = self.rng.choice(self.recent)
            if r in among:
                return r
        return self.rng.choice(among)

    def dest(self, among: tuple[int, ...] = ()) -> int:
        free = self.free(among)
        if self.recent and self.rng.random() < 0.15 and self.recent[0] in free:
            return self.recent[0]
        return self.rng.choice(free)

    def dests(self, count: int, among: tuple[int, ...] = ()) -> list[int]:
        """Different registers."""
        return self.rng.sample(self.free(among), count)

    def free(self, among: tuple[int, ...] = ()) -> list[int]:
        """Registers that may be written."""
        return [r for r in among or self.REGISTERS if r not in self.reserved]

    # ---- structure ----

    @contextmanager
    def repeated(self, times: float) -> Iterator[None]:
        self.times *= times
        yield
        self.times /= times

    @contextmanager
    def reserve(self, *registers: int) -> Iterator[None]:
        """No statement inside changes these registers."""
        new = set(registers) - self.reserved
        self.reserved |= new
        yield
        self.reserved -= new

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """The code inside may be skipped. Afterwards only what holds in both cases is known."""
        before = dict(self.known)
        yield
        self.known = {r: v for r, v in self.known.items() if before.get(r) == v}

    def forget(self) -> None:
        self.known.clear()

    def left(self) -> float:
        """Executed instructions that this place may still add."""
        return (self.budget - self.spent) / self.times

    def block(self, count: int) -> None:
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1

    def simple_block(self, count: int) -> None:
        """Short statements, without loops and calls."""
        statements, weights = self.simple
        self.perform(self.rng.choices(statements, weights, k=count))

    def statement(self) -> None:
        statements, weights = self.nested if self.depth < 3 and self.left() > 40 else self.simple
        self.perform(self.rng.choices(statements, weights))

    def perform(self, statements: Iterable[Statement]) -> None:
        for statement in statements:
            with self.code.span():
                statement(self)


class Draft:
    """The parts of one program as they are written: functions in ROM and RAM, and a main program that calls them.

    A machine's own class says which statements there are, and writes functions and main program.
    """

    def __init__(self, rng: Random, recipe: Any, rom: Any, ram: Any) -> None:
        self.rng, self.recipe, self.rom, self.ram = rng, recipe, rom, ram
        self.functions: list[Function] = []

    def choose(self, simple: dict[Statement, float], nested: dict[Statement, float]) -> None:
        """The statements of this program, with weights; `simple` ones also go where no others may."""
        nested = simple | nested
        self.simple = (list(simple), list(simple.values()))
        self.nested = (list(nested), list(nested.values()))

    def ready(self, generator: Any) -> Any:
        """A generator that knows the statements, and the functions that may be called."""
        generator.simple, generator.nested = self.simple, self.nested
        generator.functions = [f for f in self.functions if f.cost]
        return generator

    def function(self, label: Label, code: Any, name: str, budget: float) -> Function:
        """Writes a function of about so many executed instructions."""
        raise NotImplementedError

    def main(self, label: Label, code: Any) -> None:
        """Writes the main program, which begins at the label."""
        raise NotImplementedError

    def body(self, reset: Label) -> None:
        """Functions, the main program, and functions that it calls before they are written."""
        rng = self.rng
        for i in range(rng.randint(1, 5)):
            code = rng.choice((self.rom, self.ram))
            self.functions.append(self.function(Label(), code, f"f{i}", rng.choice((10, 40, 150))))
        late = [Function(Label(), rng.choice((self.rom, self.ram)), 80.0) for _ in range(rng.randint(0, 2))]
        self.functions += late  # branches to these go forward
        self.main(reset, rng.choice((self.rom, self.ram)))
        self.functions = []
        for i, f in enumerate(late):
            self.function(f.label, f.code, f"late{i}", 40)


def operand(rng: Random, width: int) -> int:
    """Raw bits of an operand. The ends of its range are more frequent."""
    return rng.choice((0, 1, (1 << width) - 1, 1 << width - 1)) if rng.random() < 0.25 else rng.getrandbits(width)
