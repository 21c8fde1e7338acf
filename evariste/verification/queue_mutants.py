# SPDX-License-Identifier: Apache-2.0
"""Mutants of rtl/command/command_queue.sv, which accelerators share: three commands of two bits that come, leave, and
are thrown away in any cycle.
"""

from pathlib import Path
from random import Random

from evariste.verification.blocks import Block, Ports, campaign
from evariste.verification.mutation import Result, Say

ENTRIES = 6  # bits of them


def block(around: Path) -> Block:
    """The queue in the module `queue_mutated` of the file `around`."""
    return Block("queue_mutated", (), ("rtl/command/command_queue.sv",), {}, around, ("rtl/command/command_queue.sv",),
                 registers={"entries": "entries_o", "read": "read_o", "write": "write_o"},
                 dead={f"entries[{i}]": f"entries_unread_o[{i}]" for i in range(ENTRIES)}, loose=("read", "write"),
                 holds="holds_o")  # fmt: skip


class Drive:
    """Any inputs; the queue is often full in some rounds and often empty in others."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.pushes, self.pops = rng.choice(((0.9, 0.4), (0.5, 0.5), (0.4, 0.9)))

    def ask(self) -> dict[str, int]:
        rng = self.rng
        return {"rst_ni": 1, "clear_i": int(rng.random() < 0.03), "push_i": int(rng.random() < self.pushes),
                "pop_i": int(rng.random() < self.pops), "command_i": rng.getrandbits(2)}  # fmt: skip

    def go(self, _answers: Ports) -> dict[str, int]:
        self.inputs = self.ask()
        return self.inputs

    def seen(self, _answers: Ports) -> list[tuple[str, int]]:
        return [("valid_o", 1), ("room_o", 1), ("room2_o", 1), ("level_o", 31), ("command_o", 3)]


def run(around: Path, result: Result, rounds: int, more: int, say: Say) -> Result:
    """Mutate the queue."""
    return campaign(block(around), Drive, result, rounds, more, say)
