# SPDX-License-Identifier: Apache-2.0
"""Judges an allocation of registers and a frame: follows which values each register and each word of the frame holds.

It shares no code with the allocator. `before` is the function with its own registers, `after` the one with the
machine's. An operation of one is in the other, or the allocator added or dropped it. A place holds a set of names: a
register of the function before, a constant, an address, a distance from the stack pointer at the entry, or a register
as the caller left it. Each operation must find in its registers what it read before.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise

from evariste.vliw.code import Block, Function, Op

Name = object
Holds = frozenset[Name]
Place = object  # a register's number, or ("word", distance)
State = dict[Place, Holds]
NOTHING: Holds = frozenset()
LINK, STACK, FRAME = 1, 2, 8
KEPT = (8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)  # of the ABI
WIDTH = {"w": 4, "h": 2, "b": 1}


@dataclass
class Before:
    """A function as it was before allocation."""

    function: Function
    kept: list[Op]  # the operations themselves, so that their identities stay
    of: dict[int, Op] = field(default_factory=dict)
    order: dict[int, list[int]] = field(default_factory=dict)

    @staticmethod
    def of_function(function: Function) -> "Before":
        made = Before(deepcopy(function), list(function.ops()))
        for number, block in function.blocks.items():
            made.order[number] = [id(op) for op in block.ops]
            made.of |= {id(op): deepcopy(op) for op in block.ops}
        return made


class Checker:
    """One function."""

    def __init__(self, before: Before, after: Function) -> None:
        self.before, self.after = before, after
        self.said: list[str] = []
        self.places: dict[str, set[int]] = {}  # of objects: distances where they were accessed
        self.words: set[int] = set()  # of the frame, which the allocator uses
        single: dict[int, set[tuple[object, ...]]] = {}
        for op in before.of.values():
            if op.dest:
                single.setdefault(op.dest, set()).add(_fact(op) or ("other", id(op)))
        self.facts: dict[tuple[object, ...], set[Name]] = {}
        for register, facts in single.items():
            if len(facts) == 1 and (fact := next(iter(facts)))[0] != "other":
                self.facts.setdefault(fact, set()).add(register)

    def objection(self) -> str:
        """What is wrong; empty: nothing."""
        entry: State = {r: frozenset({r, ("caller", r)}) for r in range(1, 32)}
        entry[STACK] = frozenset({STACK, ("stack", 0)})
        entry[0] = frozenset({0, ("const", 0)})
        first = next(iter(self.after.blocks))
        into: dict[int, State] = {first: entry}
        todo = [first]
        while todo:
            number = todo.pop()
            out = self._block(number, dict(into[number]))
            for successor in self.after.blocks[number].end.successors:
                old = into.get(successor)
                new = out if old is None else {p: both for p in old if p in out and (both := old[p] & out[p])}
                if new != old:
                    into[successor] = new
                    if successor not in todo:
                        todo.append(successor)
        self.said.clear()
        for number, state in into.items():
            self._block(number, dict(state))
        self._layout()
        return self.said[0] if self.said else ""

    def _object(self, what: str, op: Op | None = None) -> None:
        self.said.append(f"{self.after.name}: {what}" + (f" ({op})" if op else ""))

    def _block(self, number: int, state: State) -> State:
        block = self.after.blocks[number]
        for was, op in self._pairs(number, block):
            if was is None:
                assert op is not None
                self._added(op, state)
            elif op is None:
                self._dropped(was, state)
            else:
                self._same(was, op, state)
        was_end, end = self.before.function.blocks[number].end, block.end
        if (was_end.kind, was_end.successors, was_end.compare) != (end.kind, end.successors, end.compare):
            self._object("a block ends in another way")
        for wanted, register in zip(was_end.sources, end.sources, strict=True):
            self._finds(wanted, register, state, None)
        for register in end.uses:
            self._finds(register, register, state, None)
        if end.kind in ("ret", "tail", "tail_through"):
            for register in (LINK, *KEPT):
                if ("caller", register) not in state.get(register, NOTHING):
                    self._object(f"r{register} is not what the caller left in it")
            if ("stack", 0) not in state.get(STACK, NOTHING):
                self._object("the stack pointer is not what it was")
        return state

    def _pairs(self, number: int, block: Block) -> Iterator[tuple[Op | None, Op | None]]:
        """The operations of a block before and after, each with its partner."""
        here = {id(op) for op in block.ops}
        was = iter(self.before.order[number])
        for op in block.ops:
            if id(op) not in self.before.of:
                yield None, op
                continue
            for old in was:
                if old == id(op):
                    break
                if old in here:
                    self._object("the order of operations changed", op)
                yield self.before.of[old], None
            yield self.before.of[id(op)], op
        for old in was:
            yield self.before.of[old], None

    def _finds(self, wanted: int, register: int, state: State, op: Op | None) -> None:
        if wanted not in state.get(register, NOTHING):
            self._object(f"r{register} does not hold %{wanted}", op)

    def _define(self, name: Name, place: Place, state: State) -> None:
        """The program before gives a name a new value, which is in this place."""
        for other, names in state.items():
            if name in names:
                state[other] = names - {name}
        state[place] = frozenset({name})

    def _same(self, was: Op, op: Op, state: State) -> None:
        if (was.name, was.symbol, was.volatile) != (op.name, op.symbol, op.volatile):
            self._object("an operation became another one", op)
        if not was.frame and was.imm != op.imm:
            self._object("a constant changed", op)
        base = len(op.sources) - 1 if was.frame else -1
        for i, (wanted, register) in enumerate(zip(was.sources, op.sources, strict=True)):
            if i == base:
                self._access(was, op, register, state)
            else:
                self._finds(wanted, register, state, op)
        for register in op.uses:
            self._finds(register, register, state, op)
        if op.name in ("call", "call_through"):
            for register in range(1, 32):
                if register not in (STACK, *KEPT):
                    self._define(register, register, state)
                    state[register] = frozenset({register}) if register in was.defs else NOTHING
        elif op.name == "copy":
            self._copied(was, state)
            state[op.dest] = state.get(op.sources[0], NOTHING)
        elif op.dest:
            self._define(was.dest, op.dest, state)
            if fact := _fact(was):
                state[op.dest] |= {fact}
        elif was.dest:
            self._object("a result is lost", op)

    def _access(self, was: Op, op: Op, register: int, state: State) -> None:
        distances = {d for kind, d in _pairs_of(state.get(register, NOTHING)) if kind == "stack"}
        if len(distances) != 1:
            self._object(f"r{register} does not point into the frame", op)
            return
        place = distances.pop() + op.imm
        if op.name[0] == "s" and op.name[1:] in WIDTH:
            self._stored(place, WIDTH[op.name[1:]], state)
        self.places.setdefault(was.frame, set()).add(place - was.imm)

    def _stored(self, place: int, width: int, state: State) -> None:
        for other in [o for o in state if isinstance(o, tuple)]:
            if other[1] < place + width and place < other[1] + 4:
                del state[other]

    def _copied(self, was: Op, state: State) -> None:
        """The program before copies: what holds the source holds the destination, too."""
        source, dest = was.sources[0], was.dest
        if source == dest:
            return
        for place, names in state.items():
            state[place] = names - {dest} | ({dest} if source in names else NOTHING)

    def _dropped(self, was: Op, state: State) -> None:
        if was.name == "copy":
            self._copied(was, state)
        elif was.name == "undefined":  # any value will do, also that of a word of the frame to which it was spilled
            for place in {*range(1, 32), *state}:
                state[place] = state.get(place, NOTHING) | {was.dest}
        elif not _fact(was):
            self._object("an operation was dropped", was)

    def _added(self, op: Op, state: State) -> None:
        fact = _fact(op)
        if fact:
            state[op.dest] = frozenset({fact, *self.facts.get(fact, ())})
            return
        distances = [{d for kind, d in _pairs_of(state.get(s, NOTHING)) if kind == "stack"} for s in op.sources]
        own = {op.dest} & {STACK}  # what the program before calls the stack pointer is below the frame
        if op.name == "addi":
            state[op.dest] = frozenset({("stack", d + op.imm) for d in distances[0]} | own)
        elif op.name == "add":
            held = [name for s in op.sources for name in _pairs_of(state.get(s, NOTHING))]
            numbers = {_signed(n) for kind, n in held if kind == "const"}
            state[op.dest] = frozenset({("stack", d + n) for at in distances for d in at for n in numbers} | own)
        elif op.name in ("lw", "sw") and len(distances[-1]) == 1:
            place = distances[-1].pop() + op.imm
            below = [d for kind, d in _pairs_of(state.get(STACK, NOTHING)) if kind == "stack"]
            if place % 4 or (below and place < below[0]):
                self._object("a word of the frame is misplaced", op)
            self.words.add(place)
            if op.name == "sw":
                self._stored(place, 4, state)
                state["word", place] = state.get(op.sources[0], NOTHING)
            else:
                state[op.dest] = state.get(("word", place), NOTHING)
        else:
            self._object("an operation was added", op)

    def _layout(self) -> None:
        """No two objects, and no object and word of the allocator, are in one place."""
        used: list[tuple[int, int, str]] = [(word, word + 4, "a word of the allocator") for word in self.words]
        for name, at in self.places.items():
            if len(at) != 1:
                self._object(f"{name} is in {len(at)} places")
            place = min(at)
            if name.startswith("fixed"):
                if place != self.before.function.fixed[name]:
                    self._object(f"{name} is not where the caller put it")
            else:
                used.append((place, place + self.before.function.objects[name][0], name))
        used.sort()
        for (_, end, one), (start, _, other) in pairwise(used):
            if end > start:
                self._object(f"{one} and {other} overlap")


def _fact(op: Op) -> tuple[object, ...] | None:
    if op.name == "const":
        return "const", op.imm & 0xFFFFFFFF
    return ("address", op.symbol, op.imm) if op.name == "address" else None


def _pairs_of(names: Holds) -> Iterator[tuple[str, int]]:
    for name in names:
        if isinstance(name, tuple) and len(name) == 2 and isinstance(name[1], int):
            yield name


def _signed(value: int) -> int:
    return value - (value >> 31 << 32)
