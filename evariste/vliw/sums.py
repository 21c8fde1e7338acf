# SPDX-License-Identifier: Apache-2.0
"""Sums of several terms are joined anew, so that shifted terms fuse with the exclusive-ors.

LLVM joins terms in pairs. Of two shifted terms in a pair one stays a shift. Here a shifted term meets a sum, unless
all sums come much later. Otherwise the terms that come first are joined first.
"""

from collections import Counter
from collections.abc import Iterator

from evariste.isa.model import Machine
from evariste.vliw.code import FIRST, Block, Function, Op

SUM = "xor_reg"
_LATE = 2  # cycles that a shifted term waits for a sum


def join(function: Function, machine: Machine, lacks: frozenset[str]) -> int:
    """Joins sums with terms that a fused operation of the configuration may shift; the number of them."""
    pairs = [i.spec.pair for i in machine if i.spec.pair and i.name not in lacks]
    shifts = {pair.first for pair in pairs if pair.second == SUM}
    if not shifts:
        return 0
    uses = Counter(r for op in function.ops() for r in op.reads)
    uses += Counter(r for block in function.blocks.values() for r in block.end.reads)
    writes = Counter(r for op in function.ops() for r in (op.dest, *op.defs))
    return sum(_Sums(function, block, machine, shifts, uses, writes).run() for block in function.blocks.values())


class _Sums:
    """The sums of one block."""

    def __init__(
        self, function: Function, block: Block, machine: Machine, shifts: set[str], uses: Counter[int],
        writes: Counter[int],
    ) -> None:  # fmt: skip
        self.function, self.block, self.shifts, self.uses, self.writes = function, block, shifts, uses, writes
        self.at = {op.dest: i for i, op in enumerate(block.ops) if self._single(op.dest)}
        self.time = self._times(machine)
        self.behind: dict[int, list[Op]] = {}  # operations that come behind one
        self.gone: set[int] = set()

    def _single(self, r: int) -> bool:
        return r >= FIRST and self.writes[r] == 1

    def _times(self, machine: Machine) -> dict[int, int]:
        """When registers are there. There is one access to memory in a cycle."""
        time: dict[int, int] = {}
        port = 0
        for op in self.block.ops:
            start = max((time.get(r, 0) for r in op.sources), default=0)
            spec = machine.by_name[op.name].spec if op.name in machine.by_name else None
            if spec and spec.runs_on == "memory":
                start = max(start, port)
                port = start + 1
            if op.dest:
                time[op.dest] = start + (spec.latency if spec else 1)
        return time

    def run(self) -> int:
        ops = self.block.ops
        inner = {op.dest for op in ops if op.name == SUM and self._single(op.dest) and self.uses[op.dest] == 1}
        ends = {r for op in ops if op.name == SUM for r in op.sources if r in inner}
        made = 0
        for at, op in enumerate(ops):
            if op.name == SUM and op.dest not in ends:
                joined: list[int] = []
                terms = [*self._terms(at, inner, joined)]
                shifted = [r for r in terms if self._shifted(r)]
                if joined and shifted and all(self._single(r) for r in terms):
                    self._join(at, [r for r in terms if r not in shifted], shifted)
                    self.gone.update(joined)
                    made += 1
        self.block.ops = [*self.behind.get(-1, ())]
        for at, op in enumerate(ops):
            self.block.ops += [*([] if at in self.gone else [op]), *self.behind.get(at, ())]
        return made

    def _terms(self, at: int, inner: set[int], joined: list[int]) -> Iterator[int]:
        for r in self.block.ops[at].sources:
            if r in inner and self.at.get(r, at) < at:
                joined.append(self.at[r])
                yield from self._terms(self.at[r], inner, joined)
            else:
                yield r

    def _shifted(self, r: int) -> bool:
        op = self.block.ops[self.at[r]] if r in self.at else None
        return bool(op and op.name in self.shifts and self.uses[r] == 1 and self._single(op.sources[0]))

    def _join(self, root: int, plain: list[int], shifted: list[int]) -> None:
        """Terms are (when they are there, behind which operation, register)."""
        sums = sorted((self.time.get(r, 0), self.at.get(r, -1), r) for r in plain)
        terms = sorted((self.time[r] - 1, self.at[r], r) for r in shifted)
        left = len(sums) + len(terms)
        while left > 1:
            if terms and (not sums or sums[0][0] > terms[0][0] + _LATE):
                time, at, r = terms.pop(0)
                sums = sorted([*sums, (time + 1, at, r)])
                continue
            first = sums.pop(0)
            second = (terms if not sums or (terms and terms[0][0] <= sums[0][0]) else sums).pop(0)
            time, at = max(first[0], second[0]) + 1, max(first[1], second[1])
            left -= 1
            if left == 1:
                self.block.ops[root].sources = [first[2], second[2]]
                break
            new = self.function.register()
            line = self.block.ops[root].line
            self.behind.setdefault(at, []).append(Op(SUM, new, [first[2], second[2]], line=line))
            sums = sorted([*sums, (time, at, new)])
