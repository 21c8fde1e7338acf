# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/silicon.md that hold configurations against one another, and mapping for area against few cells."""

from typing import Any

from evariste.papers.load import paper
from evariste.silicon.tables import NOT_YET, energies, one, there
from evariste.tables import Records, markdown, table

# Records that were mapped for few cells too, and the paper's claim about the same.
FEWEST = (
    ("multiplier, m = 5..8", "gf_mul", "t3.mul.cells"),
    ("squarer, m = 5..8", "gf_sq", "t3.sq.cells"),
    ("GF unit, m = 5..8", "gf_unit", "t11.unit.cells"),
    ("register file", "registers", "t11.registers.cells"),
    ("`small5` without the unit", "core.small5-", "t11.shell.cells"),
    ("`small5`: ARMv6-M, the unit for m = 5..8, MULS in 32 cycles", "core.small5", "t11.total.cells"),
    ("`full`: ARMv6-M, the unit for m = 2..8, MULS in one cycle", "core.full", ""),
)
TASKS = ("aes128.encrypt", "rs255_239.decode.e8", "gf2_233.mul")


@table("silicon.fewest")
def _(records: Records) -> str:
    """What mapping for few cells gives, and what it costs; all with buffers, as a layout needs them."""
    claims, rows = paper("chen2017").claims, []
    for title, name, claim in FEWEST:
        r = one(records, name)
        if "fewest_buffered_cells" in r:
            printed = f"{claims[claim].number:,}" if claim else "-"
            rows.append((title, printed, r["fewest_buffered_cells"], round(r["fewest_buffered_ge"]),
                         r["buffered_cells"], round(r["buffered_ge"]), r["fewest_cells"],
                         f"{r['fewest_buffered_ge'] / r['buffered_ge'] - 1:+.1%}",
                         f"{r['fewest_ns'] / r['delay_ns'] - 1:+.1%}" if "delay_ns" in r else "-"))  # fmt: skip
    heading = ("", "the paper's cells, 28 nm", "cells, 180 nm", "GE", "cells, mapped for area", "GE, mapped for area",
               "cells before buffers", "change of GE", "of the longest path")  # fmt: skip
    return markdown(heading, rows)


def points(records: Records) -> dict[str, dict[str, dict[str, Any]]]:
    """Area, clock, cycles and energy of each task (None: lacks an instruction) in each configuration, by task."""
    found: dict[str, dict[str, dict[str, Any]]] = {task: {} for task in TASKS}
    for r in records.like(r"silicon\.tasks\."):
        name = r["workload"].removeprefix("silicon.tasks.")
        if not there(records, f"core.{name}"):
            continue
        core = one(records, f"core.{name}")
        for task, taken in r["tasks"].items():
            found[task][name] = taken | {"ge": core["buffered_ge"], "ns": core["delay_ns"]}
    if there(records, "core.baseline"):
        bare = one(records, "core.baseline")
        for task, _, plain in energies(records):
            if task in found:
                still = sum(plain["still_pj"].values()) + plain["memory_pj"]
                taken = {"cycles": plain["cycles"], "energy_pj": plain["energy_pj"], "still_pj": still}
                found[task]["baseline"] = taken | {"ge": bare["buffered_ge"], "ns": bare["delay_ns"]}
    return found


def pareto(rows: dict[str, dict[str, Any]]) -> set[str]:
    """Those that no other beats in area, time and energy at once, glitches left out: they are known less well."""

    def figures(r: dict[str, Any]) -> tuple[float, float, float]:
        return r["ge"], r["cycles"] * r["ns"], r["still_pj"]

    able = {name: figures(r) for name, r in rows.items() if "lacks" not in r}
    return {
        name
        for name, mine in able.items()
        if not any(o != mine and all(a <= b for a, b in zip(o, mine, strict=True)) for o in able.values())
    }


@table("silicon.pareto")
def _(records: Records) -> str:
    """Every configuration that was measured with tasks: area, clock, and cycles, time and energy of each task."""
    found = points(records)
    if not any(found.values()):
        return NOT_YET
    names = sorted({n for rows in found.values() for n in rows}, key=lambda n: one(records, f"core.{n}")["buffered_ge"])
    best = {task: pareto(rows) for task, rows in found.items()}
    lines = []
    for name in names:
        core = one(records, f"core.{name}")
        line = [f"`{name}`", round(core["buffered_ge"]), f"{core['fmax_mhz']:.0f}"]
        for task in TASKS:
            r = found[task].get(name)
            if r is None:
                line.append("-")
            elif "lacks" in r:
                line.append(f"lacks {', '.join(f'`{i}`' for i in r['lacks'])}")
            else:
                still, moved = (f"{r[key] / 1000:,.0f}" for key in ("still_pj", "energy_pj"))
                text = f"{r['cycles']:,}; {r['cycles'] * r['ns'] / 1000:,.1f} us; {still} nJ ({moved})"
                line.append(f"**{text}**" if name in best[task] else text)
        lines.append(line)
    return markdown(("configuration", "GE", "MHz", *(f"`{task}`" for task in TASKS)), lines)
