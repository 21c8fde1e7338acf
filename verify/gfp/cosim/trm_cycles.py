# SPDX-License-Identifier: Apache-2.0
"""The cycle counts that the machine promises, as data, and the code that measures one row.

TRM is table 3-1 of the Cortex-M0+ Technical Reference Manual (Arm DDI 0484C, section 3.3, "Instruction set summary"),
row by row in its order, with zero-wait memories and the single-cycle multiplier. It is typed from the manual, not
derived from isa/. OWN has what the manual does not: the Galois-field instructions, and the costs at the edges.
EXTENDED has the instructions of extensions.

A row's `code` is the instruction under test and what it needs, as (name, operands). Before it runs:

    r1, r2   data                            r3  an address in RAM, word aligned
    r4       address of the place where the row ends, bit 0 set
    r5       the distance from a branching add's pc to that place
    sp       points at six words in RAM, of which the last is like r4
    flags    those of cmp with equal operands: Z and C set
"""

from dataclasses import dataclass, field

from evariste.machines.gfp.recipes.assembler import Code, Label

COUNTER = 0x40000010
DATA, STACK = 0x20000100, 0x20000200
OVERHEAD = 2 + 1  # cycles of the counter's load and the mov behind it, which a measurement contains
FRAME_WORDS = 6
TARGET = "target"  # an operand that stands for the branch to the row's end

Step = tuple[str, dict[str, object]]


@dataclass(frozen=True)
class Row:
    """One line of the table: the manual's group and operation, the code, and its cycles."""

    group: str
    operation: str
    code: tuple[Step, ...]
    cycles: int
    extra: int = field(default=0)  # cycles of helpers in `code` that are not under test


def row(group: str, operation: str, cycles: int, name: str, **operands: object) -> Row:
    return Row(group, operation, ((name, operands),), cycles)


def lists(*registers: int) -> int:
    return sum(1 << r for r in registers)


TRM = (
    row("Move", "8-bit immediate", 1, "movs_imm", rd=0, imm=0x5A),
    row("Move", "Lo to Lo", 1, "movs_reg", rd=0, rm=1),
    row("Move", "Any to Any", 1, "mov_hi", rd=9, rm=1),
    row("Move", "Any to PC", 2, "mov_hi", rd=15, rm=4),
    row("Add", "3-bit immediate", 1, "adds_imm3", rd=0, rn=1, imm=5),
    row("Add", "All registers Lo", 1, "adds_reg", rd=0, rn=1, rm=2),
    row("Add", "Any to Any", 1, "add_hi", rd=9, rm=1),
    row("Add", "Any to PC", 2, "add_hi", rd=15, rm=5),
    row("Add", "8-bit immediate", 1, "adds_imm8", rd=1, imm=200),
    row("Add", "With carry", 1, "adcs", rd=1, rm=2),
    row("Add", "Immediate to SP", 1, "add_sp_imm7", imm=8),
    row("Add", "Form address from SP", 1, "add_rd_sp_imm8", rd=0, imm=8),
    row("Add", "Form address from PC", 1, "adr", rd=0, imm=8),
    row("Subtract", "Lo and Lo", 1, "subs_reg", rd=0, rn=1, rm=2),
    row("Subtract", "3-bit immediate", 1, "subs_imm3", rd=0, rn=1, imm=5),
    row("Subtract", "8-bit immediate", 1, "subs_imm8", rd=1, imm=200),
    row("Subtract", "With carry", 1, "sbcs", rd=1, rm=2),
    row("Subtract", "Immediate from SP", 1, "sub_sp_imm7", imm=8),
    row("Subtract", "Negate", 1, "rsbs", rd=0, rn=1),
    row("Multiply", "Multiply (single-cycle option)", 1, "muls", rd=1, rn=2),
    row("Compare", "Compare", 1, "cmp_reg", rn=1, rm=2),
    row("Compare", "Compare, high registers", 1, "cmp_hi", rn=9, rm=2),
    row("Compare", "Negative", 1, "cmn", rn=1, rm=2),
    row("Compare", "Immediate", 1, "cmp_imm", rn=1, imm=7),
    row("Logical", "AND", 1, "ands", rd=1, rm=2),
    row("Logical", "Exclusive OR", 1, "eors", rd=1, rm=2),
    row("Logical", "OR", 1, "orrs", rd=1, rm=2),
    row("Logical", "Bit clear", 1, "bics", rd=1, rm=2),
    row("Logical", "Move NOT", 1, "mvns", rd=1, rm=2),
    row("Logical", "AND test", 1, "tst", rn=1, rm=2),
    row("Shift", "Logical shift left by immediate", 1, "lsls_imm", rd=0, rm=1, imm=9),
    row("Shift", "Logical shift left by register", 1, "lsls_reg", rd=1, rm=2),
    row("Shift", "Logical shift right by immediate", 1, "lsrs_imm", rd=0, rm=1, imm=32),
    row("Shift", "Logical shift right by register", 1, "lsrs_reg", rd=1, rm=2),
    row("Shift", "Arithmetic shift right by immediate", 1, "asrs_imm", rd=0, rm=1, imm=1),
    row("Shift", "Arithmetic shift right by register", 1, "asrs_reg", rd=1, rm=2),
    row("Rotate", "Rotate right by register", 1, "rors", rd=1, rm=2),
    row("Load", "Word, immediate offset", 2, "ldr_imm", rd=0, rn=3, imm=4),
    row("Load", "Halfword, immediate offset", 2, "ldrh_imm", rd=0, rn=3, imm=2),
    row("Load", "Byte, immediate offset", 2, "ldrb_imm", rd=0, rn=3, imm=1),
    row("Load", "Word, register offset", 2, "ldr_reg", rd=0, rn=3, rm=6),
    row("Load", "Halfword, register offset", 2, "ldrh_reg", rd=0, rn=3, rm=6),
    row("Load", "Signed halfword, register offset", 2, "ldrsh_reg", rd=0, rn=3, rm=6),
    row("Load", "Byte, register offset", 2, "ldrb_reg", rd=0, rn=3, rm=6),
    row("Load", "Signed byte, register offset", 2, "ldrsb_reg", rd=0, rn=3, rm=6),
    row("Load", "PC-relative", 2, "ldr_lit", rd=0, imm=8),
    row("Load", "SP-relative", 2, "ldr_sp", rd=0, imm=4),
    row("Load", "Multiple, excluding base, N = 1", 1 + 1, "ldm", rn=3, list=lists(0)),
    row("Load", "Multiple, excluding base, N = 5", 1 + 5, "ldm", rn=3, list=lists(0, 1, 2, 4, 5)),
    row("Load", "Multiple, including base, N = 3", 1 + 3, "ldm", rn=3, list=lists(0, 3, 4)),
    row("Store", "Word, immediate offset", 2, "str_imm", rd=1, rn=3, imm=4),
    row("Store", "Halfword, immediate offset", 2, "strh_imm", rd=1, rn=3, imm=2),
    row("Store", "Byte, immediate offset", 2, "strb_imm", rd=1, rn=3, imm=1),
    row("Store", "Word, register offset", 2, "str_reg", rd=1, rn=3, rm=6),
    row("Store", "Halfword, register offset", 2, "strh_reg", rd=1, rn=3, rm=6),
    row("Store", "Byte, register offset", 2, "strb_reg", rd=1, rn=3, rm=6),
    row("Store", "SP-relative", 2, "str_sp", rd=1, imm=4),
    row("Store", "Multiple, N = 1", 1 + 1, "stm", rn=3, list=lists(1)),
    row("Store", "Multiple, N = 4", 1 + 4, "stm", rn=3, list=lists(1, 2, 4, 5)),
    row("Push", "Push, N = 3", 1 + 3, "push", list=lists(0, 1, 2)),
    row("Push", "Push with link register, N = 2", 1 + 2, "push", list=lists(2, 14)),
    row("Pop", "Pop, N = 4", 1 + 4, "pop", list=lists(0, 1, 2, 4)),
    Row("Pop", "Pop and return, N = 1", (("add_sp_imm7", {"imm": 20}), ("pop", {"list": lists(15)})), 3 + 1, extra=1),
    row("Pop", "Pop and return, N = 6", 3 + 6, "pop", list=lists(0, 1, 2, 4, 5, 15)),
    row("Branch", "Conditional, taken", 2, "b_cond", cond=0, imm=TARGET),
    row("Branch", "Conditional, not taken", 1, "b_cond", cond=1, imm=TARGET),
    row("Branch", "Unconditional", 2, "b", imm=TARGET),
    row("Branch", "With link", 3, "bl", imm=TARGET),
    row("Branch", "With exchange", 2, "bx", rm=4),
    row("Branch", "With link and exchange", 2, "blx", rm=4),
    row("Extend", "Signed halfword to word", 1, "sxth", rd=0, rm=1),
    row("Extend", "Signed byte to word", 1, "sxtb", rd=0, rm=1),
    row("Extend", "Unsigned halfword", 1, "uxth", rd=0, rm=1),
    row("Extend", "Unsigned byte", 1, "uxtb", rd=0, rm=1),
    row("Reverse", "Bytes in word", 1, "rev", rd=0, rm=1),
    row("Reverse", "Bytes in both halfwords", 1, "rev16", rd=0, rm=1),
    row("Reverse", "Signed bottom half word", 1, "revsh", rd=0, rm=1),
    row("State change", "Disable interrupts", 1, "cps", imm=1),
    row("State change", "Enable interrupts", 1, "cps", imm=0),
    row("State change", "Read special register", 3, "mrs", rd=0, imm=0),
    row("State change", "Write special register", 3, "msr", rn=1, imm=0),
    row("Hint", "Send-Event", 1, "sev"),
    row("Hint", "Wait For Event, without the wait", 2, "wfe"),
    row("Hint", "Wait For Interrupt, without the wait", 2, "wfi"),
    row("Hint", "Yield", 1, "yield_"),
    row("Hint", "No operation", 1, "nop"),
    row("Barriers", "Instruction synchronization", 3, "isb", imm=15),
    row("Barriers", "Data memory", 3, "dmb", imm=15),
    row("Barriers", "Data synchronization", 3, "dsb", imm=15),
)

# The manual leaves svc and bkpt to the configuration; udf is a fault. They are measured elsewhere.
NOT_IN_TABLE = {"svc", "bkpt", "udf", "udf_w"}

OWN = (
    row("Galois field", "Multiply", 1, "gfmul", rd=0, rn=1, rm=2),
    row("Galois field", "Inverse", 1, "gfinv", rd=0, rn=1),
    row("Galois field", "Square", 1, "gfsq", rd=0, rn=1),
    row("Galois field", "Power", 1, "gfpow", rd=0, rn=1, rm=2),
    row("Galois field", "Add", 1, "gfadd", rd=0, rn=1, rm=2),
    row("Galois field", "32-bit product", 1, "gfmul32", rh=0, rd=9, rn=1, rm=2),
    row("Galois field", "Configure", 3, "gfcfg", rn=3),
    row("Galois field", "Store the configuration", 3, "gfst", rn=3),
    row("Hint", "Unallocated hint", 1, "hint", imm=9),
    Row("Hazard", "Load, its result at once", (
        ("ldr_imm", {"rd": 0, "rn": 3, "imm": 0}), ("adds_reg", {"rd": 0, "rn": 0, "rm": 0})), 2 + 1),
    Row("Hazard", "Load, its result as the next address", (
        ("str_imm", {"rd": 3, "rn": 3, "imm": 0}), ("ldr_imm", {"rd": 0, "rn": 3, "imm": 0}),
        ("ldr_imm", {"rd": 1, "rn": 0, "imm": 0})), 2 + 2 + 2),
    Row("Hazard", "Store, then load", (
        ("str_imm", {"rd": 1, "rn": 3, "imm": 0}), ("ldr_imm", {"rd": 0, "rn": 3, "imm": 0})), 2 + 2),
    Row("Hazard", "32-bit product, both words at once", (
        ("gfmul32", {"rh": 0, "rd": 1, "rn": 1, "rm": 2}), ("eors", {"rd": 0, "rm": 1})), 1 + 1),
    Row("Hazard", "Configure, then multiply twice", (
        ("gfcfg", {"rn": 3}), ("gfmul", {"rd": 0, "rn": 1, "rm": 2}), ("gfmul", {"rd": 0, "rn": 0, "rm": 0})), 3 + 2),
    Row("Hazard", "Store the field, then load it", (
        ("gfst", {"rn": 3}), ("ldr_imm", {"rd": 0, "rn": 3, "imm": 0}), ("gfcfg", {"rn": 3})), 3 + 2 + 3),
    Row("Fetch", "Twelve 32-bit instructions in a row", (("gfmul", {"rd": 0, "rn": 0, "rm": 1}),) * 12, 12),
    Row("Fetch", "Twelve loads and 32-bit instructions in turn", (
        ("ldr_imm", {"rd": 0, "rn": 3, "imm": 0}), ("gfmul", {"rd": 0, "rn": 0, "rm": 1})) * 6, 6 * (2 + 1)),
)  # fmt: skip


EXTENDED = (
    row("Extension", "Load any register", 2, "gfldr", rd=9, rn=3, imm=4),
    row("Extension", "Store any register", 2, "gfstr", rd=9, rn=13, imm=4),
    row("Extension", "Rotate by an immediate", 1, "gfror", rd=9, rn=10, imm=13),
    row("Extension", "Some lane is zero", 1, "gftst", rn=9),
    row("Extension", "Some lane is equal", 1, "gfcmp", rn=1, rm=9),
    row("Extension", "Multiply, second field", 1, "gfmulb", rd=0, rn=1, rm=2),
    row("Extension", "Inverse, second field", 1, "gfinvb", rd=0, rn=1),
    row("Extension", "Square, second field", 1, "gfsqb", rd=0, rn=1),
    row("Extension", "Power, second field", 1, "gfpowb", rd=0, rn=1, rm=2),
    row("Extension", "Configure, second field", 3, "gfcfgb", rn=3),
    row("Extension", "Store, second field", 3, "gfstb", rn=3),
    row("Extension", "Multiply and add in the lanes", 1, "gfma", rd=9, rh=3, rn=1, rm=2),
    Row("Extension", "Several multiply and add", (("gfma", {"rd": 9, "rh": 9, "rn": 9, "rm": 0}),) * 3, 3),
    row("Extension", "64-bit multiply-accumulate", 2, "gfmac32", rh=0, rd=9, rn=1, rm=2),
    Row("Extension", "Several multiply-accumulates", (("gfmac32", {"rh": 0, "rd": 9, "rn": 9, "rm": 0}),) * 3, 6),
)


def program(measured: Row, offset: int, straddled_target: bool = False) -> list[tuple[int, bytes]]:
    """Memory contents that measure the row: (address, bytes).

    The row's code stands at an address of this offset (0 or 2) in its word. The cycle counter is read into r8 before it
    and into r7 after it. `straddled_target` puts a 32-bit instruction that straddles two words at the row's end.
    """
    _, distance = _assemble(measured, offset, straddled_target, 0)
    code, _ = _assemble(measured, offset, straddled_target, distance)
    vectors = STACK.to_bytes(4, "little") + (code.base | 1).to_bytes(4, "little")
    return [(0, vectors), (code.base, bytes(code.data))]


def _assemble(measured: Row, offset: int, straddled_target: bool, distance: int) -> tuple[Code, int]:
    """The code, and the distance that an add to pc, if there is one, has to bridge."""
    code = Code(0x100, 0x400)
    after = Label()
    add_at = 0
    code.literal(0, after, 1)
    code.literal(1, STACK + 4 * (FRAME_WORDS - 1))
    code.put("str_imm", rd=0, rn=1, imm=0)
    code.literal(3, DATA)
    code.literal(1, 8 << 24)  # the upper word of a field descriptor with m = 8
    code.put("str_imm", rd=1, rn=3, imm=4)
    for r, value in ((1, 0x12345678), (2, 0x00000103), (5, distance), (6, 4), (7, COUNTER)):
        code.literal(r, value)
    code.literal(4, after, 1)
    code.put("cmp_reg", rn=1, rm=1)
    if code.here % 4 != offset:
        code.put("nop")
    code.put("ldr_imm", rd=0, rn=7, imm=0)
    code.put("mov_hi", rd=8, rm=0)
    for name, operands in measured.code:
        if operands.get("imm") == TARGET:
            code.branch(name, after, **{k: v for k, v in operands.items() if k != "imm"})
        else:
            add_at = code.put(name, **operands)
    if jumps(measured):
        code.raw(*[0xDE00] * 4)  # never executed
        if code.here % 4 != (2 if straddled_target else 0):
            code.raw(0xDE00)
    code.bind(after)
    if straddled_target:
        code.put("gfadd", rd=0, rn=0, rm=0)
    code.put("ldr_imm", rd=7, rn=7, imm=0)
    code.put("bkpt", imm=0)
    code.pool()
    return code, after.address - (add_at + 4) & 0xFFFFFFFF


def jumps(measured: Row) -> bool:
    """True when the row's last instruction goes to the row's end by itself."""
    name, operands = measured.code[-1]
    return name in ("b", "bl", "bx", "blx") or operands.get("rd") == 15 or bool(operands.get("list", 0) >> 15)
