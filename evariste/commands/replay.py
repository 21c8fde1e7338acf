# SPDX-License-Identifier: Apache-2.0
"""`ev replay`: make a random program of the tests again from its seed, and run it."""

from pathlib import Path
from types import ModuleType

import click

from evariste.commands import machine_option
from evariste.console import OUTPUT
from evariste.machines import MachineDef


@click.command()
@click.argument("program", metavar="[RECIPE/]SEED")
@click.option("--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="lockstep", help="Default: lockstep.")
@machine_option
@click.option("--configuration", metavar="NAME", help="Of the machine; by default the one that the recipe is for.")
@click.option("--oracle", is_flag=True, help="Compare the end with the machine's oracle's.")
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

    The machine says which recipes there are; a wrong one lists them.
    The status is 0 when the program ended as it should, and both engines, or the oracle, agree. A program that differs
    in lock-step is made smaller while it does, and kept in .build/lockstep/found.
    """

    from evariste.errors import UserError
    from evariste.isa.load import machine as instruction_set
    from evariste.verification.randprog import run
    from evariste.verification.randprog.lockstep import smaller
    from evariste.verification.randprog.writer import listing

    recipes = machine.module("recipes")
    recipe, _, seed = program.rpartition("/")
    recipe = recipe or recipes.USUAL
    if recipe not in recipes.RECIPES or not seed.isdecimal():
        quoted = ", ".join(f"'{name}'" for name in recipes.RECIPES)
        raise UserError(f"'{program}' names no random program; write RECIPE/SEED, with one of {quoted} as RECIPE.")
    if engine == "iss" and waits != (0, 0):
        raise UserError("The interpreter has no wait states; choose the engine rtl or lockstep.")
    oracles = _oracle(machine, recipe) if oracle else None
    made = recipes.generate(int(seed), recipe)
    configuration = configuration or made.recipe.configuration or machine.configuration
    machine.has(configuration)
    if elf:
        if not hasattr(made, "elf"):
            raise UserError(f"The machine '{machine.name}' has no ELF files.")
        elf.write_bytes(made.elf())
    if disasm:
        click.echo("\n".join(listing(instruction_set(machine.name), made)))
        return 0
    core = run.machine(machine.name, engine, configuration, waits)
    stop = run.execute(core, made)
    click.echo(f"{made.name} on {engine}: {stop.instructions} instructions, {stop.cycles} cycles; {stop.sentence}")
    wrong = [run.wrong_end(made, stop)] if run.wrong_end(made, stop) else []
    if wrong and stop.reason == "difference":
        click.echo("Making it smaller.", err=True)
        wrong.append(smaller(core, made, stop))
    if oracles and not wrong:
        wrong = oracles.unlike(core, made)
        click.echo("The oracle ends differently:" if wrong else "The oracle ends the same.")
    for line in wrong:
        click.echo(line, err=True)
    return 1 if wrong else 0


def _oracle(machine: MachineDef, recipe: str) -> ModuleType:
    """The machine's oracle, if it can run this recipe's programs."""
    from evariste.errors import UserError

    try:
        oracle = machine.module("oracle")
    except ImportError:
        raise UserError("The oracle needs the tests' packages; `ev setup` installs them.") from None
    if recipe not in oracle.RECIPES:
        raise UserError(f"The oracle takes programs of the recipes {', '.join(oracle.RECIPES)}.")
    return oracle
