# SPDX-License-Identifier: Apache-2.0
"""The command line. Every module of `evariste.commands` that defines `command` is a subcommand of `ev`. So is a machine
with commands of its own, under its name.

A command's module is imported only when that command runs, so `ev` starts at once.
"""

import importlib
import os
import pkgutil
import sys
from typing import NoReturn

import click

from evariste import __version__, commands, machines
from evariste.paths import INSTALLED


class Commands(click.Group):
    """A click group with the modules of `evariste.commands`, and with machines that have commands, as subcommands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        shared = {m.name for m in pkgutil.iter_modules(commands.__path__) if not m.name.startswith("_")}
        return sorted(shared | {name for name in machines.names() if machines.named(name).commands})

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in machines.names() and machines.named(name).commands:
            return importlib.import_module(machines.named(name).commands).command
        if name not in self.list_commands(ctx):
            return None
        if INSTALLED and name in commands.REPOSITORY:
            return _refusing(name)
        return importlib.import_module(f"evariste.commands.{name}").command


def _refusing(name: str) -> click.Command:
    """A command that needs the repository, in an installed package: refuses with any arguments."""
    why = commands.REPOSITORY[name]
    return click.Command(
        name,
        callback=lambda words: commands.need_repository(f"ev {name}", why),
        params=[click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)],
        context_settings={"ignore_unknown_options": True},
        help=f"Works in a clone of the repository only: {why}.",
    )


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="evariste")
def ev() -> None:
    """Evariste: programmable Galois-field processors, run, measured and checked.

    `ev demo` decodes a damaged file on the processor's RTL. `ev test` checks a sample, and with --full everything.
    """


def main() -> None:
    """Run one command. An interrupt ends with a sentence and status 130."""
    try:
        status = ev(standalone_mode=False, prog_name="ev")
    except click.exceptions.Abort:
        click.echo("ev: interrupted.", err=True)
        sys.exit(130)
    except click.UsageError as misused:
        misused.show()
        sys.exit(misused.exit_code)
    except click.ClickException as refused:
        click.echo(f"ev: {refused.format_message()}", err=True)
        sys.exit(refused.exit_code)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith(("evariste", "_")):
            raise
        how = f"pip install {missing.name}" if INSTALLED else "./ev setup"
        click.echo(f"ev: the Python package {missing.name} is missing; `{how}` installs it.", err=True)
        sys.exit(2)
    except BrokenPipeError:
        _leave(141)
    except OSError as error:  # a full disk, for instance
        click.echo(f"ev: {error.filename or 'the standard output'} cannot be used: {error.strerror}.", err=True)
        _leave(2)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _leave(141)
    except OSError as error:
        click.echo(f"ev: the standard output cannot be written: {error.strerror}.", err=True)
        _leave(2)
    sys.exit(status if isinstance(status, int) else 0)


def _leave(status: int) -> NoReturn:
    """Exit without another attempt to write to the standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)
