# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/family.md. Every number is computed from the records."""

import re
from collections import Counter
from functools import partial

from evariste import machines
from evariste.family import growth
from evariste.family.cells import (
    Cell,
    Silicon,
    best,
    by_place,
    cells,
    energies,
    fastest,
    need,
    plain,
    silicon,
    why_empty,
)
from evariste.family.tasks import FIRST, HEADLINE, SUBJECTS, tasks
from evariste.machines import PORTABLE
from evariste.papers.common import designs
from evariste.tables import Records, markdown, table

GAP = "-"


def _linked(cell: Cell) -> str:
    """A cell's number, which leads to the command that makes it."""
    return f"[{cell.cycles:,}](#commands-for-{cell.machine}) {cell.configuration}"


def _grid(subject: str, records: Records) -> str:
    there, found = machines.all(), best(records)
    rows = []
    for task in tasks(subject):
        fewest = min((c.cycles for c in found[task].values()), default=0)
        texts = [_linked(found[task][m.name]) if m.name in found[task] else GAP for m in there]
        cycles = [found[task][m.name].cycles if m.name in found[task] else None for m in there]
        rows.append((f"`{task}`", *(f"**{t}**" if c == fewest else t for t, c in zip(texts, cycles, strict=True))))
    return markdown(("task", *(f"`{m.name}`" for m in there)), rows)


for _subject in SUBJECTS:
    table(f"family.{_subject.name}")(partial(_grid, _subject.name))


@table("family.empty")
def _(records: Records) -> str:
    """Why cells are empty: the machine, the reason, and how many tasks of each subject."""
    found = best(records)
    rows: dict[tuple[str, str], list[str]] = {}
    for machine in machines.all():
        for subject in SUBJECTS:
            whole = tasks(subject.name)
            empty = [t for t in whole if machine.name not in found[t]]
            for reason, count in Counter(re.sub(r"(--missing) \S+`", r"\1 TASK`", why_empty(t, machine))
                                         for t in empty).items():  # fmt: skip
                rows.setdefault((machine.name, reason), []).append(f"{subject.title}: {count} of {len(whole)}")
    return markdown(("machine", "tasks without a number", "why there is none"),
                    [(f"`{name}`", "; ".join(counts), reason) for (name, reason), counts in rows.items()])  # fmt: skip


@table("family.commands")
def _(records: Records) -> str:
    """For each machine the commands that make its numbers, TASK standing for the name of a row."""
    found: dict[str, Counter[tuple[str, str]]] = {m.name: Counter() for m in machines.all()}
    for cell in (c for row in best(records).values() for c in row.values()):
        found[cell.machine][cell.configuration, cell.command.replace(cell.task, "TASK")] += 1
    parts = []
    for machine, rows in found.items():
        lines = [(f"`{name}`", count, f"`./{command}`") for (name, command), count in sorted(rows.items())]
        listed = markdown(("configuration", "numbers", "command"), lines)
        parts.append(f"### Commands for {machine}\n\n{listed}")
    return "\n".join(parts)


def _price(found: dict[str, Silicon], cell: Cell) -> tuple[str, str]:
    """Gates of the configuration, and how many more they are than those of the machine's plain core."""
    if cell.where not in found:
        return GAP, GAP
    machine = machines.named(cell.machine)
    core = f"{machine.name}.{machine.runs(PORTABLE)}" if PORTABLE in machine.backends else ""
    more = f"{found[cell.where].ge - found[core].ge:+,.0f}" if core in found and core != cell.where else GAP
    return f"{found[cell.where].ge:,.0f}", more


def _gain(base: Cell, cell: Cell) -> str:
    """How many times fewer cycles than portable code. A coprocessor without its host has no ratio: it does a part."""
    return f"{base.cycles / cell.cycles:,.1f}" if machines.named(cell.machine).backends else GAP


@table("family.decision")
def _(records: Records) -> str:
    """For each use the machine with the fewest cycles, its gain over portable code, its price, and the reason."""
    found, cheap, gates = best(records), plain(records), silicon(records)
    rows = []
    for task, title in HEADLINE.items():
        if not found[task]:
            continue
        first = fastest(found[task].values(), gates)
        ge, more = _price(gates, first)
        frugal = min((c for c in found[task].values() if c.where in gates),
                     key=lambda c: c.cycles * gates[c.where].ge, default=None)  # fmt: skip
        about = machines.named(first.machine).has(first.configuration).about
        rows.append((title, f"`{first.machine}`", f"`{first.configuration}`", first.cycles,
                     _gain(need(cheap, task), first), ge, more, f"`{frugal.where}`" if frugal else GAP,
                     about))  # fmt: skip
    return markdown(("task", "fewest cycles on", "configuration", "cycles", "times faster than portable code",
                     "gates (GE)", "more than its plain core", "least cycles x GE, of those with a netlist",
                     "what it is"), rows)  # fmt: skip


@table("family.headline")
def _(records: Records) -> str:
    """The README's table: a task for each use, the best machine, portable code on the best core, the gates."""
    found, cheap, gates = best(records), plain(records), silicon(records)
    rows = []
    for task in FIRST:
        first, base = fastest(found[task].values(), gates), need(cheap, task)
        rows.append((HEADLINE[task], f"`{first.where}`", first.cycles, f"{base.cycles:,} on `{base.machine}`",
                     _gain(base, first), _price(gates, first)[0]))  # fmt: skip
    head = ("task", "fewest cycles on", "cycles", "portable C, cycles", "ratio", "gates (GE)")
    return markdown(head, rows)


@table("family.silicon")
def _(records: Records) -> str:
    """Time and gates of the main tasks on each configuration with a netlist."""
    gates = silicon(records)
    shown = ("rs255_239.decode.e8", "aes128.encrypt", "b233.mul.ct", "p256.mul.ct")
    known, rows = by_place(records), []
    for where, s in sorted(gates.items()):
        times = [known[where, t].cycles * s.delay_ns / 1000 if (where, t) in known else None for t in shown]
        if any(times):
            rows.append((f"`{where}`", round(s.ge), s.delay_ns, *(GAP if t is None else t for t in times),
                         f"`./{s.command}`"))  # fmt: skip
    return markdown(("machine and configuration", "GE with buffers", "longest path, ns",
                     *(f"{HEADLINE[t]}, us" for t in shown), "command"), rows)  # fmt: skip


@table("family.energy")
def _(records: Records) -> str:
    """Energy of tasks where a netlist was simulated: those of the page, and others that more than one place has."""
    found, known = energies(records), set(tasks())
    places = Counter(task for _, task in found)
    rows = []
    for (where, task), r in sorted(found.items(), key=lambda item: (item[0][1], item[1]["energy_pj"])):
        if task in known or places[task] > 1:
            still = sum(r["still_pj"].values()) + r["memory_pj"]
            nj = (r["energy_pj"] / 1000, still / 1000)
            rows.append((f"`{task}`", f"`{where}`", *nj, f"`./{r['params']['command']}`"))
    return markdown(("task", "machine and configuration", "nJ with memories", "nJ without glitches", "command"),
                    rows)  # fmt: skip


@table("family.gates")
def _(records: Records) -> str:
    """Where the gates went: the parts of each core on which a task was measured, in percent."""
    rows, measured = [], {where for where, _ in by_place(records)}
    for where, s in sorted((where, s) for where, s in silicon(records).items() if where in measured):
        whole = sum(s.parts.values())
        parts = sorted(s.parts.items(), key=lambda item: -item[1])
        rows.append((f"`{where}`", round(s.ge), ", ".join(f"{name} {100 * ge / whole:.0f} %" for name, ge in parts)))
    return markdown(("machine and configuration", "GE with buffers", "parts"), rows)


@table("family.bought")
def _(records: Records) -> str:
    """What gates beyond a machine's plain core bought: how many times fewer cycles than portable code on that core."""
    gates, known, rows = silicon(records), by_place(records), []
    shown = ("rs255_239.decode.e8", "aes128.encrypt", "b233.mul.ct", "p256.mul.ct", "x25519.agree")
    for where, s in sorted(gates.items()):
        machine = machines.named(where.partition(".")[0])
        core = f"{machine.name}.{machine.runs(PORTABLE)}" if PORTABLE in machine.backends else ""
        if core not in gates or core == where:
            continue
        gains = [f"{known[core, t].cycles / known[where, t].cycles:,.1f}" if {(core, t), (where, t)} <= known.keys()
                 else GAP for t in shown]  # fmt: skip
        if set(gains) != {GAP}:
            rows.append((f"`{where}`", f"{s.ge - gates[core].ge:+,.0f}", f"{100 * (s.ge / gates[core].ge - 1):+.0f} %",
                         *gains))  # fmt: skip
    return markdown(("machine and configuration", "GE more", "in percent", *(HEADLINE[t] for t in shown)), rows)


@table("family.growth")
def _(records: Records) -> str:
    """Cycles at the smallest and the largest size, and the exponent of the power law through all sizes."""
    known, rows = cells(records), []
    for series in growth.SERIES:
        for (machine, _, configuration), points in growth.measured(series, known):
            sizes = list(points)
            rows.append((series.title, f"`{machine}.{configuration}`", f"{series.size} {sizes[0]} to {sizes[-1]}",
                         len(sizes), points[sizes[0]], points[sizes[-1]],
                         f"{growth.exponent(points.items()):.2f}"))  # fmt: skip
    return markdown(("task", "machine and configuration", "sizes", "points", "cycles, smallest", "cycles, largest",
                     "exponent"), rows)  # fmt: skip


@table("family.messages")
def _(records: Records) -> str:
    """Cycles of a hash by the length of the message, from a call for 64 bytes and the cost of a block more."""
    found, rows = best(records), []
    for title, (call, block, *shape) in growth.HASHES.items():
        for m in machines.all():
            if m.name in found[call] and m.name in found[block]:
                points = growth.message(found[call][m.name].cycles, found[block][m.name].cycles, *shape)
                rows.append((title, f"`{m.name}`", *points.values(),
                             f"{growth.exponent(points.items()):.2f}"))  # fmt: skip
    return markdown(("hash", "machine", *(f"{n:,} bytes" for n in growth.MESSAGES), "exponent"), rows)


@table("family.papers")
def _(records: Records) -> str:
    """Work that several papers did: cycles in print and here, and each as a multiple of the fewest."""
    found, fewest, rows = designs(records), best(records), []
    for d in found:
        same = [other for other in found if other.work == d.work]
        least = [(o.printed, o.here, _fewest(fewest, o.task, o.machine)) for o in same]
        mine = (d.printed, d.here, _fewest(fewest, d.task, d.machine))
        pairs = [_beside(n, [all_of[i] for all_of in least]) for i, n in enumerate(mine)]
        rows.append((d.work, f"`{d.machine}`", d.design, *(text for pair in pairs for text in pair)))
    return markdown(("work", "machine", "design of the paper", "cycles, paper", "times the fewest",
                     "cycles, the same here", "times the fewest", "fewest cycles on the machine",
                     "times the fewest"), rows)  # fmt: skip


def _fewest(found: dict[str, dict[str, Cell]], task: str, machine: str) -> int | None:
    return found[task][machine].cycles if machine in found[task] else None


def _beside(number: float | None, numbers: list[float | None]) -> tuple[str, str]:
    """A number, and how many times the least of these it is."""
    if number is None:
        return GAP, GAP
    return f"{number:,.0f}", f"{number / min(n for n in numbers if n is not None):,.1f}"


@table("family.agreement")
def _(records: Records) -> str:
    """How many random inputs of each task all machines answered alike, by subject."""
    known = {r["workload"].partition(".")[2]: r for r in records.like(r"agreement\.")}
    rows = []
    for subject in SUBJECTS:
        found = [known[t] for t in tasks(subject.name) if t in known]
        if not found:
            rows.append((subject.title, f"0 of {len(tasks(subject.name))}", *[GAP] * 6))
            continue
        inputs, places = [r["params"]["inputs"] for r in found], [len(r["params"]["places"]) for r in found]
        answers = sum(n * m for n, m in zip(inputs, places, strict=True))
        rows.append((subject.title, f"{len(found)} of {len(tasks(subject.name))}", _range(inputs), _range(places),
                     len({m for r in found for m in r["params"]["machines"]}), answers,
                     sum(r["params"]["judged"] for r in found),
                     sum(r["verdict"]["passed"] is not True for r in found)))  # fmt: skip
    return markdown(("subject", "tasks", "inputs of a task", "places of a task", "machines", "answers",
                     "inputs that the oracle saw", "tasks with a difference"), rows)  # fmt: skip


def _range(numbers: list[int]) -> str:
    least, most = min(numbers), max(numbers)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"
