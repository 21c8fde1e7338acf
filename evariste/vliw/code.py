# SPDX-License-Identifier: Apache-2.0
"""Functions on their way from machine code of LLVM to bundles: operations, blocks, registers.

Registers are numbers: 0 to 31 the machine's own, from FIRST on those that are not allocated yet. Beside the machine's
instructions there are pseudo-operations: copy, const (a number), address (of a symbol), undefined, call, call_through,
barrier (no access moves over it).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

Line = tuple[str, int]  # of the source: its file, and the number
FIRST = 64  # the first register that is not the machine's
LINK, STACK, FRAME, SCRATCH = 1, 2, 8, 31
ARGUMENTS = range(10, 18)
KEPT = (8, 9, *range(18, 28))  # over calls
LOST = tuple(r for r in range(3, 32) if r not in KEPT)
CALLS = ("call", "call_through")
BARRIER = "barrier"
_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "ltu": "geu", "geu": "ltu"}
BYTES = {"w": 4, "h": 2, "b": 1}  # of an access, by the second letter of its name


@dataclass
class Op:
    """One operation. `sources` are the registers that it reads, in the order of the specification."""

    name: str
    dest: int = 0  # 0: none
    sources: list[int] = field(default_factory=list)
    imm: int = 0
    symbol: str = ""  # of an address or a call; `imm` is its addend
    frame: str = ""  # stack.N, fixed.N, slot.N, out: `imm` is an offset in it
    uses: tuple[int, ...] = ()  # of a call or the end: registers with arguments or results
    defs: tuple[int, ...] = ()  # of a call: registers with results
    volatile: bool = False
    constant: bool = False  # a load of what no store changes
    place: str = ""  # the object of an access (places.py)
    line: Line | None = None
    guard: int = 0  # the flag under which it does something; 0: always
    flag: int = 0  # that a compare writes, with its partner
    own: bool = False  # an access to a word of the frame whose address nothing has

    @property
    def reads(self) -> list[int]:
        return [r for r in (*self.sources, *self.uses) if r]

    @property
    def loads(self) -> bool:
        return self.name[0] == "l" and self.name[1:] in ("w", "h", "b", "hu", "bu")

    @property
    def stores(self) -> bool:
        return self.name[0] == "s" and self.name[1:] in ("w", "h", "b")


@dataclass
class End:
    """The end of a block. `kind` is br, cond, ret, tail, tail_through, or none for code that is never left."""

    kind: str
    target: int = -1  # of br, and of cond if it does not hold
    holds: int = -1  # of cond if it holds
    compare: str = ""  # eq, ne, lt, ge, ltu, geu
    flag: int = 0  # of cond, in place of a compare: it holds if this flag is set
    sources: list[int] = field(default_factory=list)
    symbol: str = ""
    uses: tuple[int, ...] = ()
    line: Line | None = None

    @property
    def reads(self) -> list[int]:
        return [r for r in (*self.sources, *self.uses) if r]

    @property
    def successors(self) -> list[int]:
        return [t for t in (self.holds, self.target) if t >= 0]

    def turn(self) -> None:
        """The same decision of a cond, by the opposite."""
        self.holds, self.target = self.target, self.holds
        if self.flag:
            self.flag = partner(self.flag)
        else:
            self.compare = _OPPOSITE[self.compare]


_Op = TypeVar("_Op", Op, End)


def _like(op: _Op) -> _Op:
    """A copy, as `replace` makes it, but faster."""
    new = object.__new__(type(op))
    new.__dict__ = op.__dict__ | {"sources": [*op.sources]}
    return new


@dataclass
class Block:
    """Operations in order, and where control goes."""

    number: int
    ops: list[Op] = field(default_factory=list)
    end: End = field(default_factory=lambda: End("none"))
    depth: int = 0  # of loops around it


@dataclass
class Function:
    """One function. `objects` are the sizes and alignments of its stack objects, `fixed` the offsets of arguments.

    `local` has the offsets of objects from the end of their area. LLVM (LocalStackSlotAllocation) reaches one object
    from the address of another where a frame is large, so these distances are part of the program.
    """

    name: str
    blocks: dict[int, Block] = field(default_factory=dict)
    objects: dict[str, tuple[int, int]] = field(default_factory=dict)
    fixed: dict[str, int] = field(default_factory=dict)
    local: dict[str, int] = field(default_factory=dict)
    outgoing: int = 0  # bytes for arguments of calls
    dynamic: bool = False  # it moves the stack pointer: FRAME says where its frame is
    next_register: int = FIRST
    line: Line | None = None

    def register(self) -> int:
        self.next_register += 1
        return self.next_register - 1

    def ops(self) -> Iterator[Op]:
        for block in self.blocks.values():
            yield from block.ops

    def copied(self) -> "Function":
        """Another one that can be changed."""
        blocks = {n: Block(n, [_like(op) for op in b.ops], _like(b.end), b.depth) for n, b in self.blocks.items()}
        return replace(self, blocks=blocks, objects={**self.objects}, fixed={**self.fixed}, local={**self.local})

    @property
    def calls(self) -> bool:
        return any(op.name in CALLS for op in self.ops())


def partner(flag: int) -> int:
    """The flag of the same number in the other register of flags. A compare with a complement writes both."""
    return flag + 7 if flag < 8 else flag - 7


def bits(mask: int) -> Iterator[int]:
    """The numbers of the ones."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def live_out(function: Function) -> dict[int, int]:
    """The registers that are live at the end of each block, behind its end, as masks."""
    use: dict[int, int] = {}
    kill: dict[int, int] = {}
    for number, block in function.blocks.items():
        used = defined = 0
        for op in block.ops:
            for r in op.reads:
                used |= (1 << r) & ~defined
            for r in (op.dest, *op.defs):
                defined |= 1 << r
        for r in block.end.reads:
            used |= (1 << r) & ~defined
        use[number], kill[number] = used & ~1, defined
    before = dict(use)
    after = dict.fromkeys(function.blocks, 0)
    changed = True
    while changed:
        changed = False
        for number in reversed(function.blocks):
            out = 0
            for successor in function.blocks[number].end.successors:
                out |= before[successor]
            if out != after[number]:
                after[number], changed = out, True
                before[number] = use[number] | (out & ~kill[number])
    return after


def dead_code_removed(function: Function) -> None:
    """Removes operations without an effect that nothing reads."""
    pure = {"copy", "const", "address", "undefined"}
    while True:
        gone = 0
        after = live_out(function)
        for number, block in function.blocks.items():
            live = after[number]
            for r in block.end.reads:
                live |= 1 << r
            kept = []
            for op in reversed(block.ops):
                plain = op.name in pure or (op.dest and op.name not in CALLS and not op.volatile
                                            and not op.name.startswith("div"))  # fmt: skip
                if plain and op.dest >= FIRST and not live >> op.dest & 1:
                    gone += 1
                    continue
                for r in (op.dest, *op.defs):
                    live &= ~(1 << r)
                for r in op.reads:
                    live |= 1 << r
                kept.append(op)
            block.ops = kept[::-1]
        if not gone:
            return
