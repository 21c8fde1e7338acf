# SPDX-License-Identifier: Apache-2.0
"""Random programs of commands for an accelerator beside the core: what machines with such an accelerator share.

A program makes the accelerator usable and has commands over few operands, so that they depend on one another. Between
them the core does something else. Half of the programs also make errors, and clear them. No program branches. Slots and
tables are part of the memory image. A machine's own class says which commands and errors there are.
"""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from evariste.machines import MachineDef
from evariste.parts.mips.recipes import WAITS, assembler, layout, runtime, system
from evariste.parts.mips.recipes.generator import Program
from evariste.parts.mips.recipes.layout import Range
from evariste.verification.randprog.writer import Recipe, written

NAME = "commands"  # of the recipe for the usual configuration
STATUS, CONFIG, BASE, _, WAIT, *_, TABLE, COUNT, INDEX, FLAG, ID = range(12)  # registers of the accelerator
COMMAND = 0x4A000000  # an operation of coprocessor 2; its 25 lower bits say which
USABLE = system.BEV | 1 << 30  # Status: the core may use coprocessor 2
SLOTS = layout.RAM + 0x1000  # of slot 0
OWN = Range(SLOTS - 0x100, SLOTS - 0xC0)  # where the core itself loads and stores
STRIDE = 18  # words from one slot to the next
SLOT_COUNT, ENTRIES = 12, 5  # slots that commands use, entries of a table
VALUES = range(1, 8)  # registers of the core, with any value
LEVEL, SETTING, POINTER = 8, 9, 10  # others: for Status, for the accelerator's registers, to OWN
LENGTH = 300  # instructions of a program, about


def place(slot: int) -> int:
    """The address of a slot."""
    return SLOTS + 4 * STRIDE * slot


def number(words: int, value: int) -> bytes:
    """A number in memory."""
    return value.to_bytes(4 * words, "little")


def image(words: int, numbers: Iterable[int], slot: int = 0) -> tuple[int, bytes]:
    """These numbers in slots, from this slot on: a segment of a program."""
    return place(slot), b"".join(number(words, one).ljust(4 * STRIDE, b"\0") for one in numbers)


class Code(assembler.Code):
    """Instructions from the beginning of ROM on. A machine's own class has its instruction set."""

    def __init__(self, base: int = layout.ROM, end: int = layout.ROM_END) -> None:
        super().__init__(base, end)

    def set(self, control: int, value: int) -> None:
        """Writes a register of the accelerator."""
        self.literal(SETTING, value)
        self.put("ctc2", rt=SETTING, control=control)

    def start(self) -> None:
        """Makes the accelerator usable."""
        self.literal(LEVEL, USABLE)
        self.put("mtc0", rt=LEVEL, cd=system.STATUS)
        self.set(BASE, SLOTS)

    def tables(self, slot: int) -> None:
        """Tables begin where this slot does."""
        self.set(TABLE, place(slot))
        self.set(COUNT, ENTRIES)
        self.set(INDEX, 0)

    def wait(self, register: int = 2) -> None:
        """Until all commands have ended, or one with an error."""
        self.put("cfc2", rt=register, control=WAIT)

    def clear_error(self) -> None:
        self.put("ctc2", rt=0, control=STATUS)

    def queued(self, control: int, value: int) -> None:
        """Writes `index` or `flag`, in the order of the commands."""
        self.put("addiu", rt=SETTING, rs=0, imm=value)
        self.put("ctc2", rt=SETTING, control=control)

    def finish(self) -> bytes:
        """The end of the program; all of it."""
        self.put("sdbbp", code=runtime.END)
        return bytes(self.data)


class Draft:
    """A program while it is written. A machine's own class adds what its accelerator has, and sets these:

    `slots`: so many are used. `loose`: words of an element that may have any value, the lowest.
    """

    slots: int
    loose: int

    def __init__(self, rng: Random, recipe: Recipe, code: Code) -> None:
        self.rng, self.recipe, self.code = rng, recipe, code

    # ---- of a machine's accelerator ----

    def setup(self) -> None:
        """Makes the accelerator usable, and writes its registers."""
        raise NotImplementedError

    def command(self) -> None:
        """One command, or a write that is queued as commands are."""
        raise NotImplementedError

    def access(self) -> None:
        """A command that accesses one of the first slots."""
        raise NotImplementedError

    def select(self) -> None:
        """A command that reads the table."""
        raise NotImplementedError

    def memory(self) -> list[tuple[int, bytes]]:
        """Slots and tables at the beginning."""
        raise NotImplementedError

    def results(self) -> None:
        """Stores what the accelerator holds at the end."""

    # ---- errors ----

    def unassigned(self) -> None:
        while self.code.ISA.decode(word := COMMAND | self.rng.getrandbits(25)):
            pass
        self.code.raw(word)

    def beyond_memory(self) -> None:
        if self.rng.random() < 0.5:
            self.code.set(BASE, layout.RAM_END - 64)
            self.access()
        else:
            self.code.set(TABLE, layout.RAM_END - 8)
            self.select()

    def misaligned(self) -> None:
        self.code.set(self.rng.choice((BASE, TABLE)), SLOTS + self.rng.randrange(1, 4))

    def wrong_count(self) -> None:
        self.code.set(COUNT, self.rng.choice((0, 65, 1 << 31)))

    def any_config(self) -> None:
        """In most cases an error, at the latest in the next command."""
        self.code.set(CONFIG, self.rng.getrandbits(14))

    def beyond_table(self) -> None:
        self.code.set(INDEX, self.rng.choice((ENTRIES, 64, 1 << 20)))
        self.select()

    ERRORS: tuple[Callable[[Any], None], ...] = (
        unassigned,
        beyond_memory,
        misaligned,
        wrong_count,
        any_config,
        beyond_table,
    )

    def wrong(self) -> None:
        """An error, commands that it stops, and the way out of it."""
        self.rng.choice(self.ERRORS)(self)
        for _ in range(self.rng.randrange(5)):
            self.command()
        self.code.wait(self.rng.choice(VALUES))
        self.code.clear_error()
        self.setup()

    # ---- the program ----

    def beside(self) -> None:
        """What the core does between commands: registers of the accelerator, waiting, memory, arithmetic."""
        rng, code = self.rng, self.code

        def value() -> int:
            return rng.choice(VALUES)

        match rng.randrange(11):
            case 0:
                code.put("cfc2", rt=value(), control=rng.choice((STATUS, CONFIG, BASE, TABLE, COUNT, INDEX, FLAG, ID)))
            case 1:
                code.wait(value())
            case 2 | 3:
                name = rng.choice(("sw", "lw"))
                code.put(name, rt=value(), rs=POINTER, imm=rng.randrange(0, OWN.end - OWN.first, 4))
            case 4:
                for _ in range(rng.randrange(1, 30)):
                    code.put("nop")
            case 5 | 6 | 7:
                self.touch(value())
            case _:
                code.put("addu", rd=value(), rs=value(), rt=value())

    def touch(self, register: int) -> None:
        """The core loads or stores words of slots, when all commands have ended."""
        rng = self.rng
        self.code.wait(rng.choice(VALUES))
        for _ in range(rng.randrange(1, 4)):
            name, words = rng.choice((("sw", self.loose), ("lw", STRIDE)))
            word = place(rng.randrange(1, self.slots)) + 4 * rng.randrange(words)
            self.code.put(name, rt=register, rs=POINTER, imm=word - OWN.first)

    def perform(self, statement: Callable[[], None]) -> None:
        with self.code.span():
            statement()

    def program(self) -> Program:
        rng, code = self.rng, self.code
        code.literal(POINTER, OWN.first)
        self.setup()
        errors = rng.random() < 0.5
        for _ in range(rng.choice((20, 60))):
            for _ in range(rng.choice((1, 1, 3, 8))):
                self.perform(self.command)
            if rng.random() < 0.6:
                self.perform(self.beside)
            if errors and rng.random() < 0.1:
                self.perform(self.wrong)
        self.results()
        code.wait()
        code.wait()  # sees what ended in the cycle of the first one
        code.finish()
        own = (OWN.first, rng.randbytes(OWN.end - OWN.first))
        return Program(0, self.recipe, [own, *self.memory(), *runtime.segments([code])], [code])


def generate(seed: int, recipe: Recipe, draft: Callable[[Random, Recipe], Draft]) -> Program:
    """The program of this seed."""
    return written(recipe, lambda rng: draft(rng, recipe).program())(seed)  # type: ignore[return-value]


def recipes(machine: MachineDef) -> dict[str, Recipe]:
    """A recipe for each configuration with a circuit that can be simulated, the usual one first."""
    others = [name for name, circuit in machine.simulated.items() if circuit and name != machine.configuration]
    names = {NAME: machine.configuration, **{f"{NAME}_{other}": other for other in others}}
    return {name: Recipe(name, LENGTH, configuration=configuration) for name, configuration in names.items()}


def kinds(machine: MachineDef) -> dict[str, tuple[str, tuple[int, int], str]]:
    """Kinds of runs in lock-step: all wait states in the usual configuration, in others on both ports or none."""
    found = {}
    for name, recipe in recipes(machine).items():
        about = name.replace("_", ", ", 1)
        found[about] = name, (0, 0), recipe.configuration
        for said, waits in WAITS.items():
            if name == NAME or all(waits):
                found[f"{about}, {said}"] = name, waits, recipe.configuration
    return found
