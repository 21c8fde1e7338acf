# SPDX-License-Identifier: Apache-2.0
"""The table of cycles in the machine's document: the library's portable C, beside the default machine's."""

from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.tables import Records, markdown, table

NAME = "coreva"


def _of(records: Records, machine: str, workload: str) -> dict[str, Any] | None:
    wanted = machine, workload, PORTABLE
    return next((r for r in records if (r["machine"], r["workload"], r["backend"]) == wanted), None)


@table("coreva.cycles")
def _(records: Records) -> str:
    other = machines.DEFAULT
    rows: list[tuple[object, ...]] = []
    for record in sorted((r for r in records if r["machine"] == NAME), key=lambda r: str(r["workload"])):
        beside = _of(records, other, record["workload"])
        count, code = record["instructions"], record["code_bytes"]
        average = f"{count / record['cycles']:.1f}" if count else "-"
        compared = beside["cycles"] if beside else "-"
        rows.append((f"`{record['workload']}`", record["cycles"], average, code or "-", compared))
    if not rows:
        raise UserError(f"no record of {NAME}'s cycles; `ev bench --machine {NAME}` makes them.")
    return markdown(("workload", "cycles", "operations a cycle", "bytes of code", f"{other}, portable C"), rows)
