# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/family.md. Every number is computed from the records."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from evariste import machines
from evariste.family import growth
from evariste.family.agreement import FASTEST
from evariste.family.cells import (
    Cell,
    Energy,
    Silicon,
    best,
    by_place,
    by_portable,
    cells,
    complete,
    energies,
    fastest,
    hosted,
    is_difference,
    need,
    of_systems,
    plain,
    plain_core,
    silicon,
    why_empty,
    why_portable,
    with_hosts,
)
from evariste.family.links import ALL, GAP, NO_HOST, link
from evariste.family.tasks import FIRST, HEADLINE, SUBJECTS, tasks
from evariste.machines import PORTABLE
from evariste.papers.common import Design, Figure, Size, designs, sizes
from evariste.papers.rows import peers
from evariste.tables import Records, markdown, table

GOAL = 1000  # inputs that each task is to have
KINDS = {"workload": "WORKLOAD", "configuration": "NAME"}  # what the table of commands has for an option's word
TIMED = ("rs255_239.decode.e8", "aes128.encrypt", "b233.mul.ct", "p256.mul.ct")  # on each configuration
BOUGHT = (*TIMED, "x25519.agree")
IN_C = ", C"  # behind the configuration: portable code, which leaves the machine's own hardware alone


def _linked(cell: Cell) -> str:
    """A cell's number, which leads to the command that makes it."""
    return f"{link(cell.cycles, cell.machine)} {_in_c(cell.configuration, cell)}"


def _place(cell: Cell) -> str:
    """The configuration, as tables of commands name it."""
    return _in_c(f"`{cell.configuration}`", cell)


def _in_c(text: str, cell: Cell) -> str:
    return text + (IN_C if cell.backend == PORTABLE else "")


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


@table("family.configurations")
def _(records: Records) -> str:
    """On which configurations tasks were measured, and which have no number."""
    placed, gates, rows = {c.where for c in (*cells(records), *hosted(records))}, silicon(records), []
    for m in machines.all():
        whole = [*m.configurations]
        measured = [name for name in whole if f"{m.name}.{name}" in placed]
        netlists = sum(f"{m.name}.{name}" in gates for name in whole)
        rest = [f"`{name}`" for name in whole if name not in measured]
        rows.append((f"`{m.name}`", link(len(whole), ALL), link(len(measured), ALL), link(netlists, ALL),
                     ", ".join(rest) or GAP))  # fmt: skip
    return markdown(("machine", "configurations", "with cycles of a task", "with gates and path", "without cycles"),
                    rows)  # fmt: skip


@table("family.portable")
def _(records: Records) -> str:
    """Where the number of a machine with hardware of its own is portable code's, and why."""
    found, known, rows = best(records), cells(records), {}
    for machine in machines.all():
        for subject in SUBJECTS:
            mine = [t for t in tasks(subject.name) if machine.name in found[t]]
            in_c = [t for t in mine if found[t][machine.name].backend == PORTABLE]
            for reason, count in Counter(why_portable(t, machine, known) for t in in_c).items():
                rows.setdefault((machine.name, reason), []).append(f"{subject.title}: {count} of {len(mine)}")
    return markdown(("machine", "numbers of portable code", "why"),
                    [(f"`{name}`", "; ".join(counts), reason) for (name, reason), counts in rows.items()])  # fmt: skip


@table("family.commands")
def _(records: Records) -> str:
    """For each machine the commands that make its numbers, TASK standing for the name of a row, NAME for a
    configuration's, WORKLOAD for a program's."""
    found: dict[str, Counter[tuple[str, str]]] = {m.name: Counter() for m in machines.all()}
    for cell in {*_cells_of_the_page(records)}:
        found[cell.machine][_place(cell), cell.command.replace(cell.task, "TASK")] += 1
    for where, s in silicon(records).items():
        machine, _, configuration = where.partition(".")
        found[machine]["gates and path", re.sub(f" {configuration}$", " NAME", s.command)] += 1
    for e in _energies(records):
        short = re.sub(r"--(workload|configuration) \S+", lambda option: f"--{option[1]} {KINDS[option[1]]}", e.command)
        found[e.where.partition(".")[0]]["energy", short] += 1
    parts = []
    for machine, rows in found.items():
        lines = [(name, count, f"`./{command}`") for (name, command), count in sorted(rows.items(), key=_by_kind)]
        listed = markdown(("of", "numbers", "command"), lines)
        parts.append(f"### Commands for {machine}\n\n{listed}")
    several = [("answers that agree", "`./ev agree TASK`"), ("verdicts on a paper's claims", "`./ev claims PAPER`"),
               ("ratios of these numbers, exponents", "`./ev report`")]  # fmt: skip
    parts.append(f"### Commands for {ALL}\n\n{markdown(('of', 'command'), several)}")
    return "\n".join(parts)


def _cells_of_the_page(records: Records) -> Iterator[Cell]:
    """Those of all tables; some come more than once."""
    known, placed = cells(records), by_place(records)
    yield from (c for row in best(records).values() for c in row.values())
    yield from (c for found in of_systems(records).values() for c in found if c.task in HEADLINE)
    yield from hosted(records)
    for where in silicon(records):
        yield from (placed[where, t] for t in (*TIMED, *BOUGHT) if (where, t) in placed)
    for series in growth.SERIES:
        chosen = {kind for kind, _ in growth.measured(series, known)}
        yield from (c for c in known if c.task in series.tasks() and growth.kind(c) in chosen)


def _by_kind(item: tuple[tuple[str, str], int]) -> tuple[bool, str, str]:
    (name, command), _ = item
    return not name.startswith("`"), name, command


def _more(found: dict[str, Silicon], where: str) -> float | None:
    """How many gates more than the machine's plain core."""
    core = plain_core(machines.named(where.partition(".")[0]))
    return found[where].ge - found[core].ge if {core, where} <= found.keys() and core != where else None


def _price(found: dict[str, Silicon], cell: Cell) -> tuple[str, str]:
    """Gates of the configuration, and how many more they are than those of the machine's plain core."""
    if cell.where not in found:
        return GAP, GAP
    more = _more(found, cell.where)
    return link(round(found[cell.where].ge), cell.machine), link(GAP if more is None else f"{more:+,.0f}", cell.machine)


@table("family.decision")
def _(records: Records) -> str:
    """For each use the system with the fewest cycles, its price, its gain over portable code, and what it is; the best
    ones by time, by gates and by energy; and a coprocessor that takes fewer cycles, which needs a host."""
    found, cheap, gates, joules = of_systems(records), plain(records), with_hosts(records), energies(records)
    alone, rows = best(records), []
    for task, title in HEADLINE.items():
        if not found[task]:
            continue
        first = fastest(found[task], gates)
        placed = [c for c in found[task] if c.where in gates]
        quick = min(placed, key=lambda c: c.cycles * gates[c.where].delay_ns, default=None)
        frugal = min(placed, key=lambda c: c.cycles * gates[c.where].ge, default=None)
        device = _alone(alone[task], first)
        rows.append((title, f"`{first.where}`", link(first.cycles, first.machine),
                     link(_time(gates, first), first.machine), *_price(gates, first),
                     link(need(cheap, task).cycles / first.cycles, first.machine),
                     f"`{quick.where}`, {link(_time(gates, quick), quick.machine)}" if quick else GAP,
                     f"`{frugal.where}`, {link(frugal.cycles, frugal.machine)}, {_price(gates, frugal)[0]}"
                     if frugal else GAP,
                     _least_energy(joules, task),
                     f"`{device.where}`, {link(device.cycles, device.machine)}" if device else GAP,
                     _reason(found[task], first)))  # fmt: skip
    return markdown(("task", "fewest cycles on", "cycles", "time, µs", "gates (GE)", "more than its plain core",
                     "times faster than portable code", "least time, µs, of systems with a netlist",
                     "least cycles x GE, of systems with a netlist: cycles, GE",
                     "least energy, nJ, of systems measured", "a coprocessor alone, cycles", "what it is"),
                    rows)  # fmt: skip


def _least_energy(found: dict[tuple[str, str], Energy], task: str) -> str:
    """The system that takes the least energy for a task, memories included, how much, and of how many systems."""
    of = [e for e in found.values() if e.task == task and complete(e.where)]
    least = min(of, key=lambda e: e.pj, default=None)
    if not least:
        return GAP
    return f"`{least.where}`, {'~' if least.rough else ''}{link(least.pj / 1000, least.where)}, of {len(of)}"


def _alone(row: dict[str, Cell], first: Cell) -> Cell | None:
    """The coprocessor with the fewest cycles, if they are fewer than those of the best system."""
    of = [c for c in row.values() if not complete(c.where) and c.cycles < first.cycles]
    return min(of, key=lambda c: c.cycles, default=None)


def _time(gates: dict[str, Silicon], cell: Cell) -> float | None:
    """Microseconds, if the circuit's clock is as fast as its longest path lets it be."""
    at = gates.get(cell.where)
    return at and cell.cycles * at.delay_ns / 1000


def _reason(found: list[Cell], first: Cell) -> str:
    """What the winner is, whether its own hardware does it, and how far behind the next machine is."""
    def kind(cell: Cell) -> tuple[str, str]:
        return cell.machine, machines.named(cell.machine).device_of(cell.configuration) or ""

    core, _, device = first.configuration.partition("+")
    about = machines.named(first.machine).has(core).about + (f", with `{device}` on its bus" if device else "")
    how = "portable code, nothing of its own: " if first.backend == PORTABLE else ""
    next_one = min((c for c in found if kind(c) != kind(first)), key=lambda c: c.cycles, default=None)
    if not next_one:
        return f"{how}{about}; alone here"
    if next_one.cycles == first.cycles:
        return f"{how}{about}; as `{next_one.where}`, with fewer gates"
    return f"{how}{about}; `{next_one.where}` takes {_times(next_one.cycles / first.cycles, first.machine)} as many"


def _times(ratio: float, where: str) -> str:
    """A ratio, with two digits behind the point where one would say little."""
    return link(f"{ratio:.{1 if ratio >= 2 else 2}f} times", where)


@table("family.hosted")
def _(records: Records) -> str:
    """Tasks of a coprocessor with its host, and the machine with the fewest cycles that needs none."""
    found, gates, systems, rows = best(records), silicon(records), with_hosts(records), []
    for cell in sorted(hosted(records), key=lambda c: c.task):
        alone = [c for c in found[cell.task].values() if machines.named(c.machine).backends]
        other = fastest(alone, gates)
        both = systems.get(cell.where)
        rows.append((f"`{cell.task}`", f"`{cell.where}`", link(cell.cycles, cell.machine),
                     link(both and round(both.ge), cell.machine),
                     f"`{other.where}`", link(other.cycles, other.machine), _price(gates, other)[0],
                     link(other.cycles / cell.cycles, cell.machine)))  # fmt: skip
    return markdown(("task", "with a host", "cycles", "gates of both", "without another processor", "cycles", "gates",
                     "ratio of cycles"), rows)  # fmt: skip


@table("family.headline")
def _(records: Records) -> str:
    """The README's table: a task for each use, the best system, portable code on the best core, the gates."""
    found, cheap, gates, alone, rows = of_systems(records), plain(records), with_hosts(records), best(records), []
    for task in FIRST:
        first, base = fastest(found[task], gates), need(cheap, task)
        device = _alone(alone[task], first)
        rows.append((HEADLINE[task], f"`{first.where}`", first.cycles, f"{base.cycles:,} on `{base.machine}`",
                     base.cycles / first.cycles, round(gates[first.where].ge) if first.where in gates else GAP,
                     f"{device.cycles:,} on `{device.where}`" if device else GAP))  # fmt: skip
    return markdown(("task", "fewest cycles on", "cycles", "portable code, cycles", "ratio", "gates (GE)",
                     "a coprocessor alone, cycles"), rows)  # fmt: skip


QUOTED = "claims.md"


def _signed(task: str, title: str) -> list[tuple[str, str]]:
    """A task with its title. Signing is two tasks here: a published figure rarely says where the nonce is from."""
    if not task.endswith(".sign"):
        return [(task, title)]
    return [(f"{task}.nonce", f"{title}, nonce given"), (task, f"{title}, nonce derived")]


@table("family.published")
def _(records: Records) -> str:
    """What others have published for a task, and the software that was measured with the fewest cycles; and the fewest
    cycles here."""
    found, gates = best(records), silicon(records)
    rows = []
    for group in peers().groups:
        measured = sorted((p for p in group.peers if p.standing == "measured"), key=lambda p: p.cycles)
        shown = [p for p in group.peers if p.standing == "published"] + measured[:1]
        for task, title in _signed(group.workload or "", group.quantity.removesuffix(", in hardware")):
            if not found.get(task):
                continue
            ours = fastest(found[task].values(), gates)
            here = (link(ours.cycles, ours.machine), f"`{ours.where}`{'' if complete(ours.where) else NO_HOST}",
                    _price(gates, ours)[0])  # fmt: skip
            rows += [(title, p.name, p.standing, f"[{p.cycles:,}]({QUOTED})", p.size or GAP, *here,
                      link(p.cycles / ours.cycles, ours.machine)) for p in shown]  # fmt: skip
    return markdown(("task", "theirs", "how it is known", "cycles, theirs", "size, theirs", "cycles, here", "on",
                     "gates (GE), here", "theirs / here"), rows)  # fmt: skip


@table("family.silicon")
def _(records: Records) -> str:
    """Time and gates of the main tasks on each configuration with a netlist."""
    gates = silicon(records)
    known, rows = by_place(records), []
    for where, s in sorted(gates.items()):
        found = [known.get((where, t)) for t in TIMED]
        if any(found):
            times = [GAP if c is None else _in_c(link(c.cycles * s.delay_ns / 1000, where), c) for c in found]
            rows.append((f"`{where}`", link(round(s.ge), where), link(s.delay_ns, where), *times, f"`./{s.command}`"))
    return markdown(("machine and configuration", "GE with buffers", "longest path, ns",
                     *(f"{HEADLINE[t]}, us" for t in TIMED), "command"), rows)  # fmt: skip


def _energies(records: Records) -> list[Energy]:
    """By place and task, in the order of the table: the tasks of the page, and others that more than one place has."""
    found, known = energies(records), set(tasks())
    places = Counter(task for _, task in found)

    def shown(e: Energy) -> bool:
        return e.task in known or places[e.task] > 1 or not complete(e.where)  # whose tasks have names of their own

    return sorted(filter(shown, found.values()), key=lambda e: (e.task, e.pj))


@table("family.energy")
def _(records: Records) -> str:
    """Energy of tasks where a netlist was simulated."""
    rows = []
    for e in _energies(records):
        numbers = (e.pj / 1000, e.still_pj / 1000, e.delays)
        rows.append((f"`{e.task}`", f"`{e.where}`{'' if complete(e.where) else NO_HOST}",
                     *(link(n, e.where) for n in numbers), f"`./{e.command}`"))  # fmt: skip
    return markdown(("task", "machine and configuration", "nJ with memories", "nJ without glitches",
                     "cycles with delays", "command"), rows)  # fmt: skip


@table("family.no_energy")
def _(records: Records) -> str:
    """Main tasks without an energy, and the machines that have one of none."""
    found = energies(records)
    tasks_of, there = {task for _, task in found}, {where.partition(".")[0] for where, _ in found}
    without = {task: title for task, title in HEADLINE.items() if task not in tasks_of}
    kinds = {"The difference of two runs, so without an energy": [t for t in without if is_difference(t)],
             "Run on no netlist": [t for t in without if not is_difference(t)]}  # fmt: skip
    said = "".join(f"{kind}, of the decision table: {'; '.join(without[t] for t in those)}. "
                   for kind, those in kinds.items() if those)  # fmt: skip
    lacking = [f"`{m.name}`" for m in machines.all() if m.name not in there]
    said += f"No program ran on the netlist of {', '.join(lacking)}. " if lacking else ""
    return f"{said.strip()}\n" if said else "Each task of the decision table has one.\n"


@table("family.gates")
def _(records: Records) -> str:
    """Where the gates went: the parts of each core on which a task was measured, in percent."""
    rows, measured = [], {where for where, _ in by_place(records)}
    for where, s in sorted((where, s) for where, s in silicon(records).items() if where in measured):
        whole = sum(s.parts.values())
        parts = sorted(s.parts.items(), key=lambda item: -item[1])
        shares = ", ".join(f"{name} {100 * ge / whole:.0f} %" for name, ge in parts)
        rows.append((f"`{where}`", link(round(s.ge), where), link(shares, where)))
    return markdown(("machine and configuration", "GE with buffers", "parts"), rows)


@table("family.bought")
def bought(records: Records) -> str:
    """What gates beyond a machine's plain core bought: how many times fewer cycles than portable code on that core."""
    gates, known, in_c, rows = silicon(records), by_place(records), by_portable(records), []
    for where in sorted(gates):
        core, more = plain_core(machines.named(where.partition(".")[0])), _more(gates, where)
        if more is None:
            continue
        gains = [link(in_c[core, t].cycles / known[where, t].cycles, where)
                 if (core, t) in in_c and (where, t) in known and known[where, t].backend != PORTABLE else GAP
                 for t in BOUGHT]  # fmt: skip
        if set(gains) != {GAP}:
            rows.append((f"`{where}`", f"`{core}`", link(f"{more:+,.0f}", where),
                         link(f"{100 * more / gates[core].ge:+.0f} %", where), *gains))  # fmt: skip
    return markdown(("machine and configuration", "plain core", "GE more", "in percent",
                     *(HEADLINE[t] for t in BOUGHT)), rows)  # fmt: skip


@table("family.growth")
def _(records: Records) -> str:
    """Cycles at the smallest and the largest size, and the exponent of the power law through all sizes."""
    known, rows = cells(records), []
    for series in growth.SERIES:
        for (machine, backend, configuration), points in growth.measured(series, known):
            sizes = list(points)
            law = f"{growth.exponent(points.items()):.2f}" if len(sizes) > 2 else GAP  # two points lie on any law
            numbers = (points[sizes[0]], points[sizes[-1]], law)
            rows.append((series.title, f"`{machine}.{configuration}`{IN_C if backend == PORTABLE else ''}",
                         f"{series.size} {', '.join(map(str, sizes))}",
                         *(link(n, machine) for n in numbers)))  # fmt: skip
    return markdown(("task", "machine and configuration", "sizes", "cycles, smallest", "cycles, largest", "exponent"),
                    rows)  # fmt: skip


@table("family.messages")
def _(records: Records) -> str:
    """Cycles of a hash by the length of the message, from a call for 64 bytes and the cost of a block more, both of the
    configuration with the fewest cycles for the longest."""
    found, rows = by_place(records), []
    for title, (call, block, *shape) in growth.HASHES.items():
        for m in machines.all():
            places = [f"{m.name}.{name}" for name in m.configurations]
            lines = [(growth.message(found[where, call].cycles, found[where, block].cycles, *shape), where)
                     for where in places if (where, call) in found and (where, block) in found]  # fmt: skip
            if lines:
                points, where = min(lines, key=lambda line: line[0][growth.MESSAGES[-1]])
                numbers = (*points.values(), f"{growth.exponent(points.items()):.2f}")
                rows.append((title, f"`{where}`", *(link(n, where) for n in numbers)))
    return markdown(("hash", "machine and configuration", *(f"{n:,} bytes" for n in growth.MESSAGES), "exponent"), rows)


@table("family.papers")
def _(records: Records) -> str:
    """Work that several papers did: cycles in print and here, and each as a multiple of the fewest. A design that did
    other work has no such multiple but today's, where the machines do the same."""
    found, fewest, rows = designs(records), best(records), []
    for d in found:
        same = [other for other in found if other.work == d.work]
        least = [(o.printed.value, o.here, _fewest(fewest, o.task, o.machine)) for o in same if not o.differs]
        mine = (d.printed.value, d.here, _fewest(fewest, d.task, d.machine))
        pairs = [_beside(n, [all_of[i] for all_of in least]) for i, n in enumerate(mine)]
        if d.differs:
            pairs[:2] = [(number, GAP) for number, _ in pairs[:2]]
        name = f"{d.design}; {d.differs}, so no ratio" if d.differs else d.design
        rows.append((d.work, f"`{d.machine}`", name, *_marked(d.printed, _linked_to(d, pairs))))
    return markdown(("work", "machine", "design of the paper", "cycles, paper", "times the fewest",
                     "cycles, the same here", "times the fewest", "fewest cycles on the machine",
                     "times the fewest"), rows)  # fmt: skip


@table("family.papers_energy")
def _(records: Records) -> str:
    """Energy of the same work in print and of the same circuits here, and each as a multiple of the least."""
    found, rows = [d for d in designs(records) if d.energy], []
    for d in found:
        least = [(o.energy[0].value, o.energy[1]) for o in found if o.work == d.work]
        figure, here = d.energy
        pairs = [_beside(n, [one[i] for one in least], "{:.4g}") for i, n in enumerate((figure.value, here))]
        rows.append((d.work, f"`{d.machine}`", d.design, *_marked(figure, _linked_to(d, pairs))))
    return markdown(("work", "machine", "design of the paper", "nJ, paper", "times the least", "nJ, here",
                     "times the least"), rows)  # fmt: skip


@table("family.papers_computed")
def _(records: Records) -> str:
    """The numbers of these tables that no paper prints: from what, and with which numbers of the paper."""
    rows = []
    for d in designs(records):
        figures = [(d.printed, "cycles"), *([(d.energy[0], "nJ")] if d.energy else [])]
        rows += [(d.work, f"`{d.machine}`", f"[{_text(figure.value, '{:.4g}')} {unit}](claims/{d.paper}.md)",
                  f"`{figure.worked}`", figure.how) for figure, unit in figures if figure.how]  # fmt: skip
    return markdown(("work", "machine", "computed", "from the paper's numbers", "which are"), rows)


@table("family.papers_gates")
def _(records: Records) -> str:
    """Sizes in print and of the same circuits here, and each as a multiple of the smallest."""
    found, rows = sizes(records), []
    for s in found:
        printed, squares = f"{s.printed:,.0f} {s.unit}", s.squares and s.squares / 1e6
        pairs = [_beside(squares, [o.squares and o.squares / 1e6 for o in found], "{:.1f}"),
                 _beside(s.here, [o.here for o in found])]  # fmt: skip
        rows.append((f"`{s.machine}`", s.design, f"[{printed}](claims/{s.paper}.md)", *_linked_to(s, pairs)))
    return markdown(("machine", "circuit of the paper", "size, paper", "million squares of the process",
                     "times the smallest", "GE with buffers, here", "times the smallest"), rows)  # fmt: skip


def _marked(figure: Figure, texts: list[str]) -> list[str]:
    """The same texts, the first one marked if the paper does not print it."""
    return [f"{texts[0]}, computed", *texts[1:]] if figure.how else texts


def _linked_to(of: Design | Size, pairs: list[tuple[str, str]]) -> list[str]:
    """Numbers of a paper, which lead to its claims, then ours, which lead to the commands."""
    to = (f"claims/{of.paper}.md", *[f"#commands-for-{of.machine}"] * (len(pairs) - 1))
    return [GAP if text == GAP else f"[{text}]({at})" for at, pair in zip(to, pairs, strict=True) for text in pair]


def _fewest(found: dict[str, dict[str, Cell]], task: str, machine: str) -> int | None:
    return found[task][machine].cycles if machine in found[task] else None


def _beside(number: float | None, numbers: list[float | None], shape: str = "{:,.0f}") -> tuple[str, str]:
    """A number, and how many times the least of these it is."""
    if number is None:
        return GAP, GAP
    least = min(n for n in numbers if n is not None)
    return _text(number, shape), f"{number / least:,.1f}"


def _text(number: float, shape: str) -> str:
    return f"{number:,.0f}" if number >= 1000 else shape.format(number)


@table("family.agreement")
def _(records: Records) -> str:
    """How many random inputs of each task all machines answered alike, by subject, and the work of GOAL inputs: on each
    backend of a machine, and on its fastest place alone.
    """
    fewest: dict[tuple[str, ...], int] = {}
    least: dict[tuple[str, ...], int] = {}
    for c in (*cells(records), *hosted(records)):
        machine = machines.named(c.machine).device_of(c.configuration) or c.machine
        for known, of in ((fewest, (c.task, machine, c.backend or "")), (least, (c.task, machine))):
            known[of] = min(c.cycles, known.get(of, c.cycles))
    kinds = (("", "each backend", fewest), (FASTEST, "the fastest place", least))
    there = {r["workload"]: r for r in records.like(r"agreement\.")}
    rows = []
    for subject in SUBJECTS:
        names = tasks(subject.name)
        for kind, places, cycles in kinds:
            found = [there[name] for t in names if (name := f"agreement.{kind}{t}") in there]
            work = link(f"{GOAL * sum(n for (task, *_), n in cycles.items() if task in names) / 1e9:,.0f}", ALL)
            if found:
                rows.append((subject.title, places, *(link(n, ALL) for n in _agreed(found, len(names))), work))
            elif not kind:
                rows.append((subject.title, places, f"0 of {len(names)}", *[GAP] * 6, work))
    return markdown(("subject", "on each machine", "tasks", "inputs of a task", "places of a task", "machines",
                     "answers", "inputs that the oracle saw", "tasks with a difference",
                     f"10^9 cycles of {GOAL:,} inputs"), rows)  # fmt: skip


def _agreed(found: list[dict[str, Any]], tasks: int) -> Iterator[object]:
    inputs, places = [r["params"]["inputs"] for r in found], [len(r["params"]["places"]) for r in found]
    yield from (f"{len(found)} of {tasks}", _range(inputs), _range(places))
    yield len({m for r in found for m in r["params"]["machines"]})
    yield sum(n * m for n, m in zip(inputs, places, strict=True))
    yield sum(r["params"]["judged"] for r in found)
    yield sum(r["verdict"]["passed"] is not True for r in found)


def _range(numbers: list[int]) -> str:
    least, most = min(numbers), max(numbers)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"
