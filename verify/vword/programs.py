# SPDX-License-Identifier: Apache-2.0
"""Random programs of the core mips, which end with an exception, and what Unicorn says of them.

A program computes, accesses a page of data, and branches forwards. It ends at a `syscall`, or at the first exception
before: an overflow, a trap, a misaligned access. What the architecture leaves open does not occur.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from evariste.isa import machine

ISA = machine("vword")
CODE, DATA, PAGE = 0x80010000, 0x80020000, 0x1000
BASE, FREE = 28, [*range(1, 26), 30]  # the register that points into the data; those that a program may write
Branch = Callable[[int, int], list[bytes]]

THREE = ("addu", "subu", "slt", "sltu", "and_reg", "or_reg", "xor_reg", "nor", "sllv", "srlv", "srav")
IMMEDIATE = ("addiu", "slti", "sltiu")
LOGIC = ("andi", "ori", "xori")
SHIFT = ("sll", "srl", "sra")
LOADS = {"lb": 1, "lbu": 1, "lh": 2, "lhu": 2, "lw": 4, "lwl": 1, "lwr": 1}
STORES = {"sb": 1, "sh": 2, "sw": 4, "swl": 1, "swr": 1}
TWO_BRANCHES = ("beq", "bne", "beql", "bnel")
ONE_BRANCHES = ("blez", "bgtz", "bltz", "bgez", "bltzal", "bgezal", "blezl", "bgtzl", "bltzl", "bgezl", "bltzall",
                "bgezall")  # fmt: skip
TRAPS = ("tge", "tgeu", "tlt", "tltu", "teq", "tne")
TRAPS_IMMEDIATE = ("tgei", "tgeiu", "tlti", "tltiu", "teqi", "tnei")


@dataclass(frozen=True)
class End:
    """The state in which a program ends: registers, the page of data, the exception's code."""

    general: tuple[int, ...]
    lo: int
    hi: int
    data: bytes
    cause: int


def word(rng: Random) -> list[bytes]:
    """One instruction, or a few that belong together; no branch."""
    e, read, write = ISA.encode, lambda: rng.choice((0, *FREE)), lambda: rng.choice(FREE)
    value = lambda: rng.choice((0, 1, -1, 0x7FFF, -0x8000, rng.randrange(-0x8000, 0x8000)))  # noqa: E731
    offset = lambda size: rng.randrange(-PAGE // 2 // size, PAGE // 2 // size) * size  # noqa: E731
    kind = rng.randrange(100)
    if kind < 30:
        return [e(rng.choice(THREE), rd=rng.choice((0, *FREE)), rs=read(), rt=read())]
    if kind < 40:
        return [e(rng.choice(IMMEDIATE), rt=write(), rs=read(), imm=value())]
    if kind < 48:
        return [e(rng.choice(LOGIC), rt=write(), rs=read(), imm=rng.randrange(0x10000))]
    if kind < 55:
        return [e(rng.choice(SHIFT), rd=write(), rt=read(), imm=rng.randrange(32))]
    if kind < 60:
        return [e("lui", rt=write(), imm=rng.randrange(0x10000))]
    if kind < 64:
        return [e(rng.choice(("mult", "multu")), rs=read(), rt=read())]
    if kind < 66:
        by = write()
        return [e("ori", rt=by, rs=by, imm=1), e(rng.choice(("div", "divu")), rs=read(), rt=by)]
    if kind < 71:
        return [e(rng.choice(("mfhi", "mflo")), rd=write())]
    if kind < 72:
        return [e(rng.choice(("mthi", "mtlo")), rs=read())]
    if kind < 84:
        name = rng.choice([*LOADS])
        return [e(name, rt=rng.choice((0, *FREE)), rs=BASE, imm=offset(LOADS[name]))]
    if kind < 95:
        name = rng.choice([*STORES])
        return [e(name, rt=read(), rs=BASE, imm=offset(STORES[name]))]
    if kind < 97:
        at = offset(4)
        return [e("ll", rt=write(), rs=BASE, imm=at), e("sc", rt=write(), rs=BASE, imm=at)]
    return [rng.choice((
        lambda: e("add", rd=write(), rs=read(), rt=read()),
        lambda: e("sub", rd=write(), rs=read(), rt=read()),
        lambda: e("addi", rt=write(), rs=read(), imm=value()),
        lambda: e(rng.choice(TRAPS), rs=read(), rt=read(), code=rng.randrange(1024)),
        lambda: e(rng.choice(TRAPS_IMMEDIATE), rs=read(), imm=value()),
        lambda: e("lw", rt=write(), rs=BASE, imm=offset(1)),
        lambda: e("sh", rt=read(), rs=BASE, imm=offset(1)),
        lambda: e("sync"),
    ))()]  # fmt: skip


def branch(rng: Random) -> tuple[int, Branch]:
    """A branch or jump with its delay slot: the number of words, and the words from their place and the target's."""
    e, read, slot = ISA.encode, lambda: rng.choice((0, *FREE)), word(rng)[:1]
    kind, (to, link) = rng.randrange(10), rng.sample(FREE, 2)
    if kind < 4:
        name, rs, rt = rng.choice(TWO_BRANCHES), read(), read()
        return 2, lambda at, target: [e(name, rs=rs, rt=rt, imm=target - at - 4), *slot]
    if kind < 8:
        name, rs = rng.choice(ONE_BRANCHES), read()
        return 2, lambda at, target: [e(name, rs=rs, imm=target - at - 4), *slot]
    if kind < 9:
        name = rng.choice(("j", "jal"))
        return 2, lambda at, target: [e(name, imm=target & 0xFFFFFFF), *slot]
    go = e("jr", rs=to) if rng.random() < 0.5 else e("jalr", rd=link, rs=to)
    return 4, lambda at, target: [
        e("lui", rt=to, imm=target >> 16), e("ori", rt=to, rs=to, imm=target & 0xFFFF), go, *slot
    ]  # fmt: skip


def program(rng: Random, length: int = 100) -> bytes:
    """The code from CODE on. A branch goes to the beginning of one of the next pieces."""
    pieces: list[tuple[int, Branch]] = []
    for _ in range(length):
        words = word(rng)
        pieces.append(branch(rng) if rng.random() < 0.2 else (len(words), lambda _at, _to, words=words: words))
    starts = [CODE]
    for size, _ in pieces:
        starts.append(starts[-1] + 4 * size)
    code = []
    for i, (_, make) in enumerate(pieces):
        code += make(starts[i], starts[min(i + rng.randrange(1, 6), length)])
    return b"".join([*code, ISA.encode("syscall", code=0)])


def registers(rng: Random) -> list[int]:
    """Values of $0 to $31 before a program."""
    few = (0, 1, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000)
    values = [rng.choice((*few, rng.getrandbits(32), rng.getrandbits(32))) for _ in range(32)]
    values[0], values[BASE] = 0, DATA + PAGE // 2
    return values


# QEMU's numbers of exceptions, and the codes of Cause.
CODES = {12: 4, 13: 5, 17: 8, 18: 9, 20: 10, 21: 12, 22: 13}


class Unicorn:
    """MIPS32 in Unicorn. Its memory is physical: the addresses of a program without their upper three bits."""

    def __init__(self) -> None:
        import unicorn as uc
        from unicorn import mips_const

        self._uc, self._const, self._error = uc.Uc(uc.UC_ARCH_MIPS, uc.UC_MODE_MIPS32), mips_const, uc.UcError
        self._misaligned = {uc.UC_ERR_READ_UNALIGNED: 4, uc.UC_ERR_WRITE_UNALIGNED: 5}
        self._uc.mem_map(0, 1 << 20)
        self._uc.hook_add(uc.UC_HOOK_INTR, self._took)
        self._end: End | None = None
        self._fresh = self._uc.context_save()

    def _took(self, engine: object, number: int, _data: object) -> None:
        if self._end is None:
            self._end = self._state(CODES.get(number, 100 + number))
        self._uc.emu_stop()

    def _state(self, cause: int) -> End:
        c, read = self._const, self._uc.reg_read
        general = tuple(read(c.UC_MIPS_REG_0 + n) & 0xFFFFFFFF for n in range(32))
        lo, hi = (read(n) & 0xFFFFFFFF for n in (c.UC_MIPS_REG_LO, c.UC_MIPS_REG_HI))
        return End(general, lo, hi, bytes(self._uc.mem_read(DATA & 0x1FFFFFFF, PAGE)), cause)

    def run(self, code: bytes, data: bytes, general: list[int]) -> End:
        """The state at the first exception."""
        c, u = self._const, self._uc
        u.mem_write(CODE & 0x1FFFFFFF, code)
        u.mem_write(DATA & 0x1FFFFFFF, data)
        u.ctl_flush_tb()  # of the program before
        u.context_restore(self._fresh)  # it may have ended in a delay slot
        file = [*range(c.UC_MIPS_REG_0, c.UC_MIPS_REG_0 + 32), c.UC_MIPS_REG_LO, c.UC_MIPS_REG_HI]
        for number, value in zip(file, [*general, 0, 0], strict=True):
            u.reg_write(number, value)
        self._end = None
        try:
            u.emu_start(CODE, CODE + len(code) + 4, count=10_000)
        except self._error as error:
            return self._end or self._state(self._misaligned[error.errno])
        assert self._end is not None
        return self._end
