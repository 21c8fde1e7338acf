# SPDX-License-Identifier: Apache-2.0
"""`ev replay`: make a random program of the tests again from its seed, and run it."""

from pathlib import Path

import click

from evariste.commands import machine_option, part
from evariste.console import OUTPUT
from evariste.machines import MachineDef


@click.command()
@click.argument("program", metavar="[RECIPE/]SEED")
@click.option("--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="lockstep", help="Default: lockstep.")
@machine_option
@click.option("--configuration", metavar="NAME", help="Of the machine; by default the one that the recipe is for.")
@click.option("--oracle", is_flag=True, help="Compare the end with Unicorn's and the reference arithmetic's.")
@click.option(
    "--waits",
    nargs=2,
    type=click.IntRange(0, 255),
    default=(0, 0),
    metavar="N N",
    help="Wait states at the instruction and the data port of the RTL: their chances in a cycle, out of 256.",
)
@click.option("--disasm", is_flag=True, help="Print the program instead of running it.")
@click.option("--elf", type=OUTPUT, help="Also write it as an ELF file, for `ev run` or a debugger.")
def command(
    program: str, engine: str, machine: MachineDef, configuration: str | None, oracle: bool, waits: tuple[int, int],
    disasm: bool, elf: Path | None,
) -> int:  # fmt: skip
    """Run one random program of `ev test` again, for instance `ev replay common/312`.

    The recipes are common (any oracle ends it alike), timed (reads the cycle counter), long, interrupts (on a
    core that has them), lockup, and words (random words in a row, only run).
    The status is 0 when the program ended as it should, and both engines, or the oracle, agree.
    """

    from evariste.errors import UserError
    from evariste.verification.randprog import run

    recipes = part(machine, "recipes", "random programs")
    recipe, _, seed = program.rpartition("/")
    if (recipe or "timed") not in (*recipes.RECIPES, "words") or not seed.isdecimal():
        named = ", ".join((*recipes.RECIPES, "words"))
        raise UserError(f"'{program}' names no random program; write RECIPE/SEED, with {named} as RECIPE.")
    if engine == "iss" and waits != (0, 0):
        raise UserError("The interpreter has no wait states; choose the engine rtl or lockstep.")
    configuration = configuration or run.configuration(recipe or "timed", machine)
    machine.has(configuration)
    if recipe == "words":
        if oracle or disasm or elf:
            raise UserError("Random words can only be run: they cannot be listed or written, and have no known end.")
        words = machine.module("recipes.words")
        stop = words.execute(run.machine(engine, configuration, waits, machine.name), int(seed))
        click.echo(f"{program} on {engine}: {stop.instructions} instructions, {stop.cycles} cycles; {stop.sentence}")
        return 1 if words.wrong_end(stop) else 0
    made = recipes.generate(int(seed), recipe or "timed")
    if elf:
        elf.write_bytes(made.elf())
    if disasm:
        click.echo("\n".join(recipes.lines(made)))
        return 0
    core = run.machine(engine, configuration, waits, machine.name)
    stop = run.execute(core, made)
    click.echo(f"{run.name(made)} on {engine}: {stop.instructions} instructions, {stop.cycles} cycles; {stop.sentence}")
    wrong = [run.wrong_end(made, stop)] if run.wrong_end(made, stop) else []
    if oracle and not wrong:
        if recipe not in ("common", "base"):
            raise UserError(
                "The oracle has no cycles and no devices: it takes programs of the recipes common and base."
            )
        try:
            oracles = part(machine, "oracle", "oracle")
        except ImportError:
            raise UserError("The oracle needs the tests' packages; `ev setup` installs them.") from None
        wrong = run.unlike(core, oracles.Emulator().run(made, configuration))
        click.echo("Unicorn ends differently:" if wrong else "Unicorn ends the same.")
    for line in wrong:
        click.echo(line, err=True)
    return 1 if wrong else 0
