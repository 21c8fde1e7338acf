# SPDX-License-Identifier: Apache-2.0
"""Arithmetic over records and claims, as the files in papers/ write it.

    [rs255_239.decode.e8@portable] / [rs255_239.decode.e8]      cycles of two records
    128 * 100 / [aes128.encrypt]                                numbers, + - * / **, brackets, min and max
    112 * {t9.double.karatsuba} + 56 * {t9.add.karatsuba}       values of other claims of the same paper

A record is [MACHINE::WORKLOAD@BACKEND/ENGINE:FIELD]. Unless said, it is of the paper's machine and native backend, of
any engine, and the field is `cycles`. A field inside a field is written with a dot: [chen2017.table7.mul:mix.gf]. The
field `system_pj` of a program's energy is worked out: circuit and memories, each memory of its size. A
record of no program, such as one of a circuit's size, has no backend: then none is said.
"""

import ast
import functools
import json
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from evariste import machines
from evariste.papers.schema import PeersFile
from evariste.paths import ROOT
from evariste.record import nearest
from evariste.silicon.whole import whole

_OPERATORS: dict[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow, ast.USub: operator.neg,
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[..., float]] = {"min": min, "max": max}
_RECORD = re.compile(
    r"\[(?:(?P<machine>\w+)::)?(?P<workload>[\w.-]+)(?:@(?P<backend>\w+))?(?:/(?P<engine>\w+))?"
    r"(?::(?P<field>[\w. ]+))?\]"
)
SYSTEM = "system_pj"  # of a record of a program's energy; see evariste.silicon.whole
_CLAIM = re.compile(r"\{(?P<id>[\w.-]+)\}")


@dataclass(frozen=True)
class Reference:
    """One number of one record."""

    machine: str
    workload: str
    backend: str
    engine: str | None
    field: str
    said: bool  # the backend is, and not only understood

    def __str__(self) -> str:
        return f"{self.workload} on {self.backend}" + (f" ({self.field})" if self.field != "cycles" else "")


@dataclass(frozen=True)
class Formula:
    """A parsed formula about a machine; ValueError with a sentence's end when it is none."""

    text: str
    machine: str

    def __post_init__(self) -> None:
        self._visit(self._tree, lambda _: 1.0, lambda _: 1.0, probe=True)

    @cached_property
    def records(self) -> list[Reference]:
        return [_reference(found, self.machine) for found in _RECORD.finditer(self.text)]

    @cached_property
    def claims(self) -> list[str]:
        return [m["id"] for m in _CLAIM.finditer(self.text)]

    @cached_property
    def _tree(self) -> ast.expr:
        numbers = iter(range(len(self.text)))
        python = _RECORD.sub(lambda _: f"_r{next(numbers)}", self.text)
        names = iter(range(len(self.text)))
        python = _CLAIM.sub(lambda _: f"_c{next(names)}", python)
        try:
            return ast.parse(python.strip(), mode="eval").body
        except SyntaxError:
            raise ValueError("is not a formula") from None

    def value(self, record: Callable[[Reference], float], claim: Callable[[str], float]) -> float:
        """The result, with the number of each record and claim asked for."""
        return self._visit(self._tree, record, claim)

    def _visit(
        self, node: ast.AST, record: Callable[[Reference], float], claim: Callable[[str], float], probe: bool = False
    ) -> float:
        match node:
            case ast.Constant(value=int() | float() as number):
                return number
            case ast.Name(id=name) if re.fullmatch(r"_r\d+", name):
                return record(self.records[int(name[2:])])
            case ast.Name(id=name) if re.fullmatch(r"_c\d+", name):
                return claim(self.claims[int(name[2:])])
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                a, b = self._visit(left, record, claim, probe), self._visit(right, record, claim, probe)
                if probe and isinstance(op, ast.Div | ast.Pow):
                    return 1.0
                return _OPERATORS[type(op)](a, b)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._visit(operand, record, claim, probe)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS and args:
                return _FUNCTIONS[name](*(self._visit(a, record, claim, probe) for a in args))
        raise ValueError(f"may not hold {ast.unparse(node)}")


def written(text: str, machine: str, record: Callable[[Reference], str], claim: Callable[[str], str]) -> str:
    """A formula about a machine with its records and claims replaced, for readers."""
    text = _RECORD.sub(lambda found: record(_reference(found, machine)), text)
    return _CLAIM.sub(lambda found: claim(found["id"]), text)


def _reference(found: re.Match[str], machine: str) -> Reference:
    of = found["machine"] or machine
    return Reference(of, found["workload"], found["backend"] or _native(of), found["engine"],
                     found["field"] or "cycles", bool(found["backend"]))  # fmt: skip


def _native(machine: str) -> str:
    return machines.named(machine).native if machine in machines.names() else machine


FOLDER = ROOT / "doc" / "records"


class Missing(LookupError):
    """No record answers a reference; the text is a sentence."""


@functools.cache
def instruction_facts() -> tuple[dict[str, Any], ...]:
    """One record for each instruction of each machine, called isa.NAME, with its specified cycles and bytes."""
    from evariste.isa.load import machine

    return tuple(
        {"machine": m.name, "workload": f"isa.{i.name}", "backend": m.native, "engine": "specification",
         "cycles": i.spec.cycles, "bytes": i.size,
         "verdict": {"passed": True, "checked": "lock-step runs of simulator and RTL"}}
        for m in machines.all() for i in machine(m.name).instructions
    )  # fmt: skip


@functools.cache
def peer_facts() -> tuple[dict[str, Any], ...]:
    """One record for each peer with an id, called peer.WORKLOAD.ID on the backend `m0plus`."""
    from evariste.isa.load import read

    content = read(ROOT / "papers" / "peers.yaml", PeersFile)
    return tuple(
        {"workload": f"peer.{group.workload}.{peer.id}", "backend": "m0plus", "engine": peer.standing,
         "cycles": peer.cycles, "verdict": {"passed": True, "checked": content.measurement.checked}}
        for group in content.groups for peer in group.peers if peer.id and group.workload
    )  # fmt: skip


def facts() -> list[dict[str, Any]]:
    """What is known without a run: the specification's cycles and the peers that claims name."""
    return [*instruction_facts(), *peer_facts()]


def all_records() -> list[dict[str, Any]]:
    """What doc/records holds, and the facts."""
    committed = [r for path in sorted(FOLDER.glob("*.json")) for r in json.loads(path.read_text())]
    return [*committed, *facts()]


def number(records: Iterable[dict[str, Any]], reference: Reference) -> float:
    """The referenced number. Raises `Missing` if no record has it, or if its run's output was wrong.

    A record without a machine is one of other people's software.
    """
    found = [
        r
        for r in records
        if r["workload"] == reference.workload
        and (r.get("backend") == reference.backend or (r.get("backend") is None and not reference.said))
        and r.get("machine", reference.machine) == reference.machine
        and reference.engine in (None, r.get("engine"))
    ]
    if not found:
        raise Missing(f"No record of {reference} yet.")
    found.sort(key=lambda r: nearest(r["engine"]))
    record = found[0]
    if record["verdict"]["passed"] is False:
        raise Missing(f"The output of {reference} was wrong, so that its cycles mean nothing.")
    if reference.field == SYSTEM and "accesses" in record:
        return sum(whole(record))
    value: Any = record
    for step in reference.field.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise Missing(f"The record of {reference} has no number there.")
    return value
