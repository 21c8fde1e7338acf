# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog to an and-inverter graph, by Yosys with the slang front end (PyPI `pyosys`)."""

import fcntl
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

from evariste.bench.store import digest
from evariste.errors import Refusal
from evariste.paths import BUILD, ROOT

# An error in Yosys ends its process, so each design gets one of its own.
RUN = """
import sys
from pyosys import libyosys
design = libyosys.Design()
for line in sys.argv[1:]:
    libyosys.run_pass(line, design)
"""
# No latch, no combinational loop, nothing undriven: what is proved is what was written.
CHECKED = ("proc", "opt_clean", "check -assert", "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr", "select *")
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
            run(*script, f"{WRITE} {new}", about=top)
            new.replace(path)
    return path


def run(*script: str, about: str) -> str:
    """Run Yosys passes; what it said. A pass that fails is refused with the error."""
    done = subprocess.run([sys.executable, "-c", RUN, *script], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        wrong = [line for line in said if "error" in line.lower()] or said
        raise Refusal(f"Yosys cannot read {about}: {wrong[-1].strip() if wrong else 'it said nothing'}")
    return done.stdout
