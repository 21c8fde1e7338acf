# SPDX-License-Identifier: Apache-2.0
"""A first order of operations, before registers are allocated: the longest path first, while registers suffice.

Operations with the machine's registers, calls and volatile accesses stay where they are. What lies between two of them
is ordered anew. When more values live than a limit, the operation that ends the most of them comes first.
A window keeps operations back that come much later in the source.
"""

from collections import Counter, defaultdict

from evariste.isa.model import Machine
from evariste.vliw.code import BYTES, CALLS, FIRST, FRAME, STACK, Block, Function, Op, live_out
from evariste.vliw.schedule import apart, waits

WAYS = (  # values at a time, operations that the window has
    (26, 1000), (22, 1000), (26, 20), (16, 1000), (12, 1000),
)
_LEAST = 8  # operations that are worth an order


def order(function: Function, machine: Machine, limit: int, window: int) -> bool:
    """Whether the order of anything changed."""
    after = live_out(function)
    changed = False
    for number, block in function.blocks.items():
        changed |= _block(block, after[number], machine, limit, window)
    return changed


def _block(block: Block, live: int, machine: Machine, limit: int, window: int) -> bool:
    for r in block.end.reads:
        live |= 1 << r
    runs: list[tuple[int, int]] = []
    start = 0
    for at, op in enumerate([*block.ops, None]):
        if op is None or not free(op, machine):
            if at - start >= _LEAST:
                runs.append((start, at))
            start = at + 1
    if not runs:
        return False
    lives = [0] * (len(block.ops) + 1)  # before each operation
    lives[-1] = live
    for at in reversed(range(len(block.ops))):
        op = block.ops[at]
        for r in (op.dest, *op.defs):
            live &= ~(1 << r)
        for r in op.reads:
            live |= 1 << r
        lives[at] = live
    changed = False
    for start, end in runs:
        ops = block.ops[start:end]
        new = _ordered(ops, lives[start], lives[end], machine, limit, window)
        if new != list(range(len(ops))):
            block.ops[start:end] = [ops[i] for i in new]
            changed = True
    return changed


def free(op: Op, machine: Machine) -> bool:
    """Whether an operation may move."""
    if op.name in CALLS or op.volatile or op.uses or op.defs or 0 < op.dest < FIRST:
        return False
    if any(0 < r < FIRST and r not in (STACK, FRAME) for r in op.sources):
        return False
    return op.name not in machine.by_name or machine.by_name[op.name].spec.runs_on not in ("system", "d", "branch")


def _ordered(ops: list[Op], live: int, out: int, machine: Machine, limit: int, window: int) -> list[int]:
    """The order of a run, as places in it."""
    units = [machine.by_name[op.name].spec.runs_on if op.name in machine.by_name else "" for op in ops]
    most = {unit: _number(machine, unit) for unit in units}
    latency = [machine.by_name[op.name].spec.latency if op.name in machine.by_name else 1 for op in ops]
    after = _dependences(ops, latency)
    height = [0] * len(ops)
    for i in reversed(range(len(ops))):
        height[i] = latency[i] + max((height[j] - latency[i] + d for j, d in after[i].items()), default=0)
    sources = [{r for r in op.sources if r >= FIRST} for op in ops]
    left = Counter(r for read in sources for r in read)
    high = live >> FIRST
    pressure = high.bit_count()
    waiting = waits(after)
    earliest = [0] * len(ops)
    ready = [i for i in range(len(ops)) if not waiting[i]]
    result: list[int] = []
    issued = [False] * len(ops)
    cycle = oldest = 0

    def gain(i: int) -> int:
        """How many fewer values live behind an operation."""
        dest = ops[i].dest
        ends = sum(left[r] == 1 and not out >> r & 1 for r in sources[i])
        return ends - (dest >= FIRST and not high >> (dest - FIRST) & 1)

    while ready:
        used: Counter[str] = Counter()
        busy: set[str] = set()
        count = 0
        while count < 4:
            may = [i for i in ready if earliest[i] <= cycle and i < oldest + window and units[i] not in busy]
            if not may:
                break
            if pressure >= limit:
                best = max(may, key=lambda i: (gain(i), height[i], -i))
                if gain(best) < 0:  # the operations that wait may end more
                    best = min([i for i in ready if units[i] not in busy], key=lambda i: (-gain(i), i))
            else:
                highest = max([height[i] for i in may])
                best = max([i for i in may if height[i] == highest], key=lambda i: (gain(i), -i))
            ready.remove(best)
            result.append(best)
            issued[best] = True
            while oldest < len(ops) and issued[oldest]:
                oldest += 1
            used[units[best]] += 1
            if used[units[best]] == most[units[best]]:
                busy.add(units[best])
            count += 1
            for r in sources[best]:
                left[r] -= 1
                if not left[r] and not out >> r & 1 and high >> (r - FIRST) & 1:
                    high &= ~(1 << (r - FIRST))
                    pressure -= 1
            dest = ops[best].dest
            if dest >= FIRST and not high >> (dest - FIRST) & 1 and (left[dest] or out >> dest & 1):
                high |= 1 << (dest - FIRST)
                pressure += 1
            for j, distance in after[best].items():
                if earliest[j] < cycle + distance:
                    earliest[j] = cycle + distance
                waiting[j] -= 1
                if not waiting[j]:
                    ready.append(j)
        cycle += 1
    return result


def _number(machine: Machine, unit: str) -> int:
    return len(machine.spec.units[unit]) if unit in machine.spec.units and unit != "branch" else 4


def _dependences(ops: list[Op], latency: list[int]) -> list[dict[int, int]]:
    """For each operation those that have to come later, with the least distance in cycles."""
    after: list[dict[int, int]] = [{} for _ in ops]
    writer: dict[int, int] = {}
    readers: dict[int, list[int]] = defaultdict(list)
    versions: Counter[int] = Counter()
    accesses: list[tuple[int, tuple[int, int, int, int], bool]] = []

    def edge(i: int, j: int, distance: int) -> None:
        if after[i].get(j, -1) < distance:
            after[i][j] = distance

    for j, op in enumerate(ops):
        for r in op.sources:
            if r in writer:
                edge(writer[r], j, latency[writer[r]])
        if op.dest:
            for i in readers[op.dest]:
                if i != j:
                    edge(i, j, 0)
            if op.dest in writer:
                edge(writer[op.dest], j, 1)
        if op.loads or op.stores:
            store = op.stores
            register = op.sources[-1]
            place = register, versions[register], op.imm, BYTES[op.name[1]]
            for i, other, stores in accesses:
                named = op.frame and ops[i].frame and op.frame != ops[i].frame
                if (store or stores) and not named and (op.frame != ops[i].frame or not apart(place, other)):
                    edge(i, j, 1 if stores else 0)
            accesses.append((j, place, store))
        for r in op.sources:
            readers[r].append(j)
        if op.dest:
            writer[op.dest], readers[op.dest] = j, []
            versions[op.dest] += 1
    return after
