# SPDX-License-Identifier: Apache-2.0
"""Tables of what only this machine has: the steps of an AES round, the software of Chen et al. 2017, its extensions."""

from math import prod
from typing import Any

from evariste.machines.gfp import MACHINE, sets
from evariste.silicon.tables import NOT_YET, one, there
from evariste.tables import Records, markdown, table

PAPER = (
    ("product, row by row, before reduction", "chen2017.table7.mul.product", 462),
    ("product, direct", "chen2017.table7.mul", 599),
    ("product, two-level Karatsuba", "chen2017.table9.mul.karatsuba", 439),
    ("square", "chen2017.table7.sqr", 136),
    ("sum", "chen2017.table9.add", 66),
    ("inverse, direct product", "chen2017.table9.inv.direct", 39972),
    ("inverse, Karatsuba", "chen2017.table9.inv.karatsuba", 38372),
    ("point addition, direct product", "chen2017.table9.point_add.direct", 6742),
    ("point addition, Karatsuba", "chen2017.table9.point_add.karatsuba", 5302),
    ("point doubling, direct product", "chen2017.table9.point_double.direct", 3499),
    ("point doubling, Karatsuba", "chen2017.table9.point_double.karatsuba", 2859),
    ("113-bit scalar, 112 doublings and 56 additions", "chen2017.kp113", 617120),
    ("the same with conversion to affine coordinates", "chen2017.kp113.affine", 774562),
)
# The paper's costs for a scalar of full length: doublings, additions, its supporting functions.
FULL_LENGTH = 232 * 2859 + 116 * 5302 + 774562 - 617120


@table("ecc.paper")
def _(records: Records) -> str:
    """Chen et al. (2017), tables 7 and 9, beside the same method here."""
    full = ("233-bit scalar, 232 doublings and 116 additions, affine (paper: by its costs)", "chen2017.kp233.affine")
    rows = []
    for title, name, printed in (*PAPER, (*full, FULL_LENGTH)):
        record = records.one(name)
        mix = record["mix"] or {}
        shown = "/".join(str(mix.get(k, "")) for k in ("load", "store", "gf", "alu"))
        rows.append((title, printed, record["cycles"], shown))
    return markdown(("", "paper", "here, RTL", "loads/stores/GF/ALU here"), rows)


@table("aes.steps")
def _(records: Records) -> str:
    """What a round is made of, in the manner of Fig. 10 of the ISCA paper."""
    rows = []
    for title, forward, backward in (
        ("SubBytes", "sub_bytes", "inv_sub_bytes"),
        ("ShiftRows", "shift_rows", "inv_shift_rows"),
        ("MixColumns", "mix_columns", "inv_mix_columns"),
        ("AddRoundKey", "add_round_key", "add_round_key"),
    ):
        rows.append((title, *(records.one(f"aes_step.{step}")["cycles"] for step in (forward, backward))))
    expand = records.one("aes128.expand")["cycles"]
    rows.append(("key expansion, all ten rounds", expand, expand))
    return markdown((f"{records.native}, cycles for the whole state", "encryption", "decryption"), rows)


ALL, SAME = "all", "all, at the same clock"


def _set(records: Records, chosen: sets.Set) -> dict[str, Any]:
    return one(records, f"set.{chosen.title}", chosen.backend)


def _change(new: float, old: float) -> str:
    return f"{new / old - 1:+.1%}" if new != old else "-"


@table("gfp.alone")
def _(records: Records) -> str:
    """Each extension alone, and all: area, path, cycles of every task, and energy of two."""
    columns = (*sets.ALONE, sets.ALL)
    if not there(records, *(f"set.{s.title}" for s in (sets.NONE, *columns))):
        return NOT_YET
    base, found = _set(records, sets.NONE), [_set(records, s) for s in columns]
    rows: list[list[object]] = [
        ["GE", round(base["buffered_ge"]), *(f"{r['buffered_ge'] - base['buffered_ge']:+,.0f}" for r in found)],
        ["longest path, ns", *(f"{r['delay_ns']:.2f}" for r in (base, *found))],
    ]
    for task in (task for tasks in sets.TASKS.values() for task in tasks):
        now = base["tasks"][task]
        rows.append([f"`{task}`, cycles", now, *(_change(r["tasks"][task], now) for r in found)])
    for task in sets.ENERGIES:
        nj = _energy(records, task, sets.NONE)
        if nj:
            others = [_energy(records, task, s) for s in columns]
            rows.append([f"`{task}`, nJ", f"{nj:,.0f}", *(_change(e, nj) if e else "?" for e in others)])
    names = [f"`{'.'.join(s.names)}`" for s in sets.ALONE]
    return markdown((f"beside `{sets.BASE}`", "none", *names, "all: `fast`"), rows)


def _energy(records: Records, task: str, chosen: sets.Set) -> float | None:
    """nJ of a task with memories, without glitches."""
    name = f"set.energy.{task}.{chosen.title}"
    if not there(records, name):
        return None
    r = one(records, name, chosen.backend)
    return (sum(r["still_pj"].values()) + r["memory_pj"]) / 1000


def products(records: Records) -> dict[sets.Set, dict[str, float]]:
    """Time x area of each set that was measured: for each family the geometric mean over its tasks, and over all tasks,
    in parts of that of no extension; and the last with the same clock for all."""
    found = {s: _set(records, s) for s in sets.SETS if there(records, f"set.{s.title}")}
    if sets.NONE not in found:
        return {}
    base, every = found[sets.NONE], sum(sets.TASKS.values(), ())

    def mean(r: dict[str, Any], tasks: tuple[str, ...]) -> float:
        cycles = prod(r["tasks"][t] / base["tasks"][t] for t in tasks) ** (1 / len(tasks))
        return cycles * r["buffered_ge"] / base["buffered_ge"]

    figures = {}
    for s, r in found.items():
        clock = r["delay_ns"] / base["delay_ns"]
        figures[s] = {name: clock * mean(r, tasks) for name, tasks in {**sets.TASKS, ALL: every}.items()}
        figures[s][SAME] = mean(r, every)
    return figures


@table("gfp.sets")
def _(records: Records) -> str:
    """Sets of extensions, that with the smallest time-area product over all tasks at the same clock first."""
    found = products(records)
    if not found:
        return NOT_YET
    base = _set(records, sets.NONE)
    unit = base["parts"]["unit"]["ge"]
    titles = {sets.NONE: f"`{sets.BASE}`", sets.ALL: "all: `fast`"}
    rows = []
    for chosen, figures in sorted(found.items(), key=lambda item: item[1][SAME]):
        r = _set(records, chosen)
        more = r["buffered_ge"] - base["buffered_ge"]
        title = titles.get(chosen) or ", ".join(f"`{name}`" for name in chosen.names)
        rows.append((title, round(r["buffered_ge"]), f"{more / unit:+.1%}" if more else "-", f"{r['delay_ns']:.2f}",
                     *(f"{product:.3f}" for product in figures.values())))  # fmt: skip
    return markdown(("extensions", "GE", "more, of the unit", "longest path, ns", *sets.TASKS, ALL, SAME), rows)


PARTS = (("the unit, with its field registers", "unit"), ("register file", "registers"),
         ("multiplier of MULS", "multiplier"), ("the rest", "control"))  # fmt: skip


@table("gfp.parts")
def _(records: Records) -> str:
    """The cores that one may take, by their parts."""
    cores = [one(records, f"core.{name}") for name in ("full", "inverse2", "fast")]
    rows: list[tuple[object, ...]] = [(title, *(round(r["parts"][part]["ge"]) for r in cores)) for title, part in PARTS]
    rows.append(("all", *(round(r["buffered_ge"]) for r in cores)))
    return markdown(("GE", *(f"`{r['config']}`, {r['delay_ns']:.1f} ns" for r in cores)), rows)


@table("gfp.ports")
def _(records: Records) -> str:
    """The register file by itself, by its ports."""
    found = sorted(records.like(r"silicon\.ports\."), key=lambda r: (r["read_ports"], -r["write_ports"]))
    rows = [(f"{r['read_ports']}, {r['write_ports']}", round(r["buffered_ge"]), f"{r['delay_ns']:.2f}") for r in found]
    return markdown(("read ports, write ports", "GE", "longest path, ns"), rows) if rows else NOT_YET


GOALS = (  # microseconds at the longest path
    ("AES-128 block", 6.9, "aes128.encrypt"), ("RS(255,239), 8 errors", 44, "rs255_239.decode.e8"),
    ("BCH(31,11), 5 errors", 3.9, "bch31_11.decode.e5"), ("product in GF(2^233)", 2.5, "gf2_233.mul"),
    ("K-233, secret scalar", 4300, "k233.mul.ct"),
)  # fmt: skip


@table("gfp.aims")
def _(records: Records) -> str:
    """What the configurations were designed for, and what was reached."""

    def core(name: str) -> dict[str, Any]:
        return one(records, f"core.{name}")

    def spent(name: str) -> dict[str, Any]:
        r = one(records, f"inverse.{name}", MACHINE.natives[name == "fast"])
        return r | {"sum": (r["logic_pj"] + r["memory_pj"]) / 1000}

    def us(task: str) -> float:
        r = records.one(task, sets.ALL.backend)
        return r.get("spread", {}).get("mean", r["cycles"]) * core("fast")["delay_ns"] / 1000

    unit = core("full")["parts"]["unit"]["ge"]
    rows: list[tuple[str, str, float, float]] = [
        *((f"longest path of `{name}`, ns", "", aim, core(name)["delay_ns"])
          for name, aim in (("inverse2", 12.5), ("fast", 12.5), ("baseline", 11.0))),
        *((f"unit's energy in an AES-128 block, `{name}` against `full`", " %", -40,
           100 * (spent(name)["unit_pj"] / spent("full")["unit_pj"] - 1)) for name in ("inverse2", "inverse4", "fast")),
        *((f"energy of an AES-128 block, `{name}`, nJ", "", 380, spent(name)["sum"]) for name in ("inverse2", "fast")),
        ("area of `fast` above `full`, of the unit", " %", 15,
         100 * (core("fast")["buffered_ge"] - core("full")["buffered_ge"]) / unit),
        *((f"{title} on `fast`, us", "", aim, us(task)) for title, aim, task in GOALS),
        ("cells of `tiny`", "", 11670, core("tiny")["buffered_cells"]),
    ]  # fmt: skip
    shown = [(title, f"{aim:,}{mark}", f"{got:,.{0 if got > 999 else 1}f}{mark}", "yes" if got <= aim else "no")
             for title, mark, aim, got in rows]  # fmt: skip
    return markdown(("", "aim", "reached", "met"), shown)
