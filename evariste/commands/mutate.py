# SPDX-License-Identifier: Apache-2.0
"""`ev mutate`: put small errors into the RTL and count how many the checks notice."""

from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import records_option, scheduler_option
from evariste.errors import UserError
from evariste.machines import MachineDef
from evariste.record import put
from evariste.verification.mutant_shares import Campaign, divided, run
from evariste.verification.mutation import Sample


@click.command()
@click.argument("target")
@machine_option
@click.option("--count", default=1000, show_default=True, type=click.IntRange(1), help="How many mutants.")
@click.option("--seed", default=1, show_default=True, help="Which ones.")
@click.option("--rounds", default=6, show_default=True, help="Runs before survivors go to the prover.")
@click.option("--more", default=20, show_default=True, help="Runs after it, on those that are errors.")
@click.option("--against", default="programs", show_default=True, type=click.Choice(["programs", "proofs"]),
              help="What has to notice: runs, or `ev prove`.")  # fmt: skip
@records_option
@click.option("-j", "--jobs", "processes", default=1, show_default=True, type=click.IntRange(1),
              help="Processes; each takes shares of the mutants.")  # fmt: skip
@scheduler_option
def command(target: str, machine: MachineDef, count: int, seed: int, rounds: int, more: int, against: str,
            json_file: Path | None, processes: int, dask: str | None) -> int:  # fmt: skip
    """Mutate the Galois-field UNIT, that of another configuration (UNIT.INVERSE2, UNIT.TINY), the rest of the CORE, the
    same with EXTENSIONS, or its INTERRUPTS, with Yosys, and list the survivors.

    Mutants run 511 at a time beside the original, as gates: the unit against the reference arithmetic, the core on
    random programs, where everything that lock-step compares must differ. Mutants of the interrupts meet the directed
    programs of the tests of interrupts, too, and then `ev prove`. Those that survive and are proved to
    compute the same are no errors. The status is 1 when more than 1 % of the others survive, or any in the unit.

    --against proofs asks instead which mutants of the core, or of its interrupts, `ev prove` would refute. Up to 2 %
    may survive. An interrupted campaign of the core goes on where it was.
    """
    campaign = machine.module("mutants")
    if target not in campaign.TARGETS:
        raise UserError(f"There is nothing called '{target}' to mutate; there are {', '.join(campaign.TARGETS)}.")

    def say(text: str) -> None:
        click.echo(text, err=True)

    if against == "proofs" and target not in campaign.PROVED:
        raise UserError("Mutants of the core and of its interrupts are put to the proofs; those of the unit are not.")
    whole = Campaign(machine.name, target, Sample(count, seed), None if against == "proofs" else (rounds, more))
    alone = processes == 1 and not dask
    result = whole.run(say) if alone else run(divided(whole, processes), processes, dask)
    made = campaign.record(result)
    for survivor in made["survivors"]:
        click.echo(f"{survivor['mutant']}\n    {survivor['reason'] or 'not explained'}")
    click.echo(made["verdict"]["checked"])
    if json_file:
        put(json_file, [made])
    return 0 if made["verdict"]["passed"] else 1
