# SPDX-License-Identifier: Apache-2.0
"""`ev encode`: encode a file with the firmware on the simulated core."""

from pathlib import Path

import click

from evariste.commands import backend_option, machine_option
from evariste.console import INPUT, OUTPUT
from evariste.machines import MachineDef


@click.command(name="encode")
@click.argument("code")
@click.argument("source", type=INPUT)
@click.argument("target", type=OUTPUT)
@click.option("--interleave", "depth", default=1, show_default=True, type=click.IntRange(1, 255),
              help="Number of words to interleave.")  # fmt: skip
@click.option("--dual-basis", "dual", is_flag=True, help="CCSDS: symbols in the dual basis.")
@click.option("--engine", default="iss", show_default=True, type=click.Choice(["iss", "rtl", "lockstep"]))
@machine_option
@backend_option
def command(code: str, source: Path, target: Path, depth: int, dual: bool, engine: str, machine: MachineDef,
            backend: str) -> None:  # fmt: skip
    """Encode SOURCE with CODE (a name of `ev code list`, or a description) and write TARGET.

    The first and the last words hold length and checksum. So `ev decode` gives back SOURCE exactly, or says that it
    cannot. `-` is the standard input or output.
    """
    from evariste import console
    from evariste.codes import files, named
    from evariste.console import read

    plan = files.Plan(named.find(code), depth, dual, engine, backend, machine.name)
    done = files.encode(plan, read(source), console.lines("encoding"))
    target.write_bytes(done.content)
    words = len(done.status)
    click.echo(f"{target}: {words:,} words of {named.shape(plan.code)}, {len(done.content):,} bytes, "
               f"{done.cycles / words:,.1f} cycles a word.")  # fmt: skip
