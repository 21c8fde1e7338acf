# SPDX-License-Identifier: Apache-2.0
"""A reduction executed on the interpreter. It is linear: unit vectors, zero and all ones prove it for every input."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from evariste.errors import UserError
from evariste.isa.load import soc
from evariste.machines.vword.assembly import code, isa
from evariste.machines.vword.instance import Instance
from evariste.machines.vword.program import Program

if TYPE_CHECKING:
    from evariste.sim import Machine

WIDEST = 640  # bits of a word that the simulator can have
INPUTS = 0x10000  # from the beginning of RAM; the results are behind them
S0, S1, S2, S3 = 16, 17, 18, 19  # rounds left, input, result, the function
STATUS = 0x4040  # BEV and CU2, the upper half


class Runner:
    """A machine with an instance, the interpreter unless told otherwise, and a function in its ROM."""

    def __init__(self, instance: Instance, function: Program, machine: "Machine | None" = None) -> None:
        from evariste.sim import Machine

        if instance.word > WIDEST:
            raise UserError(f"The simulator runs words of up to {WIDEST} bits, and this one has {instance.word}.")
        self.instance, self.machine = instance, machine or Machine("vword", parameters=instance.parameters)
        memories = {m.name: m for m in soc("vword").memories}
        self.rom, ram = memories["rom"].base, memories["ram"]
        self.inputs, self.room = ram.base + INPUTS, ram.size - INPUTS
        self.row = instance.row // 8
        self.sizes = instance.reduction.words_in * self.row, instance.reduction.words_out * self.row
        driver = self._driver()
        self.function = self.rom + len(driver)
        self.length = len(function.instructions)
        self.machine.write(self.rom, driver + code(function.instructions))

    def _driver(self) -> bytes:
        """Calls the function for each input."""
        setup = [isa().encode("lui", rt=8, imm=STATUS), isa().encode("mtc0", rt=8, cd=12)]
        return b"".join([*setup, *rounds(*self.sizes)])

    def reduce(self, values: Sequence[int]) -> list[int]:
        """Each value reduced. What a row has above its word is random."""
        each_in, each_out = self.sizes
        most = self.room // (each_in + each_out)
        return [r for i in range(0, len(values), most) for r in self._some(values[i : i + most])]

    def _some(self, values: Sequence[int]) -> list[int]:
        each_in, each_out = self.sizes
        rng, w, out = Random(1), self.instance.word, self.inputs + len(values) * each_in
        rows = [v >> i * w & (1 << w) - 1 for v in values for i in range(each_in // self.row)]
        above = 8 * self.row - w
        noisy = (row | rng.getrandbits(above) << w if above else row for row in rows)
        self.machine.write(self.inputs, b"".join(row.to_bytes(self.row, "little") for row in noisy))
        self.machine.write(out, bytes(len(values) * each_out))
        self.machine.reset()
        for register, value in {S0: len(values), S1: self.inputs, S2: out, S3: self.function, 29: self.inputs}.items():
            self.machine.set_reg(register, value)
        stop = self.machine.run(max_cycles=100_000_000)
        if stop.reason != "loop":
            raise UserError(f"the reduction does not end: {stop.sentence}")
        content = self.machine.read(out, len(values) * each_out)
        found = [int.from_bytes(content[i : i + self.row], "little") for i in range(0, len(content), self.row)]
        words = each_out // self.row
        return [sum(found[i + k] << k * w for k in range(words)) for i in range(0, len(found), words)]

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
    runner = Runner(instance, function)
    inputs = proving(2 * instance.polynomial.degree - 1)
    for value, found in zip(inputs, runner.reduce(inputs), strict=True):
        if found != instance.polynomial.reduce(value):
            raise UserError(f"the program reduces {value:#x} wrongly, to {found:#x}.")
    cycles = runner.cycles()
    if cycles != function.cycles:
        raise UserError(f"the program takes {cycles} cycles, not {function.cycles}.")
    return cycles
