# SPDX-License-Identifier: Apache-2.0
"""From a function with registers to its section: order of the blocks, bundles, words."""

from collections.abc import Iterator
from dataclasses import replace

from evariste.isa.model import Machine
from evariste.vliw.assembler import Assembler
from evariste.vliw.code import BARRIER, BYTES, CALLS, LINK, Block, Function, Line, Op, partner
from evariste.vliw.objects import ALLOC, EXEC, Object, Section
from evariste.vliw.operation import Operation, Reference
from evariste.vliw.schedule import Item, Scheduler, placement

_FLAG = 1


def ordered(function: Function) -> list[int]:
    """The blocks in memory: behind a block the one that it goes to, if that is not there yet."""
    _threaded(function)
    order: list[int] = []
    left = dict.fromkeys(function.blocks)
    number = next(iter(left))
    while True:
        order.append(number)
        del left[number]
        end = function.blocks[number].end
        # The branch with a flag goes where control goes more often: into a loop, if neither block follows.
        if end.kind == "cond" and end.target not in left and (
            end.holds in left or _depth(function, end.target) > _depth(function, end.holds)
        ):
            end.turn()
        following = end.target if end.target in left else None
        if not left:
            return order
        number = following if following is not None else next(iter(left))


def _depth(function: Function, number: int) -> int:
    return function.blocks[number].depth


def _threaded(function: Function) -> None:
    """Branches to a block that only branches go where it goes; blocks that nothing reaches go."""
    goes = {n: b.end.target for n, b in function.blocks.items() if not b.ops and b.end.kind == "br"}

    def final(number: int) -> int:
        seen = set()
        while number in goes and number not in seen:
            seen.add(number)
            number = goes[number]
        return number

    for block in function.blocks.values():
        end = block.end
        if end.target >= 0:
            end.target = final(end.target)
        if end.holds >= 0:
            end.holds = final(end.holds)
        if end.kind == "cond" and end.holds == end.target:
            end.kind, end.holds, end.sources, end.flag = "br", -1, [], 0
    entry = next(iter(function.blocks))
    reached, todo = set(), [entry]
    while todo:
        number = todo.pop()
        if number not in reached:
            reached.add(number)
            todo += function.blocks[number].end.successors
    function.blocks = {n: b for n, b in function.blocks.items() if n in reached}


class Generator:
    """The code of one object file."""

    def __init__(self, machine: Machine, obj: Object, wide: int = 4) -> None:
        self.machine, self.object, self.name = machine, obj, ""
        self.assembler = Assembler(machine)
        self.scheduler = Scheduler(machine, wide)

    def function(self, function: Function, binding: str = "global") -> None:
        """Append a function to the object, in a section of its own."""
        section = self.object.section(f".text.{function.name}", ALLOC | EXEC)
        self.name = function.name
        symbol = self.object.symbol(function.name)
        symbol.section, symbol.kind, symbol.binding, symbol.value = section.name, "func", binding, 0
        if function.line:
            section.lines.append((0, *function.line))
        order = ordered(function)
        for place, number in enumerate(order):
            label = self.object.symbol(self._label(number))
            label.section, label.value = section.name, len(section.data)
            following = order[place + 1] if place + 1 < len(order) else -1
            self._block(section, function, number, following)
        symbol.size = len(section.data)
        self.assembler.resolve(self.object)
        for number in order:
            del self.object.symbols[self._label(number)]

    def _label(self, number: int) -> str:
        return f"{self.name}*{number}"

    def cycles(self, function: Function) -> int:
        """About how long the function takes, if a loop has ten rounds, without calls and waits between regions."""
        order = ordered(function)
        total = 0
        for number, following in zip(order, [*order[1:], -1], strict=True):
            weight = 10 ** min(function.blocks[number].depth, 4)
            total += weight * self.cycles_of(function.blocks[number], following)
        return total

    def cycles_of(self, block: Block, following: int) -> int:
        """About how long a block takes, if this one follows it in memory."""
        return sum(self.scheduler.cycles(items, branch) for items, branch in self._regions(block, following))

    def _block(self, section: Section, function: Function, number: int, following: int) -> None:
        for items, branch in self._regions(function.blocks[number], following):
            for bundle in self.scheduler.region(items, branch):
                self._words(section, bundle)

    def _regions(self, block: Block, following: int) -> Iterator[tuple[list[Item], Item | None]]:
        """The operations of a block up to each call or branch, with that one, or up to each barrier."""
        items: list[Item] = []
        for op in block.ops:
            if op.name in CALLS:
                yield items, self._call(op)
                items = []
            elif op.name == BARRIER:
                yield items, None
                items = []
            else:
                items += self.items(op)
        end = block.end
        branch = None
        if end.kind == "ret":
            branch = self._branch("jr", rs1=LINK)
        elif end.kind == "tail_through":
            branch = self._branch("jr", rs1=end.sources[0])
        elif end.kind == "tail":
            branch = self._branch("br", symbol=end.symbol)
        elif end.kind == "br" and end.target != following:
            branch = self._branch("br", symbol=self._label(end.target))
        elif end.kind == "cond" and end.flag:
            branch = self._branch("br", symbol=self._label(end.holds), guard=end.flag)
        elif end.kind == "cond":
            a, b = end.sources
            values = {"guard": 0, "flag": _FLAG, "rs1": a, "rs2": b}
            reads = tuple(f"r{r}" for r in (a, b) if r)
            items.append(Item(f"cmp_{end.compare}", values, reads, (f"p{_FLAG}",), line=end.line))
            branch = self._branch("br", symbol=self._label(end.holds), guard=_FLAG)
        if branch:
            branch.line = end.line
        yield items, branch
        if end.kind == "cond" and end.target != following:
            branch = self._branch("br", symbol=self._label(end.target))
            branch.line = end.line
            yield [], branch
        if end.kind == "none" and not block.ops:
            yield self.items(Op("trap", imm=2)), None

    def _branch(self, name: str, rs1: int = 0, symbol: str = "", guard: int = 0) -> Item:
        """It waits for no result of a function: those are in their registers when the delay bundle is over."""
        values = {"guard": guard} | ({"rs1": rs1} if name in ("jr", "callr") else {"offset": 0})
        wanted = ((f"r{rs1}",) if rs1 else ()) + ((f"p{guard}",) if guard else ())
        writes = (f"r{LINK}",) if name in ("call", "callr") else ()
        return Item(name, values, wanted, writes, symbol=symbol)

    def _call(self, op: Op) -> Item:
        through = op.name != "call"
        call = self._branch("callr", rs1=op.sources[0]) if through else self._branch("call", symbol=op.symbol)
        call.line = op.line
        return call

    def items(self, op: Op) -> list[Item]:
        """The machine's operations for one."""
        if op.guard:
            plain = self.items(replace(op, guard=0))
            for item in plain:
                item.values["guard"] = op.guard
                item.reads = (*item.reads, f"p{op.guard}")
            return plain
        if op.flag:
            a, b = op.sources
            values = {"guard": 0, "flag": op.flag, "rs1": a, "rs2": b}
            reads = tuple(f"r{r}" for r in (a, b) if r)
            return [Item(op.name, values, reads, (f"p{op.flag}", f"p{partner(op.flag)}"), line=op.line)]
        if op.name == "const":
            return self._constant(op.dest, op.imm & 0xFFFFFFFF, op.line)
        if op.name == "address":
            low = self._item("movi", {"rd": op.dest, "imm": 0}, op.line)
            high = self._item("movhi", {"rd": op.dest, "imm": 0}, op.line)
            for item, half in ((low, "lo16"), (high, "hi16")):
                item.symbol, item.addend, item.half = op.symbol, op.imm, half
            return [low, high]
        if op.name == "copy":
            return [self._item("addi", {"rd": op.dest, "rs1": op.sources[0], "imm": 0}, op.line)]
        insn = self.machine.by_name[op.name]
        values = {"rd": op.dest} if "rd" in insn.fields else {}
        registers = [o for o in insn.spec.reads if o in insn.fields]
        values |= dict(zip(registers, op.sources, strict=True))
        for operand in ("imm", "amount"):
            if operand in insn.fields:
                values[operand] = op.imm
        item = self._item(op.name, values, op.line)
        item.volatile, item.own = op.volatile, op.own
        return [item]

    def _constant(self, dest: int, value: int, line: Line | None) -> list[Item]:
        signed = value - (value >> 31 << 32)
        if -(1 << 16) <= signed < 1 << 16:
            return [self._item("movi", {"rd": dest, "imm": signed}, line)]
        return [self._item("movi", {"rd": dest, "imm": value & 0xFFFF}, line),
                self._item("movhi", {"rd": dest, "imm": value >> 16}, line)]  # fmt: skip

    def _item(self, name: str, values: dict[str, int], line: Line | None) -> Item:
        spec = self.machine.by_name[name].spec
        fields = self.machine.by_name[name].fields

        def registers(operands: list[str]) -> tuple[str, ...]:
            found = [f"r{values[o]}" if o in fields else o for o in operands]
            return tuple(r for r in found if r != "r0")

        item = Item(name, {"guard": 0} | values, registers(spec.reads), registers(spec.writes), spec.latency, line=line)
        if spec.runs_on == "memory":
            item.memory = spec.class_
            item.base = values["rs1"], values["imm"], BYTES[name[1]]
        elif spec.runs_on == "system":
            item.memory, item.volatile = "store", True
        return item

    def _words(self, section: Section, bundle: list[Item]) -> None:
        bundle = sorted(bundle, key=lambda item: item.name)
        order = placement(self.machine, tuple(item.name for item in bundle))
        assert order is not None
        operations = []
        for i in order:
            item = bundle[i]
            insn = self.machine.by_name[item.name]
            reference = None
            if item.symbol:
                operand = "imm" if item.half else "offset"
                reference = Reference(operand, item.symbol, item.addend, item.half)
                self.object.symbol(item.symbol)
            operations.append(Operation(insn, item.values, reference, self.name, item.line))
        self.assembler.write(section, operations, self.name)
