# SPDX-License-Identifier: Apache-2.0
"""`ev lockstep`: random programs on the RTL and the interpreter, compared at every retirement."""

from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import jobs_option, records_option, scheduler_option
from evariste.machines import MachineDef
from evariste.record import put


@click.command()
@machine_option
@click.option("--programs", default=100, show_default=True, type=click.IntRange(1), help="How many of each kind.")
@click.option("--first", default=0, show_default=True, help="The first seed.")
@records_option
@jobs_option
@scheduler_option
def command(machine: MachineDef, programs: int, first: int, json_file: Path | None, processes: int | None,
            dask: str | None) -> int:  # fmt: skip
    """Run random programs of every kind in lock-step. The status is 1 if the engines differ anywhere.

    Registers, flags, memory accesses, faults and cycle numbers must agree. Seeds are printed, for `ev replay`. A
    program that differs is made smaller while it does, and kept in .build/lockstep/found. A run that was stopped goes
    on where it was, unless a source has changed.
    """
    from evariste.verification.randprog import lockstep

    machine.module("recipes")
    counts = lockstep.campaign(machine, lockstep.kinds(machine), first, programs, click.echo, processes, dask)
    for line in [line for count in counts for line in count.differences]:
        click.echo(line, err=True)
    click.echo(f"{sum(count.instructions for count in counts)} instructions.")
    if json_file:
        put(json_file, [lockstep.record(count) for count in counts])
    return 1 if any(count.differences for count in counts) else 0
