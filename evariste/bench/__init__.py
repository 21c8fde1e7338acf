# SPDX-License-Identifier: Apache-2.0
"""Workloads: named programs. An engine measures their cycles, an oracle checks their output.

A workload module registers one function per name. The function takes a backend and an engine, and returns the `Case` to
build and run:

    @workload("rs255_239.decode.e8", backends=(NATIVE, PORTABLE))
    def _(backend: str, engine: str) -> Case: ...
"""

import fnmatch
import importlib
import pkgutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from evariste import workloads
from evariste.errors import UserError
from evariste.machines import DEFAULT, named
from evariste.machines import all as all_machines


@dataclass(frozen=True)
class Output:
    """A program's output: its console text, the files it wrote, and its measured cycles by label."""

    stdout: str
    files: dict[str, bytes]
    cycles: dict[str, list[int]]


@dataclass(frozen=True)
class Case:
    """One program to build, run and check.

    `sources` are paths from the project's root. `files` are put into the directory that the program may open files in.
    `label` selects the lines `cycles <label> <n>` that answer the workload. `symbols` are patterns of the kernel's ELF
    symbols, for its code and data bytes. `check` returns whether the output is right, and the name of the independent
    oracle. `configuration` is that of the machine, if not the one on which the backend runs.
    """

    sources: list[str]
    label: str
    check: Callable[[Output], tuple[bool, str]]
    symbols: list[str] = field(default_factory=list)
    args: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    defines: dict[str, str | int] = field(default_factory=dict)
    params: dict[str, Any] = field(default_factory=dict)
    opt: str = "-O2"
    configuration: str = ""


Builder = Callable[[str, str], Case]


@dataclass(frozen=True)
class Workload:
    """A registered name, its backends, the function that builds its case, and its machine."""

    name: str
    backends: tuple[str, ...]
    build: Builder
    machine: str = DEFAULT


_registry: dict[str, Workload] = {}


def workload(name: str, backends: tuple[str, ...], machine: str = DEFAULT) -> Callable[[Builder], Builder]:
    """Register a case builder under a name; a name registered twice is a programming error."""

    def register(build: Builder) -> Builder:
        if name in _registry:
            raise ValueError(f"workload {name} is registered twice")
        _registry[name] = Workload(name, backends, build, machine)
        return build

    return register


def registry() -> dict[str, Workload]:
    """All workloads by name, from every module of `evariste.workloads`."""
    for module in pkgutil.iter_modules(workloads.__path__):
        importlib.import_module(f"evariste.workloads.{module.name}")
    for machine in all_machines():
        with suppress(UserError):  # it has none of its own
            machine.module("workloads")
    return dict(sorted(_registry.items()))


def select(patterns: Iterable[str], machines: Iterable[str] = ()) -> list[Workload]:
    """The workloads that match any of the shell patterns, for any of the machines; none given means all.

    A pattern or a machine that selects nothing is refused. A workload of another machine is for this one, too, on the
    backends that both have.
    """
    known = registry()
    if machines := list(machines):
        chosen = [on(w, machine) for machine in machines for w in known.values()]
        known = {f"{w.machine} {w.name}": w for w in chosen if w is not None}
        if absent := set(machines) - {w.machine for w in known.values()}:
            raise UserError(f"no workload is for a machine {min(absent)}.")
        names = {w.name for w in known.values()}
    else:
        names = set(known)
    patterns = list(patterns)
    for pattern in patterns:
        if not fnmatch.filter(names, pattern):
            raise UserError(f"no workload is called {pattern}; `ev bench --list` shows the names.")
    return [w for w in known.values() if not patterns or any(fnmatch.fnmatch(w.name, p) for p in patterns)]


def on(workload: Workload, machine: str) -> Workload | None:
    """A workload on a machine that has some of its backends. None if it has none."""
    if workload.machine == machine:
        return workload
    shared = tuple(backend for backend in workload.backends if backend in named(machine).backends)
    return replace(workload, machine=machine, backends=shared) if shared else None
