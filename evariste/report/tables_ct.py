# SPDX-License-Identifier: Apache-2.0
"""For which compilers and flags the library was seen to be constant in time."""

from evariste.errors import UserError
from evariste.report import Records, markdown, table


@table("ct.compilers")
def _(records: Records) -> str:
    """One row a compiler and backend."""
    runs = list(records.like(r"ct\."))
    if not runs:
        raise UserError("no record of compilers; `ev ct --matrix --json doc/records/ct.json` makes it.")
    rows = [
        (
            r["params"]["compiler"], f"`{r['backend']}`", ", ".join(f"`{f}`" for f in r["params"]["flags"]),
            "constant time" if r["verdict"]["passed"] else "**not constant time**",
        )
        for r in runs
    ]  # fmt: skip
    return markdown(("compiler", "backend", "flags", "found"), rows)
