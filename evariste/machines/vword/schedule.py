# SPDX-License-Identifier: Apache-2.0
"""Straight-line code of level `field`: an order in which the multiplier rarely waits, and registers for the values.

A block is a list of operations on named values. Each value is made once. One instruction is issued in each cycle. A
product leaves the multiplier with the next `vfmul`, or with a `vfmf`. The order is a list schedule: of what can be
issued in a cycle, the operation with the longest way to the end. A product waits if one with a longer way would then
find the multiplier busy. The order is right for any multiplier, since the core waits where it must; it is made for one
of `cycles` cycles.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

PRODUCT = "vfmul"
LATE = ("lw", "mfc2")  # deliver a cycle later than other instructions
CORE = ("lw", "mfc2", "or", "sltiu", "sll")  # write a register of the core


@dataclass(frozen=True)
class Operation:
    """`sources` are in the order of the operands. A `tied` one changes the register of its last source."""

    name: str
    dest: str
    sources: tuple[str, ...]
    operands: tuple[tuple[str, int], ...] = ()
    after: tuple[int, ...] = ()  # operations that must be issued before
    tied: bool = False


@dataclass(frozen=True)
class Issued:
    """An instruction: its mnemonic, registers by value, immediate operands."""

    name: str
    dest: str
    sources: tuple[str, ...]
    operands: tuple[tuple[str, int], ...] = ()
    tied: bool = False


@dataclass
class Block:
    """`pending` is the value that the multiplier computes when the block begins; it has `cycles` cycles left."""

    cycles: int
    pending: str = ""
    operations: list[Operation] = field(default_factory=list)

    def add(self, name: str, dest: str, *sources: str, after: Iterable[int] = (), tied: bool = False,
            **operands: int) -> str:  # fmt: skip
        """One more operation; the name of its value."""
        self.operations.append(Operation(name, dest, sources, tuple(operands.items()), tuple(after), tied))
        return dest

    @property
    def last(self) -> int:
        """The number of the newest operation."""
        return len(self.operations) - 1

    def schedule(self) -> list[Issued]:
        """The instructions in their order."""
        return _Scheduler(self).run()


class _Scheduler:
    def __init__(self, block: Block) -> None:
        self.block, self.ops = block, block.operations
        self.maker = {op.dest: i for i, op in enumerate(self.ops) if op.dest}
        self.latency = [self._latency(op) for op in self.ops]
        self.way = self._ways()
        self.open = list(range(len(self.ops)))  # not issued
        self.ready: dict[str, int] = {}  # the cycle in which a made value can be an operand
        self.pending, self.idle = block.pending, block.cycles + 1 if block.pending else 0
        self.done: list[Issued] = []
        self.now = 0

    def _latency(self, op: Operation) -> int:
        return self.block.cycles + 2 if op.name == PRODUCT else 2 if op.name in LATE else 1

    def _ways(self) -> list[int]:
        """Cycles from each operation's issue to the end, if nothing were in its way."""
        way = [0] * len(self.ops)
        for i in range(len(self.ops) - 1, -1, -1):
            op = self.ops[i]
            way[i] += self.latency[i]
            for source in op.sources:
                if source in self.maker:
                    j = self.maker[source]
                    way[j] = max(way[j], way[i])
            for j in op.after:
                way[j] = max(way[j], way[i])
        return way

    def _earliest(self) -> dict[int, int]:
        """The first cycle in which each operation could be issued if nothing else were in its way."""
        at: dict[int, int] = {}
        for i in self.open:
            first = self.now
            for source in self.ops[i].sources:
                if source in self.ready:
                    first = max(first, self.ready[source])
                elif source == self.pending:
                    first = max(first, self.idle + 1, self.now + 1)
                elif (j := self.maker.get(source)) is not None:
                    first = max(first, at[j] + self.latency[j])
            at[i] = max([first, *(at[j] + 1 for j in self.ops[i].after if j in at)])
        return at

    def run(self) -> list[Issued]:
        while self.open or self.pending:
            self._cycle()
            self.now += 1
        return self.done

    def _cycle(self) -> None:
        at = self._earliest()
        free = sorted((i for i in self.open if at[i] <= self.now), key=lambda i: -self.way[i])
        products = [i for i in free if self.ops[i].name == PRODUCT and self.now >= self.idle]
        products = [i for i in products if not self._hinders(i, at)]
        others = [i for i in free if self.ops[i].name != PRODUCT]
        best = max((*products[:1], *others[:1]), key=lambda i: self.way[i], default=-1)
        if self.pending and self.now >= self.idle and (best < 0 or self.ops[best].name != PRODUCT):
            users = [self.way[i] for i in self.open if self.pending in self.ops[i].sources]
            if best < 0 or max(users, default=0) > self.way[best]:
                self._take("vfmf", (), ())
                self.pending = ""
                return
        if best >= 0:
            self._issue(best)

    def _hinders(self, i: int, at: Mapping[int, int]) -> bool:
        """Whether a product with a longer way would find the multiplier busy."""
        free = self.now + self.block.cycles + 1
        return any(self.ops[j].name == PRODUCT and self.way[j] > self.way[i] and at[j] < free for j in self.open)

    def _take(self, name: str, sources: tuple[str, ...], operands: tuple[tuple[str, int], ...]) -> None:
        self.done.append(Issued(name, self.pending, sources, operands))
        if self.pending:
            self.ready[self.pending] = self.now + 1

    def _issue(self, i: int) -> None:
        op = self.ops[i]
        self.open.remove(i)
        if op.name == PRODUCT:
            self._take(PRODUCT, op.sources, op.operands)
            self.pending, self.idle = op.dest, self.now + self.block.cycles + 1
            return
        self.done.append(Issued(op.name, op.dest, op.sources, op.operands, op.tied))
        if op.dest:
            self.ready[op.dest] = self.now + self.latency[i]


def registers(code: Sequence[Issued], given: dict[str, int], vector: Iterable[int], core: Iterable[int],
              kept: Iterable[str] = ()) -> dict[str, int]:  # fmt: skip
    """A register for each value: of the accelerator, or of the core. `given` values have theirs already. The register
    of a value is free again from its last use on, if it is one of the pools; `kept` values never lose theirs.
    """
    pools = {False: list(vector), True: list(core)}
    last = {source: i for i, issued in enumerate(code) for source in issued.sources}
    ends = Counter({**{name: len(code) for name in kept}})
    found = dict(given)
    owned = {False: set(pools[False]), True: set(pools[True])}
    in_core = {name: name.startswith("$") for name in given}
    free = {kind: [r for r in pool if r not in {found[n] for n in found if in_core[n] == kind}]
            for kind, pool in pools.items()}  # fmt: skip
    for i, issued in enumerate(code):
        dying = [s for s in dict.fromkeys(issued.sources) if last[s] == i and not ends[s]]
        if issued.tied:
            reused = issued.sources[-1]
            assert last[reused] == i
            found[issued.dest], in_core[issued.dest] = found[reused], in_core[reused]
            dying.remove(reused)
        for source in dying:
            kind = in_core[source]
            if found[source] in owned[kind]:
                free[kind].insert(0, found[source])
        if issued.dest and not issued.tied and issued.dest not in found:
            kind = issued.name in CORE
            found[issued.dest], in_core[issued.dest] = free[kind].pop(0), kind
            if issued.dest not in last and not ends[issued.dest]:
                free[kind].insert(0, found[issued.dest])
    return found
