# SPDX-License-Identifier: Apache-2.0
"""`ev agree`: the same random inputs on every machine, and their answers compared."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import click

from evariste.console import jobs_option, records_option, scheduler_option


@click.command()
@click.argument("names", nargs=-1)
@click.option("--inputs", default=1000, show_default=True, type=click.IntRange(1), help="Of each task.")
@click.option("--everywhere", is_flag=True, help="On every configuration, not only on the usual one of each backend.")
@click.option("--fastest", is_flag=True, help="On the place with the fewest cycles of each machine only.")
@records_option
@jobs_option
@scheduler_option
@click.option("--fresh", is_flag=True, help="Run again what has agreed before.")
def command(names: tuple[str, ...], inputs: int, everywhere: bool, fastest: bool, json_file: Path | None,
            processes: int | None, dask: str | None, fresh: bool) -> None:  # fmt: skip
    """Run tasks on random inputs, on every machine and backend, and compare the answers.

    NAMES are shell patterns of tasks, as `ev bench --machine all --list` shows them; none means all. An oracle judges
    the answers, too: all of them, but only the first ones of a task on curves. What agreed is kept: a run that was
    stopped continues, and one with more inputs begins where the last one ended. A task's record is written as soon as
    all of its inputs are answered. The status is 1 if anything differs.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from evariste import record
    from evariste.bench.pool import progress
    from evariste.family import agreement
    from evariste.family.tasks import chosen

    if everywhere and fastest:
        raise click.UsageError("--everywhere and --fastest name different places; give one of them.")
    tasks = chosen(names)
    if everywhere:
        places = agreement.every_place()
    else:
        places = agreement.fastest_places() if fastest else agreement.usual_places()
    wanted = agreement.portions(tasks, inputs, places.__getitem__)
    parts, made, faults = defaultdict[str, list[Any]](list), [], list[str]()
    with progress("agreement", len(wanted)) as tick:
        for portion, found in agreement.campaign(wanted, processes, dask, fresh):
            tick(f"{portion.task} from {portion.first}")
            faults += found.faults
            done = parts[portion.task]
            done.append((portion, found))
            if sum(p.count for p, _ in done) == inputs:
                made.append(agreement.task_record(done, agreement.FASTEST if fastest else ""))
                if json_file:
                    record.put(json_file, made[-1:])
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("task", "inputs", "seen by the oracle", "places", "machines"):
        table.add_column(heading, justify="left" if heading == "task" else "right", no_wrap=True)
    for r in sorted(made, key=agreement.answered):
        p = r["params"]
        table.add_row(agreement.answered(r), f"{p['inputs']:,}", f"{p['judged']:,}", str(len(p["places"])),
                      str(len(p["machines"])))  # fmt: skip
    Console().print(table)
    if faults:
        raise click.ClickException("\n".join(faults))
