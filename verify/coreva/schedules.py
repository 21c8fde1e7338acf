# SPDX-License-Identifier: Apache-2.0
"""Judges a schedule: runs the operations in their order, and the bundles, on symbols, and compares what is left.

It shares no code with the scheduler. A value is a term: the operation with the terms that it read. A load is a term of
its address and of the stores before it that it may depend on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from evariste.isa.model import Machine
from evariste.vliw.schedule import Item

Term = int
Condition = tuple[Term, int] | None  # a compare, and the result under which an operation does something
BRANCHES = ("br", "call", "jr", "callr")


class Table:
    """Gives each term a number, so that terms compare quickly."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[object, ...], Term] = {}
        self.parts: list[tuple[object, ...]] = [()]

    def term(self, *parts: object) -> Term:
        if parts not in self.numbers:
            self.numbers[parts] = len(self.parts)
            self.parts.append(parts)
        return self.numbers[parts]

    def choice(self, compare: Term, one: Term, other: Term) -> Term:
        return one if one == other else self.term("choice", compare, one, other)

    def under(self, term: Term, condition: Condition) -> Term:
        """What a term is if a compare has this result."""
        match condition, self.parts[term]:
            case (compare, result), ("choice", int(decides), int(one), int(other)):
                if decides == compare:
                    return one if result else other
                return self.choice(decides, self.under(one, condition), self.under(other, condition))
        return term


class State:
    """Registers and memory as terms."""

    def __init__(self, machine: Machine, table: Table) -> None:
        self.machine, self.table, self.term = machine, table, table.term
        self.values: dict[str, Term] = {}
        self.stores: list[Access] = []
        self.order: list[Term] = []  # of volatile accesses
        self.branch: Term = 0

    def read(self, name: str) -> Term:
        return self.values[name] if name in self.values else self.term("before", name)

    def write(self, name: str, value: Term, condition: Condition) -> None:
        if condition is not None:
            compare, result = condition
            old = self.table.under(self.read(name), (compare, 1 - result))
            value = self.table.choice(compare, *((value, old) if result else (old, value)))
        self.values[name] = value

    def register(self, item: Item, operand: str, condition: Condition) -> Term:
        number = item.values[operand]
        return self.table.under(self.read(f"r{number}"), condition) if number else self.term("zero")

    def condition(self, item: Item) -> Condition:
        if not item.values["guard"]:
            return None
        flag = self.read(f"p{item.values['guard']}")
        match self.table.parts[flag]:
            case ("flag", int(compare), int(result)):
                return compare, result
        return flag, 1

    def effect(self, item: Item) -> list[tuple[str, Term, Condition]]:
        """What an operation writes, from the present state; stores happen at once."""
        insn = self.machine.by_name[item.name]
        fixed = tuple((o, v) for o, v in sorted(item.values.items())
                      if o not in ("rd", "rs1", "rs2", "value", "flag", "pair"))  # fmt: skip
        on = self.condition(item)
        read = tuple(self.register(item, o, on) if o in insn.fields else self.read(o) for o in insn.spec.reads)
        term = self.term(item.name, fixed, item.symbol, item.addend, item.half, read, on)
        if item.name in BRANCHES:
            self.branch = term
            return [("r1", self.term("link"), None)] if item.name in ("call", "callr") else []
        if insn.spec.runs_on == "memory":
            size = {"w": 4, "h": 2, "b": 1}[item.name[1]]
            place = Access(self.register(item, "rs1", on), item.values["imm"], size, term, on, item.own)
            if item.volatile:
                self.order.append(term)
            if insn.spec.class_ == "store":
                self.stores.append(place)
                return []
            term = self.term("load", term, tuple(sorted(s.term for s in self.stores if not apart(s, place))))
        elif insn.spec.runs_on == "system":
            self.order.append(term)
        written: list[tuple[str, Term, Condition]] = []
        for operand in insn.spec.writes:
            number = item.values.get(operand, 0)
            if operand in ("flag", "pair"):
                written.append((f"p{number}", self.term("flag", term, 1), on))
                if item.name.startswith("cmpn"):
                    other = number + 7 if number <= 7 else number - 7
                    written.append((f"p{other}", self.term("flag", term, 0), on))
            elif operand in insn.fields and number:
                written.append((f"r{number}", self.term(operand, term), on))
            elif operand not in insn.fields:
                written.append((operand, self.term(operand, term), on))
        return written

    def left(self) -> tuple[object, ...]:
        """All that later code can see."""
        ordered = {s.term for s in self.stores}
        before = {(a.term, b.term) for i, b in enumerate(self.stores) for a in self.stores[:i] if not apart(a, b)}
        return self.values, len(self.stores), ordered, before, self.order, self.branch


@dataclass(frozen=True)
class Access:
    """A load or a store: where, what, and when it does something."""

    base: Term
    offset: int
    size: int
    term: Term
    on: Condition
    own: bool


def never_both(one: Condition, other: Condition) -> bool:
    return one is not None and other is not None and one[0] == other[0] and one[1] != other[1]


def apart(one: Access, other: Access) -> bool:
    """Accesses that never both happen, of which one is to a word of the frame that nothing points to, or from one base
    to other words.
    """
    if never_both(one.on, other.on) or one.own != other.own:
        return True
    ends = one.offset + one.size <= other.offset or other.offset + other.size <= one.offset
    return one.base == other.base and ends


def objection(machine: Machine, items: Sequence[Item], branch: Item | None, bundles: Sequence[Sequence[Item]]) -> str:
    """What is wrong with the bundles for these operations; empty: nothing."""
    table = Table()
    expected, found = State(machine, table), State(machine, table)
    for item in items:
        for write in expected.effect(item):
            expected.write(*write)
    if branch is not None:
        for write in expected.effect(branch):
            expected.write(*write)
    places = []
    for at, bundle in enumerate(bundles):
        written = []
        for item in sorted(bundle, key=lambda i: i.memory == "store"):  # a load of the bundle reads before its store
            written += found.effect(item)
            if item.name in BRANCHES:
                places.append(at)
        for (one, _, on), (other, _, when) in combinations(written, 2):
            if one == other and not never_both(on, when):
                return f"bundle {at} writes a register twice"
        for write in written:
            found.write(*write)
        orders = permutations([machine.by_name[i.name] for i in bundle])
        if all(machine.illegal_bundle(order) for order in orders):
            return f"bundle {at} has no placement"
    if places != ([len(bundles) - 2] if branch is not None else []):
        return "the branch is not before exactly one delay bundle"
    if branch is not None and branch.name in ("call", "callr"):
        for item in bundles[-1]:
            if "r1" in item.reads:
                return "the delay bundle reads the link"
    return "" if expected.left() == found.left() else "the bundles leave another state"
