# SPDX-License-Identifier: Apache-2.0
"""Products and squares by the accelerators: operands come from memory, results go there."""

from evariste.isa import load as facts
from evariste.isa import machine
from evariste.machines.coreva.kernels import field
from evariste.machines.coreva.kernels.field import WORDS, Element
from evariste.vliw.kernel import Kernel

UNIT = next(p for p in facts.soc("coreva").peripherals if p.name == "field")
REGISTER = {r.name: r.offset for r in UNIT.registers}


class Unit:
    """The accelerator in a kernel. Accesses to it keep their order."""

    def __init__(self, k: Kernel) -> None:
        self.k, self.base = k, k.constant(UNIT.base)

    def put(self, register: str, value: Element) -> None:
        for i, v in enumerate(value):
            self.k.access("sw", "unit", self.base, v, ordered=True, imm=REGISTER[register] + 4 * i)

    def get(self, register: str) -> Element:
        return [self.k.access("lw", "unit", self.base, ordered=True, imm=REGISTER[register] + 4 * i)
                for i in range(WORDS)]  # fmt: skip

    def square_in_place(self) -> None:
        self.k.access("sw", "unit", self.base, 0, ordered=True, imm=REGISTER["field_square_in_place"])


def loaded(k: Kernel, base: int) -> Element:
    return [field.load(k, base, i) for i in range(WORDS)]


def product(name: str, saved: int, adds: bool = False, squares: bool = False) -> Kernel:
    """r = a b; + c if `adds`; its square if `squares`."""
    k = Kernel(machine("coreva"), name, saved)
    r, a, b = k.argument(0), k.argument(1), k.argument(2)
    c = k.argument(3) if adds else 0
    unit = Unit(k)
    unit.put("field_a", loaded(k, a))
    unit.put("field_b", loaded(k, b))
    added = loaded(k, c) if adds else [0] * WORDS
    if squares:
        unit.square_in_place()
    field.store(k, r, [k.xor(v, w) for v, w in zip(unit.get("field_product"), added, strict=True)])
    k.finish()
    return k


def square(name: str, saved: int, adds: bool = False, selects: bool = False) -> Kernel:
    """r = a^2: see `field.operand`."""
    k = Kernel(machine("coreva"), name, saved)
    r, word = k.argument(0), field.operand(k, adds, selects)
    unit = Unit(k)
    unit.put("field_square_a", [word(i) for i in range(WORDS)])
    field.store(k, r, unit.get("field_square"))
    k.finish()
    return k


def squared_twice(k: Kernel, value: Element) -> Element:
    unit = Unit(k)
    unit.put("field_square_a", value)
    unit.square_in_place()
    return unit.get("field_square")
