# SPDX-License-Identifier: Apache-2.0
"""`ev faults`: flip bits of flip-flops while a program runs, and classify the results."""

import json
import tempfile
from pathlib import Path

import click

from evariste.console import OUTPUT

PARTS = {"gf": "the field register and its staging, every flip-flop", "core": "every flip-flop of the core"}


@click.command()
@click.option("--part", type=click.Choice(list(PARTS)), default="gf", show_default=True, help="Which flip-flops.")
@click.option("--cycles", default=10, show_default=True, type=click.IntRange(1), help="Faults in each flip-flop.")
@click.option("--program", "programs", multiple=True, help="Only this workload (aes, rs); may be repeated.")
@click.option("--json", "json_file", type=OUTPUT, help="Write the records here.")
def command(part: str, cycles: int, programs: tuple[str, ...], json_file: Path | None) -> None:
    """Flip single bits of the machine's state in random cycles of a workload, and count: masked, detected, silent,
    hang.
    """
    from rich.console import Console
    from rich.table import Table

    from evariste.errors import UserError
    from evariste.verification import faults
    from evariste.verification.gates import bare, soc

    for name in programs:
        if name not in bare.programs():
            raise UserError(f"There is no workload '{name}'; there are {', '.join(bare.programs())}.")
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        system = soc.Soc(soc.elaborate(Path(folder)))
    which = faults.of_galois_field if part == "gf" else faults.of_core
    records = []
    for name in programs or bare.programs():
        campaign = faults.inject(system, bare.build(name), which, cycles, say=lambda t: click.echo(t, err=True))
        records.append(faults.record(campaign, part))
        table = Table(f"{name}: register", *faults.OUTCOMES)
        for register, found in records[-1]["registers"].items():
            table.add_row(register, *(str(found[o]) for o in faults.OUTCOMES))
        table.add_row("all", *(str(records[-1]["outcomes"][o]) for o in faults.OUTCOMES))
        Console().print(table)
    if json_file:
        json_file.write_text(json.dumps(records, indent=1) + "\n")
