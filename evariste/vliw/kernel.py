# SPDX-License-Identifier: Apache-2.0
"""Kernels without branches: operations on variables become bundles with registers, in one pass.

A program is a list of operations in an order that needs few registers. The scheduler looks at some of them at a time.
It issues those with the longest path behind them, and gives a register to what an operation defines. `search` tries
several ways, and the shortest result counts.

Operations that add something to one variable may come in any order (`into`). Words below the stack pointer are free:
the machine has no interrupts, and a kernel calls nothing.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from evariste.isa.model import Instruction, Machine
from evariste.vliw.code import KEPT, LINK, LOST, STACK
from evariste.vliw.schedule import Scheduler

FLAGS = 7  # of a register of flags
WIDTH = 4


@dataclass(frozen=True)
class Way:
    """How the scheduler chooses: operations that it looks at, registers that it leaves to the oldest one, chance."""

    window: int = 60
    spare: int = 2
    seed: int = 0


@dataclass
class Step:
    """One operation on variables."""

    insn: Instruction
    reads: tuple[int, ...]
    dest: int  # 0: none
    operands: dict[str, int]  # name of a register operand: variable
    values: dict[str, int]  # the other operands
    guard: tuple[int, int] | None = None  # a variable of flags, and which of them
    adds: bool = False  # to dest, in any order with others that add
    after: list[tuple[int, int]] = field(default_factory=list)  # steps that come later, and the distance


class Kernel:
    """A function. Variables are numbers; 0 is the register that reads zero."""

    def __init__(self, machine: Machine, name: str, saved: int = 0) -> None:
        self.machine, self.name = machine, name
        self.known = {i.spec.syntax.removeprefix("{when}").partition(" ")[0]: i for i in machine}
        self.steps: list[Step] = []
        self.count = 0
        self.entered: dict[int, int] = {}  # variables with a register at the beginning
        self.fixed: dict[int, int] = {}  # variables that must have a register
        self.flags: set[int] = set()
        self._accesses: dict[object, list[tuple[int, bool, int]]] = defaultdict(list)
        self._below = 0
        self.stack = self._enter(STACK)
        self.saved = [(r, self._enter(r)) for r in KEPT[:saved]]
        self.link = self._enter(LINK)
        self._link_at = self.spill(self.link) if saved else None
        self._saved_at = [(r, self.spill(v)) for r, v in self.saved]

    # Variables and operations.

    def variable(self) -> int:
        self.count += 1
        return self.count

    def _enter(self, register: int) -> int:
        v = self.variable()
        self.entered[v] = register
        return v

    def argument(self, number: int) -> int:
        """An argument of the function, from 0."""
        return self._enter(10 + number)

    def op(self, name: str, *sources: int, into: int = 0, guard: tuple[int, int] | None = None, **values: int) -> int:
        """Appends an operation. What it defines is a new variable, or `into`, of which it is then a further source."""
        insn = self.known[name]
        names = [o for o in ("rs1", "rs2", "value") if o in insn.fields]
        dest = 0
        reads = [v for v in sources if v]
        if "rd" in insn.fields or name == "mtc":
            dest = into or self.variable()
        if into:
            reads.append(into)
        if guard:
            reads.append(guard[0])
        if name == "mtc":
            self.flags.add(dest)
        operands = dict(zip(names, sources, strict=True))
        commute = bool(into) and name in ("xor", "lslxor", "lsrxor")
        self.steps.append(Step(insn, tuple(dict.fromkeys(reads)), dest, operands, values, guard, commute))
        return dest

    def constant(self, value: int) -> int:
        """A variable with a constant of 32 bits."""
        v = self.op("movi", imm=value & 0xFFFF)
        if value >> 16:
            self.op("movhi", into=v, imm=value >> 16)
        return v

    def xor(self, *sources: int) -> int:
        """The sum of variables; 0 if there is none."""
        terms = [v for v in sources if v]
        result = terms[0] if terms else 0
        for v in terms[1:]:
            result = self.op("xor", result, v)
        return result

    def add(self, into: int, *sources: int) -> None:
        for v in sources:
            if v:
                self.op("xor", into, v, into=into)

    def access(self, name: str, place: object, *sources: int, ordered: bool = False, imm: int = 0) -> int:
        """A load or a store. Accesses to one place keep their order; loads among themselves only if `ordered`."""
        v = self.op(name, *sources, imm=imm)
        at, store = len(self.steps) - 1, name[0] == "s"
        for other, stored, distance in self._accesses[place]:
            if store or stored or ordered:
                self.steps[other].after.append((at, distance))
        self._accesses[place].append((at, store, 1))
        return v

    def spill(self, v: int) -> int:
        """Puts a variable below the stack pointer; the offset."""
        self._below -= 4
        self.access("sw", ("below", self._below), self.stack, v, imm=self._below)
        return self._below

    def fetch(self, offset: int) -> int:
        return self.access("lw", ("below", offset), self.stack, imm=offset)

    def result(self, v: int, register: int) -> None:
        """The last operation that defines v puts it into a register of the caller."""
        self.fixed[v] = register

    def finish(self) -> None:
        """Appends what restores the caller's registers."""
        if self._link_at is not None:
            self.link = self.fetch(self._link_at)
        for register, at in self._saved_at:
            self.fixed[self.fetch(at)] = register

    # Bundles.

    def text(self, way: Way) -> str:
        """The function's text, one bundle a line."""
        bundles = Bundler(self, way).run()
        lines = [f"    {' | '.join(bundle)} ;;" for bundle in bundles]
        head = [f".section .text.{self.name}", ".balign 4", f".globl {self.name}", f".type {self.name}, @function",
                f"{self.name}:"]  # fmt: skip
        return "\n".join([*head, *lines, f".size {self.name}, . - {self.name}", ""])


class NoRegister(Exception):
    """A way that runs out of registers."""


class Bundler:
    """One way through a kernel."""

    def __init__(self, kernel: Kernel, way: Way) -> None:
        self.kernel, self.way = kernel, way
        self.steps = kernel.steps
        self.scheduler = Scheduler(kernel.machine)
        self.register = dict(kernel.entered)
        self.left: dict[int, int] = defaultdict(int)  # steps that still use a variable
        for step in self.steps:
            for v in {*step.reads, step.dest}:
                self.left[v] += 1
        self.left[kernel.stack] += 1
        self.left[kernel.link] += 1
        for v in kernel.fixed:
            self.left[v] += 1
        self.owned = {kernel.fixed[v]: v for v in kernel.fixed}
        used = {r for v, r in self.register.items() if self.left[v]}
        own = [r for r, _ in kernel.saved]
        self.free = [r for r in (*LOST, *own, LINK) if r not in used]
        self.free_flags = [0, 1]
        self._dependences()

    def _dependences(self) -> None:
        steps = self.steps
        self.after: list[dict[int, int]] = [{} for _ in steps]
        self.waiting = [0] * len(steps)
        heights: list[dict[int, int]] = [{} for _ in steps]  # edges that only the heights have
        writer: dict[int, int] = {}
        adders: dict[int, list[int]] = defaultdict(list)
        readers: dict[int, list[int]] = defaultdict(list)

        def edge(i: int, j: int, distance: int) -> None:
            if j not in self.after[i]:
                self.waiting[j] += 1
            self.after[i][j] = max(self.after[i].get(j, 0), distance)

        for j, step in enumerate(steps):
            for other, distance in step.after:
                edge(j, other, distance)
            for v in step.reads:
                if v in writer:
                    edge(writer[v], j, steps[writer[v]].insn.spec.latency)
                if not (step.adds and v == step.dest):
                    for i in adders[v]:
                        edge(i, j, steps[i].insn.spec.latency)
                    readers[v].append(j)
            if step.dest:
                v = step.dest
                for i in readers[v]:
                    if i != j:
                        edge(i, j, 0)
                if step.adds:
                    if adders[v] and not any(r > adders[v][-1] for r in readers[v]):
                        heights[adders[v][-1]][j] = 1
                    adders[v].append(j)
                else:
                    writer[v], adders[v], readers[v] = j, [], []
        self.height = [1] * len(steps)
        for i in reversed(range(len(steps))):
            for j, distance in (*self.after[i].items(), *heights[i].items()):
                self.height[i] = max(self.height[i], self.height[j] + distance)

    def run(self) -> list[list[str]]:
        rng = Random(self.way.seed)
        jitter = [rng.random() * self.way.seed % 4 for _ in self.steps]
        rank = [-(h + x) for h, x in zip(self.height, jitter, strict=True)]
        earliest = [0] * len(self.steps)
        busy: dict[int, int] = {}  # when a variable may be added to again
        issued = [False] * len(self.steps)
        ready = {i for i in range(len(self.steps)) if not self.waiting[i]}
        oldest = 0
        bundles: list[list[int]] = []
        texts: list[list[str]] = []
        cycle = idle = 0
        while ready:
            names: list[str] = []
            chosen: list[int] = []
            while len(chosen) < WIDTH:
                found = -1
                for i in sorted((i for i in ready if i < oldest + self.way.window and earliest[i] <= cycle),
                                key=lambda i: (rank[i], i)):  # fmt: skip
                    step = self.steps[i]
                    if step.adds and busy.get(step.dest, 0) > cycle:
                        continue
                    if self._room(i, i == oldest) and self.scheduler.fits([*names, step.insn.name]):
                        found = i
                        break
                if found < 0:
                    break
                names.append(self.steps[found].insn.name)
                chosen.append(found)
                ready.discard(found)
                issued[found] = True
                self._take(found)
                if self.steps[found].adds:
                    busy[self.steps[found].dest] = cycle + 1
                while oldest < len(issued) and issued[oldest]:
                    oldest += 1
                for j, distance in self.after[found].items():
                    earliest[j] = max(earliest[j], cycle + distance)
                    self.waiting[j] -= 1
                    if not self.waiting[j]:
                        ready.add(j)
            if chosen:
                bundles.append(chosen)
                texts.append([self._written[i] for i in chosen])
            idle = 0 if chosen else idle + 1
            if idle > 2 * WIDTH:
                raise NoRegister
            cycle += 1
        self.cycles = cycle
        return self._returned(bundles, texts)

    def _freed(self, step: Step) -> list[int]:
        """Variables that end with a step."""
        return [v for v in {*step.reads, step.dest} if v and self.left[v] == 1]

    def _room(self, i: int, first: bool) -> bool:
        """Whether what a step defines has a register."""
        step = self.steps[i]
        v = step.dest
        if not v or v in self.register:
            return True
        ends = self._freed(step)
        if v in self.kernel.flags:
            return bool(self.free_flags) or any(e in self.kernel.flags for e in ends)
        freed = [self.register[e] for e in ends if e in self.register and e not in self.kernel.flags]
        if v in self.kernel.fixed:
            return self.kernel.fixed[v] in (*self.free, *freed)
        room = len(self.free) + len(freed) - 1
        return room >= (0 if first else self.way.spare)

    def _take(self, i: int) -> None:
        """Gives registers, and takes back what ends."""
        step = self.steps[i]
        reading = {v: self.register[v] for v in step.reads if v != step.dest or v in self.register}
        for v in {*step.reads, step.dest}:
            if v:
                self.left[v] -= 1
                if not self.left[v] and v in self.register:
                    (self.free_flags if v in self.kernel.flags else self.free).append(self.register[v])
        v = step.dest
        if v and v not in self.register:
            if v in self.kernel.flags:
                self.register[v] = self.free_flags.pop(0)
            elif v in self.kernel.fixed:
                self.register[v] = self.kernel.fixed[v]
                self.free.remove(self.register[v])
            else:
                wanted = [r for r in self.free if r not in self.owned]
                self.register[v] = (wanted or self.free)[0]
                self.free.remove(self.register[v])
            if not self.left[v]:  # nothing reads it
                (self.free_flags if v in self.kernel.flags else self.free).append(self.register[v])
        self._written = getattr(self, "_written", {})
        self._written[i] = self._line(step, reading)

    def _line(self, step: Step, reading: dict[int, int]) -> str:
        names = {o: f"r{reading[v] if v else 0}" for o, v in step.operands.items()}
        if step.insn.name == "mtc":
            names["file"] = f"c{self.register[step.dest]}"
        elif step.dest:
            names["rd"] = f"r{self.register[step.dest]}"
        names |= {o: str(value) for o, value in step.values.items()}
        guard = ""
        if step.guard:
            v, which = step.guard
            guard = f"[p{FLAGS * reading[v] + which + 1}] "
        return guard + step.insn.spec.syntax.removeprefix("{when}").format(**names)

    def _returned(self, bundles: list[list[int]], texts: list[list[str]]) -> list[list[str]]:
        """The bundles with the return, in the last one but one if it can be."""
        leave = f"jr r{self.register[self.kernel.link]}"
        defined = [b for b, chosen in enumerate(bundles) for i in chosen if self.steps[i].dest == self.kernel.link]
        early = max(defined, default=-1) < len(bundles) - 2
        names = [self.steps[i].insn.name for i in bundles[-2]]
        if early and self.scheduler.fits([*names, "jr"]):
            texts[-2].append(leave)
        elif self.scheduler.fits([*(self.steps[i].insn.name for i in bundles[-1]), "jr"]):
            texts[-1].append(leave)
            texts.append(["nop"])
        else:
            texts += [[leave], ["nop"]]
        return texts


def search(kernel: Kernel, ways: Iterable[Way]) -> tuple[int, Way]:
    """The way with the fewest bundles."""
    found: list[tuple[int, int, Way]] = []
    for number, way in enumerate(ways):
        try:
            found.append((len(Bundler(kernel, way).run()), number, way))
        except NoRegister:
            continue
    count, _, best = min(found)
    return count, best
