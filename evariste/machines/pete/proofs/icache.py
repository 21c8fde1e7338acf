# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/cache/icache.sv: what it answers is the memory's word, for any bus and any number of wait states.

formal/icache/icache_harness.sv of the machine's tests has the memory, the properties and the invariant. Each cycle from
a state in which the invariant holds keeps it, and nothing wrong happens there. Reset leads to such a state. Proved for
caches of a few lines: a larger one has longer indices and shorter tags.
"""

from functools import cache as once
from functools import partial
from pathlib import Path

from evariste.machines.pete import MACHINE
from evariste.verification import induction, proof
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design

SPECIFICATION = f"{MACHINE.verify}/formal/icache"
INPUTS = ("rtl/cache", SPECIFICATION)
SIZES = {1: 64, 2: 64}  # bytes by number of ways
WRONG = {
    "word": "an answer is not the memory's word, or not its bus error",
    "hit": "a hit in a line of which memory did not give a word",
    "answer": "an answer that nobody asked for, or none",
    "port": "the port asks while a word is on its way, or changes a request",
    "late": "a request comes no nearer to its answer",
    "line": "a hit or a miss where the lines used last, and bus errors, say otherwise",
}
HELD = "place_i"


@once
def harness(ways: int, changed: tuple[Path, ...] = ()) -> Design:
    """The cache and what judges it. `changed`: files in place of those of the same name."""
    files = [*proof.sources("rtl/cache", SPECIFICATION), *changed]
    return induction.design("icache_harness", files, {"BYTES": SIZES[ways], "WAYS": ways})


def wrong(ways: int, changed: tuple[Path, ...] = ()) -> str | None:
    """None, or what is wrong in a cycle from the invariant."""
    return induction.wrong(harness(ways, changed), WRONG, HELD)


def from_reset(ways: int) -> str | None:
    """Reset leads to the invariant."""
    return induction.from_reset(harness(ways))


def proofs() -> list[Proof]:
    """For each number of ways."""
    found = []
    for ways in SIZES:
        kind = f"{ways} way{'s' * (ways > 1)}"
        found += [
            Proof(f"icache.word.{ways}", "cache", f"what a cache of {kind} answers is the memory's word or bus error, "
                  "also behind a change of memory and an invalidation; it hits in the lines used last, and in none "
                  "with a bus error; on a bus that grants at once and answers in the next cycle it answers within 7 "
                  "cycles", "sat", partial(wrong, ways), INPUTS, None,
                  code=__name__),
            Proof(f"icache.reset.{ways}", "cache", f"reset empties a cache of {kind}", "sat", partial(from_reset, ways),
                  INPUTS, 1, code=__name__),
        ]  # fmt: skip
    return found
