# SPDX-License-Identifier: Apache-2.0
"""Bundles from assembler text without any: what lies between two labels or branches is scheduled.

The text means what its operations mean one after the other. Behind a branch nothing executes: the scheduler finds what
its delay bundle may do. Accesses to memory keep their order, since they may be to devices.
"""

from collections.abc import Iterator

from evariste.errors import UserError
from evariste.isa.model import Machine
from evariste.vliw.code import LINK, partner
from evariste.vliw.operation import Operation
from evariste.vliw.schedule import Item, Scheduler

_BYTES = {"w": 4, "h": 2, "b": 1}
_FLAGS = range(1, 8)  # of a register of flags


class Straight:
    """Operations of one machine that wait for the end of their region."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.scheduler = machine, Scheduler(machine)
        self.waiting: list[Operation] = []

    def add(self, operation: Operation) -> Iterator[list[Operation | None]]:
        """The bundles that are complete with an operation. None is an operation without an effect."""
        unit = operation.insn.spec.runs_on
        if unit == "system":  # the host reads and writes registers
            yield from self.end()
            yield [operation]
        elif unit == "branch":
            yield from self.end(operation)
        else:
            self.waiting.append(operation)

    def end(self, branch: Operation | None = None) -> Iterator[list[Operation | None]]:
        """The bundles of what waits, and of the branch behind it."""
        items = [self.item(operation) for operation in self.waiting]
        last = self.item(branch) if branch else None
        of = dict(zip(map(id, items), self.waiting, strict=True))
        if last is not None and branch is not None:
            of[id(last)] = branch
        self.waiting = []
        for bundle in self.scheduler.region(items, last):
            yield [of.get(id(item)) for item in bundle]

    def item(self, operation: Operation) -> Item:
        """What the scheduler has to know of an operation."""
        insn, values = operation.insn, operation.values
        spec, guard = insn.spec, values["guard"]
        if guard and any(8 in entry.get("guard", ()) for entry in insn.excluded):  # two flags guard it
            raise UserError(f"{operation.at}: {insn.name} with a guard cannot be scheduled; write its bundle.")
        reads, writes = [*self._names(operation, spec.reads)], [*self._names(operation, spec.writes)]
        reads += [f"p{guard}"] if guard else []
        if spec.runs_on == "branch" and writes:  # the call's address comes last
            reads.append(f"r{LINK}")
        item = Item(insn.name, dict(values), tuple(reads), tuple(writes), spec.latency)
        if spec.runs_on == "memory":
            item.memory, item.volatile = spec.class_, True
            item.base = values["rs1"], values["imm"], _BYTES[insn.name[1]]
        return item

    def _names(self, operation: Operation, operands: list[str]) -> Iterator[str]:
        fields, values = operation.insn.fields, operation.values
        for operand in operands:
            if operand in ("c0", "c1", "file"):
                number = values["file"] if operand == "file" else int(operand[1])
                yield from (f"p{7 * number + flag}" for flag in _FLAGS)
            elif operand in ("flag", "pair"):
                yield f"p{values[operand]}"
                if operand == "pair" or operation.insn.name.startswith("cmpn"):
                    yield f"p{partner(values[operand])}"
            elif operand not in fields:
                yield operand
            elif values[operand]:
                yield f"r{values[operand]}"
