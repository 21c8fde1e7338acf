# SPDX-License-Identifier: Apache-2.0
"""Random programs of the accelerator: every producer before every consumer, rows, exceptions, branches.

The programs are straight apart from forward branches, and end at a breakpoint. An exception goes to a handler that
returns behind its instruction, so that a program goes on. It also switches the accelerator on: a program with
exceptions switches it off at times, and the accelerator's next instruction is refused.
"""

from random import Random

from evariste.isa import machine
from evariste.machines.vword.instance import FIELD, FUSED, Instance

ISA = machine("vword")
ROM, CODE, DATA = 0xBFC00000, 0x80010000, 0x80020000
ROWS = 16  # of data
BASE, MISALIGNED, OUTSIDE, ROM_BASE = 28, 27, 30, 23  # registers of the core that point somewhere
CAUSES = 20  # of exceptions, a bit for each
OFF, ON = 21, 22  # values of Status: without the accelerator, and with it for the handler
FREE = range(8, 20)
LAST = ISA.encode("sdbbp", code=2)


def handler() -> bytes:
    """Sets bit n of $20 for cause n, switches the accelerator on, and returns behind the instruction, or behind the
    branch in whose slot it is."""
    steps = [
        ("mfc0", {"rt": 26, "cd": 14}),
        ("mfc0", {"rt": 24, "cd": 13}),
        ("addiu", {"rt": 29, "rs": 0, "imm": 1}),
        ("srl", {"rd": 31, "rt": 24, "imm": 2}),
        ("sllv", {"rd": 29, "rt": 29, "rs": 31}),
        ("or_reg", {"rd": CAUSES, "rs": CAUSES, "rt": 29}),
        ("srl", {"rd": 24, "rt": 24, "imm": 31}),
        ("sll", {"rd": 24, "rt": 24, "imm": 2}),
        ("addu", {"rd": 26, "rs": 26, "rt": 24}),
        ("addiu", {"rt": 26, "rs": 26, "imm": 4}),
        ("mtc0", {"rt": 26, "cd": 14}),
        ("mtc0", {"rt": ON, "cd": 12}),
        ("eret", {}),
    ]
    return b"".join(ISA.encode(name, **operands) for name, operands in steps)


def step(rng: Random, made: Instance, faults: bool) -> list[bytes]:
    """One instruction, or a few that belong together."""
    e, v, r = ISA.encode, lambda: rng.randrange(6), lambda: rng.choice(FREE)
    size = made.row // 8
    offset = lambda: rng.randrange(-ROWS // 2, ROWS // 2) * size  # noqa: E731
    kinds = ["vl"] * 4 + ["vs"] * 3 + ["vxor"] * 3 + ["vsh"] * 3 + ["mtc2", "mfc2", "cfc2", "core", "core", "memory"]
    if made.level >= FUSED:
        kinds += ["vshx", "vshx", "vmask"]
    if made.level >= FIELD:
        kinds += ["vfmul"] * 3 + ["vfmf"] * 2 + ["vfsq", "vred", "vsel", "vsel", "ctc2", "cond"]
    if faults:
        kinds += ["fault", "off"]
    kind, amount, part = rng.choice(kinds), rng.randrange(len(made.amounts)), rng.randrange(made.parts)
    if kind == "vl":
        return [e("vl", vd=v(), rs=BASE, imm=offset())]
    if kind == "vs":
        return [e("vs", vt=v(), rs=BASE, imm=offset())]
    if kind in ("vxor", "vsel", "vfmul", "vred"):
        return [e(kind, vd=v(), vs=v(), vt=v())]
    if kind in ("vmask", "vfsq"):
        return [e(kind, vd=v(), vs=v())]
    if kind == "vfmf":
        return [e(kind, vd=v())]
    if kind == "vsh":
        return [e(kind, vd=v(), vs=v(), amount=amount)]
    if kind == "vshx":
        return [e(kind, vd=v(), vs=v(), vt=v(), amount=amount)]
    if kind == "mtc2":
        return [e(kind, rt=r(), vd=v(), part=part)]
    if kind == "mfc2":
        return [e(kind, rt=r(), vs=v(), part=part)]
    if kind == "cfc2":
        return [e(kind, rt=r(), control=rng.choice((0, 1, 2, 3, 4, 5, 16 + amount)))]
    if kind == "cond":
        return [e("cfc2", rt=r(), control=31)]
    if kind == "ctc2":
        return [e(kind, rt=r())]
    if kind == "core":
        return [e(rng.choice(("addu", "xor_reg", "sltu")), rd=r(), rs=r(), rt=r())]
    if kind == "memory":
        at = rng.randrange(-ROWS // 2 * size // 4, ROWS // 2 * size // 4) * 4
        return [rng.choice((e("lw", rt=r(), rs=BASE, imm=at), e("sw", rt=r(), rs=BASE, imm=at)))]
    if kind == "off":
        return [e("mtc0", rt=OFF, cd=12)]
    return [wrong(rng, made)]


def wrong(rng: Random, made: Instance) -> bytes:
    """An instruction with an exception: a row that is misaligned or outside RAM, or what the instance lacks."""
    e = ISA.encode
    base, byte = rng.choice(((MISALIGNED, 0), (BASE, rng.randrange(1, made.row // 8)), (OUTSIDE, 0), (ROM_BASE, 0)))
    return rng.choice((
        e("vl", vd=rng.randrange(6), rs=base, imm=byte),
        e("vs", vt=rng.randrange(6), rs=base, imm=byte),
        e("mfc2", rt=9, vs=1, part=31) if made.parts < 32 else LAST,
        (0x4A00003F).to_bytes(4, "little"),
        e("syscall", code=0),
    ))  # fmt: skip


def program(rng: Random, made: Instance, length: int = 150, faults: bool = True) -> bytes:
    """The code from CODE on."""
    code: list[bytes] = []
    while len(code) < length:
        if rng.random() < 0.07:
            name = rng.choice(("beq", "bne", "beql", "bnel"))
            branch = ISA.encode(name, rs=rng.choice(FREE), rt=rng.choice((0, *FREE)), imm=4 * rng.randrange(2, 5))
            code += [branch, *step(rng, made, faults), *step(rng, made, faults), *step(rng, made, faults)]
        else:
            code += step(rng, made, faults)
    return b"".join([*code, *[ISA.encode("nop")] * 8, LAST])


def registers(rng: Random, made: Instance) -> dict[str, int]:
    """Values of registers before a program."""
    size, low = made.row // 8, (1 << made.polynomial.degree) - 1 if made.level >= FIELD else -1
    values = {f"r{i}": rng.choice((0, 0xFFFFFFFF, rng.getrandbits(32), rng.getrandbits(32))) for i in FREE}
    values |= {f"v{i}": rng.getrandbits(made.word) & low for i in range(1, 32)}
    values |= {f"r{BASE}": DATA + ROWS // 2 * size, f"r{MISALIGNED}": DATA + rng.choice((1, 2, 4 % size or 3)),
               f"r{OUTSIDE}": 0x40000000, f"r{ROM_BASE}": ROM, f"r{CAUSES}": 0, "status": 1 << 22 | 1 << 30,
               f"r{OFF}": 1 << 22, f"r{ON}": 1 << 22 | 1 << 30 | 2}  # BEV, CU2, EXL # fmt: skip
    return values
