# SPDX-License-Identifier: Apache-2.0
"""`ev coverage`: what random programs exercise of the instruction set."""

import click


@click.command()
@click.option("--programs", default=200, show_default=True, help="How many programs to run.")
@click.option("--missing", is_flag=True, help="List the bins that no program has hit.")
def command(programs: int, missing: bool) -> None:
    """Run random programs and show their functional coverage, by kind of bin.

    Bins come from isa/gfp.yaml: instruction and operand, hazards between neighbours, targets of control transfers,
    faults and what precedes them, fields.
    """
    from rich.console import Console
    from rich.table import Table

    from evariste.progen import generate
    from evariste.progen.coverage import WAIVED, Coverage

    coverage = Coverage()
    with click.progressbar(range(programs), label="programs") as seeds:
        for seed in seeds:
            coverage.add(generate(seed, "timed"))
    table, never = coverage.report()
    shown = Table("bins", "hit", "of")
    for kind, (hit, total) in table.items():
        shown.add_row(kind, str(hit), str(total))
    Console().print(shown)
    click.echo(f"{coverage.programs} programs, {coverage.instructions} instructions; {len(WAIVED)} bins waived.")
    if missing:
        for goal in never:
            click.echo(" ".join(str(part) for part in goal))
