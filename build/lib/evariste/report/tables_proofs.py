# SPDX-License-Identifier: Apache-2.0
"""What is proved of the RTL, with the engine, the depth and the time it took."""

from evariste.errors import Refusal
from evariste.report import Records, markdown, table

GROUPS = ("arithmetic",)


def _rows(records: Records, group: str) -> str:
    found = [r for r in records.like(r"prove\.") if r["params"]["group"] == group]
    if not found:
        raise Refusal(
            f"no record of the proofs of the {group}; `ev prove --full --json doc/records/proofs.json` makes it."
        )
    rows = [
        (
            r["workload"].removeprefix("prove."),
            r["params"]["states"],
            r["engine"],
            "any time" if r["params"]["depth"] is None else f"{r['params']['depth']} cycles",
            float(r["params"]["seconds"]),
            "yes" if r["verdict"]["passed"] else "REFUTED",
        )
        for r in found
    ]
    return markdown(("proof", "states that", "engine", "holds for", "seconds", "proved"), rows)


for _group in GROUPS:
    table(f"proofs.{_group}")(lambda records, group=_group: _rows(records, group))
