# SPDX-License-Identifier: Apache-2.0
"""Field kernels of GF(2^m) as straight-line problems for the scheduler: the operations without their order.

A problem is a list of operations on 32-bit variables. Accumulating operations (`mul`, `add`) on one variable commute,
so their order is free. `deps` holds only what must not be exchanged. Source of the methods: Hankerson, Menezes,
Vanstone, "Guide to Elliptic Curve Cryptography", 2.3 (Karatsuba, reduction by words). x^(32n) mod f is a few constant
words, so one fold takes two carry-less products and four additions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ACC, INPUT, CONST, POINTER, REGISTER = range(5)
LD, MUL, ADD, SUM, ST, SHR, SHL, MASK, CHAIN = range(9)


@dataclass(frozen=True)
class Core:
    """What kernels are written for: the base instructions of the unit, or some of its extensions, too."""

    name: str = ""  # of the extended core, and of the folders with its schedules and kernels
    multiply_add: bool = False  # gfmac32 is there


BASE = Core()


@dataclass(frozen=True)
class Field:
    """GF(2^degree) with modulus sum of x^t over `terms`."""

    name: str
    degree: int
    terms: tuple[int, ...]

    @property
    def poly(self) -> int:
        return sum(1 << t for t in self.terms)

    @property
    def words(self) -> int:
        return (self.degree + 31) // 32


@dataclass
class Op:
    type: int
    a: int = -1
    b: int = -1
    c: int = -1
    d: int = -1
    imm: int = 0
    early: bool = False
    reads: tuple[int, ...] = ()
    adds: tuple[int, ...] = ()
    deps: set[int] = field(default_factory=set)


class Problem:
    """Variables and operations, written out in the scheduler's input format by `text`."""

    def __init__(self, core: Core = BASE, regs: int = 0x5FFF) -> None:
        self.core = core
        self.vars: list[tuple[int, int, int]] = []
        self.ops: list[Op] = []
        self.chains: list[tuple[int, list[tuple[int, int]]]] = []
        self.regs = regs
        self.pin_regs = regs
        self.order: list[int] = []
        self.hints: list[int] = []
        self.pins: list[tuple[int, int]] = []
        self._constants: dict[int, int] = {}

    def var(self, kind: int = ACC, a: int = 0, b: int = 0) -> int:
        self.vars.append((kind, a, b))
        return len(self.vars) - 1

    def constant(self, value: int) -> int:
        if value not in self._constants:
            self._constants[value] = self.var(CONST, value)
        return self._constants[value]

    def array(self, number: int, register: int, words: int) -> list[int]:
        self.var(POINTER, number, register)
        return [self.var(INPUT, number, i) for i in range(words)]

    def _op(self, op: Op) -> int:
        self.ops.append(op)
        return len(self.ops) - 1

    def loads(self, array: int, words: int) -> None:
        """Places where words of an input may be loaded together. The hint packs first word * 4 + count - 1."""
        for first in [*range(0, words, 4), *range(0, words, 4)]:
            self.hints += [0] * (len(self.ops) - len(self.hints))
            self.hints.append(first * 4 + min(3, words - first - 1))
            self._op(Op(LD, a=array))

    def mul(self, a: int, b: int, low: int, high: int = -1) -> None:
        self._op(Op(MUL, a, b, low, high, reads=(a, b), adds=(low,) if high < 0 else (low, high)))

    def add(self, dst: int, src: int) -> None:
        self._op(Op(ADD, a=src, c=dst, reads=(src,), adds=(dst,)))

    def sum(self, a: int, b: int) -> int:
        v = self.var()
        self._op(Op(SUM, a, b, v, reads=(a, b), adds=(v,)))
        return v

    def shift(self, src: int, right: int, result: int | None = None) -> int:
        v = self.var() if result is None else result
        self._op(Op(SHR if right > 0 else SHL, a=src, c=v, imm=abs(right), reads=(src,), adds=(v,)))
        return v

    def mask(self, v: int, bits: int) -> None:
        self._op(Op(MASK, c=v, imm=bits, reads=(v,), adds=(v,)))

    def chain(self, keep_first: bool, pairs: list[tuple[int, int]]) -> None:
        self.chains.append((int(keep_first), pairs))
        words = tuple(w for w, _ in pairs)
        written = words[1:] if keep_first else words
        targets = tuple(t for k, (_, t) in enumerate(pairs) if not (keep_first and k == 0))
        self._op(Op(CHAIN, a=len(self.chains) - 1, reads=words, adds=written + targets))

    def store(self, v: int, array: int, word: int, early: bool = False) -> None:
        """`early`: this word never overwrites an operand, so it may be stored before all operands are read."""
        self._op(Op(ST, a=v, b=array, imm=word, early=early, reads=(v,)))

    def link(self) -> None:
        """The dependences in the written order: a read and an accumulation of one variable keep their order."""
        readers: dict[int, list[int]] = {}
        writers: dict[int, list[int]] = {}
        reading_inputs = [i for i, o in enumerate(self.ops) if any(self.vars[v][0] == INPUT for v in o.reads)]
        for i, op in enumerate(self.ops):
            both = set(op.reads) & set(op.adds)
            for v in op.reads:
                op.deps.update(writers.get(v, ()))
            for v in op.adds:
                op.deps.update(readers.get(v, ()))
                if v in both:
                    op.deps.update(writers.get(v, ()))
            for v in op.reads:
                readers.setdefault(v, []).append(i)
            for v in op.adds:
                writers.setdefault(v, []).append(i)
            if op.type == ST and not op.early:  # the result may overwrite an operand
                op.deps.update(reading_inputs)
            op.deps.discard(i)

    def text(self) -> str:
        lines = [
            f"regs {self.regs} {self.pin_regs}",
            *(["accumulates"] if self.core.multiply_add else []),
            f"vars {len(self.vars)}",
            *(f"{k} {a} {b}" for k, a, b in self.vars),
        ]
        for keep, pairs in self.chains:
            lines.append(f"chain {keep} {len(pairs)} " + " ".join(f"{w} {t}" for w, t in pairs))
        for o in self.ops:
            lines.append(f"op {o.type} {o.a} {o.b} {o.c} {o.d} {o.imm} " + " ".join(map(str, sorted(o.deps))))
        if self.pins:
            lines.append("pins " + " ".join(f"{a} {b}" for a, b in self.pins))
        if self.order:
            lines.append("order " + " ".join(map(str, self.order)))
        if self.hints:
            self.hints += [0] * (len(self.ops) - len(self.hints))
            lines.append("hints " + " ".join(map(str, self.hints)))
        return "\n".join(lines) + "\n"


def schoolbook(p: Problem, a: list[int], b: list[int], top: bool, onto: list[int] | None = None) -> list[int]:
    """Column by column, added to `onto` if that is given. `top` false: the product of the two highest words fits 32
    bits, so its high word is left out.

    Where sums cost nothing, loads decide. Then a few words of `a` at a time meet all words of `b`.
    """
    n, m = len(a), len(b)
    rows = 5 if p.core.multiply_add else n
    c = onto or [p.var() for _ in range(n + m - (0 if top else 1))]
    for first in range(0, n, rows):
        for k in range(n + m - 1):
            for i in range(first, min(first + rows, n)):
                j = k - i
                if 0 <= j < m:
                    p.mul(a[i], b[j], c[k], c[k + 1] if k + 1 < len(c) else -1)
    return c


def karatsuba(p: Problem, a: list[int], b: list[int], top: bool, levels: int) -> list[int]:
    """a * b by Karatsuba, sharing low-product-high-half + high-product-low-half between both middle quarters."""
    n = len(a)
    if levels == 0 or n < 4:
        return schoolbook(p, a, b, top)
    h = (n + 1) // 2
    lo = karatsuba(p, a[:h], b[:h], True, levels - 1)
    hi = karatsuba(p, a[h:], b[h:], top, levels - 1)
    sa = [p.sum(a[i], a[h + i]) if h + i < n else a[i] for i in range(h)]
    sb = [p.sum(b[i], b[h + i]) if h + i < n else b[i] for i in range(h)]
    mid = karatsuba(p, sa, sb, True, levels - 1)
    for k in range(h):
        p.add(lo[h + k], hi[k])
    for k in range(h):
        p.add(mid[k], lo[k])
        p.add(mid[k], lo[h + k])
        p.add(mid[h + k], lo[h + k])
        if h + k < len(hi):
            p.add(mid[h + k], hi[h + k])
    return lo[:h] + mid + hi[h:]


def folds_top(core: Core, f: Field) -> bool:
    """Whether the top word is folded like those above it: when x^(32n) mod f has one term below 32."""
    low = _mod(1 << (32 * f.words), f.poly) & 0xFFFFFFFF
    return core.multiply_add and low & (low - 1) == 0


def reduce(p: Problem, f: Field, c: list[int], top: int | None = None) -> list[int]:
    """Fold words n.. of c by x^(32n) mod f, then the bits of the top word at or above the degree. Where the top word
    ends in another variable, `top` may name it.
    """
    n = f.words
    fold = _mod(1 << (32 * n), f.poly)
    parts = [(j, fold >> (32 * j) & 0xFFFFFFFF) for j in range(n) if fold >> (32 * j) & 0xFFFFFFFF]
    while len(c) < 2 * n - 1:
        c.append(p.var())
    # A word times x goes through the carry flag: two cycles a word, as many as a product and a sum, without a constant.
    doubled = [] if p.core.multiply_add else [j for j, k in parts if k == 2]
    folded = [(j, k) for j, k in parts if j not in doubled]
    first = 2 * n - max(doubled, default=-n)  # from here on a doubled word lands on a word that is folded again
    for i in reversed(range(n, len(c))):
        if i == first - 1 and first < len(c):
            p.chain(True, [(c[i], -1), *((c[k], c[k - n + j]) for j in doubled for k in range(first, len(c)))])
        bits = min(32, 2 * f.degree - 1 - 32 * i)
        for j, k in folded:
            p.mul(c[i], p.constant(k), c[i - n + j], c[i - n + j + 1] if bits + k.bit_length() - 1 > 32 else -1)
    for j in doubled:
        p.chain(False, [(c[k], c[k - n + j]) for k in range(n, min(first, len(c)))])
    r = f.degree % 32
    if folds_top(p.core, f):
        return _fold_top(p, c[:n], parts, r, top)
    rest = f.poly ^ (1 << f.degree)
    v = p.shift(c[n - 1], r)
    p.mask(c[n - 1], r)
    for j in range(n):
        k = rest >> (32 * j) & 0xFFFFFFFF
        if not k:
            continue
        wide = k.bit_length() - 1 + 32 - r > 32
        if k == 1:
            p.add(c[j], v)
        elif k & (k - 1) == 0 and not (wide and p.core.multiply_add):
            s = k.bit_length() - 1
            p.add(c[j], p.shift(v, -s))
            if wide:
                p.add(c[j + 1], p.shift(v, 32 - s))
        else:
            p.mul(v, p.constant(k), c[j], c[j + 1] if wide else -1)
    return c[:n]


def _fold_top(p: Problem, c: list[int], parts: list[tuple[int, int]], r: int, result: int | None) -> list[int]:
    """Fold the bits of the top word from r on with the constants of the words above it.

    All of the word is folded. Its product with the first constant is what those bits add to word 0, and its other bits.
    These are left in the top word, and what they added elsewhere is added again.
    """
    top = len(c) - 1
    left = p.var()
    p.mul(c[top], p.constant(parts[0][1]), left, c[0])
    for j, k in parts[1:]:
        p.mul(c[top], p.constant(k), c[j - 1], c[j] if k > 1 else -1)
    low = p.shift(left, 32 - r, result)
    for j, k in parts[1:]:
        p.mul(low, p.constant(k), c[j - 1], c[j] if r + k.bit_length() - 1 > 32 else -1)
    return [*c[:top], low]


def _mod(a: int, f: int) -> int:
    while a.bit_length() >= f.bit_length():
        a ^= f << (a.bit_length() - f.bit_length())
    return a


def multiply(core: Core, f: Field, levels: int = 1) -> Problem:
    """r0 = result, r1 and r2 = operands."""
    p = Problem(core)
    n = f.words
    p.var(POINTER, 0, 0)
    a, b = p.array(1, 1, n), p.array(2, 2, n)
    p.loads(1, n)
    p.loads(2, n)
    top = 2 * (f.degree - 32 * (n - 1)) - 1 > 32
    c = karatsuba(p, a, b, top, levels)
    for k, v in enumerate(reduce(p, f, c)):
        p.store(v, 0, k)
    p.link()
    return p


def spread(p: Problem, f: Field, a: list[int], c: list[int]) -> list[int]:
    """The square of a before reduction, into c and as many further words as it needs."""
    n = f.words
    top = 2 * (f.degree - 32 * (n - 1)) - 1 > 32
    c = c + [p.var() for _ in range((2 * n if top else 2 * n - 1) - len(c))]
    for i in range(n):
        p.mul(a[i], a[i], c[2 * i], c[2 * i + 1] if 2 * i + 1 < len(c) else -1)
    return c


def reduction(core: Core, f: Field) -> Problem:
    """r0 = result, r1 = a polynomial of degree at most 2 degree - 2."""
    p = Problem(core)
    count = (2 * f.degree - 1 + 31) // 32
    p.var(POINTER, 0, 0)
    a = p.array(1, 1, count)
    p.loads(1, count)
    c = [p.var() for _ in a]
    for x, y in zip(c, a, strict=True):
        p.add(x, y)
    for k, v in enumerate(reduce(p, f, c)):
        p.store(v, 0, k)
    p.link()
    return p


def multiply_add(core: Core, f: Field, levels: int = 1) -> Problem:
    """r0 = result, r1 * r2 + r3."""
    p = Problem(core)
    n = f.words
    p.var(POINTER, 0, 0)
    a, b, addend = p.array(1, 1, n), p.array(2, 2, n), p.array(3, 3, n)
    for k in (1, 2, 3):
        p.loads(k, n)
    c = karatsuba(p, a, b, 2 * (f.degree - 32 * (n - 1)) - 1 > 32, levels)
    for v, e in zip(c, addend, strict=False):
        p.add(v, e)
    for k, v in enumerate(reduce(p, f, c)):
        p.store(v, 0, k)
    p.link()
    return p


def multiply_twice(core: Core, f: Field) -> Problem:
    """r0 = result, r1 * r2 + r3 * r4, reduced once."""
    p = Problem(core)
    n = f.words
    p.var(POINTER, 0, 0)
    a, b, u, v = (p.array(k, k, n) for k in (1, 2, 3, 4))
    for k in (1, 2, 3, 4):
        p.loads(k, n)
    top = 2 * (f.degree - 32 * (n - 1)) - 1 > 32
    c = schoolbook(p, u, v, top, schoolbook(p, a, b, top))
    for k, w in enumerate(reduce(p, f, c)):
        p.store(w, 0, k)
    p.link()
    return p


def multiply_square(core: Core, f: Field, levels: int = 1) -> Problem:
    """r0 = result, (r1 * r2)^2."""
    p = Problem(core)
    n = f.words
    p.var(POINTER, 0, 0)
    a, b = p.array(1, 1, n), p.array(2, 2, n)
    p.loads(1, n)
    p.loads(2, n)
    c = reduce(p, f, karatsuba(p, a, b, 2 * (f.degree - 32 * (n - 1)) - 1 > 32, levels))
    for k, v in enumerate(reduce(p, f, spread(p, f, c, []))):
        p.store(v, 0, k)
    p.link()
    return p


def square_sum(core: Core, f: Field, times: int) -> Problem:
    """r0 = result, (r1 + r2) squared `times` times."""
    p = Problem(core)
    n = f.words
    p.var(POINTER, 0, 0)
    a, b = p.array(1, 1, n), p.array(2, 2, n)
    p.loads(1, n)
    p.loads(2, n)
    c = [p.sum(x, y) for x, y in zip(a, b, strict=True)]
    for _ in range(times):
        c = reduce(p, f, spread(p, f, c, []))
    for k, v in enumerate(c):
        p.store(v, 0, k)
    p.link()
    return p


def ladder_double(core: Core, f: Field, koblitz: bool) -> Problem:
    """The squarings of a ladder step's doubling, on one of two points, selected without a branch: r3 = 0 or 1.

    r1 and r2 point to X then Z of either point; the one at r2 is taken when r3 = 1. With b = 1 the result at r0 is
    X, Z of the chosen point and then (X + Z)^4; else X^2 and Z^2. Only (X + Z)^4 may overwrite an operand.
    """
    p = Problem(core)
    n = f.words
    p.var(POINTER, 0, 0)
    one, two = p.array(1, 1, 2 * n), p.array(2, 2, 2 * n)
    bit = p.var(REGISTER, 3, 1)
    p.loads(1, 2 * n)
    p.loads(2, 2 * n)
    chosen = []
    for a, b in zip(one, two, strict=True):
        part = p.var()
        p.mul(p.sum(a, b), bit, part)
        p.add(part, a)
        if koblitz:
            p.store(part, 0, len(chosen), early=True)
        chosen.append(part)
    x, z = chosen[:n], chosen[n:]
    if koblitz:
        c = [p.sum(u, v) for u, v in zip(x, z, strict=True)]
        for _ in range(2):
            c = reduce(p, f, spread(p, f, c, []))
        for k, v in enumerate(c):
            p.store(v, 0, 2 * n + k)
    else:
        for k, w in enumerate((x, z)):
            for i, v in enumerate(reduce(p, f, spread(p, f, w, []))):
                p.store(v, 0, k * n + i, early=True)
    p.link()
    return p


def square(core: Core, f: Field) -> Problem:
    """r0 = result, r1 = operand."""
    p = Problem(core)
    p.var(POINTER, 0, 0)
    a = p.array(1, 1, f.words)
    p.loads(1, f.words)
    for k, v in enumerate(reduce(p, f, spread(p, f, a, []))):
        p.store(v, 0, k)
    p.link()
    return p


def square_step(core: Core, f: Field, pinned: tuple[int, ...] = ()) -> Problem:
    """One iteration of the n-fold squaring. The words stay in registers that the search selects. r3 is free between
    iterations.

    The constants in `pinned` also stay in a register. The others are made when needed.
    """
    p = Problem(core)
    p.pin_regs &= ~(1 << 3)
    free = [r for r in range(15) if p.pin_regs >> r & 1]
    a = [p.var(REGISTER, free[i], 1) for i in range(f.words)]
    c = [p.var(REGISTER, free[i], 2) for i in range(f.words)]
    p.pins = list(zip(a, c, strict=True))
    for k, value in enumerate(pinned):
        v = p.var(REGISTER, free[f.words + k], 3)
        p.pins.append((v, -1))
        p._constants[value] = v
    if folds_top(core, f):
        reduce(p, f, spread(p, f, a, [*c[:-1], p.var()]), c[-1])
    else:
        reduce(p, f, spread(p, f, a, c))
    p.link()
    return p
