# SPDX-License-Identifier: Apache-2.0
"""An independent machine, written from the manual: one bundle after the other, with plain Python numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from evariste.gf import polynomial
from evariste.isa import load
from evariste.isa.model import Decoded

ISA = load.machine("coreva")
WORD, STOP = 0xFFFFFFFF, 1 << 31
CODE, RAM, RAM_SIZE, CONSOLE = 0, 0x20000000, 0x100000, 0x50000000
CODE_SIZE = 0x100000
CAUSES = {c.name: c.code for c in ISA.spec.causes}


class Fault(Exception):
    """Nothing of the bundle happens."""


def s(value: int, bits: int = 32) -> int:
    """The signed number of so many bits."""
    value &= (1 << bits) - 1
    return value - (value >> bits - 1 << bits)


def rotated(a: int, right: int) -> int:
    return (a << 32 | a) >> (right & 31) & WORD


def polynomials(a: int, b: int) -> int:
    product = 0
    while b:
        product, a, b = product ^ a * (b & 1), a << 1, b >> 1
    return product


COMPARES: dict[str, Callable[[int, int, int], bool]] = {
    "eq": lambda a, b, n: a == b,
    "ne": lambda a, b, n: a != b,
    "lt": lambda a, b, n: s(a, n) < s(b, n),
    "ge": lambda a, b, n: s(a, n) >= s(b, n),
    "ltu": lambda a, b, n: a < b,
    "geu": lambda a, b, n: a >= b,
    "any": lambda a, b, n: a & b != 0,
}

MASKS = {8: 0x00FF00FF, 4: 0x0F0F0F0F, 2: 0x33333333, 1: 0x55555555}

# Results of two words, or of a word and a constant.
TWO: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "slt": lambda a, b: s(a) < s(b),
    "sltu": lambda a, b: a < b,
    "min": lambda a, b: min(s(a), s(b)),
    "max": lambda a, b: max(s(a), s(b)),
    "minu": min,
    "maxu": max,
    "czeqz": lambda a, b: a if b else 0,
    "cznez": lambda a, b: 0 if b else a,
    "and_reg": lambda a, b: a & b,
    "or_reg": lambda a, b: a | b,
    "xor_reg": lambda a, b: a ^ b,
    "andn": lambda a, b: a & ~b,
    "orn": lambda a, b: a | ~b,
    "xnor": lambda a, b: ~(a ^ b),
    "sll": lambda a, b: a << (b & 31),
    "srl": lambda a, b: a >> (b & 31),
    "sra": lambda a, b: s(a) >> (b & 31),
    "ror": rotated,
    "rol": lambda a, b: rotated(a, -b),
    "mul": lambda a, b: a * b,
    "mulh": lambda a, b: s(a) * s(b) >> 32,
    "mulhu": lambda a, b: a * b >> 32,
    "clmul": polynomials,
    "clmulh": lambda a, b: polynomials(a, b) >> 32,
}
IMMEDIATE = {
    "addi": "add", "andi": "and_reg", "ori": "or_reg", "xori": "xor_reg", "slti": "slt", "sltiu": "sltu",
    "slli": "sll", "srli": "srl", "srai": "sra", "rori": "ror",
}  # fmt: skip
ONE: dict[str, Callable[[int], int]] = {
    "clz": lambda a: 32 - a.bit_length(),
    "ctz": lambda a: 32 if a == 0 else (a & -a).bit_length() - 1,
    "cpop": int.bit_count,
    "sextb": lambda a: s(a, 8),
    "sexth": lambda a: s(a, 16),
    "zexth": lambda a: a & 0xFFFF,
    "rev8": lambda a: int.from_bytes(a.to_bytes(4, "little"), "big"),
}
HALVES: dict[str, Callable[[int, int], int]] = {
    "add2": lambda a, b: a + b,
    "sub2": lambda a, b: a - b,
    "sll2": lambda a, b: a << (b & 15),
    "srl2": lambda a, b: a >> (b & 15),
    "sra2": lambda a, b: s(a, 16) >> (b & 15),
    "slt2": lambda a, b: s(a, 16) < s(b, 16),
    "min2": lambda a, b: min(s(a, 16), s(b, 16)),
    "max2": lambda a, b: max(s(a, 16), s(b, 16)),
    "mul2": lambda a, b: a * b,
}
LOADS = {"lw": (4, False), "lh": (2, True), "lhu": (2, False), "lb": (1, True), "lbu": (1, False)}
STORES = {"sw": 4, "sh": 2, "sb": 1}


FIELD, FIELD_SIZE, COMMAND = 0x40000000, 0x1000, 0x100
F = 1 << 233 | 1 << 74 | 1


@dataclass
class Accelerator:
    """Registers as numbers. `units` are the parameters of the configuration, `cycles` those of a product. `free`: when
    the next access can be."""

    units: frozenset[str]
    cycles: int = 8
    a: int = 0
    b: int = 0
    result: int = 0
    elements: list[int] = field(default_factory=lambda: [0] * 8)
    free: int = 0

    def allows(self, offset: int, size: int, data: int | None) -> bool:
        """A load, or a store of data."""
        if size != 4:
            return False
        if "X233" in self.units:
            return offset < 0x100 or (offset == COMMAND and data is not None and 1 <= data >> 28 <= 4)
        mul, squ = "MUL233" in self.units, "SQU233" in self.units
        if data is None:
            return (mul and 0x40 <= offset < 0x60) or (squ and 0x80 <= offset < 0xA0)
        return (mul and offset < 0x40) or (squ and 0x60 <= offset < 0x80) or (mul and squ and offset == 0x9C)

    def load(self, offset: int) -> int:
        value = self.elements[offset // 32] if "X233" in self.units else self.result
        return value >> 8 * (offset % 32) & WORD

    def store(self, offset: int, data: int, cycle: int) -> None:
        self.free = cycle + 1
        at = 8 * (offset % 32)

        def changed(old: int) -> int:
            return (old & ~(WORD << at) | data << at) & ((1 << 233) - 1)

        if offset == COMMAND:
            self.command(data, cycle)
        elif "X233" in self.units:
            self.elements[offset // 32] = changed(self.elements[offset // 32])
        elif offset == 0x9C:
            self.result = self.product(self.result, self.result)
        elif 0x20 <= offset < 0x40:
            self.b = changed(self.b)
            if offset == 0x3C:
                self.result, self.free = self.product(self.a, self.b), cycle + self.cycles
        else:
            self.a = changed(self.a)
            if offset == 0x7C:
                self.result = self.product(self.a, self.a)

    def command(self, word: int, cycle: int) -> None:
        e, d, a, b, n = self.elements, word & 7, word >> 4 & 7, word >> 8 & 7, word >> 16 & 0xFF
        match word >> 28:
            case 1:
                e[d], self.free = self.product(e[a], e[b]), cycle + self.cycles
            case 2:
                e[d], self.free = e[a], cycle + max(n, 1)
                for _ in range(n):
                    e[d] = self.product(e[d], e[d])
            case 3:
                e[d] = e[a] ^ e[b]
            case _ if n & 1:
                e[d], e[a] = e[a], e[d]

    @staticmethod
    def product(a: int, b: int) -> int:
        return polynomial.remainder(polynomial.multiply(a, b), F)


@dataclass
class Model:
    """The state; `events` has the address and cycle number of each bundle that completed."""

    code: bytes
    lacks: frozenset[str] = frozenset()
    forward: bool = True  # without it, a result is there when it is in the register file
    accelerator: Accelerator = field(default_factory=lambda: Accelerator(frozenset()))
    link: int = 0  # behind the delay bundle
    cycle: int = 0  # of the bundle
    r: list[int] = field(default_factory=lambda: [0] * 32)
    p: list[bool] = field(default_factory=lambda: [True] + [False] * 14)
    dq: list[int] = field(default_factory=lambda: [0, 0])
    memory: dict[int, int] = field(default_factory=dict)  # bytes that were stored
    pc: int = 0
    branch: str = ""  # before a delay bundle: taken, not
    target: int = 0
    free: int = 3  # the next cycle in which a bundle can be in EX
    target_free: int = 0
    ready: dict[object, int] = field(default_factory=dict)
    events: list[tuple[int, int]] = field(default_factory=list)
    cause: str = ""
    trapped: int = -1

    def word(self, address: int) -> int:
        return int.from_bytes(self.code[address : address + 4].ljust(4, b"\0"), "little")

    def bundle(self) -> list[Decoded]:
        words: list[int] = []
        while not (words and words[-1] & STOP) and len(words) < 4:
            at = self.pc + 4 * len(words)
            if at >= CODE_SIZE:
                raise Fault("fetch_bus_error")
            words.append(self.word(at))
        found = [ISA.decode(w & ~STOP, 4) for w in words]
        if any(d is None or d.insn.name in self.lacks for d in found):
            raise Fault("illegal_instruction")
        if not words[-1] & STOP or ISA.illegal_bundle([d.insn for d in found if d]):
            raise Fault("illegal_bundle")
        return [d for d in found if d]

    def when(self, bundle: list[Decoded]) -> int:
        """The cycle in which the operands are there; a branch needs its guard a cycle sooner."""
        times = [self.free]
        for d in bundle:
            reads = [self.ready.get(d.operands[o], 0) for o in ("rs1", "rs2", "value") if o in d.operands]
            if d.insn.name in ("mla", "mla2", "movhi"):
                reads.append(self.ready.get(d.operands["rd"], 0))
            if d.insn.spec.runs_on == "branch" and d.operands["guard"]:
                reads.append(self.ready.get(f"p{d.operands['guard']}", 0))
            times += reads
        return max(times)

    def granted(self, bundle: list[Decoded], first: int) -> int:
        """The cycle in which the accelerator takes the access, if there is one."""
        times = [first]
        for d in bundle:
            name, o = d.insn.name, d.operands
            if name in ("lw", "sw") and self.p[o["guard"]]:
                offset = (self.r[o["rs1"]] + o["imm"] & WORD) - FIELD
                data = self.r[o["value"]] if name == "sw" else None
                if offset % 4 == 0 and 0 <= offset < FIELD_SIZE and self.accelerator.allows(offset, 4, data):
                    times.append(self.accelerator.free)
        return max(times)

    def step(self) -> bool:
        """One bundle; False: it faults or traps."""
        try:
            bundle = self.bundle()
            if self.branch and any(d.insn.spec.runs_on == "branch" for d in bundle):
                raise Fault("illegal_bundle")
            first = self.when(bundle)
            cycle = self.cycle = self.granted(bundle, first)
            behind, after = self.pc + 4 * len(bundle), self.branch
            length = 1
            while length < 4 and behind + 4 * length - 4 < CODE_SIZE and not self.word(behind + 4 * length - 4) & STOP:
                length += 1
            self.link = behind + 4 * length
            changes = self.changes(bundle, cycle)
        except Fault as fault:
            self.cause = str(fault)
            return False
        went = [value for kind, value in changes if kind == "pc"]
        self.commit(changes)
        for d in bundle:
            if "rd" in d.operands or d.insn.name in ("call", "callr"):
                rd = d.operands.get("rd", 1)
                latency = d.insn.spec.latency if self.forward else ISA.spec.timing["interlock_latency"].cycles
                self.ready[rd] = max(self.ready.get(rd, 0), cycle + latency)
            if d.insn.name == "mtc":
                low = 8 if d.operands["file"] else 1
                self.ready |= {f"p{i}": first + 2 for i in range(low, low + 7)}
            for flag in (d.operands.get("flag", 0), d.operands.get("pair", 0)):
                if flag:
                    self.ready |= {f"p{flag}": first + 2, f"p{(flag + 6) % 14 + 1}": first + 2}
        self.ready[0] = 0
        self.events.append((self.pc, cycle + 1))
        self.free, self.pc = cycle + 1, behind
        if after == "taken":
            self.pc, self.free = self.target, max(self.free, self.target_free)
        self.branch = ""
        if any(d.insn.spec.runs_on == "branch" for d in bundle):
            self.branch = "taken" if went else "not"
            if went:
                self.target, through = went[0]
                self.target_free = first + 2 + through
        self.trapped = next((value for kind, value in changes if kind == "trap"), -1)
        return self.trapped < 0

    def commit(self, changes: list[tuple]) -> None:  # type: ignore[type-arg]
        for kind, value in changes:
            if isinstance(kind, tuple):
                number, mask = kind
                if number:
                    self.r[number] = self.r[number] & ~mask | value & mask
            elif kind == "flag":
                self.p[value[0]] = value[1]
            elif kind == "dq":
                self.dq[value[0]] = value[1]
            elif kind == "store" and 0 <= value[0] - FIELD < FIELD_SIZE:
                self.accelerator.store(value[0] - FIELD, int.from_bytes(value[1], "little"), self.cycle)
            elif kind == "store" and value[0] != CONSOLE:
                self.memory |= {value[0] + i: byte for i, byte in enumerate(value[1])}

    def load(self, address: int, size: int) -> int:
        if 0 <= address - FIELD < FIELD_SIZE:
            return self.accelerator.load(address - FIELD)
        return int.from_bytes(bytes(self.memory.get(address + i, 0) for i in range(size)), "little")

    def check(self, address: int, size: int, data: int | None = None) -> None:
        """Whether there can be such a load, or such a store of data."""
        if address % size:
            raise Fault("misaligned")
        offset = address - FIELD
        if 0 <= offset < FIELD_SIZE and self.accelerator.units and self.accelerator.allows(offset, size, data):
            return
        if not RAM <= address < RAM + RAM_SIZE and (address != CONSOLE or size != 4):
            raise Fault("data_bus_error")

    def changes(self, bundle: list[Decoded], cycle: int) -> list[tuple]:  # type: ignore[type-arg]
        """What the operations write, in the order of their slots."""
        found: list[tuple] = []  # type: ignore[type-arg]
        for slot, d in enumerate(bundle):
            guard = d.operands["guard"]
            if d.insn.group == "simd":
                lanes = [self.p[guard], self.p[guard + 7] if guard else True]
                found += self.halves(d.insn.name, d.operands, lanes)
            elif self.p[guard]:
                found += self.whole(d.insn.name, d.operands, slot, cycle)
        return found

    def halves(self, name: str, o: Mapping[str, int], lanes: list[bool]) -> list[tuple]:  # type: ignore[type-arg]
        a, b = self.r[o["rs1"]], self.r[o["rs2"]]
        pairs = [(a & 0xFFFF, b & 0xFFFF), (a >> 16, b >> 16)]
        if name.startswith("cmp2_"):
            holds = [COMPARES[name[5:]](x, y, 16) for x, y in pairs]
            return [("flag", (o["pair"] + 7 * i, holds[i])) for i in (0, 1) if lanes[i]]
        old = self.r[o["rd"]]
        if name in ("pack", "packh"):
            shift = 16 if name == "packh" else 0
            values = [a >> shift & 0xFFFF, b >> shift & 0xFFFF]
        elif name == "mla2":
            values = [x * y + (old >> 16 * i) for i, (x, y) in enumerate(pairs)]
        else:
            values = [HALVES[name](x, y) for x, y in pairs]
        return [((o["rd"], 0xFFFF << 16 * i), (int(v) & 0xFFFF) << 16 * i)
                for i, v in enumerate(values) if lanes[i]]  # fmt: skip

    def whole(self, name: str, o: Mapping[str, int], slot: int, cycle: int) -> list[tuple]:  # type: ignore[type-arg]
        a, b = (self.r[o.get(operand, 0)] for operand in ("rs1", "rs2"))
        constant = o.get("imm", o.get("amount", 0)) & WORD
        address = a + constant & WORD
        if name.startswith("cmp"):
            kind, _, which = name.partition("_")
            holds = COMPARES[which](a, constant if kind.endswith("i") else b, 32)
            flag = o["flag"]
            both = [("flag", ((flag + 6) % 14 + 1, not holds))] if kind.startswith("cmpn") else []
            return [("flag", (flag, holds)), *both]
        match name:
            case "mtc":
                first = 8 if o["file"] else 1
                return [("flag", (first + i, bool(a >> o["bit"] + i & 1))) for i in range(7)]
            case "br" | "call" | "jr" | "callr":
                through = name in ("jr", "callr")
                if through and a % 4:
                    raise Fault("misaligned")
                target = a if through else self.pc + 4 * slot + o["offset"] & WORD
                linked = [((1, WORD), self.link)] if name in ("call", "callr") else []
                return [("pc", (target, through)), *linked]
            case "trap":
                return [("trap", o["imm"])]
            case "divi":
                return [("dq", (slot % 2, a))]
        if name in STORES:
            self.check(address, STORES[name], self.r[o["value"]])
            data = self.r[o["value"]].to_bytes(4, "little")[: STORES[name]]
            return [("store", (address, data))]
        more: list[tuple] = []  # type: ignore[type-arg]
        if name in LOADS:
            size, signed = LOADS[name]
            self.check(address, size)
            value = self.load(address, size)
            value = s(value, 8 * size) if signed else value
        elif name == "divs":
            t, dq = a << 1 | self.dq[slot % 2] >> 31, self.dq[slot % 2]
            q = t >= b
            value, more = t - b * q, [("dq", (slot % 2, (dq << 1 | q) & WORD))]
        elif name in TWO:
            value = TWO[name](a, b)
        elif name in IMMEDIATE:
            value = TWO[IMMEDIATE[name]](a, constant)
        elif name in ONE:
            value = ONE[name](a)
        else:
            value = self.other(name, o, a, b, slot, cycle)
        return [((o["rd"], WORD), int(value) & WORD), *more]

    def other(self, name: str, o: Mapping[str, int], a: int, b: int, slot: int, cycle: int) -> int:
        amount, imm = o.get("amount", 0), o.get("imm", 0)
        values = {
            "movi": imm,
            "movhi": (imm & 0xFFFF) << 16 | self.r[o["rd"]] & 0xFFFF,
            "mfc": sum(on << i for i, on in enumerate(self.p) if i),
            "mla": self.r[o["rd"]] + a * b,
            "lslxor": a ^ b << amount,
            "lsrxor": a ^ b >> amount,
            "lsladd": a + (b << amount),
            "mvbits": (a ^ a << amount) & MASKS.get(amount, 0),
            "divq": self.dq[slot % 2],
            "rdcycle": cycle,
            "rdcycleh": cycle >> 32,
        }
        return values[name]
