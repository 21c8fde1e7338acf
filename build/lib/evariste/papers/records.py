# SPDX-License-Identifier: Apache-2.0
"""The numbers that claims are held against: committed records, and the specification's cycle counts."""

import functools
import json
from collections.abc import Iterable
from typing import Any

from evariste.papers.formula import Reference
from evariste.papers.schema import PeersFile
from evariste.paths import ROOT

FOLDER = ROOT / "doc" / "records"
# Engines agree cycle for cycle; where several measured, the hardware's own figure is quoted.
_PREFERENCE = ("rtl", "lockstep", "iss")


class Missing(LookupError):
    """No record answers a reference; the text is a sentence."""


@functools.cache
def instruction_facts() -> tuple[dict[str, Any], ...]:
    """One record for each instruction of the gfp specification, called isa.NAME, with its cycles and bytes."""
    from evariste.isa.load import machine

    return tuple(
        {"workload": f"isa.{i.name}", "backend": "gfp", "engine": "specification", "cycles": i.spec.cycles,
         "bytes": i.size, "verdict": {"passed": True, "checked": "lock-step runs of simulator and RTL"}}
        for i in machine("gfp").instructions
    )  # fmt: skip


@functools.cache
def peer_facts() -> tuple[dict[str, Any], ...]:
    """One record for each peer with an id, called peer.WORKLOAD.ID on the backend `m0plus`."""
    from evariste.isa.load import read

    content = read(ROOT / "papers" / "peers.yaml", PeersFile)
    return tuple(
        {"workload": f"peer.{group.workload}.{peer.id}", "backend": "m0plus", "engine": peer.standing,
         "cycles": peer.cycles, "verdict": {"passed": True, "checked": content.measurement.checked}}
        for group in content.groups for peer in group.peers if peer.id and group.workload
    )  # fmt: skip


def facts() -> list[dict[str, Any]]:
    """What is known without a run: the specification's cycles and the peers that claims name."""
    return [*instruction_facts(), *peer_facts()]


def all_records() -> list[dict[str, Any]]:
    """What doc/records holds, and the facts."""
    committed = [r for path in sorted(FOLDER.glob("*.json")) for r in json.loads(path.read_text())]
    return [*committed, *facts()]


def number(records: Iterable[dict[str, Any]], reference: Reference) -> float:
    """The referenced number; `Missing` when no record has it, or its run's output was wrong."""
    found = [
        r
        for r in records
        if r["workload"] == reference.workload
        and r.get("backend") == reference.backend
        and reference.engine in (None, r.get("engine"))
    ]
    if not found:
        raise Missing(f"No record of {reference} yet.")
    found.sort(key=lambda r: _PREFERENCE.index(r["engine"]) if r["engine"] in _PREFERENCE else len(_PREFERENCE))
    record = found[0]
    if record["verdict"]["passed"] is False:
        raise Missing(f"The output of {reference} was wrong, so that its cycles mean nothing.")
    value: Any = record
    for step in reference.field.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise Missing(f"The record of {reference} has no number there.")
    return value
