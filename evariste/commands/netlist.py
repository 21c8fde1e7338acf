# SPDX-License-Identifier: Apache-2.0
"""`ev netlist`: check the synthesised netlist against the reference arithmetic, the interpreter and the RTL."""

import tempfile
from itertools import chain
from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import INPUT, records_option
from evariste.machines import MachineDef
from evariste.record import put


@click.command()
@machine_option
@click.option("--programs", default=512, show_default=True, type=click.IntRange(1), help="How many random programs.")
@click.option("--unit", "unit_only", is_flag=True, help="The Galois-field unit only.")
@click.option("--liberty", type=INPUT, help="Another cell library (NLDM).")
@records_option
def command(machine: MachineDef, programs: int, unit_only: bool, liberty: Path | None, json_file: Path | None) -> None:
    """Synthesise, then prove that each netlist equals its RTL, with controls that must be refuted. Some machines replay
    a program on theirs, too, in every cycle.

    Of a machine with a Galois-field unit also: every operand of one field of each degree on the unit; firmware, random
    programs and products on the core. --programs and --unit are for these.
    """
    from evariste.errors import UserError
    from evariste.silicon.liberty import DEFAULT, read
    from evariste.verification.netlists import equivalences, firmware, record

    silicon = machine.module("silicon")
    proved = {name: silicon.job(name) for name in getattr(silicon, "PROVED", ())}
    own = None if proved else machine.module("netlist")
    library = read(liberty.resolve() if liberty else DEFAULT)
    library.check()
    records = []
    with tempfile.TemporaryDirectory(prefix="evariste-") as folder:
        at = Path(folder)
        try:
            if own:
                checks = own.checks(at, library, programs, unit_only)
            else:
                replayed = firmware(machine, getattr(silicon, "FIRMWARE", {}), library)
                checks = chain(equivalences(proved, at, library), replayed)
            for kind, compared, checked in checks:
                click.echo(f"{kind}: {compared} {checked}")
                records.append(record(machine, kind, compared, checked))
        except AssertionError as wrong:
            raise UserError(f"The netlist is wrong: {wrong}.") from None
    if json_file:
        put(json_file, records)
