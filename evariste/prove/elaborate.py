# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog to an and-inverter graph, by Yosys."""

import fcntl
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

from evariste import yosys
from evariste.keys import digest
from evariste.paths import BUILD, ROOT

# No latch, no combinational loop, nothing undriven: what is proved is what was written.
CHECKED = ("proc", "opt_clean", "check -assert", "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr", "select *")
FLAT = ("proc", "flatten", "opt_clean", "async2sync", "dffunmap")  # a block with state
TO_GRAPH = ("opt -full", "techmap", "opt", "aigmap", "opt_clean")
WRITE = "write_aiger -symbols"


def sources(*folders: str) -> list[Path]:
    """The SystemVerilog files of these folders, packages first."""
    files = [path for folder in folders for path in sorted((ROOT / folder).glob("*.sv"))]
    return sorted(files, key=lambda path: not path.stem.endswith("_pkg"))


@cache
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
    path = BUILD / "prove" / f"{top}-{digest(script[1:], WRITE, given, texts, versions())}.aig"
    path.parent.mkdir(parents=True, exist_ok=True)
    # One process makes it; others that want the same wait for it.
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            new = path.with_suffix(".new.aig")
            yosys.run(*script, f"{WRITE} {new}")
            new.replace(path)
    return path
