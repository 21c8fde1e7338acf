# SPDX-License-Identifier: Apache-2.0
"""gen/vword/kernels: arithmetic of the curves' fields and k P for level `field`, as assembly.

A kernel serves every instance of its field: digits and words may have any size. Operands are arrays of 32-bit words,
as in the library, or rows (functions with `row` in their names).

k P is the ladder of López and Dahab on x alone (CHES 1999). It keeps the last sum S and the last double D, and starts
with S = P, D = infinity, so that every scalar takes the same steps. What is doubled, A : B, is S if the scalar's bit
differs from the one before, else D: two selections, no exchange. `changes` are these differences. In each step a
product begins when the one before ends:

    X(D) Z(S) | X(S) Z(D) | sqrt(b) B^2 | A B | T1 T2 | x Z(S)'      without the third one if b = 1

Then y is recovered, with one inversion (Itoh and Tsujii). Products that it does not need run beside its squarings.
"""

from functools import cache

from evariste import generated
from evariste.isa import Machine, machine
from evariste.isa import load as facts
from evariste.isa.text import text
from evariste.machines.vword.schedule import Block, Issued, registers

FOLDER = "gen/vword/kernels"
Y = 72  # bytes from x to y of a point: EV_CURVE_WORDS_MAX words
DIGIT = 32  # bits: of the multiplier for which straight-line code is ordered
R, A, B, C = 4, 5, 6, 7  # registers of the first arguments
WORD, COUNT, LEFT = 8, 9, 10  # of the ladder
TEMPORARY = (3, 11, 12, 13, 14, 15, 24, 25, 8, 9, 10)
SP, RA, RESULT = 29, 31, 2
LADDER = {name: i for i, name in enumerate(
    ("x", "sqrt_b", "xs", "zs", "xd", "zd", "u", "w", "t1", "t2", "a", "b", "a2", "ab", "v", "b2"), 1)}  # fmt: skip
VECTOR = tuple(range(1, 32))


@cache
def isa() -> Machine:
    """The machine's facts."""
    return machine("vword")


@cache
def fields() -> dict[int, int]:
    """The fields: degree, and 32-bit words of an element."""
    return {spec.degree: (spec.degree + 31) // 32 for spec in facts.fields().binary}


class Function:
    """The text of a function. The assembler does not know the accelerator, so its instructions are words."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.lines = [f"// {about}", f'.section .text.{name},"ax",@progbits', ".balign 4", f".global {name}",
                      f".type {name}, @function", f"{name}:"]  # fmt: skip

    def core(self, line: str) -> None:
        """An instruction that the assembler knows."""
        self.lines.append(f"    {line}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def word(self, name: str, **operands: int) -> None:
        """An instruction of the accelerator."""
        made = isa().by_name[name].encode(**operands)
        decoded = isa().decode(made, 4)
        assert decoded is not None
        self.lines.append(f"    .word {made:#010x}  // {text(isa(), decoded, 0)}")

    def loads(self, register: int, base: int, words: int, offset: int = 0) -> None:
        """An element from memory: each word is moved two cycles after it was asked for."""
        self.word("vxor", vd=register, vs=0, vt=0)
        for i in range(words + 1):
            if i < words:
                self.core(f"lw ${TEMPORARY[1 + i % 2]}, {offset + 4 * i}(${base})")
            if i:
                self.word("mtc2", rt=TEMPORARY[1 + (i - 1) % 2], vd=register, part=i - 1)

    def stores(self, register: int, base: int, words: int) -> None:
        """An element to memory, and the return in front of the last word's store."""
        for i in range(words):
            self.word("mfc2", rt=TEMPORARY[1], vs=register, part=i)
            if i == words - 1:
                self.core(f"jr ${RA}")
            self.core(f"sw ${TEMPORARY[1]}, {4 * i}(${base})")

    def block(self, code: list[Issued], given: dict[str, int], kept: tuple[str, ...] = ()) -> dict[str, int]:
        """A scheduled block; the registers of its values."""
        at = registers(code, {"0": 0, **given}, VECTOR, TEMPORARY, kept)
        for issued in code:
            self._issued(issued, at)
        return at

    def _issued(self, issued: Issued, at: dict[str, int]) -> None:
        dest, sources = at.get(issued.dest, 0), [at[s] for s in issued.sources]
        operands = dict(issued.operands)
        match issued.name:
            case "lw":
                self.core(f"lw ${dest}, {operands['offset']}(${operands['base']})")
            case "sw":
                self.core(f"sw ${sources[0]}, {operands['offset']}(${operands['base']})")
            case "or":
                self.core(f"or ${dest}, ${sources[0]}, ${sources[1]}")
            case "sltiu" | "sll":
                self.core(f"{issued.name} ${dest}, ${sources[0]}, {operands['imm']}")
            case "mfc2":
                self.word("mfc2", rt=dest, vs=sources[0], part=operands["part"])
            case "mtc2":
                self.word("mtc2", rt=sources[0], vd=dest, part=operands["part"])
            case "ctc2":
                self.word("ctc2", rt=sources[0])
            case _:
                named = dict(zip(("vs", "vt"), sources, strict=False))
                self.word(issued.name, vd=dest, **named)

    def text(self) -> str:
        return "\n".join([*self.lines, f".size {self.name}, . - {self.name}", ""])


def inverse(block: Block, a: str, m: int) -> str:
    """1/a = (a^(2^(m-1) - 1))^2, 0 for 0, by the addition chain of the bits of m - 1.

    With b = a^(2^n - 1): a^(2^(2n) - 1) = b^(2^n) b, and a^(2^(2n+1) - 1) = b^(2^(n+1)) (b^2 a). The product in
    brackets runs beside squarings.
    """
    made, n = a, 1

    def squared(value: str, times: int) -> str:
        for _ in range(times):
            value = block.add("vfsq", f"{a}.{len(block.operations)}", value)
        return value

    def product(one: str, other: str) -> str:
        return block.add("vfmul", f"{a}.{len(block.operations)}", one, other)

    for bit in f"{m - 1:b}"[1:]:
        if bit == "1":
            square = squared(made, 1)
            beside = product(square, a)
            made = product(squared(square, n), beside)
            n = 2 * n + 1
        else:
            made = product(squared(made, n), made)
            n *= 2
    return squared(made, 1)


def _clear() -> str:
    """Nothing of a secret stays behind."""
    f = Function("ev_vword_clear", "void (void): makes v1 to v31, VP and COND 0")
    f.word("ctc2", rt=0)
    for register in VECTOR:
        f.word("vxor", vd=register, vs=0, vt=0)
    f.core(f"jr ${RA}")
    f.word("vfmul", vd=0, vs=0, vt=0)
    return f.text()


def _cycles(m: int) -> int:
    return -(-m // DIGIT)


def _mul(m: int, words: int) -> str:
    f = Function(f"ev_vword_{m}_mul", f"void (uint32_t *r, const uint32_t *a, const uint32_t *b): r = a b in GF(2^{m})")
    f.loads(1, A, words)
    f.loads(2, B, words)
    f.word("vfmul", vd=0, vs=1, vt=2)
    f.word("vfmf", vd=1)
    f.stores(1, R, words)
    return f.text()


def _sqr(m: int, words: int) -> str:
    f = Function(f"ev_vword_{m}_sqr", f"void (uint32_t *r, const uint32_t *a): r = a^2 in GF(2^{m})")
    f.loads(1, A, words)
    f.word("vfsq", vd=1, vs=1)
    f.stores(1, R, words)
    return f.text()


def _sqrn(m: int, words: int) -> str:
    """Two squarings in four cycles."""
    name = f"ev_vword_{m}_sqrn"
    f = Function(name, f"void (uint32_t *r, const uint32_t *a, unsigned n): r = a^(2^n) in GF(2^{m}), n >= 1")
    f.loads(1, A, words)
    f.core(f"andi ${WORD}, ${B}, 1")
    f.core(f"srl ${B}, ${B}, 1")
    f.core(f"beq ${WORD}, $0, 1f")
    f.core("nop")
    f.word("vfsq", vd=1, vs=1)
    f.label("1")
    f.core(f"beq ${B}, $0, 3f")
    f.core("nop")
    f.label("2")
    f.core(f"addiu ${B}, ${B}, -1")
    f.word("vfsq", vd=1, vs=1)
    f.core(f"bne ${B}, $0, 2b")
    f.word("vfsq", vd=1, vs=1)
    f.label("3")
    f.stores(1, R, words)
    return f.text()


def _half_trace(m: int, words: int) -> str:
    """Five cycles a step."""
    about = f"void (uint32_t *r, const uint32_t *a): r = the sum of a^(4^i), i = 0 .. {(m - 1) // 2}, in GF(2^{m})"
    f = Function(f"ev_vword_{m}_half_trace", about)
    f.loads(1, A, words)
    f.core(f"addiu ${COUNT}, $0, {(m - 1) // 2}")
    f.word("vxor", vd=2, vs=1, vt=0)
    f.label("1")
    f.core(f"addiu ${COUNT}, ${COUNT}, -1")
    f.word("vfsq", vd=2, vs=2)
    f.word("vfsq", vd=2, vs=2)
    f.core(f"bne ${COUNT}, $0, 1b")
    f.word("vxor", vd=2, vs=2, vt=1)
    f.stores(2, R, words)
    return f.text()


@cache
def _inverse(m: int) -> tuple[list[Issued], str]:
    block = Block(_cycles(m))
    result = inverse(block, "a", m)
    return block.schedule(), result


def _inv(m: int, words: int) -> str:
    f = Function(f"ev_vword_{m}_inv", f"void (uint32_t *r, const uint32_t *a): r = 1/a in GF(2^{m}), 0 for 0")
    f.loads(1, A, words)
    code, result = _inverse(m)
    at = f.block(code, {"a": 1}, (result,))
    f.stores(at[result], R, words)
    return f.text()


def _rows(m: int) -> str:
    """The same on rows, which takes no moves."""
    load, store = {"imm": 0}, {"rs": R, "imm": 0}
    mul = Function(f"ev_vword_{m}_mul_row", f"void (row *r, const row *a, const row *b): r = a b in GF(2^{m})")
    mul.word("vl", vd=1, rs=A, **load)
    mul.word("vl", vd=2, rs=B, **load)
    mul.word("vfmul", vd=0, vs=1, vt=2)
    mul.word("vfmf", vd=1)
    mul.core(f"jr ${RA}")
    mul.word("vs", vt=1, **store)
    sqr = Function(f"ev_vword_{m}_sqr_row", f"void (row *r, const row *a): r = a^2 in GF(2^{m})")
    sqr.word("vl", vd=1, rs=A, **load)
    sqr.word("vfsq", vd=1, vs=1)
    sqr.core(f"jr ${RA}")
    sqr.word("vs", vt=1, **store)
    inv = Function(f"ev_vword_{m}_inv_row", f"void (row *r, const row *a): r = 1/a in GF(2^{m}), 0 for 0")
    inv.word("vl", vd=1, rs=A, **load)
    code, result = _inverse(m)
    at = inv.block(code, {"a": 1}, (result,))
    inv.core(f"jr ${RA}")
    inv.word("vs", vt=at[result], **store)
    return "\n".join((mul.text(), sqr.text(), inv.text()))


def _point(m: int, words: int, koblitz: bool) -> str:
    name, v = f"ev_vword_{m}_point{'' if koblitz else 'b'}", LADDER
    last = "unsigned bits" if koblitz else "const uint32_t *sqrt_b, unsigned bits"
    f = Function(name, f"unsigned (uint32_t *r, const uint32_t *changes, const uint32_t *p, {last}): r = k p")

    def op(name: str, dest: str, *sources: str) -> None:
        f.word(name, vd=v.get(dest, 0), **{key: v.get(s, 0) for key, s in zip(("vs", "vt"), sources, strict=False)})

    op("vfmul", "0", "0", "0")  # the product before the first is 0
    f.loads(v["x"], B, words)
    if not koblitz:
        f.loads(v["sqrt_b"], C, words)
    f.core(f"lw ${WORD}, 0(${A})")
    f.core(f"move ${COUNT}, ${C}" if koblitz else f"lw ${COUNT}, 16(${SP})")
    f.core(f"addiu ${TEMPORARY[1]}, $0, 1")
    for value in ("xd", "zs"):
        op("vxor", value, "0", "0")
        f.word("mtc2", rt=TEMPORARY[1], vd=v[value], part=0)
    op("vxor", "zd", "0", "0")
    op("vxor", "u", "x", "0")
    f.core(f"addiu ${A}, ${A}, -4")
    f.label("1")
    op("vfmul", "w", "xd", "zs")
    f.word("ctc2", rt=WORD)
    op("vxor", "xs", "w", "u")
    op("vsel", "b", "zs", "zd")
    op("vfmul", "t1", "xs", "zd")
    if not koblitz:
        op("vfsq", "b2", "b")
    op("vsel", "a", "xs", "xd")
    if not koblitz:
        op("vfmul", "t2", "sqrt_b", "b2")
    else:
        op("vfmul", "t2", "a", "b")
    op("vxor", "zs", "t1", "t2")
    op("vfsq", "zs", "zs")
    if koblitz:  # x = (A + B)^4
        op("vxor", "xd", "a", "b")
        op("vfsq", "xd", "xd")
        op("vfsq", "xd", "xd")
    else:  # x = (A^2 + sqrt(b) B^2)^2
        op("vfsq", "a2", "a")
        op("vfmul", "v", "a", "b")
        op("vxor", "xd", "a2", "v")
        op("vfsq", "xd", "xd")
    op("vfmul", "ab", "t1", "t2")
    op("vfsq", "zd", "ab")
    f.core(f"addiu ${COUNT}, ${COUNT}, -1")
    f.core(f"andi ${LEFT}, ${COUNT}, 31")
    op("vfmul", "u", "x", "zs")
    f.core(f"bne ${LEFT}, $0, 1b")
    f.core(f"sll ${WORD}, ${WORD}, 1")
    f.core(f"lw ${WORD}, 0(${A})")
    f.core(f"bne ${COUNT}, $0, 1b")
    f.core(f"addiu ${A}, ${A}, -4")
    f.word("ctc2", rt=WORD)
    given = {name: v[name] for name in ("x", "zs", "xd", "zd", "u")}
    f.block(_recovery(m, words), given | {"$flag": RESULT})
    f.core(f"jr ${RA}")
    f.core("nop")
    return f.text()


@cache
def _recovery(m: int, words: int) -> list[Issued]:
    """x and y of k P from S and D, and whether it is infinity. COND says which of them is k P; the other is (k + 1) P.

    y = (x + x1) ((X1 + x Z1)(X2 + x Z2) + (x^2 + y) Z1 Z2) / (x Z1 Z2) + y. For Z2 = 0, k P is -P = (x, x + y).
    """
    block = Block(_cycles(m), "w")
    add = block.add

    def zero(value: str, name: str) -> str:
        """1 for 0, else 0."""
        found, sums = "", [-1, -1]  # a move waits for the sum before the last, so that few registers are in use
        for i in range(words):
            part = add("mfc2", f"${name}{i}", value, after=sums[-2:-1] if sums[-2] >= 0 else (), part=i)
            found = add("or", f"{found}|{i}", found, part) if found else part
            sums.append(block.last)
        return add("sltiu", f"${name}", found, imm=1)

    add("vxor", "xs", "w", "u")
    chosen = []
    for dest, one, other in (("z1", "zs", "zd"), ("z2", "zd", "zs"), ("x1", "xs", "xd"), ("x2", "xd", "xs")):
        add("vsel", dest, one, other)
        chosen.append(block.last)
    add("vfmul", "xz1", "x", "z1")
    add("vfmul", "d", "xz1", "z2")
    i = inverse(block, "d", m)
    add("vfmul", "xz2", "x", "z2")
    add("vxor", "p", "x1", "xz1")
    add("vxor", "q", "x2", "xz2")
    add("vfmul", "pq", "p", "q")
    add("vfmul", "zz", "z1", "z2")
    loads = []
    y = add("vxor", "y.", "0", "0")
    for part in range(words):
        word = add("lw", f"$y{part}", after=[block.last - 2] if part > 1 else (), base=B, offset=Y + 4 * part)
        loads.append(block.last)
        y = add("mtc2", f"y{part}", word, y, part=part, tied=True)
    add("vfsq", "xx", "x")
    add("vxor", "xxy", "xx", y)
    add("vfmul", "r", "xxy", "zz")
    add("vxor", "bracket", "pq", "r")
    add("vfmul", "x1xz2", "x1", "xz2")
    add("vfmul", "xa", "x1xz2", i)
    add("vfmul", "slope", "bracket", i)
    add("vxor", "dx", "xa", "x")
    add("vfmul", "dy", "dx", "slope")
    add("vxor", "ya", "dy", y)
    add("vxor", "xy", "x", y)
    zero("z1", "flag")
    minus = add("sll", "$minus", zero("z2", "last"), imm=31)
    add("ctc2", "", minus, after=chosen)
    condition = block.last
    for at, dest, one, other in ((0, "rx", "x", "xa"), (Y, "ry", "xy", "ya")):
        add("vsel", dest, one, other, after=(condition,))
        for part in range(words):
            word = add("mfc2", f"${dest}{part}", dest, after=[block.last - 2] if part > 1 else (), part=part)
            add("sw", "", word, after=loads, base=R, offset=at + 4 * part)
    return block.schedule()


@cache
def outputs() -> dict[str, str]:
    """The file of each field, and one for all, by their paths from the repository's root."""
    made: dict[str, str] = {}
    for m, words in fields().items():
        kinds = (_mul(m, words), _sqr(m, words), _sqrn(m, words), _inv(m, words), _half_trace(m, words), _rows(m),
                 _point(m, words, True), _point(m, words, False))  # fmt: skip
        made[f"{FOLDER}/gf2_{m}.S"] = _head(f"GF(2^{m}) by") + "\n".join(kinds)
    return made | {f"{FOLDER}/clear.S": _head("The registers of") + _clear()}


def _head(what: str) -> str:
    return ("// Generated by `ev gen field` from isa/fields.yaml. Do not edit.\n"
            "// SPDX-License-Identifier: Apache-2.0\n"
            f"// {what} an accelerator of level field: evariste/machines/vword/kernels.py.\n"
            ".set noreorder\n.set noat\n\n")  # fmt: skip


def stale() -> list[str]:
    return generated.stale(outputs(), (FOLDER,))


def write(paths: list[str]) -> list[str]:
    return generated.write(outputs(), paths)
