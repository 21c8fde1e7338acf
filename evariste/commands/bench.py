# SPDX-License-Identifier: Apache-2.0
"""`ev bench`: run workloads, check their outputs, and print or write their records."""

import json
from pathlib import Path

import click

from evariste.errors import Refusal


@click.command()
@click.argument("names", nargs=-1)
@click.option("--backend", "backends", multiple=True, help="Only this backend; may be repeated.")
@click.option("--engine", "engines", multiple=True, default=("iss",), show_default=True,
              type=click.Choice(["iss", "rtl", "lockstep"]), help="May be repeated.")  # fmt: skip
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the records here.")
@click.option("--list", "list_only", is_flag=True, help="List the names and stop.")
@click.option("--sim", "simulator", is_flag=True, help="Measure the simulator's own speed instead.")
def command(
    names: tuple[str, ...], backends: tuple[str, ...], engines: tuple[str, ...], json_file: Path | None,
    list_only: bool, simulator: bool,
) -> None:  # fmt: skip
    """Run the workloads called NAMES (shell patterns; none means all) and record their cycles.

    Every output is checked against an independent oracle; a wrong one ends with status 1.
    """
    if simulator:
        records = _simulator_speed()
    else:
        from evariste.bench import select

        chosen = select(names)
        if list_only:
            for workload in chosen:
                click.echo(f"{workload.name}  [{', '.join(workload.backends)}]")
            return
        records = _run(chosen, backends, engines)
    if json_file:
        json_file.write_text(json.dumps(records, indent=1) + "\n")
    wrong = [r["workload"] for r in records if r["verdict"]["passed"] is False]
    if wrong:
        raise click.ClickException(f"the output of {', '.join(wrong)} is wrong.")


def _run(chosen: list, backends: tuple[str, ...], engines: tuple[str, ...]) -> list[dict]:
    """The records of the chosen workloads, with a progress bar while they run and a table at the end."""
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from evariste.bench.runner import run

    known = {b for w in chosen for b in w.backends}
    for backend in backends:
        if backend not in known:
            raise Refusal(f"none of these workloads has a backend {backend}; they have {', '.join(sorted(known))}.")
    runs = [(w, b, e) for w in chosen for b in w.backends if not backends or b in backends for e in engines]
    records = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("bench", total=len(runs))
        for workload, backend, engine in runs:
            progress.update(task, description=f"{workload.name} {backend} {engine}")
            records.append(run(workload, backend, engine))
            progress.advance(task)
    rows = [
        (
            r["workload"], r["backend"], r["engine"], f"{r['cycles']:,}", f"{r['instructions'] or 0:,}",
            f"{r['code_bytes']:,}", f"{r['data_bytes']:,}",
            r["verdict"]["checked"] if r["verdict"]["passed"] else "WRONG: " + r["verdict"]["checked"],
        )
        for r in records
    ]  # fmt: skip
    table = Table()
    for i, heading in enumerate(("workload", "backend", "engine", "cycles", "instructions", "code B", "data B")):
        width = max(len(heading), *(len(row[i]) for row in rows)) if rows else 0
        table.add_column(heading, justify="right" if i > 2 else "left", no_wrap=True, min_width=width)
    table.add_column("checked by", no_wrap=True, overflow="ellipsis")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    return records


def _simulator_speed() -> list[dict]:
    """Simulated instructions and cycles per second of each engine, beside unicorn running the same program."""
    from rich.console import Console
    from rich.table import Table

    from evariste.sim import speed

    table = Table("program", "engine", "unit")
    table.add_column("millions a second", justify="right")
    rows = speed.measure()
    for row in rows:
        table.add_row(row["program"], row["engine"], row["unit"], f"{row['rate'] / 1e6:,.2f}")
    Console().print(table)
    return rows
