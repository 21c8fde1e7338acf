# SPDX-License-Identifier: Apache-2.0
"""New records beside old ones: what grew, what shrank, what cannot be compared."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from evariste.errors import UserError
from evariste.record import nearest

Records = list[dict[str, Any]]


@dataclass
class Difference:
    """Sentences by kind. `same` counts the records with unchanged cycles. `recompiled`: the cycles changed and so did
    the compiler, so this says nothing about the project's own code.
    """

    grew: list[str] = field(default_factory=list)
    shrank: list[str] = field(default_factory=list)
    recompiled: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    same: int = 0


def compare(old: Records, new: Iterable[dict[str, Any]]) -> Difference:
    """Each new record against the old one of the same machine, workload, backend and configuration.

    The engine may differ, because the engines agree cycle for cycle. An old record of the same engine is preferred.
    Refused if nothing can be compared.
    """
    difference, compared = Difference(), 0
    for record in new:
        name = f"{record['workload']} on {record['backend']}"
        found = [r for r in old if _same(r, record)]
        if not found:
            difference.other.append(f"{name} has no old record")
            continue
        found.sort(key=lambda r: (r["engine"] != record["engine"], nearest(r["engine"])))
        before, now = found[0]["cycles"], record["cycles"]
        if found[0].get("params") != record.get("params"):
            difference.other.append(f"{name} has other parameters than its old record")
            continue
        compared += 1
        sentence = f"{name}: {before:,} cycles before, {now:,} now ({now - before:+,})"
        compilers = [r.get("versions", {}).get("gcc") for r in (found[0], record)]
        if now == before:
            difference.same += 1
        elif compilers[0] != compilers[1]:
            difference.recompiled.append(f"{sentence}; by GCC {compilers[0]} before, {compilers[1]} now")
        else:
            (difference.grew if now > before else difference.shrank).append(sentence)
    if not compared:
        raise UserError("no record of the old file can be compared with a new one, so nothing is known.")
    return difference


def _same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    return all(a.get(key) == b.get(key) for key in ("machine", "workload", "backend", "config"))
