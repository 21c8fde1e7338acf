# SPDX-License-Identifier: Apache-2.0
"""The core on FPGA boards: size and clock."""

from evariste.errors import Refusal
from evariste.report import Records, markdown, table


@table("fpga.boards")
def _(records: Records) -> str:
    """One row a board."""
    rows = []
    for r in records.like(r"fpga\."):
        p = r["params"]
        core = ", ".join(f"{name} = {value}" for name, value in p["core"].items()) or "the default"
        used = [p["used"].get(kind, "-") for kind in ("luts", "ffs", "brams", "multipliers")]
        rows.append((f"`{r['workload'].removeprefix('fpga.')}`", p["board"], core, *used, p["fmax_mhz"],
                     p["clock_mhz"]))  # fmt: skip
    if not rows:
        raise Refusal("no record of a board; `ev fpga --json doc/records/fpga.json` makes them.")
    heading = ("board", "device", "core", "look-up tables", "flip-flops", "block RAMs", "multipliers", "MHz reached",
               "MHz of the board")  # fmt: skip
    return markdown(heading, rows)
