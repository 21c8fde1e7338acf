# SPDX-License-Identifier: Apache-2.0
"""`ev footprint`: the bytes of ROM, stack and memory that the library takes for a task."""

from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import records_option
from evariste.machines import MachineDef


@click.command()
@click.argument("tasks", nargs=-1)
@machine_option
@records_option
def command(tasks: tuple[str, ...], machine: MachineDef, json_file: Path | None) -> None:
    """Measure what TASKS take from a program. The default is all.

    ROM is what linking the task adds, compiled with -O2. Stack is what it was seen to use on the interpreter. Memory
    is what the caller provides: keys, contexts, tables and work memory.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from evariste import record
    from evariste.bench import footprint

    records = [footprint.measure(name, backend, machine) for name, backend in footprint.chosen(tasks, machine)]
    table = Table(box=SIMPLE_HEAD)
    table.add_column("task")
    table.add_column("backend")
    for heading in footprint.COLUMNS:
        table.add_column(heading, justify="right")
    for r in records:
        sizes = [f"{r[key]:,}" for key in footprint.COLUMNS.values()]
        table.add_row(footprint.TASKS[r["workload"].split(".")[1]].title, r["backend"], *sizes)
    Console().print(table)
    if json_file:
        record.put(json_file, records)
