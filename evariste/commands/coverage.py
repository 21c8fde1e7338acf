# SPDX-License-Identifier: Apache-2.0
"""`ev coverage`: the parts of the instruction set, or of the RTL, that random programs exercise."""

from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import records_option
from evariste.machines import MachineDef
from evariste.record import put, record


@click.command()
@machine_option
@click.option("--programs", default=200, show_default=True, type=click.IntRange(1), help="How many programs to run.")
@click.option("--missing", is_flag=True, help="List the bins or points that no program has hit.")
@click.option("--rtl", is_flag=True, help="Lines, branches and toggles of the RTL instead.")
@records_option
def command(machine: MachineDef, programs: int, missing: bool, rtl: bool, json_file: Path | None) -> int:
    """Run random programs and show their functional coverage, by kind of bin.

    Bins come from isa/: instruction and operand, hazards between neighbours, targets of control transfers,
    faults and what precedes them, fields. The RTL's points are Verilator's. rtl/<folder>/cover.yaml waives some; the
    status is 1 when another is never hit.
    """
    made = _rtl(machine, programs, missing) if rtl else _functional(machine, programs, missing)
    if json_file:
        put(json_file, [made])
    return 1 if rtl and not made["verdict"]["passed"] else 0


def _rtl(machine: MachineDef, programs: int, missing: bool) -> dict:
    """Coverage of lines, branches and toggles, shown and as a record."""
    from rich.console import Console
    from rich.table import Table

    from evariste.verification import cover

    runs = machine.module("cover")
    found = runs.measure(programs, say=lambda text: click.echo(text, err=True))
    shown = Table("points", "hit", "of")
    for kind in cover.KINDS:
        shown.add_row(kind, str(found.hit[kind]), str(found.total[kind]))
    Console().print(shown)
    click.echo(f"{sum(found.waived.values())} points waived.")
    for point in found.missing if missing else ():
        click.echo(str(point))
    return cover.record(machine.name, runs.CONFIGURATION, found, programs)


def _functional(machine: MachineDef, programs: int, missing: bool) -> dict:
    """Coverage of the instruction set, shown and as a record."""
    from rich.console import Console
    from rich.table import Table

    bins, recipes = machine.module("coverage"), machine.module("recipes")
    coverage = bins.Coverage()
    with click.progressbar(range(programs), label="programs") as seeds:
        for seed in seeds:
            coverage.add(recipes.generate(seed))
    table, never = coverage.report()
    shown = Table("bins", "hit", "of")
    for kind, (hit, total) in table.items():
        shown.add_row(kind, str(hit), str(total))
    Console().print(shown)
    waived = len(bins.WAIVED)
    click.echo(f"{coverage.programs} programs, {coverage.instructions} instructions; {waived} bins waived.")
    if missing:
        for goal in never:
            click.echo(" ".join(str(part) for part in goal))
    return record(
        workload="coverage.functional", engine="iss", machine=machine.name,
        configuration=machine.configuration, cycles=None,
        instructions=coverage.instructions,
        params={"programs": coverage.programs}, passed=not never, checked=f"{len(never)} bins never hit",
    ) | {"kinds": {k: list(v) for k, v in table.items()}, "waived": waived}  # fmt: skip
