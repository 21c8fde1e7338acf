# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/silicon.md: figures of blocks and cores, configurations beside one another, few cells or area."""

from collections.abc import Mapping, Sequence
from typing import Any

from evariste.errors import UserError
from evariste.isa import machine
from evariste.isa.unit import operations
from evariste.machines import PORTABLE
from evariste.papers.load import paper
from evariste.silicon.circuit import WIRES
from evariste.silicon.layout import FANOUTS
from evariste.tables import Records, markdown, table

BLOCKS = (
    ("multiplier", "gf_mul"),
    ("squarer", "gf_sq"),
    ("reduction of a product", "gf_reduce"),
    ("GF unit", "gf_unit"),
)
CORES = (
    ("paper", "processor, `paper`"),
    ("paper-", "the same without the unit"),
    ("small5", "processor, `small5`"),
    ("small5-", "the same without the unit"),
    ("full", "processor, `full`"),
    ("baseline", "the same without the unit"),
)
NOT_YET = "Not measured yet.\n"


def one(records: Records, name: str, backend: str | None = None) -> dict[str, Any]:
    """A record of the evaluation; a missing one is refused with the command that makes it."""
    for r in records:
        if (r["workload"], r["backend"]) == (f"silicon.{name}", backend or records.native):
            return r
    raise UserError(f"no record of silicon.{name}; `ev silicon --json doc/records/silicon.json` makes it.")


def there(records: Records, *names: str) -> bool:
    """Whether all these records of the evaluation are there."""
    return {f"silicon.{name}" for name in names} <= {r["workload"] for r in records}


def energies(records: Records) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The workloads whose energy was measured with the unit and without it."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for r in records.like(r"silicon\.energy\."):
        found.setdefault(r["workload"].removeprefix("silicon.energy."), {})[r["backend"]] = r
    return [(name, both[records.native], both[PORTABLE]) for name, both in found.items()
            if {records.native, PORTABLE} <= both.keys()]  # fmt: skip


def _sizes(size: dict[str, Any]) -> tuple[object, ...]:
    return size["buffered_cells"], round(size["buffered_ge"]), size["cells"], round(size["ge"])


@table("silicon.area")
def _(records: Records) -> str:
    """Blocks in both configurations, and the designs they are compared with."""
    rows = []
    for title, name in BLOCKS:
        r = one(records, name)
        for degrees, size in (("5..8", r), ("2..8", r["full"])):
            rows.append(
                (f"{title}, m = {degrees}", *_sizes(size), f"{size['delay_ns']:.2f}", f"{size['delay_fo4']:.0f}")
            )
    for title, name in (
        ("systolic multiplier, m = 8, with its flip-flops", "systolic_mul"),
        ("Euclidean inverter, m = 8, with its flip-flops", "euclid_inv"),
    ):
        r = one(records, name)
        rows.append((title, *_sizes(r), f"{r['delay_ns']:.2f}", f"{r['delay_fo4']:.0f}"))
    heading = ("", "cells", "GE", "cells before buffers", "GE before buffers", "longest path, ns", "in FO4")
    return markdown(heading, rows)


@table("silicon.compared")
def _(records: Records) -> str:
    """Tables 2 and 4 of the paper as measured: one block of each kind."""
    mul, sq = (one(records, name)["full"]["buffered_ge"] for name in ("gf_mul", "gf_sq"))
    systolic, euclid = one(records, "systolic_mul"), one(records, "euclid_inv")
    rows = (
        ("multiplier", round(mul), round(systolic["buffered_ge"]), systolic["buffered_ge"] / mul, systolic["flops"]),
        (
            "inverse: four multipliers, seven squarers",
            round(4 * mul + 7 * sq),
            round(euclid["buffered_ge"]),
            euclid["buffered_ge"] / (4 * mul + 7 * sq),
            euclid["flops"],
        ),
    )
    return markdown(("GE", "ours", "systolic", "ratio", "its flip-flops"), rows)


@table("silicon.cores")
def _(records: Records) -> str:
    """Processors: what each part takes, and the clock."""
    rows = []
    for name, title in CORES:
        if not there(records, f"core.{name}"):
            continue
        r = one(records, f"core.{name}")
        part = {k: round(v["ge"]) for k, v in r["parts"].items()}
        rows.append(
            (
                title,
                r["buffered_cells"],
                round(r["buffered_ge"]),
                *(part.get(k, 0) for k in ("unit", "registers", "multiplier", "control")),
                f"{r['delay_ns']:.1f}",
                f"{1000 / r['delay_ns']:.0f}",
            )
        )
    return markdown(
        ("", "cells", "GE", "unit, GE", "registers, GE", "MULS, GE", "the rest, GE", "longest path, ns", "MHz"), rows
    )


@table("silicon.operations")
def _(records: Records) -> str:
    """Each instruction in the unit: path and energy."""
    rows = []
    for name in operations(machine(records.machine.name)):
        if not there(records, f"path.{name}", f"operation.{name}"):
            continue
        path, energy = one(records, f"path.{name}"), one(records, f"operation.{name}")
        rows.append(
            (
                f"`{name}`",
                f"{path['delay_ns']:.2f}",
                f"{path['delay_fo4']:.0f}",
                f"{path['core_ns']:.2f}" if "core_ns" in path else "-",
                energy["still_pj"],
                energy["energy_pj"],
            )
        )
    heading = ("", "path in the unit, ns", "in FO4", "path in the core, ns", "pJ without glitches", "pJ with glitches")
    return markdown(heading, rows)


@table("silicon.energy")
def _(records: Records) -> str:
    """Tasks with the unit and without it: cycles, energy, and where it goes."""
    rows = []
    for name, *both in energies(records):
        for title, r in zip(("with", "without"), both, strict=True):
            split = {k: v / 1000 for k, v in r["split_pj"].items()}
            rows.append(
                (
                    f"`{name}` {title}",
                    r["cycles"],
                    *(f"{split.get(k, 0):,.1f}" for k in ("unit", "registers", "multiplier", "control")),
                    f"{r['memory_pj'] / 1000:,.1f}",
                    f"{r['energy_pj'] / 1000:,.1f}",
                    f"{sum(r['still_pj'].values()) / 1000:,.1f}",
                    " to ".join(f"{pj / 1000:,.1f}" for pj in r["windows_pj"]) if "windows_pj" in r else "-",
                )
            )
    heading = (
        "energy in nJ",
        "cycles",
        "unit",
        "registers",
        "MULS",
        "the rest",
        "memories",
        "sum",
        "logic without glitches",
        "logic, by the windows with the least and the most glitches",
    )
    return markdown(heading, rows)


@table("silicon.products")
def _(records: Records) -> str:
    """Speed-up, energy saved and area added in one line; products with the clock that each core reaches."""
    if not there(records, "core.full", "core.baseline"):
        return NOT_YET
    full, bare = one(records, "core.full"), one(records, "core.baseline")
    rows = []
    for name, ours, plain in energies(records):
        times = [r["cycles"] * core["delay_ns"] for r, core in ((ours, full), (plain, bare))]
        rows.append(
            (
                f"`{name}`",
                plain["cycles"] / ours["cycles"],
                times[1] / times[0],
                plain["logic_pj"] / ours["logic_pj"],
                plain["energy_pj"] / ours["energy_pj"],
                f"{full['buffered_ge'] / bare['buffered_ge'] - 1:+.0%}",
                times[1] * plain["energy_pj"] / (times[0] * ours["energy_pj"]),
                times[1] * bare["buffered_ge"] / (times[0] * full["buffered_ge"]),
            )
        )
    heading = (
        "with the unit, against without",
        "fewer cycles",
        "less time at the highest clock",
        "less energy, logic",
        "less energy, with memories",
        "area",
        "energy-delay product",
        "area-delay product",
    )
    return markdown(heading, rows)


@table("silicon.saved")
def _(records: Records) -> str:
    """What isolation and gating save."""
    rows = []
    for title, name, key in (
        ("operands at zero while the unit rests: of its energy in an AES block", "isolation", "percent"),
        ("reductions at rest in `gfmul32`: of its energy", "operation.gfmul32", "gating_percent"),
    ):
        if there(records, name):
            r = one(records, name)
            rows.append((title, f"{r[key]} %", f"{r[f'{key}_still']} %"))
    unit = one(records, "gf_unit")
    rows.append(("without m = 5..7, of the area of the unit for m = 5..8", f"{unit['width_support_percent']} %", "-"))
    rows.append(("without the inverse, of the GE of the unit for m = 2..8", f"{unit['inverse_whole_ge']:,} GE", "-"))
    return markdown(("saved", "with glitches", "without"), rows)


@table("silicon.inverse")
def _(records: Records) -> str:
    """An AES block with an inverse in one cycle and in more: the unit's energy and the sum."""
    rows = []
    for r in records.like(r"silicon\.inverse\."):
        nj = [x / 1000 for x in (r["unit_pj"], r["unit_still_pj"], r["logic_pj"] + r["memory_pj"],
                                 r["logic_still_pj"] + r["memory_pj"])]  # fmt: skip
        rows.append((f"`{r['config']}`", r["cycles"], *(f"{x:,.1f}" for x in nj)))
    if not rows:
        return NOT_YET
    heading = ("AES-128 block, nJ", "cycles", "unit", "unit without glitches", "sum", "sum without glitches")
    return markdown(heading, rows)


@table("silicon.scaled")
def _(records: Records) -> str:
    """Ranges at 28 nm."""
    if not there(records, "core.full", "to_28nm"):
        return NOT_YET
    r = one(records, "to_28nm")["factors"]
    full = one(records, "core.full")
    rows = []
    for name, ours, _ in energies(records):
        low, high = (ours["logic_pj"] * f / 1000 for f in r["energy"])
        rows.append((f"`{name}`, logic", f"{low:,.2f} to {high:,.2f} nJ"))
    low, high = (full["delay_ns"] * f for f in r["delay"])
    rows.append(("longest path of the processor", f"{low:,.1f} to {high:,.1f} ns"))
    return markdown(("estimate for 28 nm at 0.9 V", "range"), rows)


@table("silicon.ablation")
def _(records: Records) -> str:
    """Every configuration."""
    rows = []
    for r in sorted(records.like(r"silicon\.core\."), key=lambda r: r["buffered_ge"]):
        if "about" in r:
            rows.append(
                (
                    f"`{r['workload'].removeprefix('silicon.core.')}`: {r['about']}",
                    *_sizes(r),
                    f"{r['delay_ns']:.1f}",
                    f"{r['fmax_mhz']:.0f}",
                )
            )
    return markdown(
        ("configuration", "cells", "GE", "cells before buffers", "GE before buffers", "longest path, ns", "MHz"), rows
    )


NAMES = {"sq": "squarer", "mul": "multiplier", "reduce": "reduction of a product", "lane": "a lane of the unit",
         "unit": "GF unit"}  # fmt: skip


def _blocks(records: Records) -> list[tuple[str, dict]]:
    """Names and records, the smallest block first."""
    found = sorted(records.like(r"layout\."), key=lambda r: r["cells"])
    if not found:
        raise UserError("no record of a layout; `ev silicon layout --json doc/records/layout.json` makes them.")
    named = [(r["workload"].removeprefix("layout."), r) for r in found]
    return [(NAMES.get(name, f"core, `{name}`"), r) for name, r in named]


@table("layout.blocks")
def _(records: Records) -> str:
    """One row a block."""
    rows = []
    for name, r in _blocks(records):
        delay, wires, length = r["delay_ns"], r["wire_pf"], sum(r["wire_um"].values()) / 1000
        size = " x ".join(f"{um:.0f}" for um in r["core_um"])
        figures = (length, wires["routed"], r["pins_pf"], *(delay[kind] for kind in ("none", "table", "routed")))
        filled = f"{r['utilisation_percent']:.0f}"
        rows.append((name, r["cells"], size, filled, *(f"{figure:.2f}" for figure in figures)))
    heading = ("m = 2..8", "cells", "rows, um", "filled, %", "wire, mm", "wires, pF", "inputs, pF",
               "longest path without wires, ns", "by the wire table", "with the wires as laid")  # fmt: skip
    return markdown(heading, rows)


@table("layout.wires")
def _(records: Records) -> str:
    """One row a block, one column a fan-out."""
    rows = [("the table in use", *(f"{1000 * WIRES[n]:.2f}" if n in WIRES else "-" for n in FANOUTS))]
    for name, r in _blocks(records):
        cells = [r["wires"].get(str(n)) for n in FANOUTS]
        rows.append((name, *(f"{c['ff']:.2f} ({c['nets']})" if c else "-" for c in cells)))
    return markdown(("fan-out", *map(str, FANOUTS)), rows)


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


def front(points: Mapping[str, Sequence[float]]) -> set[str]:
    """The Pareto front: those that no other beats, where less is better in every coordinate."""
    return {name for name, mine in points.items()
            if not any(o != mine and all(a <= b for a, b in zip(o, mine, strict=True))
                       for o in points.values())}  # fmt: skip


def pareto(rows: dict[str, dict[str, Any]]) -> set[str]:
    """Those that no other beats in area, time and energy at once, glitches left out: they are known less well."""
    return front({name: (r["ge"], r["cycles"] * r["ns"], r["still_pj"])
                  for name, r in rows.items() if "lacks" not in r})  # fmt: skip


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


@table("silicon.delay_products")
def _(records: Records) -> str:
    """Energy-delay and area-delay products of each task in each configuration, at its highest clock; of the task that
    was measured with many windows, with glitches too."""
    found = points(records)
    if not any(found.values()):
        return NOT_YET
    names = {n for rows in found.values() for n in rows}
    with_glitches = {r["config"]: r for r in records.like(r"silicon\.inverse\.")}
    lines = []
    for name in sorted(names, key=lambda n: one(records, f"core.{n}")["buffered_ge"]):
        line = [f"`{name}`"]
        for task in TASKS:
            r = found[task].get(name)
            if r is None or "lacks" in r:
                line += ["-", "-"]
            else:
                us = r["cycles"] * r["ns"] / 1000
                line += [f"{us * r['still_pj'] / 1000:,.0f}", f"{us * r['ge'] / 1000:,.0f}"]
        if r := with_glitches.get(name):
            us = r["cycles"] * one(records, f"core.{name}")["delay_ns"] / 1000
            line.append(f"{us * (r['logic_pj'] + r['memory_pj']) / 1000:,.0f}")
        elif with_glitches:
            line.append("-")
        lines.append(line)
    heading = [f"`{task}`: {what}" for task in TASKS for what in ("nJ us", "kGE us")]
    heading += [f"`{r['task']}` with glitches: nJ us" for r in [*with_glitches.values()][:1]]
    return markdown(("configuration", *heading), lines)
