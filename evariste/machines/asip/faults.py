# SPDX-License-Identifier: Apache-2.0
"""Flipped bits while a ladder runs that checks its result: single faults in the state of the interpreter, one a run.

The state is what lock-step compares, where a point multiplication keeps something: w0 to w7, the field's constants, the
scalar and the coordinates in the data memory, counters, flags; and the product under way. Registers between stages are
not in the interpreter.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from evariste.ecc.curves import binary_curves
from evariste.isa import load
from evariste.machines.asip import driver
from evariste.machines.asip.assembler import NAME
from evariste.machines.asip.host import STATUS, Host
from evariste.verification import faults
from evariste.verification.faults import PATIENCE, Campaign

PROGRAMS = {"k163": "K-163, k P with the check of the result", "b163": "B-163, k P with the check of the result"}
CHECKED = 2  # flag of point_multiply
REGIONS = ("m_field", "m_r2", "m_r", "m_a", "m_b", "m_sqrtb", "m_k", "m_x", "m_y", "m_zero")
WIDTH, FLAGS = 256, 5

Bit = tuple[str, int, int]  # place, index, bit


@cache
def bits() -> dict[str, Bit]:
    """The bits of the state by name."""
    found = {f"w{i}[{bit}]": ("wide", i, bit) for i in range(8) for bit in range(WIDTH)}
    for region in load.tasks(NAME).memory:
        if region.name in REGIONS:
            for i in range(min(region.words, WIDTH // 32)):
                found |= {f"{region.name}[{32 * i + bit}]": ("memory", region.word + i, bit) for bit in range(32)}
    found |= {f"c{i}[{bit}]": ("counter", i, bit) for i in range(4) for bit in range(16)}
    found |= {f"flags[{bit}]": ("flags", 0, bit) for bit in range(FLAGS)}
    return found | {f"product[{bit}]": ("product", 0, bit) for bit in range(WIDTH)}


PARTS: dict[str, Callable[[str], bool]] = {"state": lambda _name: True}


def system(_folder: Path) -> None:
    """Nothing: the interpreter is built when it is needed."""


class Ladder:
    """Point multiplications of one curve with one scalar. `flags`: those of the task."""

    def __init__(self, name: str, seed: int = 1, flags: int = CHECKED) -> None:
        self.curve, rng = binary_curves()[name], Random(f"ladder/{name}/{seed}")
        self.scalar = rng.randrange(1, self.curve.n)
        self.length = self.curve.n.bit_length()
        self.blinding = rng.randrange(1, 1 << (self.curve.poly.bit_length() - 1))
        self.host, self.flags = Host(), flags
        self.constants = driver.constants(self.host, self.curve.poly, self.curve.a, self.curve.b)
        self.words = driver.numbers(self.host, self.curve.gx, self.curve.gy, self.scalar, self.blinding)
        driver.checked(self.host.task("curve", self.constants))
        done = driver.checked(self.host.task("point_multiply", self.words, self.length, flags))
        self.right, self.cycles = done.words, done.cycles

    def run(self, bit: Bit, cycle: int) -> tuple[str, tuple[int, ...]]:
        """The outcome of a flip in this cycle, and what came out."""
        host = self.host
        host.reset()
        host.stream(())
        driver.checked(host.task("curve", self.constants))
        host.write("task", host.tasks["point_multiply"] | self.flags << 6 | self.length << 16)
        before, taken = host.stream(self.words, cycle)
        host.flip(*bit)
        got, _ = host.stream(self.words[taken:], PATIENCE * self.cycles)
        out = (*before, *got)
        if host.status & STATUS["busy"]:
            return "hang", ()
        if host.status & STATUS["error"]:
            return "detected", ()
        return ("masked" if out == self.right else "silent"), out


def inject(
    _system: None,
    name: str,
    which: Callable[[str], bool] = PARTS["state"],
    each: int = 1,
    seed: int = 1,
    say: Callable[[str], object] = lambda text: None,
) -> Campaign:
    """Flip every bit with a name that `which` accepts, in `each` random cycles of a point multiplication."""
    ladder, rng = Ladder(name), Random(f"faults/{name}/{seed}")
    chosen = {bit: place for bit, place in bits().items() if which(bit)}
    campaign = Campaign(name, len(chosen), each, (1, ladder.cycles), engine="iss")
    for count, (bit, place) in enumerate(chosen.items(), 1):
        for _ in range(each):
            outcome, _out = ladder.run(place, rng.randrange(1, ladder.cycles))
            campaign.outcomes[faults.register(bit)][outcome] += 1
        if count % 500 == 0:
            say(f"{name}: {count} of {len(chosen)} bits")
    return campaign
