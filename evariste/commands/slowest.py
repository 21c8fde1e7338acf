# SPDX-License-Identifier: Apache-2.0
"""`ev slowest`: find the word that takes a decoder longest."""

from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import jobs_option, records_option, scheduler_option
from evariste.machines import MachineDef


@click.command()
@click.argument("cases", nargs=-1)
@machine_option
@click.option("--backend", help="Of the machine; by default its native one, whose bounds are checked.")
@click.option(
    "--words", default=1_000_000, show_default=True, type=click.IntRange(1), help="Random words of each case."
)
@click.option("--climbs", default=160, show_default=True, type=click.IntRange(0),
              help="Searches for a slow word in each case, 15,000 words each.")  # fmt: skip
@records_option
@jobs_option
@scheduler_option
def command(cases: tuple[str, ...], machine: MachineDef, backend: str | None, words: int, climbs: int,
            json_file: Path | None, processes: int | None, dask: str | None) -> None:  # fmt: skip
    """Decode random words, then search for slower ones. CASES are names (rs255_239.e8); the default is all.

    A climb starts from words that are special for a decoder (locators without coefficients, affine subspaces, runs,
    equal values, vanishing syndromes) and changes the slowest of them a little. The short BCH codes are decoded for all
    their syndromes. Counts are kept: an interrupted search continues where it stopped.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from evariste import record
    from evariste.bench.pool import progress
    from evariste.slowest import campaign
    from evariste.slowest.campaign import records
    from evariste.slowest.patterns import find

    machine.compiler()  # before work is done
    machine.runs(backend)
    where = machine.name, backend or machine.native
    wanted = [p for case in find(cases) for p in campaign.portions(case, words, climbs, *where)]
    done = []
    with progress("slowest", len(wanted)) as tick:
        for portion, result in campaign.campaign(wanted, processes, dask):
            done.append((portion, result))
            tick(f"{portion.case} {portion.kind}")
    made = records(done)
    table = Table(title="Cycles of a decoding", title_justify="left", box=SIMPLE_HEAD, pad_edge=False,
                  padding=(0, 1, 0, 0))  # fmt: skip
    for heading in ("case", "words", "mean", "99.9 %", "slowest", "searched", "slowest", "bound"):
        table.add_column(heading, justify="left" if heading == "case" else "right", no_wrap=True)
    for r in made:
        spread, searched = r["spread"], r["searched"]
        table.add_row(r["params"]["case"], f"{spread['runs']:,}", f"{spread['mean']:,.0f}", f"{spread['p999']:,}",
                      f"{spread['max']:,}", f"{searched['words']:,}", f"{searched['max'] or 0:,}",
                      f"{r['params']['bound']:,}" if r["params"]["bound"] else "-")  # fmt: skip
    Console().print(table)
    if json_file:
        record.put(json_file, made)
    wrong = [r["params"]["case"] for r in made if not r["verdict"]["passed"]]
    if wrong:
        raise click.ClickException(f"words that take longer than they may, or are decoded wrong: {', '.join(wrong)}.")
