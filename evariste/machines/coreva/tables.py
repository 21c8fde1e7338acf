# SPDX-License-Identifier: Apache-2.0
"""The table of cycles in the machine's document: the library's portable C, beside the default machine's."""

from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.machines.coreva import workloads
from evariste.tables import Records, markdown, table

NAME = "coreva"


def _apart(workload: str) -> bool:
    """A workload with something on or off."""
    return ".without." in workload or workload.endswith(".ise")


def _own(records: Records) -> dict[str, dict[str, Any]]:
    return {r["workload"]: r for r in records if r["machine"] == NAME and r["backend"] == PORTABLE}


@table("coreva.passes")
def _(records: Records) -> str:
    known, passes = _own(records), workloads.PASSES
    rows: list[tuple[object, ...]] = []
    for name in workloads.STUDIED:
        every = known[name]
        rate = f"{every['instructions'] / every['cycles']:.2f}"
        rows.append((f"`{name}`", every["cycles"], rate, *(known[f"{name}.without.{p}"]["cycles"] for p in passes)))
    return markdown(("workload", "all passes", "operations a cycle", *(f"without {p}" for p in passes)), rows)


@table("coreva.fused")
def _(records: Records) -> str:
    known = _own(records)
    rows: list[tuple[object, ...]] = []
    for name in workloads.FUSED:
        base, fused = known[name], known[f"{name}.ise"]
        count = (fused["mix"] or {}).get("fused", "-")
        rows.append((f"`{name}`", base["cycles"], fused["cycles"], count, base["code_bytes"], fused["code_bytes"]))
    return markdown(("workload", "base", "ise", "fused operations", "bytes, base", "bytes, ise"), rows)


def _of(records: Records, machine: str, workload: str) -> dict[str, Any] | None:
    wanted = machine, workload, PORTABLE
    return next((r for r in records if (r["machine"], r["workload"], r["backend"]) == wanted), None)


@table("coreva.cycles")
def _(records: Records) -> str:
    other = machines.DEFAULT
    rows: list[tuple[object, ...]] = []
    library = {name: record for name, record in _own(records).items() if not _apart(name)}
    for _, record in sorted(library.items()):
        beside = _of(records, other, record["workload"])
        count, code = record["instructions"], record["code_bytes"]
        average = f"{count / record['cycles']:.1f}" if count else "-"
        compared = beside["cycles"] if beside else "-"
        rows.append((f"`{record['workload']}`", record["cycles"], average, code or "-", compared))
    if not rows:
        raise UserError(f"no record of {NAME}'s cycles; `ev bench --machine {NAME}` makes them.")
    return markdown(("workload", "cycles", "operations a cycle", "bytes of code", f"{other}, portable C"), rows)
