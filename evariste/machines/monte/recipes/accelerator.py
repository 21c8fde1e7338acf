# SPDX-License-Identifier: Apache-2.0
"""Random commands of monte's accelerator: fields, the commands in them, errors.

A program computes in one field: that of a curve, with the best reduction or without digits, or one of few or of as many
words as there can be.
"""

from dataclasses import dataclass
from random import Random

from evariste.ecc import curves
from evariste.isa import load
from evariste.machines.monte import MACHINE
from evariste.machines.monte.reduction import Reduction, binary_reduction, generic, n0, reduction
from evariste.parts.mips.recipes import commands
from evariste.parts.mips.recipes.commands import CONFIG, ENTRIES, FLAG, INDEX, SLOT_COUNT, STRIDE
from evariste.verification.randprog.writer import Recipe

N0, DIGITS0, DIGITS1 = 3, 5, 6  # registers, beside those of every accelerator
SMALL = ((3, 1), (2**32 - 5, 1), (2**576 - 1, 18), (65537, 2))  # other moduli, and their words
LAST = 61  # slot; the next one has 0, which is even
FIRST_TABLE = 2  # tables begin where this slot does
NAMES = {"pmul": 8, "psqr": 5, "padd": 8, "psub": 8, "pcpy": 3, "pcswap": 5, "ptsel": 4, "peq": 3, "pnop": 1,
         "index": 3, "flag": 3}  # fmt: skip


@dataclass(frozen=True)
class Field:
    """A modulus, and how the accelerator reduces by it. Numbers of a binary field are its polynomials' bits."""

    modulus: int
    reduction: Reduction

    @property
    def k(self) -> int:
        """Words of a number."""
        return self.reduction.words

    @property
    def binary(self) -> bool:
        return self.reduction.binary

    @property
    def stored(self) -> int:
        """The modulus as its slot has it: that of a binary field may lack its highest bit."""
        return self.modulus & (1 << 32 * self.k) - 1

    @property
    def registers(self) -> dict[int, int]:
        """What the accelerator's registers have to be, in the order in which they can be written."""
        digits = self.reduction.registers
        return {N0: n0(self.modulus, self.binary), DIGITS0: digits[0], DIGITS1: digits[1],
                CONFIG: self.reduction.strided(STRIDE)}  # fmt: skip

    def element(self, rng: Random) -> int:
        """A number, often one at the end of the range."""
        top = 1 << self.modulus.bit_length() - 1 if self.binary else self.modulus
        edges = (0, 1, top - 1, top // 2, *((1,) if self.binary else (top - 2, (1 << 32) % top)))
        return rng.choice((*edges, *(rng.randrange(top) for _ in range(8))))


def fields(configuration: str) -> list[Field]:
    """Those that a configuration can compute in."""
    polynomials = curves.fields().values()
    known = [
        *(Field(prime.p, reduction(prime)) for prime in curves.primes().values()),
        *(Field(prime.p, generic(prime.p)) for prime in curves.primes().values()),
        *(Field(polynomial, binary_reduction(polynomial)) for polynomial in polynomials),
        *(Field(polynomial, generic(polynomial, binary=True)) for polynomial in polynomials),
        *(Field(modulus, generic(modulus, words=words)) for modulus, words in SMALL),
    ]
    has = MACHINE.has(configuration).parameters
    return [f for f in known
            if (has.get("DIGITS") or not f.reduction.mode) and (has.get("DUAL") or not f.binary)]  # fmt: skip


class Code(commands.Code):
    """Instructions of monte."""

    ISA = load.machine(MACHINE.name)

    def choose(self, f: Field, modulus_slot: int | None) -> None:
        """Chooses the field, and its modulus unless the slot is None."""
        for control, value in f.registers.items():
            self.set(control, value)
        if modulus_slot is not None:
            self.put("psetp", first=modulus_slot)


class Draft(commands.Draft):
    """A program in one field. Slot 0 has the modulus."""

    code: Code

    def __init__(self, rng: Random, recipe: Recipe) -> None:
        super().__init__(rng, recipe, Code())
        self.field = rng.choice(fields(recipe.configuration))
        self.slots = rng.choice((4, 6, SLOT_COUNT))
        self.loose = self.field.k

    def setup(self) -> None:
        self.code.start()
        self.code.tables(FIRST_TABLE)
        self.code.choose(self.field, 0)

    def memory(self) -> list[tuple[int, bytes]]:
        rng, f = self.rng, self.field
        values = [f.element(rng) if rng.random() < 0.8 else rng.getrandbits(32 * f.k) for _ in range(LAST)]
        return [commands.image(f.k, (f.stored, *values))]

    def slot(self) -> int:
        return self.rng.randrange(1, self.slots)

    def operand(self, name: str, width: int) -> int:
        if name != "fetch":
            return self.slot()
        return self.rng.getrandbits(width) if self.rng.random() < 0.2 else 0

    def command(self) -> None:
        rng, code = self.rng, self.code
        match rng.choices([*NAMES], [*NAMES.values()])[0]:
            case "ptsel":
                self.select()
            case "index":
                code.queued(INDEX, rng.randrange(ENTRIES))
            case "flag":
                code.queued(FLAG, rng.randrange(4))
            case name:
                fields = code.ISA.by_name[name].fields
                code.put(name, **{field: self.operand(field, place.width) for field, place in fields.items()})

    def select(self) -> None:
        self.code.put("ptsel", dest=self.slot(), first=self.rng.randrange(2))

    def access(self) -> None:
        self.code.put("pcpy", dest=self.rng.randrange(4), first=self.rng.randrange(4), fetch=0)

    def even_modulus(self) -> None:
        self.code.put("psetp", first=LAST + 1)

    ERRORS = (*commands.Draft.ERRORS, even_modulus)
