# SPDX-License-Identifier: Apache-2.0
"""Proofs of rtl/cache/icache.sv: what it answers is the memory's word, for any bus and any number of wait states.

formal/icache/icache_harness.sv of the machine's tests has the memory, the properties and the invariant. Each cycle from
a state in which the invariant holds keeps it, and nothing wrong happens there. Reset leads to such a state. Proved for
caches of a few lines: a larger one has longer indices and shorter tags.
"""

from collections.abc import Iterable
from functools import cache as once
from functools import partial
from pathlib import Path

from evariste.machines.pete import MACHINE
from evariste.paths import ROOT
from evariste.verification import abc, proof, unroll
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design, Unrolled

SPECIFICATION = f"{MACHINE.verify}/formal/icache"
INPUTS = ("rtl/cache", SPECIFICATION)
SIZES = {1: 64, 2: 64}  # bytes by number of ways
WRONG = {
    "word": "an answer is not the memory's word, or not its bus error",
    "hit": "a hit in a line of which memory did not give a word",
    "answer": "an answer that nobody asked for, or none",
    "port": "the port asks while a word is on its way, or changes a request",
}
HELD = "place_i"
PASSES = (
    *("proc", "flatten", "opt_clean -purge", "setundef -undriven -anyseq", "async2sync"),
    # Not `memory`, which takes an address register into the memory: then the state is no longer that of the text.
    *("opt -nodffe -nosdff", "opt_clean -purge", "memory_collect", "memory_map", "opt -nodffe -nosdff"),
)
TO_GATES = ("techmap", "opt_clean -purge", "dffunmap", "setundef -anyseq", "aigmap", "opt_clean -purge")


@once
def harness(ways: int, changed: tuple[Path, ...] = ()) -> Design:
    """The cache and what judges it. `changed`: files in place of those of the same name."""
    other = {path.name: path for path in changed}
    rtl = [path for path in proof.sources("rtl/cache") if path.name not in other]
    files = [*rtl, *other.values(), ROOT / SPECIFICATION / "icache_harness.sv"]
    path = proof.graph("icache_harness", files, {"BYTES": SIZES[ways], "WAYS": ways}, passes=PASSES, to_graph=TO_GATES)
    return unroll.read(path)


def wrong(ways: int, changed: Iterable[Path] = ()) -> str | None:
    """None, or what is wrong in a cycle from the invariant."""
    design = harness(ways, tuple(changed))
    cycles = Unrolled(design, 2, {})
    outputs = [f"wrong_{name}_o" for name in WRONG]
    now = cycles.step(["assume_o", "holds_o", *outputs], {"rst_ni": 1})
    place = {name: cycles.port(name, 0) for name in design.ports if name.startswith(HELD)}
    then = cycles.step(["holds_o"], {**place, "rst_ni": 1}, last=True)
    happens = cycles.some([*(now[name] for name in outputs), then["holds_o"] ^ 1])
    found = abc.satisfied(cycles.built.graph({"bad": cycles.every([now["assume_o"], now["holds_o"], happens])}), "bad")
    if found is None:
        return None
    state = {name: found.get(name, 0) for name in design.state}
    ports = {name: found.get(f"{name}@0", 0) for name in design.ports} | {"rst_ni": 1}
    value = design.graph.value({**state, **ports})
    said = [text for name, text in WRONG.items() if value[f"wrong_{name}_o"]]
    return "; ".join(said) or "a cycle leads out of the invariant"


def from_reset(ways: int) -> str | None:
    """Reset leads to the invariant."""
    cycles = Unrolled(harness(ways), 2, {})
    cycles.step([], {"rst_ni": 0})
    now = cycles.step(["holds_o"], {"rst_ni": 1}, last=True)
    bad = cycles.built.graph({"bad": now["holds_o"] ^ 1})
    return None if abc.satisfied(bad, "bad") is None else "a state after reset is not one of the invariant"


def proofs() -> list[Proof]:
    """For each number of ways."""
    found = []
    for ways in SIZES:
        kind = f"{ways} way{'s' * (ways > 1)}"
        found += [
            Proof(f"icache.word.{ways}", "cache", f"what a cache of {kind} answers is the memory's word or bus error, "
                  "also behind a change of memory and an invalidation", "sat", partial(wrong, ways), INPUTS, None,
                  code=__name__),
            Proof(f"icache.reset.{ways}", "cache", f"reset empties a cache of {kind}", "sat", partial(from_reset, ways),
                  INPUTS, 1, code=__name__),
        ]  # fmt: skip
    return found
