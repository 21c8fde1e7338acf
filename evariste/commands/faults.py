# SPDX-License-Identifier: Apache-2.0
"""`ev faults`: flip bits of flip-flops while a program runs, and classify the results."""

import tempfile
from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import records_option
from evariste.machines import MachineDef
from evariste.record import put


@click.command()
@machine_option
@click.option("--part", "group", help="Which of the parts with flip-flops, if there are several.")
@click.option("--cycles", default=10, show_default=True, type=click.IntRange(1), help="Faults in each flip-flop.")
@click.option("--program", "programs", multiple=True, help="Only this workload; may be repeated.")
@records_option
def command(machine: MachineDef, group: str | None, cycles: int, programs: tuple[str, ...], json_file: Path | None
            ) -> None:  # fmt: skip
    """Flip single bits of the machine's state in random cycles of a workload, and count: masked, detected, silent,
    hang.
    """
    from rich.console import Console
    from rich.table import Table

    from evariste.errors import UserError
    from evariste.verification.faults import OUTCOMES, record

    faults = machine.module("faults")
    group = group or next(iter(faults.PARTS))
    if group not in faults.PARTS:
        raise UserError(f"There is no part '{group}'; there are {', '.join(faults.PARTS)}.")
    known = faults.PROGRAMS
    for name in programs:
        if name not in known:
            raise UserError(f"There is no workload '{name}'; there are {', '.join(known)}.")
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        system = faults.system(Path(folder))
    records = []
    for name in programs or known:
        campaign = faults.inject(system, name, faults.PARTS[group], cycles,
                                 say=lambda t: click.echo(t, err=True))  # fmt: skip
        records.append(record(machine, campaign, group))
        table = Table(f"{name}: register", *OUTCOMES)
        for register, found in records[-1]["registers"].items():
            table.add_row(register, *(str(found[o]) for o in OUTCOMES))
        table.add_row("all", *(str(records[-1]["outcomes"][o]) for o in OUTCOMES))
        Console().print(table)
    if json_file:
        put(json_file, records)
