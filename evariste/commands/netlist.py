# SPDX-License-Identifier: Apache-2.0
"""`ev netlist`: check the synthesised netlist against the reference arithmetic, the interpreter and the RTL."""

import json
import tempfile
from pathlib import Path

import click

from evariste.console import INPUT, OUTPUT


@click.command()
@click.option("--programs", default=512, show_default=True, type=click.IntRange(1), help="How many random programs.")
@click.option("--unit", "unit_only", is_flag=True, help="The Galois-field unit only.")
@click.option("--liberty", type=INPUT, help="Another cell library (NLDM).")
@click.option("--json", "json_file", type=OUTPUT, help="Write the records here.")
def command(programs: int, unit_only: bool, liberty: Path | None, json_file: Path | None) -> None:
    """Synthesise, then check: every operand of one field of each degree; proofs that the unit, the core, and the core
    that `ev silicon` measures equal their RTL; firmware, random programs and products on the core.
    """
    from evariste.errors import UserError
    from evariste.silicon import designs
    from evariste.silicon.liberty import DEFAULT, read
    from evariste.verification import netlists
    from evariste.verification.gates import mapped, unit

    library = read(liberty.resolve() if liberty else DEFAULT)
    library.check()
    records = []

    def note(kind: str, compared: int, checked: str) -> None:
        click.echo(f"{kind}: {compared} {checked}")
        records.append(netlists.record(kind, compared, checked))

    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        netlist = mapped.the_unit(folder, library)
        gates = unit.Unit(netlist)
        try:
            results = sum(netlists.exhaustive(gates, m) for m in unit.DEGREES)
            note("exhaustive", results, "results equal those of the reference arithmetic")
            proved = netlists.equivalence(mapped.UNIT, folder, library)
            note("equivalence", proved, "outputs of the unit proved equal to its RTL's")
            if not unit_only:
                for kind, job, what in (
                    ("equivalence.core", mapped.CORE, "the core"),
                    ("equivalence.measured", designs.configuration("full"), "the measured core"),
                ):
                    note(
                        kind,
                        netlists.equivalence(job, folder, library),
                        f"outputs and next states of {what} proved equal to its RTL's",
                    )
                system = netlists.system(folder, library)
                note("firmware", netlists.firmware(system), "retirements of firmware equal the interpreter's")
                note("programs", netlists.programs(system, programs),
                     "instructions of random programs, with equal cycles and memory")  # fmt: skip
                note("products", netlists.products(system), "products of muls are right")
        except AssertionError as wrong:
            raise UserError(f"The netlist is wrong: {wrong}.") from None
    if json_file:
        json_file.write_text(json.dumps(records, indent=1) + "\n")
