# SPDX-License-Identifier: Apache-2.0
"""The subcommands of `ev`, one module each. A module's `command` is the click command of the same name."""

import click

from evariste import machines
from evariste.errors import UserError
from evariste.paths import INSTALLED

# Commands that need the repository, and the files that an installed package lacks for them.
REPOSITORY = {
    "doc": "the book is made from its documents",
    "fuzz": "the targets are in its folder verify",
    "gen": "it writes its folder gen",
    "lint": "it checks its sources",
    "mutate": "the checks that are to notice the errors are in its folder verify",
    "prove": "the specifications are in its folder verify",
    "release": "it checks its history and its files",
    "test": "the tests are in its folder verify",
}


def need_repository(what: str, why: str) -> None:
    """Refuse what an installed package cannot do."""
    if INSTALLED:
        raise UserError(f"`{what}` works in a clone of the repository only, and this is an installed package: {why}.")


def _named(_context: click.Context, _parameter: click.Parameter, name: str) -> machines.MachineDef:
    return machines.named(name)


def _backend(context: click.Context, _parameter: click.Parameter, name: str | None) -> str:
    machine: machines.MachineDef = context.params["machine"]
    if not machine.backends:
        raise UserError(f"The machine '{machine.name}' has no backend of the library.")
    name = name or machine.native
    machine.runs(name)
    return name


def _configuration(context: click.Context, _parameter: click.Parameter, name: str | None) -> str:
    machine: machines.MachineDef = context.params["machine"]
    name = name or machine.configuration
    machine.has(name)
    return name


# Options that many commands have. The machine is read first, since what the others may say depends on it.
machine_option = click.option("--machine", default=machines.DEFAULT, show_default=True, is_eager=True, callback=_named,
                              help="Which machine.")  # fmt: skip
backend_option = click.option("--backend", callback=_backend,
                              help="Which folder of sw/low; by default the machine's own.")  # fmt: skip
configuration_option = click.option("--configuration", metavar="NAME", callback=_configuration,
                                    help="Of the machine; by default the full one.")  # fmt: skip
