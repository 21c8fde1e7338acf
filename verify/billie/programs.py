# SPDX-License-Identifier: Apache-2.0
"""Random programs of commands, and what they compute if each command waits for the one before."""

from dataclasses import dataclass, field

from evariste.ecc import reference as ref
from evariste.ecc.curves import fields
from evariste.machines.billie.recipes import accelerator
from evariste.machines.billie.recipes.accelerator import REGISTERS, segments, words
from evariste.parts.mips.recipes.commands import ENTRIES
from evariste.sim import Machine
from verify import accelerated


@dataclass
class Model:
    """Registers, slots and flag, with each command executed in its place."""

    m: int
    slots: dict[int, int]
    tables: list[int]
    registers: list[int] = field(default_factory=lambda: [0] * REGISTERS)
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


class Code(accelerator.Code):
    """A program, and the model that executes its commands."""

    def __init__(self, model: Model | None = None) -> None:
        super().__init__()
        self.model = model
        self.begin()

    def do(self, name: str, **operands: int) -> None:
        super().do(name, **operands)
        if self.model:
            self.model.execute(name, **operands)


def put(core: Machine, m: int, slots: list[int], tables: list[int]) -> None:
    core.clear()
    for address, data in segments(m, slots, tables):
        core.write(address, data)


def slots_of(core: Machine, m: int, numbers: range) -> list[int]:
    return [accelerated.read(core, slot, words(m)) for slot in numbers]
