# SPDX-License-Identifier: Apache-2.0
"""Random commands of billie's accelerator, on few registers and slots; errors."""

from random import Random

from evariste.isa import load
from evariste.machines.billie import MACHINE
from evariste.parts.mips.recipes import commands
from evariste.parts.mips.recipes.commands import CONFIG, ENTRIES, FLAG, INDEX, SLOT_COUNT, STRIDE, image, number, place
from evariste.verification.randprog.writer import Recipe

REGISTERS = 16
ONES = 39  # a slot with more bits than an element has
FIRST_TABLE = 40  # tables begin where this slot does
TABLES = 2
RESULTS = 100  # registers are stored from this slot on
NAMES = {"gmul": 8, "gsqr": 7, "gadd": 9, "gcswap": 6, "gld": 5, "gst": 5, "gtsel": 2, "geq": 3, "gnop": 1,
         "index": 3, "flag": 3}  # fmt: skip
QUEUED = {"index": INDEX, "flag": FLAG}  # writes of these come among the commands


def degree(configuration: str) -> int:
    return MACHINE.has(configuration).parameters["M"]


def words(m: int) -> int:
    """Of an element in memory."""
    return (m + 31) // 32


class Code(commands.Code):
    """Instructions of billie."""

    ISA = load.machine(MACHINE.name)

    def begin(self) -> None:
        """Makes the accelerator usable, and writes its registers."""
        self.start()
        self.tables(FIRST_TABLE)
        self.set(CONFIG, STRIDE << 9)

    def do(self, name: str, **operands: int) -> None:
        """A command, or a write of `index` or `flag`."""
        if name in QUEUED:
            self.queued(QUEUED[name], **operands)
        else:
            self.put(name, **operands)


def command(rng: Random, code: Code, registers: int, slots: int) -> None:
    """A command on so many registers and slots."""

    def operand(name: str) -> int:
        if name == "slot":
            return rng.randrange(TABLES if chosen == "gtsel" else slots)
        return rng.choice((1, 1, 2, 3, rng.randrange(1, 60))) if name == "times" else rng.randrange(registers)

    chosen = rng.choices([*NAMES], [*NAMES.values()])[0]
    if chosen in QUEUED:
        code.do(chosen, value=rng.randrange(ENTRIES))
    else:
        code.do(chosen, **{name: operand(name) for name in code.ISA.by_name[chosen].fields})


def contents(rng: Random, m: int) -> tuple[list[int], list[int]]:
    """Elements in slots and tables at the beginning."""
    edges = (0, 1, 2**m - 1, 1 << m - 1)
    values = [rng.choice((*edges, *(rng.getrandbits(m) for _ in range(8))))
              for _ in range(SLOT_COUNT + TABLES * ENTRIES)]  # fmt: skip
    return values[:SLOT_COUNT], values[SLOT_COUNT:]


def segments(m: int, slots: list[int], tables: list[int]) -> list[tuple[int, bytes]]:
    """The same as segments of a program."""
    return [image(words(m), slots), (place(FIRST_TABLE), b"".join(number(words(m), value) for value in tables))]


class Draft(commands.Draft):
    """A program in the field of its configuration."""

    code: Code

    def __init__(self, rng: Random, recipe: Recipe) -> None:
        super().__init__(rng, recipe, Code())
        self.degree = degree(recipe.configuration)
        self.registers, self.slots = rng.choice((2, 4, REGISTERS)), rng.choice((2, SLOT_COUNT))
        self.loose = words(self.degree) - 1  # no bit beyond the degree

    def setup(self) -> None:
        self.code.begin()

    def memory(self) -> list[tuple[int, bytes]]:
        ones = image(STRIDE, [(1 << 32 * STRIDE) - 1], ONES)
        return [*segments(self.degree, *contents(self.rng, self.degree)), ones]

    def command(self) -> None:
        command(self.rng, self.code, self.registers, self.slots)

    def access(self) -> None:
        self.code.put("gst", first=self.rng.randrange(4), slot=self.rng.randrange(4))

    def select(self) -> None:
        self.code.put("gtsel", dest=self.rng.randrange(self.registers), slot=self.rng.randrange(TABLES))

    def results(self) -> None:
        for register in range(REGISTERS):
            self.code.put("gst", first=register, slot=RESULTS + register)

    def no_squaring(self) -> None:
        self.code.put("gsqr", dest=1, first=2, times=0)

    def beyond_degree(self) -> None:
        self.code.put("gld", dest=self.rng.randrange(4), slot=ONES)

    ERRORS = (*commands.Draft.ERRORS, no_squaring, beyond_degree)
