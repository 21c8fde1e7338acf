# SPDX-License-Identifier: Apache-2.0
"""Workloads: named programs. An engine measures their cycles, an oracle checks their output.

A workload module registers one function per name, and the family it belongs to. The function takes a backend and an
engine, and returns the `Case` to build and run:

    @workload("rs255_239.decode.e8", "codes")
    def _(backend: str, engine: str) -> Case: ...

A machine's definition says with which families each of its backends is measured (`MachineDef.families`). A workload of
one machine names that machine and its backends instead.
"""

import fnmatch
import importlib
import pkgutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from evariste import workloads
from evariste.errors import UserError
from evariste.machines import MachineDef, default, named
from evariste.machines import all as all_machines


@dataclass(frozen=True)
class Output:
    """A program's output: its console text, the files it wrote, and its measured cycles by label.

    `counts` is what parts of the machine counted in the slowest measurement, or in the whole program if nothing is
    measured. `own` is the cycles of functions without those that they call; only if the case has shares. `calls` is how
    often each function was called, if the case counts them.
    """

    stdout: str
    files: dict[str, bytes]
    cycles: dict[str, list[int]]
    counts: dict[str, int] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One program to build, run and check.

    `sources` are paths from the project's root. `files` are put into the directory that the program may open files in.
    `label` selects the lines `cycles <label> <n>` that answer the workload; without one nothing is measured. `symbols`
    are patterns of the kernel's ELF symbols, for its code and data bytes. `check` returns whether the output is right,
    and the name of the independent oracle. `configuration` is that of the machine, if not the one on which the backend
    runs. `shares` names groups of functions by patterns of their symbols; the record has the part of the cycles, in
    percent, that each group takes. `extra` are words for the compiler of the program's own sources. With `calls` the
    record has how often the program called each function among `symbols`, and its code bytes are those of functions
    that ran.
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
    shares: dict[str, list[str]] = field(default_factory=dict)
    extra: list[str] = field(default_factory=list)
    calls: bool = False


Builder = Callable[[str, str], Case]


@dataclass(frozen=True)
class Workload:
    """A registered name and the function that builds its case; and its family, or its only machine and the backends."""

    name: str
    build: Builder
    family: str = ""
    machine: str = ""
    own: tuple[str, ...] = ()

    def backends(self, machine: MachineDef) -> tuple[str, ...]:
        """The backends of a machine on which it is measured."""
        if self.machine:
            return self.own if self.machine == machine.name else ()
        return tuple(
            backend for backend in machine.backends
            if self.family in machine.families(backend)
            and not any(fnmatch.fnmatch(self.name, pattern) for pattern in machine.alone(backend))
        )  # fmt: skip


_registry: dict[str, Workload] = {}


def workload(
    name: str, family: str = "", backends: tuple[str, ...] = (), machine: str = ""
) -> Callable[[Builder], Builder]:
    """Register a case builder under a name: with its family, or with its machine and the backends of that one. A name
    registered twice is a programming error.
    """

    def register(build: Builder) -> Builder:
        if name in _registry:
            raise ValueError(f"workload {name} is registered twice")
        _registry[name] = Workload(name, build, family, machine, backends)
        return build

    return register


def registry() -> dict[str, Workload]:
    """All workloads by name, from every module of `evariste.workloads` and from machines that have their own."""
    for module in pkgutil.iter_modules(workloads.__path__):
        importlib.import_module(f"evariste.workloads.{module.name}")
    for machine in all_machines():
        with suppress(UserError):  # it has none of its own
            machine.module("workloads")
    return dict(sorted(_registry.items()))


def select(patterns: Iterable[str], machines: Iterable[str] = ()) -> list[tuple[Workload, MachineDef]]:
    """The workloads that match any of the shell patterns, each with a machine that runs it.

    Without patterns all match. Without machines a workload is for its only machine, or for the default one. A pattern
    or a machine that selects nothing is refused.
    """
    chosen = []
    if machines := list(machines):
        for machine in map(named, machines):
            mine = [(w, machine) for w in registry().values() if w.backends(machine)]
            if not mine:
                raise UserError(f"no workload is for the machine {machine.name}.")
            chosen += mine
    else:
        chosen = [(w, named(w.machine) if w.machine else default()) for w in registry().values()]
        chosen = [(w, machine) for w, machine in chosen if w.backends(machine)]
    patterns = list(patterns)
    for pattern in patterns:
        if not fnmatch.filter([w.name for w, _ in chosen], pattern):
            raise UserError(f"no workload is called {pattern}; `ev bench --list` shows the names.")
    return [c for c in chosen if not patterns or any(fnmatch.fnmatch(c[0].name, p) for p in patterns)]
