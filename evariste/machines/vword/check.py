# SPDX-License-Identifier: Apache-2.0
"""A function executed on the interpreter. It is linear: unit vectors, zero and all ones prove it for every input."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from evariste.errors import UserError
from evariste.isa.load import soc
from evariste.machines.vword.assembly import code, isa
from evariste.machines.vword.convert import Layout, conversions, product, result
from evariste.machines.vword.instance import Instance
from evariste.machines.vword.program import Program

if TYPE_CHECKING:
    from evariste.sim import Machine

WIDEST = 640  # bits of a word that the simulator can have
ALIGNED = 128  # bytes of the longest row
INPUTS = 0x10000  # from the beginning of RAM; the results are behind them
S0, S1, S2, S3 = 16, 17, 18, 19  # rounds left, input, result, the function
STATUS = 0x4040  # BEV and CU2, the upper half


class Runner:
    """A machine with an instance, the interpreter unless told otherwise, and a function in its ROM.

    The function takes a number in one layout and gives one in another: unless told otherwise, a product in rows, and
    the rows of its remainder.
    """

    def __init__(self, instance: Instance, function: Program, machine: "Machine | None" = None,
                 source: Layout | None = None, target: Layout | None = None) -> None:  # fmt: skip
        from evariste.sim import Machine

        if instance.word > WIDEST:
            raise UserError(f"The simulator runs words of up to {WIDEST} bits, and this one has {instance.word}.")
        self.machine = machine or Machine("vword", parameters=instance.parameters)
        self.source, self.target = source or product(instance), target or result(instance)
        self.strict = target is None or target.word == target.row
        # Above this bit of a row anything may be. `vs` makes the rest of a word's last part 0, and 32-bit code uses it.
        self.clean = self.source.word if source is None else -(-self.source.word // 32) * 32
        memories = {m.name: m for m in soc("vword").memories}
        self.rom, ram = memories["rom"].base, memories["ram"]
        self.inputs, self.room = ram.base + INPUTS, ram.size - INPUTS - ALIGNED
        driver = self._driver()
        self.function = self.rom + len(driver)
        self.length = len(function.instructions)
        self.machine.write(self.rom, driver + code(function.instructions))

    def _driver(self) -> bytes:
        """Calls the function for each input."""
        setup = [isa().encode("lui", rt=8, imm=STATUS), isa().encode("mtc0", rt=8, cd=12)]
        return b"".join([*setup, *rounds(self.source.size, self.target.size)])

    def reduce(self, values: Sequence[int]) -> list[int]:
        """The function's result for each value. What a row has above its word is random."""
        most = self.room // (self.source.size + self.target.size)
        return [r for i in range(0, len(values), most) for r in self._some(values[i : i + most])]

    def _some(self, values: Sequence[int]) -> list[int]:
        rng, size = Random(1), self.target.size
        out = self.inputs + -(-len(values) * self.source.size // ALIGNED) * ALIGNED
        noise = (rng.getrandbits(self.source.row) >> self.clean << self.clean for _ in values)
        content = b"".join(map(self.source.encode, values, noise))
        self.machine.write(self.inputs, content)
        self.machine.write(out, bytes(len(values) * size))
        self.machine.reset()
        for register, value in {S0: len(values), S1: self.inputs, S2: out, S3: self.function, 29: self.inputs}.items():
            self.machine.set_reg(register, value)
        stop = self.machine.run(max_cycles=100_000_000)
        if stop.reason != "loop":
            raise UserError(f"the function does not end: {stop.sentence}")
        content = self.machine.read(out, len(values) * size)
        return [self.target.decode(content[i : i + size], self.strict) for i in range(0, len(content), size)]

    def cycles(self) -> int:
        """From the function's first instruction to its last, both included, as the simulator counts them."""
        self._some([0])
        self.machine.reset()
        for register, value in {S0: 1, S1: self.inputs, S2: self.inputs, S3: self.function, 29: self.inputs}.items():
            self.machine.set_reg(register, value)
        events = self.machine.record(5 + self.length)
        own = [i for i, e in enumerate(events) if e["pc"] >= self.function]
        return int(events[own[-1]]["cycle"] - events[own[0] - 1]["cycle"])


def rounds(each_in: int, each_out: int) -> tuple[bytes, bytes]:
    """A loop that calls the function at S3 for S0 inputs, and a branch to itself."""
    loop = [
        ("addu", {"rd": 4, "rs": S2, "rt": 0}),
        ("jalr", {"rd": 31, "rs": S3}),
        ("addu", {"rd": 5, "rs": S1, "rt": 0}),
        ("addiu", {"rt": S0, "rs": S0, "imm": -1}),
        ("addiu", {"rt": S1, "rs": S1, "imm": each_in}),
        ("bne", {"rs": S0, "rt": 0, "imm": -24}),
        ("addiu", {"rt": S2, "rs": S2, "imm": each_out}),
    ]
    end = [("beq", {"rs": 0, "rt": 0, "imm": -4}), ("nop", {})]
    first, second = (b"".join(isa().encode(n, **o) for n, o in part) for part in (loop, end))
    return first, second


def proving(bits: int) -> list[int]:
    """The inputs that prove a linear program of so many bits."""
    return [*(1 << i for i in range(bits)), 0, (1 << bits) - 1]


def check(instance: Instance, function: Program) -> int:
    """Refuses a function that is wrong for some input; its cycles."""
    return proved(Runner(instance, function), function, 2 * instance.polynomial.degree - 1, instance.polynomial.reduce)


def check_conversions(instance: Instance) -> list[int]:
    """The same for both conversions."""
    return [
        proved(Runner(instance, c.program, source=c.source, target=c.target), c.program, c.bits, lambda value: value)
        for c in conversions(instance)
    ]


def proved(runner: Runner, function: Program, bits: int, right: Callable[[int], int]) -> int:
    """Refuses a linear function of so many bits that is wrong, or not as fast as its program says; its cycles."""
    inputs = proving(bits)
    for value, found in zip(inputs, runner.reduce(inputs), strict=True):
        if found != right(value):
            raise UserError(f"the program makes {found:#x} of {value:#x}, which is wrong.")
    cycles = runner.cycles()
    if cycles != function.cycles:
        raise UserError(f"the program takes {cycles} cycles, not {function.cycles}.")
    return cycles
