# SPDX-License-Identifier: Apache-2.0
"""Random programs of commands, and what they compute if each command waits for the one before."""

from dataclasses import dataclass, field
from random import Random

from evariste import machines
from evariste.ecc import reference as ref
from evariste.ecc.curves import fields
from evariste.sim import Machine
from verify import accelerated
from verify.accelerated import COUNT, FLAG, INDEX, TABLE

STRIDE, SLOT_COUNT, ENTRIES, RESULTS = 18, 12, 5, 100  # registers are stored from slot RESULTS on
TABLE_SLOT = 40  # a table begins where this slot does

OPERANDS = {
    **dict.fromkeys(("gmul", "gadd"), ("dest", "first", "other")),
    **dict.fromkeys(("gcswap", "geq"), ("first", "other")),
    **dict.fromkeys(("gld", "gtsel"), ("dest", "slot")),
    **dict.fromkeys(("index", "flag"), ("value",)),
    "gsqr": ("dest", "first", "times"),
    "gst": ("first", "slot"),
    "gnop": (),
}


def degree(configuration: str) -> int:
    return machines.named("billie").configurations[configuration].parameters["M"]


@dataclass
class Model:
    """Registers, slots and flag, with each command executed in its place."""

    m: int
    slots: dict[int, int]
    tables: list[int]
    registers: list[int] = field(default_factory=lambda: [0] * 16)
    flag: bool = False
    index: int = 0

    def execute(self, name: str, **o: int) -> None:
        r, f = self.registers, fields()[self.m]
        match name:
            case "gmul":
                r[o["dest"]] = ref.mul(r[o["first"]], r[o["other"]], f)
            case "gsqr":
                value = r[o["first"]]
                for _ in range(o["times"]):
                    value = ref.sqr(value, f)
                r[o["dest"]] = value
            case "gadd":
                r[o["dest"]] = r[o["first"]] ^ r[o["other"]]
            case "gcswap" if self.flag:
                r[o["first"]], r[o["other"]] = r[o["other"]], r[o["first"]]
            case "gld":
                r[o["dest"]] = self.slots[o["slot"]]
            case "gst":
                self.slots[o["slot"]] = r[o["first"]]
            case "gtsel":
                r[o["dest"]] = self.tables[o["slot"] * ENTRIES + self.index]
            case "geq":
                self.flag = r[o["first"]] == r[o["other"]]
            case "index":
                self.index = o["value"]
            case "flag":
                self.flag = bool(o["value"] & 1)


class Code(accelerated.Code):
    """A program for billie, and the model that executes its commands."""

    def __init__(self, m: int, model: Model | None = None) -> None:
        super().__init__("billie")
        self.m, self.model = m, model
        self.start()
        self.set(accelerated.CONFIG, STRIDE << 9)
        self.set(TABLE, accelerated.place(TABLE_SLOT, STRIDE))
        self.set(COUNT, ENTRIES)

    def do(self, name: str, **operands: int) -> None:
        """A command, or a write of index or flag."""
        if name in ("index", "flag"):
            self.put("addiu", rt=9, rs=0, imm=operands["value"])
            self.put("ctc2", rt=9, control=INDEX if name == "index" else FLAG)
        else:
            self.put(name, **operands)
        if self.model:
            self.model.execute(name, **operands)


def command(rng: Random, code: Code, registers: int, slots: int) -> None:
    """A command on few registers and slots, so that each hazard is frequent."""

    def register() -> int:
        return rng.randrange(registers)

    kinds = ("gmul", "gsqr", "gadd", "gcswap", "gld", "gst", "gtsel", "geq", "gnop", "index", "flag")
    name = rng.choices(kinds, (8, 7, 9, 6, 5, 5, 2, 3, 1, 3, 3))[0]
    times = rng.choice((1, 1, 2, 3, rng.randrange(1, 60)))
    known = {"dest": register(), "first": register(), "other": register(), "times": times,
             "slot": rng.randrange(2) if name == "gtsel" else rng.randrange(slots),
             "value": rng.randrange(ENTRIES)}  # fmt: skip
    code.do(name, **{operand: known[operand] for operand in OPERANDS[name]})


def contents(seed: int, m: int) -> tuple[dict[int, int], list[int]]:
    """Slots and tables at the beginning."""
    rng = Random(seed)
    edges = (0, 1, 2**m - 1, 1 << m - 1)
    values = [rng.choice((*edges, *(rng.getrandbits(m) for _ in range(8)))) for _ in range(SLOT_COUNT + 2 * ENTRIES)]
    return dict(enumerate(values[:SLOT_COUNT])), values[SLOT_COUNT:]


def put(core: Machine, m: int, slots: dict[int, int], tables: list[int]) -> None:
    words = (m + 31) // 32
    core.clear()
    for slot, value in slots.items():
        accelerated.write(core, slot, STRIDE, words, value)
    start = accelerated.place(TABLE_SLOT, STRIDE)
    core.write(start, b"".join(value.to_bytes(4 * words, "little") for value in tables))


def slots_of(core: Machine, m: int, numbers: range) -> list[int]:
    return [accelerated.read(core, slot, STRIDE, (m + 31) // 32) for slot in numbers]
