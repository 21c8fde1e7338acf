# SPDX-License-Identifier: Apache-2.0
"""A proof: its statement, its question, and its answer. Answers are kept by content, so no question is asked twice."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache as once
from importlib import metadata
from pathlib import Path

from evariste import cache, yosys
from evariste.cache import keys
from evariste.cache.keys import Store
from evariste.paths import ROOT
from evariste.verification import abc

STORE = Store("prove/answers")
FACTS = ("isa",)  # what the code reads


@dataclass(frozen=True)
class Proof:
    """`ask` returns None if the statement holds, else a sentence with the counterexample. `inputs`: the folders and
    files of RTL and specification that the answer depends on. `depth`: clock cycles from an arbitrary state or from
    reset; None if the statement has no time in it, or holds for all time. `code`: the module that asks.
    """

    name: str
    group: str
    states: str
    engine: str
    ask: Callable[[], str | None]
    inputs: tuple[str, ...]
    depth: int | None = None
    full: bool = False
    code: str = __name__

    def key(self) -> str:
        """The key changes with the RTL, the specification, the asking code with all that it imports, and the tools."""
        return keys.digest(self.name, keys.tree(*self.inputs, *FACTS), keys.code(self.code), versions(),
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


# No latch, no combinational loop, nothing undriven, so the proof is about the written design.
CHECKED = ("proc", "opt_clean", "check -assert", "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr", "select *")
FLAT = ("proc", "flatten", "opt_clean", "async2sync", "dffunmap")  # a block with state
TO_GRAPH = ("opt -full -nodffe -nosdff", "techmap", "opt -nodffe -nosdff", "aigmap", "opt_clean")
WRITE = "write_aiger -symbols"
KEEP = 500  # graphs


def sources(*folders: str) -> list[Path]:
    """The SystemVerilog files of these folders, packages first."""
    files = [path for folder in folders for path in sorted((ROOT / folder).glob("*.sv"))]
    return sorted(files, key=lambda path: not path.stem.endswith("_pkg"))


@once
def versions() -> dict[str, str]:
    """What the proofs rest on."""
    return {"pyosys": metadata.version("pyosys")}


def graph(top: str, files: Iterable[Path], parameters: Mapping[str, int] | None = None, *, passes: Iterable[str] = (),
          to_graph: Iterable[str] = TO_GRAPH) -> Path:  # fmt: skip
    """The AIGER file of the module `top`, made once per content; `passes` run before the translation to gates."""
    files = list(files)
    given = " ".join(f"-G{name}={value}" for name, value in (parameters or {}).items())
    script = [
        f"read_slang --top {top} {given} {' '.join(str(path) for path in files)}",
        f"hierarchy -check -top {top}",
        *(passes or (*CHECKED, "flatten")),
        *to_graph,
    ]
    texts = [path.read_bytes() for path in files]
    key = keys.digest(script[1:], WRITE, given, texts, keys.code(yosys.__name__), versions())
    return cache.built("prove", top, key, lambda folder: yosys.run(*script, f"{WRITE} {folder}/graph.aig"),
                       f"elaborating {top}", keep=KEEP) / "graph.aig"  # fmt: skip
