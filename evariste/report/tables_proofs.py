# SPDX-License-Identifier: Apache-2.0
"""What is proved of the RTL, with the engine, the depth and the time it took."""

from evariste.errors import UserError
from evariste.report import Records, markdown, table


def _of(records: Records, group: str) -> Records:
    found = Records(r for r in records.like(r"prove\.") if r["params"]["group"] == group)
    if not found:
        raise UserError(
            f"no record of the proofs of {group}; `ev prove --full --json doc/records/proofs.json` makes it."
        )
    return found


def _rows(found: Records) -> str:
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


@table("proofs.arithmetic")
def _(records: Records) -> str:
    return _rows(_of(records, "arithmetic"))


@table("proofs.core")
def _(records: Records) -> str:
    return _rows(_of(records, "core"))


@table("proofs.nvic")
def _(records: Records) -> str:
    return _rows(_of(records, "nvic"))


@table("proofs.instructions")
def _(records: Records) -> str:
    """One sentence: how many are proved, and which are not."""
    found = _of(records, "instruction")
    refuted = [r["workload"].removeprefix("prove.insn.") for r in found if not r["verdict"]["passed"]]
    longest = max(found, key=lambda r: r["params"]["seconds"])
    name, most = longest["workload"].removeprefix("prove.insn."), longest["params"]["seconds"]
    total = sum(r["params"]["seconds"] for r in found)
    text = f"{len(found) - len(refuted)} of {len(found)} instructions are proved, for any time, in {total:,.0f} seconds"
    return f"{text}; the longest, `{name}`, took {most:.0f}.{' Refuted: ' + ', '.join(refuted) if refuted else ''}\n"
