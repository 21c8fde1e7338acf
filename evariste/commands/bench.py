# SPDX-License-Identifier: Apache-2.0
"""`ev bench`: run workloads, check their outputs, and print, write or compare their records."""

import sys
from itertools import groupby
from pathlib import Path

import click

from evariste.console import INPUT, jobs_option, records_option, scheduler_option
from evariste.errors import UserError
from evariste.machines import DEFAULT

EVERY = "all"  # machines
# Columns: from left to right, and those that are wanted the most first.
WIDE = ("workload", "machine", "backend", "engine", "cycles", "instructions", "code B", "data B", "checked by")
NARROW = ("workload", "cycles", "backend", "machine", "engine", "instructions", "code B", "data B", "checked by")
NUMBERS = ("cycles", "instructions", "code B", "data B")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--machine", "machines", multiple=True,
              help="Only this machine; may be repeated. `all`: the same tasks on every machine.")  # fmt: skip
@click.option("--missing", is_flag=True, help="Only what has no record in doc/records yet.")
@click.option("--backend", "backends", multiple=True, help="Only this backend; may be repeated.")
@click.option("--engine", "engines", multiple=True, default=("iss",), show_default=True,
              type=click.Choice(["iss", "rtl", "lockstep"]), help="May be repeated.")  # fmt: skip
@records_option
@click.option("--compare", "old_file", type=INPUT,
              help="Fail when a workload takes more cycles than here, by the same compiler (from --json).")  # fmt: skip
@jobs_option
@scheduler_option
@click.option("--fresh", is_flag=True, help="Run again what was run before with the same program and simulator.")
@click.option("--list", "list_only", is_flag=True, help="List the names and stop.")
@click.option("--peer", "peers", multiple=True, metavar="NAME=FOLDER",
              help="Run your copy of other people's software on --machine instead; may be repeated.")  # fmt: skip
@click.option("--sim", "simulator", is_flag=True, help="Measure the simulator's own speed instead, on --machine.")
def command(
    names: tuple[str, ...], machines: tuple[str, ...], missing: bool, backends: tuple[str, ...],
    engines: tuple[str, ...], json_file: Path | None, old_file: Path | None, processes: int | None, dask: str | None,
    fresh: bool, list_only: bool, peers: tuple[str, ...], simulator: bool,
) -> None:  # fmt: skip
    """Run the workloads called NAMES (shell patterns; none means all) and record their cycles.

    Every output is checked against an independent oracle. A wrong output ends with status 1.
    """
    from evariste import record, tables
    from evariste.bench import compare, select
    from evariste.family import work

    if EVERY in machines and len(machines) > 1:
        raise UserError(f"--machine {EVERY} takes every machine; no other goes with it.")
    ignored = {"--list": list_only, "--missing": missing, "--backend": backends}
    for option, alone in (("--sim", simulator), ("--peer", peers)):
        if alone and (wrong := next((name for name, given in ignored.items() if given), "")):
            raise UserError(f"{wrong} does not go with {option}.")
    if simulator and names:
        raise UserError(f"--sim has programs of its own; {names[0]} is none of them.")
    refused: list[str] = []
    old = record.load(old_file) if old_file else None
    if simulator:
        records = _simulator_speed(machines or (DEFAULT,))
    elif peers:
        records, refused = _peers(peers, machines or (DEFAULT,), names, processes, dask)
        _print(records)
    else:
        if EVERY in machines:
            chosen = work.jobs(names)
        else:
            chosen = [(w, machine, b) for w, machine in select(names, machines) for b in w.backends(machine)]
        chosen = _with(chosen, backends)
        if missing:
            chosen = work.missing(chosen, tables.records())
        if list_only:
            for (workload, machine), found in groupby(chosen, key=lambda job: job[:2]):
                click.echo(f"{workload.name}  [{', '.join(backend for *_, backend in found)}]  {machine.name}")
            return
        records, refused = _run(chosen, engines, fresh, processes, dask)
        _print(records)
        if EVERY in machines:
            _print_family(records, {work.task(*job[:2]) for job in chosen})
    if json_file:
        record.put(json_file, records)
    problems = [*refused, *(f"the output of {r['workload']} is wrong." for r in records if not _right(r))]
    if old is not None:
        problems += _compared(compare.compare(old, records))
    if problems:
        raise click.ClickException("\n".join(problems))


def _right(record: dict) -> bool:
    return "verdict" not in record or record["verdict"]["passed"] is not False


def _with(chosen: list, backends: tuple[str, ...]) -> list:
    """Those of the chosen that run on one of these backends; all, if none is named."""
    known = {b for *_, b in chosen}
    for backend in backends:
        if backend not in known:
            raise UserError(f"none of these workloads has a backend {backend}; they have {', '.join(sorted(known))}.")
    return [job for job in chosen if not backends or job[-1] in backends]


def _run(
    chosen: list, engines: tuple[str, ...], fresh: bool, processes: int | None, dask: str | None
) -> tuple[list[dict], list[str]]:
    """The records of the chosen workloads in their order, and the sentences of the refused runs."""
    from evariste import build
    from evariste.bench.pool import each, progress
    from evariste.bench.runner import named

    jobs = [(w.name, machine.name, b, e, fresh) for w, machine, b in chosen for e in engines]
    build.sim(*sorted({machine for _, machine, *_ in jobs}))  # once, before the workers ask for it
    done = {}
    with progress("bench", len(jobs)) as tick:
        for job, result in each(named, jobs, processes, dask):
            done[job] = result
            tick(" ".join(job[:4]))
    records = [done[job] for job in jobs if not isinstance(done[job], UserError)]
    return records, [f"{' '.join(j[:4])}: {done[j].message}" for j in jobs if isinstance(done[j], UserError)]


def _peers(
    words: tuple[str, ...], machines: tuple[str, ...], names: tuple[str, ...], processes: int | None, dask: str | None
) -> tuple[list[dict], list[str]]:
    """Records of other people's software, and the sentences of the refused runs."""
    from evariste import build
    from evariste.bench import peers
    from evariste.bench.pool import each, progress

    jobs = peers.jobs(peers.named(words), machines, names)
    build.sim(*machines)
    done = {}
    with progress("bench", len(jobs)) as tick:
        for job, result in each(peers.measured, jobs, processes, dask):
            done[job] = result
            tick(f"{job.name} {job.machine}")
    records = [done[job] for job in jobs if not isinstance(done[job], UserError)]
    return records, [f"{j.name} {j.machine}: {done[j].message}" for j in jobs if isinstance(done[j], UserError)]


def _print(records: list[dict]) -> None:
    """A table of the records. Where it is too wide for the terminal, the last columns of NARROW are left out."""
    from rich.console import Console
    from rich.table import Table

    shown = [
        {"workload": r["workload"], "cycles": f"{r['cycles']:,}", "backend": r["backend"], "machine": r["machine"],
         "engine": r["engine"], "instructions": f"{r['instructions'] or 0:,}", "code B": f"{r['code_bytes']:,}",
         "data B": f"{r['data_bytes']:,}",
         "checked by": r["verdict"]["checked"] if r["verdict"]["passed"] else "WRONG: " + r["verdict"]["checked"]}
        for r in records
    ]  # fmt: skip
    console = Console()
    for many in range(len(NARROW), 0, -1):
        table, headings = Table(), [heading for heading in WIDE if heading in NARROW[:many]]
        for heading in headings:
            table.add_column(heading, justify="right" if heading in NUMBERS else "left", no_wrap=True)
        for row in shown:
            table.add_row(*(row[heading] for heading in headings))
        if console.measure(table, options=console.options.update(width=sys.maxsize)).maximum <= console.width:
            break
    console.print(table)


def _print_family(records: list[dict], tasks: set[str]) -> None:
    """The fewest cycles of each task on each machine, and why a cell is empty."""
    from rich.console import Console
    from rich.table import Table

    from evariste import tables
    from evariste.family import cells
    from evariste.machines import all as every

    there, found, reasons, known = every(), cells.best(records), [], cells.best(tables.records())
    table = Table("task", title="fewest cycles")
    for machine in there:
        table.add_column(machine.name, justify="right")
    for task, row in found.items():
        if task not in tasks:
            continue
        table.add_row(task, *(f"{row[m.name].cycles:,}" if m.name in row else "-" for m in there))
        for m in there:
            if m.name in known[task] and m.name not in row:
                reasons.append(f"{m.name}: doc/records has what did not run here.")
            elif m.name not in row:
                reasons.append(f"{m.name}: {cells.why_empty(task, m)}")
    Console().print(table)
    for sentence in dict.fromkeys(reasons):
        click.echo(sentence)


def _compared(difference) -> list[str]:
    """Print what shrank and what could not be compared. Return the sentences of what grew."""
    for sentence in (*difference.shrank, *difference.recompiled, *difference.other):
        click.echo(sentence)
    counts = {"faster": difference.shrank, "slower": difference.grew, "by another compiler": difference.recompiled,
              "not compared": difference.other}  # fmt: skip
    told = ", ".join(f"{len(sentences):,} {kind}" for kind, sentences in counts.items())
    click.echo(f"{difference.same:,} unchanged, {told}.")
    return difference.grew


def _simulator_speed(machines: tuple[str, ...]) -> list[dict]:
    """Simulated instructions and cycles per second of each engine, beside unicorn running the same program."""
    from rich.console import Console
    from rich.table import Table

    from evariste.sim import speed

    table = Table("program", "machine", "configuration", "engine", "unit")
    table.add_column("millions a second", justify="right")
    rows = [row for machine in machines for row in speed.measure(machine)]
    for row in rows:
        table.add_row(*(row[key] for key in ("program", "machine", "config", "engine", "unit")),
                      speed.shown(row))  # fmt: skip
    Console().print(table)
    return rows
