# SPDX-License-Identifier: Apache-2.0
"""What the fuzzers have tried."""

from evariste.errors import UserError
from evariste.report import Records, markdown, table


@table("fuzz.targets")
def _(records: Records) -> str:
    """One row a target, and their sum."""
    runs = list(records.like(r"fuzz\."))
    if not runs:
        raise UserError("no record of fuzzing; `ev fuzz --runs 10000000 --json doc/records/fuzz.json` makes it.")
    rows = [
        (
            f"`{r['workload'].removeprefix('fuzz.')}`", r["params"]["about"], r["engine"], r["params"]["executions"],
            r["params"]["seconds"], r["params"]["edges"], "none" if r["verdict"]["passed"] else r["verdict"]["checked"],
        )
        for r in runs
    ]  # fmt: skip
    total = sum(r["params"]["executions"] for r in runs)
    rows.append(("all", "", "", total, sum(r["params"]["seconds"] for r in runs), "", ""))
    heading = ("target", "what is fuzzed", "fuzzer", "executions", "seconds", "branches reached", "findings")
    return markdown(heading, rows)
