# SPDX-License-Identifier: Apache-2.0
"""A paper's configurations in groups of equal security (papers/groups.yaml): a signature with a given nonce and its
verification. Cycles, the energy of memories by counted accesses (evariste/silicon/memories.py), and that of circuit
and memories of what ran on a netlist.
"""

from functools import partial
from typing import Any

from evariste.ecc.curves import curve
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.papers.groups import grouped
from evariste.papers.schema import GroupConfiguration as Configuration
from evariste.silicon.memories import access, ratio
from evariste.silicon.whole import RAM, ROM, sized, whole
from evariste.tables import Records, markdown, table

KB = 1024
ROMS = (32 * KB, 64 * KB, 256 * KB)
ACCELERATED = ("accelerator's load", "accelerator's store")


def of(records: Records, one: Configuration, group: tuple[str, str]) -> list[dict[str, Any]]:
    """The records of a configuration's tasks."""
    known = {r["workload"]: r for r in records if r["machine"] == one.machine}
    try:
        return [known[one.named(task, group)] for task in one.tasks]
    except KeyError as missing:
        raise UserError(f"no record of {missing}; `ev bench --machine {one.machine}` makes it.") from None


def cycles(records: Records, one: Configuration, group: tuple[str, str]) -> int:
    return sum(r["cycles"] for r in of(records, one, group))


def _accesses(record: dict[str, Any]) -> int:
    """Of the accelerator."""
    counts = record["params"].get("counts", {})
    return sum(counts.get(kind, 0) for kind in ACCELERATED)


def memories(records: Records, one: Configuration, group: tuple[str, str], rom: int = ROM, **more: float) -> float:
    """pJ of memories, those of the accelerator's accesses included."""
    total = 0.0
    for r in of(records, one, group):
        law = sized(r, rom, **more)
        total += law.of(r) + _accesses(r) * access(RAM, law.exponent)
    return total


def ram(records: Records, one: Configuration, group: tuple[str, str]) -> float:
    """pJ of RAM alone."""
    return sum(r["mix"]["load"] + r["mix"]["store"] + _accesses(r) for r in of(records, one, group)) * access(RAM)


def title(group: tuple[str, str]) -> str:
    return " / ".join(curve(name).nist or name for name in group)


@table("groups.cycles")
def _(records: Records) -> str:
    rows = [(title(g), *(cycles(records, c, g) for c in grouped().configurations)) for g in grouped().groups]
    return markdown(("sign and verify, cycles", *(c.title for c in grouped().configurations)), rows)


@table("groups.memories")
def _(records: Records) -> str:
    all_ = grouped().configurations
    rows = [(title(g), *(f"{memories(records, c, g) / 1e6:.2f}" for c in all_)) for g in grouped().groups]
    return markdown(("energy in memories, µJ", *(c.title for c in all_)), rows)


@table("groups.energy")
def _(records: Records) -> str:
    all_ = grouped().configurations
    rows = [(title(g), *(f"{energy(records, c, g) / 1e6:.2f}" for c in all_)) for g in grouped().groups]
    return markdown(("energy of circuit and memories, µJ", *(c.title for c in all_)), rows)


@table("groups.order")
def _(records: Records) -> str:
    order = [grouped().titled(title) for title in grouped().falling]
    rows = []
    for g in grouped().groups:
        taken = ([count(records, c, g) for c in order] for count in (cycles, memories, energy))
        rows.append((title(g), *("holds" if values == sorted(values, reverse=True) else _breaks(order, values)
                                 for values in taken)))  # fmt: skip
    columns = "cycles", "energy in memories", "energy of circuit and memories"
    return markdown((" > ".join(c.title for c in order), *columns), rows)


def _breaks(order: list[Configuration], values: list[Any]) -> str:
    """Where the order does not hold."""
    pairs = zip(order, order[1:], values, values[1:], strict=False)
    return "; ".join(f"{b.title} above {a.title}" for a, b, one, other in pairs if one <= other)


def energy(records: Records, one: Configuration, group: tuple[str, str], rom: int = ROM) -> float:
    """pJ of circuit and memories together, at 180 nm, of the tasks on a netlist."""
    known = {r["workload"]: r for r in records if r["backend"] in (PORTABLE, r["machine"])}
    names = [f"{one.machine}.silicon.energy.{one.named(task, group)}" for task in one.tasks]
    for name in names:
        if name not in known:
            raise UserError(f"no record of {name}; `ev silicon --machine {one.machine} workloads` makes it.")
    return sum(sum(whole(known[name], rom)) for name in names)


@table("groups.ratios")
def _(records: Records) -> str:
    rows = []
    for one, other in (map(grouped().titled, pair) for pair in grouped().ratios):
        for g in grouped().groups:
            rows.append((f"{one.title} / {other.title}", title(g),
                         f"{cycles(records, one, g) / cycles(records, other, g):.2f}",
                         *(ratio(*(partial(memories, records, c, g, rom) for c in (one, other))) for rom in ROMS),
                         f"{ram(records, one, g) / ram(records, other, g):.2f}",
                         *(f"{energy(records, one, g, rom) / energy(records, other, g, rom):.2f}"
                           for rom in ROMS)))  # fmt: skip
    sizes = [f"ROM {rom // KB} KB" for rom in ROMS]
    return markdown(("", "group", "cycles", *(f"memories, {size}" for size in sizes), "RAM alone",
                     *(f"circuit and memories, {size}" for size in sizes)), rows)  # fmt: skip


def values(kind: str) -> Any:
    """The data of a figure: configurations, with the value of each group."""

    def data(records: Records) -> list[Any]:
        count = {"cycles": cycles, "memories": memories, "energy": energy}[kind]
        scale = 1e-3 if kind == "cycles" else 1e-6
        return [[title(g) for g in grouped().groups],
                [[c.title.strip("`"), [round(scale * count(records, c, g), 3) for g in grouped().groups]]
                 for c in grouped().configurations]]  # fmt: skip

    return data
