# SPDX-License-Identifier: Apache-2.0
"""Loops of one block with two rounds at a time: modulo scheduling (Rau, "Iterative modulo scheduling", 1996) in two
stages, before registers are allocated.

Each operation gets a time. Those of the first `interval` cycles are stage 0 of a round, the others are stage 1. In the
new loop stage 1 of a round stands beside stage 0 of the next one:

    first   stage 0 of the first round; leaves to `last` if there is no other round
    loop    stage 1 of a round, stage 0 of the next one; round again if there is another one
    last    stage 1 of the last round

What decides on another round is in stage 0, so no operation runs that the loop would not run: no number of rounds has
to be known, and nothing is loaded too early. Within the new loop operations stand in the order of their times. The
passes behind this one see blocks as any others.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from evariste.isa.model import Machine
from evariste.vliw import places, schedule
from evariste.vliw.code import BYTES, Block, End, Function, Op, live_out
from evariste.vliw.generate import Generator
from evariste.vliw.objects import Object
from evariste.vliw.prepass import free

MOST = 160  # operations of a loop
TRIES = 6  # for each operation, until the interval is longer


def pipeline(function: Function, machine: Machine, wide: int) -> int:
    """The number of loops that have two rounds at a time now."""
    after, count = live_out(function), 0
    for block in [*function.blocks.values()]:
        if _fit(block, machine):
            if block.end.target == block.number:
                block.end.turn()
            count += _Loop(function, block, after[block.number], machine, wide).changed()
    return count


def _fit(block: Block, machine: Machine) -> bool:
    """Whether it is a loop by itself, and all of its operations may move."""
    end = block.end
    if end.kind != "cond" or end.flag or (end.holds == block.number) == (end.target == block.number):
        return False
    return len(block.ops) <= MOST and all(free(op, machine) and op.name != "undefined" for op in block.ops)


@dataclass(frozen=True)
class Use:
    """A register that an operation reads: the operation that writes it, -1 for none in the loop, and how many rounds
    before."""

    register: int
    writer: int
    rounds: int = 0


class _Loop:
    """One loop. Operations are numbers; behind the last one is the one that decides."""

    def __init__(self, function: Function, block: Block, live: int, machine: Machine, wide: int) -> None:
        self.function, self.block, self.live, self.machine = function, block, live, machine
        self.ops = [*block.ops, Op(f"cmp_{block.end.compare}", sources=[*block.end.sources], line=block.end.line)]
        self.generator = Generator(machine, Object(""), wide)
        self.last: dict[int, int] = {}  # the last operation that writes a register
        for at, op in enumerate(block.ops):
            if op.dest:
                self.last[op.dest] = at
        self.uses = self._uses()
        self.names = [function.register() if op.dest else 0 for op in self.ops]
        self.operations = [self._operations(at) for at in range(len(self.ops))]
        self.edges = sorted([*self._flow(), *self._memory()])  # so that most times are found at once

    def _uses(self) -> list[list[Use]]:
        found, written = list[list[Use]](), dict[int, int]()
        for at, op in enumerate(self.ops):
            found.append([Use(r, written[r]) if r in written else
                          Use(r, self.last[r], 1) if r in self.last else Use(r, -1) for r in op.sources])  # fmt: skip
            if op.dest:
                written[op.dest] = at
        return found

    def _latency(self, at: int) -> int:
        name = self.ops[at].name
        if name in self.machine.by_name:
            return self.machine.by_name[name].spec.latency
        return len(self.generator.items(self.ops[at]))

    def _operations(self, at: int) -> list[str]:
        """The machine's operations of one, by name."""
        items = self.generator.items(self.ops[at]) if at < len(self.ops) - 1 else []
        return [item.name for item in items] or [self.ops[at].name]

    # ---- what has to come later: (one, other, cycles, rounds between them)

    def _flow(self) -> Iterable[tuple[int, int, int, int]]:
        for at, uses in enumerate(self.uses):
            for use in uses:
                if use.writer >= 0:
                    yield use.writer, at, self._latency(use.writer), use.rounds

    def _memory(self) -> Iterable[tuple[int, int, int, int]]:
        accesses = [at for at, op in enumerate(self.ops) if op.loads or op.stores]
        for one in accesses:
            for other in accesses:
                a, b = self.ops[one], self.ops[other]
                if a.stores or b.stores:
                    for rounds in (0, 1):
                        if (rounds or one < other) and not self._apart(one, other, rounds):
                            yield one, other, int(a.stores), rounds

    def _apart(self, one: int, other: int, rounds: int) -> bool:
        """Whether an access and another one, in the same round or in the next, never meet."""
        a, b = self.ops[one], self.ops[other]
        if a.constant or b.constant or places.apart(a.place, b.place):
            return True
        if a.frame and b.frame and a.frame != b.frame:
            return True
        where, there = self._address(one), self._address(other)
        if where is None or there is None or where[0] != there[0] or a.frame != b.frame:
            return False
        step = self._step(where[0]) if rounds else 0
        if step is None:
            return False
        first, second = where[1] + a.imm, there[1] + b.imm + step
        return schedule.apart((0, 0, first, BYTES[a.name[1]]), (0, 0, second, BYTES[b.name[1]]))

    def _address(self, at: int) -> tuple[int, int] | None:
        """The address that an access begins with: a register as the round begins, and what is added to it."""
        return self._sum(self.uses[at][-1])

    def _sum(self, use: Use) -> tuple[int, int] | None:
        added = 0
        for _ in self.ops:
            if use.writer < 0 or use.rounds:
                return use.register, added
            op = self.ops[use.writer]
            if op.name not in ("addi", "copy") or op.frame:
                return None
            added += op.imm
            use = self.uses[use.writer][0]
        return None

    def _step(self, register: int) -> int | None:
        """What a round adds to a register."""
        if register not in self.last:
            return 0
        found = self._sum(Use(register, self.last[register]))
        return found[1] if found and found[0] == register else None

    # ---- times

    def _least(self) -> int:
        """The least interval in which the units can do all operations (Rau's ResMII); at least 2, for two stages."""
        names = [name for one in self.operations for name in one]
        busy = Counter(self.machine.by_name[name].spec.runs_on for name in names)
        units = {unit: len(self.machine.spec.units[unit]) for unit in busy if unit in self.machine.spec.units}
        return max(2, -(-len(names) // self.generator.scheduler.wide), *(-(-busy[u] // n) for u, n in units.items()))

    def _times(self, interval: int) -> list[int] | None:
        """When each operation begins, in a loop of so many cycles; None if this finds no times."""
        count = len(self.ops)
        early = [0] * count
        late = [2 * interval - 1] * count
        late[-1] = interval - 1
        edges = [(one, other, cycles - interval * rounds) for one, other, cycles, rounds in self.edges]
        for _ in range(count + 1):
            changed = False
            for one, other, distance in edges:
                if early[one] + distance > early[other]:
                    early[other], changed = early[one] + distance, True
            for one, other, distance in reversed(edges):
                if late[other] - distance < late[one]:
                    late[one], changed = late[other] - distance, True
            if any(a > b for a, b in zip(early, late, strict=True)):
                return None
            if not changed:
                return _Placing(self, interval, early, late).times()
        return None

    # ---- the new loop

    def changed(self) -> bool:
        """Whether there is a faster loop, which then takes the place of this one."""
        whole = self._cycles(self.block)
        for interval in range(self._least(), whole):
            times = self._times(interval)
            if times is None or max(times) < interval:
                continue
            first, loop, last = self._blocks(times, interval)
            cycles = [self._cycles(one) for one in (first, loop, last)]
            if cycles[0] + 9 * cycles[1] + cycles[2] < 10 * whole:  # as if it had ten rounds
                self._put_in(first, loop, last)
                return True
        return False

    def _cycles(self, block: Block) -> int:
        """Those of a block that the next one follows."""
        return self.generator.cycles_of(block, block.end.target)

    def _blocks(self, times: Sequence[int], interval: int) -> tuple[Block, Block, Block]:
        stage = [time // interval for time in times]
        order = sorted(range(len(self.ops) - 1), key=lambda at: (times[at] % interval, -stage[at], at))
        place = {at: i for i, at in enumerate([*order, len(self.ops) - 1])}
        kept: dict[tuple[int, int], int] = {}  # a register that has what another one had so many rounds before

        def read(at: int, use: Use) -> int:
            if use.writer < 0:
                return use.register
            age = stage[at] + use.rounds - stage[use.writer]
            if age == 0 or (age == 1 and place[at] <= place[use.writer]):
                return self.names[use.writer]
            for n in range(1, age + 1):
                if (use.writer, n) not in kept:
                    kept[use.writer, n] = self.function.register()
            return kept[use.writer, age]

        made = [replace(op, dest=self.names[at], sources=[read(at, use) for use in self.uses[at]])
                for at, op in enumerate(self.ops)]  # fmt: skip
        keep = [Op("copy", kept[w, n], [kept[w, n - 1] if n > 1 else self.names[w]], line=self.ops[w].line)
                for w, n in sorted(kept, key=lambda one: (one[0], -one[1]))]  # fmt: skip
        carried = {use.writer: use.register for uses in self.uses for use in uses if use.rounds}
        begin = [Op("copy", self.names[w], [r]) for w, r in carried.items()]
        begin += [Op("copy", kept[w, 1], [self.names[w]]) for w in carried if (w, 1) in kept]
        leave = [Op("copy", r, [self.names[w]]) for r, w in self.last.items() if self.live >> r & 1]

        def only(which: int) -> list[Op]:
            return [replace(made[at], sources=[*made[at].sources]) for at in order if stage[at] == which]

        end, depth = self.block.end, self.block.depth
        number = max(self.function.blocks) + 1
        again = replace(end, holds=number, target=number + 1, sources=made[-1].sources)
        first = Block(self.block.number, begin + only(0), replace(again, sources=[*again.sources]), depth - 1)
        loop = Block(number, keep + [made[at] for at in order], again, depth)
        rest = [replace(op) for op in keep] + only(1) + leave
        last = Block(number + 1, rest, End("br", target=end.target), depth - 1)
        return first, loop, last

    def _put_in(self, first: Block, loop: Block, last: Block) -> None:
        """In place of the loop; its number stays that of what is entered."""
        blocks = dict[int, Block]()
        for number, block in self.function.blocks.items():
            blocks |= {one.number: one for one in (first, loop, last)} if block is self.block else {number: block}
        self.function.blocks = blocks


class _Placing:
    """Gives the operations of a loop their times. One without a free place puts others out, which are placed again."""

    def __init__(self, loop: _Loop, interval: int, early: list[int], late: list[int]) -> None:
        self.interval, self.early, self.late = interval, early, late
        self.fits = loop.generator.scheduler.fits
        self.names = loop.operations
        self.after = defaultdict[int, list[tuple[int, int]]](list)
        self.before = defaultdict[int, list[tuple[int, int]]](list)
        for one, other, cycles, rounds in loop.edges:
            self.after[one].append((other, cycles - interval * rounds))
            self.before[other].append((one, cycles - interval * rounds))
        self.found = dict[int, int]()
        self.rows: list[list[tuple[int, str]]] = [[] for _ in range(interval)]
        self.last = [-1] * len(loop.ops)  # when each of them was placed before

    def times(self) -> list[int] | None:
        count = len(self.names)
        left = {*range(count)}
        for _ in range(TRIES * count):
            if not left:
                return [self.found[at] for at in range(count)]
            at = min(left, key=lambda at: (self.late[at], self.early[at], at))
            first = max([self.early[at], *(self.found[i] + d for i, d in self.before[at] if i in self.found)])
            free = (time for time in range(first, first + self.interval) if self._free(at, time))
            time = next(free, max(first, self.last[at] + 1))
            if time > self.late[at]:
                return None
            left.remove(at)
            left |= self._place(at, time)
        return None

    def _row(self, time: int) -> list[tuple[int, str]]:
        return self.rows[time % self.interval]

    def _free(self, at: int, time: int) -> bool:
        return time <= self.late[at] and all(
            self.fits([*(other for _, other in self._row(time + i)), name]) for i, name in enumerate(self.names[at])
        )

    def _place(self, at: int, time: int) -> set[int]:
        """Places an operation; those that it has put out: of its bundle, and those that came too early for it."""
        out = set[int]()
        for i, name in enumerate(self.names[at]):
            row = self._row(time + i)
            while not self.fits([*(other for _, other in row), name]):
                out |= self._put_out(max(row, key=lambda one: self.late[one[0]])[0])
        self.found[at] = self.last[at] = time
        for i, name in enumerate(self.names[at]):
            self._row(time + i).append((at, name))
        for other, distance in self.after[at]:
            if other != at and other in self.found and self.found[other] < time + distance:
                out |= self._put_out(other)
        return out

    def _put_out(self, at: int) -> set[int]:
        time = self.found.pop(at)
        for i, name in enumerate(self.names[at]):
            self._row(time + i).remove((at, name))
        return {at}
