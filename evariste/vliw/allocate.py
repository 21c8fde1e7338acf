# SPDX-License-Identifier: Apache-2.0
"""Registers by colouring the graph of interference, after Chaitin and Briggs: optimistic, with preferences of copies.

A register that finds no colour is computed again where it is used, if it is a constant or an address. Otherwise it goes
to a slot of the frame: it is loaded before each use and stored behind each definition.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from evariste.errors import UserError
from evariste.vliw.code import CALLS, FIRST, FRAME, KEPT, LOST, SCRATCH, STACK, Block, End, Function, Op, bits, live_out

_ROUNDS = 40
_AGAIN = ("const", "address")


class Allocator:
    """One function."""

    def __init__(self, function: Function, reserved: bool = False) -> None:
        self.function = function
        taken = {SCRATCH} if reserved else set()
        if function.dynamic:
            taken.add(FRAME)
        usable = [r for r in (*LOST, *KEPT) if r not in taken]
        self.base = FRAME if function.dynamic else STACK
        self.usable = usable
        self.mask = sum(1 << r for r in usable)
        self.temporaries: set[int] = set()
        self.slots = 0

    def run(self) -> dict[int, int]:
        """The colour of each register. The function gets what spilling adds."""
        for _ in range(_ROUNDS):
            self._interference()
            order = self._simplify()
            colours, failed = self._select(order)
            if not failed:
                return colours
            self._spill(failed)
        raise UserError(f"function {self.function.name}: no allocation of registers was found.")

    def _interference(self) -> None:
        adjacent: dict[int, int] = defaultdict(int)
        self.cost: dict[int, float] = defaultdict(float)
        self.partners: dict[int, list[int]] = defaultdict(list)
        after = live_out(self.function)
        over = 0  # what lives while a function is called
        kept = sum(1 << r for r in KEPT)
        lost = sum(1 << r for r in LOST)
        for number, block in self.function.blocks.items():
            weight = 10.0 ** min(block.depth, 4)
            live = after[number]
            for r in block.end.reads:
                live |= 1 << r
                self.cost[r] += weight
            if block.end.kind == "tail_through":
                adjacent[block.end.sources[0]] |= kept
            for op in reversed(block.ops):
                for r in (op.dest, *op.defs):
                    if r:
                        others = live & ~(1 << r)
                        if op.name == "copy":
                            others &= ~(1 << op.sources[0])
                        adjacent[r] |= others
                        live &= ~(1 << r)
                        self.cost[r] += weight
                if op.name in CALLS:
                    over |= live
                if op.name == "copy" and op.dest and op.sources[0]:
                    self.partners[op.dest].append(op.sources[0])
                    self.partners[op.sources[0]].append(op.dest)
                for r in op.reads:
                    live |= 1 << r
                    self.cost[r] += weight
        for r in bits(over >> FIRST << FIRST):
            adjacent[r] |= lost
        for r in [*adjacent]:
            for other in bits(adjacent[r]):
                adjacent[other] |= 1 << r
        self.adjacent = adjacent
        self.nodes = [r for r in self.cost if r >= FIRST]

    def _simplify(self) -> dict[int, list[int]]:
        """The order in which registers are taken out of the graph, with the neighbours that each one then has.

        The last one gets its colour first.
        """
        adjacent, machine = self.adjacent, (1 << FIRST) - 1
        left = sum(1 << r for r in self.nodes)
        fixed = {r: (adjacent[r] & self.mask).bit_count() for r in self.nodes}
        degree = {r: (adjacent[r] & left & ~machine).bit_count() + fixed[r] for r in self.nodes}
        most = len(self.usable)
        easy = [r for r in self.nodes if degree[r] < most]
        seen = set(easy)
        order: dict[int, list[int]] = {}
        hard = {r for r in self.nodes if r not in seen}
        while left:
            if not easy:
                chosen = min(hard, key=lambda r: (self._cost(r) / (degree[r] + 1), r))
                hard.discard(chosen)
                seen.add(chosen)
                easy.append(chosen)
            r = easy.pop()
            if not left >> r & 1:
                continue
            left &= ~(1 << r)
            order[r] = [*bits(adjacent[r] & left & ~machine)]
            for other in order[r]:
                degree[other] -= 1
                if other not in seen and degree[other] < most:
                    seen.add(other)
                    hard.discard(other)
                    easy.append(other)
        return order

    def _cost(self, r: int) -> float:
        return float("inf") if r in self.temporaries else self.cost[r]

    def _select(self, order: Mapping[int, list[int]]) -> tuple[dict[int, int], list[int]]:
        colours: dict[int, int] = {}
        failed: list[int] = []
        used = 0
        turn = 0
        for r, neighbours in reversed(order.items()):
            forbidden = self.adjacent[r]
            for other in neighbours:
                if other in colours:
                    forbidden |= 1 << colours[other]
            free = self.mask & ~forbidden
            if not free:
                failed.append(r)
                continue
            wanted = [colours.get(p, p) for p in self.partners[r]]
            choice = next((c for c in wanted if c < FIRST and free >> c & 1), None)
            if choice is None:
                turn += 1
                pool = _pool(free, used)
                choice = pool[turn % len(pool)]  # another one each time, so that fewer operations wait for a register
            colours[r] = choice
            used |= 1 << choice
        return colours, failed

    def _spill(self, failed: list[int]) -> None:
        definitions: dict[int, list[Op]] = defaultdict(list)
        for op in self.function.ops():
            if op.dest in failed:
                definitions[op.dest].append(op)
        place: dict[int, str] = {}
        again: dict[int, Op] = {}
        for r in failed:
            ops = definitions[r]
            if len(ops) == 1 and ops[0].name in _AGAIN:
                again[r] = ops[0]
            else:
                place[r] = f"slot.{len(self.function.objects)}"
                self.function.objects[place[r]] = 4, 4
        for block in self.function.blocks.values():
            self._rewrite(block, place, again)

    def _rewrite(self, block: Block, place: dict[int, str], again: dict[int, Op]) -> None:
        out: list[Op] = []

        def fetched(r: int, user: Op | End) -> int:
            new = self.function.register()
            self.temporaries.add(new)
            if r in again:
                out.append(Op(again[r].name, new, imm=again[r].imm, symbol=again[r].symbol, line=user.line))
            else:
                out.append(Op("lw", new, [self.base], frame=place[r], own=True, line=user.line))
            return new

        for op in block.ops:
            if op.dest in again:
                continue
            if any(r in place or r in again for r in op.sources):
                new = {r: fetched(r, op) for r in dict.fromkeys(op.sources) if r in place or r in again}
                op.sources = [new.get(r, r) for r in op.sources]
            out.append(op)
            if op.dest in place:
                new_dest = self.function.register()
                self.temporaries.add(new_dest)
                out.append(Op("sw", 0, [new_dest, self.base], frame=place[op.dest], own=True, line=op.line))
                op.dest = new_dest
        end = block.end
        if any(r in place or r in again for r in end.sources):
            end.sources = [fetched(r, end) if r in place or r in again else r for r in end.sources]
        block.ops = out


@lru_cache(maxsize=4096)
def _pool(free: int, used: int) -> list[int]:
    """Of the free registers those that cost nothing: what a call may change, and what is saved already. Else all."""
    cheap = [c for c in LOST if free >> c & 1] + [c for c in KEPT if free & used & 1 << c]
    return cheap or [c for c in KEPT if free >> c & 1]


def apply(function: Function, colours: dict[int, int]) -> None:
    """Puts the machine's registers into the operations; drops copies of a register to itself."""
    for block in function.blocks.values():
        kept = []
        for op in block.ops:
            op.sources = [colours.get(r, r) for r in op.sources]
            op.dest = colours.get(op.dest, op.dest)
            if op.name != "undefined" and not (op.name == "copy" and op.dest == op.sources[0]):
                kept.append(op)
        block.ops = kept
        block.end.sources = [colours.get(r, r) for r in block.end.sources]
