# SPDX-License-Identifier: Apache-2.0
"""A proof: what it states, how it is asked, and its answer, kept by content so that it is not asked twice."""

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass

from evariste import keys
from evariste.prove import abc, elaborate
from evariste.store import Store

STORE = Store("prove/answers")
FACTS = ("isa",)  # what the code reads
CODE = ("evariste.prove",)


@dataclass(frozen=True)
class Proof:
    """`ask` gives None when the statement holds, else a sentence with the counterexample. `inputs`: the folders and
    files of RTL and specification that the answer depends on. `depth`: clock cycles from an arbitrary or from the
    reset state; None when the statement has no time in it, or holds for all time."""

    name: str
    group: str
    states: str
    engine: str
    ask: Callable[[], str | None]
    inputs: tuple[str, ...]
    depth: int | None = None
    full: bool = False

    def key(self) -> str:
        """Changes with the RTL, the specification, the code that asks with all that it imports, and the tools."""
        return keys.digest(self.name, keys.tree(*self.inputs, *FACTS), keys.code(*CODE), elaborate.versions(),
                           keys.tool(abc.binary()))  # fmt: skip

    def answer(self, again: bool = False) -> "Answer":
        """The kept answer, or a new one."""
        kept = None if again else STORE.get(self.key())
        if kept:
            return Answer(**kept)
        start = _processor_time()
        counterexample = self.ask()
        found = Answer(self.name, counterexample is None, counterexample, round(_processor_time() - start, 2))
        STORE.put(self.key(), asdict(found))
        return found


@dataclass(frozen=True)
class Answer:
    """What came out, and in how many seconds of processor time."""

    name: str
    holds: bool
    counterexample: str | None
    seconds: float


def _processor_time() -> float:
    """Of this process and of the tools that it ran, in seconds."""
    return sum(sum(os.times()[i : i + 2]) for i in (0, 2))
