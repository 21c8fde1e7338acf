# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog to an and-inverter graph, by Yosys."""

from collections.abc import Iterable, Mapping
from functools import cache as once
from importlib import metadata
from pathlib import Path

from evariste import cache, keys, yosys
from evariste.paths import ROOT

# No latch, no combinational loop, nothing undriven: what is proved is what was written.
CHECKED = ("proc", "opt_clean", "check -assert", "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr", "select *")
FLAT = ("proc", "flatten", "opt_clean", "async2sync", "dffunmap")  # a block with state
TO_GRAPH = ("opt -full", "techmap", "opt", "aigmap", "opt_clean")
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
