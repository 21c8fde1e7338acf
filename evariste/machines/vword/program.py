# SPDX-License-Identifier: Apache-2.0
"""A reduction as a function of the machine: void reduce(row *result, const row *product), in cycles.

Loads come late and stores early, so that few registers are in use. A load is two instructions before its first use: its
row would otherwise be waited for. An instruction whose operand is not there yet lets a later one go first. If the
registers do not suffice, a value waits in memory: an input word is loaded again, another one goes to the stack.

The result may be written over the product.
"""

from dataclasses import dataclass, field

from evariste.errors import UserError
from evariste.machines.vword.reduction import Reduction, Step

RESULT, PRODUCT, STACK, RETURN = 4, 5, 29, 31  # registers of the core
REGISTERS = 31  # v1 .. v31
LOOK_AHEAD = 8  # steps
STACK_ALIGNMENT = 8  # bytes, of the stack pointer


@dataclass(frozen=True)
class Instruction:
    """A mnemonic of the machine's facts, its operands, and the cycle in which it is in EX; the first is in cycle 0."""

    name: str
    operands: dict[str, int]
    cycle: int
    about: str = ""


@dataclass
class Program:
    """The function's instructions. `cycles` is from its first instruction to the last, both included."""

    instructions: list[Instruction] = field(default_factory=list)
    frame: int = 0  # bytes of stack

    @property
    def cycles(self) -> int:
        return self.instructions[-1].cycle + 1

    @property
    def operations(self) -> int:
        """Instructions of the accelerator without loads and stores."""
        return sum(i.name not in ("vl", "vs", "jr", "addiu") for i in self.instructions)


def program(made: Reduction, amounts: list[int], row: int) -> Program:
    """`amounts` are the instance's, `row` is in bytes."""
    for spills in (False, True):  # the frame has to be known at the beginning
        scheduler = _Scheduler(made, amounts, row, spills)
        built = scheduler.run()
        if not scheduler.spilled or spills:
            return built
    raise AssertionError


class _Scheduler:
    def __init__(self, made: Reduction, amounts: list[int], row: int, spills: bool) -> None:
        self.made, self.amounts, self.row = made, amounts, row
        self.out, self.cycle = Program(), -1
        self.todo = list(made.steps)
        self.where: dict[int, int] = {}  # the register of a value
        self.ready: dict[int, int] = {}  # the first cycle in which a register can be an operand
        self.free = list(range(REGISTERS, 0, -1))
        self.kept: dict[int, int] = {}  # the place on the stack of a value
        self.frame = made.words_in + made.words_out if spills else 0
        self.spilled = False
        self.stored: set[int] = set()
        self.uses: dict[int, list[int]] = {}  # of a value: the places of the steps that need it
        for place, step in enumerate(made.steps):
            for source in step.sources:
                self.uses.setdefault(source, []).append(place)
        self.place = {step.result: place for place, step in enumerate(made.steps)}
        self.done: set[int] = set()  # places
        self.last = dict(enumerate(made.results))

    def run(self) -> Program:
        if self.frame:
            self._check_stack()
            self.out.frame = -(-self.frame * self.row // STACK_ALIGNMENT) * STACK_ALIGNMENT
            self._emit("addiu", rt=STACK, rs=STACK, imm=-self.out.frame)
        while self.todo:
            step = self._next()
            self.todo.remove(step)
            self._execute(step)
            self._store_what_is_final()
        for word in range(self.made.words_out):
            if word not in self.stored:
                self._store(word)
        if self.out.frame:
            self._emit("addiu", rt=STACK, rs=STACK, imm=self.out.frame)
        self._return()
        return self.out

    def _next(self) -> Step:
        """The first step, after the loads of the first two; or a later one that need not wait. It loads, not waits."""
        first = self.todo[0]
        for step in self.todo[:2]:
            for source in step.sources:
                self._load(source, step)
        while True:
            ready = next((s for s in self.todo[:LOOK_AHEAD] if self._is_ready(s)), None)
            if ready is not None or not self.free:
                return ready or first
            ahead = ((source, s) for s in self.todo for source in s.sources)
            wanted = next(((v, s) for v, s in ahead if v < self.made.words_in and v not in self.where), None)
            if wanted is None:
                return first
            self._load(*wanted)

    def _is_ready(self, step: Step) -> bool:
        return all(s in self.where and self.ready[self.where[s]] <= self.cycle + 1 for s in step.sources)

    def _load(self, value: int, step: Step) -> None:
        """Puts an input word, or a value on the stack, into a register."""
        if value in self.where:
            return
        if value >= self.made.words_in and value not in self.kept:
            return  # not computed yet
        if value in self.kept and value >= self.made.words_in:
            base, offset, about = STACK, self.kept[value], "from the stack"
        else:
            base, offset, about = PRODUCT, value, f"word {value}"
        register = self._register(step)
        self._emit("vl", about, vd=register, rs=base, imm=offset * self.row)
        self.where[value], self.ready[register] = register, self.cycle + 2

    def _execute(self, step: Step) -> None:
        for source in step.sources:
            self._load(source, step)
        sources = [self.where[s] for s in step.sources]
        self.done.add(self.place[step.result])
        for source in set(step.sources):
            if not self._needed(source):
                self._release(source)
        register = self._register(step)
        operands = {"vd": register, "vs": sources[0]}
        if len(sources) == 2:
            operands["vt"] = sources[1]
        if step.amount:
            operands["amount"] = self.amounts.index(step.amount)
        self.cycle = max(self.cycle, *(self.ready[s] - 1 for s in sources))
        self._emit(step.kind, f"{step.amount:+d}" if step.amount else "", **operands)
        self.where[step.result], self.ready[register] = register, self.cycle + 1

    def _needed(self, value: int) -> bool:
        if any(place not in self.done for place in self.uses.get(value, ())):
            return True
        return any(v == value and word not in self.stored for word, v in self.last.items())

    def _release(self, value: int) -> None:
        register = self.where.pop(value, None)
        if register is not None:
            self.free.append(register)

    def _register(self, step: Step) -> int:
        """A free register. If there is none, the value that is needed last goes to memory."""
        if self.free:
            return self.free.pop()
        present = [v for v in self.where if v not in step.sources]
        victim = max(present, key=self._next_use)
        register = self.where.pop(victim)
        if victim >= self.made.words_in and victim not in self.kept:
            self.spilled = True
            self.kept[victim] = len(self.kept)
            self._emit("vs", "to the stack", vt=register, rs=STACK, imm=self.kept[victim] * self.row)
        return register

    def _next_use(self, value: int) -> int:
        return min((p for p in self.uses.get(value, ()) if p not in self.done), default=len(self.made.steps))

    def _store_what_is_final(self) -> None:
        for word, value in self.last.items():
            if word in self.stored or value is None or value < self.made.words_in:
                continue
            if self.place[value] in self.done and self.todo:
                self._store(word)

    def _store(self, word: int) -> None:
        value = self.last[word]
        if value is None:
            self._emit("vs", f"word {word}", vt=0, rs=RESULT, imm=word * self.row)
            self.stored.add(word)
            return
        if value not in self.where:
            self._load(value, Step("", -1, ()))
        register = self.where[value]
        self._emit("vs", f"word {word}", vt=register, rs=RESULT, imm=word * self.row)
        self.stored.add(word)
        if not self._needed(value):
            self._release(value)

    def _return(self) -> None:
        """The last instruction goes into the delay slot."""
        last = self.out.instructions.pop()
        self.cycle = last.cycle - 1
        self._emit("jr", rs=RETURN)
        self._emit(last.name, last.about, **last.operands)

    def _emit(self, name: str, about: str = "", **operands: int) -> None:
        self.cycle += 1
        self.out.instructions.append(Instruction(name, operands, self.cycle, about))

    def _check_stack(self) -> None:
        if self.row > STACK_ALIGNMENT:
            raise UserError(
                f"The reduction of {self.made.words_in} words needs more than {REGISTERS} registers, and the stack "
                f"cannot hold rows of {8 * self.row} bits; words that are longer need fewer registers."
            )
