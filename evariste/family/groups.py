# SPDX-License-Identifier: Apache-2.0
"""The six configurations of Targhetta et al. in their five groups of equal security: a signature with a given nonce and
its verification. Cycles, and the energy of memories by counted accesses (evariste/silicon/memories.py).
"""

from dataclasses import dataclass
from typing import Any

from evariste.ecc.curves import curve
from evariste.errors import UserError
from evariste.machines import PORTABLE, named
from evariste.machines.pete.tables import GROUPS, KB, RAM, ROM, VARIED
from evariste.silicon import scaling
from evariste.silicon.memories import KNOWN, Memories, access
from evariste.tables import Records, markdown, table

ROMS = (32 * KB, 64 * KB, 256 * KB)
TASKS = ("ecdsa.sign.nonce", "ecdsa.verify")
ACCELERATED = ("accelerator's load", "accelerator's store")


@dataclass(frozen=True)
class Configuration:
    """`prime`: whether it computes on the group's prime curve or on its binary one. `names`: workloads, {0} is the
    curve, {1} its degree."""

    title: str
    machine: str
    prime: bool
    names: tuple[str, ...]

    def workloads(self, group: tuple[str, str]) -> list[str]:
        name = group[0 if self.prime else 1]
        return [one.format(name, name[1:]) for one in self.names]


CONFIGURATIONS = (
    Configuration("core alone", "pete", True, ("{0}.ecdsa.baseline",)),
    Configuration("prime extensions", "pete", True, ("{0}.ecdsa.ise",)),
    Configuration("prime extensions and cache", "pete", True, ("{0}.ecdsa.ise_icache",)),
    Configuration("binary extensions", "pete", False, ("{0}.ecdsa.bise",)),
    Configuration("`monte`", "monte", True, tuple(f"{{0}}.{task}.paper" for task in TASKS)),
    Configuration("`billie`", "billie", False, tuple(f"{{0}}.{task}.f{{1}}_d8" for task in TASKS)),
)
PLAIN, *_, MONTE, BILLIE = CONFIGURATIONS
ORDER = (CONFIGURATIONS[0], CONFIGURATIONS[1], CONFIGURATIONS[2], MONTE, BILLIE)  # that of the slides, falling


def of(records: Records, one: Configuration, group: tuple[str, str]) -> list[dict[str, Any]]:
    """The records of a configuration's tasks."""
    known = {r["workload"]: r for r in records if r["machine"] == one.machine}
    try:
        return [known[name] for name in one.workloads(group)]
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
        has = named(one.machine).has(r["config"]).parameters
        law = Memories(rom=rom, ram=RAM, cache=has.get("ICACHE_BYTES", 0), ways=has.get("ICACHE_WAYS", 1), **more)
        total += law.of(r) + _accesses(r) * access(RAM, law.exponent)
    return total


def ram(records: Records, one: Configuration, group: tuple[str, str]) -> float:
    """pJ of RAM alone."""
    return sum(r["mix"]["load"] + r["mix"]["store"] + _accesses(r) for r in of(records, one, group)) * access(RAM)


def title(group: tuple[str, str]) -> str:
    return " / ".join(curve(name).nist or name for name in group)


@table("groups.cycles")
def _(records: Records) -> str:
    rows = [(title(g), *(cycles(records, c, g) for c in CONFIGURATIONS)) for g in GROUPS]
    return markdown(("sign and verify, cycles", *(c.title for c in CONFIGURATIONS)), rows)


@table("groups.memories")
def _(records: Records) -> str:
    rows = [(title(g), *(round(memories(records, c, g) / 1e6, 2) for c in CONFIGURATIONS)) for g in GROUPS]
    shown = [(row[0], *(f"{value:.2f}" for value in row[1:])) for row in rows]
    return markdown(("energy in memories, µJ", *(c.title for c in CONFIGURATIONS)), shown)


@table("groups.order")
def _(records: Records) -> str:
    rows = []
    for g in GROUPS:
        taken = [cycles(records, c, g) for c in ORDER], [memories(records, c, g) for c in ORDER]
        rows.append((title(g), *("holds" if values == sorted(values, reverse=True) else _breaks(values) for values in
                                 taken)))  # fmt: skip
    return markdown(("core alone > extensions > with cache > `monte` > `billie`", "cycles", "energy in memories"), rows)


def _breaks(values: list[Any]) -> str:
    """Where the order does not hold."""
    pairs = zip(ORDER, ORDER[1:], values, values[1:], strict=False)
    return "; ".join(f"{b.title} above {a.title}" for a, b, one, other in pairs if one <= other)


def _ratio(records: Records, one: Configuration, other: Configuration, group: tuple[str, str], rom: int) -> str:
    """With the least and the largest that other assumptions give."""
    found = [memories(records, one, group, rom, **v) / memories(records, other, group, rom, **v)
             for v in ({}, *VARIED)]  # fmt: skip
    return f"{found[0]:.2f} ({min(found):.2f} to {max(found):.2f})"


def _circuit(records: Records, names: tuple[str, str], rom: int) -> str:
    """The ratio of circuit and memories together of two netlists, if both were measured."""
    known = {(r["workload"], r["backend"]): r for r in records.like(r"\w+\.silicon\.energy\.")}
    found = [next((r for (name, backend), r in known.items() if name == one and backend in ("monte", "billie", PORTABLE)
                   ), None) for one in names]  # fmt: skip
    if None in found:
        return "-"
    sums = []
    for r in found:
        assert r
        law = scaling.access("180", r["params"]["volts"])[0] / access(KNOWN)
        sums.append(r["logic_pj"] + law * sum(count * access(rom if kind == "fetch" else RAM)
                                              for kind, count in r["accesses"].items()))  # fmt: skip
    return f"{sums[0] / sums[1]:.2f}"


def _netlist(one: Configuration, group: tuple[str, str]) -> str:
    """The record of the signature on a netlist."""
    name = group[0 if one.prime else 1]
    end = {"pete": "baseline", "monte": "paper", "billie": f"f{name[1:]}_d8"}[one.machine]
    return f"{one.machine}.silicon.energy.{name}.ecdsa.sign.nonce.{end}"


@table("groups.ratios")
def _(records: Records) -> str:
    rows = []
    for one, other in ((PLAIN, MONTE), (MONTE, BILLIE)):
        for g in GROUPS:
            names = _netlist(one, g), _netlist(other, g)
            rows.append((f"{one.title} / {other.title}", title(g),
                         f"{cycles(records, one, g) / cycles(records, other, g):.2f}",
                         *(_ratio(records, one, other, g, rom) for rom in ROMS),
                         f"{ram(records, one, g) / ram(records, other, g):.2f}",
                         *(_circuit(records, names, rom) for rom in ROMS)))  # fmt: skip
    sizes = [f"ROM {rom // KB} KB" for rom in ROMS]
    return markdown(("", "group", "cycles", *(f"memories, {size}" for size in sizes), "RAM alone",
                     *(f"circuit and memories, signature, {size}" for size in sizes)), rows)  # fmt: skip


@table("billie.gating")
def _(records: Records) -> str:
    names = [f"billie.silicon.energy.b163.ecdsa.sign.nonce.{c}" for c in ("f163_d8", "f163_gated")]
    plain, gated = (records.one(name, "billie", machine="billie") for name in names)
    run = records.one("b163.ecdsa.sign.nonce.f163_d8", "billie", machine="billie")
    idle = 1 - run["params"]["counts"]["accelerator works"] / run["cycles"]
    part = sum(pj for of, pj in plain["split_pj"].items() if of != "core")
    rows: list[tuple[str, str]] = []
    for about, total in (("circuit and memories", plain["energy_pj"]), ("circuit", plain["logic_pj"]),
                         ("accelerator", part)):  # fmt: skip
        saved = plain["energy_pj"] - gated["energy_pj"]
        rows.append((f"gates, of {about}", f"{100 * saved / total:.1f}"))
        rows.append((f"no dynamic energy at rest, of {about}", f"{100 * idle * part / total:.1f}"))
    rows.append(("cycles at rest, of all", f"{100 * idle:.1f}"))
    return markdown(("saved", "%"), rows)


def values(kind: str) -> Any:
    """The data of a figure: configurations, with the value of each group."""

    def data(records: Records) -> list[Any]:
        count = cycles if kind == "cycles" else memories
        scale = 1e-3 if kind == "cycles" else 1e-6
        return [[title(g) for g in GROUPS],
                [[c.title.strip("`"), [round(scale * count(records, c, g), 3) for g in GROUPS]]
                 for c in CONFIGURATIONS]]  # fmt: skip

    return data
