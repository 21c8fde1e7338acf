# SPDX-License-Identifier: Apache-2.0
"""Programs for a core with an accelerator that takes commands: what tests of such machines share."""

from dataclasses import dataclass, field
from functools import cache

from evariste.isa import machine
from evariste.sim import Machine

ROM, RAM, END_OF_RAM = 0xBFC00000, 0x80000000, 0x80100000
SLOTS = RAM + 0x1000  # of slot 0
USABLE = 0x40400000  # Status.BEV, Status.CU2
STATUS, CONFIG, BASE, _, WAIT, *_, TABLE, COUNT, INDEX, FLAG, ID = range(12)


@dataclass
class Code:
    """A program, and constants of its core in registers."""

    name: str  # the machine's
    words: list[bytes] = field(default_factory=list)

    def put(self, name: str, **operands: int) -> None:
        self.words.append(machine(self.name).encode(name, **operands))

    def load(self, register: int, value: int) -> None:
        self.put("lui", rt=register, imm=value >> 16)
        self.put("ori", rt=register, rs=register, imm=value & 0xFFFF)

    def set(self, control: int, value: int) -> None:
        self.load(9, value)
        self.put("ctc2", rt=9, control=control)

    def start(self) -> None:
        """Makes the accelerator usable."""
        self.load(8, USABLE)
        self.put("mtc0", rt=8, cd=12)
        self.set(BASE, SLOTS)

    def wait(self, register: int = 2) -> None:
        self.put("cfc2", rt=register, control=WAIT)

    def clear_error(self) -> None:
        self.put("ctc2", rt=0, control=STATUS)

    def end(self) -> bytes:
        self.put("sdbbp", code=2)
        return b"".join(self.words)


@cache
def simulator(name: str, configuration: str, engine: str = "iss") -> Machine:
    return Machine(name, configuration, engine=engine)


def place(slot: int, stride: int) -> int:
    """The address of a slot."""
    return SLOTS + 4 * stride * slot


def write(core: Machine, slot: int, stride: int, words: int, value: int) -> None:
    core.write(place(slot, stride), value.to_bytes(4 * words, "little"))


def read(core: Machine, slot: int, stride: int, words: int) -> int:
    return int.from_bytes(core.read(place(slot, stride), 4 * words), "little")


def run(core: Machine, code: bytes) -> None:
    """Runs a program, which is put into ROM, to its breakpoint. RAM is as it was."""
    core.write(ROM, code)
    core.reset()
    stop = core.run(max_cycles=2_000_000)
    assert stop.reason == "breakpoint", stop.sentence
