# SPDX-License-Identifier: Apache-2.0
"""The core on FPGA boards: size and clock."""

from collections.abc import Iterator
from typing import Any

from evariste import machines
from evariste.errors import UserError
from evariste.silicon.tables import points
from evariste.tables import Records, markdown, table

USED = ("luts", "ffs", "brams", "multipliers")
COLUMNS = ("look-up tables", "flip-flops", "block RAMs", "multipliers", "tables on the longest path", "MHz reached",
           "at commit")  # fmt: skip


@table("fpga.boards")
def _(records: Records) -> str:
    """One row a board."""
    rows = []
    for name, r, sizes in _measured(records, r"fpga\.\w+$"):
        p = r["params"]
        given = ", ".join(f"{name} = {value}" for name, value in p["core"].items())
        core = f"`{r['config']}`" if given and r["config"] else given or "the default"
        core_clock = f"{p['clock_mhz'] / p['divide']:.1f}, of {p['clock_mhz']:g} by {p['divide']}"
        rows.append((f"`{name}`", p["board"], core, *sizes, core_clock,
                     _block(records, r, p["clock_mhz"] / p["divide"]),
                     "yes" if p["bitstream_bytes"] else "no"))  # fmt: skip
    heading = ("board", "device", "core", *COLUMNS, "MHz it runs at", "us of an AES-128 block", "meets its clock")
    return markdown(heading, rows)


@table("fpga.configurations")
def _(records: Records) -> str:
    """One row a configuration on a board."""
    rows = []
    for name, r, sizes in _measured(records, r"fpga\.\w+\.\w+$"):
        board, configuration = name.split(".")
        about = machines.named(r["machine"]).configurations[configuration].about
        rows.append((f"`{board}`", f"`{configuration}`", about, *sizes, _block(records, r, r["params"]["fmax_mhz"])))
    return markdown(("board", "configuration", "", *COLUMNS, "us of an AES-128 block at this clock"), rows)


def _block(records: Records, board: dict[str, Any], mhz: float) -> str:
    """Microseconds of an AES-128 block on a board's core, if its cycles were measured and it has the instructions. A
    MULS in more cycles changes nothing: the program has none.
    """

    def unit(parameters: dict[str, int]) -> dict[str, int]:
        return {name: value for name, value in parameters.items() if name != "MUL_CYCLES"}

    known = machines.named(board["machine"]).configurations
    same = [name for name, c in known.items() if unit(c.parameters) == unit(board["params"]["core"])]
    measured = points(records)["aes128.encrypt"]
    taken = next((measured[name] for name in (board["config"], *same) if name in measured), {})
    return f"{taken['cycles'] / mhz:.1f}" if "cycles" in taken else "-"


def _measured(records: Records, pattern: str) -> Iterator[tuple[str, dict, list]]:
    """Names, records, and the figures of the columns."""
    found = records.like(pattern)
    if not found:
        raise UserError("no record of a board; `ev fpga --json doc/records/fpga.json` makes them.")
    for r in found:
        p = r["params"]
        sizes = [*(p["used"].get(kind, "-") for kind in USED), p["path"]["luts"], p["fmax_mhz"],
                 r["versions"]["commit"]]  # fmt: skip
        yield r["workload"].removeprefix("fpga."), r, sizes
