# SPDX-License-Identifier: Apache-2.0
"""Judges a schedule: runs the operations in their order, and the bundles, on symbols, and compares what is left.

It shares no code with the scheduler. A value is a term: the operation with the terms that it read. A load is a term of
its address and of the stores before it that it may depend on.
"""

from collections.abc import Sequence
from itertools import permutations

from evariste.isa.model import Machine
from evariste.vliw.schedule import Item

Term = int
Table = dict[tuple, int]  # type: ignore[type-arg]
BRANCHES = ("br", "call", "jr", "callr")


class State:
    """Registers and memory as terms."""

    def __init__(self, machine: Machine, table: Table) -> None:
        self.machine, self.table = machine, table  # the table gives each term a number, so that terms compare quickly
        self.values: dict[str, Term] = {}
        self.stores: list[tuple[Term, int, int, Term]] = []  # base, offset, bytes, what is stored
        self.order: list[Term] = []  # of volatile accesses
        self.branch: Term = 0

    def term(self, *parts: object) -> Term:
        return self.table.setdefault(parts, len(self.table) + 1)

    def read(self, name: str) -> Term:
        return self.values[name] if name in self.values else self.term("before", name)

    def register(self, item: Item, operand: str) -> Term:
        number = item.values[operand]
        return self.read(f"r{number}") if number else self.term("zero")

    def effect(self, item: Item) -> list[tuple[str, Term]]:
        """What an operation writes, from the present state; stores happen at once."""
        insn = self.machine.by_name[item.name]
        fixed = tuple((o, v) for o, v in sorted(item.values.items())
                      if o not in ("rd", "rs1", "rs2", "value", "flag", "pair"))  # fmt: skip
        read = tuple(self.register(item, o) if o in insn.fields else self.read(o) for o in insn.spec.reads)
        guard = self.read(f"p{item.values['guard']}") if item.values["guard"] else 0
        term = self.term(item.name, fixed, item.symbol, item.addend, item.half, read, guard)
        if item.name in BRANCHES:
            self.branch = term
            return [("r1", self.term("link"))] if item.name in ("call", "callr") else []
        if insn.spec.runs_on == "memory":
            size = {"w": 4, "h": 2, "b": 1}[item.name[1]]
            place = (self.register(item, "rs1"), item.values["imm"], size)
            if item.volatile:
                self.order.append(term)
            if insn.spec.class_ == "store":
                self.stores.append((*place, term))
                return []
            term = self.term("load", term, tuple(s[3] for s in self.stores if not apart(s[:3], place)))
        elif insn.spec.runs_on == "system":
            self.order.append(term)
        written = []
        for operand in insn.spec.writes:
            if operand in ("flag", "pair"):
                written.append((f"p{item.values[operand]}", term))
            elif operand in insn.fields and item.values[operand]:
                written.append((f"r{item.values[operand]}", self.term(operand, term)))
            elif operand not in insn.fields:
                written.append((operand, self.term(operand, term)))
        return written

    def left(self) -> tuple[object, ...]:
        """All that later code can see."""
        ordered = {s[3] for s in self.stores}
        before = {(a[3], b[3]) for i, b in enumerate(self.stores) for a in self.stores[:i] if not apart(a[:3], b[:3])}
        return self.values, len(self.stores), ordered, before, self.order, self.branch


def apart(one: tuple[Term, int, int], other: tuple[Term, int, int]) -> bool:
    """Accesses from one base that do not overlap."""
    return one[0] == other[0] and (one[1] + one[2] <= other[1] or other[1] + other[2] <= one[1])


def objection(machine: Machine, items: Sequence[Item], branch: Item | None, bundles: Sequence[Sequence[Item]]) -> str:
    """What is wrong with the bundles for these operations; empty: nothing."""
    table: Table = {}
    expected, found = State(machine, table), State(machine, table)
    for item in items:
        for name, value in expected.effect(item):
            expected.values[name] = value
    if branch is not None:
        for name, value in expected.effect(branch):
            expected.values[name] = value
    places = []
    for at, bundle in enumerate(bundles):
        written = []
        for item in sorted(bundle, key=lambda i: i.memory == "store"):  # a load of the bundle reads before its store
            written += found.effect(item)
            if item.name in BRANCHES:
                places.append(at)
        names = [name for name, _ in written]
        if len(names) != len({*names}):
            return f"bundle {at} writes a register twice"
        found.values |= dict(written)
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
