# SPDX-License-Identifier: Apache-2.0
"""`ev decode`: decode a file with the firmware on the simulated core."""

from pathlib import Path

import click

from evariste.commands import backend_option, machine_option
from evariste.console import INPUT, OUTPUT
from evariste.machines import MachineDef


@click.command(name="decode")
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
    """Decode SOURCE, which `ev encode` wrote with the same CODE and options, and write TARGET.

    Ends with status 1 and a sentence if words are beyond correction (their messages are written as received), if there
    are too few or too many words, if the length is not known (everything decoded is written), or if the checksum is
    wrong. `-` is the standard input or output.
    """
    from evariste import console
    from evariste.codes import files, named
    from evariste.console import read

    plan = files.Plan(named.find(code), depth, dual, engine, backend, machine.name)
    done = files.decode(plan, read(source), console.lines("decoding"))
    target.write_bytes(done.content)
    corrected = [s for s in done.status if s > 0]
    lost = sum(s < 0 for s in done.status)
    click.echo(f"{target}: {len(done.content):,} bytes; of {len(done.status):,} words {len(corrected):,} corrected "
               f"({sum(corrected):,} errors), {lost:,} beyond correction; "
               f"{done.cycles / len(done.status):,.1f} cycles a word.")  # fmt: skip
    for sentence in done.trouble:
        click.echo(f"ev: {source}: {sentence}", err=True)
    if lost or done.trouble:
        raise SystemExit(1)
